/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-runner.h"

#include "weft-bus-fields.h"
#include "weft-bus-findings.h"

/* While a trace grows, answers come no more often than this (microseconds), and take no more than
 * this share of the time. */
#define INTERVAL 1000000
#define SHARE 4

#define N_TOP 100

struct _WeftBusRunner
{
  GObject parent_instance;

  WeftBusQuestion question; /* its snapshot is NULL before the first */
  WeftBusResult *result;
  GCancellable *cancellable; /* of the job that runs; NULL: none does */
  gint64 job_start;
  gint64 job_time;
  guint timeout;
  gboolean outdated; /* the trace has grown since the job began */
};

enum { DONE, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftBusRunner, weft_bus_runner, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE (WeftBusResult, weft_bus_result, G_TYPE_OBJECT)

/* --- questions -------------------------------------------------------------------------------- */

static void
question_copy (const WeftBusQuestion *from, WeftBusQuestion *to)
{
  *to = *from;
  weft_bus_snapshot_ref (to->snapshot);
  if (to->filter != NULL)
    weft_expression_ref (to->filter);
}

static void
question_clear (WeftBusQuestion *question)
{
  g_clear_pointer (&question->snapshot, weft_bus_snapshot_unref);
  g_clear_pointer (&question->filter, weft_expression_unref);
}

static gboolean
same_snapshot (const WeftBusQuestion *a, const WeftBusQuestion *b)
{
  return a->snapshot->generation == b->snapshot->generation;
}

static gboolean
same_manner (const WeftBusQuestion *a, const WeftBusQuestion *b)
{
  return a->filter == b->filter && a->region == b->region && a->heat == b->heat
         && a->range.from == b->range.from && a->range.to == b->range.to;
}

/* --- the worker ------------------------------------------------------------------------------- */

typedef struct
{
  WeftBusResult *result; /* to be filled in */
  WeftBusResult *before; /* (nullable) what is still right of it is taken over */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_object (&job->result);
  g_clear_object (&job->before);
  g_free (job);
}

/* All accesses, and the model: of the trace alone. */
static gboolean
derive_all (Job *job, GCancellable *cancellable, GError **error)
{
  WeftBusResult *result = job->result, *before = job->before;

  if (before != NULL && same_snapshot (&before->question, &result->question))
    {
      result->all = weft_bus_index_ref (before->all);
      result->model = weft_bus_model_ref (before->model);
      return TRUE;
    }
  g_clear_object (&job->before);
  result->all = weft_bus_index_new (result->question.snapshot, NULL, cancellable, error);
  if (result->all != NULL)
    result->model = weft_bus_model_new (result->question.snapshot, cancellable, error);
  return result->model != NULL;
}

static gboolean
derive_shown (Job *job, GCancellable *cancellable, GError **error)
{
  WeftBusResult *result = job->result, *before = job->before;
  WeftExpression *filter = result->question.filter;

  if (before != NULL && before->question.filter == filter)
    {
      result->rows = before->rows != NULL ? weft_bitset_ref (before->rows) : NULL;
      result->shown = weft_bus_index_ref (before->shown);
      return TRUE;
    }
  if (filter == NULL)
    {
      result->shown = weft_bus_index_ref (result->all);
      return TRUE;
    }
  result->rows = weft_bus_filter_run (filter, result->question.snapshot, cancellable, error);
  if (result->rows != NULL)
    result->shown =
      weft_bus_index_new (result->question.snapshot, result->rows, cancellable, error);
  return result->shown != NULL;
}

static gboolean
derive_pages (Job *job, GCancellable *cancellable, GError **error)
{
  WeftBusResult *result = job->result, *before = job->before;

  if (result->question.region == WEFT_BUS_NO_REGION)
    return TRUE;
  if (before != NULL && before->shown == result->shown
      && before->question.region == result->question.region)
    result->pages = weft_bus_pages_ref (before->pages);
  else
    result->pages =
      weft_bus_pages_new (result->shown, result->question.region, cancellable, error);
  return result->pages != NULL;
}

static void
make_scene (WeftBusResult *result)
{
  const WeftBusSceneOptions options = {
    .all = result->all,
    .shown = result->shown,
    .model = result->model,
    .pages = result->pages,
    .heat = result->question.heat,
    .with_lanes = TRUE,
    .with_regions = TRUE,
  };

  result->scene = weft_bus_scene_new (&options);
}

/* Findings are of the whole trace, and stay while a part of it is looked at. */
static void
take_findings (WeftBusResult *result, const WeftBusResult *before)
{
  const WeftCycleRange *range = &result->question.range;

  if (result->rows == NULL && range->from == G_MININT64 && range->to == G_MAXINT64)
    result->findings = weft_bus_findings_new (result->summary);
  else if (before != NULL && before->findings != NULL)
    result->findings = g_array_ref (before->findings);
}

static gboolean
derive (Job *job, GCancellable *cancellable, GError **error)
{
  WeftBusResult *result = job->result;
  WeftBusSummaryOptions options = { .model = TRUE, .n_top = N_TOP,
                                    .range = &result->question.range };

  if (!derive_all (job, cancellable, error) || !derive_shown (job, cancellable, error)
      || !derive_pages (job, cancellable, error))
    return FALSE;
  make_scene (result);
  result->rows_table = (WeftBusRows) { result->shown, result->model };
  options.rows = result->rows;
  options.index = result->all;
  result->summary =
    weft_bus_summary_new (result->question.snapshot, &options, cancellable, error);
  if (result->summary == NULL)
    return FALSE;
  take_findings (result, job->before);
  return TRUE;
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

/* --- the main thread -------------------------------------------------------------------------- */

static void start_when_due (WeftBusRunner *self);

static void
job_done (GObject *object G_GNUC_UNUSED, GAsyncResult *async, gpointer user_data)
{
  GWeakRef *ref = user_data;
  g_autoptr (WeftBusRunner) self = g_weak_ref_get (ref);
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
start_job (WeftBusRunner *self)
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
  g_task_set_name (task, "bus");
  g_task_set_priority (task, G_PRIORITY_DEFAULT_IDLE);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run_job);
}

static gboolean
start_late (gpointer user_data)
{
  WeftBusRunner *self = user_data;

  self->timeout = 0;
  start_job (self);
  return G_SOURCE_REMOVE;
}

static void
start_when_due (WeftBusRunner *self)
{
  gint64 wait = MAX (INTERVAL, SHARE * self->job_time);
  gint64 due = self->job_start + wait - g_get_monotonic_time ();

  if (self->job_start == 0 || due <= 0)
    start_job (self);
  else if (self->timeout == 0)
    self->timeout = g_timeout_add ((guint) (due / 1000) + 1, start_late, self);
}

void
weft_bus_runner_ask (WeftBusRunner *self, const WeftBusQuestion *question)
{
  WeftBusQuestion before = self->question;
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

WeftBusResult *
weft_bus_runner_get_result (WeftBusRunner *self)
{
  return self->result;
}

gboolean
weft_bus_runner_is_busy (WeftBusRunner *self)
{
  return self->cancellable != NULL;
}

/* --- objects ---------------------------------------------------------------------------------- */

static void
weft_bus_result_finalize (GObject *object)
{
  WeftBusResult *self = WEFT_BUS_RESULT (object);

  question_clear (&self->question);
  g_clear_pointer (&self->rows, weft_bitset_unref);
  g_clear_pointer (&self->all, weft_bus_index_unref);
  g_clear_pointer (&self->shown, weft_bus_index_unref);
  g_clear_pointer (&self->model, weft_bus_model_unref);
  g_clear_pointer (&self->pages, weft_bus_pages_unref);
  g_clear_pointer (&self->summary, weft_bus_summary_free);
  g_clear_pointer (&self->scene, weft_track_scene_unref);
  g_clear_pointer (&self->findings, g_array_unref);
  G_OBJECT_CLASS (weft_bus_result_parent_class)->finalize (object);
}

static void
weft_bus_result_class_init (WeftBusResultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_bus_result_finalize;
}

static void
weft_bus_result_init (WeftBusResult *self G_GNUC_UNUSED)
{
}

static void
weft_bus_runner_dispose (GObject *object)
{
  WeftBusRunner *self = WEFT_BUS_RUNNER (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_object (&self->result);
  question_clear (&self->question);
  G_OBJECT_CLASS (weft_bus_runner_parent_class)->dispose (object);
}

static void
weft_bus_runner_class_init (WeftBusRunnerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_bus_runner_dispose;
  signals[DONE] = g_signal_new ("done", WEFT_TYPE_BUS_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
}

static void
weft_bus_runner_init (WeftBusRunner *self G_GNUC_UNUSED)
{
}

WeftBusRunner *
weft_bus_runner_new (void)
{
  return g_object_new (WEFT_TYPE_BUS_RUNNER, NULL);
}
