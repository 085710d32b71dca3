#!/bin/sh
# The real program is killed without a warning; the next start has its scenario back, also a text that was no number. A
# second window that runs at the same time has a place of its own.
# Usage: crash_recovery.sh <noiseloom> <noiseloom_window_tool> <folder>
set -eu
program=$1
tool=$2
folder=$3
rm -rf "$folder"
mkdir -p "$folder"
export QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR="$folder" XDG_CONFIG_HOME="$folder/config"
chmod 700 "$folder"
kept="$folder/data/workspaces/1/kept.noiseloom"

wait_for() {
  for attempt in $(seq 1200); do
    if grep -q "$1" "$2" 2>/dev/null; then return 0; fi
    sleep 0.1
  done
  echo "nothing in $2 says $1" >&2
  return 1
}

"$tool" --data-folder "$folder/data" --set iterations=1500 --set epsilon=3.25 --set delta=1e-5x &
window=$!
wait_for '"iterations": 1500' "$kept"
wait_for '1e-5x' "$kept"

# While it runs, its place is its own.
"$program" --data-folder "$folder/data" --print-scenario >"$folder/second.json"
grep -q '"iterations": 2000' "$folder/second.json"

kill -9 "$window"
wait "$window" 2>/dev/null || true

"$program" --data-folder "$folder/data" --print-scenario >"$folder/third.json"
grep -q '"iterations": 1500' "$folder/third.json"
grep -q '"epsilon": 3.25' "$folder/third.json"
# And it is still there for the start after that.
"$program" --data-folder "$folder/data" --print-scenario >"$folder/fourth.json"
cmp "$folder/third.json" "$folder/fourth.json"
grep -q '1e-5x' "$kept"
echo "restored after kill -9"

# A system that ends the program, as on logging out, is no crash: the same place, and the mark of an open window is gone.
"$tool" --data-folder "$folder/data" --set iterations=1250 &
window=$!
wait_for '"iterations": 1250' "$kept"
kill -TERM "$window"
wait "$window"
test ! -e "$folder/data/workspaces/1/open"
"$program" --data-folder "$folder/data" --print-scenario >"$folder/fifth.json"
grep -q '"iterations": 1250' "$folder/fifth.json"
echo "ended in order by SIGTERM"
