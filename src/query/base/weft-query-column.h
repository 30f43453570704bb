/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-query-trace.h"

G_BEGIN_DECLS

/* Who takes the cells of a column, in the order of its rows. */
typedef struct
{
  /* There are about so many in all: before the first, or, where rows are items of lists, with some of them. */
  void (*expect) (gsize n_cells, gpointer data);
  /* A cell, as weft_query_walk_get_value() returns it: its text is good until the next one. */
  void (*cell) (const WeftCell *cell, gpointer data);
  /* Many that are whole numbers, or not known: `gaps` (nullable) has a byte for each, 1 of these, which are 0. */
  void (*numbers) (const gint64 *numbers, const guint8 *gaps, guint n, gpointer data);
  /* Likewise real ones. */
  void (*reals) (const double *reals, const guint8 *gaps, guint n, gpointer data);
  /* A text in UTF-8 that is none of those before, which are numbered from 0. */
  void (*word) (const char *text, gpointer data);
  /* Many that are such texts, by their numbers, or −1: not known. */
  void (*words) (const gint32 *words, guint n, gpointer data);
  /* Who takes the cells behind the first `n_cells`, which are about as many (0: it is not known), in a thread of its own
   * at the same time, with words of its own. NULL: one thread takes all. */
  gpointer (*split) (gsize n_cells, gpointer data);
  /* Adds what the next one took, and frees it. */
  void (*join) (gpointer next, gpointer data);
} WeftQueryTaker;

/* Goes through a column of a table where its rows lie, as "SELECT column FROM table" does, in a fraction of the
 * time. `is_slow` is set where its cells had to be made one by one, or of several others, which takes longer than
 * reading blocks of them. FALSE with an error: of WEFT_QUERY_ERROR where there is no such column, or
 * G_IO_ERROR_CANCELLED. */
gboolean weft_query_column_read (WeftQueryTrace *trace, const char *table, const char *column,
                                 const WeftQueryTaker *taker, gpointer data, gboolean *is_slow,
                                 GCancellable *cancellable, GError **error);

G_END_DECLS
