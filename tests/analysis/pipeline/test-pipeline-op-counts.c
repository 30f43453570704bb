/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-counts.h"

#include "made-log.h"

/* Against one op after the other. */
static void
test_counts (void)
{
  const WeftOpRange range = { WEFT_CYCLE_RANGE_ALL, 100, 400 };
  WeftPipelineOpCounts expected = { .first_fetch = G_MAXINT64, .last_end = G_MININT64 }, counts;
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 500);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 300);
    g_autoptr (WeftPipelineOps) ops = weft_pipeline_ops_new (snapshot, NULL, &range, NULL, NULL);

    for (guint32 i = 100; i < 400; i++)
      {
        WeftOp op;

        weft_pipeline_snapshot_get_op (snapshot, i, &op);
        expected.n_retired += op.state == WEFT_OP_RETIRED;
        expected.n_flushed += op.state == WEFT_OP_FLUSHED;
        expected.n_open += op.state == WEFT_OP_OPEN;
        expected.first_fetch = MIN (expected.first_fetch, op.fetch);
        expected.last_end = MAX (expected.last_end, op.end);
        expected.latency_total += (guint64) (op.end - op.fetch);
        expected.latency_max = MAX (expected.latency_max, (guint64) (op.end - op.fetch));
      }
    g_assert_true (weft_pipeline_op_counts_read (ops, &counts, NULL, NULL));
    g_assert_cmpuint (counts.n_ops, ==, 300);
    g_assert_cmpuint (counts.n_retired, ==, expected.n_retired);
    g_assert_cmpuint (counts.n_flushed, ==, expected.n_flushed);
    g_assert_cmpuint (counts.n_open, ==, expected.n_open);
    g_assert_cmpint (counts.first_fetch, ==, expected.first_fetch);
    g_assert_cmpint (counts.last_end, ==, expected.last_end);
    g_assert_cmpuint (counts.latency_total, ==, expected.latency_total);
    g_assert_cmpuint (counts.latency_max, ==, expected.latency_max);
  }
  made_log_close (&log);
}

static void
test_edges (void)
{
  const WeftOpRange none = { WEFT_CYCLE_RANGE_ALL, 7, 7 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  WeftPipelineOpCounts counts;
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 10);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 100);
    g_autoptr (WeftPipelineOps) ops = weft_pipeline_ops_new (snapshot, NULL, &none, NULL, NULL);
    const WeftOpRange everything = WEFT_OP_RANGE_ALL;
    g_autoptr (WeftPipelineOps) all =
      weft_pipeline_ops_new (snapshot, NULL, &everything, NULL, NULL);

    g_assert_true (weft_pipeline_op_counts_read (ops, &counts, NULL, NULL));
    g_assert_cmpuint (counts.n_ops, ==, 0);
    g_assert_cmpint (counts.first_fetch, ==, 0);
    g_cancellable_cancel (cancellable);
    g_assert_false (weft_pipeline_op_counts_read (all, &counts, cancellable, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  }
  made_log_close (&log);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op-counts/counts", test_counts);
  g_test_add_func ("/op-counts/edges", test_edges);
  return g_test_run ();
}
