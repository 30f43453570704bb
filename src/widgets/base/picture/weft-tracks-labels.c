/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tracks-labels.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-list-area.h"

struct _WeftTracksLabels
{
  GtkWidget parent_instance;

  WeftTracks *tracks;
  WeftViewState *state; /* the tracks' */
  GtkWidget *area;
  GtkWidget *menu;
  char *group;     /* of the heading that is current; NULL: the selected track is */
  guint32 dragged; /* the track that is being moved */
  gboolean dragging;
};

G_DEFINE_FINAL_TYPE (WeftTracksLabels, weft_tracks_labels, GTK_TYPE_WIDGET)

static double
factor (WeftTracksLabels *self)
{
  return gtk_widget_get_scale_factor (GTK_WIDGET (self));
}

/* --- rows ------------------------------------------------------------------------------------------- */

/* The row at y of the widget, in logical pixels: (nullable). */
static const WeftTrackRow *
row_at (WeftTracksLabels *self, double y)
{
  WeftTrackLayout *layout = weft_tracks_get_layout (self->tracks);

  if (layout == NULL)
    return NULL;
  y *= factor (self);
  if (y >= layout->pinned_height)
    y += weft_tracks_get_scroll (self->tracks, FALSE);
  return weft_track_layout_find_row (layout, y);
}

static const WeftTrack *
get_track (WeftTracksLabels *self, const WeftTrackRow *row)
{
  WeftTrackLayout *layout = weft_tracks_get_layout (self->tracks);

  return &layout->scene->tracks[row->track];
}

static gboolean
is_current (WeftTracksLabels *self, const WeftTrackRow *row)
{
  const WeftTrackHit *selected = weft_tracks_get_selected (self->tracks);

  if (row->track == G_MAXUINT)
    return g_strcmp0 (self->group, row->title) == 0;
  return self->group == NULL && selected->on_track && get_track (self, row)->id == selected->track;
}

/* The index of the current row; G_MAXUINT: none is. */
static guint
get_current (WeftTracksLabels *self)
{
  WeftTrackLayout *layout = weft_tracks_get_layout (self->tracks);

  for (guint i = 0; layout != NULL && i < layout->rows->len; i++)
    if (is_current (self, &g_array_index (layout->rows, WeftTrackRow, i)))
      return i;
  return G_MAXUINT;
}

static void
update_description (WeftTracksLabels *self)
{
  guint current = get_current (self);
  const WeftTrackRow *row =
    current != G_MAXUINT
      ? &g_array_index (weft_tracks_get_layout (self->tracks)->rows, WeftTrackRow, current)
      : NULL;
  g_autofree char *text = NULL;

  if (row != NULL && row->track == G_MAXUINT)
    text = g_strdup_printf (row->collapsed ? _ ("Group %s, closed") : _ ("Group %s"), row->title);
  else if (row != NULL && row->collapsed)
    text = g_strdup_printf (_ ("Track %s, collapsed"), row->title);
  else if (row != NULL)
    text = g_strdup_printf (row->pinned ? _ ("Track %s, pinned") : _ ("Track %s"), row->title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : "", -1);
}

static void
redraw (WeftTracksLabels *self)
{
  weft_list_area_invalidate (WEFT_LIST_AREA (self->area));
  update_description (self);
}

static void
make_current (WeftTracksLabels *self, const WeftTrackRow *row)
{
  const WeftTrackHit *selected = weft_tracks_get_selected (self->tracks);
  gboolean heading = row->track == G_MAXUINT;
  char *group = heading ? g_strdup (row->title) : NULL;
  WeftTrackHit track = { .on_track = TRUE, .thing = WEFT_TRACK_NO_THING };

  g_free (self->group);
  self->group = group;
  if (!heading)
    {
      track.track = get_track (self, row)->id;
      track.text = (char *) row->title;
      /* A thing of the same track stays selected. */
      if (!selected->on_track || selected->track != track.track)
        weft_tracks_select (self->tracks, &track);
      weft_tracks_show (self->tracks, &track);
    }
  redraw (self);
}

static void
selection_changed (WeftTracksLabels *self)
{
  if (weft_tracks_get_selected (self->tracks)->on_track)
    g_clear_pointer (&self->group, g_free);
  redraw (self);
}

/* --- actions ------------------------------------------------------------------------------------------- */

static void
toggle (WeftTracksLabels *self, const WeftTrackRow *row)
{
  if (row->track == G_MAXUINT)
    weft_tracks_set_closed (self->tracks, row->title, !row->collapsed);
  else
    weft_tracks_set_collapsed (self->tracks, get_track (self, row)->id, !row->collapsed);
}

