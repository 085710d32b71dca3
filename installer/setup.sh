#!/usr/bin/env bash
# Sets Noiseloom up on Debian 12, starting from nothing but a checkout: installs the Debian packages that are missing,
# configures and builds in build/ what the command needs, then opens the window or runs the tests. A second call installs
# and builds nothing; all commands share build/, in any order.
#
#   installer/setup.sh run     open the explorer on the CIFAR-10 scenario; without a display, solve it on the command
#                              line and write the strategy, the noise plan and a picture of each plot to out/cifar-10
#   installer/setup.sh build [TARGET..]   what `run` needs, and no more; or these targets of its CMake build
#   installer/setup.sh test [quick|rest|nightly]   build everything and run the tests: those labelled quick, the rest of the
#                              default run, or those of .ci/nightly; without a word, the default run
#   installer/setup.sh check [NAME..]   what else is checked: formatting, clang-tidy, core under sanitizers
#                              (installer/checks.sh)
#   installer/setup.sh site    build the site of docs/ in build/site, with a search and references of C, Python and core
#   installer/setup.sh package make the Debian packages and the archive that people install (installer/packages.sh)
#
# Environment: NOISELOOM_BUILD=FOLDER   build there, and write only there (default: build)
#              NOISELOOM_WERROR=ON|OFF  warnings as errors (default: ON where CI is set, else as built before, else OFF)
#              NOISELOOM_JOBS=N         parallel compilations (default: one a processor)
set -euo pipefail

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

# packages_of PART...: what installer/needs.txt lists for them.
packages_of() {
  awk -v parts=" $* " '/^[a-z]/ && index(parts, " " $1 " ") && !seen[$2]++ {print $2}' installer/needs.txt
}

missing_packages() {
  local package
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)" = installed ] || printf '%s\n' "$package"
  done
}

# install_packages PART...
install_packages() {
  local needed=() missing=()
  mapfile -t needed < <(packages_of "$@")
  command -v apt-get >/dev/null && command -v dpkg-query >/dev/null ||
    fail "this is not a Debian system (no apt-get)." \
      "Install what these Debian 12 packages provide, then: cmake -S . -B build -G Ninja && cmake --build build" "${needed[*]}"
  mapfile -t missing < <(missing_packages "${needed[@]}")
  if ((${#missing[@]} == 0)); then
    say "Packages: all ${#needed[@]} are installed"
    return
  fi
  local by_hand="apt-get update && apt-get install --no-install-recommends ${missing[*]}" as_root=()
  # An installation that was interrupted is finished first: apt-get refuses to do anything before.
  local broken=
  if [ -n "$(dpkg --audit 2>/dev/null)" ] || [ -n "$(ls -A /var/lib/dpkg/updates 2>/dev/null)" ]; then
    broken=yes
    by_hand="dpkg --configure -a && apt-get -f install && $by_hand"
  fi
  if [ "$(id -u)" != 0 ]; then
    local hint="Run this as root, then the same command again:"
    command -v sudo >/dev/null || fail "installing packages needs root, and there is no sudo." "$hint" "$by_hand"
    sudo -v || fail "installing packages needs root, and sudo refused $(id -un)." "$hint" "$by_hand"
    as_root=(sudo)
  fi
  say "Packages: installing ${#missing[@]} of ${#needed[@]}: ${missing[*]}"
  local log
  log=$(mktemp)
  echo "   log: $log"
  # Another package manager may hold the lock for a while on a machine that has just started.
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=120)
  install_now() {
    if [ -n "$broken" ]; then
      echo "An interrupted installation is finished first" >&3
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive dpkg --configure -a --force-confdef || true
      "${apt[@]}" -f install || return
    fi
    "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "${missing[@]}"
  }
  if ! install_now 3>&1 >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    fail "the packages could not be installed (last lines above; all of it in $log)." \
      "Check the network and /etc/apt/sources.list: Debian 12 (bookworm), main, is enough." \
      "Then run the same command again: it goes on where it stopped."
  fi
  rm -f "$log"
}

# cached NAME: its value in the build folder, nothing where there is none.
cached() {
  sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt" 2>/dev/null || true
}

# configure PART...: with these optional parts, and with those that the build folder has already where their packages are
# still there: switching them off would throw away what is compiled.
configure() {
  local options=() part
  for part in BUILD_TESTING NOISELOOM_PYTHON NOISELOOM_BENCHMARKS; do
    case " $* " in
      *" $part "*) options+=("-D$part=ON") ;;
      *) case "$(cached "$part")" in ON | AUTO) options+=("-D$part=AUTO") ;; *) options+=("-D$part=OFF") ;; esac ;;
    esac
  done
  # A build folder keeps what it was first configured with, so that a call that asks for nothing rebuilds nothing.
  [ -f "$build/CMakeCache.txt" ] || options+=(-G Ninja)
  if [ -n "${NOISELOOM_WERROR:-}" ]; then
    options+=(-DNOISELOOM_WERROR="$NOISELOOM_WERROR")
  elif [ -n "${CI:-}" ]; then
    options+=(-DNOISELOOM_WERROR=ON)
  fi
  say "Configuring in $build"
  mkdir -p "$build" || fail "cannot make the folder $build." "Say where to build: NOISELOOM_BUILD=FOLDER $0 $command"
  local log=$build/configure.log
  cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DNOISELOOM_GUI=ON "${options[@]}" >"$log" 2>&1 || {
    cat "$log" >&2
    fail "configuring failed (above; also in $log)." \
      "If $build was made by another checkout, compiler or user, or half made, remove it and try again: rm -r '$build'"
  }
  grep ': left out' "$log" || true
}

