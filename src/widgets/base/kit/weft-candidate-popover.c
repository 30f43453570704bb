/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-candidate-popover.h"

/* Candidates that are listed at most. */
#define MAX_CANDIDATES 60

struct _WeftCandidatePopover
{
  GtkPopover parent_instance;

  GtkWidget *list;
  guint n_candidates;
};

enum
{
  TAKEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftCandidatePopover, weft_candidate_popover, GTK_TYPE_POPOVER)

static GtkWidget *
create_row (const char *text, const char *about)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  GtkWidget *name = gtk_label_new (text);
  GtkWidget *doc = gtk_label_new (about);

  gtk_widget_add_css_class (name, "monospace");
  gtk_widget_add_css_class (doc, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (doc), 0);
  gtk_widget_set_hexpand (doc, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (doc), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (doc), 48);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), doc);
  g_object_set_data_full (G_OBJECT (box), "text", g_strdup (text), g_free);
  return box;
}

void
weft_candidate_popover_empty (WeftCandidatePopover *self)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  self->n_candidates = 0;
}

void
weft_candidate_popover_add (WeftCandidatePopover *self, const char *text, const char *doc)
{
  if (self->n_candidates++ < MAX_CANDIDATES)
    gtk_list_box_append (GTK_LIST_BOX (self->list), create_row (text, doc));
}

void
weft_candidate_popover_show (WeftCandidatePopover *self, const GdkRectangle *place)
{
  gtk_popover_set_pointing_to (GTK_POPOVER (self), place);
  gtk_popover_popup (GTK_POPOVER (self));
}

static void
take (WeftCandidatePopover *self, GtkListBoxRow *row)
{
  GObject *box = G_OBJECT (gtk_list_box_row_get_child (row));
  g_autofree char *text = g_strdup (g_object_get_data (box, "text"));

  g_signal_emit (self, signals[TAKEN], 0, text);
}

gboolean
weft_candidate_popover_take (WeftCandidatePopover *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));

  if (!gtk_widget_get_visible (GTK_WIDGET (self)) || row == NULL)
    return FALSE;
  take (self, row);
  return TRUE;
}

static void
move_choice (WeftCandidatePopover *self, int by)
{
  GtkListBox *list = GTK_LIST_BOX (self->list);
  GtkListBoxRow *row = gtk_list_box_get_selected_row (list);
  GtkListBoxRow *next =
    gtk_list_box_get_row_at_index (list, row != NULL ? gtk_list_box_row_get_index (row) + by : 0);
  GtkWidget *scroller = gtk_widget_get_ancestor (self->list, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  graphene_rect_t bounds;

  if (next == NULL)
    return;
  gtk_list_box_select_row (list, next);
  if (gtk_widget_compute_bounds (GTK_WIDGET (next), self->list, &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y, bounds.origin.y + bounds.size.height);
}

gboolean
weft_candidate_popover_key (WeftCandidatePopover *self, guint key)
{
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return FALSE;
  if (key == GDK_KEY_Down || key == GDK_KEY_Up)
    move_choice (self, key == GDK_KEY_Down ? 1 : -1);
  else if (key == GDK_KEY_Tab)
    {
      if (gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list)) == NULL)
        move_choice (self, 0);
      weft_candidate_popover_take (self);
    }
  else if (key == GDK_KEY_Escape)
    gtk_popover_popdown (GTK_POPOVER (self));
  else
    return FALSE;
  return TRUE;
}

static void
weft_candidate_popover_class_init (WeftCandidatePopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/weft_viewer/Weft/weft-candidate-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftCandidatePopover, list);
  gtk_widget_class_bind_template_callback (widget_class, take);
  signals[TAKEN] = g_signal_new ("taken", WEFT_TYPE_CANDIDATE_POPOVER, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
weft_candidate_popover_init (WeftCandidatePopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
