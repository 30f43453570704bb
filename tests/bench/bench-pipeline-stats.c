/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "weft-load.h"
#include "weft-pipeline-stats.h"
#include "weft-pipeline-writer.h"

/* How long all statistics of a log take on one core.
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
    kinds[i] = weft_pipeline_writer_intern_kind (writer, i == 0 ? "1" : "0", 1, names[i],
                                                 strlen (names[i]));
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

int
main (int argc, char **argv)
{
  g_autoptr (WeftPipelineTrace) trace = argc > 1 ? load_trace (argv[1]) : make_trace ();
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (trace);
  double times[N_ROUNDS];
  guint64 n_stages = 0;
  guint32 n_ops = 0;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      double begin = get_thread_time ();
      g_autoptr (WeftPipelineStats) stats = weft_pipeline_stats_new (snapshot, NULL, NULL, NULL);

      times[round] = get_thread_time () - begin;
      n_ops = stats->n_ops;
      for (guint i = 0; i < stats->stages->len && round == 0; i++)
        n_stages += g_array_index (stats->stages, WeftStageStats, i).lengths.n_values;
    }
  qsort (times, N_ROUNDS, sizeof *times, compare_times);
  printf ("statistics of %u ops, %" G_GUINT64_FORMAT " stages: median %.0f ms, fastest %.0f ms\n",
          n_ops, n_stages, times[N_ROUNDS / 2] * 1e3, times[0] * 1e3);
  return 0;
}
