/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Which of many spans that follow one another are the longest: of each block of 16, of each four of those blocks, and
 * so on. A picture asks for it where hundreds of spans share a column of pixels. A byte per span, nearly. Zero-initialize,
 * add all, finish; then immutable, for any thread. */

#define WEFT_SPAN_PEAKS_LEVELS 14

typedef struct
{
  float length; /* ticks, rounded */
  guint32 place;
  guint32 tag; /* what its owner says of it, such as its name; 0: nothing */
} WeftSpanPeak;

typedef struct
{
  guint n_levels;
  guint32 n[WEFT_SPAN_PEAKS_LEVELS]; /* blocks that are known */
  WeftSpanPeak *levels[WEFT_SPAN_PEAKS_LEVELS];
} WeftSpanPeaks;

/* Makes room for so many spans, which must be done first. */
void weft_span_peaks_reserve (WeftSpanPeaks *self, guint32 n);

/* The spans in order, each once. */
void weft_span_peaks_add (WeftSpanPeaks *self, guint32 place, gint64 length);
void weft_span_peaks_clear (WeftSpanPeaks *self);

/* Gives each the tag that stands at its place. */
void weft_span_peaks_set_tags (WeftSpanPeaks *self, const guint32 *tags);

/* The longest of those of [first, end) whose blocks lie in it, and not just in a part; of several as long the first.
 * NULL where no block may. */
const WeftSpanPeak *weft_span_peaks_find (const WeftSpanPeaks *self, guint32 first, guint32 end);

/* No span of [first, end) is longer: some that are near are looked at as well. */
double weft_span_peaks_get_most (const WeftSpanPeaks *self, guint32 first, guint32 end);

G_END_DECLS
