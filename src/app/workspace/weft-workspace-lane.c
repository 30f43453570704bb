/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-workspace-lane.h"

#include <glib/gi18n-lib.h>

#include "weft-axis-link.h"
#include "weft-desktop-style.h"
#include "weft-focus-children.h"
#include "weft-tooltip.h"
#include "weft-wrap-box.h"

struct _WeftWorkspaceLane
{
  AdwBin parent_instance;

  GtkWidget *title;
  GtkWidget *controls;
  GtkWidget *cursor; /* where the shared cursor is in the trace's own time */
  GtkWidget *offset;
  GtkWidget *ratio_entry;
  GtkWidget *stack; /* "message" or "view" */
  GtkWidget *message;
  GtkWidget *view_bin;
  GtkGesture *pick;

  WeftDocument *document;
  WeftTimeAxis *shared;
  WeftAxisLink *link; /* NULL before there is a state */
  gboolean has_place;
  gint64 place; /* the offset, to the last tick */
  gboolean has_ratio;
  WeftRatio ratio;
  gboolean leads;
  gboolean updating; /* the widgets are being set */
};

G_DEFINE_FINAL_TYPE (WeftWorkspaceLane, weft_workspace_lane, ADW_TYPE_BIN)

/* --- where it lies ---------------------------------------------------------------------------- */

static void
show_offset (WeftWorkspaceLane *self)
{
  self->updating = TRUE;
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->offset), (double) self->place);
  self->updating = FALSE;
}

static void
show_place (WeftWorkspaceLane *self)
{
  g_autofree char *ratio = weft_ratio_format (self->ratio);

  show_offset (self);
  self->updating = TRUE;
  if (self->has_ratio)
    gtk_editable_set_text (GTK_EDITABLE (self->ratio_entry), ratio);
  gtk_widget_remove_css_class (self->ratio_entry, "error");
  self->updating = FALSE;
}

static void
show_cursor (WeftWorkspaceLane *self)
{
  WeftViewState *state = weft_document_get_state (self->document);
  g_autofree char *text = NULL;
  gint64 tick;

  if (state != NULL && weft_time_axis_get_cursor (weft_view_state_get_axis (state), &tick))
    text = weft_time_axis_format_time (weft_view_state_get_axis (state), tick);
  gtk_label_set_text (GTK_LABEL (self->cursor), text != NULL ? text : "");
}

static void
update_link (WeftWorkspaceLane *self)
{
  if (self->link != NULL && self->has_ratio)
    weft_axis_link_place (self->link, self->place, self->ratio);
  show_cursor (self);
}

static void
placed (WeftWorkspaceLane *self)
{
  update_link (self);
  g_signal_emit_by_name (self, "placed");
}

static void
on_offset (WeftWorkspaceLane *self)
{
  if (self->updating)
    return;
  self->has_place = TRUE;
  self->place = (gint64) gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->offset));
  placed (self);
}

static void
move (WeftWorkspaceLane *self, gint64 by)
{
  if (__builtin_add_overflow (self->place, by, &self->place))
    self->place = by < 0 ? G_MININT64 : G_MAXINT64;
  self->has_place = TRUE;
  show_offset (self);
}

void
weft_workspace_lane_move (WeftWorkspaceLane *self, gint64 by)
{
  move (self, by);
  placed (self);
}

gboolean
weft_workspace_lane_get_unit (WeftWorkspaceLane *self, WeftTimeUnit *unit, WeftRatio *ratio)
{
  WeftViewState *state = weft_document_get_state (self->document);

  if (state == NULL)
    return FALSE;
  *unit = *weft_time_axis_get_unit (weft_view_state_get_axis (state));
  *ratio = self->ratio;
  return TRUE;
}

