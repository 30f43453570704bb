/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "bench-floor.h"
#include "verdict.h"
#include "weft-paint-pixels.h"
#include "weft-track-layout.h"

#include <string.h>

/* Frames of tracks: the time of the processor that one thread takes to draw all tiles of a cold 1920 × 1080 view, at
 * zooms from the whole trace down and at places all over it. */

#define TRACKS_TILE 256
#define TRACKS_STRIDE (TRACKS_TILE + 16) /* as tiles have it (weft-surface-pool.c) */
#define TRACKS_N_PLACES 25               /* of each zoom */
#define TRACKS_N_NEAR \
  3 /* frames next to each other, of which the fastest counts: a busy machine disturbs any */

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

static inline double
tracks_paint (const TracksBench *self, const WeftAxis *axis, guint32 *pixels)
{
  double start = floor_thread_time ();
  WeftPaintList *list = weft_paint_list_new ();

  for (int y = 0; y < FLOOR_HEIGHT; y += TRACKS_TILE)
    for (int x = 0; x < FLOOR_WIDTH; x += TRACKS_TILE)
      {
        weft_paint_list_clear (list);
        weft_track_layout_paint (self->layout, axis, self->style, FLOOR_WIDTH, x, y, TRACKS_TILE,
                                 TRACKS_TILE, NULL, list);
        weft_paint_pixels_draw (list, self->style->atlas, pixels, TRACKS_TILE, TRACKS_TILE,
                                TRACKS_STRIDE * 4, 0, 0);
      }
  weft_paint_list_free (list);
  return floor_thread_time () - start;
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
  g_autofree guint32 *pixels = g_new (guint32, TRACKS_STRIDE * TRACKS_TILE);
  g_autofree char *what = tracks_name (self->name, share);
  const double length = (double) self->last - (double) self->first;
  WeftAxis axis = { .ticks_per_px = length / FLOOR_WIDTH * share,
                    .ticks_per_unit = 1,
                    .unit_name = "cycles" };
  double times[TRACKS_N_PLACES];
  Floor floor;

  if (strstr (what, tracks_wanted) == NULL)
    return;
  tracks_paint (self, &axis, pixels); /* fonts are loaded, and there is memory */
  floor = floor_begin ();
  for (guint i = 0; i < TRACKS_N_PLACES; i++)
    {
      double place = length * (1 - share) * i / TRACKS_N_PLACES;

      times[i] = G_MAXDOUBLE;
      for (guint near = 0; near < TRACKS_N_NEAR; near++)
        {
          double beside = MAX (3 * axis.ticks_per_px, 1) * (i * TRACKS_N_NEAR + near);

          axis.origin = self->first + (gint64) (place + beside);
          times[i] = MIN (times[i], tracks_paint (self, &axis, pixels));
        }
      floor_take (&floor);
    }
  qsort (times, TRACKS_N_PLACES, sizeof *times, floor_compare);
  printf ("median %.2f ms; ", times[TRACKS_N_PLACES / 2]);
  verdict_row (&(VerdictRow){ .what = what,
                              .unit = "ms",
                              .ours = times[(TRACKS_N_PLACES * 99 + 99) / 100 - 1],
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
