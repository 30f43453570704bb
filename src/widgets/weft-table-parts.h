/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What tables do to a GtkColumnView for which GTK 4.8 has no function. */

/* The width of a text in the widget's font, logical pixels. */
int        weft_table_measure_text (GtkWidget *widget, const char *text);

/* Whether a column holds numbers, and what its title says on hover (nullable). */
typedef gboolean (*WeftTableDescribe) (GtkColumnViewColumn *column, const char **hint);

/* Titles stand above the ends of their numbers, and have tooltips. */
void       weft_table_dress_titles (GtkColumnView *view, WeftTableDescribe describe);

/* The width of a column, which may be hidden. GTK 4.8 makes rows as wide as if nothing were hidden, so
 * that they stand beside their titles where one reads from the right: hidden columns have no width
 * until they are shown. */
void       weft_table_set_width    (GtkColumnViewColumn *column, int width);
int        weft_table_get_width    (GtkColumnViewColumn *column);

/* The list of rows, which takes actions: (transfer none). */
GtkWidget *weft_table_find_list    (GtkColumnView *view);

G_END_DECLS
