/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-canvas.h"
#include "weft-noc-state.h"

G_BEGIN_DECLS

/* The mesh map: pans with a drag, zooms with Ctrl and the wheel around the pointer, selects what is
 * clicked, and shows the routes of what is under the pointer. */

#define WEFT_TYPE_NOC_CANVAS (weft_noc_canvas_get_type ())
G_DECLARE_FINAL_TYPE (WeftNocCanvas, weft_noc_canvas, WEFT, NOC_CANVAS, WeftCanvas)

GtkWidget *weft_noc_canvas_new (WeftNocState *state);

/* While traffic is played, the chevrons of its links move with it, but where motion is reduced. */
void weft_noc_canvas_set_moving (WeftNocCanvas *self, gboolean moving);

G_END_DECLS
