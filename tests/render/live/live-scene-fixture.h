/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-scene.h"
#include "weft-paint-pixels.h"

#include "live-frames.h"

/* A live trace that is painted. */

#define WIDTH 300
#define HEIGHT 42

/* A trace whose lane runs `n` programs of 600 ns each µs, with a loss of `n` / 4 µs in the middle. */
typedef struct
{
  WeftLiveTrace *trace;
  WeftLiveWriter *writer;
  WeftTrackScene *scene;
  WeftStyle *style;
} Scene;

static inline void
scene_open (Scene *scene, guint n, gsize budget)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint half = n / 2;

  scene->trace = weft_live_trace_new ("made", NULL, WEFT_STORAGE_MEMORY, budget);
  scene->writer = weft_live_writer_new (scene->trace);
  frames_begin (bytes, 1, 0);
  for (guint i = 0; i < half; i += 1000)
    frames_records (bytes, 1, i, MIN (1000, half - i));
  frames_loss (bytes, 1, half, half + n / 4);
  for (guint i = 0; i < half; i += 1000)
    frames_records (bytes, 1, half + n / 4 + i, MIN (1000, half - i));
  g_assert_cmpint (frames_take (scene->writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (scene->writer);
  scene->scene = weft_live_scene_new (scene->trace);
  scene->style = weft_style_new (NULL, NULL);
}

static inline void
scene_close (Scene *scene)
{
  weft_track_scene_unref (scene->scene);
  weft_live_writer_free (scene->writer);
  g_object_unref (scene->trace);
  weft_style_unref (scene->style);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_close)

/* The lane's pixels from `first` to `last`: (transfer full). */
static inline guint32 *
paint (Scene *scene, gint64 first, gint64 last, WeftTrackView *view)
{
  WeftPaintList *list = weft_paint_list_new ();
  guint32 *pixels = g_new0 (guint32, WIDTH * HEIGHT);

  *view = (WeftTrackView){
    .width = WIDTH, .height = HEIGHT, .style = scene->style, .first = first, .last = last
  };
  view->axis = (WeftAxis){ .origin = first,
                           .ticks_per_px = (double) (last - first) / WIDTH,
                           .ticks_per_unit = 1,
                           .unit = WEFT_AXIS_NANOSECONDS };
  scene->scene->painter->paint (scene->scene->data, &scene->scene->tracks[0], view, list);
  weft_paint_pixels_draw (list, scene->style->atlas, pixels, WIDTH, HEIGHT, WIDTH * 4, 0, 0);
  weft_paint_list_free (list);
  return pixels;
}

static inline guint
count_color (const guint32 *pixels, WeftColor color)
{
  guint n = 0;

  for (guint i = 0; i < WIDTH * HEIGHT; i++)
    n += pixels[i] == color;
  return n;
}