void
weft_workspace_lane_take_ratio (WeftWorkspaceLane *self)
{
  WeftTimeUnit unit;
  WeftRatio ratio;

  if (self->has_ratio || !weft_workspace_lane_get_unit (self, &unit, &ratio))
    return;
  self->ratio = weft_axis_link_suggest (weft_time_axis_get_unit (self->shared), &unit);
  self->has_ratio = TRUE;
  show_place (self);
  update_link (self);
}

gboolean
weft_workspace_lane_get_map (WeftWorkspaceLane *self, WeftTimeMap *map)
{
  if (self->link != NULL)
    *map = *weft_axis_link_get_map (self->link);
  return self->link != NULL;
}

/* Before its file is read, the first tick may not be the first. */
gboolean
weft_workspace_lane_get_start (WeftWorkspaceLane *self, gint64 *start)
{
  WeftViewState *state = weft_document_get_state (self->document);
  gint64 first, last;

  if (self->link == NULL || !self->has_ratio || weft_document_is_loading (self->document)
      || !weft_time_axis_get_part (weft_view_state_get_axis (state), state, &first, &last))
    return FALSE;
  *start = weft_time_map_to_shared (weft_axis_link_get_map (self->link), first, NULL);
  return TRUE;
}

/* A text that is no ratio is marked as such, and changes nothing. The trace goes on to begin where it
 * began: its zero may be far away. */
static void
on_ratio (WeftWorkspaceLane *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->ratio_entry));
  gint64 before, after;
  gboolean begins;
  WeftRatio ratio;

  if (self->updating)
    return;
  if (!weft_ratio_parse (text, &ratio))
    {
      gtk_widget_add_css_class (self->ratio_entry, "error");
      return;
    }
  gtk_widget_remove_css_class (self->ratio_entry, "error");
  begins = weft_workspace_lane_get_start (self, &before);
  self->ratio = ratio;
  self->has_ratio = TRUE;
  update_link (self);
  if (begins && weft_workspace_lane_get_start (self, &after)
      && !__builtin_sub_overflow (before, after, &before))
    move (self, before);
  placed (self);
}

void
weft_workspace_lane_take_offset (WeftWorkspaceLane *self, gint64 start)
{
  gint64 now;

  if (self->has_place || !weft_workspace_lane_get_start (self, &now)
      || __builtin_sub_overflow (start, now, &start)
      || __builtin_add_overflow (self->place, start, &self->place))
    return;
  self->has_place = TRUE;
  show_place (self);
  update_link (self);
}

void
weft_workspace_lane_get_trace (WeftWorkspaceLane *self, WeftWorkspaceTrace *trace)
{
  *trace = (WeftWorkspaceTrace){ g_object_ref (weft_document_get_file (self->document)),
                                 self->has_place, self->place, self->has_ratio, self->ratio };
}

/* --- the picture ------------------------------------------------------------------------------ */

static void
update_leads (WeftWorkspaceLane *self)
{
  if (self->link != NULL)
    weft_axis_link_set_leads (self->link,
                              self->leads && !weft_document_is_loading (self->document));
}

void
weft_workspace_lane_set_leads (WeftWorkspaceLane *self, gboolean leads)
{
  self->leads = leads;
  update_leads (self);
}

static void
show_message (WeftWorkspaceLane *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->message), text);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "message");
}

static void
on_phase (WeftWorkspaceLane *self)
{
  const GError *error = weft_document_get_error (self->document);

  if (weft_document_get_state (self->document) == NULL)
    show_message (self, error != NULL ? error->message : _ ("Reading…"));
  weft_tooltip_set (self->title,
                    error != NULL ? error->message : weft_document_get_folder (self->document));
  update_leads (self);
  g_signal_emit_by_name (self, "extent");
}

static void
apply_style (WeftWorkspaceLane *self)
{
  WeftViewState *state = weft_document_get_state (self->document);
  WeftStyle *style;
  int height;

  if (state == NULL)
    return;
  weft_desktop_style_apply (weft_desktop_style_get_default (), GTK_WIDGET (self), state);
  style = weft_view_state_get_style (state);
  height = weft_view_state_get_min_height (state);
  gtk_widget_set_size_request (self->stack, -1, (int) (height * style->options.text_scale));
}

