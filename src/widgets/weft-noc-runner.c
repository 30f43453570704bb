/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-runner.h"

#include "weft-noc-filter.h"
#include "weft-noc-verdict.h"

struct _WeftNocRunner
{
  GObject parent_instance;

  WeftNocQuestion question; /* its trace is NULL before the first */
  WeftNocResult *result;
  GCancellable *cancellable; /* of the job that runs; NULL: none does */
  gboolean waiting;          /* another question came meanwhile */
};

enum { DONE, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftNocRunner, weft_noc_runner, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE (WeftNocResult, weft_noc_result, G_TYPE_OBJECT)

/* Routes that are found of what is selected: those of most bytes. */
#define MAX_ROUTES 64u

/* --- questions ---------------------------------------------------------------------------------- */

static void
question_clear (WeftNocQuestion *question)
{
  g_clear_object (&question->trace);
  g_clear_object (&question->other);
  g_clear_pointer (&question->filter, weft_expression_unref);
}

static void
question_set (WeftNocQuestion *to, const WeftNocQuestion *from)
{
  WeftNocQuestion before = *to;

  *to = *from;
  g_object_ref (to->trace);
  if (to->other != NULL)
    g_object_ref (to->other);
  if (to->filter != NULL)
    weft_expression_ref (to->filter);
  question_clear (&before);
}

/* Whether captures and indexes are the same: only the interval may differ. */
static gboolean
same_indexes (const WeftNocQuestion *a, const WeftNocQuestion *b)
{
  return a->trace == b->trace && a->other == b->other && a->n_records == b->n_records && a->filter == b->filter
         && a->other_noc == b->other_noc;
}

static gboolean
same_question (const WeftNocQuestion *a, const WeftNocQuestion *b)
{
  return same_indexes (a, b) && a->range.from == b->range.from && a->range.to == b->range.to
         && a->thing.device == b->thing.device && weft_noc_thing_equal (&a->thing, &b->thing);
}

/* --- the worker --------------------------------------------------------------------------------- */

typedef struct
{
  WeftNocResult *result; /* to be filled in */
  WeftNocResult *before; /* (nullable) what is still right of it is taken over */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_object (&job->result);
  g_clear_object (&job->before);
  g_free (job);
}

static WeftNocDemand **
share_demands (WeftNocDemand *const *demands)
{
  GPtrArray *shared = g_ptr_array_new ();

  for (guint i = 0; demands[i] != NULL; i++)
    g_ptr_array_add (shared, weft_noc_demand_ref (demands[i]));
  g_ptr_array_add (shared, NULL);
  return (WeftNocDemand **) g_ptr_array_free (shared, FALSE);
}

static void
take_over (WeftNocResult *result, const WeftNocResult *before)
{

  result->capture = weft_noc_capture_ref (before->capture);
  if (before->records != NULL)
    result->records = weft_bitset_ref (before->records);
  result->demands = share_demands (before->demands);
  if (before->other_demands != NULL)
    result->other_demands = share_demands (before->other_demands);
  result->zones = g_array_ref (before->zones);
}

static gboolean
run_filter (WeftNocResult *result, GCancellable *cancellable, GError **error)
{
  if (result->question.filter == NULL)
    return TRUE;
  result->records =
    weft_noc_filter_run (result->question.filter, result->capture, cancellable, error);
  return result->records != NULL;
}

/* The capture again, with what is filtered on the other network. */
static gboolean
move_to_other (WeftNocResult *result, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftBitset) moved = g_steal_pointer (&result->records);
  WeftNocOptions options = { .other_noc = moved };

  if (moved == NULL)
    return TRUE;
  g_clear_pointer (&result->capture, weft_noc_capture_unref);
  result->capture = weft_noc_capture_new (result->question.trace, &options, cancellable, error);
  return result->capture != NULL;
}

