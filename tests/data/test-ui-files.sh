#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-ui-files.sh TYPES : GTK's own judge of templates finds nothing wrong with ours. TYPES is the
# library that makes ours and libadwaita's types known to it.

set -u
. "$G_TEST_SRCDIR/tap.sh"
need gtk4-builder-tool

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Since GTK 4.18 the judge makes one of each, which there is not of an abstract class.
judge ()
{
  local said

  said=$(env LD_PRELOAD="$1" gtk4-builder-tool validate "$2" 2>&1) && return
  printf '%s\n' "$said"
  [[ $said == *'cannot create instance of abstract'* ]]
}

# Handlers of signals are static functions, which only the class that owns the template knows.
for file in "$WEFT_UI"/*.ui; do
  name=$(basename "$file")
  sed 's/<signal [^>]*>//' "$file" >"$scratch/$name"
  check "$name" judge "$1" "$scratch/$name"
done
finish
