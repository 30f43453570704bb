/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stats-runner.h"

#include "weft-pipeline-function-stats.h"

struct _WeftPipelineStatsRunner
{
  WeftRunner parent_instance;

  WeftPipelineSnapshot *snapshot; /* asked for; NULL: nothing is */
  WeftPipelineRows *rows;
  WeftOpRange range;
  WeftPipelineSymbols *symbols;
  gboolean wants_path;
};

G_DEFINE_FINAL_TYPE (WeftPipelineStatsRunner, weft_pipeline_stats_runner, WEFT_TYPE_RUNNER)
G_DEFINE_FINAL_TYPE (WeftStatsResult, weft_stats_result, WEFT_TYPE_RESULT)

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
count_rows (WeftStatsResult *result, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftBitset) ops =
    weft_bitset_new (weft_pipeline_snapshot_get_n_ops (result->snapshot));
  g_autoptr (WeftPipelineOpSort) sort = weft_pipeline_op_sort_run (
    result->snapshot, result->rows, WEFT_OP_KEY_ROW, FALSE, &result->range, cancellable, error);

  if (sort == NULL || !weft_pipeline_op_counts_read (sort, &result->counts, cancellable, error))
    return NULL;
  for (guint32 i = 0; i < weft_pipeline_op_sort_get_n_ops (sort); i++)
    {
      guint32 op = weft_pipeline_op_sort_get_op (sort, i);

      ops->words[op / 64] |= (guint64) 1 << op % 64;
    }
  weft_bitset_seal (ops);
  return g_steal_pointer (&ops);
}

/* The cycles that are looked at: of rows alone, those of their ops. */
static WeftCycleRange
choose_cycles (const WeftStatsResult *result)
{
  const WeftPipelineOpCounts *counts = &result->counts;

  if (!has_rows (&result->range) || has_cycles (&result->range))
    return result->range.cycles;
  return (WeftCycleRange){ counts->first_fetch, MIN (counts->last_end, G_MAXINT64 - 2) + 1 };
}

static gboolean
compute_whole (WeftStatsResult *result, GCancellable *cancellable, GError **error)
{
  result->stalls = weft_pipeline_stalls_new (result->snapshot, cancellable, error);
  if (result->stalls != NULL)
    result->findings =
      weft_pipeline_findings_new (result->snapshot, result->stats, cancellable, error);
  return result->findings != NULL;
}

static gboolean
derive (WeftResult *object, WeftResult *before G_GNUC_UNUSED, GCancellable *cancellable,
        GError **error)
{
  WeftStatsResult *result = WEFT_STATS_RESULT (object);
  g_autoptr (WeftBitset) ops = NULL;
  WeftCycleRange cycles;

  if (has_rows (&result->range) && (ops = count_rows (result, cancellable, error)) == NULL)
    return FALSE;
  cycles = choose_cycles (result);
  result->stats =
    weft_pipeline_stats_new_filtered (result->snapshot, &cycles, ops, cancellable, error);
  if (result->stats == NULL)
    return FALSE;
  result->curves =
    weft_pipeline_curves_new (result->snapshot, result->stats->first, result->stats->end, ops,
                              WEFT_MAX_BUCKETS, cancellable, error);
  if (result->curves == NULL)
    return FALSE;
  if (result->wants_path
      && (result->path =
            weft_pipeline_critical_path_new (result->snapshot, &cycles, ops, cancellable, error))
           == NULL)
    return FALSE;
  if (result->symbols != NULL)
    result->functions = weft_pipeline_function_stats_new (result->stats->pcs, result->symbols);
  result->facts = (WeftPipelineFacts){ result->snapshot,  result->stats, result->symbols,
                                       result->functions, result->path,  result->curves };
  return has_rows (&result->range) || has_cycles (&result->range)
         || compute_whole (result, cancellable, error);
}

/* --- the main thread --------------------------------------------------------------------------------- */

/* What is asked for now, not yet computed. */
static void
ask_again (WeftPipelineStatsRunner *self, WeftRunTime when)
{
  WeftStatsResult *result = g_object_new (WEFT_TYPE_STATS_RESULT, NULL);

  result->range = self->range;
  result->wants_path = self->wants_path;
  if (self->symbols != NULL)
    result->symbols = weft_pipeline_symbols_ref (self->symbols);
  result->snapshot = weft_pipeline_snapshot_ref (self->snapshot);
  g_set_object (&result->rows, self->rows);
  weft_runner_ask (WEFT_RUNNER (self), WEFT_RESULT (result), when);
}

static gboolean
same_range (const WeftOpRange *a, const WeftOpRange *b)
{
  return a->cycles.from == b->cycles.from && a->cycles.to == b->cycles.to
         && a->first_row == b->first_row && a->last_row == b->last_row;
}

