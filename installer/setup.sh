#!/usr/bin/env bash
# Sets Noiseloom up on Debian 12, starting from nothing but a checkout: installs the Debian packages that are missing,
# configures and builds in build/ what the command needs, then opens the window or runs the tests. A second call installs
# and builds nothing; all commands share build/, in any order.
#
#   installer/setup.sh run     open the explorer on the CIFAR-10 scenario; without a display, solve it on the command
#                              line and write the strategy, the noise plan and a picture of each plot to out/cifar-10
#   installer/setup.sh test    build everything and run every test
#   installer/setup.sh check   what else is checked: formatting, clang-tidy, core under sanitizers (installer/checks.sh)
#   installer/setup.sh site    build the site of docs/ in build/site, with a search and references of C, Python and core
#   installer/setup.sh package make the Debian packages and the archive that people install (installer/packages.sh)
#
# Environment: NOISELOOM_WERROR=ON|OFF  warnings as errors (default: ON where CI is set, else as built before, else OFF)
#              NOISELOOM_JOBS=N         parallel compilations (default: one a processor)
set -euo pipefail

# What the window and the command line are built of.
build_packages=(
  g++ cmake ninja-build pkg-config
  qt6-base-dev libqt6opengl6-dev qt6-charts-dev qt6-svg-dev qt6-tools-dev qt6-l10n-tools
  libeigen3-dev libfftw3-dev liblbfgspp-dev libopenblas-pthread-dev libsodium-dev nlohmann-json3-dev zlib1g-dev libcli11-dev
)
# The pictures need a font, the buttons of standard dialogs their translations; the window's icons need the SVG plugin,
# which qt6-svg-dev brings.
run_packages=(fonts-dejavu-core qt6-translations-l10n)
# The Python package, and what its tests and the training run of docs/examples use beside it; JAX, optax and Opacus are no
# Debian packages, and their tests are skipped by name where they are not installed otherwise.
python_packages=(python3-dev pybind11-dev python3-torch python3-sklearn python3-matplotlib)
test_packages=(gcc libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev python3-numpy xvfb xauth imagemagick xdotool
  desktop-file-utils appstream shared-mime-info libglib2.0-bin man-db mkdocs qemu-user)
check_packages=(git clang-14 clang-format-14 clang-tidy-14 libclang-rt-14-dev gcovr python3-venv)
# What makes packages of a build, and tries them in bare Debian systems.
package_packages=(git python3-dev pybind11-dev dpkg-dev lintian patchelf debootstrap xvfb imagemagick)
# The site of docs/.
site_packages=(git python3 mkdocs doxygen)

