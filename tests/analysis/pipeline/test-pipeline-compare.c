/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare-facts.h"

#include "made-log.h"

/* One op of a log that is made here. */
typedef struct
{
  const char *label;
  gint64 tid;
  gint64 fetch;
  gint64 end;
  WeftOpState state;
  gint64 rid;
} Op;

static WeftPipelineSnapshot *
make_snapshot (const Op *ops, guint n_ops)
{
  MadeLog log;
  WeftPipelineSnapshot *snapshot;
  gint64 last = 0;

  made_log_open (&log, NULL);
  for (guint i = 0; i < n_ops; i++)
    {
      guint32 op = made_log_begin (&log, ops[i].tid, ops[i].fetch, ops[i].label);

      last = MAX (last, ops[i].end);
      if (ops[i].state != WEFT_OP_OPEN)
        weft_pipeline_writer_end_op (log.writer, op, ops[i].state, ops[i].rid, ops[i].end);
    }
  weft_pipeline_writer_publish (log.writer, last);
  snapshot = weft_pipeline_trace_ref_snapshot (log.trace);
  made_log_close (&log);
  return snapshot;
}

static WeftPipelineCompare *
compare (const Op *a, guint n_a, const Op *b, guint n_b, WeftPipelineAlignment alignment,
         double tolerance)
{
  g_autoptr (WeftPipelineSnapshot) left = make_snapshot (a, n_a);
  g_autoptr (WeftPipelineSnapshot) right = make_snapshot (b, n_b);
  g_autoptr (GError) error = NULL;
  WeftPipelineSnapshot *snapshots[] = { left, right };
  WeftPipelineCompare *result =
    weft_pipeline_compare_new (snapshots, NULL, alignment, tolerance, NULL, &error);

  g_assert_no_error (error);
  return result;
}

static const WeftDifference *
get_difference (const WeftPipelineCompare *result, guint index)
{
  g_assert_cmpuint (index, <, result->differences->len);
  return &g_array_index (result->differences, WeftDifference, index);
}

#define RETIRED WEFT_OP_RETIRED
#define FLUSHED WEFT_OP_FLUSHED

/* B: everything 100 cycles later, "sub" more, "mul" twice as slow, of which the ops behind it
 * wait for three cycles, two ops more flushed behind it, and no "or". */
static const Op log_a[] = {
  { "10: add", 0, 0, 5, RETIRED, 0 },  { "14: ld", 0, 1, 6, RETIRED, 1 },
  { "18: mul", 0, 2, 8, RETIRED, 2 },  { "x1", 0, 3, 8, FLUSHED, 0 },
  { "1c: xor", 0, 4, 10, RETIRED, 3 }, { "20: or", 0, 5, 11, RETIRED, 4 },
  { "24: ret", 0, 6, 12, RETIRED, 5 }, { "28: open", 0, 7, 0, WEFT_OP_OPEN, 0 },
};

static const Op log_b[] = {
  { "10: add", 0, 100, 105, RETIRED, 0 }, { "12: sub", 0, 101, 105, RETIRED, 1 },
  { "14: ld", 0, 101, 106, RETIRED, 2 },  { "18: mul", 0, 99, 111, RETIRED, 3 },
  { "x1", 0, 103, 108, FLUSHED, 0 },      { "x2", 0, 103, 108, FLUSHED, 0 },
  { "x3", 0, 103, 108, FLUSHED, 0 },      { "1c: xor", 0, 107, 113, RETIRED, 4 },
  { "24: ret", 0, 109, 115, RETIRED, 5 },
};

