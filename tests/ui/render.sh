#!/bin/sh
# --render writes a picture of every plot without any display, and bad input is refused with exit code 2, as is a start
# without a display, which says what to do.
# Usage: render.sh <noiseloom> <folder>
set -eu
program=$1
folder=$2
rm -rf "$folder"
env -u DISPLAY -u WAYLAND_DISPLAY "$program" --render "$folder"
for name in strategy strategy_inverse error_factor gram coefficients inverse_coefficients rmse_against_bands \
  error_of_each_step convergence memory_against_bands noise_running_sum noise_path noise_spectrum noise_covariance; do
  [ "$(head -c 4 "$folder/$name.png" | tail -c 3)" = PNG ]
done
status=0
env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM "$program" 2>"$folder/display.txt" || status=$?
[ "$status" -eq 2 ] || { echo "without a display it ends with $status" >&2; exit 1; }
grep -q -e '--render' "$folder/display.txt"
[ "$(wc -l <"$folder/display.txt")" -eq 1 ] || { cat "$folder/display.txt"; exit 1; }
for option in --help --version; do
  env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM "$program" "$option" | grep -q -i noiseloom
done
status=0
"$program" --render "$folder" "$folder/missing.npz" 2>"$folder/error.txt" || status=$?
[ "$status" -eq 2 ]
grep -q 'missing.npz' "$folder/error.txt"
