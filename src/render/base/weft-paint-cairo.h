/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "weft-glyph-atlas.h"
#include "weft-paint-list.h"

/* The back end for files and paper: executes a paint list with cairo calls, so that a PDF holds
 * shapes and text that can be selected. (Cairo's SVG surface writes text as shapes.) */

/* Draws `list` with one device pixel of the list as one user unit of `cr`: scale and translate
 * before. The context's clip holds, and its state is as it was afterwards. */
void weft_paint_cairo_draw (const WeftPaintList *list, WeftGlyphAtlas *atlas, cairo_t *cr);