/* The other trace, with the same filter. */
static gboolean
derive_other (WeftNocResult *result, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftNocCapture) capture = NULL;
  g_autoptr (WeftBitset) records = NULL;

  if (result->question.other == NULL)
    return TRUE;
  capture = weft_noc_capture_new (result->question.other, NULL, cancellable, error);
  if (capture == NULL)
    return FALSE;
  if (result->question.filter != NULL)
    {
      records = weft_noc_filter_run (result->question.filter, capture, cancellable, error);
      if (records == NULL)
        return FALSE;
    }
  result->other_demands = weft_noc_demands_new (capture, records, cancellable, error);
  return result->other_demands != NULL;
}

/* Where the chips are of different size, there is nothing to compare. */
static gboolean
derive_comparison (WeftNocResult *result, GCancellable *cancellable, GError **error)
{
  if (result->other_demands == NULL)
    return TRUE;
  result->other_stats = weft_noc_stats_new (result->other_demands, &result->question.range, NULL,
                                            cancellable, error);
  if (result->other_stats == NULL)
    return FALSE;
  result->comparison = weft_noc_comparison_new (result->stats, result->other_stats, 0, NULL);
  return TRUE;
}

static gboolean
derive_indexes (WeftNocResult *result, GCancellable *cancellable, GError **error)
{
  result->capture = weft_noc_capture_new (result->question.trace, NULL, cancellable, error);
  if (result->capture == NULL || !run_filter (result, cancellable, error)
      || (result->question.other_noc && !move_to_other (result, cancellable, error)))
    return FALSE;
  result->demands =
    weft_noc_demands_new (result->capture, result->records, cancellable, error);
  if (result->demands == NULL)
    return FALSE;
  result->zones = weft_noc_judge_zones (result->demands, cancellable, error);
  return result->zones != NULL && derive_other (result, cancellable, error);
}

GArray *
weft_noc_result_find_routes (WeftNocResult *self, const WeftNocThing *thing, guint max)
{
  guint n_tiles =
    weft_noc_topology_get_n_tiles (weft_noc_capture_get_topology (self->capture, NULL));
  guint n_series = thing->kind == WEFT_NOC_LINK ? 1 : thing->kind == WEFT_NOC_TILE ? 4 : 0;
  guint32 series[4] = { thing->index };

  for (guint i = 0; i < 4 && thing->kind == WEFT_NOC_TILE; i++)
    series[i] = weft_noc_capture_find_series (self->capture,
                                              i < 2 ? WEFT_SERIES_SOURCE : WEFT_SERIES_SINK,
                                              i % 2 * n_tiles + thing->index);
  return weft_noc_find_routes (self->capture, thing->device, series, n_series, &self->stats->range,
                               self->records, max);
}

/* Who is on the selected link, and which routes the selected thing is on. */
static void
derive_thing (WeftNocResult *result)
{
  const WeftNocThing *thing = &result->question.thing;

  if (thing->kind == WEFT_NOC_LINK)
    result->ranks = weft_noc_ranks_new (result->capture, thing->device, thing->index,
                                        &result->stats->range, result->records);
  result->routes = weft_noc_result_find_routes (result, thing, MAX_ROUTES);
}