say() { printf '\n== %s\n' "$*"; }
fail() {
  printf 'setup: %s\n' "$1" >&2
  shift
  if (($# > 0)); then printf '       %s\n' "$@" >&2; fi
  exit 1
}
usage() {
  sed -n '/^# Sets/,/^set /{/^#/{s/^# \{0,1\}//;p}}' "$0"
}

missing_packages() {
  local package
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)" = installed ] || printf '%s\n' "$package"
  done
}

install_packages() {
  command -v apt-get >/dev/null && command -v dpkg-query >/dev/null ||
    fail "this is not a Debian system (no apt-get)." \
      "Install what these Debian 12 packages provide, then: cmake -S . -B build -G Ninja && cmake --build build" "$*"
  local missing=()
  mapfile -t missing < <(missing_packages "$@")
  if ((${#missing[@]} == 0)); then
    say "Packages: all $# are installed"
    return
  fi
  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null ||
      fail "installing packages needs root, and there is no sudo. Run this as root, then try again:" \
        "apt-get update && apt-get install --no-install-recommends ${missing[*]}"
    as_root=(sudo)
  fi
  say "Packages: installing ${missing[*]}"
  local log
  log=$(mktemp)
  # Another package manager may hold the lock for a while on a machine that has just started.
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=120)
  if ! { "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    fail "the packages could not be installed (last lines above; all of it in $log)." \
      "Check the network and /etc/apt/sources.list: Debian 12 (bookworm), main, is enough." \
      "Then run the same command again: it goes on where it stopped."
  fi
  rm -f "$log"
}

# The same configuration for running and for testing: the tests are there where their packages are.
configure() {
  # A build folder keeps what it was first configured with, so that a call without wishes rebuilds nothing.
  local options=()
  [ -f build/CMakeCache.txt ] || options+=(-G Ninja)
  if [ -n "${NOISELOOM_WERROR:-}" ]; then
    options+=(-DNOISELOOM_WERROR="$NOISELOOM_WERROR")
  elif [ -n "${CI:-}" ]; then
    options+=(-DNOISELOOM_WERROR=ON)
  fi
  local log
  log=$(mktemp)
  say "Configuring in $root/build"
  cmake -S . -B build -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=ON -DNOISELOOM_GUI=ON "${options[@]}" >"$log" 2>&1 || {
    cat "$log" >&2
    rm -f "$log"
    fail "configuring failed (above)." "If build/ was made by another checkout, compiler or user, remove it and try again: rm -r build"
  }
  rm -f "$log"
}

# build [target...]: everything without targets.
build() {
  local jobs=${NOISELOOM_JOBS:-$(nproc)}
  say "Building ${*:-everything} with $jobs jobs"
  cmake --build build --parallel "$jobs" ${1:+--target "$@"} ||
    fail "the build failed (above)." \
      "A compiler that was killed ran out of memory: try NOISELOOM_JOBS=1 $0 $command" \
      "Otherwise please report the first error together with: git -C '$root' rev-parse HEAD"
}

run_tests() {
  say "Testing"
  # Each test chooses its own platform: most run offscreen, the screenshots on a virtual screen of their own.
  unset QT_QPA_PLATFORM
  exec ctest --test-dir build --output-on-failure --parallel "${NOISELOOM_JOBS:-$(nproc)}"
}

run_headless() {
  local folder=out/cifar-10
  build noiseloom noiseloom-cli
  say "Solving the CIFAR-10 scenario on the command line"
  mkdir -p "$folder/figures" || fail "cannot make the folder $root/$folder." "Make this checkout writable and try again."
  build/bin/noiseloom-cli design --iterations 2000 --epochs 20 --epsilon 8 --delta 1e-5 --bands best \
    --dataset-size 50000 --out "$folder/strategy.npz" --plan "$folder/noise.plan.json" ||
    fail "the scenario could not be solved (above)."
  say "Drawing the plots"
  # Where nobody is logged in there is no runtime folder either, and Qt would remark on it.
  mkdir -p -m 700 build/runtime
  QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-$root/build/runtime} \
    build/bin/noiseloom --render "$folder/figures" ||
    fail "the plots could not be drawn (above)." "The strategy and the noise plan are in $root/$folder."
  say "Written to $root/$folder"
  (cd "$folder" && find . -type f | sed 's|^\./|   |' | sort)
}

run_window() {
  if [ -z "${DISPLAY:-}" ] && [ -z "${WAYLAND_DISPLAY:-}" ]; then
    say "There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can open"
    run_headless
    return
  fi
  build noiseloom
  say "Opening Noiseloom"
  local started=$SECONDS status=0
  build/bin/noiseloom || status=$?
  ((status != 0)) || return 0
  # A window that fails at once found no usable display (a stale DISPLAY, no permission); later it is the program's fault.
  ((SECONDS - started <= 5)) || fail "Noiseloom ended with status $status."
  say "The window could not open on display ${DISPLAY:-$WAYLAND_DISPLAY} (status $status)"
  run_headless
}

command=${1:-}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
case "$command" in
  run | test | check | site | package) (($# == 1)) || { usage >&2; exit 2; } ;;
  -h | --help | help) usage; exit 0 ;;
  *) usage >&2; exit 2 ;;
esac
cd "$root"
[ -w . ] || fail "$root is not writable by $(id -un)." "Build in a checkout of your own, or run this as its owner."
needed=("${build_packages[@]}")
case "$command" in
  run) needed+=("${run_packages[@]}") ;;
  test) needed+=("${run_packages[@]}" "${test_packages[@]}" "${python_packages[@]}") ;;
  site) needed=("${site_packages[@]}") ;;
  package) needed+=("${run_packages[@]}" "${package_packages[@]}") ;;
  check) needed+=("${test_packages[@]}" "${python_packages[@]}" "${check_packages[@]}") ;;
esac
install_packages "${needed[@]}"
[ "$command" != site ] || exec docs/site/build.py
[ "$command" != check ] || exec installer/checks.sh
if [ "$command" = package ]; then
  installer/packages.sh deb
  exec installer/packages.sh archive
fi
configure
if [ "$command" = test ]; then
  build
  run_tests
else
  run_window
fi
