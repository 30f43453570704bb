#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What a host program gets: a header that C11 and C++ take, a library, shared and static, that needs
# nothing but the C library and exports what its manual page tells of, and an example that works.
# Arguments: the folder of the library's source, the build folder, the daemon, weft-cli.

set -u
. "$G_TEST_SRCDIR/../data/tap.sh"
need cc groff nm pkg-config

source=$1 build=$2 daemon=$3 cli=$4
library=$build/src/feed/libweft-feed
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PKG_CONFIG_PATH=$build/meson-uninstalled

header_is_c11 ()
{
  cc -std=c11 -pedantic -Wall -Wextra -Werror -fsyntax-only -x c "$source/weft-feed.h"
}

header_is_cpp ()
{
  command -v c++ > /dev/null || return 0
  c++ -std=c++11 -Wall -Werror -fsyntax-only -x c++ "$source/weft-feed.h"
}

# Of the page and of the header: the same functions.
exports_what_is_told ()
{
  diff <(nm -D --defined-only "$library.so" | awk '{ print $3 }' | sort) \
    <(grep -oE '\bweft_feed_[a-z_]+\(' "$source/weft-feed.3" | tr -d '(' | sort -u) \
    && diff <(grep -oE '\bweft_feed_[a-z_]+ \(' "$source/weft-feed.h" | sort -u | tr -d ' (') \
      <(nm -D --defined-only "$library.so" | awk '{ print $3 }' | sort) || return 1
}

needs_only_c ()
{
  local needed

  needed=$(readelf -d "$library.so" | grep NEEDED | grep -vE 'lib(c|pthread|asan|ubsan|tsan)\.so')
  printf '%s\n' "$needed"
  [[ -z $needed ]]
}

page_is_clean ()
{
  local said

  said=$(groff -man -Tutf8 -ww -z "$source/weft-feed.3" 2>&1)
  printf '%s\n' "$said"
  [[ -z $said ]]
}

on_one_line ()
{
  tr -s ' \n' ' '
}

# The callback of the page stands in the example word by word.
page_shows_example ()
{
  local body

  body=$(sed -n '/^on_program/,/^}/p' "$source/weft-feed.3" | on_one_line)
  echo "$body"
  [[ -n $body ]] && on_one_line < "$source/weft-feed-example.c" | grep -qF -- "$body"
}

# With the flags that pkg-config says, as a host program is built.
build_example ()
{
  local flags

  read -ra flags < <(pkg-config --cflags --libs "$@" weft-feed)
  cc -std=gnu11 -o "$folder/example" "$source/weft-feed-example.c" "${flags[@]}" "${sanitizers[@]}"
}

# All that the example $1 publishes arrives.
run_example ()
{
  local pid said status=0

  "$daemon" --socket-dir "$folder/sockets" > /dev/null 2>&1 &
  pid=$!
  until [[ -S $folder/sockets/feed.sock ]]; do
    kill -0 "$pid" || return 1
  done
  LD_LIBRARY_PATH=$build/src/feed "$1" 20 "$folder/sockets/feed.sock" || status=1
  said=$("$cli" stats "$folder/sockets/view.sock" --for 0.2 --json)
  kill "$pid"
  wait "$pid"
  printf '%s\n' "$said"
  [[ $status == 0 && $said == *'"head":20,"delivered":20,"lost":0,'* ]]
}

# The library of a build with sanitizers links with them alone.
sanitizers=()
if nm -D "$library.so" | grep -q __asan_init; then
  sanitizers=(-fsanitize=address,undefined)
fi

check 'the header is C11' header_is_c11
check 'the header is C++' header_is_cpp
check 'it exports what is told' exports_what_is_told
check 'it needs only the C library' needs_only_c
check 'its page is without mistakes' page_is_clean
check 'its page shows the example' page_shows_example
check 'a host program links with it' build_example
check 'its records arrive' run_example "$folder/example"
check 'and with the static one, too' run_example "$build/src/feed/weft-feed-example"
finish
