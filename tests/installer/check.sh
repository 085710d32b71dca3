#!/usr/bin/env bash
# What a system will read of an installed Noiseloom, each by the tool that the system has for it; status 77 where it is missing.
#
#   check.sh desktop FOLDER              FOLDER/*.desktop, by desktop-file-validate
#   check.sh metainfo FOLDER             FOLDER/*.metainfo.xml, by appstreamcli
#   check.sh mime FOLDER STRATEGY SESSION OTHER   what kind each file has for the desktop: FOLDER/noiseloom.mime.xml
#   check.sh man FOLDER                  FOLDER/man1/*.1, by man
#   check.sh bash FOLDER PROGRAM..       completions of each program, and of each of its commands, by bash
#   check.sh zsh FOLDER                  those of zsh, by zsh
#   check.sh notices SOURCES             libraries of headers alone that SOURCES include are in installer/header_only.txt, with notices
#   check.sh refusal MANUAL              manual.py refuses a help text that it does not understand
set -euo pipefail
export LC_ALL=C.UTF-8
fail() { echo "$*" >&2; exit 1; }
need() { command -v "$1" >/dev/null || { echo "SKIPPED: $1 is not there"; exit 77; }; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
what=$1
folder=$2
shift 2
case "$what" in
  desktop)
    need desktop-file-validate
    desktop-file-validate "$folder"/*.desktop
    ;;
  metainfo)
    need appstreamcli
    appstreamcli validate --no-net "$folder"/*.metainfo.xml
    ;;
  mime)
    need update-mime-database
    need gio
    mkdir -p "$work/share/mime/packages"
    cp "$folder/noiseloom.mime.xml" "$work/share/mime/packages/noiseloom.xml"
    XDG_DATA_HOME="$work/share" update-mime-database "$work/share/mime" 2>/dev/null
    kind() { XDG_DATA_HOME="$work/share" HOME="$work" gio info -a standard::content-type "$1" | sed -n 's/.*content-type: //p'; }
    [ "$(kind "$1")" = application/x-noiseloom-strategy ] || fail "$1: $(kind "$1")"
    [ "$(kind "$2")" = application/x-noiseloom-session ] || fail "$2: $(kind "$2")"
    [ "$(kind "$3")" = application/zip ] || fail "$3: $(kind "$3")"
    ;;
  notices)
    listed=$folder/installer/header_only.txt
    need dpkg
    # Folders of the system and of libraries that are linked, whose packages come along or are depended on.
    grep -rhoE '^#include <([A-Za-z0-9_]+/|LBFGS)' "$folder"/{core,app,ui} | sed 's/.*<//; s,/,,' | sort -u |
      grep -vxE 'sys|linux|arpa|netinet|Qt[A-Za-z0-9]*' >"$work/included" || true
    while read -r name; do
      grep -q "^$name " "$listed" || fail "$name is included, but not in $listed"
    done <"$work/included"
    while read -r name package; do
      grep -qx "$name" "$work/included" || fail "$name is in $listed, but nothing includes it"
      [ "$name" = pybind11 ] && [ ! -d "/usr/share/doc/$package" ] && continue  # the Python package is left out there
      grep -qi '^copyright' "/usr/share/doc/$package/copyright" || fail "$package has no notice"
    done < <(grep -v '^#' "$listed")
    ;;
  man)
    need man
    ls "$folder"/man1/noiseloom*.1 >/dev/null
    for page in "$folder"/man1/*.1; do
      man --warnings -E UTF-8 -l -Tutf8 -Z "$page" >/dev/null 2>"$work/warnings"
      [ ! -s "$work/warnings" ] || { cat "$work/warnings" >&2; fail "$page"; }
    done
    ;;
  bash)
    offered() {  # PROGRAM WORD...: what is offered for the last word
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
      "_${1//-/_}"
      printf '%s\n' "${COMPREPLY[@]}"
    }
    for program in "$@"; do
      name=$(basename "$program")
      # shellcheck disable=SC1090
      source "$folder/bash/$name"
      commands=$(QT_QPA_PLATFORM=offscreen "$program" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
      for command in '' $commands; do
        # Every option that --help names, in this order.
        QT_QPA_PLATFORM=offscreen "$program" $command --help | sed -n 's/^  \(\(-[a-z], *\|-[a-z],\)\?--[a-z-]*\).*/\1/p' |
          grep -o -- '--[a-z-]*' >"$work/said"
        offered "$name" $command -- | sort >"$work/offered"
        [ -s "$work/said" ] && [ "$(sort "$work/said")" = "$(grep -- '^--.' "$work/offered")" ] ||
          { diff "$work/said" "$work/offered" >&2; fail "$name $command: other options"; }
      done
    done
    [ "$(offered noiseloom-cli design --adjacency z)" = zero-out ] || fail "values of an option"
    ;;
  zsh)
    need zsh
    for completion in "$folder"/zsh/_*; do
      # A zsh that completes nothing: the words come to a stand-in for _arguments, which looks at their form.
      zsh -f -c '
        _arguments() { [[ $1 == -C ]] && shift; for word in "$@"; do
          [[ $word == (-*|\**|\(*|<->:*) ]] || { print -u2 "odd: $word"; exit 1; }; done; seen+=$#; line=(design) state=arguments }
        _describe() { : }; typeset -i seen=0; source $1; (( seen > 5 ))' zsh "$completion" || fail "$completion"
    done
    ;;
  refusal)
    printf '#!/bin/sh\nprintf "About.\\nUsage: odd [OPTIONS]\\n\\nOptions:\\n   half an option\\n"\n' >"$work/odd"
    chmod 755 "$work/odd"
    if "$folder" 1 2000-01-01 "$work/made" "$work/odd" 2>"$work/said"; then fail "understood what nobody can"; fi
    grep -q 'not understood' "$work/said" || fail "$(cat "$work/said")"
    ;;
  *) fail "unknown: $what" ;;
esac
echo "$what: ok"