static gboolean
derive (Job *job, GCancellable *cancellable, GError **error)
{
  WeftNocResult *result = job->result;
  WeftNocQuestion *question = &result->question;

  if (job->before != NULL && same_indexes (question, &job->before->question))
    take_over (result, job->before);
  else if (!derive_indexes (result, cancellable, error))
    return FALSE;
  if (question->thing.device >= weft_noc_capture_get_n_devices (result->capture))
    question->thing = (WeftNocThing) { WEFT_NOC_NOTHING, 0, 0 };
  result->stats = weft_noc_stats_new (result->demands, &question->range, result->records,
                                      cancellable, error);
  if (result->stats == NULL || !derive_comparison (result, cancellable, error))
    return FALSE;
  result->matrix = weft_noc_matrix_new (result->capture, question->thing.device, &question->range,
                                        result->records, cancellable, error);
  if (result->matrix == NULL)
    return FALSE;
  weft_noc_tables_init (&result->tables, result->stats, result->zones);
  weft_noc_events_init (&result->events, result->capture, result->records);
  derive_thing (result);
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

/* --- the main thread ---------------------------------------------------------------------------- */

static void start_job (WeftNocRunner *self);

static void
job_done (GObject *object G_GNUC_UNUSED, GAsyncResult *async, gpointer user_data)
{
  GWeakRef *ref = user_data;
  g_autoptr (WeftNocRunner) self = g_weak_ref_get (ref);
  Job *job = g_task_get_task_data (G_TASK (async));
  gboolean done = g_task_propagate_boolean (G_TASK (async), NULL);

  g_weak_ref_clear (ref);
  g_free (ref);
  if (self == NULL || g_task_get_cancellable (G_TASK (async)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  if (done)
    {
      g_clear_object (&self->result);
      self->result = g_steal_pointer (&job->result);
    }
  if (self->waiting)
    start_job (self);
  if (done)
    g_signal_emit (self, signals[DONE], 0);
}

static void
start_job (WeftNocRunner *self)
{
  g_autoptr (GTask) task = NULL;
  Job *job = g_new0 (Job, 1);
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  self->waiting = FALSE;
  self->cancellable = g_cancellable_new ();
  job->result = g_object_new (WEFT_TYPE_NOC_RESULT, NULL);
  question_set (&job->result->question, &self->question);
  g_set_object (&job->before, self->result);

  /* Whoever asked does not wait for the worker when it goes. */
  g_weak_ref_init (ref, self);
  task = g_task_new (NULL, self->cancellable, job_done, ref);
  g_task_set_name (task, "noc");
  g_task_set_priority (task, G_PRIORITY_DEFAULT_IDLE);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run_job);
}

void
weft_noc_runner_ask (WeftNocRunner *self, const WeftNocQuestion *question)
{
  if (self->question.trace != NULL && same_question (&self->question, question))
    return;
  question_set (&self->question, question);
  if (self->cancellable != NULL)
    self->waiting = TRUE;
  else
    start_job (self);
}

WeftNocResult *
weft_noc_runner_get_result (WeftNocRunner *self)
{
  return self->result;
}

/* --- objects ------------------------------------------------------------------------------------ */

static void
weft_noc_result_finalize (GObject *object)
{
  WeftNocResult *self = WEFT_NOC_RESULT (object);

  weft_noc_tables_clear (&self->tables);
  weft_noc_events_clear (&self->events);
  g_clear_pointer (&self->ranks, weft_noc_ranks_free);
  g_clear_pointer (&self->routes, g_array_unref);
  g_clear_pointer (&self->matrix, weft_noc_matrix_free);
  g_clear_pointer (&self->comparison, weft_noc_comparison_free);
  g_clear_pointer (&self->other_stats, weft_noc_stats_free);
  g_clear_pointer (&self->other_demands, weft_noc_demands_free);
  g_clear_pointer (&self->stats, weft_noc_stats_free);
  g_clear_pointer (&self->zones, g_array_unref);
  g_clear_pointer (&self->demands, weft_noc_demands_free);
  g_clear_pointer (&self->records, weft_bitset_unref);
  g_clear_pointer (&self->capture, weft_noc_capture_unref);
  question_clear (&self->question);
  G_OBJECT_CLASS (weft_noc_result_parent_class)->finalize (object);
}

static void
weft_noc_result_class_init (WeftNocResultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_noc_result_finalize;
}

static void
weft_noc_result_init (WeftNocResult *self G_GNUC_UNUSED)
{
}

static void
weft_noc_runner_dispose (GObject *object)
{
  WeftNocRunner *self = WEFT_NOC_RUNNER (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->result);
  question_clear (&self->question);
  G_OBJECT_CLASS (weft_noc_runner_parent_class)->dispose (object);
}

static void
weft_noc_runner_class_init (WeftNocRunnerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_noc_runner_dispose;
  signals[DONE] = g_signal_new ("done", WEFT_TYPE_NOC_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
}

static void
weft_noc_runner_init (WeftNocRunner *self G_GNUC_UNUSED)
{
}

WeftNocRunner *
weft_noc_runner_new (void)
{
  return g_object_new (WEFT_TYPE_NOC_RUNNER, NULL);
}
