/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-sealed-column.h"

#include <glib.h>

G_BEGIN_DECLS

/* Where spans start and how many ticks lie in those before them, in few bits: two numbers that do not fall, by place.
 * Those of a block lie near two lines, and each is what its line says there plus a residual of as many bits as the
 * largest of the block needs. The two residuals of a span lie side by side in whole bytes, so that little memory is
 * looked at, and little is done to read it.
 * Zero-initialize, add all, finish; then immutable, for any thread. */

/* Spans of a block. */
#define WEFT_SPANS_BLOCK 64u

/* Bytes behind all residuals, so that eight can be read from where each begins. */
#define WEFT_SPANS_MORE 8u

/* The spans of a block that is being made. */
typedef struct
{
  gint64 starts[WEFT_SPANS_BLOCK];
  gint64 befores[WEFT_SPANS_BLOCK];
} WeftOpenSpans;

/* Slopes are in so many parts of a tick a span, as a power of two; sums wrap. */
#define WEFT_SPAN_SLOPE_SHIFT 8

typedef struct
{
  gint64 start; /* of the lines, at the first span */
  gint64 before;
  guint32 start_slope;
  guint32 before_slope;
  guint64 first_byte : 40; /* of the residuals */
  guint64 n_bytes : 8;     /* of both residuals of a span, */
  guint64 start_bits : 8;  /* where that of the start comes first: together up to 64, or 64 each */
  guint64 before_bits : 8;
} WeftSpanBlock;

typedef struct
{
  guint32 n;
  WeftSpanBlock *blocks;
  char *bytes;         /* residuals, the lowest byte first, and WEFT_SPANS_MORE */
  WeftOpenSpans *open; /* while they are added: of the last block */
  guint32 n_block_room;
  gsize n_bytes;
  gsize n_byte_room;
} WeftSpanBlocks;

/* Makes room for so many, where that is known; then adds one, before which so many ticks lie in others. */
void weft_span_blocks_reserve (WeftSpanBlocks *self, guint32 n);
void weft_span_blocks_add (WeftSpanBlocks *self, gint64 start, gint64 before);
void weft_span_blocks_finish (WeftSpanBlocks *self);
void weft_span_blocks_clear (WeftSpanBlocks *self);

/* The lowest `n_bits` of the eight bytes, from bit `from` on. */
static inline guint64
weft_span_residual (const char *bytes, guint from, guint n_bits)
{
  guint64 word;

  memcpy (&word, bytes, sizeof word);
  return (GUINT64_FROM_LE (word) >> from) & (G_MAXUINT64 >> (64 - n_bits));
}

static inline gint64
weft_span_on_line (gint64 base, guint32 slope, guint at)
{
  return (gint64) ((guint64) base + ((guint64) slope * at >> WEFT_SPAN_SLOPE_SHIFT));
}

/* The block of a span, and the residuals of a span of a block. */
static inline const WeftSpanBlock *
weft_span_blocks_get (const WeftSpanBlocks *self, guint32 i)
{
  return &self->blocks[i / WEFT_SPANS_BLOCK];
}

static inline const char *
weft_span_blocks_get_residuals (const WeftSpanBlocks *self, const WeftSpanBlock *block, guint at)
{
  return self->bytes + block->first_byte + at * (guint) block->n_bytes;
}

/* Of span `at` of a block. */
static inline gint64
weft_span_block_start (const WeftSpanBlocks *self, const WeftSpanBlock *block, guint at)
{
  const char *residuals = weft_span_blocks_get_residuals (self, block, at);

  return (gint64) ((guint64) weft_span_on_line (block->start, block->start_slope, at)
                   + weft_span_residual (residuals, 0, block->start_bits));
}

static inline gint64
weft_span_block_before (const WeftSpanBlocks *self, const WeftSpanBlock *block, guint at)
{
  const guint bit = block->start_bits;
  const char *residuals = weft_span_blocks_get_residuals (self, block, at) + bit / 64 * 8;

  return (gint64) ((guint64) weft_span_on_line (block->before, block->before_slope, at)
                   + weft_span_residual (residuals, bit % 64, block->before_bits));
}

static inline gint64
weft_span_blocks_start (const WeftSpanBlocks *self, guint32 i)
{
  return weft_span_block_start (self, weft_span_blocks_get (self, i), i % WEFT_SPANS_BLOCK);
}

static inline gint64
weft_span_blocks_before (const WeftSpanBlocks *self, guint32 i)
{
  return weft_span_block_before (self, weft_span_blocks_get (self, i), i % WEFT_SPANS_BLOCK);
}

G_END_DECLS
