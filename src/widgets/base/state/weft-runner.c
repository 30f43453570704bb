/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-runner.h"

#include "weft-task.h"

/* While a trace grows, results come no more often than this (microseconds), and take no more than this
 * share of the time. */
#define INTERVAL G_USEC_PER_SEC
#define SHARE 4

typedef struct
{
  WeftResult *result;
  WeftResult *waiting;       /* to be derived; NULL: none */
  gboolean next;             /* as soon as what is being derived is there */
  GCancellable *cancellable; /* of the job that runs; NULL: none does */
  gint64 job_start;
  gint64 job_time;
  guint timeout;
} WeftRunnerPrivate;

enum
{
  DONE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_ABSTRACT_TYPE (WeftResult, weft_result, G_TYPE_OBJECT)
G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftRunner, weft_runner, G_TYPE_OBJECT)

static WeftRunnerPrivate *
get_private (WeftRunner *self)
{
  return weft_runner_get_instance_private (self);
}

/* --- the worker ------------------------------------------------------------------------------------ */

typedef struct
{
  WeftResult *result;
  WeftResult *before; /* (nullable) */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_object (&job->result);
  g_clear_object (&job->before);
  g_free (job);
}

static void
run_job (GTask *task, gpointer source_object G_GNUC_UNUSED, gpointer task_data,
         GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;

  if (WEFT_RESULT_GET_CLASS (job->result)->derive (job->result, job->before, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* --- the main thread ------------------------------------------------------------------------------- */

static void start_waiting (WeftRunner *self);

static void
job_done (GObject *object G_GNUC_UNUSED, GAsyncResult *async, gpointer user_data)
{
  GWeakRef *ref = user_data;
  g_autoptr (WeftRunner) self = g_weak_ref_get (ref);
  WeftRunnerPrivate *private = self != NULL ? get_private (self) : NULL;
  Job *job = g_task_get_task_data (G_TASK (async));
  gboolean done = g_task_propagate_boolean (G_TASK (async), NULL);

  g_weak_ref_clear (ref);
  g_free (ref);
  if (self == NULL || g_task_get_cancellable (G_TASK (async)) != private->cancellable)
    return;
  g_clear_object (&private->cancellable);
  private->job_time = g_get_monotonic_time () - private->job_start;
  if (done)
    g_set_object (&private->result, job->result);
  start_waiting (self);
  if (done)
    g_signal_emit (self, signals[DONE], 0);
}

static void
start_job (WeftRunner *self)
{
  WeftRunnerPrivate *private = get_private (self);
  g_autoptr (GTask) task = NULL;
  Job *job = g_new0 (Job, 1);
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  g_cancellable_cancel (private->cancellable);
  g_clear_object (&private->cancellable);
  g_clear_handle_id (&private->timeout, g_source_remove);
  private->cancellable = g_cancellable_new ();
  private->job_start = g_get_monotonic_time ();
  job->result = g_steal_pointer (&private->waiting);
  g_set_object (&job->before, private->result);

  /* Whoever asked does not wait for the worker when it goes. */
  g_weak_ref_init (ref, self);
  task = g_task_new (NULL, private->cancellable, job_done, ref);
  g_task_set_name (task, G_OBJECT_TYPE_NAME (self));
  g_task_set_priority (task, G_PRIORITY_DEFAULT_IDLE);
  g_task_set_task_data (task, job, job_free);
  weft_task_run_in_thread (task, run_job);
}

static gboolean
start_late (gpointer user_data)
{
  WeftRunner *self = user_data;

  get_private (self)->timeout = 0;
  start_job (self);
  return G_SOURCE_REMOVE;
}

/* Starts what waits, now or when it is due. Nothing runs. */
static void
start_waiting (WeftRunner *self)
{
  WeftRunnerPrivate *private = get_private (self);
  gint64 wait = MAX (INTERVAL, SHARE * private->job_time);
  gint64 due = private->job_start + wait - g_get_monotonic_time ();

  if (private->waiting == NULL)
    return;
  if (private->next || private->job_start == 0 || due <= 0)
    start_job (self);
  else if (private->timeout == 0)
  private->timeout = g_timeout_add ((guint) (due / 1000) + 1, start_late, self);
}

void
weft_runner_ask (WeftRunner *self, WeftResult *result, WeftRunTime when)
{
  WeftRunnerPrivate *private;

  g_return_if_fail (WEFT_IS_RUNNER (self) && WEFT_IS_RESULT (result));

  private = get_private (self);
  /* What is asked for soon is so still when the trace grows meanwhile. */
  private->next = when != WEFT_RUN_LATER || (private->waiting != NULL && private->next);
  g_clear_object (&private->waiting);
  private->waiting = result;
  if (when == WEFT_RUN_NOW)
    start_job (self);
  else if (private->cancellable == NULL)
    start_waiting (self);
}

void
weft_runner_forget (WeftRunner *self)
{
  WeftRunnerPrivate *private;

  g_return_if_fail (WEFT_IS_RUNNER (self));

  private = get_private (self);
  g_cancellable_cancel (private->cancellable);
  g_clear_object (&private->cancellable);
  g_clear_handle_id (&private->timeout, g_source_remove);
  g_clear_object (&private->waiting);
  g_clear_object (&private->result);
}

WeftResult *
weft_runner_get_result (WeftRunner *self)
{
  g_return_val_if_fail (WEFT_IS_RUNNER (self), NULL);

  return get_private (self)->result;
}

gboolean
weft_runner_is_busy (WeftRunner *self)
{
  g_return_val_if_fail (WEFT_IS_RUNNER (self), FALSE);

  return get_private (self)->cancellable != NULL;
}

/* --- objects --------------------------------------------------------------------------------------- */

static void
weft_result_class_init (WeftResultClass *klass G_GNUC_UNUSED)
{
}

static void
weft_result_init (WeftResult *self G_GNUC_UNUSED)
{
}

static void
weft_runner_dispose (GObject *object)
{
  weft_runner_forget (WEFT_RUNNER (object));
  G_OBJECT_CLASS (weft_runner_parent_class)->dispose (object);
}

static void
weft_runner_class_init (WeftRunnerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_runner_dispose;
  signals[DONE] =
    g_signal_new ("done", WEFT_TYPE_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_runner_init (WeftRunner *self G_GNUC_UNUSED)
{
}
