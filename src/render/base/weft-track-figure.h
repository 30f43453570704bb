/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-track-layout.h"

G_BEGIN_DECLS

/* A figure is a whole picture of tracks for files and paper: header, minimap, ruler, labels, canvas
 * and legend. */

typedef struct
{
  WeftTrackLayout *layout;
  const WeftStyle *style;
  const char *title; /* the file's name; NULL: a small picture of canvas, ruler and labels alone */
  const char *summary;   /* beside it; nullable */
  const char *time_unit; /* "cycles"; as long as the figure is painted. NULL: ticks are nanoseconds,
                          * which are written as µs, ms or s where that suits */
  gint64 zero;           /* tick that is written as 0 */
  gint64 hertz;          /* where there is a `time_unit`: ticks in a second, whose times are written
                          * instead; 0: not known */
  gboolean bare;         /* a lane of several pictures: canvas and labels alone, */
  int label_width;       /* these so wide in device pixels, */
  double fraction;       /* and the canvas begins so far into `first`, and shows so many ticks */
  double length;
  gboolean fills; /* tracks grow where the height has room for more than they need */
  int width;      /* device pixels of the whole */
  int height;
  gint64 first; /* ticks that are shown, first < last */
  gint64 last;
  gint64 trace_first; /* and those of the minimap */
  gint64 trace_last;
} WeftTrackFigure;

/* Appends the figure to `list`, opaque, with its corner at (0, 0). Tracks that there is no room for
 * are cut off below. */
void weft_track_figure_paint (const WeftTrackFigure *self, WeftPaintList *list);

G_END_DECLS
