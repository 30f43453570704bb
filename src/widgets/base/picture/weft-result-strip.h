/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-canvas.h"

G_BEGIN_DECLS

/* The graphs that a state's WeftShownResults show below its picture: a widget as wide as the canvas, and one for the
 * titles beside it, of the same height: (transfer floating). Both are hidden while there is no graph, or no time
 * across. */
void weft_result_strip_new (WeftCanvas *canvas, GtkWidget **titles, GtkWidget **graphs);

G_END_DECLS
