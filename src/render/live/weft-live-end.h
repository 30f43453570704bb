/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-trace.h"
#include "weft-track.h"

G_BEGIN_DECLS

/* What is to be said after the last record of a lane: that its stream has ended, or since when nothing is
 * heard of it. */

/* In words, for people: (transfer full); NULL while the lane goes on. */
char *weft_live_describe_end (const WeftLiveLane *lane);

/* The same in the lane; time of which nothing is known is hatched. */
void weft_live_paint_end (const WeftLiveLane *lane, const WeftTrackView *view, WeftPaintList *list);

G_END_DECLS
