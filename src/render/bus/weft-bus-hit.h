/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-track.h"

/* The hit test of WeftTrackPainter. */
void weft_bus_hit_test (gpointer data, const WeftTrack *track, const WeftTrackView *view, double x,
                        double y, WeftTrackHit *hit);
gboolean weft_bus_step (gpointer data, const WeftTrack *track, const WeftTrackHit *from,
                        int direction, WeftTrackHit *hit);

/* The access in `row` as a thing of its lane: clear `hit` afterwards. */
void weft_bus_scene_find (WeftTrackScene *scene, guint32 row, WeftTrackHit *hit);
