/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-span-blocks.h"

#include "weft-bulk.h"

/* Bits of both residuals of a span where they do not fit into one word. */
#define WHOLE 64u

/* A line, and the bits of what it is off by. */
typedef struct
{
  gint64 base;
  guint32 slope;
  guint bits;
} Fit;

static void
set_block_room (WeftSpanBlocks *self, guint32 n_blocks)
{
  self->n_block_room = n_blocks;
  self->blocks = weft_bulk_resize_anyway (self->blocks, n_blocks * sizeof *self->blocks);
}

static void
set_byte_room (WeftSpanBlocks *self, gsize n_bytes)
{
  self->n_byte_room = n_bytes;
  self->bytes = weft_bulk_resize_anyway (self->bytes, n_bytes);
}

static guint32
count_blocks (guint32 n)
{
  return n / WEFT_SPANS_BLOCK + (n % WEFT_SPANS_BLOCK != 0);
}

void
weft_span_blocks_reserve (WeftSpanBlocks *self, guint32 n)
{
  if (count_blocks (n) > self->n_block_room)
    set_block_room (self, count_blocks (n));
}

/* The slope from the first to the last of `n` numbers, as far as it can be said. */
static guint32
find_slope (guint64 rise, guint n)
{
  if (n < 2 || rise > G_MAXUINT64 >> WEFT_SPAN_SLOPE_SHIFT)
    return 0;
  return (guint32) MIN ((rise << WEFT_SPAN_SLOPE_SHIFT) / (n - 1), G_MAXUINT32);
}

/* The line of `n` numbers (1 or more). */
static Fit
fit (const gint64 *numbers, guint n)
{
  const guint32 slope = find_slope ((guint64) numbers[n - 1] - (guint64) numbers[0], n);
  gint64 least = G_MAXINT64, most = G_MININT64;
  guint64 range;

  for (guint at = 0; at < n; at++)
    {
      gint64 off = (gint64) ((guint64) numbers[at] - (guint64) weft_span_on_line (0, slope, at));

      least = MIN (least, off);
      most = MAX (most, off);
    }
  range = (guint64) most - (guint64) least;
  return (Fit){ least, slope, 64 - (guint) __builtin_clzll (range | 1) };
}

static guint64
off_line (gint64 number, const Fit *line, guint at)
{
  return (guint64) number - (guint64) weft_span_on_line (line->base, line->slope, at);
}

static void
put_word (char *bytes, guint64 word)
{
  word = GUINT64_TO_LE (word);
  memcpy (bytes, &word, sizeof word);
}

/* Packs `n` of the open spans as the block that begins with span `first`. */
static void
pack (WeftSpanBlocks *self, guint32 first, guint n)
{
  Fit start = fit (self->open->starts, n), before = fit (self->open->befores, n);
  guint n_bytes;
  char *bytes;

  if (start.bits + before.bits > 64)
    start.bits = before.bits = WHOLE;
  n_bytes = (start.bits + before.bits + 7) / 8;
  self->blocks[first / WEFT_SPANS_BLOCK] =
    (WeftSpanBlock){ start.base,    before.base, start.slope, before.slope,
                     self->n_bytes, n_bytes,     start.bits,  before.bits };
  if (self->n_bytes + n * n_bytes + WEFT_SPANS_MORE > self->n_byte_room)
    set_byte_room (self, self->n_bytes + n * n_bytes + WEFT_SPANS_MORE + self->n_bytes / 2);
  bytes = self->bytes + self->n_bytes;
  /* Bytes that a word has too many are written over by the next. */
  for (guint at = 0; at < n; at++, bytes += n_bytes)
    {
      guint64 of_start = off_line (self->open->starts[at], &start, at),
              of_before = off_line (self->open->befores[at], &before, at);

      put_word (bytes, start.bits == WHOLE ? of_start : of_start | of_before << start.bits);
      if (start.bits == WHOLE)
        put_word (bytes + 8, of_before);
    }
  self->n_bytes += n * n_bytes;
}

void
weft_span_blocks_add (WeftSpanBlocks *self, gint64 start, gint64 before)
{
  const guint at = self->n % WEFT_SPANS_BLOCK;

  if (self->open == NULL)
    self->open = g_new (WeftOpenSpans, 1);
  if (self->n / WEFT_SPANS_BLOCK == self->n_block_room)
    set_block_room (self, self->n_block_room + self->n_block_room / 2 + 1);
  self->open->starts[at] = start;
  self->open->befores[at] = before;
  self->n++;
  if (at + 1 == WEFT_SPANS_BLOCK)
    pack (self, self->n - WEFT_SPANS_BLOCK, WEFT_SPANS_BLOCK);
}

void
weft_span_blocks_finish (WeftSpanBlocks *self)
{
  const guint n_open = self->n % WEFT_SPANS_BLOCK;

  if (self->n == 0)
    return;
  if (n_open > 0)
    pack (self, self->n - n_open, n_open);
  g_clear_pointer (&self->open, g_free);
  if (self->n_block_room > count_blocks (self->n))
    set_block_room (self, count_blocks (self->n));
  if (self->n_byte_room > self->n_bytes + WEFT_SPANS_MORE)
    set_byte_room (self, self->n_bytes + WEFT_SPANS_MORE);
}

void
weft_span_blocks_clear (WeftSpanBlocks *self)
{
  weft_bulk_free (self->blocks);
  weft_bulk_free (self->bytes);
  g_free (self->open);
  *self = (WeftSpanBlocks){ 0 };
}
