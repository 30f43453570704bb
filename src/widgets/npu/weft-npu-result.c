/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-result.h"

#include "weft-expression-eval.h"
#include "weft-npu-activity.h"
#include "weft-npu-fields.h"
#include "weft-npu-index-builder.h"

G_DEFINE_FINAL_TYPE (WeftNpuResult, weft_npu_result, WEFT_TYPE_RESULT)

/* --- questions ------------------------------------------------------------------------------------ */

static void
question_clear (gpointer data)
{
  WeftNpuQuestion *question = data;

  g_clear_pointer (&question->snapshot, weft_npu_snapshot_unref);
  g_clear_pointer (&question->filter, weft_expression_unref);
  g_clear_pointer (&question->row_colors, weft_row_colors_unref);
}

static gboolean
same_snapshot (const WeftNpuQuestion *a, const WeftNpuQuestion *b)
{
  return a->snapshot->generation == b->snapshot->generation;
}

static WeftRunTime
choose (gpointer data, gconstpointer asked, WeftResult *last G_GNUC_UNUSED)
{
  const WeftNpuQuestion *question = data, *before = asked;
  gboolean same =
    question->filter == before->filter && question->scheme == before->scheme
    && question->row_colors == before->row_colors && question->logarithmic == before->logarithmic
    && question->arrows == before->arrows && question->path == before->path
    && question->range.from == before->range.from && question->range.to == before->range.to;

  if (!same)
    return WEFT_RUN_NOW;
  if (same_snapshot (before, question) && before->loading == question->loading)
    return WEFT_RUN_NOT;
  return question->loading ? WEFT_RUN_LATER : WEFT_RUN_NEXT;
}

/* --- the worker -------------------------------------------------------------------------------------- */

/* Of a trace that is still read, what is empty so far need not stay so. */
static void
choose_folds (WeftNpuResult *result, const WeftNpuResult *before)
{
  const WeftNpuSnapshot *snapshot = result->question.snapshot;
  g_autoptr (GArray) quiet = NULL;

  if (result->question.loading)
    return;
  if (before != NULL && !before->question.loading
      && same_snapshot (&before->question, &result->question))
    {
      result->folds = before->folds != NULL ? weft_folds_ref (before->folds) : NULL;
      return;
    }
  quiet = weft_npu_find_quiet (snapshot, result->bandwidth, result->series);
  result->folds = weft_folds_choose ((const WeftCycleRange *) (gpointer) quiet->data, quiet->len,
                                     snapshot->first_cycle, snapshot->last_cycle);
}

/* Indexes of the trace alone, and the rows that the filter lets through. */
static gboolean
derive_shown (WeftNpuResult *result, const WeftNpuResult *before, GCancellable *cancellable,
              GError **error)
{
  WeftNpuSnapshot *snapshot = result->question.snapshot;
  gboolean same = before != NULL && same_snapshot (&before->question, &result->question);

  result->bandwidth =
    same ? weft_npu_bandwidth_ref (before->bandwidth) : weft_npu_bandwidth_new (snapshot);
  result->series =
    same ? weft_npu_series_set_ref (before->series) : weft_npu_series_set_new (snapshot);
  result->banks = same ? weft_npu_banks_ref (before->banks) : weft_npu_banks_new (snapshot);
  result->path = same ? weft_npu_path_ref (before->path) : weft_npu_path_new (snapshot);
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
    weft_expression_run (result->question.filter, snapshot, snapshot->n_events, cancellable, error);
  if (result->rows != NULL)
    result->shown = weft_npu_index_build (snapshot, result->rows);
  return result->shown != NULL;
}

static void
make_scene (WeftNpuResult *result)
{
  const WeftNpuQuestion *question = &result->question;
  const WeftNpuSceneOptions options = { .snapshot = question->snapshot,
                                        .shown = result->shown,
                                        .bandwidth = result->bandwidth,
                                        .scheme = question->scheme,
                                        .row_colors = question->row_colors,
                                        .logarithmic = question->logarithmic,
                                        .with = WEFT_NPU_WITH_ALL,
                                        .path = question->path ? result->path : NULL,
                                        .series = result->series,
                                        .banks = result->banks,
                                        .arrows = question->arrows };

  result->scene = weft_npu_scene_new (&options);
}

