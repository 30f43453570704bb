/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-index.h"
#include "weft-track.h"

G_BEGIN_DECLS

/* The columns of pixels of a picture, and the sums in them. Its tracks, and the tiles below one another, show much the same sums, so
 * that these are made once for all of them, when the first one asks. Counted by reference, for all threads. */

/* A column's ticks, [first, last), which are the bounds number `from` and `to`. */
typedef struct
{
  gint64 first;
  gint64 last;
  guint from;
  guint to;
} WeftBusColumn;

/* An access that can be told apart in the picture. */
typedef struct
{
  guint32 row;
  WeftBusRecord record;
  WeftBusSpan span;
} WeftBusShown;

typedef struct _WeftBusColumns WeftBusColumns;

/* Of a view, whatever track it is of. */
WeftBusColumns *weft_bus_columns_new (const WeftTrackView *view);
WeftBusColumns *weft_bus_columns_ref (WeftBusColumns *self);
void weft_bus_columns_unref (WeftBusColumns *self);

/* Whether both have the same columns, and so the same in them. */
gboolean weft_bus_columns_equal (const WeftBusColumns *a, const WeftBusColumns *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftBusColumns, weft_bus_columns_unref)

/* As many as the view is wide. */
const WeftBusColumn *weft_bus_columns_get (const WeftBusColumns *self);

/* By bound, and of lanes then by master: (transfer none), as is what follows. The index is to outlive the columns.
 * `with_ends`: those will be asked for as well, and are cheapest summed up with the lanes. */
const WeftBusLaneSum *weft_bus_columns_sum_lanes (WeftBusColumns *self, const WeftBusIndex *index,
                                                  gboolean with_ends);
const WeftBusEnds *weft_bus_columns_sum_ends (WeftBusColumns *self, const WeftBusIndex *index);

/* How many accesses ended before each bound. */
const guint32 *weft_bus_columns_count_ends (WeftBusColumns *self, const WeftBusIndex *index);

/* Of a page, whose prefix sums are to outlive the columns as well. */
const WeftBusEndSum *weft_bus_columns_sum_page (WeftBusColumns *self,
                                                const WeftBusPrefixSums *page);

/* Accesses of the index that touch the view, in the order of their ends (of WeftBusShown). NULL where they cannot be
 * told apart: where ticks are not two pixels wide, or there are too many of them. */
const GArray *weft_bus_columns_list (WeftBusColumns *self, const WeftBusIndex *index);

G_END_DECLS
