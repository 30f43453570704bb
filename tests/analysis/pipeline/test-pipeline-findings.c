/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-findings.h"

#include "weft-pipeline-curves.h"
#include "weft-pipeline-retire-gap.h"

#include "check-finding.h"
#include "made-log.h"
#include "weft-pipeline-stats-count.h"

#include <math.h>

/* --- squash storms ---------------------------------------------------------------------------------- */

static void
add_squash (GArray *squashes, gint64 cycle, guint32 n_ops)
{
  WeftSquash squash = { 0, squashes->len, squashes->len, n_ops, cycle };

  g_array_append_val (squashes, squash);
}

/* Mean distance 100: what is less than 50 apart belongs together, and two are no storm. */
static void
test_storms (void)
{
  g_autoptr (GArray) squashes = g_array_new (FALSE, FALSE, sizeof (WeftSquash));
  g_autoptr (GArray) storms = NULL;
  const WeftSquashStorm *storm;

  add_squash (squashes, 700, 1); /* in any order */
  add_squash (squashes, 749, 5);
  add_squash (squashes, 790, 2);
  add_squash (squashes, 0, 10);
  add_squash (squashes, 49, 10);
  add_squash (squashes, 99, 10); /* 50 after: no more */
  add_squash (squashes, 200, 3);
  add_squash (squashes, 210, 3);
  add_squash (squashes, 220, 4);
  add_squash (squashes, 999, 9);
  storms = weft_pipeline_squash_storms_find (squashes, 1000);
  g_assert_cmpuint (storms->len, ==, 2);
  storm = &g_array_index (storms, WeftSquashStorm, 0);
  g_assert_cmpint (storm->cycles.from, ==, 200);
  g_assert_cmpint (storm->cycles.to, ==, 221);
  g_assert_cmpuint (storm->n_ops, ==, 10);
  g_assert_cmpuint (storm->cause, ==, 8);
  storm = &g_array_index (storms, WeftSquashStorm, 1);
  g_assert_cmpint (storm->cycles.from, ==, 700);
  g_assert_cmpuint (storm->n_squashes, ==, 3);
  g_assert_cmpuint (storm->cause, ==, 1);
}

/* --- the longest time without a retire --------------------------------------------------------------- */

static void
test_gap (void)
{
  static const struct
  {
    gint64 ends[5];
    gint64 from;
    gint64 to;
  } cases[] = {
    { { 5, 6, 7, 8, 9 }, 0, 0 },
    { { 9, 5, 5, 20, 12 }, 13, 20 },
    { { 1, 3, 5, 7, 9 }, 2, 3 },
    { { 1, 2, 3, 4, G_MAXINT64 / 2 }, 5, G_MAXINT64 / 2 }, /* too far for a bit per cycle */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
      WeftCycleRange gap;
      MadeLog log;

      made_log_open (&log, NULL);
      for (guint k = 0; k < 5; k++)
        {
          guint32 op = made_log_begin (&log, 0, 0, "nop");

          weft_pipeline_writer_end_op (log.writer, op, WEFT_OP_RETIRED, k, cases[i].ends[k]);
        }
      snapshot = made_log_publish (&log, G_MAXINT64 / 2);
      g_assert_cmpint (weft_pipeline_retire_gap_find (snapshot, &gap, NULL, NULL), ==,
                       cases[i].from < cases[i].to);
      g_assert_cmpint (gap.from, ==, cases[i].from);
      g_assert_cmpint (gap.to, ==, cases[i].to);
      made_log_close (&log);
    }
}

/* --- curves ----------------------------------------------------------------------------------------- */

