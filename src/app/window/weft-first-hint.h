/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How one moves in a picture: once in a user's life, in a bar above the first one, which leads to
 * the guide. */

/* Shows it above `below`, unless the settings say that it was. `done` is called when it goes, as it
 * may have the focus. */
void weft_first_hint_show (GtkWidget *below, GSettings *settings, void (*done) (gpointer user_data),
                           gpointer user_data);

G_END_DECLS
