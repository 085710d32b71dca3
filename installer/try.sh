#!/usr/bin/env bash
# Tries the packages out in bare Debian systems, called by packages.sh: try.sh FOLDER [deb | archive-12 | archive-13]...
#
# In each system (rooms.sh; the display is Xvfb outside of it) each package is installed, started, looked at, used and
# removed, and afterwards the system has to hold the same files with the same content as before.
#
# Skipped by name, with status 77, where rooms.sh is, and where there is no Xvfb.
set -euo pipefail
packages=$(cd "$1" && pwd)
shift
source "$(dirname "${BASH_SOURCE[0]}")/rooms.sh"
for tool in Xvfb identify; do
  command -v "$tool" >/dev/null || skip "$tool is not there"
done

# Every file of the room but what package tools write down about themselves: its kind, mode, owner, and what it holds.
inventory() {
  (cd "$room" && find . -xdev \( -path ./try -o -path ./proc -o -path ./dev -o -path ./tmp -o -path ./var/lib/dpkg -o \
    -path ./var/lib/apt -o -path ./var/log -o -path ./var/cache \) -prune -o -printf '%y %m %U %G %p %l\n' -type f -exec sha256sum {} +) | sort
}

# display: an X server whose screen is a file.
display() {
  mkdir -p "$work/screen"
  Xvfb -displayfd 3 -screen 0 1366x768x24 -fbdir "$work/screen" -nolisten tcp 3>"$work/number" 2>"$work/xvfb.log" &
  server=$!
  local i
  for i in $(seq 100); do
    [ -s "$work/number" ] && break
    sleep 0.2
  done
  [ -s "$work/number" ] || fail "Xvfb did not start: $(tail -n 1 "$work/xvfb.log")"
  DISPLAY=:$(cat "$work/number")
  export DISPLAY
}

# started NAME COMMAND...: the window comes up on the display, shows something, and ends when it is told to.
started() {
  local name=$1 colours=0 i
  shift
  inside "$@" 2>"$work/window.log" &
  local window=$!
  for i in $(seq 120); do
    sleep 1
    kill -0 "$window" 2>/dev/null || { cat "$work/window.log" >&2; fail "$name: the window ended by itself"; }
    colours=$(identify -format '%k' "xwd:$work/screen/Xvfb_screen0")
    [ "$colours" -le 200 ] || break
  done
  sleep 2
  mkdir -p "$packages/screenshots"
  convert "xwd:$work/screen/Xvfb_screen0" "$packages/screenshots/$name.png"
  # The program in the room is the one whose root is the room.
  local id
  for id in $(pgrep -x noiseloom); do
    [ "$(readlink "/proc/$id/root")" != "$room" ] || kill "$id"
  done
  wait "$window" || fail "$name: the window ended with $? ($(tail -n 2 "$work/window.log"))"
  [ "$colours" -gt 200 ] || fail "$name: an empty screen ($colours colours)"
  echo "$name: the window shows $colours colours"
}

# works PREFIX: the command line designs and verifies, and the window's program opens what it wrote.
works() {
  local bin=$1
  inside sh -ec 'cd /try && "$0/noiseloom-cli" --version && "$0/noiseloom" --version &&
    "$0/noiseloom-cli" design --iterations 64 --epochs 4 --epsilon 8 --delta 1e-5 --bands 4 --dataset-size 1000 --out s.npz >/dev/null &&
    "$0/noiseloom-cli" verify s.npz >verified && grep -q ": verified$" verified || { cat verified >&2; exit 1; }
    for argument in s.npz --session=s.npz; do
      "$0/noiseloom" $argument --print-scenario | grep -q "\"iterations\": 64,"
    done
    umask 077; head -c 32 /dev/urandom >key' "$bin"
}

same() {
  inventory >"$work/after"
  diff "$work/before" "$work/after" >"$work/left" || { cat "$work/left" >&2; fail "$1: the system is not as it was"; }
  echo "$1: removed, nothing left, $(wc -l <"$work/after") entries compared"
}

# noticed FOLDER [PACKAGE]: the notices of what was compiled in, and of PACKAGE, are in it.
noticed() {
  local package
  for package in $(sed -n '/^#\|^pybind11 /!s/.* //p' "$root/installer/header_only.txt") ${2:-}; do
    grep -qi '^copyright' "$1/$package" || fail "$1 has no notice of $package"
  done
}

