/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-sliding-bar.h"

/* It is shown before it slides in, and hidden after it has slid out. */
static void
update_visible (GtkRevealer *revealer, GParamSpec *pspec G_GNUC_UNUSED, gpointer bar)
{
  gtk_widget_set_visible (bar, gtk_revealer_get_reveal_child (revealer)
                                 || gtk_revealer_get_child_revealed (revealer));
}

void
weft_sliding_bar_rest (GtkWidget *bar)
{
  GtkWidget *revealer = gtk_widget_get_first_child (bar);

  g_return_if_fail (GTK_IS_REVEALER (revealer));

  g_signal_connect_object (revealer, "notify::reveal-child", G_CALLBACK (update_visible), bar, 0);
  g_signal_connect_object (revealer, "notify::child-revealed", G_CALLBACK (update_visible), bar, 0);
  update_visible (GTK_REVEALER (revealer), NULL, bar);
}
