/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-first-hint.h"

#include <glib/gi18n-lib.h>

#include "weft-notice-bar.h"
#include "weft-pane-walk.h"

void
weft_first_hint_show (GtkBox *box, GSettings *settings,
                      void (*done) (gpointer user_data, gboolean more), gpointer user_data)
{
  GtkWidget *bar;

  /* Once and for all, so that there is nothing to bind. */
  if (!g_settings_get_boolean (settings, "show-hint"))
    return;
  g_settings_set_boolean (settings, "show-hint", FALSE);
  bar = weft_notice_bar_new (_ ("_More"), done, user_data);
  gtk_box_append (box, bar);
  weft_pane_walk_mark (bar);
  weft_notice_bar_say (WEFT_NOTICE_BAR (bar), GTK_MESSAGE_INFO,
                       _ ("The wheel scrolls, with Ctrl it zooms; dragging pans, with Shift it "
                          "brushes a range"),
                       TRUE);
}
