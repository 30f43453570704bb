/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-recent-popover.h"

#include "weft-recent-list.h"

/* How many are shown. */
#define N_RECENT 12

struct _WeftRecentPopover
{
  GtkPopover parent_instance;

  GtkWidget *list; /* NULL before the first time */
};

G_DEFINE_FINAL_TYPE (WeftRecentPopover, weft_recent_popover, GTK_TYPE_POPOVER)

static void
create_list (WeftRecentPopover *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->list = weft_recent_list_new (N_RECENT);
  gtk_widget_add_css_class (weft_recent_list_get_box (WEFT_RECENT_LIST (self->list)), "recent");
  g_signal_connect_swapped (self->list, "opened", G_CALLBACK (gtk_popover_popdown), self);
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
  weft_recent_list_fill (WEFT_RECENT_LIST (self->list));
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
