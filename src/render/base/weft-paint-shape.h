/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-glyph-run.h"
#include "weft-paint-list-private.h"

/* Both back ends must agree on this: where a text stands, how a curve becomes straight pieces, how
 * thick a stripe is. For the back ends alone. */

#define WEFT_PAINT_CURVE_MAX 128

/* A stroke, ready to be drawn: straight pieces through `points`, then the arrow head. */
typedef struct
{
  const WeftPoint *points;
  size_t n_points; /* 0 when the head leaves nothing of the line */
  bool has_head;
  WeftPoint head[3]; /* tip, then the two corners of its base */
  WeftPoint buffer[WEFT_PAINT_CURVE_MAX + 1];
  WeftPoint *allocated;
} WeftPaintShape;

/* Prepares the stroke `path` of `list`; clear it with weft_paint_shape_clear(). */
void weft_paint_shape_init (WeftPaintShape *shape, const WeftPaintList *list,
                            const WeftPaintPath *path);
void weft_paint_shape_clear (WeftPaintShape *shape);

/* Whether the box, `margin` pixels larger to all sides, lies wholly to one side of the line through both
 * points: most tiles in the box around a long slanted arrow have nothing of it. */
bool weft_paint_is_beside (WeftPoint a, WeftPoint b, WeftPaintBox box, double margin);

/* Cuts the piece from `a` to `b` to a box with a margin: `from` and `to` become the part of it,
 * 0 to 1, that is left. False when nothing is. */
bool weft_paint_cut_piece (WeftPoint a, WeftPoint b, WeftPaintBox box, double margin, double *from,
                           double *to);

/* Where in its box a text begins, and its baseline. */
void weft_paint_string_place (const WeftPaintItem *item, const WeftGlyphRun *run, int *x,
                              int *baseline);

/* Length of a stripe along the axis that the period is measured on. */
double weft_paint_hatch_thickness (WeftHatch direction, int period);
