/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bitset.h"
#include "weft-bus-edge.h"
#include "weft-bus-prefix-sums.h"
#include "weft-bus-region.h"

G_BEGIN_DECLS

/* Where the accesses of a trace lie in time: what goes on in any stretch of it is told in time
 * that does not grow with the stretch, and exactly. Sums are kept for each block of accesses, in
 * the order in which they start, are served and end: the cycles of service in [a, b) follow from
 * how many began and ended before a and before b, and when. Immutable once made; any thread. */

typedef struct _WeftBusIndex WeftBusIndex;

/* An index of all accesses, or of those in `only` (nullable, not kept): (transfer full). NULL with
 * G_IO_ERROR_CANCELLED when cancelled. */
WeftBusIndex *weft_bus_index_new (WeftBusSnapshot *snapshot, const WeftBitset *only,
                                  GCancellable *cancellable, GError **error);
WeftBusIndex *weft_bus_index_ref (WeftBusIndex *self);
void weft_bus_index_unref (WeftBusIndex *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftBusIndex, weft_bus_index_unref)

WeftBusSnapshot *weft_bus_index_get_snapshot (const WeftBusIndex *self);

/* How many accesses are in it. */
guint32 weft_bus_index_get_n_rows (const WeftBusIndex *self);

/* The access that ends after `number` others, 0 to below their count. */
guint32 weft_bus_index_get_row (const WeftBusIndex *self, guint32 number);

/* The longest stretch of time between two accesses, [*from, *to), and how many of them end before
 * it; from = to where there is none. */
guint32 weft_bus_index_get_idle (const WeftBusIndex *self, gint64 *from, gint64 *to);

/* --- sums until a tick: of a stretch of time that is the difference of two -------------------- */

/* Cycles before a tick that a master was served, by kind, and that it waited. Accesses that overlap
 * each other count each. */
typedef struct
{
  guint64 service[WEFT_BUS_KIND_SLOTS];
  guint64 wait;
} WeftBusLaneSum;

void weft_bus_index_sum_lane (const WeftBusIndex *self, guint master, gint64 tick,
                              WeftBusLaneSum *sum);

/* Accesses that ended before a tick. */
typedef struct
{
  guint64 n_rows; /* all of them */
  WeftBusEndSum regions[WEFT_BUS_N_REGIONS];
  WeftBusEndSum masters[WEFT_BUS_N_MASTERS];
} WeftBusEnds;

/* Both at each of the ticks, none of which is before the one before it, so that what lies between two is looked at once:
 * `lanes` has room for WEFT_BUS_N_MASTERS by `n_ticks`, `ends` for one each, and so have `counts`, which are the `n_rows`
 * of ends by themselves. Each may be NULL. */
void weft_bus_index_sum (const WeftBusIndex *self, const gint64 *ticks, guint n_ticks,
                         WeftBusLaneSum *lanes, WeftBusEnds *ends, guint32 *counts);

/* How many accesses of all masters ended before a tick: the number of the first that did not. */
guint32 weft_bus_index_count_ends (const WeftBusIndex *self, gint64 tick);

/* --- single accesses -------------------------------------------------------------------------- */

/* How many accesses of all masters touch [first, last). */
guint32 weft_bus_index_count (const WeftBusIndex *self, gint64 first, gint64 last);

/* The rows of these, in the order in which they end: appends to `rows` (of guint32), at most `max`.
 * FALSE where there are more. */
gboolean weft_bus_index_list (const WeftBusIndex *self, gint64 first, gint64 last, guint max,
                              GArray *rows);

/* The row of a master that starts next after (`direction` 1) or before (−1) the row `row`; where
 * that is WEFT_NO_ROW, the first that starts at `tick` or later. WEFT_NO_ROW: there is none. */
guint32 weft_bus_index_step (const WeftBusIndex *self, guint master, guint32 row, gint64 tick,
                             int direction);

/* An access that was served while another one waited. */
typedef struct
{
  guint32 row;
  gint64 overlap; /* cycles */
} WeftBusBlocker;

/* Finds the causes of the wait in `row`, as far as they can be inferred: accesses of other masters
 * whose service overlaps its wait, those with the longest overlap first. (transfer full), an
 * array of WeftBusBlocker, empty where it did not wait. At most 64. */
GArray *weft_bus_index_find_blockers (const WeftBusIndex *self, guint32 row);

G_END_DECLS