void
weft_pipeline_stats_runner_ask (WeftPipelineStatsRunner *self, WeftPipelineSnapshot *snapshot,
                                WeftPipelineRows *rows, const WeftOpRange *range)
{
  gboolean same, grown;

  g_return_if_fail (WEFT_IS_PIPELINE_STATS_RUNNER (self) && snapshot != NULL && range != NULL);

  same = self->snapshot != NULL && same_range (range, &self->range);
  grown = self->snapshot == NULL
          || weft_pipeline_snapshot_get_generation (snapshot)
               != weft_pipeline_snapshot_get_generation (self->snapshot);
  if (same && !grown && rows == self->rows)
    return;
  weft_pipeline_snapshot_ref (snapshot);
  g_clear_pointer (&self->snapshot, weft_pipeline_snapshot_unref);
  self->snapshot = snapshot;
  g_set_object (&self->rows, rows);
  self->range = *range;
  ask_again (self, same ? WEFT_RUN_LATER : WEFT_RUN_NOW);
}

void
weft_pipeline_stats_runner_set_symbols (WeftPipelineStatsRunner *self, WeftPipelineSymbols *symbols)
{
  g_return_if_fail (WEFT_IS_PIPELINE_STATS_RUNNER (self));

  if (symbols == self->symbols)
    return;
  g_clear_pointer (&self->symbols, weft_pipeline_symbols_unref);
  if (symbols != NULL)
    self->symbols = weft_pipeline_symbols_ref (symbols);
  if (self->snapshot != NULL)
    ask_again (self, WEFT_RUN_NOW);
}

/* A path that nobody wants any more goes with the next results. */
void
weft_pipeline_stats_runner_set_wants_path (WeftPipelineStatsRunner *self, gboolean wants_path)
{
  g_return_if_fail (WEFT_IS_PIPELINE_STATS_RUNNER (self));

  if (self->wants_path == wants_path)
    return;
  self->wants_path = wants_path;
  if (wants_path && self->snapshot != NULL)
    ask_again (self, WEFT_RUN_NOW);
}

void
weft_pipeline_stats_runner_forget (WeftPipelineStatsRunner *self)
{
  g_return_if_fail (WEFT_IS_PIPELINE_STATS_RUNNER (self));

  weft_runner_forget (WEFT_RUNNER (self));
  g_clear_pointer (&self->snapshot, weft_pipeline_snapshot_unref);
  g_clear_object (&self->rows);
}

WeftStatsResult *
weft_pipeline_stats_runner_get_result (WeftPipelineStatsRunner *self)
{
  return (WeftStatsResult *) weft_runner_get_result (WEFT_RUNNER (self));
}

gboolean
weft_pipeline_stats_runner_is_stale (WeftPipelineStatsRunner *self)
{
  const WeftStatsResult *result = weft_pipeline_stats_runner_get_result (self);

  return self->snapshot != NULL && (result == NULL || !same_range (&result->range, &self->range));
}

/* --- objects -------------------------------------------------------------------------------------------- */

static void
weft_stats_result_finalize (GObject *object)
{
  WeftStatsResult *self = WEFT_STATS_RESULT (object);

  g_clear_pointer (&self->stats, weft_pipeline_stats_free);
  g_clear_pointer (&self->curves, weft_pipeline_curves_free);
  g_clear_pointer (&self->stalls, weft_pipeline_stalls_free);
  g_clear_pointer (&self->findings, g_array_unref);
  g_clear_pointer (&self->functions, g_array_unref);
  g_clear_pointer (&self->symbols, weft_pipeline_symbols_unref);
  g_clear_pointer (&self->path, weft_pipeline_critical_path_free);
  g_clear_pointer (&self->snapshot, weft_pipeline_snapshot_unref);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (weft_stats_result_parent_class)->finalize (object);
}

static void
weft_stats_result_class_init (WeftStatsResultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_stats_result_finalize;
  WEFT_RESULT_CLASS (klass)->derive = derive;
}

static void
weft_stats_result_init (WeftStatsResult *self G_GNUC_UNUSED)
{
}

static void
weft_pipeline_stats_runner_dispose (GObject *object)
{
  WeftPipelineStatsRunner *self = WEFT_PIPELINE_STATS_RUNNER (object);

  weft_pipeline_stats_runner_forget (self);
  g_clear_pointer (&self->symbols, weft_pipeline_symbols_unref);
  G_OBJECT_CLASS (weft_pipeline_stats_runner_parent_class)->dispose (object);
}

static void
weft_pipeline_stats_runner_class_init (WeftPipelineStatsRunnerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_pipeline_stats_runner_dispose;
}

static void
weft_pipeline_stats_runner_init (WeftPipelineStatsRunner *self G_GNUC_UNUSED)
{
}

WeftPipelineStatsRunner *
weft_pipeline_stats_runner_new (void)
{
  return g_object_new (WEFT_TYPE_PIPELINE_STATS_RUNNER, NULL);
}
