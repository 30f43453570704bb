/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-critical-path.h"

#include "made-log.h"

/* --- logs by hand ----------------------------------------------------------------------------------- */

static void
retire (MadeLog *log, guint32 op, gint64 cycle)
{
  g_assert_true (weft_pipeline_writer_end_op (log->writer, op, WEFT_OP_RETIRED, op, cycle));
}

static WeftPipelineCriticalPath *
find (MadeLog *log, const WeftCycleRange *range)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (log, 1000);
  g_autoptr (GError) error = NULL;
  WeftPipelineCriticalPath *path =
    weft_pipeline_critical_path_new (snapshot, range, NULL, NULL, &error);

  g_assert_no_error (error);
  return path;
}

/* "fetch 0>1 0-1; stage F 1 1-2": what a path is, in a line. */
static char *
describe (WeftPipelineCriticalPath *path, MadeLog *log)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < path->steps->len; i++)
    {
      const WeftPathStep *step = &g_array_index (path->steps, WeftPathStep, i);
      WeftKindInfo info;

      g_string_append_printf (text, "%s%s ", i > 0 ? "; " : "",
                              weft_step_type_to_string (step->type));
      if (step->type == WEFT_STEP_STAGE)
        {
          weft_pipeline_trace_get_kind (log->trace, step->kind, &info);
          g_string_append_printf (text, "%s ", info.name);
        }
      if (step->other != WEFT_NO_ROW)
        g_string_append_printf (text, "%u>", step->other);
      g_string_append_printf (text, "%u %d-%d", step->op, (int) step->from, (int) step->to);
      g_assert_cmpint (step->from, ==,
                       i == 0 ? path->from : g_array_index (path->steps, WeftPathStep, i - 1).to);
    }
  return g_string_free (text, FALSE);
}

/* Steps are without a gap, and what they cost adds up to the whole. */
static void
check_path (MadeLog *log, const WeftCycleRange *range, const char *expected)
{
  g_autoptr (WeftPipelineCriticalPath) path = find (log, range);
  g_autofree char *text = describe (path, log);
  guint64 cycles = 0;

  g_assert_cmpstr (text, ==, expected);
  for (guint i = 0; i < path->costs->len; i++)
    cycles += g_array_index (path->costs, WeftPathCost, i).cycles;
  g_assert_cmpuint (cycles, ==, weft_cycles_between (path->from, path->to));
}

/* --- tests ------------------------------------------------------------------------------------------ */

/* A load that takes long, what needs it, and what does not: the path goes through the load. */
static void
test_result (void)
{
  MadeLog log;
  guint32 load, slow, free;

  made_log_open (&log, NULL);
  load = made_log_begin (&log, 0, 0, "lw");
  made_log_stage (&log, load, "0", "F", 0, 1);
  made_log_stage (&log, load, "0", "X", 1, 11);
  made_log_stage (&log, load, "0", "C", 11, 12);
  retire (&log, load, 12);
  slow = made_log_begin (&log, 0, 1, "add");
  made_log_stage (&log, slow, "0", "F", 1, 2);
  made_log_stage (&log, slow, "0", "W", 2, 12);
  made_log_stage (&log, slow, "0", "X", 12, 13);
  made_log_stage (&log, slow, "0", "C", 13, 14);
  retire (&log, slow, 14);
  weft_pipeline_writer_add_dependency (log.writer, slow, load, 0, 12);
  /* The result of the load was there in cycle 11; the add took it a cycle later. */
  check_path (&log, NULL,
              "stage F 0 0-1; stage X 0 1-11; result 0>1 11-11; stage W 1 11-12; "
              "stage X 1 12-13; stage C 1 13-14");

  /* It retires only behind the add, so it is the add that it waited for. */
  free = made_log_begin (&log, 0, 2, "nop");
  made_log_stage (&log, free, "0", "F", 2, 3);
  made_log_stage (&log, free, "0", "C", 3, 15);
  retire (&log, free, 15);
  check_path (&log, NULL,
              "stage F 0 0-1; stage X 0 1-11; result 0>1 11-11; stage W 1 11-12; "
              "stage X 1 12-13; stage C 1 13-14; retire 1>2 14-15");
  made_log_close (&log);
}

