/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-timeline-drawing.h"

/* The functions of WeftTrackPainter for what goes from track to track: arrows of flows. */

void weft_timeline_paint_flows (gpointer data, WeftTrackLayout *layout, const WeftTrackView *view,
                                WeftPaintList *list);
void weft_timeline_paint_ties (gpointer data, WeftTrackLayout *layout, const WeftTrackHit *selected,
                               const WeftTrackView *view, WeftPaintList *list);
