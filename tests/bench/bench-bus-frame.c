/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench-floor.h"
#include "verdict.h"
#include "weft-bus-scene.h"
#include "weft-bus-writer.h"
#include "weft-paint-pixels.h"
#include "weft-track-layout.h"

#include <stdio.h>
#include <string.h>

/* A frame is the time to draw all tiles of a cold 1920 × 1080 view of ten million accesses (one million where
 * WEFT_BENCH_QUICK is set), on one thread, at places all over the trace; what a window derives of a trace before that is
 * told as well.
 *
 * bench-bus-frame [WHAT]: those frames alone whose name has WHAT in it. */

#define N_RECORDS 10000000
#define N_QUICK 1000000
#define WIDTH 1920
#define HEIGHT 1080
#define TILE 256
#define STRIDE (TILE + 16) /* as tiles have it (weft-surface-pool.c) */
#define N_FRAMES 25        /* of each zoom */

static const char *wanted = "";

static WeftBusSnapshot *
make_trace (void)
{
  g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftBusWriter) writer = weft_bus_writer_new (trace, FALSE);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint64 now[WEFT_BUS_N_MASTERS] = { 0 };
  guint n_records = g_getenv ("WEFT_BENCH_QUICK") != NULL ? N_QUICK : N_RECORDS;

  for (guint i = 0; i < n_records; i++)
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
        weft_paint_pixels_draw (list, style->atlas, pixels, TILE, TILE, STRIDE * 4, 0, 0);
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

static const double shares[] = { 1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001 };

static char *
name_frame (const char *name, double share)
{
  return g_strdup_printf ("frame of the bus, %s, %g %% of the trace, p99", name, share * 100);
}

/* Whether any frame of the name is. */
static gboolean
is_wanted (const char *name)
{
  gboolean found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      g_autofree char *what = name_frame (name, shares[i]);

      found |= strstr (what, wanted) != NULL;
    }
  return found;
}

/* Frames with this share of the trace in sight. */
static void
measure (WeftTrackLayout *layout, WeftStyle *style, const WeftBusIndex *index, const char *name,
         double share, double floor)
{
  g_autofree guint32 *pixels = g_new (guint32, STRIDE * TILE);
  g_autofree char *what = name_frame (name, share);
  double times[N_FRAMES];
  gint64 first, last;

  if (strstr (what, wanted) == NULL)
    return;
  weft_bus_scene_get_extent (index, &first, &last);
  for (guint i = 0; i < N_FRAMES; i++)
    {
      const double room = (double) (last - first) * (1 - share);
      const double ticks_per_px = (double) (last - first) / WIDTH * share;
      /* Where all is in sight the places lie next to each other: none is to be known from before. */
      const WeftAxis axis = { .origin =
                                first + (gint64) (room * i / N_FRAMES + 3 * i * ticks_per_px),
                              .ticks_per_px = ticks_per_px,
                              .ticks_per_unit = 1,
                              .unit_name = "cycles" };

      times[i] = paint_frame (layout, style, &axis, pixels);
    }
  qsort (times, N_FRAMES, sizeof *times, compare_doubles);
  printf ("median %.2f ms; ", times[N_FRAMES / 2]);
  verdict_row (&(VerdictRow){ .what = what,
                              .unit = "ms",
                              .ours = times[(N_FRAMES * 99 + 99) / 100 - 1],
                              .floor_name = FLOOR_FRAME_NAME,
                              .floor = floor,
                              .limit = FLOOR_FRAME_LIMIT });
}

/* At all zooms: `filled` has the tracks take all of the height. */
static void
measure_scene (const WeftBusSceneOptions *options, const char *name, gboolean filled)
{
  g_autoptr (WeftTrackScene) scene = weft_bus_scene_new (options);
  g_autoptr (WeftTrackOrder) order = weft_track_order_new ();
  WeftStyle *style = weft_style_new (NULL, NULL);
  g_autoptr (WeftTrackLayout) own = weft_track_layout_new (scene, order, style);
  g_autoptr (WeftTrackLayout) layout = weft_track_layout_fill (own, filled ? HEIGHT : 0);
  double floor = floor_measure_frame ();
  g_autofree guint32 *pixels = g_new (guint32, STRIDE * TILE);

  /* Fonts are loaded, and there is memory for all columns. */
  paint_frame (layout, style,
               &(WeftAxis){ .ticks_per_px = 10, .ticks_per_unit = 1, .unit_name = "" }, pixels);
  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    measure (layout, style, options->all, name, shares[i], floor);
  weft_style_unref (style);
}

/* Those of two masters. */
static WeftBusIndex *
filter (WeftBusSnapshot *snapshot)
{
  g_autoptr (WeftBitset) only = weft_bitset_new (snapshot->n_rows);

  for (guint32 row = 0; row < snapshot->n_rows; row++)
    if (row % 8 < 7)
      only->words[row / 64] |= (guint64) 1 << row % 64;
  weft_bitset_seal (only);
  return weft_bus_index_new (snapshot, only, NULL, NULL);
}

int
main (int argc, char **argv)
{
  g_autoptr (WeftBusSnapshot) snapshot = make_trace ();
  double start = floor_thread_time ();
  g_autoptr (WeftBusIndex) index = weft_bus_index_new (snapshot, NULL, NULL, NULL);
  double indexed = floor_thread_time ();
  g_autoptr (WeftBusModel) model = weft_bus_model_new (snapshot, NULL, NULL);
  double modelled = floor_thread_time ();
  g_autoptr (WeftBusIndex) some = NULL;
  g_autoptr (WeftBusPages) pages = NULL;
  WeftBusSceneOptions options = {
    .all = index, .shown = index, .model = model, .with_lanes = TRUE, .with_regions = TRUE
  };

  if (argc > 1)
    wanted = argv[1];
  printf ("index %.0f ms, model %.0f ms\n", indexed - start, modelled - indexed);
  measure_scene (&options, "as it opens", FALSE);
  measure_scene (&options, "all of the height", TRUE);
  options.shown = some = is_wanted ("filtered") ? filter (snapshot) : weft_bus_index_ref (index);
  measure_scene (&options, "filtered", TRUE);
  if (is_wanted ("with pages"))
    options.pages = pages = weft_bus_pages_new (index, WEFT_BUS_REGION_HIGH_WRAM, NULL, NULL);
  options.shown = index;
  options.heat = WEFT_BUS_HEAT_WAIT;
  measure_scene (&options, "with pages", TRUE);
  return verdict_status ();
}
