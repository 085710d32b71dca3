#!/bin/sh
# --render writes a picture of every plot without any display, and bad input is refused with exit code 2, as is a start
# without a display, or with one that Qt cannot open, which says what to do.
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
# Folders of its own: libwayland looks for a display in XDG_RUNTIME_DIR by itself.
home=$folder/home
mkdir -p "$home/run"
chmod 700 "$home/run"
undisplayed() {
  env -u DISPLAY -u WAYLAND_DISPLAY -u WAYLAND_SOCKET -u XDG_SESSION_TYPE -u QT_QPA_PLATFORM HOME="$home" \
    XDG_RUNTIME_DIR="$home/run" XDG_CONFIG_HOME="$home/config" XDG_DATA_HOME="$home/data" XDG_CACHE_HOME="$home/cache" "$@"
}
# ends_with REASON [VARIABLE=VALUE..]: a start ends with code 2, and its reason and what to do on the error stream.
ends_with() {
  reason=$1
  shift
  status=0
  undisplayed "$@" "$program" 2>"$folder/display.txt" || status=$?
  [ "$status" -eq 2 ] || { echo "without a display it ends with $status" >&2; exit 1; }
  grep -q "the window needs a display, and $reason.*--render" "$folder/display.txt" || { cat "$folder/display.txt"; exit 1; }
}
ends_with 'DISPLAY is not set'
if grep 'qt\.qpa' "$folder/display.txt"; then exit 1; fi
ends_with 'Qt cannot open one by DISPLAY = nowhere' DISPLAY=nowhere
grep -q '^qt\.qpa\..*nowhere' "$folder/display.txt"
ends_with 'Qt cannot open one by QT_QPA_PLATFORM = mistyped' QT_QPA_PLATFORM=mistyped
grep -q '^qt\.qpa\..*mistyped' "$folder/display.txt"
for option in --help --version; do
  undisplayed "$program" "$option" | grep -q -i noiseloom
done
status=0
"$program" --render "$folder" "$folder/missing.npz" 2>"$folder/error.txt" || status=$?
[ "$status" -eq 2 ]
grep -q 'missing.npz' "$folder/error.txt"
