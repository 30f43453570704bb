/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* For the `focus` of a widget that holds a list: Tab and Shift+Tab leave the list, where GTK 4.8
 * would walk through each of its rows. TRUE where the focus was in `list`, and this was all there
 * is to do: `moved` is then the result. Shift+Tab goes to what stands `before` the list. */
gboolean weft_tab_out (GtkWidget *list, GtkWidget *before, GtkDirectionType direction,
                       gboolean *moved);

G_END_DECLS
