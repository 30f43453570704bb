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

/* A table with rows as they come. Each column is titled by a button that sorts the table by it; one of texts stands to the
 * left. A row has a text for each cell. */
void weft_html_begin_rows (FILE *stream);
void weft_html_write_title (FILE *stream, const char *title, gboolean is_text);
void weft_html_end_titles (FILE *stream);
void weft_html_write_row (FILE *stream, char **texts, const WeftCell *cells, guint n_cells);
void weft_html_end_rows (FILE *stream);

/* A table of at most so many rows, which says how many more there are; nothing where it has none. Its columns are
 * titled by buttons that sort it. */
void weft_html_write_rows (FILE *stream, const WeftFacts *facts, guint max_rows);

G_END_DECLS
