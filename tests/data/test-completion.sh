#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-completion.sh WEFT_CLI : what bash offers while a command line of weft-cli is typed.

set -u
. "$G_TEST_SRCDIR/tap.sh"
. "$WEFT_DATA/completion/weft-cli"
program=$1

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
  _weft_cli "$program"
  printf 'offered: %s\n' "${COMPREPLY[*]}"
  for word in "${wanted[@]}"; do
    [[ " ${COMPREPLY[*]} " == *" $word "* ]] || return 1
  done
}

check 'commands' offers info check dump stats render -- weft-cli ''
check 'a command that has begun' offers stats -- weft-cli st
check 'options' offers --json --range= --filter= -- weft-cli stats --
check 'views' offers pipeline bus -- weft-cli render --view ''
check 'views behind =' offers pipeline -- weft-cli render --view = p
check 'keys' offers stage pc -- weft-cli stats --by ''
check 'themes' offers light dark -- weft-cli render --theme ''
check 'files' offers "$G_TEST_SRCDIR/tap.sh" -- weft-cli info "$G_TEST_SRCDIR/ta"
finish
