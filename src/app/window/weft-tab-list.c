/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tab-list.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-gtk-compat.h"

/* Logical pixels of the list. */
#define WIDTH 320
#define MAX_HEIGHT 420

struct _WeftTabList
{
  AdwBin parent_instance;

  AdwTabView *view;
  GtkWidget *entry;
  GtkWidget *list; /* its rows are the tabs in their order */
  GtkWidget *popover;
};

G_DEFINE_FINAL_TYPE (WeftTabList, weft_tab_list, ADW_TYPE_BIN)

static AdwTabPage *
get_tab (WeftTabList *self, GtkListBoxRow *row)
{
  return adw_tab_view_get_nth_page (self->view, gtk_list_box_row_get_index (row));
}

/* --- the rows --------------------------------------------------------------------------------- */

static GtkWidget *
create_row (WeftTabList *self, AdwTabPage *tab)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (adw_tab_page_get_title (tab));
  GtkWidget *check = gtk_image_new_from_icon_name ("object-select-symbolic");

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), check);
  gtk_widget_set_opacity (check, tab == adw_tab_view_get_selected_page (self->view) ? 1 : 0);
  gtk_widget_set_tooltip_markup (row, adw_tab_page_get_tooltip (tab));
  return row;
}

/* Tabs do not come and go while they are listed. */
static void
fill (GtkMenuButton *button G_GNUC_UNUSED, gpointer data)
{
  WeftTabList *self = data;
  GtkWidget *row;
  int n_tabs = adw_tab_view_get_n_pages (self->view);

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (int i = 0; i < n_tabs; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list),
                         create_row (self, adw_tab_view_get_nth_page (self->view, i)));
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
}

/* The title holds what is typed, whatever the case. */
static gboolean
is_listed (GtkListBoxRow *row, gpointer data)
{
  WeftTabList *self = data;
  g_autofree char *text = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->entry)), -1);
  g_autofree char *title = g_utf8_casefold (adw_tab_page_get_title (get_tab (self, row)), -1);

  return strstr (title, text) != NULL;
}

static void
turn_to (WeftTabList *self, GtkListBoxRow *row)
{
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  adw_tab_view_set_selected_page (self->view, get_tab (self, row));
}

/* The first that is listed. */
static void
on_enter (WeftTabList *self)
{
  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (gtk_widget_get_child_visible (row))
      {
        turn_to (self, GTK_LIST_BOX_ROW (row));
        return;
      }
}

/* --- the widget ------------------------------------------------------------------------------- */

static void
weft_tab_list_class_init (WeftTabListClass *klass G_GNUC_UNUSED)
{
}

static GtkWidget *
create_list (WeftTabList *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), is_listed, self, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Tabs"), -1);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (turn_to), self,
                           G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), MAX_HEIGHT);
  gtk_widget_set_size_request (scroller, WIDTH, -1);
  return scroller;
}

static void
weft_tab_list_init (WeftTabList *self)
{
  GtkWidget *button = gtk_menu_button_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->entry = gtk_search_entry_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search the tabs"), -1);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), create_list (self));
  g_signal_connect_object (self->entry, "search-changed",
                           G_CALLBACK (gtk_list_box_invalidate_filter), self->list,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (on_enter), self, G_CONNECT_SWAPPED);
  self->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), self->popover);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), fill, self, NULL);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "pan-down-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("All tabs"), -1);
  gtk_widget_add_css_class (button, "flat");
  adw_bin_set_child (ADW_BIN (self), button);
}

void
weft_tab_list_add (AdwApplicationWindow *window, AdwTabView *view, AdwTabBar *bar)
{
  GtkWidget *button = weft_compat_add_tab_overview (window, view);

  if (button == NULL)
    {
      button = g_object_new (WEFT_TYPE_TAB_LIST, NULL);
      WEFT_TAB_LIST (button)->view = view;
    }
  gtk_widget_set_tooltip_text (button, _ ("All tabs"));
  adw_tab_bar_set_end_action_widget (bar, button);
}
