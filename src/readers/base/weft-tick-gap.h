/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The smallest positive gap between the ticks of a log, which come in any order: how many ticks a
 * cycle has ("the smallest positive gap between distinct ticks"). Exact after every tick.
 *
 * All ticks so far lie at least the gap apart, so that a bucket no wider than the gap holds one at
 * most, and a new tick need only be held against those of the buckets nearby. Buckets are a power
 * of two wide and are made anew when the gap falls below that: 63 times at most. */

typedef struct _WeftTickGap WeftTickGap;

WeftTickGap *weft_tick_gap_new (void);

/* The same after ticks of which only this is known: the first, and that all lie whole gaps of so many ticks (1 or more)
 * behind it. */
WeftTickGap *weft_tick_gap_new_on_grid (gint64 first, gint64 gap);
void weft_tick_gap_free (WeftTickGap *self);

/* Takes a tick, 0 or more. Costs some dozen nanoseconds: callers skip the ticks they saw lately. FALSE where it is not
 * known whether a tick that was not told is nearer than the gap: then all have to be added to a new one. */
gboolean weft_tick_gap_add (WeftTickGap *self, gint64 tick);

/* Whether there was no memory for a tick: the gap is that of those before it. */
gboolean weft_tick_gap_is_full (const WeftTickGap *self);

/* The gap; 0 where there are not two distinct ticks. */
gint64 weft_tick_gap_get (const WeftTickGap *self);

/* Whether all ticks lie whole gaps behind the first, so that one may go on with weft_tick_gap_new_on_grid(). */
gboolean weft_tick_gap_is_grid (const WeftTickGap *self);

/* The smallest tick; G_MAXINT64 where there is none. */
gint64 weft_tick_gap_get_first (const WeftTickGap *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTickGap, weft_tick_gap_free)

G_END_DECLS
