#!/usr/bin/env bash
# Tries the set-up on machines that have a part of what it needs: each case is a bare Debian 12 (rooms.sh) in which something
# is there already, and in which the README's command has to configure and to build the command line's first source.
#
#   installer/try_setup.sh [CASE]...   all of them without names; prints a line for each, and ends with 1 where one failed
#
# It tries the files that git tracks, as they are in the checkout. Takes half an hour; part of .ci/nightly.
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/rooms.sh"

first=app/cli/CMakeFiles/noiseloom-cli.dir/main.cpp.o
failed=0

# The commands of a case; what they print is in $log. They run as root of the room unless they say other, in $sources.
in_room() { inside bash -ec "$1" bash "$sources" "$first" >>"$log" 2>&1; }
have() { in_room "apt-get -qq update && apt-get -qq -y install --no-install-recommends $*"; }
setup() { in_room "cd \"\$1\" && ${1:-} installer/setup.sh build \"\$2\""; }
# As a person who reads README's second way: CMake alone, whatever is found is built; here without the window.
plainly() {
  in_room "cd \"\$1\" && cmake -S . -B plain -G Ninja -DNOISELOOM_GUI=OFF ${1:-} && cmake --build plain --target \"\$2\""
}
says() { grep -qF -- "$1" "$log" || { echo "   does not say: $1"; return 1; }; }
silent_about() { ! grep -qF -- "$1" "$log" || { echo "   says: $1"; return 1; }; }
person() { in_room 'useradd -m person && chown -R person "$1"'; }
as_person() { in_room "cd \"\$1\" && exec su person -c '$1'"; }

case_nothing() { setup && silent_about 'left out'; }
case_gtest() { have libgtest-dev && setup && plainly && says 'The tests: left out' && says 'libgmock-dev (GTest::gmock)'; }
case_gtest_gmock() { have libgtest-dev libgmock-dev && setup && silent_about 'property tests: left out' && plainly && says 'librapidcheck-dev'; }
case_gtest_asked() {
  have libgtest-dev && setup && ! plainly -DBUILD_TESTING=ON && says 'apt-get install libgmock-dev'
}
case_pybind11() { have pybind11-dev && setup && plainly && says 'The Python package: left out' && says 'python3-dev'; }
case_pybind11_alone() {  # of another package manager: found, but without its functions for CMake
  have python3-dev && in_room 'mkdir -p /opt/other/lib/cmake/pybind11 && cd /opt/other/lib/cmake/pybind11 &&
    echo "set(pybind11_VERSION 2.11)" >pybind11Config.cmake && echo "set(PACKAGE_VERSION_COMPATIBLE TRUE)" >pybind11ConfigVersion.cmake' &&
    setup && plainly "-DCMAKE_PREFIX_PATH=/opt/other" && says 'pybind11-dev'
}
case_python() { have python3-dev && setup && plainly && says 'pybind11-dev (pybind11_add_module)'; }
case_rapidcheck() { have librapidcheck-dev && setup && plainly && says 'The tests: left out'; }
case_benchmark() { have libbenchmark-dev && setup && plainly; }
case_openmpi() { have libopenmpi-dev && setup && plainly; }
case_qt_base() {
  have g++ cmake ninja-build qt6-base-dev && ! in_room 'cd "$1" && cmake -S . -B plain -G Ninja' && says 'qt6-charts-dev (Qt6::Charts)' &&
    says 'liblbfgspp-dev (LBFGSpp::LBFGSpp)' && says '-DNOISELOOM_GUI=OFF' && setup
}
case_ccache() { have ccache && setup; }
case_clang() { have clang && setup && plainly '-DCMAKE_CXX_COMPILER=clang++'; }
case_other_python() {  # first in PATH, and of a version that has no headers
  in_room 'mkdir -p /opt/other/bin && printf "#!/bin/sh\necho Python 3.99.0\n" >/opt/other/bin/python3 && chmod +x /opt/other/bin/python3 &&
    cp /opt/other/bin/python3 /opt/other/bin/python' && setup 'PATH=/opt/other/bin:$PATH'
}
case_no_git() { in_room 'rm -rf "$1/.git"' && setup; }
case_odd_folder() { mv "$room$sources" "$room/try/Übung mit Raum" && sources="/try/Übung mit Raum" && setup; }
case_read_only() {
  have sudo && person && in_room 'chown -R root "$1" && chmod -R a-w "$1" && echo "person ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/person' &&
    ! as_person "installer/setup.sh build $first" && says 'NOISELOOM_BUILD=FOLDER' &&
    as_person "NOISELOOM_BUILD=/home/person/built installer/setup.sh build $first"
}
case_sudo() {
  have sudo && person && in_room 'echo "person ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/person' &&
    as_person "installer/setup.sh build $first"
}
case_sudo_refused() { have sudo && person && ! as_person "installer/setup.sh build" && says 'sudo refused person' && says 'apt-get install --no-install-recommends g++' && silent_about network; }
case_no_sudo() { person && ! as_person "installer/setup.sh build" && says 'there is no sudo' && says 'apt-get install --no-install-recommends g++'; }
case_half_built() {  # a configuration that was interrupted, and objects that were cut
  setup && in_room 'cd "$1" && rm -f build/build.ninja && truncate -s 100 build/.ninja_log && : >"build/$2"' && setup
}
case_older_build() {  # configured with what is no longer there
  have libgtest-dev libgmock-dev librapidcheck-dev && setup &&
    in_room 'cd "$1" && cmake -S . -B build -DBUILD_TESTING=ON && apt-get -qq -y purge libgmock-dev libgtest-dev' && setup
}
case_interrupted_install() {  # killed between unpacking and configuring
  in_room 'apt-get -qq update && cd /tmp && apt-get -qq download libcli11-dev zlib1g-dev && dpkg --unpack zlib1g-dev*.deb libcli11-dev*.deb' &&
    ! in_room 'dpkg --audit | grep -q .; test $? = 1' ; setup
}
case_no_network() { in_room 'rm -f /etc/resolv.conf /etc/apt/apt.conf.d/99*; echo "deb http://nowhere.invalid/debian bookworm main" >/etc/apt/sources.list; rm -f /etc/apt/sources.list.d/*' && ! setup && says 'Check the network'; }

all=$(declare -F | sed -n 's/^declare -f case_//p')
for name in ${*:-$all}; do
  declare -F "case_$name" >/dev/null || fail "no case $name: $(echo $all)"
  enter bookworm
  log=$rooms/setup-$name.log
  : >"$log"
  sources=/src/project
  mkdir -p "$room/src/project"
  (cd "$root" && git ls-files -z --cached --others --exclude-standard | tar --null -T - -c) | tar -x -C "$room/src/project"
  inside sh -c 'cd /src/project && mkdir .git' </dev/null || true
  begun=$SECONDS
  if "case_$name" >"$work/said"; then told=passed; else told=FAILED failed=1; fi
  printf '%-22s %s (%d s)\n' "$name" "$told" $((SECONDS - begun))
  cat "$work/said"
  if [ "$told" = FAILED ]; then tail -n 12 "$log" | sed 's/^/   | /'; fi
  leave
done
exit "$failed"
