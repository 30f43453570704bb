/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-track.h"

/* The hit test of WeftTrackPainter. */
void weft_npu_hit_test (gpointer data, const WeftTrack *track, const WeftTrackView *view, double x,
                        double y, WeftTrackHit *hit);
gboolean weft_npu_step (gpointer data, const WeftTrack *track, const WeftTrackHit *from,
                        int direction, WeftTrackHit *hit);

/* The event in `row` as a thing of its track: clear `hit` afterwards. FALSE where it is on no
 * track. */
gboolean weft_npu_scene_find (WeftTrackScene *scene, guint32 row, WeftTrackHit *hit);

/* A stretch of time on a track, [first, last), as a thing of it. FALSE where there is no such track. */
gboolean weft_npu_scene_find_stretch (WeftTrackScene *scene, guint32 track, gint64 first,
                                      gint64 last, WeftTrackHit *hit);
