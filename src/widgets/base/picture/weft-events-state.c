/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-events-state.h"

#include "weft-shown-results.h"

#include "weft-table.h"

#include <string.h>

#include "weft-tracks-print.h"
#include "weft-words.h"

/* The key of object data that keeps an option's offset with its property. */
#define OFFSET "weft-option-offset"

typedef struct
{
  WeftRunner *runner;
  WeftExpression *filter; /* NULL: all */
} WeftEventsStatePrivate;

enum
{
  RESULT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void filterable_init (WeftFilterableInterface *iface);

G_DEFINE_ABSTRACT_TYPE_WITH_CODE (WeftEventsState, weft_events_state, WEFT_TYPE_TRACKS_STATE,
                                  G_ADD_PRIVATE (WeftEventsState)
                                    G_IMPLEMENT_INTERFACE (WEFT_TYPE_FILTERABLE, filterable_init)
                                      G_IMPLEMENT_INTERFACE (WEFT_TYPE_PRINTABLE,
                                                             weft_tracks_printable_init))

static WeftEventsStatePrivate *
get_private (gpointer self)
{
  return weft_events_state_get_instance_private (WEFT_EVENTS_STATE (self));
}

gpointer
weft_events_state_get_result (gpointer self)
{
  return weft_runner_get_result (get_private (self)->runner);
}

static WeftTracks *
get_tracks (WeftEventsState *self)
{
  return weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (self));
}

WeftRunner *
weft_events_state_get_runner (WeftEventsState *self)
{
  return get_private (self)->runner;
}

/* --- asking ----------------------------------------------------------------------------------- */

void
weft_events_state_ask (WeftEventsState *self)
{
  WeftTimeAxis *axis = weft_view_state_get_axis (WEFT_VIEW_STATE (self));
  WeftExpression *filter = get_private (self)->filter;
  WeftCycleRange range;

  if (!weft_time_axis_get_selection (axis, &range.from, &range.to))
    range = WEFT_CYCLE_RANGE_ALL;
  WEFT_EVENTS_STATE_GET_CLASS (self)->ask (
    self, filter != NULL ? weft_expression_ref (filter) : NULL, &range);
}

static void
answered (WeftEventsState *self)
{
  WeftTracks *tracks = get_tracks (self);
  WeftTimeAxis *axis = weft_view_state_get_axis (WEFT_VIEW_STATE (self));
  WeftEventsPicture picture = { NULL };

  WEFT_EVENTS_STATE_GET_CLASS (self)->take_result (self, weft_events_state_get_result (self),
                                                   &picture);
  weft_time_axis_set_folds (axis, self, picture.folds);
  /* Where what is empty is folded, all of it is worth looking at. */
  if (weft_time_axis_get_folds (axis) != NULL)
    weft_tracks_set_start (tracks, picture.first, picture.last);
  else if (picture.start_first < picture.start_last)
    weft_tracks_set_start (tracks, picture.start_first, picture.start_last);
  weft_time_axis_set_range (axis, self, picture.first, picture.last);
  weft_tracks_set_scene (tracks, picture.scene);
  g_signal_emit (self, signals[RESULT], 0);
  weft_view_state_content_changed (WEFT_VIEW_STATE (self));
}

/* --- filter ----------------------------------------------------------------------------------- */

static const WeftLanguage *
get_language (WeftFilterable *filterable)
{
  return WEFT_EVENTS_STATE_GET_CLASS (filterable)->get_language ();
}

static char **
list_values (int function, const WeftField *field, gpointer self)
{
  return WEFT_EVENTS_STATE_GET_CLASS (self)->list_values (
    function, field, weft_view_state_get_trace (WEFT_VIEW_STATE (self)));
}

static void
apply_filter (WeftFilterable *filterable, WeftExpression *expression)
{
  WeftEventsStatePrivate *priv = get_private (filterable);

  g_clear_pointer (&priv->filter, weft_expression_unref);
  if (expression != NULL)
    priv->filter = weft_expression_ref (expression);
  weft_events_state_ask (WEFT_EVENTS_STATE (filterable));
}

static const GError *
get_error (WeftFilterable *filterable)
{
  return weft_runner_get_error (get_private (filterable)->runner);
}

