/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-span-blocks.h"
#include "weft-span-peaks.h"
#include "weft-time-grid.h"

G_BEGIN_DECLS

/* Stretches of time that follow one another, where each begins and how much of the time before it is
 * taken: what a picture of many pixels asks for again and again. Kept small and side by side, about five
 * bytes each (weft-span-blocks.h), and two of what is found by. Zero-initialize, add all, finish; then immutable, for
 * any thread. */

/* An edge of the grid. */
typedef struct
{
  guint32 place;  /* the first span that does not begin before it */
  guint32 before; /* ticks in the spans before it, from those of its block on */
} WeftSpanCell;

typedef struct
{
  guint32 n;
  gint64 sum;     /* ticks in all spans */
  gint64 longest; /* of one span */
  WeftSpanBlocks blocks;
  WeftTimeGrid grid;   /* of the starts; its places are in the cells, where there are such */
  WeftSpanCell *cells; /* by the grid's edges; NULL: there are none, or they are too far apart */
  gint64 *cell_blocks; /* ticks before the first edge of each WEFT_SPANS_BLOCK that lie in spans */
  WeftSpanPeaks peaks; /* which are the longest */
} WeftSpans;

/* Makes room for so many, where that is known. */
void weft_spans_reserve (WeftSpans *self, guint32 n);

/* Adds [start, end), which must not begin before those that were added; end = start is a point. */
void weft_spans_add (WeftSpans *self, gint64 start, gint64 end);
void weft_spans_finish (WeftSpans *self);
void weft_spans_clear (WeftSpans *self);

/* From here on of those that are finished. */
static inline gint64
weft_spans_start (const WeftSpans *self, guint32 i)
{
  return weft_span_blocks_start (&self->blocks, i);
}

/* Ticks in the spans before span `i`, or, where i is their number, in all of them. */
static inline gint64
weft_spans_before (const WeftSpans *self, guint32 i)
{
  return i == self->n ? self->sum : weft_span_blocks_before (&self->blocks, i);
}

/* Of a span of the block. */
static inline gint64
weft_spans_length_in (const WeftSpans *self, const WeftSpanBlock *block, guint32 i)
{
  const guint at = i % WEFT_SPANS_BLOCK;
  /* Mostly the next one is of the same block. */
  gint64 next = at + 1 < WEFT_SPANS_BLOCK && i + 1 < self->n
                  ? weft_span_block_before (&self->blocks, block, at + 1)
                  : weft_spans_before (self, i + 1);

  return (gint64) ((guint64) next - (guint64) weft_span_block_before (&self->blocks, block, at));
}

static inline gint64
weft_spans_length (const WeftSpans *self, guint32 i)
{
  return weft_spans_length_in (self, weft_span_blocks_get (&self->blocks, i), i);
}

static inline gint64
weft_spans_end (const WeftSpans *self, guint32 i)
{
  return weft_spans_start (self, i) + weft_spans_length (self, i);
}

/* The first span that ends after `time`, or is a point at it; their number where there is none. */
guint32 weft_spans_find (const WeftSpans *self, gint64 time);

/* Ticks before `time` that lie in the spans; `place` is what weft_spans_find() said of it. */
static inline gint64
weft_spans_count_at (const WeftSpans *self, gint64 time, guint32 place)
{
  gint64 start = place < self->n ? weft_spans_start (self, place) : G_MAXINT64;

  return weft_spans_before (self, place) + (time > start ? time - start : 0);
}

/* Ticks before `time` that lie in the spans. */
gint64 weft_spans_count_before (const WeftSpans *self, gint64 time);

/* The same where weft_spans_find() is known to say no span before `from`, which it then puts into `from`: fast where
 * that lies close behind. */
gint64 weft_spans_count_from (const WeftSpans *self, guint32 *from, gint64 time);

/* An answer for a time: weft_spans_find() says a place from `least` to `most`, and weft_spans_count_before() about as
 * many ticks. */
typedef struct
{
  guint32 least;
  guint32 most;
  gint64 before;
} WeftSpansAt;

/* So many times are looked up at once, at most. */
#define WEFT_SPANS_TIMES 65u

/* Looks up `n` times, none before the one before it. Where many spans lie between them, each is far from the last, and
 * a processor waits for all of them as long as for one. */
void weft_spans_look_up (const WeftSpans *self, const gint64 *times, guint n, WeftSpansAt *found);

/* The same as far as the cells tell, which costs less: `before` is off by a fourth of a cell's length at most. There
 * must be cells. */
void weft_spans_estimate (const WeftSpans *self, const gint64 *times, guint n, WeftSpansAt *found);

/* The longest of the spans first, first + step and so on before `end`, of which there is one at least; of several as long
 * the first. */
guint32 weft_spans_find_longest (const WeftSpans *self, guint32 first, guint32 end, guint32 step);

/* Ticks of [start, end) that lie in the spans. */
gint64 weft_spans_count (const WeftSpans *self, gint64 start, gint64 end);

G_END_DECLS
