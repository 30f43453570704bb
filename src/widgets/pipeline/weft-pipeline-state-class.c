/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The type of a pipeline's state, with all that it does for others. The files that do it
 * know weft-pipeline-state.h; they are put together here. */
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

G_DEFINE_ENUM_TYPE (WeftRowsOrder, weft_rows_order,
                    G_DEFINE_ENUM_VALUE (WEFT_ROWS_BY_FETCH, "fetch"),
                    G_DEFINE_ENUM_VALUE (WEFT_ROWS_BY_ISSUE, "issue"),
                    G_DEFINE_ENUM_VALUE (WEFT_ROWS_BY_RETIRE, "retire"))

G_DEFINE_FINAL_TYPE_WITH_CODE (
  WeftPipelineState, weft_pipeline_state, WEFT_TYPE_VIEW_STATE,
  G_IMPLEMENT_INTERFACE (WEFT_TYPE_ATTACHABLE, weft_pipeline_study_attachable_init)
    G_IMPLEMENT_INTERFACE (WEFT_TYPE_FILTERABLE, filterable_init)
      G_IMPLEMENT_INTERFACE (WEFT_TYPE_PRINTABLE, weft_pipeline_print_init)
        G_IMPLEMENT_INTERFACE (WEFT_TYPE_SEARCHABLE, weft_pipeline_search_init))

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
  weft_pipeline_state_make_rows (self);
}

static gboolean
filter_is_pending (WeftFilterable *filterable)
{
  return weft_pipeline_rows_updater_is_making (WEFT_PIPELINE_STATE (filterable)->keeper);
}

