/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Turns offsets of a text that comes in pieces into lines and columns, going over each byte about
 * once. */

typedef struct
{
  guint64 offset;     /* up to here the lines are counted; never before the current piece */
  gint64 line;        /* the one that `offset` is in, from 1 */
  guint64 line_start; /* offset of its first byte */
} WeftLineCounter;

void weft_line_counter_init (WeftLineCounter *counter);

/* Counts on to `offset`. `piece` are the bytes from `piece_offset` on; it reaches from where was
 * counted to at least to `offset`. */
void weft_line_counter_advance (WeftLineCounter *counter, const char *piece, guint64 piece_offset,
                                guint64 offset);

/* Counts on by `length` bytes that have so many newlines; `last_line` bytes end with the last one. */
void weft_line_counter_pass (WeftLineCounter *counter, gsize length, gint64 n_newlines,
                             gsize last_line);

/* Line and column (bytes), both from 1, of an `offset` in the piece or where was counted to;
 * counts on where it lies behind. */
void weft_line_counter_locate (WeftLineCounter *counter, const char *piece, guint64 piece_offset,
                               guint64 offset, gint64 *line, gint64 *column);

G_END_DECLS
