/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-search-list.h"

#include <glib/gi18n-lib.h>

#include "weft-gtk-compat.h"

struct _WeftSearchList
{
  GtkWidget parent_instance;

  WeftSearchResults *results;
  GtkSingleSelection *selection;
  GtkWidget *stack;
  GtkWidget *empty_label;
  GtkWidget *view;
  gboolean syncing;
};

G_DEFINE_FINAL_TYPE (WeftSearchList, weft_search_list, GTK_TYPE_WIDGET)

/* --- rows --------------------------------------------------------------------------------------- */

static void
setup_row (GtkSignalListItemFactory *factory G_GNUC_UNUSED, GtkListItem *list_item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  GtkWidget *name = gtk_label_new (NULL), *text = gtk_label_new (NULL);

  gtk_label_set_width_chars (GTK_LABEL (name), 22);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (name, "numeric");
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (text), TRUE);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_add_css_class (text, "monospace");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), text);
  gtk_list_item_set_child (list_item, box);
}

static void
bind_row (GtkSignalListItemFactory *factory G_GNUC_UNUSED, GtkListItem *list_item)
{
  WeftSearchItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *box = gtk_list_item_get_child (list_item);

  gtk_label_set_text (GTK_LABEL (gtk_widget_get_first_child (box)),
                      weft_search_item_get_name (item));
  gtk_label_set_markup (GTK_LABEL (gtk_widget_get_last_child (box)),
                        weft_search_item_get_markup (item));
}

/* --- following the results ------------------------------------------------------------------------ */

static void
update_stack (WeftSearchList *self)
{
  gboolean any = weft_search_results_get_n_hits (self->results) > 0;
  gboolean asked = *weft_search_results_get_query (self->results)->text != '\0';
  gboolean running = weft_search_results_is_running (self->results);

  gtk_label_set_text (GTK_LABEL (self->empty_label),
                      !asked    ? _ ("Texts that match are listed here. Ctrl+F searches labels, "
                                        "details and the like of the whole trace.")
                      : running ? _ ("Nothing found so far.")
                                : _ ("Nothing matches in the fields that are searched."));
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), any ? "rows" : "empty");
}

static void
take_current (WeftSearchList *self)
{
  guint current = weft_search_results_get_current (self->results);

  self->syncing = TRUE;
  gtk_single_selection_set_selected (
    self->selection, current == WEFT_SEARCH_NO_HIT ? GTK_INVALID_LIST_POSITION : current);
  self->syncing = FALSE;
  /* A list without a size that is scrolled shows nothing for good. */
  if (current != WEFT_SEARCH_NO_HIT && gtk_widget_get_mapped (self->view)
      && gtk_widget_get_height (self->view) > 0)
    weft_compat_scroll_list_to (self->view, current);
}

static gboolean
on_frame (GtkWidget *view, GdkFrameClock *clock G_GNUC_UNUSED, gpointer self)
{
  if (gtk_widget_get_height (view) == 0)
    return G_SOURCE_CONTINUE;
  take_current (self);
  return G_SOURCE_REMOVE;
}

/* It comes into sight, and has its size with the next frame. */
static void
on_mapped (WeftSearchList *self)
{
  gtk_widget_add_tick_callback (self->view, on_frame, self, NULL);
}

/* Moving through the list with the keys shows what is there. */
static void
on_selected (WeftSearchList *self)
{
  guint selected = gtk_single_selection_get_selected (self->selection);

  if (!self->syncing && selected != GTK_INVALID_LIST_POSITION
      && selected != weft_search_results_get_current (self->results))
    weft_search_results_show (self->results, selected);
}

static void
on_activated (WeftSearchList *self, guint position)
{
  weft_search_results_show (self->results, position);
}

/* --- the widget ------------------------------------------------------------------------------------- */

static void
weft_search_list_dispose (GObject *object)
{
  WeftSearchList *self = WEFT_SEARCH_LIST (object);

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->results);
  G_OBJECT_CLASS (weft_search_list_parent_class)->dispose (object);
}

static gboolean
weft_search_list_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (WEFT_SEARCH_LIST (widget)->view);
}

static void
weft_search_list_class_init (WeftSearchListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_search_list_dispose;
  widget_class->grab_focus = weft_search_list_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
weft_search_list_init (WeftSearchList *self)
{
  self->empty_label = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->empty_label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->empty_label), 50);
  gtk_label_set_justify (GTK_LABEL (self->empty_label), GTK_JUSTIFY_CENTER);
  gtk_widget_set_halign (self->empty_label, GTK_ALIGN_CENTER);
  /* Else it is made as narrow as its height allows. */
  gtk_widget_set_valign (self->empty_label, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->empty_label, "dim-label");
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), self->empty_label, "empty");
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
}

static void
build_view (WeftSearchList *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->results)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  self->view = gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)), factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (self->view), TRUE);
  gtk_widget_add_css_class (self->view, "search-results");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search results"), -1);
  g_signal_connect_swapped (self->view, "map", G_CALLBACK (on_mapped), self);
  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (on_activated), self);
  g_signal_connect_swapped (self->selection, "notify::selected", G_CALLBACK (on_selected), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  gtk_stack_add_named (GTK_STACK (self->stack), scroller, "rows");
}

GtkWidget *
weft_search_list_new (WeftSearchable *state)
{
  WeftSearchList *self = g_object_new (WEFT_TYPE_SEARCH_LIST, NULL);

  self->results = g_object_ref (weft_search_results_get (state));
  build_view (self);
  g_signal_connect_object (self->results, "changed", G_CALLBACK (update_stack), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->results, "current", G_CALLBACK (take_current), self,
                           G_CONNECT_SWAPPED);
  update_stack (self);
  take_current (self);
  return GTK_WIDGET (self);
}