static void
check_bucket (WeftPipelineSnapshot *snapshot, const WeftPipelineCurves *curves, guint bucket,
              gint64 last)
{
  gint64 from = curves->first + (gint64) (bucket * curves->width);
  gint64 to = MIN (from + (gint64) curves->width, last);
  guint n_fetched = 0, n_retired = 0, n_flushed = 0;
  guint64 op_cycles = 0;

  for (guint32 i = 0; i < snapshot->n_ops; i++)
    {
      WeftOp op;

      weft_pipeline_snapshot_get_op (snapshot, i, &op);
      n_fetched += op.fetch >= from && op.fetch < to;
      n_retired += op.state == WEFT_OP_RETIRED && op.end >= from && op.end < to;
      n_flushed += op.state == WEFT_OP_FLUSHED && op.end >= from && op.end < to;
      op_cycles += weft_cycles_between (MAX (op.fetch, from), MIN (op.end, to));
    }
  g_assert_cmpuint (g_array_index (curves->buckets, WeftPipelineBucket, bucket).n_fetched, ==,
                    n_fetched);
  g_assert_cmpuint (g_array_index (curves->buckets, WeftPipelineBucket, bucket).n_retired, ==,
                    n_retired);
  g_assert_cmpuint (g_array_index (curves->buckets, WeftPipelineBucket, bucket).n_flushed, ==,
                    n_flushed);
  g_assert_cmpuint (g_array_index (curves->buckets, WeftPipelineBucket, bucket).op_cycles, ==,
                    op_cycles);
  g_assert_cmpfloat (weft_pipeline_curves_get (curves, WEFT_CURVE_IPC, bucket), ==,
                     n_retired / (double) (to - from));
  g_assert_cmpfloat (weft_pipeline_curves_get (curves, WEFT_CURVE_IN_FLIGHT, bucket), ==,
                     (double) op_cycles / (double) (to - from));
}

/* Every bucket is what counting says, also of a range that cuts ops. */
static void
test_curves (void)
{
  static const struct
  {
    gint64 first;
    gint64 last;
    guint max_buckets;
    guint64 width;
  } cases[] = { { 0, 300, 1000, 1 },
                { 0, 300, 100, 5 },
                { 33, 277, 7, 50 },
                { 10, 10, 5, 1 },
                { -500, 900, 10, 200 } };
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 500);
  snapshot = made_log_publish (&log, 300);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftPipelineCurves) curves = weft_pipeline_curves_new (
        snapshot, cases[i].first, cases[i].last, NULL, cases[i].max_buckets, NULL, NULL);

      g_assert_cmpuint (curves->width, ==, cases[i].width);
      g_assert_cmpuint (curves->n_buckets, <=, cases[i].max_buckets);
      for (guint bucket = 0; bucket < curves->n_buckets; bucket++)
        check_bucket (snapshot, curves, bucket, cases[i].last);
    }
  made_log_close (&log);
}

/* Nothing retired: there is no CPI, and no rate of what did not end. */
static void
test_empty_curves (void)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  g_autoptr (WeftPipelineCurves) curves = NULL;
  MadeLog log;

  made_log_open (&log, NULL);
  snapshot = made_log_publish (&log, 0);
  curves = weft_pipeline_curves_new (snapshot, 0, 10, NULL, 1, NULL, NULL);
  g_assert_cmpuint (curves->n_buckets, ==, 1);
  g_assert_true (isnan (weft_pipeline_curves_get (curves, WEFT_CURVE_CPI, 0)));
  g_assert_true (isnan (weft_pipeline_curves_get (curves, WEFT_CURVE_FLUSH_RATE, 0)));
  g_assert_cmpfloat (weft_pipeline_curves_get (curves, WEFT_CURVE_IPC, 0), ==, 0);
  made_log_close (&log);
}

/* --- findings --------------------------------------------------------------------------------------- */

/* The weightiest come first, as they were added among equals, and no more than are shown. */
static void
test_rank (void)
{
  g_autoptr (GArray) findings = weft_findings_new ();
  g_autoptr (GString) keys = g_string_new (NULL);
  static const struct
  {
    const char *key;
    double weight;
  } all[] = { { "a", 0.2 }, { "b", 0.9 }, { "none", 0 }, { "c", 0.2 },
              { "d", 0.5 }, { "e", 0.1 }, { "f", 0.3 } };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    weft_findings_add (findings, &(WeftFinding){ .key = all[i].key,
                                                 .text = g_strdup ("x"),
                                                 .definition = "y",
                                                 .target = g_strdup ("op:0"),
                                                 .weight = all[i].weight });
  weft_findings_rank (findings);
  for (guint i = 0; i < findings->len; i++)
    g_string_append (keys, g_array_index (findings, WeftFinding, i).key);
  g_assert_cmpstr (keys->str, ==, "bdfac");
}

static void
test_numbers (void)
{
  static const struct
  {
    guint64 count;
    const char *text;
  } counts[] = { { 0, "0" },
                 { 999, "999" },
                 { 1000, "1\342\200\257000" },
                 { 12345678, "12\342\200\257345\342\200\257678" } };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autofree char *text = weft_number_count (counts[i].count);

      g_assert_cmpstr (text, ==, counts[i].text);
    }
}

