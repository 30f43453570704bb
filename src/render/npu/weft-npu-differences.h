/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-comparison.h"
#include "weft-paint-list.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* The surplus of B's layers over A's, as bars to the right or the left of a line: cycles, and bytes
 * that were read. Only layers that differ have a row. Sizes are device pixels. */

/* How high the picture is. */
int weft_npu_differences_measure (const WeftNpuComparison *comparison, const WeftStyle *style);

/* Appends it to `list`, opaque, within a box. */
void weft_npu_differences_paint (const WeftNpuComparison *comparison, const WeftStyle *style,
                                 WeftPaintList *list, int x, int y, int width, int height);

/* The numbers of the layer at y of a picture at (0, 0), exactly: (transfer full) (nullable). */
char *weft_npu_differences_describe (const WeftNpuComparison *comparison, const WeftStyle *style,
                                     int y);

G_END_DECLS
