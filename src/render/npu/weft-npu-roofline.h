/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-stats.h"
#include "weft-paint-list.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* The roofline: MACs per byte of DRAM across, MACs per cycle up, both logarithmic, below the roofs of
 * bandwidth and (≈) compute a dot for each layer in each phase, whose shape, colour and letter say which
 * phase. Dots of a phase that coincide are one, which tells how many it is. Where there is nothing to
 * show, it says what is missing. */

/* Appends it to `list`, opaque, within a box in device pixels. */
void weft_npu_roofline_paint (const WeftNpuStats *stats, const WeftStyle *style,
                              WeftPaintList *list, int x, int y, int width, int height);

/* The layers whose dot is at (x, y) of a roofline in a box of that size at (0, 0), all in device pixels,
 * and where they stand: (transfer full) (nullable). */
char *weft_npu_roofline_describe (const WeftNpuStats *stats, const WeftStyle *style, int width,
                                  int height, int x, int y);

/* Why there is no dot, and what in a file would bring one: (transfer none) (nullable). */
const char *weft_npu_roofline_explain (const WeftNpuStats *stats);

G_END_DECLS
