#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-completion.sh PROGRAM... : what bash offers while a command line of each is typed.

set -u
. "$G_TEST_SRCDIR/tap.sh"


# compopt works within a completion alone.
compopt () { :; }

# offers WORD... -- TYPED... : the last of TYPED is the word that is being typed
offers ()
{
  local wanted=() word

  while [[ $1 != -- ]]; do wanted+=("$1"); shift; done
  shift
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  "_${1//-/_}" "$program"
  printf 'offered: %s\n' "${COMPREPLY[*]}"
  for word in "${wanted[@]}"; do
    [[ " ${COMPREPLY[*]} " == *" $word "* ]] || return 1
  done
}

for program; do
  name=${program##*/}
  # shellcheck disable=SC1090
  . "$WEFT_DATA/completion/$name"
  case $name in
    weft)
      check 'options of weft' offers --new-window --version -- weft --
      check 'files of weft' offers "$G_TEST_SRCDIR/tap.sh" -- weft "$G_TEST_SRCDIR/ta" ;;
    weft-profilerd)
      check 'options of weft-profilerd' offers --model --fault= -- weft-profilerd --
      check 'faults' offers wrap32 reversed -- weft-profilerd --model --fault = ''
      check 'a fault that has begun' offers wrap32 -- weft-profilerd --fault = wr
      check 'folders' offers "$WEFT_DATA" -- weft-profilerd --socket-dir = "${WEFT_DATA%?}" ;;
    weft-cli)
      check 'commands' offers info check dump stats render -- weft-cli ''
      check 'a command that has begun' offers stats -- weft-cli st
      check 'options' offers --json --range= --filter= -- weft-cli stats --
      check 'views' offers pipeline bus -- weft-cli render --view ''
      check 'views behind =' offers pipeline -- weft-cli render --view = p
      check 'keys' offers stage pc -- weft-cli stats --by ''
      check 'themes' offers light dark -- weft-cli render --theme ''
      check 'files' offers "$G_TEST_SRCDIR/tap.sh" -- weft-cli info "$G_TEST_SRCDIR/ta"
      ;;
  esac
done
finish
