/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-runner.h"

#include "weft-bus-fields.h"
#include "weft-bus-findings.h"

#define N_TOP 100

struct _WeftBusRunner
{
  WeftRunner parent_instance;

  WeftBusQuestion question; /* its snapshot is NULL before the first */
};

G_DEFINE_FINAL_TYPE (WeftBusRunner, weft_bus_runner, WEFT_TYPE_RUNNER)
G_DEFINE_FINAL_TYPE (WeftBusResult, weft_bus_result, WEFT_TYPE_RESULT)

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

/* All accesses, and the model: of the trace alone. */
static gboolean
derive_all (WeftBusResult *result, const WeftBusResult *before, GCancellable *cancellable,
            GError **error)
{
  if (before != NULL && same_snapshot (&before->question, &result->question))
    {
      result->all = weft_bus_index_ref (before->all);
      result->model = weft_bus_model_ref (before->model);
      return TRUE;
    }
  result->all = weft_bus_index_new (result->question.snapshot, NULL, cancellable, error);
  if (result->all != NULL)
    result->model = weft_bus_model_new (result->question.snapshot, cancellable, error);
  return result->model != NULL;
}

static gboolean
derive_shown (WeftBusResult *result, const WeftBusResult *before, GCancellable *cancellable,
              GError **error)
{
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
derive_pages (WeftBusResult *result, const WeftBusResult *before, GCancellable *cancellable,
              GError **error)
{
  if (result->question.region == WEFT_BUS_NO_REGION)
    return TRUE;
  if (before != NULL && before->shown == result->shown
      && before->question.region == result->question.region)
    result->pages = weft_bus_pages_ref (before->pages);
  else
    result->pages = weft_bus_pages_new (result->shown, result->question.region, cancellable, error);
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
derive (WeftResult *object, WeftResult *last, GCancellable *cancellable, GError **error)
{
  WeftBusResult *result = WEFT_BUS_RESULT (object), *before = (WeftBusResult *) last;
  WeftBusSummaryOptions options = { .model = TRUE,
                                    .n_top = N_TOP,
                                    .range = &result->question.range };

  if (!derive_all (result, before, cancellable, error))
    return FALSE;
  if (before != NULL && !same_snapshot (&before->question, &result->question))
    before = NULL; /* of another trace, as it were */
  if (!derive_shown (result, before, cancellable, error)
      || !derive_pages (result, before, cancellable, error))
    return FALSE;
  make_scene (result);
  result->rows_table = (WeftBusRows){ result->shown, result->model };
  options.rows = result->rows;
  options.index = result->all;
  result->summary = weft_bus_summary_new (result->question.snapshot, &options, cancellable, error);
  if (result->summary == NULL)
    return FALSE;
  take_findings (result, before);
  return TRUE;
}

/* --- the main thread -------------------------------------------------------------------------- */

void
weft_bus_runner_ask (WeftBusRunner *self, const WeftBusQuestion *question)
{
  WeftBusQuestion before = self->question;
  gboolean first = before.snapshot == NULL;
  gboolean same = !first && same_manner (&before, question);
  WeftBusResult *result;

  if (same && same_snapshot (&before, question))
    return;
  question_copy (question, &self->question);
  if (!first)
    question_clear (&before);
  result = g_object_new (WEFT_TYPE_BUS_RESULT, NULL);
  question_copy (question, &result->question);
  weft_runner_ask (WEFT_RUNNER (self), WEFT_RESULT (result), same ? WEFT_RUN_LATER : WEFT_RUN_NOW);
}

WeftBusResult *
weft_bus_runner_get_result (WeftBusRunner *self)
{
  return (WeftBusResult *) weft_runner_get_result (WEFT_RUNNER (self));
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
  WEFT_RESULT_CLASS (klass)->derive = derive;
}

static void
weft_bus_result_init (WeftBusResult *self G_GNUC_UNUSED)
{
}

static void
weft_bus_runner_finalize (GObject *object)
{
  question_clear (&WEFT_BUS_RUNNER (object)->question);
  G_OBJECT_CLASS (weft_bus_runner_parent_class)->finalize (object);
}

static void
weft_bus_runner_class_init (WeftBusRunnerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_bus_runner_finalize;
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
