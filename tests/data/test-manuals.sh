#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The manual pages have no mistakes that their formatter knows.

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

for page in "$WEFT_DATA"/man/*.[1-9]; do
  check "$(basename "$page")" without_warnings "$page"
done
finish