static gboolean
is_pending (WeftFilterable *filterable)
{
  const WeftEventsStateClass *klass = WEFT_EVENTS_STATE_GET_CLASS (filterable);
  WeftResult *result = weft_events_state_get_result (filterable);

  return get_error (filterable) == NULL
         && (result == NULL
             || G_STRUCT_MEMBER (WeftExpression *, weft_result_get_question (result),
                                 klass->filter_offset)
                  != get_private (filterable)->filter);
}

static void
count_rows (WeftFilterable *filterable, guint64 *shown, guint64 *all)
{
  WeftResult *result = weft_events_state_get_result (filterable);

  *shown = *all = 0;
  if (result != NULL)
    WEFT_EVENTS_STATE_GET_CLASS (filterable)->count_rows (result, shown, all);
}

static void
filterable_init (WeftFilterableInterface *iface)
{
  iface->get_language = get_language;
  iface->list_values = list_values;
  iface->apply = apply_filter;
  iface->is_pending = is_pending;
  iface->get_error = get_error;
  iface->count_rows = count_rows;
}

/* --- selection -------------------------------------------------------------------------------- */

static guint32
get_selected (WeftEventsState *self)
{
  const WeftTrackHit *selected = weft_tracks_get_selected (get_tracks (self));

  return selected->on_track && selected->thing != WEFT_TRACK_NO_THING ? (guint32) selected->thing
                                                                      : WEFT_NO_ROW;
}

guint32
weft_events_state_get_selected (WeftEventsState *self)
{
  return WEFT_EVENTS_STATE_GET_CLASS (self)->get_selected (self);
}

static void
show_row (WeftEventsState *self, guint32 row, gboolean jump)
{
  WeftResult *result = weft_events_state_get_result (self);
  g_auto (WeftTrackHit) hit = { .on_track = FALSE };

  if (result == NULL || !WEFT_EVENTS_STATE_GET_CLASS (self)->find_row (result, row, &hit))
    return;
  weft_tracks_select (get_tracks (self), &hit);
  if (jump)
    weft_view_state_show_time (WEFT_VIEW_STATE (self), hit.first, hit.first);
  weft_tracks_show (get_tracks (self), &hit);
}

void
weft_events_state_show_row (WeftEventsState *self, guint32 row, gboolean jump)
{
  WEFT_EVENTS_STATE_GET_CLASS (self)->show_row (self, row, jump);
}

static gboolean
show_line (WeftViewState *state, gint64 line)
{
  WeftEventsState *self = WEFT_EVENTS_STATE (state);
  WeftResult *result = weft_events_state_get_result (self);
  guint32 row =
    result != NULL ? WEFT_EVENTS_STATE_GET_CLASS (self)->find_line (result, line) : WEFT_NO_ROW;

  if (row == WEFT_NO_ROW)
    return FALSE;
  weft_events_state_show_row (self, row, TRUE);
  return TRUE;
}

/* Targets are "row:N" and "filter:EXPRESSION". */
static void
follow_link (WeftViewState *state, const char *target)
{
  if (g_str_has_prefix (target, "row:"))
    weft_events_state_show_row (WEFT_EVENTS_STATE (state),
                                (guint32) g_ascii_strtoull (target + strlen ("row:"), NULL, 10),
                                TRUE);
  else if (g_str_has_prefix (target, "filter:"))
    weft_filterable_set_filter (WEFT_FILTERABLE (state), target + strlen ("filter:"), NULL, NULL);
}

static char *
describe (WeftViewState *state, WeftStatusPart part)
{
  g_autofree char *shown_words = NULL;
  g_autofree char *all_words = NULL;
  guint64 shown, all;

  if (part != WEFT_STATUS_ROWS || weft_events_state_get_result (state) == NULL)
    return WEFT_VIEW_STATE_CLASS (weft_events_state_parent_class)->describe (state, part);
  weft_filterable_count_rows (WEFT_FILTERABLE (state), &shown, &all);
  shown_words = weft_number_count (shown);
  all_words = weft_number_count (all);
  return WEFT_EVENTS_STATE_GET_CLASS (state)->describe_count (shown_words, all_words, all);
}

