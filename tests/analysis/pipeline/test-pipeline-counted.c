/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-pc-stats.h"
#include "weft-pipeline-reason-stats.h"

#include "made-log.h"

#include <math.h>

/* Counts of the ops with a PC, and of the reasons that a log says, in parts that are added up. */

/* --- reasons ---------------------------------------------------------------------------------------- */

/* The ops of a log and, in the same order, what it says of them. */
static void
say (MadeLog *log, const WeftPipelineAttribution *said, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      guint32 op = made_log_begin (log, 0, i, "nop");

      g_assert_true (weft_pipeline_attribution_add (log->trace, op, &said[i]));
    }
}

static void
assert_reason (const GArray *stats, guint place, const char *reason, guint32 n_ops, guint64 cycles,
               guint64 max, guint32 longest)
{
  const WeftPipelineReasonStats *found = &g_array_index (stats, WeftPipelineReasonStats, place);

  g_assert_cmpstr (found->reason, ==, reason);
  g_assert_cmpuint (found->n_ops, ==, n_ops);
  g_assert_cmpuint (found->cycles, ==, cycles);
  g_assert_cmpuint (found->max, ==, max);
  g_assert_cmpuint (found->longest_op, ==, longest);
}

/* The same whether it is counted at once or in two parts of any size: most cycles first, then most ops, then by name. */
static void
test_reasons (void)
{
  static const WeftPipelineAttribution said[] = {
    { "cache", NULL, 7 },  { "port", NULL, 2 },   { "queue", NULL, WEFT_ATTRIBUTION_UNKNOWN },
    { "cache", NULL, 7 },  { "port", NULL, 9 },   { "alias", NULL, WEFT_ATTRIBUTION_UNKNOWN },
    { "branch", NULL, 3 }, { "cache", NULL, 1 },  { "decode", NULL, 1 },
    { "decode", NULL, 1 }, { "decode", NULL, 1 }, { NULL, NULL, 5 },
  };
  MadeLog log;

  made_log_open (&log, NULL);
  say (&log, said, G_N_ELEMENTS (said));
  weft_pipeline_writer_publish (log.writer, 100);
  for (guint part = 0; part <= G_N_ELEMENTS (said); part++)
    {
      g_auto (WeftReasonIndex) first = { NULL, NULL };
      g_auto (WeftReasonIndex) second = { NULL, NULL };
      g_autoptr (GArray) stats = NULL;

      for (guint32 op = 0; op < G_N_ELEMENTS (said); op++)
        weft_reason_index_add (op < part ? &first : &second, log.trace, op);
      weft_reason_index_merge (&first, &second);
      stats = weft_reason_index_finish (&first);
      g_assert_cmpuint (stats->len, ==, 6);
      assert_reason (stats, 0, "cache", 3, 15, 7, 0);
      assert_reason (stats, 1, "port", 2, 11, 9, 4);
      assert_reason (stats, 2, "decode", 3, 3, 1, 8);
      assert_reason (stats, 3, "branch", 1, 3, 3, 6);
      assert_reason (stats, 4, "alias", 1, 0, 0, 5);
      assert_reason (stats, 5, "queue", 1, 0, 0, 2);
      g_assert_cmpfloat_with_epsilon (g_array_index (stats, WeftPipelineReasonStats, 0).share,
                                      15.0 / 32, 1e-9);
    }
  made_log_close (&log);
}

/* Where no cycles are said, there are no shares of them. */
static void
test_no_cycles (void)
{
  static const WeftPipelineAttribution said[] = { { "queue", NULL, WEFT_ATTRIBUTION_UNKNOWN } };
  g_auto (WeftReasonIndex) index = { NULL, NULL };
  g_autoptr (GArray) none = weft_reason_index_finish (&index);
  g_autoptr (GArray) stats = NULL;
  MadeLog log;

  g_assert_cmpuint (none->len, ==, 0);
  made_log_open (&log, NULL);
  say (&log, said, G_N_ELEMENTS (said));
  weft_pipeline_writer_publish (log.writer, 100);
  weft_reason_index_add (&index, log.trace, 0);
  stats = weft_reason_index_finish (&index);
  g_assert_cmpuint (stats->len, ==, 1);
  g_assert_true (isnan (g_array_index (stats, WeftPipelineReasonStats, 0).share));
  made_log_close (&log);
}

