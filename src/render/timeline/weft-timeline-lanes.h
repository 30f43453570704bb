/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-timeline-drawing.h"

/* Threads and streams. Coordinates are those of the list. */

/* The slices of a depth as a strip, without what paints them. */
WeftTrackStrip weft_timeline_get_strip (const WeftTimelineScene *scene, guint track, guint depth,
                                        const WeftTrackView *view);

void weft_timeline_paint_thread (const WeftTimelineScene *scene, guint track,
                                 const WeftTrackView *view, WeftPaintList *list);

/* How busy the threads of a process are, column by column, in the row of its heading. */
void weft_timeline_paint_group (gpointer data, const char *group, const WeftTrackView *view,
                                WeftPaintList *list);

/* The whole trace: how busy devices are, or else threads, and above it what never ended. */
void weft_timeline_paint_minimap (gpointer data, const WeftTrackView *view, WeftPaintList *list);