static const GError *
filter_get_error (WeftFilterable *filterable)
{
  return weft_pipeline_rows_updater_get_error (WEFT_PIPELINE_STATE (filterable)->keeper);
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

static void
filterable_init (WeftFilterableInterface *iface)
{
  iface->get_language = filter_get_language;
  iface->list_values = filter_list_values;
  iface->apply = filter_apply;
  iface->is_pending = filter_is_pending;
  iface->get_error = filter_get_error;
  iface->count_rows = filter_count_rows;
}

/* --- as a view state ----------------------------------------------------------------------------- */

static void
style_changed (WeftViewState *state, double scale)
{
  weft_pipeline_place_scale (WEFT_PIPELINE_STATE (state), scale);
}

static void
follow_time (WeftViewState *state)
{
  WEFT_PIPELINE_STATE (state)->rows_follow_time = TRUE;
}

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

/* --- properties ---------------------------------------------------------------------------------- */

enum
{
  PROP_0,
  PROP_HIDE_FLUSHED,
  PROP_ORDER,
  PROP_FOLLOW,
  PROP_STRUCTURES,
  PROP_INFER,
  PROP_PHASES,
  PROP_WIDTH,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
weft_pipeline_state_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (object);
  g_autoptr (WeftPipelineAssumptions) assumptions =
    weft_pipeline_trace_ref_assumptions (self->trace);

  switch (id)
    {
    case PROP_HIDE_FLUSHED:
      g_value_set_boolean (value, self->request.hide_flushed);
      break;
    case PROP_ORDER:
      g_value_set_enum (value, self->request.order);
      break;
    case PROP_FOLLOW:
      g_value_set_boolean (value, self->follow);
      break;
    case PROP_STRUCTURES:
      g_value_set_boolean (value, self->shows_structures);
      break;
    case PROP_INFER:
      g_value_set_boolean (value, assumptions->infers);
      break;
    case PROP_PHASES:
      g_value_set_string (value, assumptions->phases);
      break;
    case PROP_WIDTH:
      g_value_set_int (value, (int) assumptions->width);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

/* All that rests on them is computed anew by whoever listens. */
static void
assume (WeftPipelineState *self, const char *phases, guint width, gboolean infers,
        GParamSpec *pspec)
{
  g_autoptr (WeftPipelineAssumptions) before = weft_pipeline_trace_ref_assumptions (self->trace);
  g_autoptr (WeftPipelineAssumptions) now = weft_pipeline_assumptions_new (phases, width, infers);

  if (weft_pipeline_assumptions_equal (before, now))
    return;
  weft_pipeline_trace_set_assumptions (self->trace, now);
  /* A filter may ask for stalls. */
  weft_pipeline_state_make_rows (self);
  g_object_notify_by_pspec (G_OBJECT (self), pspec);
}

static void
request_rows (WeftPipelineState *self, gboolean hide_flushed, WeftRowsOrder order,
              GParamSpec *pspec)
{
  if (self->request.hide_flushed == hide_flushed && self->request.order == order)
    return;
  self->request.hide_flushed = hide_flushed;
  self->request.order = order;
  weft_pipeline_state_make_rows (self);
  g_object_notify_by_pspec (G_OBJECT (self), pspec);
}

static void
set_switch (WeftPipelineState *self, gboolean *place, const GValue *value, GParamSpec *pspec)
{
  if (*place == g_value_get_boolean (value))
    return;
  *place = g_value_get_boolean (value);
  g_object_notify_by_pspec (G_OBJECT (self), pspec);
}

static void
weft_pipeline_state_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (object);
  g_autoptr (WeftPipelineAssumptions) before = weft_pipeline_trace_ref_assumptions (self->trace);

  switch (id)
    {
    case PROP_HIDE_FLUSHED:
      request_rows (self, g_value_get_boolean (value), self->request.order, pspec);
      break;
    case PROP_ORDER:
      request_rows (self, self->request.hide_flushed, (WeftRowsOrder) g_value_get_enum (value),
                    pspec);
      break;
    case PROP_FOLLOW:
      set_switch (self, &self->follow, value, pspec);
      break;
    case PROP_STRUCTURES:
      set_switch (self, &self->shows_structures, value, pspec);
      break;
    case PROP_INFER:
      assume (self, before->phases, before->width, g_value_get_boolean (value), pspec);
      break;
    case PROP_PHASES:
      assume (self, g_value_get_string (value), before->width, before->infers, pspec);
      break;
    case PROP_WIDTH:
      assume (self, before->phases, (guint) g_value_get_int (value), before->infers, pspec);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

gboolean
weft_pipeline_state_get_shows_structures (WeftPipelineState *self)
{
  return self->shows_structures;
}

/* --- the object ---------------------------------------------------------------------------------- */

static void
weft_pipeline_state_finalize (GObject *object)
{
  WeftPipelineState *self = WEFT_PIPELINE_STATE (object);

  weft_pipeline_rows_updater_free (self->keeper);
  g_clear_pointer (&self->request.filter, weft_expression_unref);
  weft_pipeline_hit_clear (&self->hover);
  weft_pipeline_renderer_free (self->renderer);
  g_clear_pointer (&self->folds, weft_folds_unref);
  g_object_unref (self->trace);
  G_OBJECT_CLASS (weft_pipeline_state_parent_class)->finalize (object);
}

static void
weft_pipeline_state_init (WeftPipelineState *self)
{
  self->renderer = weft_pipeline_renderer_new ();
  self->selection = WEFT_PIPELINE_SELECTION_NONE;
  self->follow = TRUE;
  self->shows_structures = TRUE;
}

static void
weft_pipeline_state_class_init (WeftPipelineStateClass *klass)
{
  WeftViewStateClass *state_class = WEFT_VIEW_STATE_CLASS (klass);

  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  G_OBJECT_CLASS (klass)->get_property = weft_pipeline_state_get_property;
  G_OBJECT_CLASS (klass)->set_property = weft_pipeline_state_set_property;
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
  properties[PROP_HIDE_FLUSHED] = g_param_spec_boolean ("hide-flushed", NULL, NULL, FALSE, flags);
  properties[PROP_ORDER] =
    g_param_spec_enum ("order", NULL, NULL, WEFT_TYPE_ROWS_ORDER, WEFT_ROWS_BY_FETCH, flags);
  properties[PROP_FOLLOW] = g_param_spec_boolean ("follow", NULL, NULL, TRUE, flags);
  properties[PROP_STRUCTURES] = g_param_spec_boolean ("structures", NULL, NULL, TRUE, flags);
  properties[PROP_INFER] = g_param_spec_boolean ("infer", NULL, NULL, TRUE, flags);
  properties[PROP_PHASES] = g_param_spec_string ("phases", NULL, NULL, "", flags);
  properties[PROP_WIDTH] = g_param_spec_int ("width", NULL, NULL, 0, WEFT_MAX_WIDTH, 0, flags);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
}