static void
assert_difference (const WeftPipelineCompare *result, guint index, WeftDifferenceKind kind,
                   gint64 cycle, guint64 a, guint64 b, gint64 slip, gint64 drift)
{
  const WeftDifference *difference = get_difference (result, index);

  g_assert_cmpint (difference->kind, ==, kind);
  g_assert_cmpint (difference->cycle, ==, cycle);
  g_assert_cmpuint (difference->values[WEFT_LOG_A], ==, a);
  g_assert_cmpuint (difference->values[WEFT_LOG_B], ==, b);
  g_assert_cmpint (difference->slip, ==, slip);
  g_assert_cmpint (difference->drift, ==, drift);
  g_assert_cmpuint (difference->n_ops, ==, 1);
}

static void
test_labels (void)
{
  g_autoptr (WeftPipelineCompare) result =
    compare (log_a, G_N_ELEMENTS (log_a), log_b, G_N_ELEMENTS (log_b), WEFT_ALIGN_BY_LABEL, 0);
  const WeftPcComparison *pc = &g_array_index (result->pcs, WeftPcComparison, 0);

  g_assert_cmpuint (result->n_pairs, ==, 5);
  g_assert_cmpuint (result->logs[WEFT_LOG_A].n_only, ==, 1);
  g_assert_cmpuint (result->logs[WEFT_LOG_B].n_only, ==, 1);
  g_assert_cmpuint (result->logs[WEFT_LOG_A].n_flushed, ==, 1);
  g_assert_cmpuint (result->logs[WEFT_LOG_B].n_flushed, ==, 3);
  g_assert_cmpint (result->base, ==, 100);
  g_assert_cmpint (result->drift, ==, 3);
  g_assert_cmpuint (result->differences->len, ==, 4);
  assert_difference (result, 0, WEFT_DIFFERENCE_ONLY_B, 5, 0, 0, 0, 0);
  assert_difference (result, 1, WEFT_DIFFERENCE_TIMING, 8, 6, 12, 3, 3);
  assert_difference (result, 2, WEFT_DIFFERENCE_FLUSHES, 8, 1, 3, 0, 3);
  assert_difference (result, 3, WEFT_DIFFERENCE_ONLY_A, 11, 0, 0, 0, 3);
  g_assert_cmpuint (result->first_divergence, ==, 0);
  g_assert_cmpuint (result->first_timing, ==, 1);
  g_assert_cmpuint (pc->pc, ==, 0x18);
  g_assert_cmpuint (pc->latency[WEFT_LOG_B] - pc->latency[WEFT_LOG_A], ==, 6);
}

/* Pairs whose number is the same; from "sub" on, none of them has the same label. */
static void
test_retire_ids (void)
{
  g_autoptr (WeftPipelineCompare) result =
    compare (log_a, G_N_ELEMENTS (log_a), log_b, G_N_ELEMENTS (log_b), WEFT_ALIGN_BY_RETIRE, 0);

  g_assert_cmpuint (result->n_pairs, ==, 6);
  g_assert_cmpuint (result->n_differences[WEFT_DIFFERENCE_LABEL], ==, 4);
  g_assert_cmpuint (result->n_differences[WEFT_DIFFERENCE_ONLY_A], ==, 0);
  g_assert_cmpint (get_difference (result, result->first_divergence)->cycle, ==, 6);
}

static void
test_tolerance (void)
{
  static const struct
  {
    double percent;
    guint n_timing;
    guint n_flushes;
  } cases[] = { { 0, 1, 1 }, { 99, 1, 1 }, { 100, 0, 1 }, { 199, 0, 1 }, { 200, 0, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftPipelineCompare) result =
        compare (log_a, G_N_ELEMENTS (log_a), log_b, G_N_ELEMENTS (log_b), WEFT_ALIGN_BY_LABEL,
                 cases[i].percent);

      g_assert_cmpuint (result->n_differences[WEFT_DIFFERENCE_TIMING], ==, cases[i].n_timing);
      g_assert_cmpuint (result->n_differences[WEFT_DIFFERENCE_FLUSHES], ==, cases[i].n_flushes);
      g_assert_cmpuint (result->n_differences[WEFT_DIFFERENCE_ONLY_A], ==, 1);
    }
}

