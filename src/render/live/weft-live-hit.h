/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-trace.h"
#include "weft-track.h"

G_BEGIN_DECLS

/* Things under a point of a live trace's lanes, and those beside them: for the painter of weft-live-scene.h. */

/* A thing narrower than this has no box of its own, and takes its share of a column. */
#define WEFT_LIVE_BOX_PX 2

/* A readable row as a hit on its track, with what is known of it as text; the trace is held. */
void weft_live_hit_row (WeftLiveTrace *trace, guint lane, guint32 row, WeftTrackHit *hit);

void weft_live_hit_test (WeftLiveTrace *trace, guint lane, const WeftTrackView *view, double x,
                         WeftTrackHit *hit);

/* The row after (`direction` 1) or before (−1) another: FALSE where there is none. */
gboolean weft_live_hit_step (WeftLiveTrace *trace, guint lane, const WeftTrackHit *from,
                             int direction, WeftTrackHit *hit);

G_END_DECLS
