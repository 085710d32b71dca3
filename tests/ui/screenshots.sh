#!/bin/sh
# Real windows on a virtual screen: light and dark, at scale 1 (1366 x 768) and 2. Pictures are left in <folder> to be
# looked at, of the default scenario, of some mechanisms, of a claim that is not made, and of balls-in-bins; fails when a window does not come up, or comes up blank.
# With NOISELOOM_THOROUGH in the environment (nightly) each looks both ways, else one of each kind.
# Usage: screenshots.sh <noiseloom> <noiseloom-cli> <folder>
set -eu
program=$1
cli=$2
folder=$3
mkdir -p "$folder"
rm -rf "$folder/data"
export XDG_RUNTIME_DIR="$folder" XDG_CONFIG_HOME="$folder/config" XDG_CACHE_HOME="$folder/cache" NOISELOOM_DATA_FOLDER="$folder/data"
chmod 700 "$folder"

shoot() {
  appearance=$1
  scale=$2
  width=$((1366 * scale))
  height=$((768 * scale))
  mechanism=${3:-}
  scenario=
  [ -z "$mechanism" ] || scenario="$folder/$mechanism.npz"
  picture="$folder/window_${mechanism:+${mechanism}_}${appearance}_${scale}x.png"
  rm -f "$picture"
  xvfb-run -a -s "-screen 0 ${width}x${height}x24 -noreset" sh -c '
    "$1" --"$2" --scale "$3" --size 1366x768 ${5:+"$5"} 2>/dev/null &
    window=$!
    # Until it has been painted, which on a busy machine takes a while.
    for attempt in $(seq 600); do
      sleep 1
      import -window root "$4"
      [ "$(identify -format %k "$4")" -le 200 ] || break
    done
    sleep 1
    import -window root "$4"
    kill "$window"
    wait "$window" || true
  ' sh "$program" "$appearance" "$scale" "$picture" "$scenario"
  colors=$(identify -format '%k' "$picture")
  size=$(identify -format '%wx%h' "$picture")
  echo "$picture: $size, $colors colours"
  [ "$size" = "${width}x${height}" ] && [ "$colors" -gt 200 ]
}

thorough() { [ -n "${NOISELOOM_THOROUGH:-}" ]; }
shoot light 1
shoot dark 2
if thorough; then
  shoot light 2
  shoot dark 1
fi
mechanisms=tree
! thorough || mechanisms="blt tree dense band-inv-mf"
for mechanism in $mechanisms; do
  "$cli" design --mechanism "$mechanism" --iterations 128 --epochs 4 --batching fixed-epoch --epsilon 8 --delta 1e-5 \
    --out "$folder/$mechanism.npz" >/dev/null
  shoot light 1 "$mechanism"
  ! thorough || shoot dark 2 "$mechanism"
done
"$cli" design --mechanism banded-toeplitz --bands 8 --iterations 128 --epochs 4 --batching cyclic-poisson \
  --job-batching shuffled-each-epoch --epsilon 8 --delta 1e-5 --out "$folder/critical.npz" >/dev/null
"$cli" design --mechanism banded-toeplitz --bands 8 --iterations 128 --epochs 4 --batching balls-in-bins \
  --epsilon 8 --delta 1e-5 --out "$folder/balls-in-bins.npz" >/dev/null
for mechanism in critical balls-in-bins; do
  shoot light 1 "$mechanism"
  ! thorough || shoot dark 2 "$mechanism"
done
