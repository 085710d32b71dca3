#!/bin/sh
# One long session in a real window, driven by the keyboard as a person would: numbered pictures of every station are
# left in <folder> to be looked at. Fails when a station looks like the one before it, when a picture is nearly empty, or
# when the session, the strategy or the report is not written.
# Usage: session_walk.sh <noiseloom> <folder> [look [width height [scale]]]   look: words with "-" between them of light,
#        dark, contrast, presenter, german
set -eu
if [ "${NOISELOOM_WALK:-}" != inside ]; then
  program=$(readlink -f "$1")
  mkdir -p "$2"
  folder=$(readlink -f "$2")
  NOISELOOM_WALK=inside exec xvfb-run -a -s "-screen 0 ${4:-1366}x${5:-768}x24 -noreset" "$0" "$program" "$folder" "${3:-light}" \
    "${4:-1366}" "${5:-768}" "${6:-1}"
fi
program=$1
folder=$2
look=$3
here=$(dirname "$(readlink -f "$0")")
width=$4
height=$5
scale=$6
home=$(mktemp -d)
chmod 700 "$home"
export HOME="$home" XDG_RUNTIME_DIR="$home" XDG_CONFIG_HOME="$home" XDG_DATA_HOME="$home" XDG_CACHE_HOME="$home"
export LC_ALL=C.UTF-8
window=
# A window that is still writing makes its folder anew.
trap '[ -z "$window" ] || { kill "$window"; wait "$window"; } 2>/dev/null || true; rm -rf "$home"' EXIT
cd "$home"
prefix="$folder/walk_${look}_${width}x${height}_${scale}x"
rm -f "$prefix"_*.png
station=0
last=

has() { case "-$look-" in *"-$1-"*) ;; *) return 1 ;; esac; }
appearance=--light
! has dark || appearance=--dark
language=en iterations=Iterations mechanism=Mechanism contrast="High contrast, "
! has german || { language=de iterations=Iterationen mechanism=Mechanismus contrast="Hoher Kontrast, "; }
case "$language$appearance" in
  en--light) contrast="${contrast}light" ;;
  en--dark) contrast="${contrast}dark" ;;
  de--light) contrast="${contrast}hell" ;;
  de--dark) contrast="${contrast}dunkel" ;;
esac
"$program" "$appearance" --language "$language" --scale "$scale" --size "$((width / scale))x$((height / scale))" 2>"$prefix.log" &
window=$!
. "$here/window.sh"

fail() {
  echo "station $station: $1" >&2
  exit 1
}
# A picture of the screen under a number and a name. It must show something, and something new; a window that is quiet
# because other programs have the processor is looked at again.
see() {
  station=$((station + 1))
  picture=$(printf '%s_%02d_%s.png' "$prefix" "$station" "$1")
  looks=0
  while :; do
    settle
    kill -0 "$window" 2>/dev/null || fail "$1: the window is gone"
    import -window root "$picture"
    set -- "$1" $(identify -format '%k %#' "$picture")
    looks=$((looks + 1))
    [ "$looks" -lt 20 ] || break
    if [ "$2" -gt 100 ] && [ "$3" != "$last" ]; then break; fi
  done
  [ "$2" -gt 100 ] || fail "$1: the picture has only $2 colours"
  [ "$3" != "$last" ] || fail "$1: nothing has changed"
  last=$3
}
# By the palette: a command, or the field of the scenario with that name.
command() {
  press ctrl+k
  settle
  write "$1"
  settle
  press Return
  settle
}
report_is_there() { find "$home" \( -name '*.pdf' -o -name '*.html' \) -size +0 | grep -q .; }
fill() {
  command "$1"
  press ctrl+a
  write "$2"
  press Return
}

wait_until_up
xdotool mousemove "$((width / 2))" 5
settle
! has contrast || command "$contrast"
! has presenter || press F5
see start
fill "$iterations" "2^12"
see iterations_4096
fill "Epsilon" "4"
see epsilon_4
press ctrl+d
see pinned
command "$mechanism"
press Down
see other_mechanism
press ctrl+z
see mechanism_undone
press ctrl+2
press Right Right Right
see rmse_read_by_keyboard
# Backwards to the tools of the panel, which lie before its plot; arrows go from one to the next.
press shift+Tab shift+Tab shift+Tab
settle
# In small windows there is only room for a list of them; in presenter mode the plot fills the window.
if ! has presenter && [ "$((width / scale))" -le 1366 ]; then press Down space End Return; else press Right space; fi
see best_bands_map
if ! has presenter && [ "$((width / scale))" -le 1366 ]; then press space Home Down Return; else press Left Left Left Left Left Left space; fi
see rmse_against_epsilon
press ctrl+0
press ctrl+1
press plus plus plus plus
see heat_map_zoomed
press ctrl+g
settle
write 100
see go_to_row
press Return
see row_100
press ctrl+5
see noise_laboratory
press ctrl+4
see error_of_each_step
press ctrl+6
see convergence
press ctrl+7
see cost
press ctrl+9
see training
press_only space
moves 3 "nothing is trained"
press_only space
see trained
press ctrl+7
press ctrl+i
see claim
press Escape
press ctrl+comma
see preferences
press Escape
press F1
see help
press Escape
press ctrl+slash
see shortcuts
press Escape
press ctrl+k
settle
write "exp"
see palette
press Escape
press ctrl+shift+e
see export_plots
press Escape
press ctrl+shift+r
see export_report
press Return
# Its pages take a while where other programs have the processor, and Escape would end the writing.
wait_until "no report is written" report_is_there
see report_written
press Escape
# From where one types, whose text has a use of its own for these keys.
command "Epsilon"
press ctrl+e
see export_strategy
press Return
see strategy_written
press Escape
press ctrl+shift+s
settle
press ctrl+a
write "$home/walk.noiseloom"
see save_session
press Return
see session_saved
press ctrl+n
see new_session
press ctrl+o
settle
write "$home/walk.noiseloom"
see open_session
press Return
see session_opened
command "Epsilon"
press ctrl+a
write "2^"
press Return
see unusable_epsilon
press ctrl+z
find "$home" -type f | sort | sed "s|^$home/|  |"
[ -s "$home/walk.noiseloom" ] || fail "the session was not written"
find "$home" -name '*.npz' -size +0 | grep -q . || fail strategy "the strategy was not written"
find "$home" \( -name '*.pdf' -o -name '*.html' \) -size +0 | grep -q . || fail report "the report was not written"
echo "$station stations: $prefix"
