/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verdict.h"
#include "weft-bus-scene.h"
#include "weft-bus-writer.h"
#include "weft-paint-pixels.h"
#include "weft-track-layout.h"

#include <stdio.h>
#include <time.h>

/* A frame is the time to draw all tiles of a cold 1920 × 1080 view of a million accesses, on one
 * thread; what a window derives of a trace before that is told as well. */

#define N_RECORDS 1000000
#define WIDTH 1920
#define HEIGHT 1080
#define TILE 256
#define RUNS 5
#define LIMIT 16.0 /* milliseconds a frame, on two threads */

static WeftBusSnapshot *
make_trace (void)
{
  g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftBusWriter) writer = weft_bus_writer_new (trace, FALSE);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint64 now[WEFT_BUS_N_MASTERS] = { 0 };

  for (guint i = 0; i < N_RECORDS; i++)
    {
      guint master = i % 8 < 4 ? WEFT_BUS_MSH2 : i % 8 < 7 ? WEFT_BUS_SSH2 : WEFT_BUS_DMA;
      WeftBusRecord record = {
        .seq = i,
        .line = i + 1,
        .master = (guint8) master,
        .service = (guint64) g_rand_int_range (rand, 1, 12),
        .size_number = 4,
        .addr = g_rand_int (rand) % 4 ? 0x06000000 + g_rand_int (rand) % 0x80000
                                      : 0x05c00000 + g_rand_int (rand) % 0x10000,
        .kind = (guint8) g_rand_int_range (rand, 0, 5),
      };
      guint64 wait = i % 5 == 0 ? (guint64) g_rand_int_range (rand, 0, 30) : 0;

      record.retries = wait / record.service;
      record.first_attempt = now[master] + (guint64) g_rand_int_range (rand, 0, 3);
      now[master] = record.complete = record.first_attempt + wait + record.service;
      weft_bus_writer_check_seq (writer, i);
      g_assert_true (weft_bus_writer_add (writer, &record));
    }
  weft_bus_writer_publish (writer);
  return weft_bus_trace_ref_snapshot (trace);
}

/* Of this thread's own, so that others on the machine do not count: microseconds. */
static gint64
get_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static double
milliseconds_since (gint64 start)
{
  return (double) (get_time () - start) / 1000;
}

static double
paint_frame (WeftTrackLayout *layout, WeftStyle *style, const WeftAxis *axis, guint32 *pixels)
{
  gint64 start = get_time ();
  WeftPaintList *list = weft_paint_list_new ();

  for (int y = 0; y < HEIGHT; y += TILE)
    for (int x = 0; x < WIDTH; x += TILE)
      {
        weft_paint_list_clear (list);
        weft_track_layout_paint (layout, axis, style, WIDTH, x, y, TILE, TILE, NULL, list);
        weft_paint_pixels_draw (list, style->atlas, pixels, TILE, TILE, TILE * 4, 0, 0);
      }
  weft_paint_list_free (list);
  return milliseconds_since (start);
}

static double
measure (WeftTrackLayout *layout, WeftStyle *style, const WeftAxis *axis, guint32 *pixels)
{
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < RUNS; i++)
    best = MIN (best, paint_frame (layout, style, axis, pixels));
  return best;
}

int
main (void)
{
  g_autoptr (WeftBusSnapshot) snapshot = make_trace ();
  gint64 start = get_time ();
  g_autoptr (WeftBusIndex) index = weft_bus_index_new (snapshot, NULL, NULL, NULL);
  double index_time = milliseconds_since (start);
  g_autoptr (WeftBusModel) model = (start = get_time (), weft_bus_model_new (snapshot, NULL, NULL));
  double model_time = milliseconds_since (start);
  const WeftBusSceneOptions options = {
    .all = index, .shown = index, .model = model, .with_lanes = TRUE, .with_regions = TRUE
  };
  g_autoptr (WeftTrackScene) scene = (start = get_time (), weft_bus_scene_new (&options));
  double scene_time = milliseconds_since (start);
  WeftStyle *style = weft_style_new (NULL, NULL);
  WeftTrackOrder *order = weft_track_order_new ();
  g_autoptr (WeftTrackLayout) layout = weft_track_layout_new (scene, order, style);
  g_autofree guint32 *pixels = g_new (guint32, TILE * TILE);
  static const double zooms[] = { 1, 0.1, 0.01, 0.001, 0.0001, 0.00001 };
  gint64 first, last;
  double worst = 0;

  weft_bus_scene_get_extent (index, &first, &last);
  printf ("index %.0f ms, model %.0f ms, scene %.0f ms\n", index_time, model_time, scene_time);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      const WeftAxis axis = { .origin = first + (last - first) / 3,
                              .ticks_per_px = (double) (last - first) / WIDTH * zooms[i],
                              .ticks_per_unit = 1,
                              .unit_name = "cycles" };
      double frame = measure (layout, style, &axis, pixels);

      worst = MAX (worst, frame);
      printf ("%10.3f cycles a pixel: %.1f ms\n", axis.ticks_per_px, frame);
    }
  printf ("worst frame %.1f ms on one thread (limit %.0f): %s\n", worst, 2 * LIMIT,
          verdict (worst <= 2 * LIMIT));
  weft_track_order_free (order);
  weft_style_unref (style);
  return verdict_status ();
}
