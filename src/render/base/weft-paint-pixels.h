/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "weft-glyph-atlas.h"
#include "weft-paint-list.h"

/* The back end for the screen: executes a paint list straight into pixels. Any number of threads
 * may draw one list at a time, each into its own pixels. */

/* Draws the part of `list` that starts at its point (x, y) over the pixels, which are `width` ×
 * `height` premultiplied ARGB32 words in native byte order, `stride` bytes from row to row. They
 * are drawn over, not cleared; a list that starts with an opaque fill needs no clearing. */
void weft_paint_pixels_draw (const WeftPaintList *list, WeftGlyphAtlas *atlas, uint32_t *pixels,
                             int width, int height, int stride, int x, int y);

/* The same into an image surface of format ARGB32 or RGB24: flushes it before and marks it dirty
 * after. `area` (nullable: all) is the part of the surface to draw into; its corner shows the
 * list's point (x, y). */
void weft_paint_pixels_draw_surface (const WeftPaintList *list, WeftGlyphAtlas *atlas,
                                     cairo_surface_t *surface, const cairo_rectangle_int_t *area,
                                     int x, int y);
