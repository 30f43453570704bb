/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-recent-popover.h"

#include <glib/gi18n-lib.h>

#include "weft-recent.h"

/* How many are shown. */
#define N_RECENT 12

struct _WeftRecentPopover
{
  GtkPopover parent_instance;

  GtkWidget *list; /* NULL before the first time */
};

G_DEFINE_FINAL_TYPE (WeftRecentPopover, weft_recent_popover, GTK_TYPE_POPOVER)

static GtkWidget *
create_label (const char *text, gboolean dim)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  /* Ends of names and of paths tell them apart, and so do their beginnings. */
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  if (dim)
    {
      gtk_widget_add_css_class (label, "dim-label");
      gtk_widget_add_css_class (label, "caption");
    }
  return label;
}

static GtkWidget *
create_row (GtkRecentInfo *info)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autoptr (GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (info));
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *path = folder != NULL ? g_file_get_parse_name (folder) : g_strdup ("");

  gtk_box_append (GTK_BOX (box), create_label (gtk_recent_info_get_display_name (info), FALSE));
  gtk_box_append (GTK_BOX (box), create_label (path, TRUE));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-uri");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", gtk_recent_info_get_uri (info));
  return row;
}

static void
fill (WeftRecentPopover *self)
{
  GList *items = weft_recent_list (N_RECENT);
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (GList *item = items; item != NULL; item = item->next)
    gtk_list_box_append (GTK_LIST_BOX (self->list), create_row (item->data));
  if (items == NULL)
    {
      GtkWidget *label = create_label (_("No trace was open lately"), TRUE);

      row = gtk_list_box_row_new ();
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
      gtk_widget_set_sensitive (row, FALSE);
      gtk_list_box_append (GTK_LIST_BOX (self->list), row);
    }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
}

static void
create_list (WeftRecentPopover *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "recent");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Recent traces"), -1);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (gtk_popover_popdown), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 420);
  gtk_widget_set_size_request (scroller, 280, -1);
  gtk_popover_set_child (GTK_POPOVER (self), scroller);
}

static void
weft_recent_popover_show (GtkWidget *widget)
{
  WeftRecentPopover *self = WEFT_RECENT_POPOVER (widget);

  if (self->list == NULL)
    create_list (self);
  fill (self);
  GTK_WIDGET_CLASS (weft_recent_popover_parent_class)->show (widget);
}

static void
weft_recent_popover_class_init (WeftRecentPopoverClass *klass)
{
  GTK_WIDGET_CLASS (klass)->show = weft_recent_popover_show;
}

static void
weft_recent_popover_init (WeftRecentPopover *self)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "menu");
}