static void
go (WeftTracksLabels *self, int rows)
{
  WeftTrackLayout *layout = weft_tracks_get_layout (self->tracks);
  guint current = get_current (self), n;
  gint64 next;

  if (layout == NULL || layout->rows->len == 0)
    return;
  n = layout->rows->len;
  next = current == G_MAXUINT ? (rows > 0 ? 0 : n - 1) : (gint64) current + rows;
  make_current (
    self, &g_array_index (layout->rows, WeftTrackRow, (guint) CLAMP (next, 0, (gint64) n - 1)));
}

static void
show_menu (WeftTracksLabels *self, const WeftTrackRow *row, double y)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  gboolean heading = row->track == G_MAXUINT;

  g_menu_append (menu,
                 heading ? (row->collapsed ? _ ("_Open") : _ ("_Close"))
                         : (row->collapsed ? _ ("_Expand") : _ ("_Collapse")),
                 "track.collapse");
  if (!heading)
    {
      g_menu_append (menu, row->pinned ? _ ("Un_pin") : _ ("_Pin to the Top"), "track.pin");
      g_menu_append (menu, _ ("Move _Up"), "track.up");
      g_menu_append (menu, _ ("Move _Down"), "track.down");
    }
  if (self->menu == NULL)
    {
      self->menu = gtk_popover_menu_new_from_model (NULL);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
    }
  gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), G_MENU_MODEL (menu));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ 16, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
  /* The hover text would lie over the menu. */
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
}

static double
get_row_y (WeftTracksLabels *self, const WeftTrackRow *row)
{
  double scroll = row->pinned ? 0 : weft_tracks_get_scroll (self->tracks, TRUE);

  return (row->y + row->height - scroll) / factor (self);
}

static void
activate (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftTracksLabels *self = WEFT_TRACKS_LABELS (widget);
  const char *action = name + strlen ("track.");
  guint current = get_current (self);
  const WeftTrackRow *row;

  if (g_str_equal (action, "go"))
    {
      go (self, g_variant_get_int32 (parameter));
      return;
    }
  if (current == G_MAXUINT)
    return;
  row = &g_array_index (weft_tracks_get_layout (self->tracks)->rows, WeftTrackRow, current);
  if (g_str_equal (action, "collapse"))
    toggle (self, row);
  else if (g_str_equal (action, "menu"))
    show_menu (self, row, get_row_y (self, row));
  else if (row->track == G_MAXUINT)
    return;
  else if (g_str_equal (action, "pin"))
    weft_tracks_set_pinned (self->tracks, get_track (self, row)->id, !row->pinned);
  else
    weft_tracks_move (self->tracks, get_track (self, row)->id, g_str_equal (action, "up") ? -1 : 1);
}

/* --- pointer ---------------------------------------------------------------------------------------------- */

static void
clicked (WeftTracksLabels *self, int n_press, double x G_GNUC_UNUSED, double y)
{
  const WeftTrackRow *row = row_at (self, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (row == NULL || self->dragging)
    return;
  make_current (self, row);
  /* Rows come anew where a group opens. */
  row = row_at (self, y);
  if (row != NULL && (row->track == G_MAXUINT || n_press == 2))
    toggle (self, row);
}

static void
menu_clicked (WeftTracksLabels *self, int n_press G_GNUC_UNUSED, double x G_GNUC_UNUSED, double y)
{
  const WeftTrackRow *row = row_at (self, y);

  if (row == NULL)
    return;
  make_current (self, row);
  row = row_at (self, y);
  if (row != NULL)
    show_menu (self, row, y);
}

static void
drag_began (WeftTracksLabels *self, double x G_GNUC_UNUSED, double y)
{
  const WeftTrackRow *row = row_at (self, y);

  self->dragging = FALSE;
  self->dragged = row != NULL && row->track != G_MAXUINT ? get_track (self, row)->id : G_MAXUINT32;
}

/* The track changes places with the next one when the pointer has come into that. */
static void
dragged (WeftTracksLabels *self, double dx, double dy, GtkGestureDrag *gesture)
{
  WeftTrackLayout *layout = weft_tracks_get_layout (self->tracks);
  const WeftTrackRow *row, *other;
  double x, y;

  if (self->dragged == G_MAXUINT32
      || (!self->dragging
          && !gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) dx, (int) dy)))
    return;
  self->dragging = TRUE;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  row = weft_track_layout_find_track (layout, self->dragged);
  other = row_at (self, y + dy);
  if (row == NULL || other == NULL || other == row || other->pinned != row->pinned)
    return;
  weft_tracks_move (self->tracks, self->dragged, other->y < row->y ? -1 : 1);
}

