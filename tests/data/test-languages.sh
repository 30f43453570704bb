#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-languages.sh TRANSLATIONS FOLDER PROGRAM... : the programs speak the user's language, where translations lie in
# FOLDER once they are installed. They are put there for these programs alone.

set -u
. "$G_TEST_SRCDIR/tap.sh"

translations=$1 folder=$2
shift 2

# As much of FOLDER as there is: these programs see the translations in its place, so it is none of the system's own.
at=$folder
until [[ -d $at/ ]]; do
  at=${at%/*}
done

show_translations ()
{
  mount -t tmpfs weft "$at" && mkdir -p "$folder" && mount --bind "$translations" "$folder"
}

# One line of each program's help; another program, in `gettext`, says what it is in a language.
line_of ()
{
  case $1 in
    weft) echo 'Open the files in a window of their own' ;;
    weft-cli) echo 'Say what a trace is: format, counts, time, names, diagnostics' ;;
    weft-profilerd) echo 'Where the sockets are made' ;;
  esac
}

# speaks LANGUAGE PROGRAM
speaks ()
{
  local line expected

  export LC_ALL=C.UTF-8 LANGUAGE=$1
  line=$(line_of "${2##*/}")
  expected=$(TEXTDOMAINDIR=$translations gettext weft "$line")
  if [[ $expected == "$line" ]]; then
    echo "there is no translation of: $line"
    return 1
  fi
  "$2" --help | grep -F -- "$expected"
}

if [[ ${WEFT_INSIDE:-} != yes ]]; then
  need unshare mount gettext
  if [[ $at != /*/* ]]; then
    echo "1..0 # SKIP it would hide ${at:-/}"
    exit
  fi
  for map in '' --map-root-user; do
    if unshare --mount $map mount -t tmpfs weft "${TMPDIR:-/tmp}" 2>/dev/null; then
      WEFT_INSIDE=yes exec unshare --mount $map "$0" "$translations" "$folder" "$@"
    fi
  done
  echo '1..0 # SKIP no file system may be mounted here'
  exit
fi

check 'translations are there' show_translations
for language in $(grep -v '^#' "$WEFT_PO/LINGUAS"); do
  for program in "$@"; do
    check "${program##*/} in $language" speaks "$language" "$program"
  done
done
finish
