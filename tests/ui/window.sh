# What the walks share: they source this file, and keep the process of the window in $window. Each defines fail. Nothing here
# waits for a time, but until something is so; the limits only end what hangs.

# Processor time that the window has used, in hundredths of a second.
ticks() { awk '{ print $14 + $15 }' "/proc/$window/stat"; }
# Whether a thread of the window has work: one that waits for a processor, which other programs may have, counts.
has_work() {
  cat "/proc/$window/task/"*/stat 2>/dev/null |
    awk '{ sub(/.*\) /, "") } $1 == "R" || $1 == "D" { found = 1 } END { exit !found }'
}
# Until the window has had no work so many times in a row (6), a tenth of a second apart, and has used next to nothing in
# between. What was typed has reached its process when xdotool ends.
settle() {
  wanted=${1:-6}
  quiet=0
  tries=0
  since=$(ticks)
  while [ "$quiet" -lt "$wanted" ]; do
    sleep 0.1
    kill -0 "$window" 2>/dev/null || fail "the window is gone"
    now=$(ticks)
    if has_work || [ "$((now - since))" -gt 3 ]; then
      quiet=0
      since=$now
    else
      quiet=$((quiet + 1))
    fi
    tries=$((tries + 1))
    [ "$tries" -lt 9000 ] || fail "the window does not come to rest"
  done
}
# Until the command given succeeds; what is said where it never does comes first.
wait_until() {
  said=$1
  shift
  tries=0
  until "$@"; do
    tries=$((tries + 1))
    [ "$tries" -lt 4500 ] || fail "$said"
    kill -0 "$window" 2>/dev/null || fail "the window is gone"
    sleep 0.2
  done
}
is_up() { xdotool search --onlyvisible --name Noiseloom >/dev/null 2>&1; }
wait_until_up() {
  wait_until "the window does not come up" is_up
  settle
}
# Until what is on the screen has changed so many times: something goes on.
moves() {
  for change in $(seq "$1"); do
    seen=$(signature)
    wait_until "$2" differs
  done
}
signature() { import -window root png:- | identify -format '%#' -; }
differs() { [ "$(signature)" != "$seen" ]; }
# There is no window manager here: the keyboard goes to the window in front.
attend() {
  front=$(xdotool search --onlyvisible --class noiseloom 2>/dev/null | tail -n 1)
  [ "$front" = "${attended:-}" ] || xdotool windowfocus --sync "$front" 2>/dev/null || true
  attended=$front
}
press_only() {
  attend
  xdotool key --clearmodifiers --delay 40 "$@"
}
press() {
  press_only "$@"
  settle 2
}
write() {
  attend
  xdotool type --delay 15 "$1"
  settle 2
}
