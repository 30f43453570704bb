/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stats-result.h"

#include "made-log.h"
#include "wait.h"

typedef struct
{
  MadeLog log;
  WeftRunner *runner;
  guint n_done, n_awaited;
  gboolean loading; /* more of the log is to come */
} Run;

static void
done (WeftRunner *runner G_GNUC_UNUSED, Run *run)
{
  run->n_done++;
}

static void
run_open (Run *run, guint32 n_ops)
{
  made_log_open (&run->log, NULL);
  made_log_fill (&run->log, n_ops);
  run->runner = weft_runner_new (WEFT_TYPE_PIPELINE_STATS_RESULT);
  run->n_done = 0;
  run->loading = TRUE;
  g_signal_connect (run->runner, "done", G_CALLBACK (done), run);
}

static void
run_close (Run *run)
{
  g_object_unref (run->runner);
  made_log_close (&run->log);
}

static void
ask (Run *run, const WeftOpRange *range)
{
  WeftPipelineStatsQuestion question = { .snapshot = made_log_publish (&run->log, 5000),
                                         .range = *range,
                                         .loading = run->loading,
                                         .assumptions =
                                           weft_pipeline_trace_ref_assumptions (run->log.trace) };

  weft_runner_ask (run->runner, &question);
}

static const WeftPipelineStatsResult *
get_result (const Run *run)
{
  return weft_runner_get_result (run->runner);
}

static gboolean
has_done (gpointer data)
{
  Run *run = data;

  return run->n_done >= run->n_awaited;
}

static void
wait_for (Run *run, guint n_done)
{
  run->n_awaited = n_done;
  wait_until (has_done, run);
  g_assert_cmpuint (run->n_done, ==, n_done);
}

/* --- tests ---------------------------------------------------------------------------------------- */

static void
test_whole (void)
{
  const WeftOpRange all = WEFT_OP_RANGE_ALL;
  const WeftPipelineStatsResult *result;
  Run run;

  run_open (&run, 500);
  g_assert_null (get_result (&run));
  g_assert_false (weft_pipeline_stats_result_is_stale (run.runner));
  ask (&run, &all);
  g_assert_true (weft_pipeline_stats_result_is_stale (run.runner));
  wait_for (&run, 1);
  g_assert_false (weft_pipeline_stats_result_is_stale (run.runner));
  result = get_result (&run);
  g_assert_cmpuint (result->stats->n_ops, ==, 500);
  g_assert_nonnull (result->explainer);
  g_assert_nonnull (result->findings);
  g_assert_cmpuint (result->curves->n_buckets, >, 0);

  weft_runner_forget (run.runner);
  g_assert_null (get_result (&run));
  run_close (&run);
}

static void
test_ranges (void)
{
  const WeftOpRange cycles = { { 20, 40 }, 0, G_MAXUINT32 };
  const WeftOpRange rows = { WEFT_CYCLE_RANGE_ALL, 10, 60 };
  const WeftOpRange both = { { 20, 40 }, 10, 60 };
  const WeftPipelineStatsResult *result;
  Run run;

  run_open (&run, 500);
  ask (&run, &cycles);
  wait_for (&run, 1);
  result = get_result (&run);
  g_assert_cmpint (result->stats->first, ==, 20);
  g_assert_cmpint (result->stats->last, ==, 40);
  ask (&run, &rows);
  g_assert_true (weft_pipeline_stats_result_is_stale (run.runner));
  wait_for (&run, 2);
  result = get_result (&run);
  g_assert_cmpuint (result->counts.n_ops, ==, 50);
  g_assert_cmpuint (result->stats->n_ops, ==, 50);
  g_assert_cmpint (result->stats->first, ==, result->counts.first_fetch);
  g_assert_cmpint (result->stats->last, ==, result->counts.last_end + 1);
  g_assert_cmpuint (result->counts.n_retired + result->counts.n_flushed + result->counts.n_open, ==,
                    50);
  g_assert_cmpint (result->counts.first_fetch, ==, 5);
  ask (&run, &both);
  wait_for (&run, 3);
  result = get_result (&run);
  g_assert_cmpuint (result->stats->n_ops, <=, result->counts.n_ops);
  g_assert_cmpuint (result->counts.n_ops, <=, 50);
  run_close (&run);
}

