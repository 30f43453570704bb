/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-first-hint.h"

#include <glib/gi18n-lib.h>

#include "weft-notice-bar.h"

typedef struct
{
  GtkWidget *below;
  void (*done) (gpointer user_data);
  gpointer user_data;
} Hint;

static void
on_done (gpointer data, gboolean more)
{
  const Hint *hint = data;

  if (more)
    gtk_widget_activate_action (hint->below, "app.help", NULL);
  hint->done (hint->user_data);
}

void
weft_first_hint_show (GtkWidget *below, GSettings *settings, void (*done) (gpointer user_data),
                      gpointer user_data)
{
  GtkWidget *bar;
  Hint *hint;

  if (!g_settings_get_boolean (settings, "show-hint"))
    return;
  g_settings_set_boolean (settings, "show-hint", FALSE);
  hint = g_new (Hint, 1);
  *hint = (Hint){ below, done, user_data };
  bar = weft_notice_bar_new (_ ("_More"), on_done, hint);
  g_object_set_data_full (G_OBJECT (bar), "weft-hint", hint, g_free);
  /* It is there at once, as what is not in a window yet does not slide in. */
  weft_notice_bar_say (WEFT_NOTICE_BAR (bar), GTK_MESSAGE_INFO,
                       _ ("The wheel scrolls, with Ctrl it zooms; dragging pans, with Shift it "
                          "brushes a range"),
                       TRUE);
  gtk_widget_insert_before (bar, gtk_widget_get_parent (below), below);
}
