/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How well what somebody writes stands for a title: its letters must all be in the title, in their
 * order, whatever their case and however many are between. Letters that follow one another count
 * most, and beginnings of words; of two titles alike the shorter one is the better. 0: not at all.
 * Blanks in `pattern` are skipped; an empty one stands for all titles alike. Both are UTF-8. */
guint weft_palette_match (const char *pattern, const char *title);

G_END_DECLS
