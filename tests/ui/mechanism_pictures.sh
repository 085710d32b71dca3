#!/bin/sh
# --mechanism-pictures writes one picture of every mechanism without any display, as large as docs/mechanisms wants them,
# and every page of docs/mechanisms has its picture, but for the pages on amplified optima, which are no mechanism, and
# on strategies from elsewhere, which look as their file says.
# Usage: mechanism_pictures.sh <noiseloom> <folder> <docs/mechanisms>
set -eu
program=$1
folder=$2
pages=$3
rm -rf "$folder"
env -u DISPLAY -u WAYLAND_DISPLAY "$program" --mechanism-pictures "$folder"
for page in "$pages"/*.md; do
  name=$(basename "$page" .md)
  case $name in README | amplified | imported) continue ;; esac
  [ -s "$pages/pictures/$name.png" ]
  # Width and height stand 16 bytes into a PNG.
  size=$(od -A n -t x1 -j 16 -N 8 "$folder/$name.png" | tr -d ' ')
  [ "$size" = 000004b0000001a4 ]
  [ "$(wc -c <"$folder/$name.png")" -lt 81920 ]
done
