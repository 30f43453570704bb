/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-sealed-column.h"

#include <glib.h>

G_BEGIN_DECLS

/* Where spans start and how many ticks lie in those before them, in few bits: two numbers that do not fall, by place.
 * Those of a block lie near two lines, and each is what its line says there plus a residual of as many bits as the
 * largest of the block needs. The two residuals of a span lie side by side, so that little memory is looked at.
 * Zero-initialize, add all, finish; then immutable, for any thread. */

/* Spans of a block. */
#define WEFT_SPANS_BLOCK 64u

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
  guint64 first_word : 48; /* of the residuals */
  guint64 start_bits : 8;  /* of a residual: 1 to 57, or 64 in both */
  guint64 before_bits : 8;
} WeftSpanBlock;

typedef struct
{
  guint32 n;
  WeftSpanBlock *blocks;
  guint64 *words;      /* residuals, from the lowest bit of the lowest byte on, and one more */
  WeftOpenSpans *open; /* while they are added: of the last block */
  guint32 n_block_room;
  guint64 n_words;
  guint64 n_word_room;
} WeftSpanBlocks;

/* Makes room for so many, where that is known; then adds one, before which so many ticks lie in others. */
void weft_span_blocks_reserve (WeftSpanBlocks *self, guint32 n);
void weft_span_blocks_add (WeftSpanBlocks *self, gint64 start, gint64 before);
void weft_span_blocks_finish (WeftSpanBlocks *self);
void weft_span_blocks_clear (WeftSpanBlocks *self);

/* `n_bits` of residuals, from bit `bit` of them on. */
static inline guint64
weft_span_residual (const char *residuals, guint bit, guint n_bits)
{
  guint64 word;

  memcpy (&word, residuals + bit / 8, sizeof word);
  return (weft_sealed_word (word) >> bit % 8) & (G_MAXUINT64 >> (64 - n_bits));
}

static inline gint64
weft_span_on_line (gint64 base, guint32 slope, guint at)
{
  return (gint64) ((guint64) base + ((guint64) slope * at >> WEFT_SPAN_SLOPE_SHIFT));
}

/* Of span `at` of a block, whose residuals these are. */
static inline gint64
weft_span_block_start (const WeftSpanBlock *block, const char *residuals, guint at)
{
  guint bit = at * (guint) (block->start_bits + block->before_bits);

  return (gint64) ((guint64) weft_span_on_line (block->start, block->start_slope, at)
                   + weft_span_residual (residuals, bit, block->start_bits));
}

static inline gint64
weft_span_block_before (const WeftSpanBlock *block, const char *residuals, guint at)
{
  guint bit = at * (guint) (block->start_bits + block->before_bits) + block->start_bits;

  return (gint64) ((guint64) weft_span_on_line (block->before, block->before_slope, at)
                   + weft_span_residual (residuals, bit, block->before_bits));
}

/* The block of a span, and the residuals of a block. */
static inline const WeftSpanBlock *
weft_span_blocks_get (const WeftSpanBlocks *self, guint32 i)
{
  return &self->blocks[i / WEFT_SPANS_BLOCK];
}

static inline const char *
weft_span_blocks_get_residuals (const WeftSpanBlocks *self, const WeftSpanBlock *block)
{
  return (const char *) (self->words + block->first_word);
}

static inline gint64
weft_span_blocks_start (const WeftSpanBlocks *self, guint32 i)
{
  const WeftSpanBlock *block = weft_span_blocks_get (self, i);

  return weft_span_block_start (block, weft_span_blocks_get_residuals (self, block),
                                i % WEFT_SPANS_BLOCK);
}

static inline gint64
weft_span_blocks_before (const WeftSpanBlocks *self, guint32 i)
{
  const WeftSpanBlock *block = weft_span_blocks_get (self, i);

  return weft_span_block_before (block, weft_span_blocks_get_residuals (self, block),
                                 i % WEFT_SPANS_BLOCK);
}

G_END_DECLS
