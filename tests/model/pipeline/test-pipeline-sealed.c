/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "made-log.h"
#include "weft-pipeline-trace-private.h"

/* Logs so long that what comes first is packed while the rest is written: nothing of it may look different for
 * that, nor be kept from changing. */

#define N_OPS 300000u
#define LATE 7u /* an op that goes on to the end of the log */

static void
write_op (MadeLog *log, guint32 i)
{
  gint64 fetch = 3 * (gint64) i;
  guint32 op = made_log_begin (log, i % 2, fetch, NULL);

  made_log_stage (log, op, "0", "F", fetch, fetch + 2);
  made_log_stage (log, op, "0", "X", fetch + 2, -1);
  if (i > 0)
    g_assert_true (weft_pipeline_writer_add_dependency (log->writer, op, i - 1, 0, fetch + 2));
  if (i != LATE)
    weft_pipeline_writer_end_op (log->writer, op, i % 5 == 0 ? WEFT_OP_FLUSHED : WEFT_OP_RETIRED,
                                 i % 5 == 0 ? -1 : (gint64) i, fetch + 2 + i % 9);
}

static void
check_op (const WeftPipelineSnapshot *snapshot, WeftStageBuffer *stages, guint32 i, gint64 end)
{
  gint64 fetch = 3 * (gint64) i;
  WeftOp op;

  weft_pipeline_snapshot_get_op (snapshot, i, &op);
  g_assert_cmpint (op.id, ==, i);
  g_assert_cmpint (op.gid, ==, 1000 + i);
  g_assert_cmpint (op.tid, ==, i % 2);
  g_assert_cmpint (op.line, ==, 10 * ((gint64) i + 1));
  g_assert_cmpint (op.fetch, ==, fetch);
  g_assert_cmpint (op.end, ==, end);
  weft_pipeline_snapshot_get_stages (snapshot, i, stages);
  g_assert_cmpuint (stages->n_stages, ==, 2);
  g_assert_cmpint (stages->stages[0].start, ==, fetch);
  g_assert_cmpint (stages->stages[0].end, ==, fetch + 2);
  g_assert_cmpint (stages->stages[1].start, ==, fetch + 2);
  g_assert_cmpint (stages->stages[1].end, ==, end);
}

static gboolean
is_packed (const WeftTable *table, guint32 row)
{
  return table->columns[0].packed[row >> WEFT_CHUNK_SHIFT] != NULL;
}

static void
check_ops (MadeLog *log, gint64 late_end)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (log->trace);
  g_auto (WeftStageBuffer) stages = { 0 };

  g_assert_cmpuint (snapshot->n_ops, ==, N_OPS);
  for (guint32 i = 0; i < N_OPS; i++)
    check_op (snapshot, &stages, i, i == LATE ? late_end : 3 * (gint64) i + 2 + i % 9);
}

/* An op of the first chunk ends, and gets a dependency and a label, when that was packed long ago. */
static void
test_late_change (void)
{
  const gint64 last = 3 * (gint64) N_OPS + 20;
  g_autoptr (GArray) producers = g_array_new (FALSE, FALSE, sizeof (WeftDependency));
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  WeftPipelineTrace *trace;
  MadeLog log;

  made_log_open (&log, NULL);
  trace = log.trace;
  for (guint32 i = 0; i < N_OPS; i++)
    write_op (&log, i);
  weft_sealer_wait (trace->sealer);
  weft_pipeline_writer_publish (log.writer, last);
  g_assert_true (is_packed (&trace->ops, LATE));
  g_assert_true (is_packed (&trace->stages, 2 * LATE));
  check_ops (&log, last + 1);

  g_assert_true (weft_pipeline_writer_end_op (log.writer, LATE, WEFT_OP_RETIRED, LATE, last - 1));
  weft_pipeline_writer_add_dependency (log.writer, LATE, 3, 1, last - 2);
  weft_pipeline_writer_publish (log.writer, last);
  g_assert_false (is_packed (&trace->ops, LATE));
  check_ops (&log, last - 1);
  snapshot = weft_pipeline_trace_ref_snapshot (trace);
  weft_pipeline_snapshot_get_producers (snapshot, LATE, producers);
  g_assert_cmpuint (producers->len, ==, 2);

  /* The writer goes, and with it the reason to keep the chunk open. */
  g_object_ref (trace);
  weft_pipeline_writer_free (log.writer);
  weft_sealer_wait (trace->sealer);
  g_assert_true (is_packed (&trace->ops, LATE));
  check_ops (&log, last - 1);
  g_object_unref (trace);
  weft_text_store_unref (log.text);
  g_clear_pointer (&snapshot, weft_pipeline_snapshot_unref);
  g_object_unref (trace);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-sealed/late-change", test_late_change);
  return g_test_run ();
}
