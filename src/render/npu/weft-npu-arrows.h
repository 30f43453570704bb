/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-drawing.h"

/* The paint_over() of WeftTrackPainter: arrows from events to those that waited for
 * them. */
void weft_npu_paint_arrows (gpointer data, WeftTrackLayout *layout, const WeftTrackView *view,
                            WeftPaintList *list);
