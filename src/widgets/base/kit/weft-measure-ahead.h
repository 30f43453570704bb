/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Measures `widget`, whose content has just changed, in this iteration of the main loop: fonts are
 * looked up and texts shaped here, and the frame that shows them, which has enough to do, finds
 * them. */
void weft_measure_ahead (GtkWidget *widget);

/* The same in the next iteration, which is still before the frame, as this one has enough to do. */
void weft_measure_ahead_soon (GtkWidget *widget);

G_END_DECLS