/* A range has the ops that end in it: what a left-out producer did is not known. */
static void
test_range (void)
{
  const WeftCycleRange late = { 13, 100 }, none = { 500, 600 };
  MadeLog log;
  guint32 op;

  made_log_open (&log, NULL);
  op = made_log_begin (&log, 0, 0, "lw");
  made_log_stage (&log, op, "0", "X", 0, 12);
  retire (&log, op, 12);
  op = made_log_begin (&log, 0, 3, "add");
  made_log_stage (&log, op, "0", "W", 3, 12);
  made_log_stage (&log, op, "0", "X", 12, 13);
  retire (&log, op, 13);
  weft_pipeline_writer_add_dependency (log.writer, 1, 0, 0, 12);
  check_path (&log, &late, "stage W 1 3-12; stage X 1 12-13");
  check_path (&log, &none, "");
  made_log_close (&log);
}

/* A branch that is taken for another: what comes after is fetched only once it is known. */
static void
test_squash (void)
{
  MadeLog log;
  guint32 op;

  made_log_open (&log, NULL);
  op = made_log_begin (&log, 0, 0, "bne");
  made_log_stage (&log, op, "0", "F", 0, 1);
  made_log_stage (&log, op, "0", "X", 1, 5);
  retire (&log, op, 6);
  op = made_log_begin (&log, 0, 1, "wrong");
  weft_pipeline_writer_end_op (log.writer, op, WEFT_OP_FLUSHED, op, 4);
  op = made_log_begin (&log, 0, 7, "right");
  made_log_stage (&log, op, "0", "F", 7, 9);
  retire (&log, op, 9);
  check_path (&log, NULL, "stage F 0 0-1; stage X 0 1-4; squash 0>2 4-7; stage F 2 7-9");
  made_log_close (&log);
}

/* Fetches that follow one another are one step, which says where the time went; threads do not wait
 * for one another; overlapping stages count once, the latest begun first. */
static void
test_fetch (void)
{
  MadeLog log;
  guint32 op;

  made_log_open (&log, NULL);
  for (guint i = 0; i < 4; i++)
    {
      op = made_log_begin (&log, 0, 2 * (gint64) i, "nop");
      made_log_stage (&log, op, "0", "F", 2 * (gint64) i, 2 * (gint64) i + 1);
      made_log_stage (&log, op, "1", "stl", 2 * (gint64) i, 2 * (gint64) i + 2);
      retire (&log, op, 2 * (gint64) i + 1);
      made_log_begin (&log, 1, 2 * (gint64) i, "other thread");
    }
  op = made_log_begin (&log, 0, 8, "last");
  made_log_stage (&log, op, "0", "A", 8, 20);
  made_log_stage (&log, op, "0", "B", 10, 12);
  made_log_stage (&log, op, "0", "D", 15, 15);
  retire (&log, op, 22);
  check_path (&log, NULL,
              "fetch 0>8 0-8; stage A 8 8-10; stage B 8 10-12; stage A 8 12-20; "
              "gap 8 20-22");
  {
    g_autoptr (WeftPipelineCriticalPath) path = find (&log, NULL);
    guint64 in_stage = 0, in_none = 0;

    g_assert_cmpuint (g_array_index (path->steps, WeftPathStep, 0).n_ops, ==, 4);
    for (guint i = 0; i < path->costs->len; i++)
      {
        const WeftPathCost *cost = &g_array_index (path->costs, WeftPathCost, i);

        if (cost->type == WEFT_STEP_FETCH)
          *(cost->has_kind ? &in_stage : &in_none) += cost->cycles;
      }
    g_assert_cmpuint (in_stage, ==, 4);
    g_assert_cmpuint (in_none, ==, 4);
  }
  made_log_close (&log);
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  g_autoptr (GError) error = NULL;
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 100);
  snapshot = made_log_publish (&log, 1000);
  g_cancellable_cancel (cancellable);
  g_assert_null (weft_pipeline_critical_path_new (snapshot, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  made_log_close (&log);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/critical-path/result", test_result);
  g_test_add_func ("/critical-path/range", test_range);
  g_test_add_func ("/critical-path/squash", test_squash);
  g_test_add_func ("/critical-path/fetch", test_fetch);
  g_test_add_func ("/critical-path/cancel", test_cancel);
  return g_test_run ();
}
