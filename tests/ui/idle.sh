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
  trap "kill $window 2>/dev/null || true" EXIT
  ticks() { awk "{ print \$14 + \$15 }" "/proc/$window/stat"; }
  # Solving, drawing and the first start take a while: until two seconds in a row have been quiet, at most ten minutes.
  quiet=0
  tries=0
  last=$(ticks)
  sleep 2
  while [ "$quiet" -lt 2 ]; do
    sleep 1
    now=$(ticks)
    if [ "$((now - last))" -le 1 ] && [ "$now" -gt 5 ]; then quiet=$((quiet + 1)); else quiet=0; fi
    last=$now
    tries=$((tries + 1))
    [ "$tries" -lt 600 ] || { echo "still busy after ten minutes: $now ticks"; exit 1; }
  done
  before=$(ticks)
  sleep 5
  after=$(ticks)
  echo "idle after $((tries + 2)) s and $before ticks; 5 s took $((after - before)) ticks of processor time"
  [ "$((after - before))" -le 1 ]
' sh "$1"
