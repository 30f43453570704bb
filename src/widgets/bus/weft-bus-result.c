/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-result.h"

#include "weft-bus-activity.h"
#include "weft-bus-fields.h"
#include "weft-bus-findings.h"

#define N_TOP 100

G_DEFINE_FINAL_TYPE (WeftBusResult, weft_bus_result, WEFT_TYPE_RESULT)

/* --- questions -------------------------------------------------------------------------------- */

static void
question_clear (gpointer data)
{
  WeftBusQuestion *question = data;

  g_clear_pointer (&question->snapshot, weft_bus_snapshot_unref);
  g_clear_pointer (&question->filter, weft_expression_unref);
  g_clear_pointer (&question->row_colors, weft_row_colors_unref);
}

static gboolean
same_snapshot (const WeftBusQuestion *a, const WeftBusQuestion *b)
{
  return a->snapshot->generation == b->snapshot->generation;
}

static WeftRunTime
choose (gpointer data, gconstpointer asked, WeftResult *last G_GNUC_UNUSED)
{
  const WeftBusQuestion *question = data, *before = asked;
  gboolean same = question->filter == before->filter && question->region == before->region
                  && question->heat == before->heat && question->row_colors == before->row_colors
                  && question->range.from == before->range.from
                  && question->range.to == before->range.to;

  if (!same)
    return WEFT_RUN_NOW;
  if (same_snapshot (before, question) && before->loading == question->loading)
    return WEFT_RUN_NOT;
  return question->loading ? WEFT_RUN_LATER : WEFT_RUN_NEXT;
}

/* --- the worker ------------------------------------------------------------------------------- */

/* Of a trace that is still read, what is empty so far need not stay so. */
static void
choose_folds (WeftBusResult *result, const WeftBusResult *before)
{
  g_autoptr (GArray) quiet = NULL;
  gint64 first, last;

  if (result->question.loading || !weft_bus_scene_get_extent (result->all, &first, &last))
    return;
  if (before != NULL && !before->question.loading
      && same_snapshot (&before->question, &result->question))
    {
      result->folds = before->folds != NULL ? weft_folds_ref (before->folds) : NULL;
      return;
    }
  quiet = weft_bus_find_quiet (result->question.snapshot, first, last);
  result->folds =
    weft_folds_choose ((const WeftCycleRange *) (gpointer) quiet->data, quiet->len, first, last);
}

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
    .row_colors = result->question.row_colors,
  };

  result->scene = weft_bus_scene_new (&options);
}

static GArray *
make_findings (gpointer data, GCancellable *cancellable G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  const WeftBusResult *result = data;

  return weft_bus_findings_new (result->summary, result->all);
}

/* Findings are of the whole trace, and stay while a part of it is looked at. */
static void
take_findings (WeftBusResult *result, const WeftBusResult *before)
{
  const WeftCycleRange *range = &result->question.range;

  if (result->rows == NULL && range->from == G_MININT64 && range->to == G_MAXINT64)
    result->findings =
      weft_bus_findings_find (result->question.snapshot, make_findings, result, NULL, NULL);
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
  choose_folds (result, before);
  if (before != NULL && !same_snapshot (&before->question, &result->question))
    before = NULL; /* of another trace, as it were */
  if (!derive_shown (result, before, cancellable, error)
      || !derive_pages (result, before, cancellable, error))
    return FALSE;
  make_scene (result);
  result->rows_table =
    (WeftBusRows){ result->question.snapshot, result->shown, result->model, NULL };
  result->all_table = (WeftBusRows){ result->question.snapshot, result->all, result->model, NULL };
  options.rows = result->rows;
  options.index = result->all;
  result->summary = weft_bus_summary_new (result->question.snapshot, &options, cancellable, error);
  if (result->summary == NULL)
    return FALSE;
  take_findings (result, before);
  return TRUE;
}

/* --- objects ---------------------------------------------------------------------------------- */

static void
weft_bus_result_finalize (GObject *object)
{
  WeftBusResult *self = WEFT_BUS_RESULT (object);

  g_clear_pointer (&self->rows, weft_bitset_unref);
  g_clear_pointer (&self->all, weft_bus_index_unref);
  g_clear_pointer (&self->shown, weft_bus_index_unref);
  g_clear_pointer (&self->model, weft_bus_model_unref);
  g_clear_pointer (&self->pages, weft_bus_pages_unref);
  g_clear_pointer (&self->summary, weft_bus_summary_free);
  g_clear_pointer (&self->scene, weft_track_scene_unref);
  g_clear_pointer (&self->folds, weft_folds_unref);
  g_clear_pointer (&self->findings, g_array_unref);
  G_OBJECT_CLASS (weft_bus_result_parent_class)->finalize (object);
}

static void
weft_bus_result_class_init (WeftBusResultClass *klass)
{
  WeftResultClass *result_class = WEFT_RESULT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_bus_result_finalize;
  result_class->question_offset = G_STRUCT_OFFSET (WeftBusResult, question);
  result_class->question_size = sizeof (WeftBusQuestion);
  result_class->clear_question = question_clear;
  result_class->choose = choose;
  result_class->derive = derive;
}

static void
weft_bus_result_init (WeftBusResult *self G_GNUC_UNUSED)
{
}
