/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "weft-glyph-run.h"
#include "weft-paint-text.h"

/* One side of a glyph atlas: a pango context, and the runs that it has shaped, in the two
 * generations that weft-glyph-atlas.h describes. One thread at a time, but for
 * weft_glyph_cache_release(). */

typedef struct _WeftGlyphCache WeftGlyphCache;

/* The key of a run. */
typedef struct
{
  uint32_t hash;    /* the cache's own */
  uint16_t length;  /* of the text, in bytes */
  uint16_t size;    /* in WEFT_FONT_SIZE_STEPS of a device pixel */
  uint8_t role;     /* a WeftFontRole */
  uint8_t fit;      /* WEFT_FIT_END or _MIDDLE when cut, WEFT_FIT_CLIP when whole */
  int32_t width;    /* that it is cut to, in device pixels, 0 when whole */
  const char *text; /* clean, as weft_paint_text_clean() leaves it */
} WeftGlyphKey;

/* Of a font, in device pixels, all positive. */
typedef struct
{
  int ascent;
  int descent;
  int digit_width; /* the advance of the widest digit */
} WeftFontMetrics;

/* A cache for two families, with a budget in bytes. */
WeftGlyphCache *weft_glyph_cache_new (const char *ui_family, const char *mono_family,
                                      size_t budget);

/* Every run must have been released. */
void weft_glyph_cache_free (WeftGlyphCache *self);

size_t weft_glyph_cache_get_memory (const WeftGlyphCache *self);
uint64_t weft_glyph_cache_get_misses (const WeftGlyphCache *self);

/* The run of a whole string, cut to `width` as `fit` says; see weft_glyph_atlas_get_fit(). Released
 * by weft_glyph_cache_release(), from any thread. */
const WeftGlyphRun *weft_glyph_cache_hold (WeftGlyphCache *self, const WeftGlyphKey *key, int width,
                                           WeftTextFit fit);
void weft_glyph_cache_release (const WeftGlyphRun *run);

/* The advance of a whole string in device pixels. */
int weft_glyph_cache_measure (WeftGlyphCache *self, const WeftGlyphKey *key);

/* Of a font of that size, in WEFT_FONT_SIZE_STEPS of a pixel. Valid until the next call. */
const WeftFontMetrics *weft_glyph_cache_get_metrics (WeftGlyphCache *self, unsigned role,
                                                     unsigned size);

/* Draws a run, of this cache or of another of the same families, as text. */
void weft_glyph_cache_show (WeftGlyphCache *self, const WeftGlyphRun *run, cairo_t *cr, double x,
                            double y);