/* A range that moves is computed for its last place alone. */
static void
test_brush (void)
{
  Run run;

  run_open (&run, 20000);
  for (gint64 i = 1; i <= 50; i++)
    {
      const WeftOpRange range = { { 100, 100 + i }, 0, G_MAXUINT32 };

      ask (&run, &range);
    }
  wait_for (&run, 1);
  g_assert_cmpint (get_result (&run)->question.range.cycles.to, ==, 150);
  run_close (&run);
}

/* A log that grows is computed again, but not each time. */
static void
test_growth (void)
{
  const WeftOpRange all = WEFT_OP_RANGE_ALL;
  Run run;
  gint64 start = g_get_monotonic_time ();

  run_open (&run, 100);
  ask (&run, &all);
  wait_for (&run, 1);
  for (guint i = 0; i < 10; i++)
    {
      made_log_fill (&run.log, 100);
      ask (&run, &all);
      g_main_context_iteration (NULL, FALSE);
    }
  /* Unless the machine stood still for as long. */
  if (g_get_monotonic_time () - start < G_USEC_PER_SEC * 9 / 10)
    g_assert_cmpuint (run.n_done, ==, 1);
  wait_for (&run, 2);
  g_assert_cmpuint (get_result (&run)->stats->n_ops, ==, 1100);
  g_assert_cmpint (g_get_monotonic_time () - start, >=, G_USEC_PER_SEC * 9 / 10);
  run_close (&run);
}

/* A log of which the first half was counted, and the second is there. */
static void
run_open_grown (Run *run)
{
  const WeftOpRange all = WEFT_OP_RANGE_ALL;

  run_open (run, 100);
  ask (run, &all);
  wait_for (run, 1);
  made_log_fill (&run->log, 100);
}

static void
assert_counts_all (Run *run)
{
  g_assert_true (weft_runner_is_running (run->runner));
  wait_for (run, 2);
  g_assert_cmpuint (get_result (run)->stats->n_ops, ==, 200);
}

/* When all is read, figures of some of it are not left standing for a second; */
static void
test_read (void)
{
  const WeftOpRange all = WEFT_OP_RANGE_ALL;
  Run run;

  run_open_grown (&run);
  run.loading = FALSE;
  ask (&run, &all);
  assert_counts_all (&run);
  run_close (&run);
}

/* nor are they where its end brought no more ops, and nothing is derived again that was of all. */
static void
test_hurry (void)
{
  const WeftOpRange all = WEFT_OP_RANGE_ALL;
  Run run;

  run_open_grown (&run);
  ask (&run, &all);
  weft_runner_hurry (run.runner);
  assert_counts_all (&run);
  weft_runner_hurry (run.runner);
  g_assert_false (weft_runner_is_running (run.runner));
  run_close (&run);
}

static void
test_close_busy (void)
{
  const WeftOpRange all = WEFT_OP_RANGE_ALL;
  Run run;

  run_open (&run, 20000);
  ask (&run, &all);
  g_object_unref (run.runner);
  wait_idle ();
  g_assert_cmpuint (run.n_done, ==, 0);
  made_log_close (&run.log);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stats-result/whole", test_whole);
  g_test_add_func ("/stats-result/ranges", test_ranges);
  g_test_add_func ("/stats-result/brush", test_brush);
  g_test_add_func ("/stats-result/growth", test_growth);
  g_test_add_func ("/stats-result/read", test_read);
  g_test_add_func ("/stats-result/hurry", test_hurry);
  g_test_add_func ("/stats-result/close-busy", test_close_busy);
  return g_test_run ();
}