static void
test_same (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (WeftPipelineCompare) result = compare (
        log_b, G_N_ELEMENTS (log_b), log_b, G_N_ELEMENTS (log_b), (WeftPipelineAlignment) i, 0);
      g_autoptr (WeftPipelineCompare) empty =
        compare (NULL, 0, NULL, 0, (WeftPipelineAlignment) i, 0);
      g_autoptr (WeftPipelineCompare) half =
        compare (NULL, 0, log_b, G_N_ELEMENTS (log_b), (WeftPipelineAlignment) i, 0);

      g_assert_cmpuint (result->differences->len, ==, 0);
      g_assert_cmpuint (result->first_divergence, ==, G_MAXUINT);
      g_assert_cmpuint (result->first_timing, ==, G_MAXUINT);
      g_assert_cmpuint (empty->pairs->len, ==, 0);
      g_assert_cmpuint (empty->pcs->len, ==, 0);
      g_assert_cmpuint (half->n_pairs, ==, 0);
      g_assert_cmpuint (half->logs[WEFT_LOG_B].n_only, ==, 6);
      g_assert_cmpuint (half->n_differences[WEFT_DIFFERENCE_ONLY_B], ==, 1);
      g_assert_cmpuint (get_difference (half, 1)->n_ops, ==, 6);
    }
}

/* A run ends with its thread. */
static void
test_thread_ends (void)
{
  static const Op a[] = { { "a", 1, 0, 4, RETIRED, 0 },
                          { "b", 2, 1, 5, RETIRED, 1 },
                          { "c", 2, 1, 6, RETIRED, 2 } };
  g_autoptr (WeftPipelineCompare) result =
    compare (a, G_N_ELEMENTS (a), NULL, 0, WEFT_ALIGN_BY_LABEL, 0);

  g_assert_cmpuint (result->differences->len, ==, 2);
  g_assert_cmpuint (get_difference (result, 0)->n_ops, ==, 1);
  g_assert_cmpuint (get_difference (result, 1)->n_ops, ==, 2);
}

/* Each thread for itself; differences of all in order of time. */
static void
test_threads (void)
{
  static const Op a[] = { { "a", 7, 0, 4, RETIRED, 0 },  { "a", 2, 1, 9, RETIRED, 0 },
                          { "b", 7, 2, 6, RETIRED, 1 },  { "b", 2, 3, 10, RETIRED, 1 },
                          { "f", 2, 4, 10, FLUSHED, 0 }, { "c", 5, 5, 12, RETIRED, 0 } };
  static const Op b[] = { { "a", 7, 0, 4, RETIRED, 0 },
                          { "a", 2, 1, 9, RETIRED, 0 },
                          { "b", 2, 3, 11, RETIRED, 1 },
                          { "b", 7, 2, 7, RETIRED, 1 },
                          { "f", 7, 4, 10, FLUSHED, 0 } };
  g_autoptr (WeftPipelineCompare) result =
    compare (a, G_N_ELEMENTS (a), b, G_N_ELEMENTS (b), WEFT_ALIGN_BY_LABEL, 0);

  g_assert_cmpuint (result->n_pairs, ==, 4);
  g_assert_cmpuint (result->differences->len, ==, 5);
  assert_difference (result, 0, WEFT_DIFFERENCE_TIMING, 6, 4, 5, 1, 1);
  assert_difference (result, 1, WEFT_DIFFERENCE_FLUSHES, 6, 0, 1, 0, 1);
  assert_difference (result, 2, WEFT_DIFFERENCE_TIMING, 10, 7, 8, 1, 1);
  assert_difference (result, 3, WEFT_DIFFERENCE_FLUSHES, 10, 1, 0, 0, 1);
  assert_difference (result, 4, WEFT_DIFFERENCE_ONLY_A, 12, 0, 0, 0, 0);
  g_assert_cmpint (result->drift, ==, 1);
}