# show_progress LOG: copies ninja's lines to LOG and shows one line of progress: rewritten in place on a terminal,
# elsewhere a line whenever another tenth is done.
show_progress() {
  local line shown=-1 begun=$SECONDS
  while IFS= read -r line; do
    printf '%s\n' "$line" >&4
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    local done=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]} left=
    # The first files say little about the others.
    if ((SECONDS - begun >= 10 && done > 0)); then
      left=", about $((((SECONDS - begun) * (all - done) / done + 59) / 60)) min left"
    fi
    if [ -t 1 ]; then
      printf '\r   compiling %d of %d%s\033[K' "$done" "$all" "$left"
    elif ((done * 10 / all != shown)); then
      shown=$((done * 10 / all))
      printf '   compiling %d of %d%s\n' "$done" "$all" "$left"
    fi
  done 4>"$1"
  if [ -t 1 ]; then printf '\r\033[K'; fi
}

# build_targets [target...]: everything without targets.
build_targets() {
  local jobs=${NOISELOOM_JOBS:-$(nproc)} log=$build/build.log
  say "Building ${*:-everything} with $jobs jobs (log: $log)"
  local begun=$SECONDS
  cmake --build "$build" --parallel "$jobs" ${1:+--target "$@"} 2>&1 | show_progress "$log" && {
    echo "   built in $(((SECONDS - begun) / 60)) min $(((SECONDS - begun) % 60)) s"
    return
  }
  # What failed, without the files that compiled beside it.
  grep -vE '^\[[0-9]+/[0-9]+\]' "$log" | sed -n 1,60p >&2 || true
  if grep -qiE 'killed signal|fatal error: Killed|out of memory|cannot allocate memory|memory exhausted|bad_alloc' "$log"; then
    fail "the machine ran out of memory while compiling with $jobs jobs." \
      "What is compiled is kept; go on with fewer: NOISELOOM_JOBS=$((jobs > 2 ? jobs / 2 : 1)) $0 $command"
  fi
  fail "the build failed (above; all of it in $log)." \
    "Please report the first error together with: git -C '$root' rev-parse HEAD"
}

