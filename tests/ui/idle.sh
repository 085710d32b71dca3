#!/bin/sh
# A window that nobody touches does nothing: once the default scenario is solved and drawn, five seconds take at most one
# tick (10 ms) of processor time, blinking cursor included.
# Usage: idle.sh <noiseloom>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME="$folder" XDG_RUNTIME_DIR="$folder" XDG_CONFIG_HOME="$folder" XDG_DATA_HOME="$folder" XDG_CACHE_HOME="$folder"
chmod 700 "$folder"
xvfb-run -a -s "-screen 0 1366x768x24 -noreset" sh -c '
  "$1" --light --size 1366x768 2>/dev/null &
  window=$!
  # A window that is still writing makes its folder anew.
  trap "{ kill $window; wait $window; } 2>/dev/null || true" EXIT
  fail() { echo "$1"; exit 1; }
  . "$2"
  # Solving, drawing and the first start take a while.
  has_begun() { [ "$(ticks)" -gt 5 ]; }
  wait_until "the window does nothing" has_begun
  settle 20
  before=$(ticks)
  sleep 5
  after=$(ticks)
  echo "idle after $before ticks; 5 s took $((after - before)) ticks of processor time"
  [ "$((after - before))" -le 1 ]
' sh "$1" "$(dirname "$(readlink -f "$0")")/window.sh"
