/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-track.h"

G_BEGIN_DECLS

/* The functions of WeftTrackPainter that find things. */
void weft_timeline_hit_test (gpointer data, const WeftTrack *track, const WeftTrackView *view,
                             double x, double y, WeftTrackHit *hit);
gboolean weft_timeline_step (gpointer data, const WeftTrack *track, const WeftTrackHit *from,
                             int direction, WeftTrackHit *hit);

/* Where an event is, as if it had been hit. FALSE where it is on no track. */
gboolean weft_timeline_scene_find (WeftTrackScene *scene, guint32 row, WeftTrackHit *hit);

G_END_DECLS
