/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-paint-shape.h"

/* How much of each pixel a stroke or polygon covers: all 0 between them. */
typedef struct
{
  uint8_t *bytes; /* as large as the target; NULL: none was drawn yet */
  int32_t *ink;   /* of each row, from where to where it is inked */
  int ink_y0;
  int ink_y1;
  WeftPaintBox target;
  WeftPaintBox clip; /* within target */
} WeftPaintCoverage;

/* Begins another shape. The target is always the same. */
void weft_paint_coverage_begin (WeftPaintCoverage *self, WeftPaintBox target, WeftPaintBox clip);

/* Adds a straight piece with round ends. Both ends are close to the clip. */
void weft_paint_coverage_line (WeftPaintCoverage *self, WeftPoint a, WeftPoint b, double half);

/* Adds a convex polygon, within `box` and the clip. */
void weft_paint_coverage_polygon (WeftPaintCoverage *self, const WeftPoint *points, size_t n_points,
                                  WeftPaintBox box);
