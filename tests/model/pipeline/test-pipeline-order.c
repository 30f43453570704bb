/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-writer.h"

#include "cpu-time.h"
#include "dump-trace.h"
#include "made-log.h"
#include "weft-bulk.h"
#include "weft-pipeline-order.h"

/* A log whose ops come in any order, as gem5 prints them. */
typedef struct
{
  guint n_ops;
  gint64 *ids;         /* as in the log, in file order */
  WeftOpState *states; /* at the end of the log */
} Plan;

static Plan *
make_plan (guint32 seed, guint n_ops, guint disorder)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  Plan *plan = g_new (Plan, 1);
  gint64 id = 1000000;

  plan->n_ops = n_ops;
  plan->ids = g_new (gint64, n_ops);
  plan->states = g_new (WeftOpState, n_ops);
  for (guint i = 0; i < n_ops; i++)
    {
      plan->ids[i] = id += g_rand_int_range (random, 1, 4);
      plan->states[i] = (WeftOpState) g_rand_int_range (random, 0, 3);
    }
  for (guint i = 0; disorder > 0 && i < n_ops; i++)
    {
      guint ahead = (guint) g_rand_int_range (random, 0, (gint32) disorder);
      guint j = MIN (n_ops - 1, i + ahead);
      gint64 swap = plan->ids[i];

      plan->ids[i] = plan->ids[j];
      plan->ids[j] = swap;
    }
  return plan;
}

static void
plan_free (Plan *plan)
{
  g_free (plan->ids);
  g_free (plan->states);
  g_free (plan);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Plan, plan_free)

/* Begins ops [first, last) of the plan; each retires when five more have begun. */
static void
write_ops (MadeLog *log, const Plan *plan, guint first, guint last)
{
  WeftKind kind = weft_pipeline_writer_intern_kind (log->writer, "0", 1, "Cm", 2);

  for (guint i = first; i < last; i++)
    {
      guint32 op = weft_pipeline_writer_begin_op (log->writer, plan->ids[i], i, i % 3, i + 1, i);

      weft_pipeline_writer_start_stage (log->writer, op, kind, i + 1);
      weft_pipeline_writer_add_dependency (log->writer, op, plan->ids[i] - 1, 0, i);
      if (i >= 5 && plan->states[i - 5] != WEFT_OP_OPEN)
        weft_pipeline_writer_end_op (log->writer, i - 5, plan->states[i - 5], -1, i);
    }
}

static WeftPipelineSnapshot *
publish (MadeLog *log, guint last)
{
  weft_pipeline_writer_publish_by_id (log->writer, last, 0, 1);
  return weft_pipeline_trace_ref_snapshot (log->trace);
}

/* Rows, ids and retire ids of what was published, found the slow way. */
static void
check_order (const Plan *plan, guint n_ops, WeftPipelineSnapshot *snapshot)
{
  gint64 smallest = G_MAXINT64, before = G_MININT64, n_retired = 0;

  g_assert_cmpuint (snapshot->n_ops, ==, n_ops);
  for (guint i = 0; i < n_ops; i++)
    smallest = MIN (smallest, plan->ids[i]);
  for (guint row = 0; row < n_ops; row++)
    {
      guint32 number = weft_pipeline_snapshot_op_at_row (snapshot, row);
      gboolean retired = number + 5 < n_ops && plan->states[number] == WEFT_OP_RETIRED;
      WeftOp op;

      g_assert_cmpuint (weft_pipeline_snapshot_row_of_op (snapshot, number), ==, row);
      weft_pipeline_snapshot_get_op (snapshot, number, &op);
      g_assert_cmpint (op.id, ==, plan->ids[number] - smallest);
      g_assert_cmpint (op.id, >, before);
      before = op.id;
      g_assert_cmpint (op.rid, ==, retired ? n_retired : -1);
      n_retired += retired;
      g_assert_cmpuint (weft_pipeline_snapshot_find_id (snapshot, op.id), ==, number);
    }
  g_assert_cmpuint (weft_pipeline_snapshot_find_id (snapshot, before + 1), ==, WEFT_NO_ROW);
  g_assert_cmpuint (weft_pipeline_snapshot_find_id (snapshot, -1), ==, WEFT_NO_ROW);
}

