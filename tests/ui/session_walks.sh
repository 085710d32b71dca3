#!/bin/sh
# The session walk in one look, or with NOISELOOM_THOROUGH in the environment (nightly) in every look: three at a time, since
# a walk mostly waits for its window. Each look's output is printed
# whole, and the looks that failed are named at the end.
# Usage: session_walks.sh <noiseloom> <folder>
set -eu
walk=$(dirname "$(readlink -f "$0")")/session_walk.sh
mkdir -p "$2"
failed=$2/failed_looks
rm -f "$failed"
looks="light 1366 768 1"
[ -z "${NOISELOOM_THOROUGH:-}" ] || looks="$looks
dark 1920 1080 1
light 2732 1536 2
contrast 1366 768 1
presenter 1366 768 1
german 1366 768 1"
printf '%s\n' "$looks" |
  xargs -P 3 -I{} sh -c '
    output=$("$1" "$2" "$3" $4 2>&1) || echo "$4" >>"$5"
    printf "== %s\n%s\n" "$4" "$output"' sh "$walk" "$1" "$2" {} "$failed"
[ ! -s "$failed" ] || { echo "failed:"; cat "$failed"; exit 1; }
