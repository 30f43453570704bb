/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-drawing.h"

/* What goes from lane to lane, as WeftTrackPainter has it: arrows from events to those that waited for
 * them. */
void weft_npu_paint_arrows (gpointer data, WeftTrackLayout *layout, const WeftTrackView *view,
                            WeftPaintList *list);
