/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stats-result.h"

#include "weft-bulk.h"
#include "weft-pipeline-function-stats.h"
#include "weft-pipeline-stats-count.h"

G_DEFINE_FINAL_TYPE (WeftPipelineStatsResult, weft_pipeline_stats_result, WEFT_TYPE_RESULT)

/* --- the worker ------------------------------------------------------------------------------------- */

static gboolean
has_rows (const WeftOpRange *range)
{
  return range->first_row != 0 || range->last_row != G_MAXUINT32;
}

static gboolean
has_cycles (const WeftOpRange *range)
{
  return range->cycles.from != G_MININT64 || range->cycles.to != G_MAXINT64;
}

/* The ops of a range of rows, counted: (transfer full). NULL when cancelled. */
static WeftBitset *
count_rows (WeftPipelineStatsResult *result, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftBitset) ops = weft_bitset_new (result->question.snapshot->n_ops);
  g_autoptr (WeftPipelineOps) listed = weft_pipeline_ops_new (
    result->question.snapshot, result->question.rows, &result->question.range, cancellable, error);

  if (listed == NULL || !weft_pipeline_op_counts_read (listed, &result->counts, cancellable, error))
    return NULL;
  for (guint32 i = 0; i < listed->n_ops; i++)
    {
      guint32 op = weft_pipeline_ops_get (listed, i);

      ops->words[op / 64] |= (guint64) 1 << op % 64;
    }
  weft_bitset_seal (ops);
  return g_steal_pointer (&ops);
}

/* The cycles that are looked at: of rows alone, those of their ops. */
static WeftCycleRange
choose_cycles (const WeftPipelineStatsResult *result)
{
  const WeftPipelineOpCounts *counts = &result->counts;

  if (!has_rows (&result->question.range) || has_cycles (&result->question.range))
    return result->question.range.cycles;
  return (WeftCycleRange){ counts->first_fetch, MIN (counts->last_end, G_MAXINT64 - 2) + 1 };
}

static gboolean
is_whole (const WeftPipelineStatsResult *result)
{
  return !has_rows (&result->question.range) && !has_cycles (&result->question.range);
}

/* All that follows rests on the explainer. */
static gboolean
explain (WeftPipelineStatsResult *result, GCancellable *cancellable, GError **error)
{
  result->explainer = weft_pipeline_explainer_new (result->question.snapshot, cancellable, error);
  if (result->explainer != NULL)
    result->slots = weft_pipeline_slots_new (result->explainer, cancellable, error);
  return result->slots != NULL
         && (!is_whole (result) || weft_pipeline_slots_index (result->slots, cancellable, error));
}

/* A history of some rows alone would be no state of the machine. */
static gboolean
compute_history (WeftPipelineStatsResult *result, GCancellable *cancellable, GError **error)
{
  const WeftPipelineStats *stats = result->stats;

  if (has_rows (&result->question.range))
    return TRUE;
  result->history =
    weft_pipeline_history_new (result->explainer, result->slots, stats->first, stats->end,
                               is_whole (result) ? WEFT_HISTORY_BUCKETS : 1, cancellable, error);
  if (result->history != NULL)
    result->occupancy = weft_pipeline_occupancy_new (result->history, stats->first, stats->end);
  return result->history != NULL;
}

static gboolean
derive_all (WeftResult *object, GCancellable *cancellable, GError **error)
{
  WeftPipelineStatsResult *result = WEFT_PIPELINE_STATS_RESULT (object);
  g_autoptr (WeftBitset) ops = NULL;
  WeftCycleRange cycles;

  if (has_rows (&result->question.range) && (ops = count_rows (result, cancellable, error)) == NULL)
    return FALSE;
  cycles = choose_cycles (result);
  if (!explain (result, cancellable, error))
    return FALSE;
  result->stats = weft_pipeline_stats_new_explained (result->explainer, result->slots, &cycles, ops,
                                                     cancellable, error);
  if (result->stats == NULL)
    return FALSE;
  result->curves =
    weft_pipeline_curves_new (result->question.snapshot, result->stats->first, result->stats->end,
                              ops, WEFT_MAX_BUCKETS, cancellable, error);
  if (result->curves == NULL)
    return FALSE;
  if (!compute_history (result, cancellable, error))
    return FALSE;
  if (result->question.wants_path
      && (result->path = weft_pipeline_critical_path_new (result->question.snapshot, &cycles, ops,
                                                          cancellable, error))
           == NULL)
    return FALSE;
  if (result->question.symbols != NULL)
    result->functions =
      weft_pipeline_function_stats_new (result->stats->pcs, result->question.symbols);
  result->facts =
    (WeftPipelineFacts){ result->question.snapshot,
                         result->stats,
                         result->question.symbols,
                         result->functions,
                         result->path,
                         result->curves,
                         result->occupancy,
                         weft_pipeline_trace_get_resources (result->question.snapshot->trace) };
  if (!is_whole (result))
    return TRUE;
  result->findings =
    weft_pipeline_findings_new (result->question.snapshot, result->stats, cancellable, error);
  return result->findings != NULL;
}

