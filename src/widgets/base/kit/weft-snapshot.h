/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-color.h"

G_BEGIN_DECLS

/* Appends a rectangle of one of the palette's colours, cut to [0, limit_width) × [0, limit_height):
 * what lies far outside costs nothing and loses no precision. */
void weft_snapshot_fill (GtkSnapshot *snapshot, WeftColor color, double x, double y, double width,
                         double height, double limit_width, double limit_height);

G_END_DECLS
