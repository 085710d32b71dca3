#!/bin/sh
# What is written and commanded has a decimal point whatever the system's locale: the scenario that the window prints is
# the same where numbers have a comma and the window speaks German. Skipped (77) where such a locale cannot be made.
# Usage: locale.sh <noiseloom_window_tool>
set -eu
program=$1
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
chmod 700 "$home"
export HOME="$home" XDG_RUNTIME_DIR="$home" XDG_CONFIG_HOME="$home" XDG_DATA_HOME="$home" QT_QPA_PLATFORM=offscreen
command -v localedef >/dev/null && [ -e /usr/share/i18n/locales/de_DE ] || exit 77
localedef -i de_DE -f UTF-8 "$home/de_DE.UTF-8" 2>/dev/null || [ -d "$home/de_DE.UTF-8" ] || exit 77
export LOCPATH="$home"
# The locale works: the shell's own numbers have a comma.
[ "$(LC_ALL=de_DE.UTF-8 /usr/bin/printf '%.1f' 1,5)" = 1,5 ] || exit 77
print() {
  "$program" --data-folder "$home/$1" --set epsilon=2.5 --set delta=1.5e-6 --print-scenario
}
LC_ALL=C.UTF-8 print plain >"$home/plain.json"
LC_ALL=de_DE.UTF-8 LANGUAGE=de print german >"$home/german.json"
grep -q '"epsilon": 2.5' "$home/german.json" || { cat "$home/german.json"; exit 1; }
cmp "$home/plain.json" "$home/german.json"
# And no command takes a decimal comma; fields of a window on a screen do.
LC_ALL=de_DE.UTF-8 "$program" --data-folder "$home/comma" --set epsilon=2,5 --print-scenario >"$home/comma.json" || true
if grep -q '"epsilon": 2.5' "$home/comma.json"; then
  echo "a decimal comma was taken for a point" >&2
  exit 1
fi
echo "the same with and without a decimal comma"
