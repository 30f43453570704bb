/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How one moves in a picture: once in a user's life, in a bar under the first one, of which it hides nothing, and which
 * leads to the guide. */

/* Shows it at the end of `box`, unless the settings say that it was. `done` hears when it goes, as it may have the
 * focus, and whether the guide was asked for. */
void weft_first_hint_show (GtkBox *box, GSettings *settings,
                           void (*done) (gpointer user_data, gboolean more), gpointer user_data);

G_END_DECLS
