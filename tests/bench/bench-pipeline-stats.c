/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "verdict.h"
#include "weft-load.h"
#include "weft-paint-pixels.h"
#include "weft-pipeline-critical-path.h"
#include "weft-pipeline-curves.h"
#include "weft-pipeline-findings.h"
#include "weft-pipeline-history.h"
#include "weft-pipeline-panels.h"
#include "weft-pipeline-renderer.h"
#include "weft-pipeline-stats-count.h"
#include "weft-pipeline-writer.h"

/* How long all statistics of a log take on one core, and what the window computes besides: curves,
 * findings, and, while one looks at it, the critical path; and why each op is late. It fails where
 * that takes too long.
 *
 * bench-pipeline-stats [FILE]: a trace of a million ops with 8.6 million stages is made up unless a
 * file is given. It is the thread's own time that counts, which a busy machine blurs less. */

#define N_OPS 1000000u
#define N_ROUNDS 7

static void
add_op (WeftPipelineWriter *writer, const WeftKind *kinds, guint n_kinds, guint32 i)
{
  gint64 cycle = i / 3;
  gint64 end = cycle;
  char label[32];
  guint32 op = weft_pipeline_writer_begin_op (writer, i, i, i % 2, i, cycle);

  g_snprintf (label, sizeof label, "%08x: add", 0x80000000u + i % 4096 * 4);
  weft_pipeline_writer_add_label (writer, op, 0, label, strlen (label));
  for (guint stage = 1; stage < n_kinds; stage++)
    {
      weft_pipeline_writer_start_stage (writer, op, kinds[stage], end);
      end += 1 + g_random_int_range (0, 60) / 20 + (g_random_int_range (0, 100) == 0 ? 90 : 0);
    }
  if (i % 5 < 3)
    {
      weft_pipeline_writer_start_stage (writer, op, kinds[0], cycle + 3);
      weft_pipeline_writer_end_stage (writer, op, kinds[0], cycle + 9);
    }
  if (i > 4)
    weft_pipeline_writer_add_dependency (writer, op, i - 4, 0, cycle);
  weft_pipeline_writer_end_op (writer, op, i % 20 == 0 ? WEFT_OP_FLUSHED : WEFT_OP_RETIRED, i, end);
}

static WeftPipelineTrace *
make_trace (void)
{
  static const char *const names[] = { "stl", "F", "Dc", "Rn", "Ds", "Sc", "X", "Wb", "Cm" };
  WeftPipelineTrace *trace = weft_pipeline_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftPipelineWriter) writer = weft_pipeline_writer_new (trace, WEFT_PIPELINE_KANATA);
  WeftKind kinds[G_N_ELEMENTS (names)];

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    kinds[i] =
      weft_pipeline_writer_intern_kind (writer, i == 0 ? "1" : "0", 1, names[i], strlen (names[i]));
  for (guint32 i = 0; i < N_OPS; i++)
    add_op (writer, kinds, G_N_ELEMENTS (names), i);
  weft_pipeline_writer_publish (writer, N_OPS / 3 + 200);
  return trace;
}

static WeftPipelineTrace *
load_trace (const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;

  if (!weft_load_run (load, NULL, &error))
    g_error ("%s", error->message);
  return g_object_ref (WEFT_PIPELINE_TRACE (weft_load_get_trace (load)));
}

static double
get_thread_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

enum
{
  STATS,
  CURVES,
  FINDINGS,
  PATH,
  WHY,
  N_PARTS
};

/* Explaining each op of a million is to take no more of a processor than that, in seconds, and no more bare passes
 * over their stages. */
#define WHY_LIMIT 0.6
#define WHY_PASSES 105.0

/* The time of all stages by their kind, from an array of them: the fastest of some runs. */
static double
bench_bare (WeftPipelineSnapshot *snapshot)
{
  typedef struct
  {
    guint32 start, end;
    guint32 kind;
  } Bare;
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Bare));
  WeftStageBuffer buffer = { NULL, 0, 0 };
  volatile gint64 sums[256] = { 0 };
  double fastest = G_MAXDOUBLE;

  for (guint32 op = 0; op < snapshot->n_ops; op++)
    {
      weft_pipeline_snapshot_get_stages (snapshot, op, &buffer);
      for (guint i = 0; i < buffer.n_stages; i++)
        {
          const WeftStage *stage = &buffer.stages[i];
          const Bare bare = { (guint32) stage->start, (guint32) stage->end, stage->kind % 256 };

          g_array_append_val (all, bare);
        }
    }
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      double begin = get_thread_time ();

      for (guint i = 0; i < all->len; i++)
        {
          const Bare *bare = &g_array_index (all, Bare, i);

          sums[bare->kind] += bare->end - bare->start;
        }
      fastest = MIN (fastest, get_thread_time () - begin);
    }
  weft_stage_buffer_clear (&buffer);
  return fastest;
}

