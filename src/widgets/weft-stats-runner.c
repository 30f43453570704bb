/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-stats-runner.h"

#include "weft-function-stats.h"

/* The same range is computed again no sooner than this, in µs, and no more than a quarter of the
 * time is spent on it. */
#define INTERVAL G_USEC_PER_SEC
#define SHARE 4

/* Curves have at most so many points: fewer would hide what happens, more make noise of it. */
#define MAX_BUCKETS 400u

struct _WeftStatsRunner
{
  GObject parent_instance;

  WeftPipelineSnapshot *snapshot; /* asked for; NULL: nothing is */
  WeftPipelineRows *rows;
  WeftOpRange range;
  WeftSymbols *symbols;
  gboolean wants_path;

  WeftStatsResult *result;
  GCancellable *cancellable; /* of the job that runs; NULL: none */
  gint64 job_start;
  gint64 job_time;
  gboolean outdated;
  guint timeout;
};

enum { DONE, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftStatsRunner, weft_stats_runner, G_TYPE_OBJECT)

/* --- results ------------------------------------------------------------------------------------------ */

G_DEFINE_FINAL_TYPE (WeftStatsResult, weft_stats_result, G_TYPE_OBJECT)

static void
weft_stats_result_finalize (GObject *object)
{
  WeftStatsResult *self = WEFT_STATS_RESULT (object);

  g_clear_pointer (&self->stats, weft_pipeline_stats_free);
  g_clear_pointer (&self->curves, weft_pipeline_curves_free);
  g_clear_pointer (&self->stalls, weft_stalls_free);
  g_clear_pointer (&self->findings, g_array_unref);
  g_clear_pointer (&self->functions, g_array_unref);
  g_clear_pointer (&self->symbols, weft_symbols_unref);
  g_clear_pointer (&self->path, weft_critical_path_free);
  g_clear_pointer (&self->snapshot, weft_pipeline_snapshot_unref);
  G_OBJECT_CLASS (weft_stats_result_parent_class)->finalize (object);
}

static void
weft_stats_result_class_init (WeftStatsResultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_stats_result_finalize;
}

static void
weft_stats_result_init (WeftStatsResult *self G_GNUC_UNUSED)
{
}

/* --- the worker ------------------------------------------------------------------------------------- */

typedef struct
{
  WeftStatsResult *result;
  WeftPipelineRows *rows;
  gboolean wants_path;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_object (&job->result);
  g_clear_object (&job->rows);
  g_free (job);
}

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
count_rows (Job *job, GCancellable *cancellable, GError **error)
{
  WeftStatsResult *result = job->result;
  g_autoptr (WeftBitset) ops =
    weft_bitset_new (weft_pipeline_snapshot_get_n_ops (result->snapshot));
  g_autoptr (WeftOpSort) sort = weft_op_sort_run (result->snapshot, job->rows, WEFT_OP_KEY_ROW,
                                                  FALSE, &result->range, cancellable, error);

  if (sort == NULL || !weft_op_counts_read (sort, &result->counts, cancellable, error))
    return NULL;
  for (guint32 i = 0; i < weft_op_sort_get_n_ops (sort); i++)
    {
      guint32 op = weft_op_sort_get_op (sort, i);

      ops->words[op / 64] |= (guint64) 1 << op % 64;
    }
  weft_bitset_seal (ops);
  return g_steal_pointer (&ops);
}

/* The cycles that are looked at: of rows alone, those of their ops. */
static WeftCycleRange
choose_cycles (const WeftStatsResult *result)
{
  const WeftOpCounts *counts = &result->counts;

  if (!has_rows (&result->range) || has_cycles (&result->range))
    return result->range.cycles;
  return (WeftCycleRange) { counts->first_fetch,
                            MIN (counts->last_end, G_MAXINT64 - 2) + 1 };
}

