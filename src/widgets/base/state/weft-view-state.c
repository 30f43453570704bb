/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-view-state.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "weft-view-facts.h"
#include "weft-words.h"

#define MAX_HISTORY 100

typedef struct
{
  WeftTrace *trace;
  WeftTimeAxis *axis;
  gboolean moving_axis; /* by this state, which knows */
  WeftStyle *style;
  GPtrArray *history; /* GVariant: places behind the index, and before it */
  guint history_index;
  char *page; /* of the statistics, nullable */
} WeftViewStatePrivate;

enum
{
  CONTENT,
  VIEWPORT,
  STYLE,
  SELECTION,
  HOVER,
  HISTORY,
  AXIS,
  PAGE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftViewState, weft_view_state, G_TYPE_OBJECT)

static WeftViewStatePrivate *
get_private (WeftViewState *self)
{
  return weft_view_state_get_instance_private (self);
}

static void
emit (WeftViewState *self, guint signal)
{
  g_signal_emit (self, signals[signal], 0);
}

WeftTrace *
weft_view_state_get_trace (WeftViewState *self)
{
  return get_private (self)->trace;
}

/* --- time --------------------------------------------------------------------------------------- */

static void
axis_visible (WeftViewState *self)
{
  if (!get_private (self)->moving_axis)
    WEFT_VIEW_STATE_GET_CLASS (self)->visible_changed (self);
}

static void
axis_cursor (WeftViewState *self)
{
  if (!get_private (self)->moving_axis)
    weft_view_state_hover_changed (self);
}

static void
follow_axis (WeftViewState *self, WeftTimeAxis *axis)
{
  static const struct
  {
    const char *signal;
    void (*follow) (WeftViewState *self);
  } followed[] = {
    { "unit", weft_view_state_content_changed },
    { "visible", axis_visible },
    { "cursor", axis_cursor },
    { "selection", weft_view_state_selection_changed },
  };

  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    g_signal_connect_object (axis, followed[i].signal, G_CALLBACK (followed[i].follow), self,
                             G_CONNECT_SWAPPED);
}

/* The axis may live on with other states. */
static void
leave_axis (WeftViewState *self)
{
  WeftViewStatePrivate *priv = get_private (self);

  if (priv->axis == NULL)
    return;
  g_signal_handlers_disconnect_by_data (priv->axis, self);
  weft_time_axis_set_range (priv->axis, self, 0, 0);
  g_clear_object (&priv->axis);
}

WeftTimeAxis *
weft_view_state_get_axis (WeftViewState *self)
{
  return get_private (self)->axis;
}

void
weft_view_state_set_axis (WeftViewState *self, WeftTimeAxis *axis)
{
  WeftViewStatePrivate *priv = get_private (self);
  gint64 first = 0, last = 0;

  g_return_if_fail (WEFT_IS_VIEW_STATE (self) && WEFT_IS_TIME_AXIS (axis));

  if (priv->axis == axis)
    return;
  g_object_ref (axis);
  if (priv->axis != NULL)
    {
      weft_time_axis_get_range (priv->axis, &first, &last);
      if (weft_time_axis_get_known_rate (axis) == 0)
        weft_time_axis_set_known_rate (axis, weft_time_axis_get_known_rate (priv->axis));
    }
  leave_axis (self);
  priv->axis = axis;
  weft_time_axis_set_range (axis, self, first, last);
  follow_axis (self, axis);
  emit (self, AXIS);
  if (weft_time_axis_get_visible (axis)->length > 0)
    axis_visible (self);
  weft_view_state_selection_changed (self);
}

void
weft_view_state_set_visible (WeftViewState *self, const WeftTimeSpan *span)
{
  WeftViewStatePrivate *priv = get_private (self);

  priv->moving_axis = TRUE;
  weft_time_axis_set_visible (priv->axis, span);
  priv->moving_axis = FALSE;
}