/* The labels of the tracks in a view, however deep they are. FALSE where there are none. */
static gboolean
set_label_width (GtkWidget *widget)
{
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (widget), "label-width") != NULL)
    {
      g_object_set (widget, "label-width", WEFT_WORKSPACE_LABEL_WIDTH, NULL);
      return TRUE;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (set_label_width (child))
      return TRUE;
  return FALSE;
}

static void
on_told (WeftWorkspaceLane *self)
{
  g_signal_emit_by_name (self, "told");
}

void
weft_workspace_lane_set_narrow (WeftWorkspaceLane *self, gboolean narrow)
{
  GtkLayoutManager *grid = gtk_widget_get_layout_manager (gtk_widget_get_parent (self->controls));

  g_object_set (gtk_layout_manager_get_layout_child (grid, self->controls), "row", narrow ? 1 : 0,
                "column", narrow ? 0 : 1, "column-span", narrow ? 3 : 1, NULL);
}

char *
weft_workspace_lane_describe (WeftWorkspaceLane *self)
{
  WeftViewState *state = weft_document_get_state (self->document);
  g_autofree char *selected =
    state != NULL ? weft_view_state_describe (state, WEFT_STATUS_SELECTION) : g_strdup ("");

  return *selected != '\0'
           ? g_strdup_printf (_ ("%s: %s"), weft_document_get_title (self->document), selected)
           : g_steal_pointer (&selected);
}

static void
on_extent (WeftWorkspaceLane *self)
{
  g_signal_emit_by_name (self, "extent");
}

/* Also when the file is read again: the new state lies where the old one did. */
static void
on_state (WeftWorkspaceLane *self)
{
  WeftViewState *state = weft_document_get_state (self->document);
  WeftTimeAxis *axis = weft_view_state_get_axis (state);
  GtkWidget *view;

  apply_style (self);
  weft_view_state_follow_time (state);
  if (self->link != NULL)
    g_object_run_dispose (G_OBJECT (self->link));
  g_clear_object (&self->link);
  self->link = weft_axis_link_new (self->shared, state, self->place, self->ratio);
  g_signal_connect_object (axis, "cursor", G_CALLBACK (show_cursor), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (axis, "unit", G_CALLBACK (on_extent), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (axis, "range", G_CALLBACK (on_extent), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "selection", G_CALLBACK (on_told), self, G_CONNECT_SWAPPED);
  view = weft_document_get_family (self->document)->create_view (state);
  set_label_width (view);
  adw_bin_set_child (ADW_BIN (self->view_bin), view);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "view");
  update_leads (self);
  on_extent (self);
}

/* --- picking ---------------------------------------------------------------------------------- */

static void
on_pressed (GtkGesture *gesture, int n_press G_GNUC_UNUSED, double x G_GNUC_UNUSED,
            double y G_GNUC_UNUSED, WeftWorkspaceLane *self)
{
  gint64 tick;

  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  if (weft_time_axis_get_cursor (self->shared, &tick))
    g_signal_emit_by_name (self, "picked", tick);
}

void
weft_workspace_lane_set_picking (WeftWorkspaceLane *self, gboolean picking)
{
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (self->pick),
                                              picking ? GTK_PHASE_CAPTURE : GTK_PHASE_NONE);
  gtk_widget_set_cursor_from_name (self->view_bin, picking ? "crosshair" : NULL);
}

/* Who picks an instant wants to know nothing else. */
static void
on_touched (WeftWorkspaceLane *self)
{
  if (gtk_event_controller_get_propagation_phase (GTK_EVENT_CONTROLLER (self->pick))
      == GTK_PHASE_NONE)
    g_signal_emit_by_name (self, "touched");
}

/* --- the widget ------------------------------------------------------------------------------- */