static guint64
explain_all (WeftPipelineSnapshot *snapshot)
{
  g_autoptr (WeftPipelineExplainer) explainer = weft_pipeline_explainer_new (snapshot, NULL, NULL);
  guint64 cycles = 0;

  for (guint32 op = 0; op < snapshot->n_ops; op++)
    cycles += weft_pipeline_explainer_get_stall_cycles (explainer, op);
  return cycles;
}

/* Measures each part once. */
static void
run_round (WeftPipelineSnapshot *snapshot, double *times)
{
  g_autoptr (WeftPipelineStats) stats = NULL;
  g_autoptr (WeftPipelineCurves) curves = NULL;
  g_autoptr (GArray) findings = NULL;
  g_autoptr (WeftPipelineCriticalPath) path = NULL;
  double begin[N_PARTS + 1];

  begin[STATS] = get_thread_time ();
  stats = weft_pipeline_stats_new (snapshot, NULL, NULL, NULL);
  begin[CURVES] = get_thread_time ();
  curves = weft_pipeline_curves_new (snapshot, stats->first, stats->end, NULL, WEFT_MAX_BUCKETS,
                                     NULL, NULL);
  begin[FINDINGS] = get_thread_time ();
  findings = weft_pipeline_findings_new (snapshot, stats, NULL, NULL);
  begin[PATH] = get_thread_time ();
  path = weft_pipeline_critical_path_new (snapshot, NULL, NULL, NULL, NULL);
  begin[WHY] = get_thread_time ();
  g_assert_cmpuint (explain_all (snapshot), ==, stats->stall_cycles);
  begin[N_PARTS] = get_thread_time ();
  for (guint part = 0; part < N_PARTS; part++)
    times[part] = begin[part + 1] - begin[part];
}

/* --- the CPI stack of a range, and the graphs over time ----------------------------------------- */

#define N_RANGES 2000

/* The stack of any range is to take no more than that of a bare pass over all stages, once the whole has been
 * looked at. */
#define RANGE_LIMIT 0.35

/* A window of that size, in pixels; the graphs below it have as many rows of pixels as so many ops. */
#define WINDOW_WIDTH 1400
#define N_FRAMES 50

/* The slowest of many ranges, each the faster of two runs: what the machine does besides hits a few of them. */
static double
measure_ranges (const WeftPipelineSlots *slots, gint64 first, gint64 end)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  double slowest = 0;

  for (guint i = 0; i < N_RANGES; i++)
    {
      gint64 a = first + (gint64) (g_rand_double (random) * (double) (end - first));
      gint64 b = first + (gint64) (g_rand_double (random) * (double) (end - first));
      double faster = G_MAXDOUBLE;

      for (guint round = 0; round < 2; round++)
        {
          double begin = get_thread_time ();
          g_autoptr (GArray) parts = weft_pipeline_cpi_stack_new (slots, MIN (a, b), MAX (a, b));

          faster = MIN (faster, get_thread_time () - begin);
        }
      slowest = MAX (slowest, faster);
    }
  return slowest;
}