void
weft_view_state_set_cursor (WeftViewState *self, gboolean inside, gint64 tick)
{
  WeftViewStatePrivate *priv = get_private (self);

  priv->moving_axis = TRUE;
  if (inside)
    weft_time_axis_set_cursor (priv->axis, tick);
  else
    weft_time_axis_unset_cursor (priv->axis);
  priv->moving_axis = FALSE;
}

void
weft_view_state_set_clock (WeftViewState *self, double megahertz, gboolean in_time)
{
  WeftViewStatePrivate *priv = get_private (self);
  WeftTimeUnit unit, old;

  g_return_if_fail (WEFT_IS_VIEW_STATE (self));

  unit = old = *weft_time_axis_get_unit (priv->axis);
  if (unit.unit != WEFT_AXIS_COUNT)
    return;
  unit.ticks_per_second = megahertz > 0 ? megahertz * 1e6 * (double) unit.ticks_per_unit
                                        : weft_time_axis_get_known_rate (priv->axis);
  unit.in_time = in_time;
  if (unit.ticks_per_second != old.ticks_per_second || unit.in_time != old.in_time)
    weft_time_axis_set_unit (priv->axis, &unit);
}

/* --- looks ----------------------------------------------------------------------------------------- */

WeftStyle *
weft_view_state_get_style (WeftViewState *self)
{
  return get_private (self)->style;
}

void
weft_view_state_set_style_options (WeftViewState *self, const WeftStyleOptions *options)
{
  WeftViewStatePrivate *priv = get_private (self);
  WeftStyle *style;
  double scale;

  g_return_if_fail (WEFT_IS_VIEW_STATE (self));

  style = weft_style_share (options);
  scale = options->device_scale / priv->style->options.device_scale;
  if (style->hash == priv->style->hash)
    {
      weft_style_unref (style);
      return;
    }
  weft_style_unref (priv->style);
  priv->style = style;
  if (WEFT_VIEW_STATE_GET_CLASS (self)->style_changed != NULL)
    WEFT_VIEW_STATE_GET_CLASS (self)->style_changed (self, scale);
  emit (self, STYLE);
}

/* --- place ----------------------------------------------------------------------------------------- */

gboolean
weft_view_state_animates (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  gboolean enabled = FALSE;

  if (settings != NULL)
    g_object_get (settings, "gtk-enable-animations", &enabled, NULL);
  return enabled;
}

gboolean
weft_view_state_is_open (WeftViewState *self)
{
  return WEFT_VIEW_STATE_GET_CLASS (self)->is_open (self);
}

GVariant *
weft_view_state_save_place (WeftViewState *self)
{
  return g_variant_ref_sink (WEFT_VIEW_STATE_GET_CLASS (self)->save_place (self));
}

void
weft_view_state_restore_place (WeftViewState *self, GVariant *place, gboolean glide)
{
  if (weft_view_state_is_open (self))
    WEFT_VIEW_STATE_GET_CLASS (self)->restore_place (self, place, glide);
}

gboolean
weft_view_state_covers_place (WeftViewState *self, GVariant *place)
{
  return WEFT_VIEW_STATE_GET_CLASS (self)->covers_place (self, place);
}

gboolean
weft_view_state_is_untouched (WeftViewState *self)
{
  WeftViewStateClass *klass = WEFT_VIEW_STATE_GET_CLASS (self);

  return klass->is_untouched != NULL && klass->is_untouched (self);
}

gboolean
weft_view_state_shows_end (WeftViewState *self)
{
  return weft_view_state_is_open (self) && WEFT_VIEW_STATE_GET_CLASS (self)->shows_end (self);
}

void
weft_view_state_show_end (WeftViewState *self)
{
  g_return_if_fail (WEFT_IS_VIEW_STATE (self));

  if (weft_view_state_is_open (self))
    WEFT_VIEW_STATE_GET_CLASS (self)->show_end (self);
}

