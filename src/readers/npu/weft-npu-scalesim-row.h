/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A line of SCALE-Sim's traces: a cycle, and for each port the address of the word that is accessed in
 * it, or −1. Numbers are whole, written as integers or with a fraction of zeros. */

typedef struct
{
  gint64 cycle;
  guint n_columns;  /* the cycle's included */
  guint n_words;    /* ports that access something */
  gint64 lowest;    /* address of these; G_MAXINT64 where there are none, */
  gint64 highest;   /* and −1 */
  gboolean is_real; /* the cycle is written with a fraction */
} WeftScalesimRow;

/* Takes a line without its newline apart. Addresses below `floor` count as none, and how many there were is
 * added to `n_stray`. FALSE: it is no such line; `column` is where. */
gboolean weft_scalesim_row_read (WeftScalesimRow *self, const char *text, gsize length,
                                 gint64 floor, guint64 *n_stray, gsize *column);

G_END_DECLS