WeftDocument *
weft_workspace_lane_get_document (WeftWorkspaceLane *self)
{
  return self->document;
}

void
weft_workspace_lane_close (WeftWorkspaceLane *self)
{
  if (self->link != NULL)
    g_object_run_dispose (G_OBJECT (self->link));
  g_clear_object (&self->link);
  g_signal_handlers_disconnect_by_data (self->document, self);
  weft_document_close (self->document);
}

static gboolean
weft_workspace_lane_grab_focus (GtkWidget *widget)
{
  return gtk_widget_child_focus (WEFT_WORKSPACE_LANE (widget)->stack, GTK_DIR_TAB_FORWARD);
}

static void
weft_workspace_lane_dispose (GObject *object)
{
  WeftWorkspaceLane *self = WEFT_WORKSPACE_LANE (object);

  if (self->document != NULL)
    weft_workspace_lane_close (self);
  /* The view goes before its state does. */
  adw_bin_set_child (ADW_BIN (self->view_bin), NULL);
  g_clear_object (&self->document);
  g_clear_object (&self->shared);
  G_OBJECT_CLASS (weft_workspace_lane_parent_class)->dispose (object);
}

static void
on_remove (WeftWorkspaceLane *self)
{
  g_signal_emit_by_name (self, "removed");
}

static void
weft_workspace_lane_class_init (WeftWorkspaceLaneClass *klass)
{
  static const char *const plain_signals[] = { "placed", "extent", "touched", "told", "removed" };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_workspace_lane_dispose;
  widget_class->grab_focus = weft_workspace_lane_grab_focus;
  widget_class->focus = weft_focus_children;
  g_type_ensure (WEFT_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/weft_viewer/Weft/weft-workspace-lane.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceLane, title);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceLane, controls);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceLane, cursor);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceLane, offset);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceLane, ratio_entry);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceLane, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceLane, message);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceLane, view_bin);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceLane, pick);
  gtk_widget_class_bind_template_callback (widget_class, on_offset);
  gtk_widget_class_bind_template_callback (widget_class, on_ratio);
  gtk_widget_class_bind_template_callback (widget_class, on_remove);
  gtk_widget_class_bind_template_callback (widget_class, on_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_touched);
  for (guint i = 0; i < G_N_ELEMENTS (plain_signals); i++)
    g_signal_new (plain_signals[i], WEFT_TYPE_WORKSPACE_LANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 0);
  g_signal_new ("picked", WEFT_TYPE_WORKSPACE_LANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_INT64);
}

static void
weft_workspace_lane_init (WeftWorkspaceLane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Its sign comes first, whichever way the interface runs. */
  gtk_widget_set_direction (GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->offset))),
                            GTK_TEXT_DIR_LTR);
}

GtkWidget *
weft_workspace_lane_new (WeftTimeAxis *shared, const WeftWorkspaceTrace *trace, GSettings *settings)
{
  WeftWorkspaceLane *self = g_object_new (WEFT_TYPE_WORKSPACE_LANE, NULL);

  self->shared = g_object_ref (shared);
  self->has_place = trace->has_offset;
  self->place = trace->offset;
  self->has_ratio = trace->has_ratio;
  self->ratio = trace->has_ratio ? trace->ratio : WEFT_RATIO_ONE;
  self->document = weft_document_new (trace->file, settings);
  gtk_label_set_text (GTK_LABEL (self->title), weft_document_get_title (self->document));
  show_place (self);
  g_signal_connect_swapped (self->document, "notify::state", G_CALLBACK (on_state), self);
  g_signal_connect_swapped (self->document, "notify::phase", G_CALLBACK (on_phase), self);
  weft_desktop_style_follow (weft_desktop_style_get_default (), GTK_WIDGET (self),
                             G_CALLBACK (apply_style));
  weft_document_load (self->document);
  return GTK_WIDGET (self);
}
