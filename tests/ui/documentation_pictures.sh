#!/bin/sh
# The program writes every picture of the documentation without any display, in the sizes that stand there:
# that of the window, those of its plots (docs/plots.md), and one for every page of docs/mechanisms but those on amplified optima, which are no mechanism,
# and on strategies from elsewhere, which look as their file says.
# Usage: documentation_pictures.sh <noiseloom_documentation_pictures> <folder> <docs>
set -eu
program=$1
folder=$2
docs=$3
rm -rf "$folder"
env -u DISPLAY -u WAYLAND_DISPLAY "$program" "$folder"
# Width and height stand 16 bytes into a PNG.
pixels() {
  od -A n -t x1 -j 16 -N 8 "$1" | tr -d ' '
}
for page in "$docs"/mechanisms/*.md; do
  name=$(basename "$page" .md)
  case $name in README | amplified | imported) continue ;; esac
  [ -s "$docs/mechanisms/pictures/$name.png" ]
done
(cd "$docs" && find . -name '*.png') | sort >"$folder/wanted.txt"
(cd "$folder" && find . -name '*.png') | sort | diff "$folder/wanted.txt" -
while read -r picture; do
  [ "$(pixels "$folder/$picture")" = "$(pixels "$docs/$picture")" ]
done <"$folder/wanted.txt"
[ "$(pixels "$folder/images/window.png")" = 0000055600000300 ]
for picture in "$folder"/mechanisms/pictures/*.png; do
  [ "$(wc -c <"$picture")" -lt 81920 ]
done