static void
test_partner (void)
{
  g_autoptr (WeftPipelineCompare) result =
    compare (log_a, G_N_ELEMENTS (log_a), log_b, G_N_ELEMENTS (log_b), WEFT_ALIGN_BY_LABEL, 0);
  static const guint32 of_b[] = { 0, 0, 1, 2, 2, 2, 2, 4, 6 };

  for (guint32 op = 0; op < G_N_ELEMENTS (of_b); op++)
    g_assert_cmpuint (weft_pipeline_compare_find_partner (result, WEFT_LOG_B, op), ==, of_b[op]);
  g_assert_cmpuint (weft_pipeline_compare_find_partner (result, WEFT_LOG_A, 5), ==, 7);
  g_assert_cmpuint (weft_pipeline_compare_find_partner (result, WEFT_LOG_A, 99), ==, WEFT_NO_ROW);
}

static void
test_facts (void)
{
  g_autoptr (WeftPipelineCompare) result =
    compare (log_a, G_N_ELEMENTS (log_a), log_b, G_N_ELEMENTS (log_b), WEFT_ALIGN_BY_LABEL, 0);
  WeftFacts facts = weft_pipeline_compare_get_facts (result, WEFT_COMPARE_FACTS_DIFFERENCES);
  g_autoptr (GString) csv = g_string_new (NULL);
  guint32 places[WEFT_N_LOGS];

  weft_facts_append_csv (&facts, NULL, facts.n_rows, csv);
  g_assert_cmpstr (csv->str, ==,
                   "kind,cycle,id_a,id_b,ops,a,b,delta,slip,drift,label,label_b\n"
                   "only_b,5,,1,1,,,,,0,12: sub,\n"
                   "timing,8,2,3,1,6,12,6,3,3,18: mul,\n"
                   "flushes,8,2,3,1,1,3,2,,3,18: mul,\n"
                   "only_a,11,5,,1,,,,,3,20: or,\n");
  weft_pipeline_compare_get_places (result, WEFT_COMPARE_FACTS_DIFFERENCES, 0, places);
  g_assert_cmpuint (places[WEFT_LOG_A], ==, 0);
  g_assert_cmpuint (places[WEFT_LOG_B], ==, 1);
  weft_pipeline_compare_get_places (result, WEFT_COMPARE_FACTS_PCS, 0, places);
  g_assert_cmpuint (places[WEFT_LOG_A], ==, 2);
  g_assert_cmpuint (places[WEFT_LOG_B], ==, 3);
  facts = weft_pipeline_compare_get_facts (result, WEFT_COMPARE_FACTS_PCS);
  g_string_truncate (csv, 0);
  weft_facts_append_csv (&facts, NULL, 1, csv);
  g_assert_cmpstr (csv->str, ==,
                   "pc,label,pairs,latency_a,latency_b,delta,delta_mean,worst_a,worst_b,only_a,"
                   "only_b,flushed_a,flushed_b\n"
                   "0x18,18: mul,1,6,12,6,6,2,3,0,0,0,0\n");
}

static void
test_cancel (void)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = make_snapshot (log_a, G_N_ELEMENTS (log_a));
  WeftPipelineSnapshot *snapshots[] = { snapshot, snapshot };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (
    weft_pipeline_compare_new (snapshots, NULL, WEFT_ALIGN_BY_LABEL, 0, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-compare/labels", test_labels);
  g_test_add_func ("/pipeline-compare/retire-ids", test_retire_ids);
  g_test_add_func ("/pipeline-compare/tolerance", test_tolerance);
  g_test_add_func ("/pipeline-compare/same", test_same);
  g_test_add_func ("/pipeline-compare/threads", test_threads);
  g_test_add_func ("/pipeline-compare/thread-ends", test_thread_ends);
  g_test_add_func ("/pipeline-compare/partner", test_partner);
  g_test_add_func ("/pipeline-compare/facts", test_facts);
  g_test_add_func ("/pipeline-compare/cancel", test_cancel);
  return g_test_run ();
}
