/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Puts a bar above `below`, which says what the program can't write as long as that is so, unless somebody has closed
 * it; where there are several windows, in any of them. */
void weft_fault_bar_add (GtkWidget *below);

G_END_DECLS