# run_tests [quick|rest|nightly]
run_tests() {
  local chosen=(--label-exclude nightly) log=$build/test.log status=0
  case "${1:-}" in
    quick) chosen=(--label-regex '^quick$') ;;
    rest) chosen=(--label-exclude '^(quick|nightly)$') ;;
    nightly) chosen=(--label-regex '^nightly$') ;;
  esac
  say "Testing${1:+: $1}"
  # Each test chooses its own platform: most run offscreen, the screenshots on a virtual screen of their own.
  unset QT_QPA_PLATFORM
  ctest --test-dir "$build" --output-on-failure --parallel "${NOISELOOM_JOBS:-$(nproc)}" "${chosen[@]}" | tee "$log" || status=$?
  say "The ten slowest"
  sed -n 's/^ *[0-9]*\/[0-9]* Test *#[0-9]*: \(.*[^ .]\) \.\.*[ *]*\([A-Za-z]*\) *\([0-9.]*\) sec.*$/\3 s  \1 (\2)/p' "$log" |
    sort -rn | sed -n 1,10p
  return "$status"
}

run_headless() {
  local folder=$written/cifar-10
  build_targets noiseloom noiseloom-cli
  say "Solving the CIFAR-10 scenario on the command line"
  mkdir -p "$folder/figures" || fail "cannot make the folder $folder." "Make this checkout writable and try again."
  "$build/bin/noiseloom-cli" design --iterations 2000 --epochs 20 --epsilon 8 --delta 1e-5 --bands best \
    --dataset-size 50000 --out "$folder/strategy.npz" --plan "$folder/noise.plan.json" ||
    fail "the scenario could not be solved (above)."
  say "Drawing the plots"
  # Where nobody is logged in there is no runtime folder either, and Qt would remark on it.
  mkdir -p -m 700 "$build/runtime"
  QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-$build/runtime} \
    "$build/bin/noiseloom" --render "$folder/figures" ||
    fail "the plots could not be drawn (above)." "The strategy and the noise plan are in $folder."
  say "Written to $folder"
  (cd "$folder" && find . -type f | sed 's|^\./|   |' | sort)
}

run_window() {
  if [ -z "${DISPLAY:-}" ] && [ -z "${WAYLAND_DISPLAY:-}" ]; then
    say "There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can open"
    run_headless
    return
  fi
  build_targets noiseloom
  say "Opening Noiseloom"
  local started=$SECONDS status=0
  "$build/bin/noiseloom" || status=$?
  ((status != 0)) || return 0
  # A window that fails at once found no usable display (a stale DISPLAY, no permission); later it is the program's fault.
  ((SECONDS - started <= 5)) || fail "Noiseloom ended with status $status."
  say "The window could not open on display ${DISPLAY:-$WAYLAND_DISPLAY} (status $status)"
  run_headless
}

command=${1:-}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
case "$command" in
  build) targets=("${@:2}") ;;
  check) checks=("${@:2}") ;;
  test) [[ $# == 1 || ($# == 2 && $2 =~ ^(quick|rest|nightly)$) ]] || { usage >&2; exit 2; } ;;
  run | site | package) (($# == 1)) || { usage >&2; exit 2; } ;;
  -h | --help | help) usage; exit 0 ;;
  *) usage >&2; exit 2 ;;
esac
build=$(realpath -m "${NOISELOOM_BUILD:-$root/build}")
written=$root/out
[ -z "${NOISELOOM_BUILD:-}" ] || written=$build/out
cd "$root"
[ -w . ] || [ -n "${NOISELOOM_BUILD:-}" ] ||
  fail "$root is not writable by $(id -un)." "Say where to build: NOISELOOM_BUILD=FOLDER $0 $command"
case "$command" in
  run | build)
    install_packages core window run
    configure
    if [ "$command" = run ]; then
      run_window
    else
      ((${#targets[@]} > 0)) || targets=(noiseloom noiseloom-cli)
      build_targets "${targets[@]}"
    fi
    ;;
  test)
    install_packages core window run python test
    configure BUILD_TESTING NOISELOOM_PYTHON NOISELOOM_BENCHMARKS
    build_targets
    run_tests "${2:-}"
    ;;
  check)
    install_packages core window python test check
    exec installer/checks.sh "${checks[@]}"
    ;;
  site)
    install_packages site
    exec docs/site/build.py
    ;;
  package)
    install_packages core window run python package
    configure NOISELOOM_PYTHON
    build_targets noiseloom noiseloom-cli libnoiseloom noiseloom_python noiseloom_manual
    export NOISELOOM_BUILD=$build
    installer/packages.sh deb
    exec installer/packages.sh archive
    ;;
esac
