/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lays a bar over the foot of what `overlay` shows, which says what the program can't write as long as that is so,
 * unless somebody has closed it; where there are several windows, in any of them. */
void weft_fault_bar_add (GtkOverlay *overlay);

G_END_DECLS
