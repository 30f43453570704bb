/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-runner.h"

#include <string.h>

#include "weft-after-frame.h"
#include "weft-task.h"

/* Milliseconds that frames may keep a result back. */
#define LATE 100

struct _WeftRunner
{
  GObject parent_instance;

  GType result_type;
  WeftResult *asked; /* has what was asked last; NULL: nothing was */
  WeftResult *result;
  gboolean is_waiting;       /* what was asked last is still to be derived */
  gboolean next;             /* as soon as what is being derived is there */
  GCancellable *cancellable; /* of the job that runs; NULL: none does */
  GTask *ended;              /* that job, whose result is not taken yet; nullable */
  guint idle, late;          /* one of these takes it */
  gint64 job_start;
  gint64 job_time;
  guint timeout;
  GError *error; /* of the last job; NULL: it was not in vain, or was cancelled */
};

enum
{
  DONE,
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_ABSTRACT_TYPE (WeftResult, weft_result, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE (WeftRunner, weft_runner, G_TYPE_OBJECT)

gpointer
weft_result_get_question (WeftResult *self)
{
  g_return_val_if_fail (WEFT_IS_RESULT (self), NULL);

  return G_STRUCT_MEMBER_P (self, WEFT_RESULT_GET_CLASS (self)->question_offset);
}

/* --- the worker ------------------------------------------------------------------------------------ */

typedef struct
{
  WeftResult *result;
  WeftResult *before; /* (nullable) */
} Job;

/* Made with its question, which it takes. */
static WeftResult *
result_new (GType type, gconstpointer question)
{
  WeftResult *self = g_object_new (type, NULL);

  memcpy (weft_result_get_question (self), question, WEFT_RESULT_GET_CLASS (self)->question_size);
  return self;
}

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

/* `before` is nullable. */
static void
run_task (GTask *task, WeftResult *result, WeftResult *before)
{
  Job *job = g_new0 (Job, 1);

  job->result = g_object_ref (result);
  g_set_object (&job->before, before);
  g_task_set_name (task, G_OBJECT_TYPE_NAME (result));
  g_task_set_task_data (task, job, job_free);
  weft_task_run_in_thread (task, run_job);
}

/* --- the main thread ------------------------------------------------------------------------------- */

static void start_waiting (WeftRunner *self);

static void
clear_ended (WeftRunner *self)
{
  g_clear_object (&self->ended);
  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_handle_id (&self->late, g_source_remove);
}

static gboolean
take_ended (gpointer user_data)
{
  g_autoptr (WeftRunner) self = g_object_ref (user_data);
  g_autoptr (GTask) task = g_steal_pointer (&self->ended);
  Job *job = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  gboolean done = g_task_propagate_boolean (task, &error);

  clear_ended (self);
  g_clear_object (&self->cancellable);
  self->job_time = g_get_monotonic_time () - self->job_start;
  g_clear_error (&self->error);
  if (done)
    g_set_object (&self->result, job->result);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    self->error = g_steal_pointer (&error);
  start_waiting (self);
  if (done || self->error != NULL)
    g_signal_emit (self, signals[done ? DONE : FAILED], 0);
  return G_SOURCE_REMOVE;
}

/* The result is taken when there is nothing better to do, after the frame that is due: but not later than that. */
static void
job_done (GObject *object G_GNUC_UNUSED, GAsyncResult *async, gpointer user_data)
{
  GWeakRef *ref = user_data;
  g_autoptr (WeftRunner) self = g_weak_ref_get (ref);

  g_weak_ref_clear (ref);
  g_free (ref);
  if (self == NULL || g_task_get_cancellable (G_TASK (async)) != self->cancellable)
    return;
  self->ended = G_TASK (g_object_ref (async));
  self->idle = g_idle_add (take_ended, self);
  self->late = g_timeout_add_full (WEFT_PRIORITY_AFTER_FRAME, LATE, take_ended, self, NULL);
}

static void
start_job (WeftRunner *self)
{
  g_autoptr (GTask) task = NULL;
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  clear_ended (self);
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->cancellable = g_cancellable_new ();
  self->job_start = g_get_monotonic_time ();
  self->is_waiting = FALSE;
  g_clear_error (&self->error);

  /* Whoever asked does not wait for the worker when it goes. */
  g_weak_ref_init (ref, self);
  task = g_task_new (NULL, self->cancellable, job_done, ref);
  g_task_set_priority (task, WEFT_PRIORITY_AFTER_FRAME);
  run_task (task, self->asked, self->result);
}

static gboolean
start_late (gpointer user_data)
{
  WeftRunner *self = user_data;

  self->timeout = 0;
  start_job (self);
  return G_SOURCE_REMOVE;
}

/* Starts what waits, now or when it is due. Nothing runs. */
static void
start_waiting (WeftRunner *self)
{
  WeftResultClass *klass;
  gint64 due;

  if (!self->is_waiting)
    return;
  klass = WEFT_RESULT_GET_CLASS (self->asked);
  due = self->job_start + MAX (klass->interval, klass->share * self->job_time)
        - g_get_monotonic_time ();
  if (self->next || self->job_start == 0 || due <= 0)
    start_job (self);
  else if (self->timeout == 0)
    self->timeout = g_timeout_add ((guint) (due / 1000) + 1, start_late, self);
}

void
weft_runner_ask (WeftRunner *self, gpointer question)
{
  g_autoptr (WeftResult) result = NULL;
  WeftRunTime when = WEFT_RUN_NOW;

  g_return_if_fail (WEFT_IS_RUNNER (self) && question != NULL);

  if (self->asked != NULL)
    when = WEFT_RESULT_GET_CLASS (self->asked)
             ->choose (question, weft_result_get_question (self->asked), self->result);
  result = result_new (self->result_type, question);
  if (when == WEFT_RUN_NOT)
    return;
  g_set_object (&self->asked, result);
  /* A question that was asked for soon is so still when the trace grows meanwhile. */
  self->next = when != WEFT_RUN_LATER || (self->is_waiting && self->next);
  self->is_waiting = TRUE;
  if (when == WEFT_RUN_NOW)
    start_job (self);
  else if (self->cancellable == NULL)
    start_waiting (self);
}

void
weft_runner_hurry (WeftRunner *self)
{
  g_return_if_fail (WEFT_IS_RUNNER (self));

  self->next = self->is_waiting;
  if (self->cancellable == NULL)
    start_waiting (self);
}

gconstpointer
weft_runner_get_question (WeftRunner *self)
{
  g_return_val_if_fail (WEFT_IS_RUNNER (self), NULL);

  return self->asked != NULL ? weft_result_get_question (self->asked) : NULL;
}

gboolean
weft_runner_is_running (WeftRunner *self)
{
  g_return_val_if_fail (WEFT_IS_RUNNER (self), FALSE);

  return self->cancellable != NULL;
}

void
weft_runner_forget (WeftRunner *self)
{
  g_return_if_fail (WEFT_IS_RUNNER (self));

  clear_ended (self);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->is_waiting = FALSE;
  g_clear_object (&self->asked);
  g_clear_object (&self->result);
  g_clear_error (&self->error);
}

gpointer
weft_runner_get_result (WeftRunner *self)
{
  g_return_val_if_fail (WEFT_IS_RUNNER (self), NULL);

  return self->result;
}

void
weft_runner_drop_result (WeftRunner *self)
{
  g_return_if_fail (WEFT_IS_RUNNER (self));

  g_clear_object (&self->result);
}

const GError *
weft_runner_get_error (WeftRunner *self)
{
  g_return_val_if_fail (WEFT_IS_RUNNER (self), NULL);

  return self->error;
}

/* --- objects --------------------------------------------------------------------------------------- */

static void
weft_result_finalize (GObject *object)
{
  WeftResult *self = WEFT_RESULT (object);

  WEFT_RESULT_GET_CLASS (self)->clear_question (weft_result_get_question (self));
  G_OBJECT_CLASS (weft_result_parent_class)->finalize (object);
}

static void
weft_result_class_init (WeftResultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_result_finalize;
  klass->interval = G_USEC_PER_SEC;
  klass->share = 4;
}

static void
weft_result_init (WeftResult *self G_GNUC_UNUSED)
{
}

/* --- values ---------------------------------------------------------------------------------------- */

/* A result that is one value; its question stands behind it. */
typedef struct
{
  WeftResult parent_instance;

  gpointer value;
} Answer;

typedef struct
{
  WeftResultClass parent_class;

  const WeftDerivation *derivation;
} AnswerClass;

static const WeftDerivation *
get_derivation (gpointer self)
{
  return G_TYPE_INSTANCE_GET_CLASS (self, 0, AnswerClass)->derivation;
}

static gboolean
answer_derive (WeftResult *result, WeftResult *before G_GNUC_UNUSED, GCancellable *cancellable,
               GError **error)
{
  Answer *self = (Answer *) result;

  self->value =
    get_derivation (self)->derive (weft_result_get_question (result), cancellable, error);
  return self->value != NULL;
}

static void
answer_finalize (GObject *object)
{
  g_clear_pointer (&((Answer *) object)->value, get_derivation (object)->free_value);
  weft_result_finalize (object);
}

static void
answer_class_init (gpointer klass, gpointer data)
{
  const WeftDerivation *derivation = data;
  WeftResultClass *result_class = klass;

  ((AnswerClass *) klass)->derivation = derivation;
  G_OBJECT_CLASS (klass)->finalize = answer_finalize;
  result_class->question_offset = sizeof (Answer);
  result_class->question_size = derivation->question_size;
  result_class->clear_question = derivation->clear_question;
  result_class->choose = derivation->choose;
  result_class->derive = answer_derive;
  if (derivation->interval > 0)
    result_class->interval = derivation->interval;
  if (derivation->share > 0)
    result_class->share = derivation->share;
}

static GType
get_answer_type (const WeftDerivation *derivation)
{
  const GTypeInfo info = { .class_size = sizeof (AnswerClass),
                           .class_init = answer_class_init,
                           .class_data = derivation,
                           .instance_size =
                             (guint16) (sizeof (Answer) + derivation->question_size) };
  GType type = g_type_from_name (derivation->name);

  return type != 0 ? type : g_type_register_static (WEFT_TYPE_RESULT, derivation->name, &info, 0);
}

gpointer
weft_runner_get_value (WeftRunner *self)
{
  g_return_val_if_fail (WEFT_IS_RUNNER (self), NULL);

  return self->result != NULL ? ((Answer *) self->result)->value : NULL;
}

/* --- one value, once ------------------------------------------------------------------------------- */

void
weft_runner_derive_async (const WeftDerivation *derivation, gpointer question, gpointer source,
                          GCancellable *cancellable, GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_autoptr (WeftResult) result = result_new (get_answer_type (derivation), question);
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  run_task (task, result, NULL);
}

gpointer
weft_runner_derive_finish (GAsyncResult *async, GError **error)
{
  Job *job;

  g_return_val_if_fail (G_IS_TASK (async), NULL);

  job = g_task_get_task_data (G_TASK (async));
  if (!g_task_propagate_boolean (G_TASK (async), error))
    return NULL;
  return g_steal_pointer (&((Answer *) job->result)->value);
}

/* --- the runner ------------------------------------------------------------------------------------ */

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
  signals[FAILED] = g_signal_new ("failed", WEFT_TYPE_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static void
weft_runner_init (WeftRunner *self G_GNUC_UNUSED)
{
}

WeftRunner *
weft_runner_new (GType result_type)
{
  WeftRunner *self;

  g_return_val_if_fail (g_type_is_a (result_type, WEFT_TYPE_RESULT), NULL);

  self = g_object_new (WEFT_TYPE_RUNNER, NULL);
  self->result_type = result_type;
  return self;
}

WeftRunner *
weft_runner_new_for_value (const WeftDerivation *derivation)
{
  return weft_runner_new (get_answer_type (derivation));
}
