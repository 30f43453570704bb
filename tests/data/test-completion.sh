#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-completion.sh PROGRAM... : what bash, zsh and fish offer while a command line of each is typed.
# zsh and fish are asked where they are installed.

set -u
. "$G_TEST_SRCDIR/tap.sh"

# --- how each is asked: ask_SHELL TYPED... , the last of TYPED being the word that is being typed, prints
# what is offered, a word a line; “=” is a word of its own where bash makes it one

# compopt works within a completion alone.
compopt () { :; }

ask_bash ()
{
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  "_${1//-/_}" "$program"
  printf '%s\n' "${COMPREPLY[@]}"
}

# What its completion calls is written down in place of being shown.
ask_zsh ()
{
  # shellcheck disable=SC2016
  zsh -f -c '
    compset () { PREFIX=${PREFIX#*=} }
    _files () { [[ ${1-} == -/ ]] && print -l -- $PREFIX*(/N) || print -l -- $PREFIX*(N) }
    _describe () {
      local suffix= list
      [[ ${@[-2]} == -S ]] && suffix=${@[-1]} && set -- "${@[1,-3]}"
      list=${@[-1]}
      for item in ${(P)list}; print -r -- ${item%%:*}$suffix
    }
    service=$1 PREFIX=${@[-1]} CURRENT=$(($# - 2))
    words=("$2" "${@[4,-1]}")
    source "$WEFT_DATA/completion/_weft" | while read -r word; do
      [[ $word == ${PREFIX#--*=}* || $PREFIX != --*=* && $word == $PREFIX* ]] && print -r -- $word
    done; true' zsh "$1" "$program" "$@"
}

ask_fish ()
{
  # shellcheck disable=SC2016
  fish --no-config -c '
    set -p fish_complete_path $WEFT_DATA/completion
    set -p fish_function_path $WEFT_DATA/completion
    complete -C "$argv" | string replace -r "\t.*" ""' "$program" "${@:2}"
}

# join WORD... : the words with those beside “=” as one, which they are but in bash
join ()
{
  joined=()
  while (($# > 0)); do
    if [[ $1 == = ]]; then
      joined[-1]+="=${2-}"
      shift
    else
      joined+=("$1")
    fi
    shift || break
  done
}

# offers SHELL WORD... -- TYPED... : those words are among what that shell offers
offers ()
{
  local shell=$1 wanted=() word offered joined
  shift
  while [[ $1 != -- ]]; do wanted+=("$1"); shift; done
  shift
  if [[ $shell == bash ]]; then joined=("$@"); else join "$@"; fi
  offered=" $("ask_$shell" "${joined[@]}" | tr '\n' ' ') "
  printf '%s offered: %s\n' "$shell" "$offered"
  for word in "${wanted[@]}"; do
    # fish offers what replaces all of “--option=word”
    [[ $offered == *" $word "* || ($shell == fish && $offered == *"=$word "*) ]] || return 1
  done
}

# offers_all SHELL WORD... : every option in the help of WORD... , the program's name and maybe a command
offers_all ()
{
  local shell=$1 options
  shift
  mapfile -t options < <("$program" "${@:2}" --help | grep -oE -- '^ +(-., )?--[a-z-]+=?' \
                           | grep -oE -- '--[a-z-]+=?')
  ((${#options[@]} > 2)) && offers "$shell" "${options[@]}" -- "$@" --
}

# ask NAME WORD... -- TYPED... : the same of all shells
ask ()
{
  local shell

  for shell in "${shells[@]}"; do
    check "$shell: $1" offers "$shell" "${@:2}"
  done
}

shells=(bash)
for shell in zsh fish; do
  command -v "$shell" >/dev/null && shells+=("$shell")
done
if [[ ${shells[*]} == *zsh* ]]; then
  check 'zsh takes its file' zsh -n "$WEFT_DATA/completion/_weft"
fi

for program; do
  name=${program##*/}
  # shellcheck disable=SC1090
  . "$WEFT_DATA/completion/$name"
  if [[ ${shells[*]} == *fish* ]]; then
    check "fish takes the file of $name" fish --no-config -n "$WEFT_DATA/completion/$name.fish"
  fi
  case $name in
    weft)
      ask 'files of weft' "$G_TEST_SRCDIR/tap.sh" -- weft "$G_TEST_SRCDIR/ta" ;;
    weft-profilerd)
      ask 'faults' wrap32 reversed -- weft-profilerd --model --fault = ''
      ask 'a fault that has begun' wrap32 -- weft-profilerd --fault = wr
      check 'folders' offers bash "$WEFT_DATA" -- weft-profilerd --socket-dir = "${WEFT_DATA%?}" ;;
    weft-cli)
      ask 'commands' info check dump stats render -- weft-cli ''
      ask 'a command that has begun' stats -- weft-cli st
      ask 'views' pipeline bus -- weft-cli render --view ''
      ask 'views behind =' pipeline -- weft-cli render --view = p
      ask 'keys' stage pc -- weft-cli stats --by ''
      ask 'formats' csv chrome perfetto sqlite -- weft-cli export --format ''
      ask 'formats of gates' text html -- weft-cli assert --format ''
      ask 'themes' light dark -- weft-cli render --theme ''
      ask 'files' "$G_TEST_SRCDIR/tap.sh" -- weft-cli info "$G_TEST_SRCDIR/ta"
      ;;
  esac
  for shell in "${shells[@]}"; do
    if [[ $name != weft-cli ]]; then
      check "$shell: all options of $name" offers_all "$shell" "$name"
      continue
    fi
    while read -r command; do
      check "$shell: all options of weft-cli $command" offers_all "$shell" weft-cli "$command"
    done < <("$program" --help | sed -nE '/weft-cli/d; s/^  ([a-z]+) +[^ ].*/\1/p')
  done
done
finish