/* --- PCs -------------------------------------------------------------------------------------------- */

/* Ops with the PCs a, b, a, none, a. */
static WeftPipelineSnapshot *
open_loop (MadeLog *log)
{
  static const char *const labels[] = { "80000000: a", "80000004: b", "80000000: a", "bubble",
                                        "80000000: a" };

  made_log_open (log, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    made_log_begin (log, 0, i, labels[i]);
  return made_log_publish (log, 10);
}

/* From each op to the next and the one before of the same PC, around the end; from none, from the end. */
static void
test_instances (void)
{
  static const guint32 next[] = { 2, 2, 4, 4, 0 }, before[] = { 4, 0, 0, 2, 2 };
  const WeftPipelinePcStats stats = { .first_op = 0 }, alone = { .first_op = 1 },
                            nowhere = { .first_op = WEFT_NO_ROW };
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  MadeLog log;

  snapshot = open_loop (&log);
  for (guint32 op = 0; op < G_N_ELEMENTS (next); op++)
    {
      g_assert_cmpuint (weft_pipeline_pc_stats_find_instance (&stats, snapshot, op, TRUE), ==,
                        next[op]);
      g_assert_cmpuint (weft_pipeline_pc_stats_find_instance (&stats, snapshot, op, FALSE), ==,
                        before[op]);
      g_assert_cmpuint (weft_pipeline_pc_stats_find_instance (&alone, snapshot, op, TRUE), ==, 1);
      g_assert_cmpuint (weft_pipeline_pc_stats_find_instance (&nowhere, snapshot, op, TRUE), ==,
                        WEFT_NO_ROW);
    }
  g_assert_cmpuint (weft_pipeline_pc_stats_find_instance (&stats, snapshot, WEFT_NO_ROW, TRUE), ==,
                    0);
  g_assert_cmpuint (weft_pipeline_pc_stats_find_instance (&stats, snapshot, WEFT_NO_ROW, FALSE), ==,
                    4);
  made_log_close (&log);
}

/* A later part adds to the counts before it, and has the slowest op only where it took longer. */
static void
test_parts (void)
{
  g_autoptr (GArray) first = weft_pipeline_pc_stats_new ();
  g_autoptr (GArray) second = weft_pipeline_pc_stats_new ();
  WeftPipelinePcStats *stats;

  stats = weft_pipeline_pc_stats_lookup (first, 0);
  *stats = (WeftPipelinePcStats){
    .first_op = 0, .n_ops = 2, .n_retired = 2, .latency_total = 8, .latency_max = 5, .slowest_op = 1
  };
  stats = weft_pipeline_pc_stats_lookup (second, 1);
  *stats = (WeftPipelinePcStats){
    .first_op = 7, .n_ops = 1, .n_flushed = 1, .latency_total = 3, .latency_max = 3, .slowest_op = 7
  };
  stats = weft_pipeline_pc_stats_lookup (second, 0);
  *stats = (WeftPipelinePcStats){
    .first_op = 8, .n_ops = 1, .n_flushed = 1, .latency_total = 5, .latency_max = 5, .slowest_op = 8
  };
  weft_pipeline_pc_stats_merge (first, second);
  stats = weft_pipeline_pc_stats_lookup (first, 0);
  g_assert_cmpuint (stats->n_ops, ==, 3);
  g_assert_cmpuint (stats->n_flushed, ==, 1);
  g_assert_cmpuint (stats->latency_total, ==, 13);
  g_assert_cmpuint (stats->slowest_op, ==, 1);
  g_assert_cmpuint (stats->first_op, ==, 0);
  stats = weft_pipeline_pc_stats_lookup (first, 1);
  g_assert_cmpuint (stats->first_op, ==, 7);
  g_assert_cmpuint (stats->slowest_op, ==, 7);
  g_assert_cmpuint (weft_pipeline_pc_stats_lookup (first, WEFT_NO_ROW)->n_ops, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-counted/reasons", test_reasons);
  g_test_add_func ("/pipeline-counted/no-cycles", test_no_cycles);
  g_test_add_func ("/pipeline-counted/instances", test_instances);
  g_test_add_func ("/pipeline-counted/parts", test_parts);
  return g_test_run ();
}
