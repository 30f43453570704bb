/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The search for a text that all families of traces have in common. The
 * fields of a schema that are searched are numbered in its order: that with number i is bit 1 << i in
 * masks. What matches is handed out as rows and times. */

/* A text that matches, at its first match. */
typedef struct
{
  guint32 row;   /* in the list of all rows, as if there were no filter */
  guint32 item;  /* the family's own number for the thing: of pipelines the op */
  guint32 part;  /* and for a part of it: of pipelines the stage; G_MAXUINT32: the whole */
  guint32 field; /* the bit of one field */
  guint32 from;  /* bytes [from, to) of the text, as it is shown */
  guint32 to;
  gint64 time; /* tick in which it begins, of the trace's time axis */
} WeftSearchHit;

/* Hears that the rows [first, last) are searched: their hits, in row order, take the place of those
 * that were found in these rows before. FALSE ends the search. */
typedef gboolean (*WeftSearchFound) (guint32 first, guint32 last, const WeftSearchHit *hits,
                                     guint n_hits, gpointer user_data);

G_END_DECLS
