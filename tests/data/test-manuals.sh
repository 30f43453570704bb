#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-manuals.sh PROGRAM... : each program has its manual page, all pages are without mistakes that
# their formatter knows, every command and option that the programs' help lists is explained, and none twice.

set -u
. "$G_TEST_SRCDIR/tap.sh"
need groff

without_warnings ()
{
  local said

  said=$(groff -man -Tutf8 -ww -z "$1" 2>&1)
  printf '%s\n' "$said"
  [[ -z $said ]]
}

# Of the program, and of each of its commands.
all_options ()
{
  local command

  "$1" --help
  for command in $("$1" --help | awk '/^  [a-z][a-z-]* +[^ ]/ && !/weft/ { print $1 }'); do
    echo "--$command"
    "$1" "$command" --help
  done
}

explains_all ()
{
  local page option status=0

  page=$WEFT_DATA/man/$(basename "$1").1
  # What toolkits add to the help has manuals of its own; a command stands there without “--”.
  for option in $(all_options "$1" | grep -oE -- '--[a-z-]+' | sort -u | grep -v -- --help-); do
    if ! groff -man -Tascii -P-cbou "$page" 2>/dev/null | grep -qE -- "(^| )(--)?${option#--}\\>"; then
      echo "$(basename "$page") says nothing of $option"
      status=1
    fi
  done
  return "$status"
}

# An option heads one paragraph of a page.
says_once ()
{
  local twice

  twice=$(awk 'heads { print } { heads = /^\.TP/ }' "$1" | grep -oE '^\.B[IR]* "?\\-\\-[a-z\\-]+' | sort | uniq -d)
  printf '%s\n' "$twice"
  [[ -z $twice ]]
}

for page in "$WEFT_DATA"/man/*.[1-9]; do
  check "$(basename "$page")" without_warnings "$page"
  check "$(basename "$page") says each option once" says_once "$page"
done
for program in "$@"; do
  check "$(basename "$program") is explained" explains_all "$program"
done
finish