void
weft_view_state_show_time (WeftViewState *self, gint64 first, gint64 last)
{
  gint64 least, most;

  g_return_if_fail (WEFT_IS_VIEW_STATE (self) && first <= last);

  if (!weft_view_state_is_open (self)
      || !weft_time_axis_get_range (weft_view_state_get_axis (self), &least, &most))
    return;
  /* A mark that was kept in a file may be anywhere. */
  most = MIN (most, G_MAXINT64 - 2) + 1;
  WEFT_VIEW_STATE_GET_CLASS (self)->show_time (self, CLAMP (first, least, most),
                                               CLAMP (last, least, most));
}

gboolean
weft_view_state_show_line (WeftViewState *self, gint64 line)
{
  WeftViewStateClass *klass = WEFT_VIEW_STATE_GET_CLASS (self);

  return klass->show_line != NULL && klass->show_line (self, line);
}

void
weft_view_state_go_to_async (WeftViewState *self, const char *text, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  g_autofree char *plain = weft_number_ungroup (text);
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (WEFT_IS_VIEW_STATE (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, weft_view_state_go_to_async);
  WEFT_VIEW_STATE_GET_CLASS (self)->go_to (self, plain, task);
}

char *
weft_view_state_go_to_finish (WeftViewState *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- history ----------------------------------------------------------------------------------------- */

void
weft_view_state_push_history (WeftViewState *self)
{
  WeftViewStatePrivate *priv = get_private (self);

  g_return_if_fail (WEFT_IS_VIEW_STATE (self));

  if (!weft_view_state_is_open (self))
    return;
  g_ptr_array_set_size (priv->history, (int) priv->history_index);
  if (priv->history->len == MAX_HISTORY)
    g_ptr_array_remove_index (priv->history, 0);
  g_ptr_array_add (priv->history, weft_view_state_save_place (self));
  priv->history_index = priv->history->len;
  emit (self, HISTORY);
}

/* The entry at the index changes places with where the picture stands. */
static void
swap_history (WeftViewState *self, guint index)
{
  WeftViewStatePrivate *priv = get_private (self);
  g_autoptr (GVariant) there = g_ptr_array_index (priv->history, index);

  g_ptr_array_index (priv->history, index) = weft_view_state_save_place (self);
  weft_view_state_restore_place (self, there, TRUE);
  emit (self, HISTORY);
}

gboolean
weft_view_state_can_go_back (WeftViewState *self)
{
  return get_private (self)->history_index > 0;
}

static gboolean
can_go_forward (WeftViewState *self)
{
  return get_private (self)->history_index < get_private (self)->history->len;
}

void
weft_view_state_go_back (WeftViewState *self)
{
  if (weft_view_state_can_go_back (self))
    swap_history (self, --get_private (self)->history_index);
}

void
weft_view_state_go_forward (WeftViewState *self)
{
  if (can_go_forward (self))
    swap_history (self, get_private (self)->history_index++);
}

/* --- statistics ----------------------------------------------------------------------------------------- */

void
weft_view_state_show_page (WeftViewState *self, const char *name)
{
  WeftViewStatePrivate *priv = get_private (self);

  g_return_if_fail (WEFT_IS_VIEW_STATE (self) && name != NULL);

  g_free (priv->page);
  priv->page = g_strdup (name);
  emit (self, PAGE);
}

const char *
weft_view_state_get_page (WeftViewState *self)
{
  return get_private (self)->page;
}

/* --- selection ------------------------------------------------------------------------------------------ */

gboolean
weft_view_state_has_selected (WeftViewState *self)
{
  WeftViewStateClass *klass = WEFT_VIEW_STATE_GET_CLASS (self);

  return klass->has_selected != NULL && klass->has_selected (self);
}

void
weft_view_state_select_nothing (WeftViewState *self)
{
  if (WEFT_VIEW_STATE_GET_CLASS (self)->select_nothing != NULL)
    WEFT_VIEW_STATE_GET_CLASS (self)->select_nothing (self);
}

gboolean
weft_view_state_has_range (WeftViewState *self)
{
  return WEFT_VIEW_STATE_GET_CLASS (self)->has_range (self);
}

void
weft_view_state_clear_range (WeftViewState *self)
{
  WEFT_VIEW_STATE_GET_CLASS (self)->clear_range (self);
}

GVariant *
weft_view_state_save_selection (WeftViewState *self)
{
  GVariant *selection = NULL;

  if (weft_view_state_has_range (self) || weft_view_state_has_selected (self))
    selection = WEFT_VIEW_STATE_GET_CLASS (self)->save_selection (self);
  return selection != NULL ? g_variant_ref_sink (selection) : NULL;
}

gboolean
weft_view_state_restore_selection (WeftViewState *self, GVariant *selection)
{
  return WEFT_VIEW_STATE_GET_CLASS (self)->restore_selection (self, selection);
}

gboolean
weft_view_state_step_back (WeftViewState *self)
{
  if (weft_view_state_has_range (self))
    weft_view_state_clear_range (self);
  else if (weft_view_state_has_selected (self))
    weft_view_state_select_nothing (self);
  else if (weft_view_state_can_go_back (self))
    weft_view_state_go_back (self);
  else
    return FALSE;
  return TRUE;
}

/* --- words ------------------------------------------------------------------------------------------------ */

char *
weft_view_state_describe (WeftViewState *self, WeftStatusPart part)
{
  if (!weft_view_state_is_open (self))
    return g_strdup ("");
  return WEFT_VIEW_STATE_GET_CLASS (self)->describe (self, part);
}

char *
weft_view_state_describe_empty (WeftViewState *self)
{
  return WEFT_VIEW_STATE_GET_CLASS (self)->describe_empty (self);
}

gboolean
weft_view_state_is_so_far (WeftViewState *self)
{
  g_return_val_if_fail (WEFT_IS_VIEW_STATE (self), FALSE);

  return WEFT_VIEW_STATE_GET_CLASS (self)->is_so_far (self);
}

const GArray *
weft_view_state_get_findings (WeftViewState *self)
{
  WeftViewStateClass *klass = WEFT_VIEW_STATE_GET_CLASS (self);

  if (klass->get_findings == NULL || weft_view_state_has_selected (self)
      || weft_view_state_has_range (self))
    return NULL;
  return klass->get_findings (self);
}

void
weft_view_state_write_facts (WeftViewState *self, WeftFactSheet *sheet)
{
  WEFT_VIEW_STATE_GET_CLASS (self)->write_facts (self, sheet);
}

void
weft_view_state_follow_link (WeftViewState *self, const char *target)
{
  if (WEFT_VIEW_STATE_GET_CLASS (self)->follow_link != NULL)
    WEFT_VIEW_STATE_GET_CLASS (self)->follow_link (self, target);
}

/* --- what families begin with ------------------------------------------------------------------------------- */

static gboolean
default_is_open (WeftViewState *self)
{
  return weft_time_axis_get_visible (weft_view_state_get_axis (self))->length > 0;
}

static GVariant *
default_save_place (WeftViewState *self)
{
  return weft_time_span_write (weft_time_axis_get_visible (weft_view_state_get_axis (self)));
}

static void
default_restore_place (WeftViewState *self, GVariant *place, gboolean glide G_GNUC_UNUSED)
{
  WeftTimeSpan span;

  if (weft_time_span_read (place, &span))
    weft_time_axis_set_visible (weft_view_state_get_axis (self), &span);
}

static gboolean
default_covers_place (WeftViewState *self, GVariant *place)
{
  WeftTimeSpan span;
  gint64 first, last;

  weft_time_axis_get_range (weft_view_state_get_axis (self), &first, &last);
  return !weft_time_span_read (place, &span) || (double) last - (double) span.start >= span.length;
}

static gboolean
default_shows_end (WeftViewState *self)
{
  return weft_time_axis_shows_end (weft_view_state_get_axis (self));
}

static void
default_show_end (WeftViewState *self)
{
  weft_time_axis_show_end (weft_view_state_get_axis (self));
}

static void
default_show_time (WeftViewState *self, gint64 first, gint64 last)
{
  WeftTimeAxis *axis = weft_view_state_get_axis (self);
  WeftTimeSpan span = *weft_time_axis_get_visible (axis);

  if (first < last)
    span = (WeftTimeSpan){ first, 0, (double) (last - first) };
  else
    {
      span.start = first - (gint64) (span.length / 2);
      span.fraction = 0;
    }
  weft_view_state_push_history (self);
  weft_time_axis_set_visible (axis, &span);
}

static gboolean
default_has_range (WeftViewState *self)
{
  gint64 first, last;

  return weft_time_axis_get_selection (weft_view_state_get_axis (self), &first, &last);
}

static void
default_clear_range (WeftViewState *self)
{
  weft_time_axis_select (weft_view_state_get_axis (self), 0, 0);
}

/* The brushed range. */
static GVariant *
default_save_selection (WeftViewState *self)
{
  gint64 first, last;

  weft_time_axis_get_selection (weft_view_state_get_axis (self), &first, &last);
  return g_variant_new ("(xx)", first, last);
}

static gboolean
default_restore_selection (WeftViewState *self, GVariant *selection)
{
  gint64 first, last;

  if (!g_variant_is_of_type (selection, G_VARIANT_TYPE ("(xx)")))
    return FALSE;
  g_variant_get (selection, "(xx)", &first, &last);
  weft_time_axis_select_within (weft_view_state_get_axis (self), first, last);
  return TRUE;
}

static char *
default_describe (WeftViewState *self, WeftStatusPart part)
{
  WeftTimeAxis *axis = weft_view_state_get_axis (self);
  gint64 first, last;

  switch (part)
    {
    case WEFT_STATUS_CURSOR:
      if (weft_time_axis_get_cursor (axis, &first))
        return weft_time_axis_format_time (axis, first);
      break;
    case WEFT_STATUS_RANGE:
      if (weft_time_axis_get_selection (axis, &first, &last))
        return weft_time_axis_format_range (axis, first, last);
      break;
    case WEFT_STATUS_ZOOM:
      return weft_time_axis_format_zoom (axis);
    case WEFT_STATUS_SELECTION:
    case WEFT_STATUS_ROWS:
      break;
    }
  return g_strdup ("");
}

static char *
default_describe_empty (WeftViewState *self)
{
  gint64 first, last;

  if (weft_time_axis_get_range (weft_view_state_get_axis (self), &first, &last))
    return NULL;
  return g_strdup_printf (_ ("“%s” was read as %s, but it has no events."),
                          weft_trace_get_title (weft_view_state_get_trace (self)),
                          weft_trace_get_format (weft_view_state_get_trace (self)));
}

static gboolean
default_is_so_far (WeftViewState *self)
{
  return weft_trace_get_state (weft_view_state_get_trace (self)) == WEFT_TRACE_GROWING;
}

static void
default_write_facts (WeftViewState *self, WeftFactSheet *sheet)
{
  g_autofree char *empty = weft_view_state_describe_empty (self);

  weft_view_facts_write (sheet, weft_view_state_get_trace (self),
                         empty == NULL ? weft_view_state_get_axis (self) : NULL);
}

static void
default_go_to (WeftViewState *self, const char *text, GTask *task)
{
  GError *error = NULL;
  gint64 tick;

  if (!weft_time_axis_parse_time (weft_view_state_get_axis (self), text, &tick, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  weft_view_state_show_time (self, tick, tick);
  g_task_return_pointer (task, g_strdup (""), g_free);
}

/* --- the object ------------------------------------------------------------------------------------------ */

void
weft_view_state_set_up (WeftViewState *self, WeftTrace *trace, const WeftTimeUnit *unit)
{
  WeftViewStatePrivate *priv = get_private (self);

  g_return_if_fail (WEFT_IS_VIEW_STATE (self) && priv->trace == NULL);

  priv->trace = g_object_ref (trace);
  priv->axis = weft_time_axis_new (unit);
  follow_axis (self, priv->axis);
}

void
weft_view_state_content_changed (WeftViewState *self)
{
  emit (self, CONTENT);
}

void
weft_view_state_viewport_changed (WeftViewState *self)
{
  emit (self, VIEWPORT);
}

void
weft_view_state_selection_changed (WeftViewState *self)
{
  emit (self, SELECTION);
}

void
weft_view_state_hover_changed (WeftViewState *self)
{
  emit (self, HOVER);
}

GPtrArray *
weft_view_state_list_garbage (WeftViewState *self)
{
  GPtrArray *objects = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (objects, g_object_ref (get_private (self)->trace));
  if (WEFT_VIEW_STATE_GET_CLASS (self)->add_garbage != NULL)
    WEFT_VIEW_STATE_GET_CLASS (self)->add_garbage (self, objects);
  return objects;
}

static void
weft_view_state_dispose (GObject *object)
{
  leave_axis (WEFT_VIEW_STATE (object));
  G_OBJECT_CLASS (weft_view_state_parent_class)->dispose (object);
}

static void
weft_view_state_finalize (GObject *object)
{
  WeftViewStatePrivate *priv = get_private (WEFT_VIEW_STATE (object));

  weft_style_unref (priv->style);
  g_ptr_array_unref (priv->history);
  g_free (priv->page);
  g_clear_object (&priv->trace);
  G_OBJECT_CLASS (weft_view_state_parent_class)->finalize (object);
}

static void
set_defaults (WeftViewStateClass *klass)
{
  klass->min_height = 280;
  klass->is_open = default_is_open;
  klass->save_place = default_save_place;
  klass->restore_place = default_restore_place;
  klass->covers_place = default_covers_place;
  klass->shows_end = default_shows_end;
  klass->show_end = default_show_end;
  klass->visible_changed = weft_view_state_viewport_changed;
  klass->show_time = default_show_time;
  klass->has_range = default_has_range;
  klass->clear_range = default_clear_range;
  klass->save_selection = default_save_selection;
  klass->restore_selection = default_restore_selection;
  klass->describe = default_describe;
  klass->describe_empty = default_describe_empty;
  klass->is_so_far = default_is_so_far;
  klass->write_facts = default_write_facts;
  klass->go_to = default_go_to;
}

void
weft_view_state_follow_time (WeftViewState *self)
{
  g_return_if_fail (WEFT_IS_VIEW_STATE (self));

  if (WEFT_VIEW_STATE_GET_CLASS (self)->follow_time != NULL)
    WEFT_VIEW_STATE_GET_CLASS (self)->follow_time (self);
}

int
weft_view_state_get_min_height (WeftViewState *self)
{
  g_return_val_if_fail (WEFT_IS_VIEW_STATE (self), 0);

  return WEFT_VIEW_STATE_GET_CLASS (self)->min_height;
}

static void
weft_view_state_class_init (WeftViewStateClass *klass)
{
  static const char *const names[N_SIGNALS] = { "content", "viewport", "style", "selection",
                                                "hover",   "history",  "axis",  "page" };

  G_OBJECT_CLASS (klass)->dispose = weft_view_state_dispose;
  G_OBJECT_CLASS (klass)->finalize = weft_view_state_finalize;
  set_defaults (klass);
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], WEFT_TYPE_VIEW_STATE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
}

static void
weft_view_state_init (WeftViewState *self)
{
  WeftViewStatePrivate *priv = get_private (self);

  priv->style = weft_style_share (NULL);
  priv->history = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
}
