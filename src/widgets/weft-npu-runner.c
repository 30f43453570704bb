/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-runner.h"

#include "weft-npu-fields.h"

/* While a trace grows, answers come no more often than this (microseconds), and take no more than
 * this share of the time. */
#define INTERVAL 1000000
#define SHARE 4

struct _WeftNpuRunner
{
  GObject parent_instance;

  WeftNpuQuestion question; /* its snapshot is NULL before the first */
  WeftNpuResult *result;
  GCancellable *cancellable; /* of the job that runs; NULL: none does */
  gint64 job_start;
  gint64 job_time;
  guint timeout;
  gboolean outdated; /* the trace has grown since the job began */
};

enum { DONE, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftNpuRunner, weft_npu_runner, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE (WeftNpuResult, weft_npu_result, G_TYPE_OBJECT)

/* --- questions ------------------------------------------------------------------------------------ */

static void
question_copy (const WeftNpuQuestion *from, WeftNpuQuestion *to)
{
  *to = *from;
  weft_npu_snapshot_ref (to->snapshot);
  if (to->filter != NULL)
    weft_expression_ref (to->filter);
}

static void
question_clear (WeftNpuQuestion *question)
{
  g_clear_pointer (&question->snapshot, weft_npu_snapshot_unref);
  g_clear_pointer (&question->filter, weft_expression_unref);
}

static gboolean
same_snapshot (const WeftNpuQuestion *a, const WeftNpuQuestion *b)
{
  return a->snapshot->generation == b->snapshot->generation;
}

static gboolean
same_manner (const WeftNpuQuestion *a, const WeftNpuQuestion *b)
{
  return a->filter == b->filter && a->scheme == b->scheme && a->logarithmic == b->logarithmic
         && a->range.from == b->range.from && a->range.to == b->range.to;
}

/* --- the worker -------------------------------------------------------------------------------------- */

typedef struct
{
  WeftNpuResult *result; /* to be filled in */
  WeftNpuResult *before; /* (nullable) what is still right of it is taken over */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_object (&job->result);
  g_clear_object (&job->before);
  g_free (job);
}

/* What comes of the trace alone, and what the filter lets through. */
static gboolean
derive_shown (Job *job, GCancellable *cancellable, GError **error)
{
  WeftNpuResult *result = job->result, *before = job->before;
  WeftNpuSnapshot *snapshot = result->question.snapshot;
  gboolean same = before != NULL && same_snapshot (&before->question, &result->question);

  result->bandwidth = same ? weft_npu_bandwidth_ref (before->bandwidth)
                           : weft_npu_bandwidth_new (snapshot);
  if (same && before->question.filter == result->question.filter)
    {
      result->rows = before->rows != NULL ? weft_bitset_ref (before->rows) : NULL;
      result->shown = weft_npu_index_ref (before->shown);
      return TRUE;
    }
  if (result->question.filter == NULL)
    {
      result->shown = weft_npu_index_ref (snapshot->index);
      return TRUE;
    }
  result->rows =
    weft_npu_filter_run (result->question.filter, snapshot, cancellable, error);
  if (result->rows != NULL)
    result->shown = weft_npu_index_new (snapshot, result->rows);
  return result->shown != NULL;
}

static gboolean
derive (Job *job, GCancellable *cancellable, GError **error)
{
  WeftNpuResult *result = job->result;
  WeftNpuSnapshot *snapshot = result->question.snapshot;
  WeftNpuSceneOptions options = { .snapshot = snapshot,
                                  .scheme = result->question.scheme,
                                  .logarithmic = result->question.logarithmic,
                                  .with = WEFT_NPU_WITH_ALL };

  if (!derive_shown (job, cancellable, error))
    return FALSE;
  options.shown = result->shown;
  options.bandwidth = result->bandwidth;
  result->scene = weft_npu_scene_new (&options);
  weft_npu_rows_init (&result->events, snapshot, result->rows);
  result->stats = weft_npu_stats_new (snapshot, result->bandwidth, &result->question.range,
                                      result->rows, cancellable);
  if (result->stats != NULL)
    return TRUE;
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return FALSE;
}

static void
run_job (GTask *task, gpointer source_object G_GNUC_UNUSED, gpointer task_data,
         GCancellable *cancellable)
{
  GError *error = NULL;

  if (derive (task_data, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* --- the main thread ------------------------------------------------------------------------------------ */

static void start_when_due (WeftNpuRunner *self);

static void
job_done (GObject *object G_GNUC_UNUSED, GAsyncResult *async, gpointer user_data)
{
  GWeakRef *ref = user_data;
  g_autoptr (WeftNpuRunner) self = g_weak_ref_get (ref);
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
start_job (WeftNpuRunner *self)
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
  job->result = g_object_new (WEFT_TYPE_BUS_RESULT, NULL);
  question_copy (&self->question, &job->result->question);
  g_set_object (&job->before, self->result);

  /* Whoever asked does not wait for the worker when it goes. */
  g_weak_ref_init (ref, self);
  task = g_task_new (NULL, self->cancellable, job_done, ref);
  g_task_set_name (task, "npu");
  g_task_set_priority (task, G_PRIORITY_DEFAULT_IDLE);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run_job);
}

static gboolean
start_late (gpointer user_data)
{
  WeftNpuRunner *self = user_data;

  self->timeout = 0;
  start_job (self);
  return G_SOURCE_REMOVE;
}

static void
start_when_due (WeftNpuRunner *self)
{
  gint64 wait = MAX (INTERVAL, SHARE * self->job_time);
  gint64 due = self->job_start + wait - g_get_monotonic_time ();

  if (self->job_start == 0 || due <= 0)
    start_job (self);
  else if (self->timeout == 0)
    self->timeout = g_timeout_add ((guint) (due / 1000) + 1, start_late, self);
}

void
weft_npu_runner_ask (WeftNpuRunner *self, const WeftNpuQuestion *question)
{
  WeftNpuQuestion before = self->question;
  gboolean first = before.snapshot == NULL;
  gboolean same = !first && same_manner (&before, question);

  if (same && same_snapshot (&before, question))
    return;
  question_copy (question, &self->question);
  if (!first)
    question_clear (&before);
  if (!same)
    start_job (self);
  else if (self->cancellable != NULL)
    self->outdated = TRUE;
  else
    start_when_due (self);
}

WeftNpuResult *
weft_npu_runner_get_result (WeftNpuRunner *self)
{
  return self->result;
}

gboolean
weft_npu_runner_is_busy (WeftNpuRunner *self)
{
  return self->cancellable != NULL;
}

/* --- objects ---------------------------------------------------------------------------------------------- */

static void
weft_npu_result_finalize (GObject *object)
{
  WeftNpuResult *self = WEFT_NPU_RESULT (object);

  question_clear (&self->question);
  g_clear_pointer (&self->rows, weft_bitset_unref);
  g_clear_pointer (&self->shown, weft_npu_index_unref);
  g_clear_pointer (&self->bandwidth, weft_npu_bandwidth_unref);
  g_clear_pointer (&self->stats, weft_npu_stats_free);
  weft_npu_rows_clear (&self->events);
  g_clear_pointer (&self->scene, weft_track_scene_unref);
  G_OBJECT_CLASS (weft_npu_result_parent_class)->finalize (object);
}

static void
weft_npu_result_class_init (WeftNpuResultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_npu_result_finalize;
}

static void
weft_npu_result_init (WeftNpuResult *self G_GNUC_UNUSED)
{
}

static void
weft_npu_runner_dispose (GObject *object)
{
  WeftNpuRunner *self = WEFT_NPU_RUNNER (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_object (&self->result);
  question_clear (&self->question);
  G_OBJECT_CLASS (weft_npu_runner_parent_class)->dispose (object);
}

static void
weft_npu_runner_class_init (WeftNpuRunnerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_npu_runner_dispose;
  signals[DONE] = g_signal_new ("done", WEFT_TYPE_BUS_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
}

static void
weft_npu_runner_init (WeftNpuRunner *self G_GNUC_UNUSED)
{
}

WeftNpuRunner *
weft_npu_runner_new (void)
{
  return g_object_new (WEFT_TYPE_BUS_RUNNER, NULL);
}
