#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Translations are files that msgfmt takes: their formats are those of the originals.

set -u
. "$G_TEST_SRCDIR/tap.sh"
need msgfmt

languages=$(grep -v '^#' "$WEFT_PO/LINGUAS")
if [[ -z $languages ]]; then
  echo '1..0 # SKIP there are no translations'
  exit 0
fi
for language in $languages; do
  check "$language" msgfmt -c -o /dev/null "$WEFT_PO/$language.po"
done
finish
