/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-series.h"
#include "weft-track.h"

G_BEGIN_DECLS

/* The graph of a series in a track: the value at the end of each column of pixels as an area from 0 on, and
 * above it, lighter, the most that it was in the column. Nothing is drawn from the tick `end` on. */
void weft_track_graph_paint (const WeftSeries *series, WeftColor color, gint64 end,
                             const WeftTrackView *view, WeftPaintList *list);

/* The range of its axis, "0–1.5": (transfer full). */
char *weft_track_graph_format_range (const WeftSeries *series);

/* Its values in [first, last) in words, behind what it is called: (transfer full). */
char *weft_track_graph_describe (const WeftSeries *series, const char *name, gint64 first,
                                 gint64 last);

G_END_DECLS
