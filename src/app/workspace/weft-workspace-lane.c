/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-workspace-lane.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "weft-axis-link.h"
#include "weft-desktop-style.h"
#include "weft-tooltip.h"
#include "weft-wrap-box.h"

/* Doubles hold whole numbers up to here exactly, and so does what is written in a spin button. */
#define MAX_OFFSET 9007199254740991.0

struct _WeftWorkspaceLane
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *title;
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

G_DEFINE_FINAL_TYPE (WeftWorkspaceLane, weft_workspace_lane, GTK_TYPE_WIDGET)

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
  gtk_widget_set_size_request (self->stack, -1,
                               (int) (height * weft_style_get_options (style)->text_scale));
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
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->document);
  g_clear_object (&self->shared);
  G_OBJECT_CLASS (weft_workspace_lane_parent_class)->dispose (object);
}

static void
weft_workspace_lane_class_init (WeftWorkspaceLaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_workspace_lane_dispose;
  widget_class->grab_focus = weft_workspace_lane_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  g_signal_new ("placed", WEFT_TYPE_WORKSPACE_LANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  g_signal_new ("extent", WEFT_TYPE_WORKSPACE_LANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  g_signal_new ("picked", WEFT_TYPE_WORKSPACE_LANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_INT64);
  g_signal_new ("removed", WEFT_TYPE_WORKSPACE_LANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

/* A label and what it labels, below one another where there is no room beside. */
static void
add_labelled (GtkWidget *box, const char *text, GtkWidget *labelled)
{
  GtkWidget *pair = weft_wrap_box_new (6), *label = gtk_label_new_with_mnemonic (text);

  gtk_label_set_mnemonic_widget (GTK_LABEL (label), labelled);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (labelled), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  label, NULL, -1);
  weft_wrap_box_append (WEFT_WRAP_BOX (pair), label);
  weft_wrap_box_append (WEFT_WRAP_BOX (pair), labelled);
  gtk_widget_set_valign (pair, GTK_ALIGN_CENTER);
  weft_wrap_box_append (WEFT_WRAP_BOX (box), pair);
}

static void
on_remove (WeftWorkspaceLane *self)
{
  g_signal_emit_by_name (self, "removed");
}

static void
add_place (WeftWorkspaceLane *self, GtkWidget *header)
{
  GtkWidget *box = weft_wrap_box_new (6);

  self->offset = gtk_spin_button_new_with_range (-MAX_OFFSET, MAX_OFFSET, 1);
  /* Its sign comes first, whichever way the interface runs. */
  gtk_widget_set_direction (GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->offset))),
                            GTK_TEXT_DIR_LTR);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->offset), 6);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->offset), 9);
  weft_tooltip_set (self->offset, _ ("Where this trace’s zero lies, in ticks of the shared time"));
  self->ratio_entry = gtk_entry_new ();
  gtk_editable_set_width_chars (GTK_EDITABLE (self->ratio_entry), 6);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->ratio_entry), 12);
  weft_tooltip_set (self->ratio_entry,
                    _ ("Ticks of the shared time for each tick of this trace: 2, 3/2 or "
                       "1.25"));
  add_labelled (box, _ ("Offset"), self->offset);
  add_labelled (box, _ ("Ratio"), self->ratio_entry);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (header), box);
  g_signal_connect_swapped (self->offset, "value-changed", G_CALLBACK (on_offset), self);
  g_signal_connect_swapped (self->ratio_entry, "changed", G_CALLBACK (on_ratio), self);
}

static GtkWidget *
build_header (WeftWorkspaceLane *self)
{
  GtkWidget *header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *remove = gtk_button_new_from_icon_name ("window-close-symbolic");

  self->title = g_object_new (GTK_TYPE_LABEL, "ellipsize", PANGO_ELLIPSIZE_MIDDLE, "xalign", 0.0f,
                              "css-classes", (const char *[]){ "heading", NULL }, NULL);
  self->cursor =
    g_object_new (GTK_TYPE_LABEL, "ellipsize", PANGO_ELLIPSIZE_END, "xalign", 0.0f, "hexpand", TRUE,
                  "css-classes", (const char *[]){ "dim-label", "numeric", NULL }, NULL);
  gtk_box_append (GTK_BOX (header), self->title);
  gtk_box_append (GTK_BOX (header), self->cursor);
  add_place (self, header);
  gtk_widget_add_css_class (remove, "flat");
  weft_tooltip_set (remove, _ ("Take this trace out of the workspace"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (remove), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Take this trace out of the workspace"), -1);
  g_signal_connect_swapped (remove, "clicked", G_CALLBACK (on_remove), self);
  gtk_box_append (GTK_BOX (header), remove);
  gtk_widget_add_css_class (header, "lane-header");
  return header;
}

static void
weft_workspace_lane_init (WeftWorkspaceLane *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->box), build_header (self));
  self->message = g_object_new (GTK_TYPE_LABEL, "wrap", TRUE, "max-width-chars", 70, NULL);
  self->view_bin = adw_bin_new ();
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), self->message, "message");
  gtk_stack_add_named (GTK_STACK (self->stack), self->view_bin, "view");
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->stack);
  self->pick = gtk_gesture_click_new ();
  g_signal_connect (self->pick, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (self->view_bin, GTK_EVENT_CONTROLLER (self->pick));
  weft_workspace_lane_set_picking (self, FALSE);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (apply_style), NULL);
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
  g_signal_connect_object (weft_desktop_style_get_default (), "changed", G_CALLBACK (apply_style),
                           self, G_CONNECT_SWAPPED);
  weft_document_load (self->document);
  return GTK_WIDGET (self);
}
