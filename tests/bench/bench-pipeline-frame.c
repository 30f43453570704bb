/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "bench-frame.h"
#include "verdict.h"
#include "weft-load.h"
#include "weft-pipeline-renderer.h"
#include "weft-pipeline-writer.h"

/* How long a cold frame of a pipeline takes: the canvas as strips of tiles, and beside them labels, ruler and minimap. At
 * each zoom, frames at places all over the log.
 *
 * bench-pipeline-frame [FILE [ZOOM]]: a trace of five million ops, or of one where WEFT_BENCH_QUICK is set, is made up unless
 * a file is given, or where that is "-"; ZOOM takes those alone whose name begins so. */

#define PANE 340
#define MINIMAP 44
#define N_FRAMES 60
#define N_RUNS 3 /* of a frame */
#define N_OPS 5000000
#define N_QUICK 1000000

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
  guint32 n_ops = g_getenv ("WEFT_BENCH_QUICK") != NULL ? N_QUICK : N_OPS;
  gint64 cycle = 0, commit = 0;
  guint squash = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    kinds[i] = weft_pipeline_writer_intern_kind (writer, "0", 1, names[i], strlen (names[i]));
  stall = weft_pipeline_writer_intern_kind (writer, "1", 1, "stl", 3);
  for (guint32 i = 0; i < n_ops; i++)
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
  WeftPipelineRenderer *renderers[FRAME_THREADS];
  guint32 *around; /* pixels of what is no tile */
  WeftPipelineScene scene;
  WeftPipelineExtent extent;
} Bench;

typedef struct
{
  const char *name;
  WeftPipelineLayout layout;
  double px_per_cycle;
  double px_per_row;
} Zoom;

static void
draw (const Bench *bench, const FramePainter *painter, int width, int height)
{
  weft_paint_pixels_draw (painter->list, bench->scene.style->atlas, bench->around, width, height,
                          FLOOR_WIDTH * 4, 0, 0);
}

/* In the window the main thread paints these. */
static void
paint_around (const Bench *bench, WeftPipelineRenderer *renderer, const FramePainter *painter)
{
  int ruler = weft_axis_ruler_height (bench->scene.style);

  weft_paint_list_clear (painter->list);
  weft_pipeline_renderer_paint_labels (
    renderer, &bench->scene, &(WeftPipelineArea){ 0, 0, PANE, FLOOR_HEIGHT }, PANE, painter->list);
  draw (bench, painter, PANE, FLOOR_HEIGHT);
  weft_paint_list_clear (painter->list);
  weft_pipeline_renderer_paint_minimap (renderer, &bench->scene, 0, 0, FLOOR_WIDTH, MINIMAP,
                                        painter->list);
  weft_pipeline_renderer_paint_ruler (renderer, &bench->scene, NULL, 0, MINIMAP, FLOOR_WIDTH, ruler,
                                      painter->list);
  draw (bench, painter, FLOOR_WIDTH, MINIMAP + ruler);
}

static void
paint_part (gpointer data, guint part, guint thread)
{
  const Bench *bench = data;
  const FramePainter *painter = frame_painter_of (thread);
  WeftPipelineArea area = { .width = FRAME_STRIP, .height = FRAME_TILE };
  int x, y;

  if (part == 0)
    {
      paint_around (bench, bench->renderers[thread], painter);
      return;
    }
  frame_place_strip (part - 1, &x, &y);
  area.x = x;
  area.y = y;
  weft_paint_list_clear (painter->list);
  weft_pipeline_renderer_paint_canvas (bench->renderers[thread], &bench->scene, &area,
                                       painter->list);
  frame_draw_strip (painter, bench->scene.style->atlas);
}

static FrameTime
draw_frame (Bench *bench)
{
  return frame_make (1 + FRAME_STRIPS, paint_part, bench);
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
  viewport->origin_row = place * (bench->extent.n_rows - FLOOR_HEIGHT / viewport->px_per_row);
  viewport->origin_row = MAX (viewport->origin_row, 0);
  *viewport = weft_pipeline_viewport_follow (*viewport, &bench->extent, bench->scene.rows);
}

static void
measure (Bench *bench, const Zoom *zoom)
{
  g_autofree char *what = g_strdup_printf ("frame of a pipeline, %s, p99", zoom->name);
  FrameTime times[N_FRAMES];
  Floor floor = floor_begin ();

  for (int i = 0; i < N_FRAMES; i++)
    {
      move_to (bench, zoom, (i * 37 % N_FRAMES) / (double) N_FRAMES);
      times[i] = draw_frame (bench);
      for (guint run = 1; run < N_RUNS; run++)
        times[i] = frame_least (times[i], draw_frame (bench));
      floor_take (&floor);
    }
  qsort (times, N_FRAMES, sizeof *times, frame_compare);
  printf ("median %.2f ms, %.2f ms of the processor; ", times[N_FRAMES / 2].until_there,
          times[N_FRAMES / 2].of_processor);
  verdict_row (&(VerdictRow){ .what = what,
                              .unit = "ms",
                              .ours = times[(N_FRAMES * 99 + 99) / 100 - 1].until_there,
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
  Bench bench = { .around = g_new (guint32, FLOOR_WIDTH * FLOOR_HEIGHT) };
  WeftStyleOptions options = weft_style_options_default ();
  g_autoptr (WeftPipelineTrace) trace =
    argc > 1 && strcmp (argv[1], "-") != 0 ? load_trace (argv[1]) : make_trace ();
  g_autoptr (WeftPipelineRows) rows = weft_pipeline_rows_new (trace, WEFT_ROWS_ALL);

  options.theme = WEFT_THEME_DARK;
  bench.scene.rows = rows;
  bench.scene.style = weft_style_new (&options, NULL);
  for (guint i = 0; i < FRAME_THREADS; i++)
    bench.renderers[i] = weft_pipeline_renderer_new ();
  weft_pipeline_rows_straighten (rows);
  weft_pipeline_rows_update (rows);
  weft_pipeline_extent_read (rows, &bench.extent);
  bench.scene.viewport =
    weft_pipeline_viewport_open (&bench.extent, bench.scene.style, FLOOR_WIDTH, FLOOR_HEIGHT);
  printf ("%u ops\n", bench.extent.n_rows);
  move_to (&bench, &zooms[1], 0);
  draw_frame (&bench); /* loads fonts */
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    if (argc < 3 || g_str_has_prefix (zooms[i].name, argv[2]))
      measure (&bench, &zooms[i]);
  for (guint i = 0; i < FRAME_THREADS; i++)
    weft_pipeline_renderer_free (bench.renderers[i]);
  g_free (bench.around);
  weft_style_unref (bench.scene.style);
  return verdict_status ();
}