static GArray *
make_findings (gpointer data, GCancellable *cancellable G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  const WeftNpuResult *result = data;

  return weft_npu_findings_new (result->whole, FALSE);
}

/* Of all of the run, whatever is brushed or filtered, and what is telling of it. */
static void
derive_whole (WeftNpuResult *result, const WeftNpuResult *before, GCancellable *cancellable)
{
  const WeftNpuQuestion *question = &result->question;
  gboolean is_whole = question->filter == NULL && question->range.from == G_MININT64
                      && question->range.to == G_MAXINT64;

  if (before != NULL && same_snapshot (&before->question, question)
      && before->question.loading == question->loading)
    {
      result->whole = weft_npu_stats_ref (before->whole);
      result->findings = g_array_ref (before->findings);
      return;
    }
  if (is_whole)
    result->whole = weft_npu_stats_ref (result->stats);
  else
    result->whole = weft_npu_stats_new (question->snapshot, result->bandwidth, result->path,
                                        &WEFT_CYCLE_RANGE_ALL, NULL, cancellable);
  if (result->whole != NULL)
    result->findings =
      question->loading
        ? weft_npu_findings_new (result->whole, TRUE)
        : weft_npu_findings_find (question->snapshot, make_findings, result, NULL, NULL);
}

static gboolean
derive (WeftResult *object, WeftResult *before, GCancellable *cancellable, GError **error)
{
  WeftNpuResult *result = WEFT_NPU_RESULT (object);
  WeftNpuSnapshot *snapshot = result->question.snapshot;

  if (!derive_shown (result, (WeftNpuResult *) before, cancellable, error))
    return FALSE;
  choose_folds (result, (WeftNpuResult *) before);
  make_scene (result);
  result->events =
    weft_facts_of (&weft_npu_event_schema, WEFT_FIELD_TABLE, snapshot, snapshot->n_events);
  result->event_rows = weft_facts_keep (&result->events, result->rows);
  result->stats = weft_npu_stats_new (snapshot, result->bandwidth, result->path,
                                      &result->question.range, result->rows, cancellable);
  if (result->stats != NULL)
    derive_whole (result, (WeftNpuResult *) before, cancellable);
  if (result->whole != NULL)
    return TRUE;
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return FALSE;
}

/* --- objects ---------------------------------------------------------------------------------------------- */

static void
weft_npu_result_finalize (GObject *object)
{
  WeftNpuResult *self = WEFT_NPU_RESULT (object);

  g_clear_pointer (&self->rows, weft_bitset_unref);
  g_clear_pointer (&self->shown, weft_npu_index_unref);
  g_clear_pointer (&self->bandwidth, weft_npu_bandwidth_unref);
  g_clear_pointer (&self->path, weft_npu_path_unref);
  g_clear_pointer (&self->banks, weft_npu_banks_unref);
  g_clear_pointer (&self->series, weft_npu_series_set_unref);
  g_clear_pointer (&self->stats, weft_npu_stats_unref);
  g_clear_pointer (&self->whole, weft_npu_stats_unref);
  g_clear_pointer (&self->findings, g_array_unref);
  g_free (self->event_rows);
  g_clear_pointer (&self->scene, weft_track_scene_unref);
  g_clear_pointer (&self->folds, weft_folds_unref);
  G_OBJECT_CLASS (weft_npu_result_parent_class)->finalize (object);
}

static void
weft_npu_result_class_init (WeftNpuResultClass *klass)
{
  WeftResultClass *result_class = WEFT_RESULT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_npu_result_finalize;
  result_class->question_offset = G_STRUCT_OFFSET (WeftNpuResult, question);
  result_class->question_size = sizeof (WeftNpuQuestion);
  result_class->clear_question = question_clear;
  result_class->choose = choose;
  result_class->derive = derive;
}

static void
weft_npu_result_init (WeftNpuResult *self G_GNUC_UNUSED)
{
}
