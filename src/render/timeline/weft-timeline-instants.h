/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-timeline-drawing.h"

/* Instants: a diamond each, with its name where there is room until the next one. Coordinates are those of
 * the list. */

/* Those of a track, or of none (WEFT_TIMELINE_NO_TRACK), in the uppermost `height` pixels of the track. */
void weft_timeline_paint_instants (const WeftTimelineScene *scene, guint track, int height,
                                   const WeftTrackView *view, WeftPaintList *list);

/* The one at x, or close to it; WEFT_NO_ROW: there is none. */
guint32 weft_timeline_hit_instant (const WeftTimelineScene *scene, guint track,
                                   const WeftTrackView *view, double x);

/* The instants of a track, or of none, by time. */
const guint32 *weft_timeline_list_instants (const WeftTimelineScene *scene, guint track,
                                            guint32 *n);
