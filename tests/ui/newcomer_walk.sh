#!/bin/sh
# From an empty home folder to the exported files of a recommended design, by the keyboard: numbered pictures are left in
# <folder> to be looked at. Fails when no strategy file and plan are written or when they do not verify; with
# NOISELOOM_THOROUGH, where the data set is ten times larger, also when the window has used a minute of processor time.
# Usage: newcomer_walk.sh <noiseloom> <noiseloom-cli> <folder> [width height]
set -eu
if [ "${NOISELOOM_WALK:-}" != inside ]; then
  program=$(readlink -f "$1")
  checker=$(readlink -f "$2")
  mkdir -p "$3"
  folder=$(readlink -f "$3")
  NOISELOOM_WALK=inside exec xvfb-run -a -s "-screen 0 ${4:-1366}x${5:-768}x24 -noreset" "$0" "$program" "$checker" "$folder" \
    "${4:-1366}" "${5:-768}"
fi
program=$1
checker=$2
folder=$3
here=$(dirname "$(readlink -f "$0")")
home=$(mktemp -d)
chmod 700 "$home"
export HOME="$home" XDG_RUNTIME_DIR="$home" XDG_CONFIG_HOME="$home" XDG_DATA_HOME="$home" XDG_CACHE_HOME="$home"
export LC_ALL=C.UTF-8
window=
# A window that is still writing makes its folder anew.
trap '[ -z "$window" ] || { kill "$window"; wait "$window"; } 2>/dev/null || true; rm -rf "$home"' EXIT
cd "$home"
rm -f "$folder"/newcomer_*.png
began=$(date +%s)
"$program" --light --language en --size "$4x$5" 2>"$folder/newcomer.log" &
window=$!
. "$here/window.sh"

fail() {
  echo "$1 after $(($(date +%s) - began)) s" >&2
  import -window root "$folder/newcomer_failed.png" || true
  exit 1
}
station() {
  import -window root "$folder/newcomer_$1.png"
  echo "$1: $(($(date +%s) - began)) s, of which processor time $(ticks | awk '{ print $1 / 100 }') s"
}

wait_until_up
station 1_start
press ctrl+r
settle
station 2_card
write "$([ -n "${NOISELOOM_THOROUGH:-}" ] && echo 60000 || echo 6000)"
press Tab
write 512
press Tab
write 10
press Tab
write 2
# Past delta, the limits and two cards to the loader that takes any batches.
press Tab Tab Tab Tab Tab
press space
press Return
settle
station 3_answer
# Back to the first number and on to what comes last: Copy, Pin, Use and export.
press shift+Tab shift+Tab shift+Tab shift+Tab shift+Tab shift+Tab
press shift+Tab shift+Tab shift+Tab shift+Tab shift+Tab shift+Tab
press Return
settle
station 4_export
press Return
settle
station 5_written
used=$(ticks)
strategy=$(find "$home" -name '*.npz' -size +0 | head -n 1)
[ -n "$strategy" ] || fail "no strategy file was written"
[ -n "$(find "$home" -name '*.plan.json' -size +0)" ] || fail "no plan was written"
"$checker" verify "$strategy" >"$folder/newcomer_verified.txt" || fail "the strategy file does not verify"
"$checker" claim "$strategy" | head -n 3
[ -z "${NOISELOOM_THOROUGH:-}" ] || [ "$used" -lt 6000 ] || fail "a minute of processor time was used"
