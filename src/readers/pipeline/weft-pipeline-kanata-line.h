/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A line of a Kanata log, taken apart, whatever stands in it. */

#define WEFT_KANATA_COLUMNS 4

typedef struct
{
  const char *text;
  gsize length;
} WeftKanataColumn;

typedef struct
{
  const char *text; /* the line without its end */
  gsize length;
  guint64 offset; /* of `text` in the source */
  gsize skipped;  /* bytes of the line that stand before `text` */
  WeftKanataColumn columns[WEFT_KANATA_COLUMNS];
  guint n_columns;
} WeftKanataLine;

static inline gboolean
weft_kanata_is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* Where a column begins in its line, from 1. */
gint64 weft_kanata_line_get_place (const WeftKanataLine *line, guint column);

/* The length without a comment: "blanks followed by // end a line's data". */
gsize weft_kanata_data_length (const char *text, gsize length);

/* Takes the blanks around away. */
void weft_kanata_column_trim (WeftKanataColumn *column);

/* Takes the text away that the column begins with. FALSE: it begins otherwise. */
gboolean weft_kanata_column_skip (WeftKanataColumn *column, const char *prefix);

/* Splits up to WEFT_KANATA_COLUMNS columns off; the rest of the line is nobody's. */
void weft_kanata_line_split (WeftKanataLine *line);

/* Whether nothing but blanks stands in a column, which the line has. */
gboolean weft_kanata_line_is_empty (const WeftKanataLine *line, guint column);

/* Whether a log begins with these bytes. */
gboolean weft_kanata_begins_with_header (const char *head, gsize length);

/* Where a log is written to the output of a simulator, each of its lines begins with the same bytes,
 * and other output stands between them. Whether the line ends as the header does: then `length` bytes
 * stand before that. */
gboolean weft_kanata_find_header (const char *text, gsize size, gsize *length);

G_END_DECLS
