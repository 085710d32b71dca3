#!/bin/sh
# Real windows on a virtual screen: light and dark, at scale 1 (1366 x 768) and 2. Pictures are left in <folder> to be
# looked at; fails when a window does not come up, or comes up blank.
# Usage: screenshots.sh <noiseloom> <folder>
set -eu
program=$1
folder=$2
mkdir -p "$folder"
export XDG_RUNTIME_DIR="$folder"
chmod 700 "$folder"

shoot() {
  appearance=$1
  scale=$2
  width=$((1366 * scale))
  height=$((768 * scale))
  picture="$folder/window_${appearance}_${scale}x.png"
  rm -f "$picture"
  xvfb-run -a -s "-screen 0 ${width}x${height}x24" sh -c '
    "$1" --"$2" --scale "$3" --size 1366x768 2>/dev/null &
    window=$!
    sleep 2
    import -window root "$4"
    kill "$window"
    wait "$window" || true
  ' sh "$program" "$appearance" "$scale" "$picture"
  colors=$(identify -format '%k' "$picture")
  size=$(identify -format '%wx%h' "$picture")
  echo "$picture: $size, $colors colours"
  [ "$size" = "${width}x${height}" ] && [ "$colors" -gt 200 ]
}

for appearance in light dark; do
  for scale in 1 2; do
    shoot "$appearance" "$scale"
  done
done
