/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Bars that slide into sight, GtkSearchBar and GtkInfoBar, have what they hold styled and measured
 * while nothing of it is in sight, with every page that has them. */

/* Hides `bar`, one of these, as long as it is slid away. */
void weft_sliding_bar_rest (GtkWidget *bar);

G_END_DECLS