try_deb() {
  say "Debian packages on Debian 12"
  enter bookworm
  mkdir "$room/try/debs"
  cp "$packages"/*.deb "$room/try/debs/"
  local ours
  ours=$(for deb in "$packages"/*.deb; do dpkg-deb -f "$deb" Package; done | tac | tr '\n' ' ')
  inside apt-get -qq update >"$work/apt.log" 2>&1 || skip "no packages from $mirror"
  # Everything that ours depend on, a C compiler, and what a desktop has to find out what opens a file; then without ours.
  inside sh -c 'apt-get -qq -y install --no-install-recommends gcc libc6-dev pkg-config shared-mime-info desktop-file-utils \
      libglib2.0-bin /try/debs/*.deb && dpkg --purge $0' "$ours" >"$work/apt.log" 2>&1 ||
    { tail -n 20 "$work/apt.log" >&2; fail "the packages could not be installed"; }
  inventory >"$work/before"
  inside sh -c 'dpkg -i /try/debs/*.deb' >"$work/apt.log" 2>&1 || { tail -n 20 "$work/apt.log" >&2; fail "dpkg -i"; }
  works /usr/bin
  noticed "$room/usr/share/doc/noiseloom/licences"
  noticed "$room/usr/share/doc/python3-noiseloom/licences" pybind11-dev
  started deb noiseloom /try/s.npz

  cp -r "$root/docs/examples/c" "$room/try/c"
  inside sh -ec 'cd /try && gcc -std=c99 -Wall -Werror c/make_noise.c -o make_noise $(pkg-config --cflags --libs noiseloom) &&
    ./make_noise s.npz key 1000 0 1 0 10 >c.float32 && test "$(stat -c %s c.float32)" = 40000'
  echo "deb: a C program makes noise"
  inside python3 -c '
import noiseloom, numpy
noise = noiseloom.load("/try/s.npz").noise("/try/key", parameters=1000, dtype="float32")
made = b"".join(noise.next().tobytes() for _ in range(10))
assert made == open("/try/c.float32", "rb").read(), "other noise than that of C"
print("deb: Python,", noiseloom.__version__, "makes the same noise")'
  inside sh -ec '
    for file in s.npz:application/x-noiseloom-strategy other.npz:application/zip x.noiseloom:application/x-noiseloom-session; do
      case $file in
        other*) python3 -c "import numpy; numpy.savez(\"/try/other.npz\", a=numpy.zeros(3))" ;;
        x*) echo "{}" >/try/x.noiseloom ;;
      esac
      gio info -a standard::content-type "/try/${file%:*}" 2>/dev/null | grep -q "type: ${file#*:}$" || { echo "$file" >&2; exit 1; }
    done
    for kind in strategy session; do
      gio mime application/x-noiseloom-$kind | grep -q "org.noiseloom.Noiseloom.desktop" || { echo "nothing opens $kind" >&2; exit 1; }
    done
    for page in noiseloom noiseloom-cli noiseloom-cli-design; do test -s /usr/share/man/man1/$page.1.gz; done'
  echo "deb: strategy files and sessions open with Noiseloom, other archives do not"
  inside bash -ec 'source /usr/share/bash-completion/completions/noiseloom-cli
    COMP_WORDS=(noiseloom-cli design --mech) COMP_CWORD=2; _noiseloom_cli; test "${COMPREPLY[*]}" = --mechanism'

  inside sh -c 'dpkg --purge $0' "$ours" >"$work/apt.log" 2>&1 ||
    { tail -n 20 "$work/apt.log" >&2; fail "the packages could not be removed"; }
  same deb
  leave
}

# try_archive NAME RELEASE
try_archive() {
  local archive
  say "Archive on $2"
  enter "$2"
  archive=$(ls "$packages"/noiseloom-*.tar.gz)
  inventory >"$work/before"
  # Unpacked and moved: it has to run wherever it stands.
  mkdir "$room/opt/first"
  tar -C "$room/opt/first" -xzf "$archive"
  mv "$room/opt/first" "$room/opt/a folder"
  mv "$room/opt/a folder"/noiseloom-* "$room/opt/a folder/noiseloom"
  inside sh -ec 'cd "/opt/a folder/noiseloom" && find . -type f | while read -r file; do
      [ "$(head -c 4 "$file" | tail -c 3)" != ELF ] || ldd "$file" 2>&1 | grep "not found" | sed "s|^|$file: |"
    done' 2>/dev/null >"$work/missing" || true
  [ ! -s "$work/missing" ] || { cat "$work/missing" >&2; fail "$1: libraries are missing"; }
  works "/opt/a folder/noiseloom/bin"
  started "$1" "/opt/a folder/noiseloom/bin/noiseloom" /try/s.npz
  local prefix="$room/opt/a folder/noiseloom"
  noticed "$prefix/share/doc/noiseloom/licences"
  if command -v gcc >/dev/null; then
    local library
    library=$(dirname "$(find "$prefix/lib" -name libnoiseloom.so)")
    gcc -std=c99 "$root/docs/examples/c/make_noise.c" -o "$room/try/make_noise" -I"$prefix/include" -L"$library" -lnoiseloom \
      -Wl,--allow-shlib-undefined -Wl,-rpath,"${library#"$room"}"
    inside sh -ec 'cd /try && ./make_noise s.npz key 1000 0 1 0 10 | wc -c | grep -qx 40000'
    echo "$1: a C program makes noise"
  else
    echo "SKIPPED: gcc is not there, no C program"
  fi
  rm -r "$room/opt/a folder"
  same "$1"
  leave
}

display
[ $# -gt 0 ] || set -- deb archive-12 archive-13
for what in "$@"; do
  case "$what" in
    deb) try_deb ;;
    archive-12) try_archive archive-12 bookworm ;;
    archive-13) try_archive archive-13 trixie ;;
    *) fail "$what: deb, archive-12 or archive-13" ;;
  esac
done
say "All tried"
