#!/bin/sh
# --render writes a picture of every plot without any display, and bad input is refused with exit code 2.
# Usage: render.sh <noiseloom> <folder>
set -eu
program=$1
folder=$2
rm -rf "$folder"
env -u DISPLAY -u WAYLAND_DISPLAY "$program" --render "$folder"
for name in strategy strategy_inverse error_factor gram coefficients inverse_coefficients rmse_against_bands; do
  [ "$(head -c 4 "$folder/$name.png" | tail -c 3)" = PNG ]
done
status=0
"$program" --render "$folder" "$folder/missing.npz" 2>"$folder/error.txt" || status=$?
[ "$status" -eq 2 ]
grep -q 'missing.npz' "$folder/error.txt"
