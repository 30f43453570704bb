/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdio.h>

#include "weft-facts.h"

G_BEGIN_DECLS

/* Parts of a page of HTML. */

/* A text (nullable: "—") that stays one, whatever its bytes are. */
void weft_html_write_text (FILE *stream, const char *text);

/* An element with nothing but a text in it. */
void weft_html_write_element (FILE *stream, const char *name, const char *text);

/* A table of at most so many rows, which says how many more there are; nothing where it has none. Its columns are
 * titled by buttons that sort it. */
void weft_html_write_rows (FILE *stream, const WeftFacts *facts, guint max_rows);

G_END_DECLS