/* Of a log that has so many cycles and no more: (transfer full). */
static GArray *
list_findings (MadeLog *log, gint64 cycles)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (log, cycles);
  g_autoptr (WeftPipelineStats) stats = weft_pipeline_stats_new (snapshot, NULL, NULL, NULL);

  return weft_pipeline_findings_new (snapshot, stats, NULL, NULL);
}

/* A log without an op has nothing to say; one with ops that hang says so. */
static void
test_small (void)
{
  for (guint n_ops = 0; n_ops < 3; n_ops++)
    {
      g_autoptr (GArray) findings = NULL;
      MadeLog log;

      made_log_open (&log, NULL);
      for (guint i = 0; i < n_ops; i++)
        made_log_begin (&log, 0, i, "nop");
      findings = list_findings (&log, 10);
      g_assert_cmpuint (findings->len, ==, n_ops > 0);
      if (n_ops > 0)
        g_assert_cmpstr (g_array_index (findings, WeftFinding, 0).key, ==, "open-ops");
      made_log_close (&log);
    }
}

/* Where there is one of a thing, the sentences say so. */
static void
test_one (void)
{
  g_autoptr (GArray) findings = NULL;
  MadeLog log;
  guint32 op;

  made_log_open (&log, NULL);
  op = made_log_begin (&log, 0, 0, "00000010: nop");
  made_log_stage (&log, op, "0", "F", 0, 1);
  made_log_stage (&log, op, "1", "stl", 0, 1);
  weft_pipeline_writer_end_op (log.writer, op, WEFT_OP_RETIRED, 0, 1);
  for (guint i = 0; i < 2; i++)
    {
      op = made_log_begin (&log, 0, 1, "00000014: nop");
      weft_pipeline_writer_end_op (log.writer, op, WEFT_OP_FLUSHED, -1, 1);
    }
  findings = list_findings (&log, 2);
  check_finding (findings, "squashing-pc",
                 "Most ops are flushed after PC 0x10 (nop): 2, in 1 of 1 squash.");
  check_finding (findings, "stalling-pc",
                 "Most stall cycles are those of PC 0x10 (nop): ≈ 1 in 1 op, 100.0\u00a0% of all.");
  check_finding (findings, "slowest-op",
                 "Op 0 (nop) took longest: 1 cycle, of which 1 in stage F; half of all ops took at "
                 "most 0.");
  check_finding (findings, "slowest-stage",
                 "Ops spend most of their time in stage F: 100.0\u00a0%; half of those stages take "
                 "at most 1 cycle, the longest 1.");
  made_log_close (&log);
}

/* Stages that together last longer than 64 bits say. */
static void
test_far (void)
{
  g_autoptr (GArray) findings = NULL;
  MadeLog log;

  made_log_open (&log, NULL);
  for (guint i = 0; i < 3; i++)
    {
      guint32 op = made_log_begin (&log, 0, 0, "00000010: nop");

      made_log_stage (&log, op, "0", i < 2 ? "F" : "X", 0, G_MAXINT64);
      weft_pipeline_writer_end_op (log.writer, op, WEFT_OP_RETIRED, i, G_MAXINT64);
    }
  findings = list_findings (&log, G_MAXINT64);
  check_finding (findings, "slowest-stage",
                 "Ops spend most of their time in stage F: 66.7\u00a0%; half of those stages take "
                 "at most 9\u202f223\u202f372\u202f036\u202f854\u202f775\u202f807 cycles, the "
                 "longest 9\u202f223\u202f372\u202f036\u202f854\u202f775\u202f807.");
  made_log_close (&log);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-findings/storms", test_storms);
  g_test_add_func ("/pipeline-findings/gap", test_gap);
  g_test_add_func ("/pipeline-findings/curves", test_curves);
  g_test_add_func ("/pipeline-findings/empty-curves", test_empty_curves);
  g_test_add_func ("/pipeline-findings/rank", test_rank);
  g_test_add_func ("/pipeline-findings/numbers", test_numbers);
  g_test_add_func ("/pipeline-findings/small", test_small);
  g_test_add_func ("/pipeline-findings/one", test_one);
  g_test_add_func ("/pipeline-findings/far", test_far);
  return g_test_run ();
}
