/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>

#include "weft-font.h"

/* A glyph run is one short string, shaped and rasterised at one size: a mask of 8-bit coverage.
 * Runs belong to the atlas that made them (weft-glyph-atlas.h), never change, and are shared
 * between threads. Lengths are device pixels. */
typedef struct
{
  int width;      /* advance of the whole string */
  int ascent;     /* of the font, above the baseline */
  int descent;    /* of the font, below the baseline */
  int mask_x;     /* left edge of the mask from the start of the string */
  int mask_y;     /* top edge of the mask from the baseline, negative above it */
  int mask_width; /* 0 when nothing is inked */
  int mask_height;
  int mask_stride; /* bytes from row to row */
  const uint8_t *mask;
} WeftGlyphRun;