static gboolean
compute_curves (WeftStatsResult *result, const WeftBitset *ops, const WeftCycleRange *cycles,
                GCancellable *cancellable, GError **error)
{
  const WeftPipelineStats *stats = result->stats;
  gint64 last = stats->last;

  /* The last cycle of the log belongs to it; a range ends before its end. */
  if (cycles->to == G_MAXINT64 && last < G_MAXINT64)
    last++;
  result->curves = weft_pipeline_curves_new (result->snapshot, stats->first, last, ops,
                                             MAX_BUCKETS, cancellable, error);
  return result->curves != NULL;
}

static gboolean
compute_whole (WeftStatsResult *result, GCancellable *cancellable, GError **error)
{
  result->stalls = weft_stalls_new (result->snapshot, cancellable, error);
  if (result->stalls != NULL)
    result->findings =
      weft_pipeline_findings_new (result->snapshot, result->stats, cancellable, error);
  return result->findings != NULL;
}

static gboolean
compute (Job *job, GCancellable *cancellable, GError **error)
{
  WeftStatsResult *result = job->result;
  g_autoptr (WeftBitset) ops = NULL;
  WeftCycleRange cycles;

  if (has_rows (&result->range) && (ops = count_rows (job, cancellable, error)) == NULL)
    return FALSE;
  cycles = choose_cycles (result);
  result->stats = weft_pipeline_stats_new_filtered (result->snapshot, &cycles, ops, cancellable,
                                                    error);
  if (result->stats == NULL || !compute_curves (result, ops, &cycles, cancellable, error))
    return FALSE;
  if (job->wants_path
      && (result->path = weft_critical_path_new (result->snapshot, &cycles, ops, cancellable,
                                                 error)) == NULL)
    return FALSE;
  if (result->symbols != NULL)
    result->functions = weft_function_stats_new (result->stats->pcs, result->symbols);
  result->facts = (WeftPipelineFacts) { result->snapshot, result->stats, result->symbols,
                                        result->functions, result->path };
  return has_rows (&result->range) || has_cycles (&result->range)
         || compute_whole (result, cancellable, error);
}

