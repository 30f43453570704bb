/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-state-private.h"

#include <math.h>

/* The selection in a pipeline's state, and the hit under the pointer. */

/* --- selection -------------------------------------------------------------------------------------------- */

const WeftPipelineSelection *
weft_pipeline_state_get_selection (WeftPipelineState *self)
{
  self->selection.has_cycles =
    weft_time_axis_get_selection (weft_view_state_get_axis (WEFT_VIEW_STATE (self)),
                                  &self->selection.first_cycle, &self->selection.last_cycle);
  return &self->selection;
}

void
weft_pipeline_state_select (WeftPipelineState *self, guint32 op, guint stage)
{
  if (self->selection.op == op && self->selection.stage == stage)
    return;
  self->selection.op = op;
  self->selection.stage = op == WEFT_NO_ROW ? WEFT_NO_STAGE : stage;
  weft_view_state_selection_changed (WEFT_VIEW_STATE (self));
}

void
weft_pipeline_state_select_cycles (WeftPipelineState *self, gint64 first, gint64 last)
{
  weft_time_axis_select (weft_view_state_get_axis (WEFT_VIEW_STATE (self)), first, last);
}

void
weft_pipeline_state_select_rows (WeftPipelineState *self, guint32 first, guint32 last)
{
  if (!self->selection.has_rows && first >= last)
    return;
  self->selection.has_rows = first < last;
  self->selection.first_row = first;
  self->selection.last_row = last;
  weft_view_state_selection_changed (WEFT_VIEW_STATE (self));
}

void
weft_pipeline_state_move_selection (WeftPipelineState *self, int rows, int stages)
{
  guint32 op;
  guint stage;

  if (self->extent.n_rows == 0)
    return;
  weft_pipeline_selection_step (&self->selection, self->rows,
                                (guint32) MAX (ceil (self->viewport.origin_row), 0), rows, stages,
                                &op, &stage);
  weft_pipeline_state_select (self, op, stage);
}

/* --- hover --------------------------------------------------------------------------------------------------- */

/* In the straightened layout the pointer is at no time. */
static void
update_cursor (WeftPipelineState *self)
{
  gboolean inside =
    self->pointer_inside && self->opened && self->viewport.layout == WEFT_PIPELINE_TIME;

  /* The cursor may be that of another view of the same time. */
  if (inside || self->has_cursor)
    weft_view_state_set_cursor (
      WEFT_VIEW_STATE (self), inside,
      inside ? weft_pipeline_viewport_x_to_cycle (&self->viewport, self->pointer_x, NULL) : 0);
  self->has_cursor = inside;
}

void
weft_pipeline_pick_update_hover (WeftPipelineState *self)
{
  weft_pipeline_hit_clear (&self->hover);
  self->hover = (WeftPipelineHit){ .type = WEFT_PIPELINE_HIT_NOTHING };
  /* Nobody reads a thing that moves fast under the pointer. */
  if (self->pointer_inside && !self->glide.going)
    weft_pipeline_state_hit_test (self, self->pointer_x, self->pointer_y, &self->hover);
  update_cursor (self);
  weft_view_state_hover_changed (WEFT_VIEW_STATE (self));
}

const WeftPipelineHit *
weft_pipeline_state_get_hover (WeftPipelineState *self)
{
  return &self->hover;
}

void
weft_pipeline_state_set_pointer (WeftPipelineState *self, gboolean inside, double x, double y)
{
  if (self->pointer_inside == inside && self->pointer_x == x && self->pointer_y == y)
    return;
  self->pointer_inside = inside;
  self->pointer_x = x;
  self->pointer_y = y;
  weft_pipeline_pick_update_hover (self);
}

gboolean
weft_pipeline_state_get_pointer (WeftPipelineState *self, double *x, double *y)
{
  *x = self->pointer_x;
  *y = self->pointer_y;
  return self->pointer_inside;
}

void
weft_pipeline_state_hit_test (WeftPipelineState *self, double x, double y, WeftPipelineHit *hit)
{
  WeftPipelineScene scene;

  if (!self->opened)
    {
      *hit = (WeftPipelineHit){ .type = WEFT_PIPELINE_HIT_NOTHING };
      return;
    }
  weft_pipeline_state_get_scene (self, &scene);
  weft_pipeline_renderer_hit_test (self->renderer, &scene, x, y, hit);
}

char *
weft_pipeline_state_describe (WeftPipelineState *self, const WeftPipelineHit *hit)
{
  WeftPipelineScene scene;

  weft_pipeline_state_get_scene (self, &scene);
  return weft_pipeline_renderer_describe (self->renderer, &scene, hit);
}

/* --- as a view state ----------------------------------------------------------------------------- */

static gboolean
has_selected (WeftViewState *state)
{
  return WEFT_PIPELINE_STATE (state)->selection.op != WEFT_NO_ROW;
}

static void
select_nothing (WeftViewState *state)
{
  weft_pipeline_state_select (WEFT_PIPELINE_STATE (state), WEFT_NO_ROW, WEFT_NO_STAGE);
}

static gboolean
has_range (WeftViewState *state)
{
  const WeftPipelineSelection *selection =
    weft_pipeline_state_get_selection (WEFT_PIPELINE_STATE (state));

  return selection->has_cycles || selection->has_rows;
}

static void
clear_range (WeftViewState *state)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);

  weft_pipeline_state_select_rows (self, 0, 0);
  weft_pipeline_state_select_cycles (self, 0, 0);
}

static GVariant *
save_selection (WeftViewState *state)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_state_ref_snapshot (self);

  return weft_pipeline_selection_save (weft_pipeline_state_get_selection (self), snapshot);
}

static gboolean
restore_selection (WeftViewState *state, GVariant *saved)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_state_ref_snapshot (self);
  WeftPipelineSelection selection;

  if (!weft_pipeline_selection_restore (&selection, saved, snapshot, self->extent.n_rows))
    return FALSE;
  weft_pipeline_state_select (self, selection.op, selection.stage);
  weft_pipeline_state_select_rows (self, selection.first_row, selection.last_row);
  weft_pipeline_state_select_cycles (self, selection.first_cycle, selection.last_cycle);
  return TRUE;
}

void
weft_pipeline_pick_init_class (WeftViewStateClass *klass)
{
  klass->has_selected = has_selected;
  klass->select_nothing = select_nothing;
  klass->has_range = has_range;
  klass->clear_range = clear_range;
  klass->save_selection = save_selection;
  klass->restore_selection = restore_selection;
}
