# Bare Debian systems to try things in, sourced by try.sh and try_setup.sh. Each system is a folder (debootstrap, minbase) that is
# entered by chroot in a mount namespace of its own. What sources this ends with status 77, and says why, where there is no
# root, no debootstrap, or no Debian mirror to be reached.
#
# Environment: NOISELOOM_ROOMS=FOLDER   where the systems are kept between calls (default: /var/tmp/noiseloom-rooms)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
rooms=$(realpath -m "${NOISELOOM_ROOMS:-/var/tmp/noiseloom-rooms}")
work=$(mktemp -d)
chmod 755 "$work"
room=
server=
say() { printf '\n== %s\n' "$*"; }
skip() { echo "SKIPPED: $*"; exit 77; }
fail() { printf '%s: %s\n' "$(basename "$0" .sh)" "$*" >&2; exit 1; }
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  [ -z "$room" ] || rm -rf --one-file-system "$room"
  rm -rf "$work"
}
trap finish EXIT

[ "$(id -u)" = 0 ] || skip "a bare Debian system needs root"
for tool in debootstrap unshare; do
  command -v "$tool" >/dev/null || skip "$tool is not there"
done
# What stands there is copied and run by root: nobody else may have made it.
[ ! -L "$rooms" ] && mkdir -p -m 700 "$rooms" && [ -O "$rooms" ] && chmod 700 "$rooms" || fail "$rooms is not root's own folder"
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null |
  sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\?\([^ ]*\) .*/\2/p' | grep '/debian/*$' | head -n 1) || true
[ -n "$mirror" ] || skip "no Debian mirror is configured"

# inside COMMAND [ARGUMENT...]: as root of the room, with nothing of this environment. Packages that were fetched once are
# shared by all rooms.
inside() {
  unshare --mount --pid --fork sh -c '
    mount --make-rprivate / && mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" &&
    mount --bind "$1" "$0/var/cache/apt/archives" && cd "$0" && shift &&
    exec chroot "$0" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
      HOME=/try/home XDG_RUNTIME_DIR=/try/run DISPLAY="${DISPLAY:-}" DEBIAN_FRONTEND=noninteractive "$@"' \
    "$room" "$rooms/archives" "$@" </dev/null
}

# enter RELEASE: a fresh copy of the bare system.
enter() {
  local base=$rooms/$1
  if [ ! -f "$base/.done" ]; then
    rm -rf --one-file-system "$base"
    debootstrap --variant=minbase "$1" "$base" "$mirror" >"$rooms/$1.log" 2>&1 ||
      { tail -n 3 "$rooms/$1.log"; skip "no Debian $1 from the configured mirror"; }
    touch "$base/.done"
  fi
  mkdir -p "$rooms/archives/partial"
  room=$rooms/run-$1-$$
  cp -a "$base" "$room"
  cp -L /etc/resolv.conf "$room/etc/resolv.conf"
  # The network settings of this machine's package client, and nothing else of it.
  cp -a /etc/apt/apt.conf.d/99* "$room/etc/apt/apt.conf.d/" 2>/dev/null || true
  mkdir -p "$room/try/home"
  mkdir -m 700 "$room/try/run"
}

leave() {
  rm -rf --one-file-system "$room"
  room=
}
