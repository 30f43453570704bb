/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Arrows from a slice to another one, sorted by where they begin. Immutable; any thread. */

typedef struct
{
  guint32 n;
  guint32 *from; /* rows, rising; of those that begin at the same one by their ends */
  guint32 *to;
  guint32 *name;     /* ids of names: its category, or else its name */
  guint32 *by_end;   /* the flows' numbers sorted by `to` */
  guint64 n_unbound; /* ends of flows that belong to no slice or to no beginning: left out */
} WeftTimelineFlows;

/* One of them, before they are in order. */
typedef struct
{
  guint32 from;
  guint32 to;
  guint32 name;
} WeftTimelineFlow;

/* Of `n` flows in any order, which are sorted: (transfer full). */
WeftTimelineFlows *weft_timeline_flows_new (WeftTimelineFlow *flows, guint32 n, guint64 n_unbound);
void weft_timeline_flows_free (WeftTimelineFlows *self);

/* The flows that begin at a row: [*first, *last) of `from`, `to` and `name`. */
void weft_timeline_flows_find_from (const WeftTimelineFlows *self, guint32 row, guint32 *first,
                                    guint32 *last);

/* Those that end there: [*first, *last) of `by_end`. */
void weft_timeline_flows_find_to (const WeftTimelineFlows *self, guint32 row, guint32 *first,
                                  guint32 *last);

G_END_DECLS
