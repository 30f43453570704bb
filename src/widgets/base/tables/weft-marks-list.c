/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-marks-list.h"

#include <glib/gi18n-lib.h>

#include "weft-tooltip.h"

struct _WeftMarksList
{
  GtkWidget parent_instance;

  WeftViewState *state;
  WeftMarks *marks;
  GtkWidget *scroller;
  GtkWidget *list;
  gboolean renaming; /* the list is what changes the marks */
  GtkWidget *then;   /* gets the focus when a name is written; NULL: its row, or it is gone */
};

G_DEFINE_FINAL_TYPE (WeftMarksList, weft_marks_list, GTK_TYPE_WIDGET)

/* Of the row that a widget is in, or is. */
static guint
get_index (GtkWidget *child)
{
  GtkWidget *row = gtk_widget_get_ancestor (child, GTK_TYPE_LIST_BOX_ROW);

  return (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
}

static gboolean
let_go (gpointer label G_GNUC_UNUSED)
{
  return G_SOURCE_REMOVE;
}

/* A tenth of a second after it has lost the focus, GTK 4.8 still uses a label that was written in,
 * without a reference of its own. */
static void
keep_a_while (GtkWidget *label)
{
  g_timeout_add_full (G_PRIORITY_LOW, 200, let_go, g_object_ref (label), g_object_unref);
}

static void
on_renamed (WeftMarksList *self, GParamSpec *pspec G_GNUC_UNUSED, GtkWidget *label)
{
  if (gtk_editable_label_get_editing (GTK_EDITABLE_LABEL (label)))
    return;
  keep_a_while (label);
  if (self->renaming)
    return;
  self->renaming = TRUE;
  weft_marks_rename (self->marks, get_index (label), gtk_editable_get_text (GTK_EDITABLE (label)));
  self->renaming = FALSE;
  /* An empty name is none: the one before stays. */
  gtk_editable_set_text (GTK_EDITABLE (label),
                         weft_marks_get_mark (self->marks, get_index (label))->name);
  gtk_widget_grab_focus (
    self->then != NULL ? self->then : gtk_widget_get_ancestor (label, GTK_TYPE_LIST_BOX_ROW));
  g_clear_weak_pointer (&self->then);
}

void
weft_marks_list_rename (WeftMarksList *self, guint index, GtkWidget *then)
{
  GtkListBoxRow *row;
  GtkWidget *name;

  g_return_if_fail (WEFT_IS_MARKS_LIST (self));

  row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int) index);
  g_return_if_fail (row != NULL);
  name = gtk_widget_get_first_child (gtk_list_box_row_get_child (row));
  if (!GTK_IS_EDITABLE_LABEL (name))
    return;
  g_set_weak_pointer (&self->then, then);
  gtk_editable_label_start_editing (GTK_EDITABLE_LABEL (name));
  gtk_editable_select_region (GTK_EDITABLE (name), 0, -1);
}

static void
on_remove (WeftMarksList *self, GtkWidget *button)
{
  weft_marks_remove (self->marks, get_index (button));
}

