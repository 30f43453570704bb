/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-canvas.h"

G_BEGIN_DECLS

/* The gestures of a strip below a canvas, over the same time: the wheel scrolls and zooms the canvas, the pointer sets the
 * cursor, a click brushes a tick and a drag a range. To be called once, for a widget as wide as the canvas, which lives
 * no longer than that. */
void weft_strip_input_add (GtkWidget *strip, WeftCanvas *canvas);

G_END_DECLS
