/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "bench-floor.h"
#include "verdict.h"
#include "weft-load.h"
#include "weft-paint-pixels.h"
#include "weft-pipeline-renderer.h"
#include "weft-pipeline-writer.h"

/* How much time a cold frame of 1920 × 1080 takes on one thread: the canvas as strips of tiles,
 * labels, ruler and minimap, from the trace to pixels. At each zoom, frames at places all over the
 * log. It is the thread's own time that counts, which a busy machine blurs less.
 *
 * bench-pipeline-frame [FILE [ZOOM]]: a trace of a million ops is made up unless a file is given, or
 * where that is "-"; ZOOM takes those alone whose name begins so. */

#define WIDTH 1920
#define HEIGHT 1080
#define PANE 340
#define MINIMAP 44
#define STRIP 256
#define N_FRAMES 60
#define N_RUNS 3 /* of a frame, of which the fastest counts: a busy machine disturbs any */
#define N_OPS 1000000

/* --- a trace ------------------------------------------------------------------------------ */

static guint32 seed = 1;

static guint32
next_random (guint32 below)
{
  seed = seed * 1664525 + 1013904223;
  return (guint32) (((guint64) seed * below) >> 32);
}

/* Four ops a cycle through nine stages, with misses that hold up all that follow, and squashes. */
static WeftPipelineTrace *
make_trace (void)
{
  static const char *const names[] = { "F", "Dc", "Rn", "Ds", "Sc", "X", "Wb", "Cm" };
  WeftPipelineTrace *trace = weft_pipeline_trace_new ("made up", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftPipelineWriter) writer = weft_pipeline_writer_new (trace, WEFT_PIPELINE_KANATA);
  WeftKind kinds[G_N_ELEMENTS (names)], stall;
  gint64 cycle = 0, commit = 0;
  guint squash = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    kinds[i] = weft_pipeline_writer_intern_kind (writer, "0", 1, names[i], strlen (names[i]));
  stall = weft_pipeline_writer_intern_kind (writer, "1", 1, "stl", 3);
  for (guint32 i = 0; i < N_OPS; i++)
    {
      guint32 op = weft_pipeline_writer_begin_op (writer, i, i, 0, i, cycle);
      gint64 at = cycle, wait = next_random (12), run = next_random (100) < 3 ? 90 : 1;

      if (squash == 0 && next_random (4000) == 0)
        squash = 50 + next_random (150);
      for (guint stage = 0; stage < 4; stage++)
        weft_pipeline_writer_start_stage (writer, op, kinds[stage], at++);
      weft_pipeline_writer_start_stage (writer, op, kinds[4], at);
      if (squash > 0)
        {
          squash--;
          weft_pipeline_writer_end_op (writer, op, WEFT_OP_FLUSHED, i, at + wait);
        }
      else
        {
          weft_pipeline_writer_start_stage (writer, op, kinds[5], at += wait);
          weft_pipeline_writer_start_stage (writer, op, kinds[6], at += run);
          weft_pipeline_writer_start_stage (writer, op, kinds[7], ++at);
          if (at + 4 < commit)
            weft_pipeline_writer_start_stage (writer, op, stall, at + 2);
          commit = MAX (commit, at + 1);
          weft_pipeline_writer_end_op (writer, op, WEFT_OP_RETIRED, i, commit);
        }
      if (i % 4 == 3)
        cycle = MAX (cycle + 1, commit - 100);
    }
  weft_pipeline_writer_publish (writer, commit);
  return trace;
}

static WeftPipelineTrace *
load_trace (const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;

  if (!weft_load_run (load, NULL, &error))
    g_error ("%s: %s", path, error->message);
  return g_object_ref (WEFT_PIPELINE_TRACE (weft_load_get_trace (load)));
}

/* --- frames ------------------------------------------------------------------------------- */

typedef struct
{
  WeftPipelineRenderer *renderer;
  WeftPipelineScene scene;
  WeftPipelineExtent extent;
  WeftPaintList *list;
  guint32 *pixels;
  double canvas_list; /* milliseconds */
  double canvas_pixels;
  double rest;
} Bench;

typedef struct
{
  const char *name;
  WeftPipelineLayout layout;
  double px_per_cycle;
  double px_per_row;
} Zoom;

static double
take_time (double *since)
{
  double before = *since;

  *since = floor_thread_time ();
  return *since - before;
}

static void
draw (Bench *bench, int width, int height)
{
  weft_paint_pixels_draw (bench->list, bench->scene.style->atlas, bench->pixels, width, height,
                          WIDTH * 4, 0, 0);
}

static double
draw_frame (Bench *bench)
{
  double start = floor_thread_time (), since = start;
  int ruler = weft_axis_ruler_height (bench->scene.style);

  bench->canvas_list = bench->canvas_pixels = 0;
  for (int y = 0; y < HEIGHT; y += STRIP)
    {
      WeftPipelineArea area = { 0, y, WIDTH, MIN (STRIP, HEIGHT - y) };

      weft_paint_list_clear (bench->list);
      weft_pipeline_renderer_paint_canvas (bench->renderer, &bench->scene, &area, bench->list);
      bench->canvas_list += take_time (&since);
      draw (bench, area.width, area.height);
      bench->canvas_pixels += take_time (&since);
    }
  weft_paint_list_clear (bench->list);
  weft_pipeline_renderer_paint_labels (
    bench->renderer, &bench->scene, &(WeftPipelineArea){ 0, 0, PANE, HEIGHT }, PANE, bench->list);
  draw (bench, PANE, HEIGHT);
  weft_paint_list_clear (bench->list);
  weft_pipeline_renderer_paint_minimap (bench->renderer, &bench->scene, 0, 0, WIDTH, MINIMAP,
                                        bench->list);
  weft_pipeline_renderer_paint_ruler (bench->renderer, &bench->scene, NULL, 0, MINIMAP, WIDTH,
                                      ruler, bench->list);
  draw (bench, WIDTH, MINIMAP + ruler);
  bench->rest = take_time (&since);
  return since - start;
}

