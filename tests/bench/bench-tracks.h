/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "bench-frame.h"
#include "verdict.h"
#include "weft-track-layout.h"

#include <string.h>

/* Frames of tracks, at zooms from the whole trace down and at places all over it. */

#define TRACKS_N_PLACES 25 /* of each zoom */
#define TRACKS_N_NEAR 3    /* frames next to each other */

static const double tracks_shares[] = { 1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001 };

/* Frames whose names have this in it are measured; all where it is empty. */
static const char *tracks_wanted = "";

typedef struct
{
  const char *name; /* "of the bus, filtered" */
  WeftTrackLayout *layout;
  WeftStyle *style;
  gint64 first;
  gint64 last;
} TracksBench;

typedef struct
{
  WeftTrackLayout *layout;
  WeftStyle *style;
  const WeftAxis *axis;
} TracksFrame;

static inline void
tracks_paint_strip (gpointer data, guint strip, guint thread)
{
  const TracksFrame *frame = data;
  const FramePainter *painter = frame_painter_of (thread);
  int x, y;

  frame_place_strip (strip, &x, &y);
  weft_paint_list_clear (painter->list);
  weft_track_layout_paint (frame->layout, frame->axis, frame->style, FLOOR_WIDTH, x, y, FRAME_STRIP,
                           FRAME_TILE, NULL, painter->list);
  frame_draw_strip (painter, frame->style->atlas);
}

static inline FrameTime
tracks_paint (WeftTrackLayout *layout, WeftStyle *style, const WeftAxis *axis)
{
  TracksFrame frame = { .layout = layout, .style = style, .axis = axis };

  return frame_make (FRAME_STRIPS, tracks_paint_strip, &frame);
}

static inline char *
tracks_name (const char *name, double share)
{
  return g_strdup_printf ("frame %s, %g %% of the trace, p99", name, share * 100);
}

/* Whether any frame of the name is to be measured. */
static inline gboolean
tracks_is_wanted (const char *name)
{
  gboolean found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (tracks_shares); i++)
    {
      g_autofree char *what = tracks_name (name, tracks_shares[i]);

      found |= strstr (what, tracks_wanted) != NULL;
    }
  return found;
}

/* No two frames are of the same place, so that nothing is known from before. */
static inline void
tracks_measure_zoom (const TracksBench *self, double share)
{
  g_autofree char *what = tracks_name (self->name, share);
  const double length = (double) self->last - (double) self->first;
  WeftAxis axis = { .ticks_per_px = length / FLOOR_WIDTH * share,
                    .ticks_per_unit = 1,
                    .unit_name = "cycles" };
  FrameTime times[TRACKS_N_PLACES];
  Floor floor;

  if (strstr (what, tracks_wanted) == NULL)
    return;
  tracks_paint (self->layout, self->style, &axis); /* fonts are loaded, and there is memory */
  floor = floor_begin ();
  for (guint i = 0; i < TRACKS_N_PLACES; i++)
    {
      double place = length * (1 - share) * i / TRACKS_N_PLACES;

      times[i] = (FrameTime){ G_MAXDOUBLE, G_MAXDOUBLE };
      for (guint near = 0; near < TRACKS_N_NEAR; near++)
        {
          double beside = MAX (3 * axis.ticks_per_px, 1) * (i * TRACKS_N_NEAR + near);

          axis.origin = self->first + (gint64) (place + beside);
          times[i] = frame_least (times[i], tracks_paint (self->layout, self->style, &axis));
        }
      floor_take (&floor);
    }
  qsort (times, TRACKS_N_PLACES, sizeof *times, frame_compare);
  printf ("median %.2f ms, %.2f ms of the processor; ", times[TRACKS_N_PLACES / 2].until_there,
          times[TRACKS_N_PLACES / 2].of_processor);
  verdict_row (&(VerdictRow){ .what = what,
                              .unit = "ms",
                              .ours = times[(TRACKS_N_PLACES * 99 + 99) / 100 - 1].until_there,
                              .floor_name = FLOOR_FRAME_NAME,
                              .floor = floor_end (&floor),
                              .limit = FLOOR_FRAME_LIMIT });
}

/* At all zooms: `filled` has the tracks take all of the height. */
static inline void
tracks_measure (WeftTrackScene *scene, const char *name, gboolean filled, gint64 first, gint64 last)
{
  g_autoptr (WeftTrackOrder) order = weft_track_order_new ();
  WeftStyle *style = weft_style_new (NULL, NULL);
  g_autoptr (WeftTrackLayout) own = weft_track_layout_new (scene, order, style);
  g_autoptr (WeftTrackLayout) layout = weft_track_layout_fill (own, filled ? FLOOR_HEIGHT : 0);
  const TracksBench bench = { name, layout, style, first, last };

  for (guint i = 0; i < G_N_ELEMENTS (tracks_shares); i++)
    tracks_measure_zoom (&bench, tracks_shares[i]);
  weft_style_unref (style);
}
