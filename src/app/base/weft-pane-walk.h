/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* F6 goes from one part of a window to the next, Shift+F6 to the one before: header, bars, picture,
 * inspector, drawer, status line. In a part Tab goes from control to control. */

/* Has the keys do that in `window`. */
void weft_pane_walk_add (GtkWidget *window);

/* The widget is a part of its window. Parts come in the order of the tree; none lies in another. */
void weft_pane_walk_mark (GtkWidget *widget);

G_END_DECLS