/* The whole trace may be there before the figures of it are. */
static gboolean
is_so_far (WeftViewState *state)
{
  const WeftEventsStateClass *klass = WEFT_EVENTS_STATE_GET_CLASS (state);
  WeftResult *result = weft_events_state_get_result (state);

  return WEFT_VIEW_STATE_CLASS (weft_events_state_parent_class)->is_so_far (state)
         || (result != NULL
             && G_STRUCT_MEMBER (gboolean, weft_result_get_question (result),
                                 klass->loading_offset));
}

/* --- options ---------------------------------------------------------------------------------- */

/* A property's place in the struct; int, gboolean and enums are as large. */
static int *
get_option (GObject *object, GParamSpec *pspec)
{
  return G_STRUCT_MEMBER_P (
    object, GPOINTER_TO_INT (g_param_spec_get_qdata (pspec, g_quark_from_static_string (OFFSET))));
}

static void
weft_events_state_get_property (GObject *object, guint id G_GNUC_UNUSED, GValue *value,
                                GParamSpec *pspec)
{
  if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    g_value_set_boolean (value, *get_option (object, pspec));
  else if (G_IS_PARAM_SPEC_ENUM (pspec))
    g_value_set_enum (value, *get_option (object, pspec));
  else
    g_value_set_int (value, *get_option (object, pspec));
}

static void
weft_events_state_set_property (GObject *object, guint id G_GNUC_UNUSED, const GValue *value,
                                GParamSpec *pspec)
{
  if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    *get_option (object, pspec) = g_value_get_boolean (value);
  else if (G_IS_PARAM_SPEC_ENUM (pspec))
    *get_option (object, pspec) = g_value_get_enum (value);
  else
    *get_option (object, pspec) = g_value_get_int (value);
  weft_events_state_ask (WEFT_EVENTS_STATE (object));
}

void
weft_events_state_class_add_option (WeftEventsStateClass *klass, GParamSpec *pspec, glong offset)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  guint n_properties;

  object_class->get_property = weft_events_state_get_property;
  object_class->set_property = weft_events_state_set_property;
  g_free (g_object_class_list_properties (object_class, &n_properties));
  g_object_class_install_property (object_class, n_properties + 1, pspec);
  g_param_spec_set_qdata (pspec, g_quark_from_static_string (OFFSET),
                          GINT_TO_POINTER ((int) offset));
}

/* --- the object ------------------------------------------------------------------------------- */

static void
weft_events_state_dispose (GObject *object)
{
  WeftEventsStatePrivate *priv = get_private (object);

  g_clear_object (&priv->runner);
  g_clear_pointer (&priv->filter, weft_expression_unref);
  G_OBJECT_CLASS (weft_events_state_parent_class)->dispose (object);
}

static void
weft_events_state_class_init (WeftEventsStateClass *klass)
{
  WeftViewStateClass *state_class = WEFT_VIEW_STATE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_events_state_dispose;
  state_class->show_line = show_line;
  state_class->follow_link = follow_link;
  state_class->describe = describe;
  state_class->is_so_far = is_so_far;
  klass->get_selected = get_selected;
  klass->show_row = show_row;
  signals[RESULT] = g_signal_new ("result", WEFT_TYPE_EVENTS_STATE, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_events_state_init (WeftEventsState *self G_GNUC_UNUSED)
{
}

void
weft_events_state_set_up (WeftEventsState *self, WeftTrace *trace, const WeftTimeUnit *unit,
                          WeftRunner *runner)
{
  weft_tracks_state_set_up (WEFT_TRACKS_STATE (self), trace, unit);
  get_private (self)->runner = g_object_ref (runner);
  g_signal_connect_object (runner, "done", G_CALLBACK (answered), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (runner, "failed", G_CALLBACK (weft_filterable_failed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_shown_results_get (WEFT_VIEW_STATE (self)), "changed",
                           G_CALLBACK (weft_events_state_ask), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "changed", G_CALLBACK (weft_events_state_ask), self,
                           G_CONNECT_SWAPPED);
  /* Also where the range is that of an axis which is shared. */
  g_signal_connect (self, "selection", G_CALLBACK (weft_events_state_ask), NULL);
  weft_events_state_ask (self);
}