static void
test_at_once (gconstpointer disorder)
{
  static const guint sizes[] = { 0, 1, 2, 3, 100, 5000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (Plan) plan = make_plan (i, sizes[i], GPOINTER_TO_UINT (disorder));
      g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
      MadeLog log;

      made_log_open (&log, NULL);
      write_ops (&log, plan, 0, sizes[i]);
      snapshot = publish (&log, sizes[i]);
      check_order (plan, sizes[i], snapshot);
      made_log_close (&log);
    }
}

/* The rows that a snapshot calls stable show what they showed before. */
static void
check_stable (const WeftPipelineSnapshot *before, const WeftPipelineSnapshot *after)
{
  guint32 n_stable = after->stable_rows;

  g_assert_cmpuint (n_stable, <=, before->n_ops);
  for (guint32 row = 0; row < n_stable; row++)
    g_assert_cmpuint (weft_pipeline_snapshot_op_at_row (before, row), ==,
                      weft_pipeline_snapshot_op_at_row (after, row));
}

/* A log that grows shows at each step what it would show if it were loaded at once; snapshots that
 * were taken before stay as they were. */
static void
test_growing (gconstpointer disorder)
{
  const guint n_ops = 3000;
  g_autoptr (GRand) random = g_rand_new_with_seed (9);
  g_autoptr (Plan) plan = make_plan (10, n_ops, GPOINTER_TO_UINT (disorder));
  g_autoptr (WeftPipelineSnapshot) before = NULL, early = NULL;
  MadeLog log;
  guint n_early = 0;

  made_log_open (&log, NULL);
  before = publish (&log, 0);
  for (guint n = 0, next; n < n_ops; n = next)
    {
      g_autoptr (WeftPipelineSnapshot) after = NULL;

      next = n + (guint) g_rand_int_range (random, 0, 40);
      next = MIN (next, n_ops);
      write_ops (&log, plan, n, next);
      after = publish (&log, next);
      check_order (plan, next, after);
      check_stable (before, after);
      if (early == NULL && next > 1000)
        {
          early = weft_pipeline_snapshot_ref (after);
          n_early = next;
        }
      weft_pipeline_snapshot_unref (before);
      before = g_steal_pointer (&after);
    }
  for (guint32 row = 0; row < n_early; row++)
    g_assert_cmpuint (
      weft_pipeline_snapshot_row_of_op (early, weft_pipeline_snapshot_op_at_row (early, row)), ==,
      row);
  made_log_close (&log);
}

/* While ops come in the order of their ids nothing moves, and no permutation is made. */
static void
test_in_order_is_stable (void)
{
  g_autoptr (Plan) plan = make_plan (11, 1000, 0);
  MadeLog log;

  made_log_open (&log, NULL);
  for (guint n = 0; n < 1000; n += 100)
    {
      g_autoptr (WeftPipelineSnapshot) snapshot = NULL;

      write_ops (&log, plan, n, n + 100);
      snapshot = publish (&log, n);
      g_assert_cmpuint (snapshot->stable_rows, ==, n);
      g_assert_null (weft_pipeline_snapshot_order_by_id (snapshot));
    }
  made_log_close (&log);
}

