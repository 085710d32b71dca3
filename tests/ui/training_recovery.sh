#!/bin/sh
# The real program, in a real window, is killed without a warning while the Training panel plays. The next start has the
# panel in front with its choices, and the run stands still until somebody plays it again.
# Usage: training_recovery.sh <noiseloom> <folder>
set -eu
if [ "${NOISELOOM_RECOVERY:-}" != inside ]; then
  program=$(readlink -f "$1")
  rm -rf "$2"
  mkdir -p "$2"
  folder=$(readlink -f "$2")
  NOISELOOM_RECOVERY=inside exec xvfb-run -a -s "-screen 0 1366x768x24 -noreset" "$0" "$program" "$folder"
fi
program=$1
folder=$2
. "$(dirname "$(readlink -f "$0")")/window.sh"
chmod 700 "$folder"
export HOME="$folder" XDG_RUNTIME_DIR="$folder" XDG_CONFIG_HOME="$folder/config" XDG_CACHE_HOME="$folder" LC_ALL=C.UTF-8
kept="$folder/data/workspaces/1/kept.noiseloom"
window=
trap '[ -z "$window" ] || kill -9 "$window" 2>/dev/null || true' EXIT

fail() {
  echo "$1" >&2
  tail -n 20 "$folder/log" >&2 || true
  exit 1
}
start() {
  "$program" --light --size 1366x768 --data-folder "$folder/data" ${1:+"$1"} 2>>"$folder/log" &
  window=$!
  attended=
  wait_until_up
  attend
}
kept_says() { grep -q "$1" "$kept" 2>/dev/null; }
wait_for() { wait_until "what is kept does not say $1" kept_says "$1"; }

# Long enough to be killed midway: 5000 steps in 60 s, or slower.
QT_QPA_PLATFORM=offscreen "$program" --print-scenario |
  sed 's/"iterations": [0-9]*/"iterations": 5000/; s/"dataset_size": [0-9]*/"dataset_size": 5000/; s/"bands_requested": "best"/"bands_requested": 4/' >"$folder/long.json"
start "$folder/long.json"
press ctrl+9
settle
# From the plot to the speed, past playing and the step; going back to the first step is no button yet.
press Tab Tab Tab Up
press shift+Tab shift+Tab shift+Tab
press_only space
moves 4 "nothing is trained"
import -window root "$folder/1_playing.png"
wait_for '"trained": true'
wait_for '"speed": 0'
moves 2 "nothing was trained when it was killed"
if grep -q '"seed"' "$kept"; then fail "a seed is kept"; fi
kill -9 "$window"
wait "$window" 2>/dev/null || true

start
import -window root "$folder/2_back.png"
grep -q '"trained": true' "$kept" || fail "it is forgotten that there was a run"
grep -q '"speed": 0' "$kept" || fail "choices are forgotten"
# It has come to rest, which a run that plays does not; and it stays so.
before=$(ticks)
settle 30
[ "$(($(ticks) - before))" -le 15 ] || fail "the run plays by itself"
cmp -s "$folder/1_playing.png" "$folder/2_back.png" && fail "the pictures are the same"
# And it plays again.
press ctrl+9
press_only space
moves 4 "the run does not play again"
import -window root "$folder/3_again.png"
kill -TERM "$window"
wait "$window" || true
window=
echo "the Training panel is back after kill -9, paused"
