/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-family.h"
#include "weft-facts.h"

G_BEGIN_DECLS

/* A page of HTML about a trace, with its pictures within it, that needs nothing besides. */

/* Begins the page: its title, and (nullable) a line below it. */
void weft_cli_page_begin (FILE *stream, const char *title, const char *summary);
void weft_cli_page_end (FILE *stream);

void weft_cli_page_write_heading (FILE *stream, const char *title);
void weft_cli_page_write_paragraph (FILE *stream, const char *text);

/* Findings (of WeftFinding), each with what it means. */
void weft_cli_page_write_findings (FILE *stream, const GArray *findings);

/* A table below a heading, with not too many rows; nothing where it has none. */
void weft_cli_page_write_table (FILE *stream, const char *title, const WeftFacts *facts);

/* The picture that `render` draws of a view, below its title, for a light page and for a dark one. FALSE after a
 * complaint. */
gboolean weft_cli_page_write_picture (FILE *stream, const char *title, WeftTrace *trace,
                                      const WeftCliRequest *request, guint view, int height);

G_END_DECLS
