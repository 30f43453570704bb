/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-result.h"

#include "weft-expression-eval.h"
#include "weft-timeline-activity.h"
#include "weft-timeline-facts.h"
#include "weft-timeline-fields.h"
#include "weft-timeline-index-builder.h"
#include "weft-timeline-stats-index.h"

G_DEFINE_FINAL_TYPE (WeftTimelineResult, weft_timeline_result, WEFT_TYPE_RESULT)

/* --- questions ------------------------------------------------------------------------------------ */

static void
question_clear (gpointer data)
{
  WeftTimelineQuestion *question = data;

  g_clear_pointer (&question->snapshot, weft_timeline_snapshot_unref);
  g_clear_pointer (&question->filter, weft_expression_unref);
  g_clear_pointer (&question->row_colors, weft_row_colors_unref);
}

static gboolean
same_snapshot (const WeftTimelineQuestion *a, const WeftTimelineQuestion *b)
{
  return a->snapshot->generation == b->snapshot->generation;
}

/* Whether the picture is the same, of the same events. */
static gboolean
same_picture (const WeftTimelineQuestion *a, const WeftTimelineQuestion *b)
{
  return a->filter == b->filter && a->scheme == b->scheme && a->row_colors == b->row_colors
         && a->flows == b->flows && a->counters == b->counters && a->tall == b->tall
         && a->name == b->name;
}

static gboolean
same_range (const WeftTimelineQuestion *a, const WeftTimelineQuestion *b)
{
  return a->range.from == b->range.from && a->range.to == b->range.to;
}

static WeftRunTime
choose (gpointer data, gconstpointer asked, WeftResult *last G_GNUC_UNUSED)
{
  const WeftTimelineQuestion *question = data, *before = asked;

  if (!same_picture (question, before) || !same_range (question, before))
    return WEFT_RUN_NOW;
  if (same_snapshot (before, question) && before->loading == question->loading)
    return WEFT_RUN_NOT;
  return question->loading ? WEFT_RUN_LATER : WEFT_RUN_NEXT;
}

/* --- the worker ----------------------------------------------------------------------------------- */

/* Of a trace that is still read, what is empty so far need not stay so. */
static void
choose_folds (WeftTimelineResult *result, const WeftTimelineResult *before)
{
  const WeftTimelineSnapshot *snapshot = result->question.snapshot;
  g_autoptr (GArray) quiet = NULL;

  if (result->question.loading)
    return;
  if (before != NULL && !before->question.loading)
    {
      result->folds = before->folds != NULL ? weft_folds_ref (before->folds) : NULL;
      return;
    }
  quiet = weft_timeline_find_quiet (snapshot);
  result->folds = weft_folds_choose ((const WeftCycleRange *) (gpointer) quiet->data, quiet->len,
                                     snapshot->first_time, snapshot->last_time);
}

/* The parts that depend on the trace alone. `before` (nullable) is of the same snapshot. */
static gboolean
derive_trace (WeftTimelineResult *result, const WeftTimelineResult *before,
              GCancellable *cancellable, GError **error)
{
  WeftTimelineSnapshot *snapshot = result->question.snapshot;

  if (before != NULL)
    {
      result->roles = weft_timeline_roles_ref (before->roles);
      result->colors = weft_timeline_colors_ref (before->colors);
      result->overview = weft_timeline_overview_ref (before->overview);
      result->series = weft_timeline_series_set_ref (before->series);
      return TRUE;
    }
  result->roles = weft_timeline_roles_new (snapshot, cancellable);
  if (result->roles == NULL)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return FALSE;
    }
  result->colors = weft_timeline_colors_new (snapshot);
  result->overview = weft_timeline_overview_new (snapshot, result->roles);
  result->series = weft_timeline_series_set_new (snapshot);
  return TRUE;
}

/* The rows that pass the filter, and how they nest. */
static gboolean
derive_shown (WeftTimelineResult *result, const WeftTimelineResult *before,
              GCancellable *cancellable, GError **error)
{
  WeftTimelineSnapshot *snapshot = result->question.snapshot;

  if (before != NULL && before->question.filter == result->question.filter)
    {
      result->rows = before->rows != NULL ? weft_bitset_ref (before->rows) : NULL;
      result->shown = weft_timeline_index_ref (before->shown);
      result->tree = weft_timeline_call_tree_ref (before->tree);
      return TRUE;
    }
  if (result->question.filter == NULL)
    result->shown = weft_timeline_index_ref (snapshot->index);
  else
    {
      result->rows = weft_expression_run (result->question.filter, snapshot, snapshot->n_events,
                                          cancellable, error);
      if (result->rows == NULL)
        return FALSE;
      result->shown = weft_timeline_index_build (snapshot, result->rows);
    }
  result->tree = weft_timeline_call_tree_new (snapshot, result->shown, cancellable);
  if (result->tree == NULL)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return result->tree != NULL;
}