/* Keys of the row that has the focus, and not of a name that is being written. */
static gboolean
on_key (WeftMarksList *self, guint key, guint code G_GNUC_UNUSED, GdkModifierType modifiers)
{
  GtkWidget *row = gtk_widget_get_focus_child (self->list);

  if (row == NULL || (modifiers & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_F2)
    weft_marks_list_rename (self, get_index (row), row);
  else if (key == GDK_KEY_Delete || key == GDK_KEY_KP_Delete)
    weft_marks_remove (self->marks, get_index (row));
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static void
on_activated (WeftMarksList *self, GtkListBoxRow *row)
{
  weft_marks_show (self->marks, (guint) gtk_list_box_row_get_index (row));
}

/* --- rows --------------------------------------------------------------------------------------- */

static GtkWidget *
create_name (WeftMarksList *self, const WeftMark *mark)
{
  GtkWidget *label;

  if (mark->name == NULL)
    {
      label = gtk_label_new (_ ("Cursor"));
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      return label;
    }
  label = gtk_editable_label_new (mark->name);
  weft_tooltip_set (label, _ ("Double-click or F2 changes the name"));
  g_signal_connect_swapped (label, "notify::editing", G_CALLBACK (on_renamed), self);
  return label;
}

static GtkWidget *
create_value (char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "numeric");
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  g_free (text);
  return label;
}

static GtkWidget *
create_row (WeftMarksList *self, const WeftMark *mark, const WeftMark *cursor_before)
{
  WeftTimeAxis *axis = weft_view_state_get_axis (self->state);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  GtkWidget *name = create_name (self, mark);
  GtkWidget *remove = gtk_button_new_from_icon_name ("user-trash-symbolic");

  gtk_widget_set_size_request (name, 200, -1);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), create_value (weft_time_axis_format_time (axis, mark->time)));
  if (mark->name == NULL && cursor_before != NULL)
    {
      guint64 ticks = (guint64) mark->time - (guint64) cursor_before->time;
      g_autofree char *length =
        weft_time_axis_format_duration (axis, (gint64) MIN (ticks, (guint64) G_MAXINT64));

      gtk_box_append (GTK_BOX (box), create_value (g_strdup_printf ("Δ %s", length)));
    }
  gtk_button_set_has_frame (GTK_BUTTON (remove), FALSE);
  gtk_widget_set_hexpand (remove, TRUE);
  gtk_widget_set_halign (remove, GTK_ALIGN_END);
  weft_tooltip_set (remove, _ ("Remove the mark"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (remove), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Remove the mark"), -1);
  g_signal_connect_swapped (remove, "clicked", G_CALLBACK (on_remove), self);
  gtk_box_append (GTK_BOX (box), remove);
  return box;
}

/* GTK's label must not go while it is being written in. */
static void
end_renaming (WeftMarksList *self, gboolean keep)
{
  GtkListBoxRow *row;

  g_clear_weak_pointer (&self->then);
  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    {
      GtkWidget *name = gtk_widget_get_first_child (gtk_list_box_row_get_child (row));

      if (GTK_IS_EDITABLE_LABEL (name)
          && gtk_editable_label_get_editing (GTK_EDITABLE_LABEL (name)))
        gtk_editable_label_stop_editing (GTK_EDITABLE_LABEL (name), keep);
    }
}

static void
update (WeftMarksList *self)
{
  const WeftMark *cursor = NULL;
  GtkListBoxRow *row;

  if (self->renaming)
    return;
  /* The rows are not those of the marks any more. */
  self->renaming = TRUE;
  end_renaming (self, FALSE);
  self->renaming = FALSE;
  while ((row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), GTK_WIDGET (row));
  for (guint i = 0; i < weft_marks_get_n (self->marks); i++)
    {
      const WeftMark *mark = weft_marks_get_mark (self->marks, i);

      gtk_list_box_append (GTK_LIST_BOX (self->list), create_row (self, mark, cursor));
      if (mark->name == NULL)
        cursor = mark;
    }
}

/* --- the widget ------------------------------------------------------------------------------------- */

static GtkWidget *
create_placeholder (void)
{
  GtkWidget *label = gtk_label_new (_ ("Ctrl+D keeps the place in sight as a bookmark, with the "
                                       "file. C sets a cursor at the pointer; between cursors the "
                                       "distances are shown."));

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 50);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_set_margin_top (label, 12);
  gtk_widget_set_margin_start (label, 12);
  gtk_widget_set_margin_end (label, 12);
  return label;
}

static void
weft_marks_list_dispose (GObject *object)
{
  WeftMarksList *self = WEFT_MARKS_LIST (object);

  g_clear_weak_pointer (&self->then);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->marks);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_marks_list_parent_class)->dispose (object);
}

static void
weft_marks_list_unmap (GtkWidget *widget)
{
  end_renaming (WEFT_MARKS_LIST (widget), TRUE);
  GTK_WIDGET_CLASS (weft_marks_list_parent_class)->unmap (widget);
}

static void
weft_marks_list_class_init (WeftMarksListClass *klass)
{
  GTK_WIDGET_CLASS (klass)->unmap = weft_marks_list_unmap;
  G_OBJECT_CLASS (klass)->dispose = weft_marks_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
weft_marks_list_init (WeftMarksList *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->list = gtk_list_box_new ();
  gtk_list_box_set_placeholder (GTK_LIST_BOX (self->list), create_placeholder ());
  gtk_widget_add_css_class (self->list, "marks");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Bookmarks and cursors"), -1);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_activated), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->list, keys);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->list);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

GtkWidget *
weft_marks_list_new (WeftViewState *state)
{
  WeftMarksList *self = g_object_new (WEFT_TYPE_MARKS_LIST, NULL);

  self->state = g_object_ref (state);
  self->marks = g_object_ref (weft_marks_get (state));
  g_signal_connect_object (self->marks, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
