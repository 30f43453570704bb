/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* For GtkWidgetClass.focus of a widget that gives its focus to one of several parts (grab_focus): Tab goes
 * from part to part in the order in which they were added, where GTK would give that one the focus again
 * and pass the others by. */
gboolean weft_focus_children (GtkWidget *widget, GtkDirectionType direction);

G_END_DECLS