/* A frame of the graphs, and one of as many pixels of the ops above them; the fastest of some. */
static void
measure_frames (WeftPipelineRows *rows, const WeftPipelineHistory *history, double *graphs,
                double *ops)
{
  g_autoptr (WeftPipelineRenderer) renderer = weft_pipeline_renderer_new ();
  WeftStyle *style = weft_style_new (NULL, NULL);
  WeftPaintList *list = weft_paint_list_new ();
  const WeftPipelinePanels panels = { .set = WEFT_PANELS_STRUCTURES, .whole = history };
  int height = weft_pipeline_panels_measure (&panels, style);
  const WeftPipelineArea area = { 0, 0, WINDOW_WIDTH, height };
  g_autofree guint32 *pixels = g_new (guint32, (gsize) WINDOW_WIDTH * (gsize) height);
  WeftPipelineScene scene = { .rows = rows, .style = style };
  WeftPipelineExtent extent;

  weft_pipeline_extent_read (rows, &extent);
  scene.viewport = weft_pipeline_viewport_open (&extent, style, WINDOW_WIDTH, height);
  scene.viewport = weft_pipeline_viewport_fit_all (scene.viewport, &extent);
  *graphs = *ops = G_MAXDOUBLE;
  for (guint i = 0; i < 2 * N_FRAMES; i++)
    {
      double begin = get_thread_time (), *best = i % 2 == 0 ? graphs : ops;

      weft_paint_list_clear (list);
      if (i % 2 == 0)
        weft_pipeline_renderer_paint_panels (renderer, &scene, &panels, 0, 0, height, list);
      else
        weft_pipeline_renderer_paint_canvas (renderer, &scene, &area, list);
      weft_paint_pixels_draw (list, style->atlas, pixels, WINDOW_WIDTH, height, WINDOW_WIDTH * 4, 0,
                              0);
      *best = MIN (*best, get_thread_time () - begin);
    }
  weft_paint_list_free (list);
  weft_style_unref (style);
}

static void
measure_history (WeftPipelineTrace *trace, WeftPipelineSnapshot *snapshot, double bare)
{
  g_autoptr (WeftPipelineRows) rows = weft_pipeline_rows_new (trace, WEFT_ROWS_ALL);
  g_autoptr (WeftPipelineExplainer) explainer = weft_pipeline_explainer_new (snapshot, NULL, NULL);
  g_autoptr (WeftPipelineSlots) slots = weft_pipeline_slots_new (explainer, NULL, NULL);
  gint64 first = weft_pipeline_snapshot_get_first_cycle (snapshot);
  gint64 end = weft_pipeline_snapshot_get_last_cycle (snapshot) + 1;
  double begin = get_thread_time (), indexed, made, slowest, graphs, ops;

  weft_pipeline_slots_index (slots, NULL, NULL);
  indexed = get_thread_time ();
  {
    g_autoptr (WeftPipelineHistory) history =
      weft_pipeline_history_new (explainer, slots, first, end, WEFT_HISTORY_BUCKETS, NULL, NULL);

    made = get_thread_time ();
    weft_pipeline_rows_update (rows);
    measure_frames (rows, history, &graphs, &ops);
  }
  slowest = measure_ranges (slots, first, end);
  printf ("index of slots %.0f ms, history %.0f ms\n", (indexed - begin) * 1e3,
          (made - indexed) * 1e3);
  verdict_row (&(VerdictRow){ "CPI stack of a range, slowest", "ms", slowest * 1e3,
                              "bare pass over the stages", bare * 1e3, RANGE_LIMIT });
  verdict_row (&(VerdictRow){ "frame of graphs of structures", "ms", graphs * 1e3, "frame of ops",
                              ops * 1e3, 1 });
}

int
main (int argc, char **argv)
{
  static const char *const names[] = { "statistics", "curves", "findings", "critical path",
                                       "why, each op" };
  g_autoptr (WeftPipelineTrace) trace = argc > 1 ? load_trace (argv[1]) : make_trace ();
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (trace);
  double times[N_PARTS][N_ROUNDS], bare = bench_bare (snapshot);

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      double parts[N_PARTS];

      run_round (snapshot, parts);
      for (guint part = 0; part < N_PARTS; part++)
        times[part][round] = parts[part];
    }
  printf ("%u ops\n", snapshot->n_ops);
  for (guint part = 0; part < N_PARTS; part++)
    {
      qsort (times[part], N_ROUNDS, sizeof (double), compare_times);
      printf ("%-14s median %3.0f ms, fastest %3.0f ms\n", names[part],
              times[part][N_ROUNDS / 2] * 1e3, times[part][0] * 1e3);
    }
  printf ("why of a million ops: %.2f s of processor, limit %.1f s: %s\n",
          times[WHY][0] * 1e6 / snapshot->n_ops, WHY_LIMIT,
          verdict (times[WHY][0] * 1e6 / snapshot->n_ops <= WHY_LIMIT));
  verdict_row (&(VerdictRow){ "why each op is late", "s", times[WHY][0],
                              "bare pass over the stages", bare, WHY_PASSES });
  measure_history (trace, snapshot, bare);
  return verdict_status ();
}
