/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-life.h"
#include "weft-track.h"

G_BEGIN_DECLS

/* Where a lane begins and ends: says after the last record that its stream has ended, or since when nothing is
 * heard of it. Time of which nothing is known is hatched, before the first record as well. */
void weft_live_paint_end (const WeftLiveLane *lane, const WeftTrackView *view, WeftPaintList *list);

G_END_DECLS
