/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "weft-cycle-range.h"

G_BEGIN_DECLS

/* Stretches of time in which nothing happens, drawn shorter than they are. Ticks are laid in a row of
 * places: outside of the stretches one tick a place, so that lengths there can be compared; in one,
 * many. Immutable, counted by reference, for all threads; NULL folds nothing, and a tick's place is
 * the tick. */
typedef struct _WeftFolds WeftFolds;

/* Of `quiet`, ticks by rising time and apart, those that are worth it: each a thousandth of [first, last) or
 * more, half of it in all, and at least four times as long as it is drawn; then of what is left in the same
 * way, again and again. They are drawn alike, together not longer than all the rest. NULL where nothing is
 * to be folded. */
WeftFolds *weft_folds_choose (const WeftCycleRange *quiet, guint n, gint64 first, gint64 last);

/* The same without the one that a tick lies in, of the width that they have: (transfer full). NULL where
 * that was the last one. */
WeftFolds *weft_folds_open (WeftFolds *self, gint64 tick);

WeftFolds *weft_folds_ref (WeftFolds *self);
void weft_folds_unref (WeftFolds *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftFolds, weft_folds_unref)

/* Whether both fold the same and draw it alike; either is nullable. */
gboolean weft_folds_equal (const WeftFolds *a, const WeftFolds *b);

const WeftCycleRange *weft_folds_get (const WeftFolds *self, guint *n);

/* The place of a tick, and the first tick at a place. */
gint64 weft_folds_lay (const WeftFolds *self, gint64 tick);
gint64 weft_folds_find (const WeftFolds *self, gint64 place);

/* The fold that a tick lies in: (nullable). */
const WeftCycleRange *weft_folds_at (const WeftFolds *self, gint64 tick);

G_END_DECLS