/* A new clock moves every op. */
static void
test_clock (void)
{
  static const struct
  {
    gint64 tick, origin, ticks_per_cycle, cycle;
  } clocks[] = {
    { 5000, 0, 1, 5000 },
    { 5000, 1000, 500, 8 },
    { 5499, 1000, 500, 8 },
    { 500, 1000, 500, -1 },
    { 999, 1000, 500, -1 },
    { 499, 1000, 500, -2 },
    { 7, 7, G_MAXINT64, 0 },
    { 6, 7, G_MAXINT64, -1 },
    { G_MAXINT64, 0, 3, G_MAXINT64 / 3 },
    { G_MININT64, 0, 2, G_MININT64 / 2 },
    { G_MININT64, 0, G_MAXINT64, -2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (clocks); i++)
    {
      g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
      MadeLog log;

      made_log_open (&log, NULL);
      weft_pipeline_writer_begin_op (log.writer, 1, 0, 0, 1, clocks[i].tick);
      weft_pipeline_writer_publish_by_id (log.writer, clocks[i].tick, 0, 1);
      weft_pipeline_writer_publish_by_id (log.writer, clocks[i].tick, clocks[i].origin,
                                          clocks[i].ticks_per_cycle);
      snapshot = weft_pipeline_trace_ref_snapshot (log.trace);
      g_assert_cmpint (weft_pipeline_snapshot_get_fetch (snapshot, 0), ==, clocks[i].cycle);
      g_assert_cmpint (weft_pipeline_snapshot_get_last_cycle (snapshot), ==, clocks[i].cycle);
      g_assert_cmpuint (snapshot->stable_rows, ==,
                        clocks[i].origin == 0 && clocks[i].ticks_per_cycle == 1 ? 1 : 0);
      made_log_close (&log);
    }
}

/* --- Kanata: file order, whatever the ids ------------------------------------------------------------ */

/* Rows are in file order, and every id is found, be the ids in order, sparse or neither. */
static void
test_kanata (gconstpointer disorder)
{
  const guint n_ops = 3000;
  g_autoptr (Plan) plan = make_plan (12, n_ops, GPOINTER_TO_UINT (disorder));
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  weft_auto_bulk guint32 *order = NULL;
  MadeLog log;

  made_log_open (&log, NULL);
  write_ops (&log, plan, 0, n_ops);
  snapshot = made_log_publish (&log, n_ops);
  for (guint i = 0; i < n_ops; i++)
    {
      g_assert_cmpuint (weft_pipeline_snapshot_op_at_row (snapshot, i), ==, i);
      g_assert_cmpuint (weft_pipeline_snapshot_row_of_op (snapshot, i), ==, i);
      g_assert_cmpuint (weft_pipeline_snapshot_find_id (snapshot, plan->ids[i]), ==, i);
    }
  g_assert_cmpuint (weft_pipeline_snapshot_find_id (snapshot, 999999), ==, WEFT_NO_ROW);
  g_assert_cmpuint (weft_pipeline_snapshot_find_id (snapshot, G_MAXINT64), ==, WEFT_NO_ROW);
  order = weft_pipeline_snapshot_order_by_id (snapshot);
  g_assert_cmpint (order == NULL, ==, disorder == NULL);
  for (guint i = 1; order != NULL && i < n_ops; i++)
    g_assert_cmpint (plan->ids[order[i - 1]], <, plan->ids[order[i]]);
  made_log_close (&log);
}

/* Looking for an id is what the user waits for after typing it. */
static void
test_finding_is_quick (gconstpointer by_id)
{
  const guint n_ops = 200000;
  g_autoptr (Plan) plan = make_plan (13, n_ops, 0);
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  MadeLog log;
  gint64 begin;

  made_log_open (&log, NULL);
  write_ops (&log, plan, 0, n_ops);
  snapshot = by_id != NULL ? publish (&log, 0) : made_log_publish (&log, 0);
  begin = cpu_time ();
  for (gint64 id = 0; id < 20000; id++)
    weft_pipeline_snapshot_find_id (snapshot, id * 13);
  /* One by one that would be 4 thousand million steps. */
  cpu_assert_at_most (begin, 500000);
  made_log_close (&log);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/pipeline-order/at-once/in-order", NULL, test_at_once);
  g_test_add_data_func ("/pipeline-order/at-once/near", GUINT_TO_POINTER (20), test_at_once);
  g_test_add_data_func ("/pipeline-order/at-once/far", GUINT_TO_POINTER (5000), test_at_once);
  g_test_add_data_func ("/pipeline-order/growing/in-order", NULL, test_growing);
  g_test_add_data_func ("/pipeline-order/growing/near", GUINT_TO_POINTER (20), test_growing);
  g_test_add_data_func ("/pipeline-order/growing/far", GUINT_TO_POINTER (5000), test_growing);
  g_test_add_func ("/pipeline-order/in-order-is-stable", test_in_order_is_stable);
  g_test_add_func ("/pipeline-order/clock", test_clock);
  g_test_add_data_func ("/pipeline-order/kanata/in-order", NULL, test_kanata);
  g_test_add_data_func ("/pipeline-order/kanata/near", GUINT_TO_POINTER (20), test_kanata);
  g_test_add_data_func ("/pipeline-order/finding-is-quick/kanata", NULL, test_finding_is_quick);
  g_test_add_data_func ("/pipeline-order/finding-is-quick/by-id", "", test_finding_is_quick);
  return g_test_run ();
}
