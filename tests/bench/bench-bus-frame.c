/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench-floor.h"
#include "verdict.h"
#include "weft-bus-scene.h"
#include "weft-bus-writer.h"
#include "weft-paint-pixels.h"
#include "weft-track-layout.h"

#include <stdio.h>

/* A frame is the time to draw all tiles of a cold 1920 × 1080 view of a million accesses, on one
 * thread, at places all over the trace; what a window derives of a trace before that is told as well. */

#define N_RECORDS 1000000
#define WIDTH 1920
#define HEIGHT 1080
#define TILE 256
#define N_FRAMES 40 /* of each zoom */

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

static double
paint_frame (WeftTrackLayout *layout, WeftStyle *style, const WeftAxis *axis, guint32 *pixels)
{
  double start = floor_thread_time ();
  WeftPaintList *list = weft_paint_list_new ();

  for (int y = 0; y < HEIGHT; y += TILE)
    for (int x = 0; x < WIDTH; x += TILE)
      {
        weft_paint_list_clear (list);
        weft_track_layout_paint (layout, axis, style, WIDTH, x, y, TILE, TILE, NULL, list);
        weft_paint_pixels_draw (list, style->atlas, pixels, TILE, TILE, TILE * 4, 0, 0);
      }
  weft_paint_list_free (list);
  return floor_thread_time () - start;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Frames with this share of the trace in sight. */
static void
measure (WeftTrackLayout *layout, WeftStyle *style, const WeftBusIndex *index, double share,
         double floor)
{
  g_autofree guint32 *pixels = g_new (guint32, TILE * TILE);
  g_autofree char *what =
    g_strdup_printf ("frame of the bus, %g %% of the trace, p99", share * 100);
  double times[N_FRAMES];
  gint64 first, last;

  weft_bus_scene_get_extent (index, &first, &last);
  for (guint i = 0; i < N_FRAMES; i++)
    {
      const double room = (double) (last - first) * (1 - share);
      const WeftAxis axis = { .origin = first + (gint64) (room * i / N_FRAMES),
                              .ticks_per_px = (double) (last - first) / WIDTH * share,
                              .ticks_per_unit = 1,
                              .unit_name = "cycles" };

      times[i] = paint_frame (layout, style, &axis, pixels);
    }
  qsort (times, N_FRAMES, sizeof *times, compare_doubles);
  printf ("median %.1f ms; ", times[N_FRAMES / 2]);
  verdict_row (&(VerdictRow){ .what = what,
                              .unit = "ms",
                              .ours = times[(N_FRAMES * 99 + 99) / 100 - 1],
                              .floor_name = FLOOR_FRAME_NAME,
                              .floor = floor,
                              .limit = FLOOR_FRAME_LIMIT });
}

int
main (void)
{
  static const double shares[] = { 1, 0.1, 0.01, 0.001, 0.0001, 0.00001 };
  g_autoptr (WeftBusSnapshot) snapshot = make_trace ();
  double start = floor_thread_time ();
  g_autoptr (WeftBusIndex) index = weft_bus_index_new (snapshot, NULL, NULL, NULL);
  double indexed = floor_thread_time ();
  g_autoptr (WeftBusModel) model = weft_bus_model_new (snapshot, NULL, NULL);
  double modelled = floor_thread_time ();
  const WeftBusSceneOptions options = {
    .all = index, .shown = index, .model = model, .with_lanes = TRUE, .with_regions = TRUE
  };
  g_autoptr (WeftTrackScene) scene = weft_bus_scene_new (&options);
  double arranged = floor_thread_time ();
  WeftStyle *style = weft_style_new (NULL, NULL);
  WeftTrackOrder *order = weft_track_order_new ();
  g_autoptr (WeftTrackLayout) layout = weft_track_layout_new (scene, order, style);
  double floor = floor_measure_frame ();

  printf ("index %.0f ms, model %.0f ms, scene %.0f ms\n", indexed - start, modelled - indexed,
          arranged - modelled);
  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    measure (layout, style, index, shares[i], floor);
  weft_track_order_free (order);
  weft_style_unref (style);
  return verdict_status ();
}