static void
run_job (GTask *task, gpointer source_object G_GNUC_UNUSED, gpointer task_data,
         GCancellable *cancellable)
{
  GError *error = NULL;

  if (compute (task_data, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* --- the main thread --------------------------------------------------------------------------------- */

static void start_when_due (WeftStatsRunner *self);

static void
job_done (GObject *object G_GNUC_UNUSED, GAsyncResult *async, gpointer user_data)
{
  GWeakRef *ref = user_data;
  g_autoptr (WeftStatsRunner) self = g_weak_ref_get (ref);
  Job *job = g_task_get_task_data (G_TASK (async));

  g_weak_ref_clear (ref);
  g_free (ref);
  if (!g_task_propagate_boolean (G_TASK (async), NULL) || self == NULL
      || g_task_get_cancellable (G_TASK (async)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  self->job_time = g_get_monotonic_time () - self->job_start;
  g_clear_object (&self->result);
  self->result = g_steal_pointer (&job->result);
  if (self->outdated)
    start_when_due (self);
  g_signal_emit (self, signals[DONE], 0);
}

static void
start_job (WeftStatsRunner *self)
{
  g_autoptr (GTask) task = NULL;
  Job *job = g_new0 (Job, 1);
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->cancellable = g_cancellable_new ();
  self->outdated = FALSE;
  self->job_start = g_get_monotonic_time ();
  job->result = g_object_new (WEFT_TYPE_STATS_RESULT, NULL);
  job->result->range = self->range;
  job->wants_path = self->wants_path;
  if (self->symbols != NULL)
    job->result->symbols = weft_symbols_ref (self->symbols);
  job->result->snapshot = weft_pipeline_snapshot_ref (self->snapshot);
  g_set_object (&job->rows, self->rows);

  /* Whoever asked does not wait for the worker when it goes. */
  g_weak_ref_init (ref, self);
  task = g_task_new (NULL, self->cancellable, job_done, ref);
  g_task_set_name (task, "statistics");
  g_task_set_priority (task, G_PRIORITY_DEFAULT_IDLE);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run_job);
}

static gboolean
start_late (gpointer user_data)
{
  WeftStatsRunner *self = user_data;

  self->timeout = 0;
  start_job (self);
  return G_SOURCE_REMOVE;
}

static void
start_when_due (WeftStatsRunner *self)
{
  gint64 wait = MAX (INTERVAL, SHARE * self->job_time);
  gint64 due = self->job_start + wait - g_get_monotonic_time ();

  if (self->job_start == 0 || due <= 0)
    start_job (self);
  else if (self->timeout == 0)
    self->timeout = g_timeout_add ((guint) (due / 1000) + 1, start_late, self);
}

static gboolean
same_range (const WeftOpRange *a, const WeftOpRange *b)
{
  return a->cycles.from == b->cycles.from && a->cycles.to == b->cycles.to
         && a->first_row == b->first_row && a->last_row == b->last_row;
}

void
weft_stats_runner_ask (WeftStatsRunner *self, WeftPipelineSnapshot *snapshot,
                       WeftPipelineRows *rows, const WeftOpRange *range)
{
  gboolean same, grown;

  g_return_if_fail (WEFT_IS_STATS_RUNNER (self) && snapshot != NULL && range != NULL);

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
  if (!same)
    start_job (self);
  else if (self->cancellable != NULL)
    self->outdated = TRUE;
  else
    start_when_due (self);
}

void
weft_stats_runner_set_symbols (WeftStatsRunner *self, WeftSymbols *symbols)
{
  g_return_if_fail (WEFT_IS_STATS_RUNNER (self));

  if (symbols == self->symbols)
    return;
  g_clear_pointer (&self->symbols, weft_symbols_unref);
  if (symbols != NULL)
    self->symbols = weft_symbols_ref (symbols);
  if (self->snapshot != NULL)
    start_job (self);
}

/* A path that nobody wants any more goes with the next results. */
void
weft_stats_runner_set_wants_path (WeftStatsRunner *self, gboolean wants_path)
{
  g_return_if_fail (WEFT_IS_STATS_RUNNER (self));

  if (self->wants_path == wants_path)
    return;
  self->wants_path = wants_path;
  if (wants_path && self->snapshot != NULL)
    start_job (self);
}

void
weft_stats_runner_forget (WeftStatsRunner *self)
{
  g_return_if_fail (WEFT_IS_STATS_RUNNER (self));

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->snapshot, weft_pipeline_snapshot_unref);
  g_clear_object (&self->result);
  g_clear_object (&self->rows);
  self->outdated = FALSE;
}

WeftStatsResult *
weft_stats_runner_get_result (WeftStatsRunner *self)
{
  return self->result;
}

gboolean
weft_stats_runner_is_stale (WeftStatsRunner *self)
{
  return self->snapshot != NULL
         && (self->result == NULL || !same_range (&self->result->range, &self->range));
}

static void
weft_stats_runner_dispose (GObject *object)
{
  WeftStatsRunner *self = WEFT_STATS_RUNNER (object);

  weft_stats_runner_forget (self);
  g_clear_pointer (&self->symbols, weft_symbols_unref);
  G_OBJECT_CLASS (weft_stats_runner_parent_class)->dispose (object);
}

static void
weft_stats_runner_class_init (WeftStatsRunnerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_stats_runner_dispose;
  signals[DONE] = g_signal_new ("done", WEFT_TYPE_STATS_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
}

static void
weft_stats_runner_init (WeftStatsRunner *self G_GNUC_UNUSED)
{
}

WeftStatsRunner *
weft_stats_runner_new (void)
{
  return g_object_new (WEFT_TYPE_STATS_RUNNER, NULL);
}