static void
make_scene (WeftTimelineResult *result, const WeftTimelineResult *before)
{
  const WeftTimelineQuestion *question = &result->question;
  const WeftTimelineSceneOptions options = { .snapshot = question->snapshot,
                                             .shown = result->shown,
                                             .roles = result->roles,
                                             .colors = result->colors,
                                             .overview = result->overview,
                                             .series = question->counters ? result->series : NULL,
                                             .scheme = question->scheme,
                                             .row_colors = question->row_colors,
                                             .name = question->name,
                                             .flows = question->flows,
                                             .tall = question->tall };

  if (before != NULL && same_picture (&before->question, question))
    result->scene = weft_track_scene_ref (before->scene);
  else
    result->scene = weft_timeline_scene_new (&options);
}

static GArray *
make_findings (gpointer stats, GCancellable *cancellable G_GNUC_UNUSED,
               GError **error G_GNUC_UNUSED)
{
  return weft_timeline_findings_new (stats);
}

/* Findings are of the whole trace, and stay while a part of it is looked at. */
static void
take_findings (WeftTimelineResult *result, const WeftTimelineResult *before)
{
  if (before != NULL && before->findings != NULL)
    result->findings = g_array_ref (before->findings);
  else if (result->stats->is_whole)
    result->findings = weft_timeline_findings_find (result->question.snapshot, make_findings,
                                                    result->stats, NULL, NULL);
}

static gboolean
derive (WeftResult *object, WeftResult *last, GCancellable *cancellable, GError **error)
{
  WeftTimelineResult *result = WEFT_TIMELINE_RESULT (object), *before = (WeftTimelineResult *) last;
  WeftTimelineSnapshot *snapshot = result->question.snapshot;

  if (before != NULL && !same_snapshot (&before->question, &result->question))
    before = NULL; /* of another trace, as it were */
  if (!derive_trace (result, before, cancellable, error)
      || !derive_shown (result, before, cancellable, error))
    return FALSE;
  choose_folds (result, before);
  make_scene (result, before);
  result->events =
    weft_facts_of (&weft_timeline_event_schema, WEFT_FIELD_TABLE, snapshot, snapshot->n_events);
  weft_timeline_facts_set_time (&result->events, snapshot);
  result->event_rows = weft_facts_keep (&result->events, result->rows);
  result->stats = weft_timeline_stats_find (snapshot, result->roles, &result->question.range,
                                            result->rows, cancellable, error);
  if (result->stats != NULL)
    take_findings (result, before);
  return result->stats != NULL;
}

/* --- objects -------------------------------------------------------------------------------------- */

static void
weft_timeline_result_finalize (GObject *object)
{
  WeftTimelineResult *self = WEFT_TIMELINE_RESULT (object);

  g_clear_pointer (&self->rows, weft_bitset_unref);
  g_clear_pointer (&self->shown, weft_timeline_index_unref);
  g_clear_pointer (&self->roles, weft_timeline_roles_unref);
  g_clear_pointer (&self->colors, weft_timeline_colors_unref);
  g_clear_pointer (&self->overview, weft_timeline_overview_unref);
  g_clear_pointer (&self->series, weft_timeline_series_set_unref);
  g_clear_pointer (&self->tree, weft_timeline_call_tree_unref);
  g_clear_pointer (&self->stats, weft_timeline_stats_free);
  g_clear_pointer (&self->findings, g_array_unref);
  g_clear_pointer (&self->scene, weft_track_scene_unref);
  g_clear_pointer (&self->folds, weft_folds_unref);
  g_free (self->event_rows);
  G_OBJECT_CLASS (weft_timeline_result_parent_class)->finalize (object);
}

static void
weft_timeline_result_class_init (WeftTimelineResultClass *klass)
{
  WeftResultClass *result_class = WEFT_RESULT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_timeline_result_finalize;
  result_class->question_offset = G_STRUCT_OFFSET (WeftTimelineResult, question);
  result_class->question_size = sizeof (WeftTimelineQuestion);
  result_class->clear_question = question_clear;
  result_class->choose = choose;
  result_class->derive = derive;
}

static void
weft_timeline_result_init (WeftTimelineResult *self G_GNUC_UNUSED)
{
}