static void
move_to (Bench *bench, const Zoom *zoom, double place)
{
  WeftPipelineViewport *viewport = &bench->scene.viewport;

  viewport->layout = zoom->layout;
  *viewport = weft_pipeline_viewport_fit_all (*viewport, &bench->extent);
  if (zoom->px_per_row > 0)
    {
      viewport->px_per_row = zoom->px_per_row;
      viewport->px_per_cycle = zoom->px_per_cycle;
    }
  viewport->origin_row = place * (bench->extent.n_rows - HEIGHT / viewport->px_per_row);
  viewport->origin_row = MAX (viewport->origin_row, 0);
  *viewport = weft_pipeline_viewport_follow (*viewport, &bench->extent, bench->scene.rows);
}

static void
measure (Bench *bench, const Zoom *zoom)
{
  g_autofree char *what = g_strdup_printf ("frame of a pipeline, %s, p99", zoom->name);
  double times[N_FRAMES], list = 0, pixels = 0, rest = 0;
  Floor floor = floor_begin ();

  for (int i = 0; i < N_FRAMES; i++)
    {
      move_to (bench, zoom, (i * 37 % N_FRAMES) / (double) N_FRAMES);
      times[i] = draw_frame (bench);
      for (guint run = 1; run < N_RUNS; run++)
        times[i] = MIN (times[i], draw_frame (bench));
      floor_take (&floor);
      list += bench->canvas_list / N_FRAMES;
      pixels += bench->canvas_pixels / N_FRAMES;
      rest += bench->rest / N_FRAMES;
    }
  qsort (times, N_FRAMES, sizeof *times, floor_compare);
  printf ("%-34s %6.2f   %6.2f %6.2f %6.2f\n", zoom->name, times[N_FRAMES / 2], list, pixels, rest);
  verdict_row (&(VerdictRow){ .what = what,
                              .unit = "ms",
                              .ours = times[(N_FRAMES * 99 + 99) / 100 - 1],
                              .floor_name = FLOOR_FRAME_NAME,
                              .floor = floor_end (&floor),
                              .limit = FLOOR_FRAME_LIMIT });
}

int
main (int argc, char **argv)
{
  static const Zoom zooms[] = {
    { "one op", WEFT_PIPELINE_TIME, 400, 1080 },
    { "100 %", WEFT_PIPELINE_TIME, 24, 24 },
    { "25 %", WEFT_PIPELINE_TIME, 6, 6 },
    { "8 % (cells)", WEFT_PIPELINE_TIME, 2, 2 },
    { "3 %", WEFT_PIPELINE_TIME, 0.75, 0.75 },
    { "8 rows a pixel", WEFT_PIPELINE_TIME, 0.2, 0.125 },
    { "60 rows a pixel", WEFT_PIPELINE_TIME, 0.05, 1 / 60.0 },
    { "300 rows a pixel", WEFT_PIPELINE_TIME, 0.02, 1 / 300.0 },
    { "300 rows a pixel, cycles apart", WEFT_PIPELINE_TIME, 4, 1 / 300.0 },
    { "all", WEFT_PIPELINE_TIME, 0, 0 },
    { "straightened 100 %", WEFT_PIPELINE_STRAIGHTENED, 24, 24 },
    { "straightened 8 rows a pixel", WEFT_PIPELINE_STRAIGHTENED, 8, 0.125 },
    { "straightened 60 rows a pixel", WEFT_PIPELINE_STRAIGHTENED, 8, 1 / 60.0 },
    { "straightened all", WEFT_PIPELINE_STRAIGHTENED, 0, 0 },
  };
  Bench bench = { .renderer = weft_pipeline_renderer_new (), .list = weft_paint_list_new () };
  WeftStyleOptions options = weft_style_options_default ();
  g_autoptr (WeftPipelineTrace) trace =
    argc > 1 && strcmp (argv[1], "-") != 0 ? load_trace (argv[1]) : make_trace ();
  g_autoptr (WeftPipelineRows) rows = weft_pipeline_rows_new (trace, WEFT_ROWS_ALL);

  options.theme = WEFT_THEME_DARK;
  bench.scene.rows = rows;
  bench.scene.style = weft_style_new (&options, NULL);
  bench.pixels = g_new (guint32, WIDTH * HEIGHT);
  weft_pipeline_rows_straighten (rows);
  weft_pipeline_rows_update (rows);
  weft_pipeline_extent_read (rows, &bench.extent);
  bench.scene.viewport =
    weft_pipeline_viewport_open (&bench.extent, bench.scene.style, WIDTH, HEIGHT);
  printf ("%u ops; milliseconds\n%-34s %6s   %6s %6s %6s\n", bench.extent.n_rows, "frame of",
          "median", "list", "pixels", "rest");
  move_to (&bench, &zooms[1], 0);
  draw_frame (&bench); /* loads fonts */
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    if (argc < 3 || g_str_has_prefix (zooms[i].name, argv[2]))
      measure (&bench, &zooms[i]);
  g_free (bench.pixels);
  weft_style_unref (bench.scene.style);
  weft_paint_list_free (bench.list);
  weft_pipeline_renderer_free (bench.renderer);
  return verdict_status ();
}
