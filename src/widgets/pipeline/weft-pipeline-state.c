/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-state-private.h"

#include <glib/gi18n-lib.h>

#include "weft-filterable.h"
#include "weft-pipeline-go-to.h"
#include "weft-pipeline-op-fields.h"
#include "weft-pipeline-print.h"
#include "weft-pipeline-search.h"
#include "weft-pipeline-status.h"
#include "weft-pipeline-study.h"

static void filterable_init (WeftFilterableInterface *iface);
static void printable_init (WeftPrintableInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftPipelineState, weft_pipeline_state, WEFT_TYPE_VIEW_STATE,
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_ATTACHABLE,
                                                      weft_pipeline_study_attachable_init)
                                 G_IMPLEMENT_INTERFACE (WEFT_TYPE_FILTERABLE, filterable_init)
                                   G_IMPLEMENT_INTERFACE (WEFT_TYPE_PRINTABLE, printable_init)
                                     G_IMPLEMENT_INTERFACE (WEFT_TYPE_SEARCHABLE,
                                                            weft_pipeline_search_init))

static void
weft_pipeline_state_finalize (GObject *object)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (object);

  weft_pipeline_rows_updater_free (self->keeper);
  g_clear_pointer (&self->request.filter, weft_expression_unref);
  weft_pipeline_hit_clear (&self->hover);
  weft_pipeline_renderer_free (self->renderer);
  g_object_unref (self->trace);
  G_OBJECT_CLASS (weft_pipeline_state_parent_class)->finalize (object);
}

static void
weft_pipeline_state_init (WeftPipelineState *self)
{
  self->renderer = weft_pipeline_renderer_new ();
  self->selection = WEFT_PIPELINE_SELECTION_NONE;
  self->follow = TRUE;
}

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
}

WeftPipelineState *
weft_pipeline_state_new (WeftPipelineTrace *trace)
{
  WeftPipelineState *self = g_object_new (WEFT_TYPE_PIPELINE_STATE, NULL);

  weft_view_state_set_up (WEFT_VIEW_STATE (self), WEFT_TRACE (trace), &WEFT_TIME_UNIT_CYCLES);
  self->trace = g_object_ref (trace);
  self->keeper = weft_pipeline_rows_updater_new (trace, rows_kept, self);
  self->rows = weft_pipeline_rows_updater_get_rows (self->keeper);
  return self;
}

WeftPipelineTrace *
weft_pipeline_state_get_trace (WeftPipelineState *self)
{
  return self->trace;
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

WeftStyle *
weft_pipeline_state_get_style (WeftPipelineState *self)
{
  return weft_view_state_get_style (WEFT_VIEW_STATE (self));
}

static void
style_changed (WeftViewState *state, double scale)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);

  weft_pipeline_place_scale (self, scale);
}

void
weft_pipeline_state_get_scene (WeftPipelineState *self, WeftPipelineScene *scene)
{
  scene->rows = self->rows;
  scene->style = weft_pipeline_state_get_style (self);
  scene->custom = self->custom;
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

/* Begins to make the rows that are to be shown now; those of before are shown until then. */
static void
make_rows (WeftPipelineState *self)
{
  self->request.straighten = self->viewport.layout == WEFT_PIPELINE_STRAIGHTENED;
  weft_pipeline_rows_updater_make (self->keeper, &self->request);
}

void
weft_pipeline_state_set_hide_flushed (WeftPipelineState *self, gboolean hide)
{
  if (self->request.hide_flushed == hide)
    return;
  self->request.hide_flushed = hide;
  make_rows (self);
}

void
weft_pipeline_state_set_order (WeftPipelineState *self, WeftRowsOrder order)
{
  if (self->request.order == order)
    return;
  self->request.order = order;
  make_rows (self);
}

WeftRowsOrder
weft_pipeline_state_get_order (WeftPipelineState *self)
{
  return self->request.order;
}

gboolean
weft_pipeline_state_get_hide_flushed (WeftPipelineState *self)
{
  return self->request.hide_flushed;
}

void
weft_pipeline_state_set_follow (WeftPipelineState *self, gboolean follow)
{
  self->follow = follow;
}

gboolean
weft_pipeline_state_get_follow (WeftPipelineState *self)
{
  return self->follow;
}

static void
follow_time (WeftViewState *state)
{
  WEFT_PIPELINE_STATE (state)->rows_follow_time = TRUE;
}

/* --- filters -------------------------------------------------------------------------------------- */

static const WeftLanguage *
filter_get_language (WeftFilterable *self G_GNUC_UNUSED)
{
  return weft_op_language ();
}

static char **
filter_list_values (int function, const WeftField *field, gpointer self)
{
  return weft_pipeline_op_list_values (function, field, WEFT_PIPELINE_STATE (self)->trace);
}

static void
filter_apply (WeftFilterable *filterable, WeftExpression *expression)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (filterable);

  g_clear_pointer (&self->request.filter, weft_expression_unref);
  self->request.filter = expression != NULL ? weft_expression_ref (expression) : NULL;
  make_rows (self);
}

static gboolean
filter_is_pending (WeftFilterable *filterable)
{
  return weft_pipeline_rows_updater_is_making (WEFT_PIPELINE_STATE (filterable)->keeper);
}

static void
filter_count_rows (WeftFilterable *filterable, guint64 *shown, guint64 *all)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (filterable);

  weft_pipeline_rows_lock (self->rows);
  *shown = weft_pipeline_rows_get_n_rows (self->rows);
  *all = weft_pipeline_rows_get_snapshot (self->rows)->n_ops;
  weft_pipeline_rows_unlock (self->rows);
}

static WeftPrint
copy_print (WeftPrintable *self, gboolean whole)
{
  return weft_pipeline_print_copy (WEFT_PIPELINE_STATE (self), whole);
}

static void
printable_init (WeftPrintableInterface *iface)
{
  iface->copy = copy_print;
}

static void
filterable_init (WeftFilterableInterface *iface)
{
  iface->get_language = filter_get_language;
  iface->list_values = filter_list_values;
  iface->apply = filter_apply;
  iface->is_pending = filter_is_pending;
  iface->count_rows = filter_count_rows;
}

/* --- as a view state ----------------------------------------------------------------------------- */

static gboolean
is_open (WeftViewState *state)
{
  return WEFT_PIPELINE_STATE (state)->opened;
}

static char *
describe_empty (WeftViewState *state)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (state);
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (self->trace);
  WeftTrace *trace = WEFT_TRACE (self->trace);

  if (snapshot->n_ops > 0)
    return NULL;
  return g_strdup_printf (_ ("“%s” was read as %s, but no line of it begins an op. Check that the "
                             "simulator ran with tracing on."),
                          weft_trace_get_title (trace), weft_trace_get_format (trace));
}

static void
add_garbage (WeftViewState *state, GPtrArray *objects)
{
  g_ptr_array_add (objects, g_object_ref (WEFT_PIPELINE_STATE (state)->rows));
}

static void
weft_pipeline_state_class_init (WeftPipelineStateClass *klass)
{
  WeftViewStateClass *state_class = WEFT_VIEW_STATE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_pipeline_state_finalize;
  state_class->style_changed = style_changed;
  state_class->follow_time = follow_time;
  state_class->is_open = is_open;
  weft_pipeline_place_init_class (state_class);
  weft_pipeline_pick_init_class (state_class);
  state_class->describe = weft_pipeline_status_describe;
  state_class->describe_empty = describe_empty;
  state_class->go_to = weft_pipeline_go_to_run;
  state_class->add_garbage = add_garbage;
}