static gboolean
derive (WeftResult *object, WeftResult *before G_GNUC_UNUSED, GCancellable *cancellable,
        GError **error)
{
  gboolean done = derive_all (object, cancellable, error);

  weft_bulk_settle ();
  return done;
}

/* --- questions -------------------------------------------------------------------------------- */

static void
question_clear (gpointer data)
{
  WeftPipelineStatsQuestion *question = data;

  g_clear_pointer (&question->snapshot, weft_pipeline_snapshot_unref);
  g_clear_object (&question->rows);
  g_clear_pointer (&question->symbols, weft_pipeline_symbols_unref);
  g_clear_pointer (&question->assumptions, weft_pipeline_assumptions_unref);
}

static gboolean
same_range (const WeftOpRange *a, const WeftOpRange *b)
{
  return a->cycles.from == b->cycles.from && a->cycles.to == b->cycles.to
         && a->first_row == b->first_row && a->last_row == b->last_row;
}

/* A path that nobody wants any more goes with the next results. */
static WeftRunTime
choose (gpointer data, gconstpointer asked, WeftResult *last G_GNUC_UNUSED)
{
  const WeftPipelineStatsQuestion *question = data, *before = asked;

  if (!same_range (&question->range, &before->range) || question->symbols != before->symbols
      || !weft_pipeline_assumptions_equal (question->assumptions, before->assumptions)
      || (question->wants_path && !before->wants_path))
    return WEFT_RUN_NOW;
  if (question->rows != before->rows
      || question->snapshot->generation != before->snapshot->generation)
    return question->loading ? WEFT_RUN_LATER : WEFT_RUN_NEXT;
  return WEFT_RUN_NOT;
}

gboolean
weft_pipeline_stats_result_is_stale (WeftRunner *runner)
{
  const WeftPipelineStatsQuestion *asked = weft_runner_get_question (runner);
  const WeftPipelineStatsResult *result = weft_runner_get_result (runner);

  if (weft_runner_get_error (runner) != NULL)
    return FALSE;
  return asked != NULL && (result == NULL || !same_range (&result->question.range, &asked->range));
}

/* --- objects -------------------------------------------------------------------------------------------- */

static void
weft_pipeline_stats_result_finalize (GObject *object)
{
  WeftPipelineStatsResult *self = WEFT_PIPELINE_STATS_RESULT (object);

  g_clear_pointer (&self->stats, weft_pipeline_stats_free);
  g_clear_pointer (&self->curves, weft_pipeline_curves_free);
  g_clear_pointer (&self->occupancy, g_array_unref);
  g_clear_pointer (&self->history, weft_pipeline_history_free);
  g_clear_pointer (&self->slots, weft_pipeline_slots_free);
  g_clear_pointer (&self->explainer, weft_pipeline_explainer_free);
  g_clear_pointer (&self->findings, g_array_unref);
  g_clear_pointer (&self->functions, g_array_unref);
  g_clear_pointer (&self->path, weft_pipeline_critical_path_free);
  G_OBJECT_CLASS (weft_pipeline_stats_result_parent_class)->finalize (object);
}

static void
weft_pipeline_stats_result_class_init (WeftPipelineStatsResultClass *klass)
{
  WeftResultClass *result_class = WEFT_RESULT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_pipeline_stats_result_finalize;
  result_class->question_offset = G_STRUCT_OFFSET (WeftPipelineStatsResult, question);
  result_class->question_size = sizeof (WeftPipelineStatsQuestion);
  result_class->clear_question = question_clear;
  result_class->choose = choose;
  result_class->derive = derive;
}

static void
weft_pipeline_stats_result_init (WeftPipelineStatsResult *self G_GNUC_UNUSED)
{
}
