/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-axis.h"

G_BEGIN_DECLS

/* The marks beside the ruler where stretches of an axis are folded. */

/* Paints the ground of what is folded into a part of a picture, from y on of the list: the list's x 0 is
 * the picture's x, whose left edge is the axis's. */
void weft_axis_paint_folded (const WeftAxis *axis, const WeftStyle *style, WeftPaintList *list,
                             int64_t x, int y, int width, int height);

/* Paints a break over each fold, as rulers have it but without its length, into the box at (0, 0). */
void weft_axis_paint_breaks (const WeftAxis *axis, const WeftStyle *style, WeftPaintList *list,
                             int width, int height);

G_END_DECLS
