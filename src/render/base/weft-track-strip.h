/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-spans.h"
#include "weft-track.h"

G_BEGIN_DECLS

/* Things that follow one another along a part of a track's height: a sub-lane, a depth of what nests.
 * Where they are too narrow to tell apart, a column of pixels has the colour of one of them, as strong as
 * the share of its time that all take, so that painting costs what the width does. */

typedef struct _WeftTrackStrip WeftTrackStrip;

/* So many columns are coloured at once, at most. */
#define WEFT_TRACK_COLUMNS 64

/* A column of pixels that shows things too narrow to tell apart: those from `first` up to, not including, `end`, and
 * where they are many, some on either side. */
typedef struct
{
  int x;
  guint32 first;
  guint32 end;
  double
    share; /* of the column's time that they take, in steps of 1/32; one step off where they are many */
} WeftTrackColumn;

struct _WeftTrackStrip
{
  const WeftSpans *spans; /* when the things are */
  int y;                  /* of the track's height, device pixels */
  int height;
  WeftColor ground;  /* where there is none */
  double faintest;   /* how strong the colour of a column is at least: what is there shows, however
                     * short it is; 0: as strong as is usual */
  WeftColor unknown; /* columns of this colour are hatched: nothing is known of them;
                      * WEFT_COLOR_NONE: there are none */
  gconstpointer data;

  /* The colours of `n` columns, all at once: what they are looked up in lies far apart, and a processor waits
   * for many such places as long as for one. */
  void (*get_colors) (const WeftTrackStrip *self, const WeftStyle *style,
                      const WeftTrackColumn *columns, guint n, WeftColor *colors);

  /* Paints the thing `i`, which is wide enough to be one. */
  void (*paint_thing) (const WeftTrackStrip *self, const WeftTrackView *view, WeftPaintList *list,
                       guint32 i);
};

void weft_track_strip_paint (const WeftTrackStrip *self, const WeftTrackView *view,
                             WeftPaintList *list);

/* The thing at x of the list, or close to it; G_MAXUINT32 where there is none, or several are too close to
 * one another. */
guint32 weft_track_strip_hit (const WeftTrackStrip *self, const WeftTrackView *view, double x);

/* Adds to each column's number, of which there are as many as the view is wide, how many of its ticks lie in the spans:
 * for many lists of spans in one picture. */
void weft_track_view_add_taken (const WeftTrackView *view, const WeftSpans *spans, double *taken);

/* The part of a track's height that one of `n` strips of the same height has. */
void weft_track_strip_divide (int height, guint n, guint strip, int *y, int *part);

G_END_DECLS
