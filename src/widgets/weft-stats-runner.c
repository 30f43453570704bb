/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-stats-runner.h"

/* The same range is computed again no sooner than this, in µs, and no more than a quarter of the
 * time is spent on it. */
#define INTERVAL G_USEC_PER_SEC
#define SHARE 4

struct _WeftStatsRunner
{
  GObject parent_instance;

  WeftPipelineSnapshot *snapshot; /* asked for; NULL: nothing is */
  WeftPipelineRows *rows;
  WeftOpRange range;

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

static void
result_free (WeftStatsResult *result)
{
  g_clear_pointer (&result->stats, weft_pipeline_stats_free);
  g_clear_pointer (&result->stalls, weft_stalls_free);
  weft_pipeline_snapshot_unref (result->snapshot);
  g_free (result);
}

/* --- the worker ------------------------------------------------------------------------------------- */

typedef struct
{
  WeftStatsResult *result;
  WeftPipelineRows *rows;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->result, result_free);
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

static gboolean
count_rows (Job *job, GCancellable *cancellable, GError **error)
{
  WeftStatsResult *result = job->result;
  g_autoptr (WeftOpSort) ops = weft_op_sort_run (result->snapshot, job->rows, WEFT_OP_KEY_ROW,
                                                 FALSE, &result->range, cancellable, error);

  return ops != NULL && weft_op_counts_read (ops, &result->counts, cancellable, error);
}

static void
run_job (GTask *task, gpointer source_object G_GNUC_UNUSED, gpointer task_data,
         GCancellable *cancellable)
{
  Job *job = task_data;
  WeftStatsResult *result = job->result;
  const gboolean rows = has_rows (&result->range), cycles = has_cycles (&result->range);
  GError *error = NULL;

  if (rows)
    count_rows (job, cancellable, &error);
  if (error == NULL && (cycles || !rows))
    result->stats = weft_pipeline_stats_new (result->snapshot, &result->range.cycles, cancellable,
                                             &error);
  if (error == NULL && !cycles && !rows)
    result->stalls = weft_stalls_new (result->snapshot, cancellable, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
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
  g_clear_pointer (&self->result, result_free);
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
  job->result = g_new0 (WeftStatsResult, 1);
  job->result->range = self->range;
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
weft_stats_runner_forget (WeftStatsRunner *self)
{
  g_return_if_fail (WEFT_IS_STATS_RUNNER (self));

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->snapshot, weft_pipeline_snapshot_unref);
  g_clear_pointer (&self->result, result_free);
  g_clear_object (&self->rows);
  self->outdated = FALSE;
}

const WeftStatsResult *
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
  weft_stats_runner_forget (WEFT_STATS_RUNNER (object));
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
