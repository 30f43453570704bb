/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The tooltip of a widget. gtk_widget_set_tooltip_text() looks where the pointer is, in case it
 * is over the widget: under X11 that is four questions to the server, each waited for, while other
 * threads take the processors. These look when the pointer comes. */

/* Has `widget` say `text` (NULL or "": nothing) on hover, which also describes it to assistive
 * tools. */
void weft_tooltip_set (GtkWidget *widget, const char *text);

/* Its text: (transfer none) (nullable). */
const char *weft_tooltip_get (GtkWidget *widget);

/* From a handler of GtkWidget::query-tooltip: `text` (NULL: nothing) is what is under the pointer
 * now, for the tooltip and for assistive tools. Returns what the handler has to. */
gboolean weft_tooltip_show (GtkWidget *widget, GtkTooltip *tooltip, const char *text);

G_END_DECLS
