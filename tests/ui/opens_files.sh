#!/bin/sh
# A file that is named on the command line is opened, as a double click names it: a strategy file and a session, by its place
# and by --session with a space or an equals sign; so are links. Also that --version names release and commit.
# Usage: opens_files.sh <noiseloom> <strategy.npz> <name.noiseloom>
set -eu
program=$1
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
chmod 700 "$home"
export HOME="$home" XDG_RUNTIME_DIR="$home" XDG_CONFIG_HOME="$home" XDG_DATA_HOME="$home" QT_QPA_PLATFORM=offscreen
print() {
  "$program" --data-folder "$home/data" --print-scenario "$@"
}
print >"$home/none"
for file in "$2" "$3"; do
  print "$file" >"$home/place"
  ! cmp -s "$home/none" "$home/place" || { echo "$file was not opened" >&2; exit 1; }
  print --session "$file" >"$home/space"
  print --session="$file" >"$home/equals"
  cmp "$home/place" "$home/space"
  cmp "$home/place" "$home/equals"
done
# A link, and a file by its URL, as a desktop hands both over.
print 'noiseloom://scenario/1?iterations=77&epochs=3&epsilon=2&delta=1e-6' | grep -q '"iterations": 77,' ||
  { echo "the link was not opened" >&2; exit 1; }
print "file://$2" >"$home/url"
print "$2" | cmp - "$home/url"
! print 'noiseloom://scenario/1?iterations=77&epochs=3&epsilon=2&delta=7' >/dev/null 2>"$home/refused" ||
  { echo "a link that no design has was opened" >&2; exit 1; }
grep -q 'delta = 7 is not allowed' "$home/refused" || { cat "$home/refused" >&2; exit 1; }
"$program" --version | grep -Eqx 'noiseloom [0-9]+\.[0-9]+\.[0-9]+ \(([0-9a-f]{12}\+?|unknown)\)'
echo "opened"
