#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Translations are files that msgfmt takes: their formats are those of the originals. Each is
# complete: it says all that the program says.

set -u
. "$G_TEST_SRCDIR/tap.sh"
need msgfmt msgcmp xgettext

template=$(mktemp)
trap 'rm -f "$template"' EXIT
check 'what the program says' xgettext --directory="$WEFT_PO/.." --files-from="$WEFT_PO/POTFILES" \
  --from-code=UTF-8 --output="$template" --keyword=_ --keyword=N_ --keyword=C_:1c,2 \
  --keyword=NC_:1c,2 --keyword=ngettext:1,2 --keyword=g_dngettext:2,3

languages=$(grep -v '^#' "$WEFT_PO/LINGUAS")
for language in $languages; do
  check "$language" msgfmt -c -o /dev/null "$WEFT_PO/$language.po"
  check "$language is complete" msgcmp "$WEFT_PO/$language.po" "$template"
done
finish
