/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>

#include "weft-glyph-run.h"
#include "weft-paint-text.h"

/* The glyph atlas shapes and rasterises short strings once and hands out the result to every
 * thread. It owns the pango font maps that they use (pango's default maps differ per thread): one
 * for the thread that made the atlas, which so never waits for another, and one that all others
 * share. A run that was handed out is read without any lock.
 *
 * Metrics are hinted and glyphs stand on whole pixels, so that both back ends, and any two
 * threads, agree on every pixel.
 *
 * Memory is bounded: each of the two sides has half the budget, and its runs live in two
 * generations. A run that is asked for moves to the young one; when the young one reaches half of
 * what the side has, it becomes the old one, and what was old is freed unless someone holds it. So a
 * side keeps at least the last quarter of the budget that was drawn, and the atlas holds at most the
 * budget plus what is held. */

typedef struct _WeftGlyphAtlas WeftGlyphAtlas;

/* The default budget, in bytes: some twenty screens full of labels. */
#define WEFT_GLYPH_ATLAS_BUDGET (32u << 20)

/* A new atlas for two families (as pango understands them: "DejaVu Sans Mono", "monospace"), with a
 * budget in bytes, 0 for the default. Starts with one reference. */
WeftGlyphAtlas *weft_glyph_atlas_new (const char *ui_family, const char *mono_family,
                                      size_t budget);
WeftGlyphAtlas *weft_glyph_atlas_ref (WeftGlyphAtlas *atlas);
/* Every run must have been released. */
void weft_glyph_atlas_unref (WeftGlyphAtlas *atlas);

/* Whether the atlas is for these families. */
bool weft_glyph_atlas_matches (WeftGlyphAtlas *atlas, const char *ui_family,
                               const char *mono_family);

/* Bytes of masks, strings and tables that the atlas keeps. */
size_t weft_glyph_atlas_get_memory (WeftGlyphAtlas *atlas);

/* How often a run had to be shaped since the atlas was made: for tests and benchmarks. */
uint64_t weft_glyph_atlas_get_misses (WeftGlyphAtlas *atlas);

/* The run of a string at `size` device pixels per em. `length` is in bytes or −1; up to
 * WEFT_PAINT_TEXT_MAX bytes are used, and bytes that cannot be shown become U+FFFD as
 * weft_paint_list_text() says. Its mask ends after 16384 pixels. Release it when it is drawn.
 * Returns: (transfer full): the run */
const WeftGlyphRun *weft_glyph_atlas_get (WeftGlyphAtlas *atlas, WeftFontRole role, double size,
                                          const char *text, ptrdiff_t length);

/* The run of a string cut to `width` pixels as `fit` says. WEFT_FIT_CLIP gives the whole run,
 * WEFT_FIT_WHOLE NULL when it does not fit; so do the ellipses when not even "…" fits.
 * Returns: (transfer full) (nullable): the run */
const WeftGlyphRun *weft_glyph_atlas_get_fit (WeftGlyphAtlas *atlas, WeftFontRole role, double size,
                                              const char *text, ptrdiff_t length, int width,
                                              WeftTextFit fit);

void weft_glyph_atlas_release (WeftGlyphAtlas *atlas, const WeftGlyphRun *run);

/* The advance of a string in device pixels. */
int weft_glyph_atlas_measure (WeftGlyphAtlas *atlas, WeftFontRole role, double size,
                              const char *text, ptrdiff_t length);

/* Ascent and descent of a font in device pixels (both positive) and the advance of its widest
 * digit. Any result may be NULL. */
void weft_glyph_atlas_get_metrics (WeftGlyphAtlas *atlas, WeftFontRole role, double size,
                                   int *ascent, int *descent, int *digit_width);

/* Draws a run onto a cairo context as text (glyphs with their characters, so that a PDF can be
 * searched), its start and baseline at (x, y), with the context's source. Holds the side's lock
 * meanwhile: for exports. */
void weft_glyph_atlas_show (WeftGlyphAtlas *atlas, const WeftGlyphRun *run, cairo_t *cr, double x,
                            double y);