static gboolean
query_tooltip (GtkWidget *widget, int x G_GNUC_UNUSED, int y, gboolean keyboard G_GNUC_UNUSED,
               GtkTooltip *tooltip, gpointer data G_GNUC_UNUSED)
{
  WeftTracksLabels *self = WEFT_TRACKS_LABELS (widget);
  const WeftTrackRow *row = row_at (self, y);

  /* It would lie over the menu. */
  if (row == NULL || (self->menu != NULL && gtk_widget_get_visible (self->menu)))
    return FALSE;
  gtk_tooltip_set_text (tooltip, row->title);
  return TRUE;
}

/* --- drawing ------------------------------------------------------------------------------------------------ */

static int
measure (int width G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  return 0;
}

static WeftStyle *
paint (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftTracksLabels *self = data;
  WeftStyle *style = weft_view_state_get_style (self->state);
  WeftTrackLayout *layout = weft_tracks_get_layout (self->tracks);
  guint current = get_current (self);

  if (layout != NULL)
    weft_track_layout_paint_labels (layout, style,
                                    (int) weft_tracks_get_scroll (self->tracks, FALSE), width,
                                    height, current, list);
  else
    weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_PANE));
  if (gtk_widget_has_visible_focus (GTK_WIDGET (self)))
    weft_paint_list_frame (list, 0, 0, width, height, weft_style_px (style, 2),
                           weft_style_color (style, WEFT_COLOR_ACCENT));
  return style;
}

/* --- the widget ---------------------------------------------------------------------------------------------- */

static void
weft_tracks_labels_size_allocate (GtkWidget *widget, int width, int height,
                                  int baseline G_GNUC_UNUSED)
{
  WeftTracksLabels *self = WEFT_TRACKS_LABELS (widget);

  gtk_widget_size_allocate (self->area, &(GtkAllocation){ 0, 0, width, height }, -1);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
weft_tracks_labels_measure (GtkWidget *widget G_GNUC_UNUSED, GtkOrientation orientation,
                            int for_size G_GNUC_UNUSED, int *minimum, int *natural,
                            int *minimum_baseline, int *natural_baseline)
{
  *minimum = 0;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 180 : 0;
  *minimum_baseline = *natural_baseline = -1;
}

static void
weft_tracks_labels_dispose (GObject *object)
{
  WeftTracksLabels *self = WEFT_TRACKS_LABELS (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->area, gtk_widget_unparent);
  g_clear_pointer (&self->group, g_free);
  g_clear_object (&self->tracks);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_tracks_labels_parent_class)->dispose (object);
}

static void
weft_tracks_labels_class_init (WeftTracksLabelsClass *klass)
{
  static const char *const actions[] = { "track.collapse", "track.pin", "track.up", "track.down",
                                         "track.menu" };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_tracks_labels_dispose;
  widget_class->size_allocate = weft_tracks_labels_size_allocate;
  widget_class->measure = weft_tracks_labels_measure;
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, activate);
  gtk_widget_class_install_action (widget_class, "track.go", "i", activate);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Up, 0, "track.go", "i", -1);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Down, 0, "track.go", "i", 1);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_space, 0, "track.collapse", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, 0, "track.collapse", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, 0, "track.pin", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Up, GDK_ALT_MASK, "track.up", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Down, GDK_ALT_MASK, "track.down",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "track.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "track.menu",
                                       NULL);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST);
}

static void
add_controllers (WeftTracksLabels *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new (), *menu = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (click, "released", G_CALLBACK (clicked), self);
  g_signal_connect_swapped (menu, "pressed", G_CALLBACK (menu_clicked), self);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_began), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (dragged), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (menu));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
}

static void
weft_tracks_labels_init (WeftTracksLabels *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->area = weft_list_area_new (paint, measure, self);
  gtk_widget_set_parent (self->area, widget);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Titles of the tracks"), -1);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip), NULL);
  g_signal_connect (self, "state-flags-changed", G_CALLBACK (redraw), NULL);
  add_controllers (self);
}

GtkWidget *
weft_tracks_labels_new (WeftTracks *tracks)
{
  WeftTracksLabels *self = g_object_new (WEFT_TYPE_TRACKS_LABELS, NULL);

  self->tracks = g_object_ref (tracks);
  self->state = g_object_ref (weft_tracks_get_state (tracks));
  g_signal_connect_object (tracks, "layout", G_CALLBACK (redraw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tracks, "viewport", G_CALLBACK (redraw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tracks, "selection", G_CALLBACK (selection_changed), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
