/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-state-private.h"

#include "weft-filterable.h"
#include "weft-pipeline-attribution.h"
#include "weft-pipeline-folds.h"
#include "weft-shown-results.h"

/* --- content ------------------------------------------------------------------------------------ */

static void
rows_kept (WeftPipelineRows *before, gpointer user_data)
{
  WeftPipelineState *self = user_data;

  self->rows = weft_pipeline_rows_updater_get_rows (self->keeper);
  weft_pipeline_extent_read (self->rows, &self->extent);
  if (before != NULL)
    {
      weft_pipeline_state_select_rows (self, 0, 0);
      weft_pipeline_place_take_rows (self, before);
    }
  weft_time_axis_set_range (weft_view_state_get_axis (WEFT_VIEW_STATE (self)), self,
                            self->extent.first_cycle, self->extent.last_cycle);
  weft_pipeline_place_open (self);
  weft_view_state_content_changed (WEFT_VIEW_STATE (self));
  if (weft_pipeline_rows_updater_get_error (self->keeper) != NULL)
    weft_filterable_failed (WEFT_FILTERABLE (self));
}

WeftPipelineState *
weft_pipeline_state_new (WeftPipelineTrace *trace)
{
  WeftPipelineState *self = g_object_new (WEFT_TYPE_PIPELINE_STATE, NULL);

  weft_view_state_set_up (WEFT_VIEW_STATE (self), WEFT_TRACE (trace), &WEFT_TIME_UNIT_CYCLES);
  weft_shown_results_set_colorable (weft_shown_results_get (WEFT_VIEW_STATE (self)));
  self->trace = g_object_ref (trace);
  self->keeper = weft_pipeline_rows_updater_new (trace, rows_kept, self);
  self->rows = weft_pipeline_rows_updater_get_rows (self->keeper);
  g_signal_connect_object (weft_view_state_get_axis (WEFT_VIEW_STATE (self)), "range",
                           G_CALLBACK (weft_pipeline_place_take_folds), self, G_CONNECT_SWAPPED);
  weft_pipeline_folds_add (WEFT_VIEW_STATE (self), trace);
  return self;
}

WeftPipelineTrace *
weft_pipeline_state_get_trace (WeftPipelineState *self)
{
  return self->trace;
}

gboolean
weft_pipeline_state_is_loading (WeftPipelineState *self)
{
  return weft_trace_get_state (WEFT_TRACE (self->trace)) == WEFT_TRACE_GROWING;
}

WeftPipelineRows *
weft_pipeline_state_get_rows (WeftPipelineState *self)
{
  return self->rows;
}

WeftPipelineSnapshot *
weft_pipeline_state_ref_snapshot (WeftPipelineState *self)
{
  WeftPipelineSnapshot *snapshot;

  weft_pipeline_rows_lock (self->rows);
  snapshot = weft_pipeline_snapshot_ref (weft_pipeline_rows_get_snapshot (self->rows));
  weft_pipeline_rows_unlock (self->rows);
  return snapshot;
}

const WeftPipelineExtent *
weft_pipeline_state_get_extent (WeftPipelineState *self)
{
  return &self->extent;
}

/* --- looks --------------------------------------------------------------------------------------- */

void
weft_pipeline_state_get_scene (WeftPipelineState *self, WeftPipelineScene *scene)
{
  scene->rows = self->rows;
  scene->style = weft_view_state_get_style (WEFT_VIEW_STATE (self));
  scene->custom = self->custom;
  scene->op_colors =
    weft_shown_results_get_colors (weft_shown_results_get (WEFT_VIEW_STATE (self)));
  scene->clock = weft_time_axis_get_clock (weft_view_state_get_axis (WEFT_VIEW_STATE (self)));
  scene->viewport = self->viewport;
}

void
weft_pipeline_state_set_layout (WeftPipelineState *self, WeftPipelineLayout layout)
{
  if (self->viewport.layout == layout || !self->opened)
    return;
  weft_pipeline_state_set_viewport (
    self, weft_pipeline_viewport_set_layout (self->viewport, &self->extent, self->rows, layout));
}

void
weft_pipeline_state_set_lanes (WeftPipelineState *self, WeftPipelineLanes lanes,
                               gboolean fixed_op_height)
{
  if (self->viewport.lanes == lanes || !self->opened)
    return;
  weft_pipeline_state_set_viewport (
    self, weft_pipeline_viewport_set_lanes (self->viewport, &self->extent, lanes, fixed_op_height));
}

void
weft_pipeline_state_set_scheme (WeftPipelineState *self, WeftPipelineScheme scheme)
{
  WeftPipelineViewport viewport = self->viewport;

  viewport.scheme = scheme;
  weft_pipeline_state_set_viewport (self, viewport);
}

gboolean
weft_pipeline_state_has_reasons (WeftPipelineState *self)
{
  return weft_pipeline_attribution_get_n_reasons (self->trace) > 0;
}

void
weft_pipeline_state_set_custom (WeftPipelineState *self, const WeftPipelineCustom *custom)
{
  if (self->custom == custom)
    return;
  self->custom = custom;
  weft_view_state_content_changed (WEFT_VIEW_STATE (self));
}

void
weft_pipeline_state_set_arrows (WeftPipelineState *self, WeftPipelineArrows arrows)
{
  WeftPipelineViewport viewport = self->viewport;

  viewport.arrows = arrows;
  weft_pipeline_state_set_viewport (self, viewport);
}

void
weft_pipeline_state_make_rows (WeftPipelineState *self)
{
  self->request.straighten = self->viewport.layout == WEFT_PIPELINE_STRAIGHTENED;
  weft_pipeline_rows_updater_make (self->keeper, &self->request);
}

gboolean
weft_pipeline_state_get_hide_flushed (WeftPipelineState *self)
{
  return self->request.hide_flushed;
}
