/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-view-menu.h"

/* Logical pixels of a window's height that the menu leaves free, for the header above and its frame,
 * and that it takes at least. */
#define MARGIN 96
#define MIN_HEIGHT 160

static void
fit (GtkPopover *popover, GtkWidget *window)
{
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW (gtk_popover_get_child (popover));

  gtk_scrolled_window_set_max_content_height (
    scroller, MAX (gtk_widget_get_height (window) - MARGIN, MIN_HEIGHT));
}

static gboolean
focus_page (gpointer page)
{
  /* Nothing where the page was closed meanwhile. */
  if (gtk_widget_get_root (page) != NULL)
    weft_document_page_focus (page);
  return G_SOURCE_REMOVE;
}

/* Not at once: a popover of GTK 4.18 gives the focus to its button after it has said that it is closed. */
static void
popover_closed (WeftDocumentPage *page)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, focus_page, g_object_ref (page), g_object_unref);
}

/* (transfer full) */
static GtkPopover *
create (WeftDocumentPage *page, WeftViewOptions *options)
{
  WeftDocument *document = weft_document_page_get_document (page);
  g_autoptr (GtkBuilder) builder =
    gtk_builder_new_from_resource ("/io/github/weft_viewer/Weft/weft-view-popover.ui");
  GObject *popover = gtk_builder_get_object (builder, "popover");

  gtk_box_prepend (GTK_BOX (gtk_builder_get_object (builder, "box")),
                   weft_family_create_option_rows (weft_document_get_family (document),
                                                   weft_document_get_state (document), options));
  g_signal_connect_object (popover, "closed", G_CALLBACK (popover_closed), page, G_CONNECT_SWAPPED);
  return GTK_POPOVER (g_object_ref (popover));
}

void
weft_view_menu_open (GtkMenuButton *button, WeftDocumentPage *page, WeftViewOptions *options)
{
  GtkPopover *popover = gtk_menu_button_get_popover (button);

  g_return_if_fail (WEFT_IS_DOCUMENT_PAGE (page) && WEFT_IS_VIEW_OPTIONS (options));

  if (weft_document_get_state (weft_document_page_get_document (page)) == NULL)
    return;
  if (popover == NULL)
    {
      g_autoptr (GtkPopover) made = create (page, options);

      gtk_menu_button_set_popover (button, GTK_WIDGET (made));
      popover = made;
    }
  fit (popover, GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (button))));
}
