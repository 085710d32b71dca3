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
ticks() { awk '{ print $14 + $15 }' "/proc/$window/stat"; }
# Until the window has been quiet for a second; at most two minutes.
settle() {
  tries=0
  before=$(ticks)
  while [ "$tries" -lt 120 ]; do
    sleep 1
    now=$(ticks)
    [ "$((now - before))" -gt 5 ] || return 0
    before=$now
    tries=$((tries + 1))
  done
  fail "the window does not come to rest"
}
start() {
  "$program" --light --size 1366x768 --data-folder "$folder/data" ${1:+"$1"} 2>>"$folder/log" &
  window=$!
  until xdotool search --onlyvisible --name Noiseloom >/dev/null 2>&1; do
    kill -0 "$window" 2>/dev/null || fail "the window does not come up"
    sleep 0.2
  done
  sleep 1
  settle
  xdotool windowfocus --sync "$(xdotool search --onlyvisible --class noiseloom | tail -n 1)" 2>/dev/null || true
}
press() {
  xdotool key --clearmodifiers --delay 40 "$@"
  sleep 0.2
}
# Until what is on the screen has changed so many times: something goes on.
moves() {
  for change in $(seq "$1"); do
    seen=$(import -window root png:- | identify -format '%#' -)
    attempt=0
    while [ "$(import -window root png:- | identify -format '%#' -)" = "$seen" ]; do
      attempt=$((attempt + 1))
      [ "$attempt" -lt 300 ] || fail "$2"
      sleep 0.2
    done
  done
}
wait_for() {
  for attempt in $(seq 600); do
    if grep -q "$1" "$kept" 2>/dev/null; then return 0; fi
    sleep 0.2
  done
  fail "what is kept does not say $1"
}

# Long enough to be killed midway: 5000 steps in 60 s, or slower.
QT_QPA_PLATFORM=offscreen "$program" --print-scenario |
  sed 's/"iterations": [0-9]*/"iterations": 5000/; s/"dataset_size": [0-9]*/"dataset_size": 5000/; s/"bands_requested": "best"/"bands_requested": 4/' >"$folder/long.json"
start "$folder/long.json"
press ctrl+9
settle
# To the speed, past the step; going back to the first step is no button yet.
press Tab Tab Up
press shift+Tab shift+Tab
press space
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
# It has come to rest, which a run that plays does not within two minutes; and it stays so.
before=$(ticks)
sleep 3
[ "$(($(ticks) - before))" -le 15 ] || fail "the run plays by itself"
cmp -s "$folder/1_playing.png" "$folder/2_back.png" && fail "the pictures are the same"
# And it plays again.
press ctrl+9
press space
moves 4 "the run does not play again"
import -window root "$folder/3_again.png"
kill -TERM "$window"
wait "$window" || true
window=
echo "the Training panel is back after kill -9, paused"
