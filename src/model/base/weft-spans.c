/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-spans.h"

#include "weft-bulk.h"

/* --- making them ------------------------------------------------------------------------------------ */

void
weft_spans_reserve (WeftSpans *self, guint32 n)
{
  weft_span_blocks_reserve (&self->blocks, n);
}

/* From one to the other, which is not before it. */
static inline guint64
distance (gint64 from, gint64 to)
{
  return (guint64) to - (guint64) from;
}

void
weft_spans_add (WeftSpans *self, gint64 start, gint64 end)
{
  weft_span_blocks_add (&self->blocks, start, self->sum);
  self->n++;
  self->longest = MAX (self->longest, end - start);
  self->sum = (gint64) ((guint64) self->sum + distance (start, end));
}

/* Cells whose blocks are longer than this have no room for what lies in them. */
#define MAX_CELL_SHIFT (32 - 6 - 1)

static void
make_cells (WeftSpans *self)
{
  const WeftTimeGrid *grid = &self->grid;
  gint64 before;

  G_STATIC_ASSERT (WEFT_SPANS_BLOCK == 1 << 6);
  if (grid->n_cells == 0 || grid->shift > MAX_CELL_SHIFT)
    return;
  self->cells = weft_bulk_alloc_anyway (((gsize) grid->n_cells + 1) * sizeof *self->cells);
  self->cell_blocks =
    weft_bulk_alloc_anyway ((grid->n_cells / WEFT_SPANS_BLOCK + 1) * sizeof *self->cell_blocks);
  for (guint32 i = 0; i <= grid->n_cells; i++)
    {
      guint32 place = grid->places[i];
      guint64 edge = (guint64) i << grid->shift; /* from the first on */

      before = weft_spans_before (self, place);
      if (place > 0 && distance (grid->first, weft_spans_end (self, place - 1)) > edge)
        before -= (gint64) (distance (grid->first, weft_spans_end (self, place - 1)) - edge);
      if (i % WEFT_SPANS_BLOCK == 0)
        self->cell_blocks[i / WEFT_SPANS_BLOCK] = before;
      self->cells[i] =
        (WeftSpanCell){ place, (guint32) (before - self->cell_blocks[i / WEFT_SPANS_BLOCK]) };
    }
  /* The cells have them, too. */
  weft_time_grid_clear (&self->grid);
}

void
weft_spans_finish (WeftSpans *self)
{
  if (self->n == 0)
    return;
  weft_span_blocks_finish (&self->blocks);
  weft_time_grid_init (&self->grid, weft_spans_start (self, 0),
                       weft_spans_start (self, self->n - 1), self->n);
  for (guint32 i = 0; i < self->n; i++)
    weft_time_grid_add (&self->grid, weft_spans_start (self, i), i);
  weft_time_grid_finish (&self->grid, self->n);
  make_cells (self);
  weft_span_peaks_reserve (&self->peaks, self->n);
  for (guint32 i = 0; i < self->n; i++)
    weft_span_peaks_add (&self->peaks, i, weft_spans_length (self, i));
}

void
weft_spans_clear (WeftSpans *self)
{
  weft_span_blocks_clear (&self->blocks);
  weft_time_grid_clear (&self->grid);
  weft_span_peaks_clear (&self->peaks);
  weft_bulk_free (self->cells);
  weft_bulk_free (self->cell_blocks);
  *self = (WeftSpans){ 0 };
}

/* --- asking them ------------------------------------------------------------------------------------ */

/* Where a time is looked for. */
typedef struct
{
  guint32 low;
  guint32 high;
} Range;

/* The first of `n` spans from place `at` of a block that does not begin before `time`; without a branch on what is found,
 * which a processor could but guess. */
static inline guint
search_block (const WeftSpans *self, const WeftSpanBlock *block, guint at, guint n, gint64 time)
{
  while (n > 0)
    {
      guint half = (n + 1) / 2;

      at += weft_span_block_start (&self->blocks, block, at + half - 1) < time ? half : 0;
      n -= half;
    }
  return at;
}

/* The first span of the range that does not begin before `time`. */
static guint32
search_range (const WeftSpans *self, Range range, gint64 time)
{
  const WeftSpanBlock *block;
  guint32 first;

  /* Down to those of one block, which mostly they are. */
  while (range.low < range.high
         && range.low / WEFT_SPANS_BLOCK != (range.high - 1) / WEFT_SPANS_BLOCK)
    {
      guint32 edge =
        (range.low + (range.high - range.low) / 2) / WEFT_SPANS_BLOCK * WEFT_SPANS_BLOCK;

      edge = MAX (edge, range.low / WEFT_SPANS_BLOCK * WEFT_SPANS_BLOCK + WEFT_SPANS_BLOCK);
      if (weft_spans_start (self, edge) < time)
        range.low = edge + 1;
      else
        range.high = edge;
    }
  if (range.low == range.high)
    return range.low;
  first = range.low / WEFT_SPANS_BLOCK * WEFT_SPANS_BLOCK;
  block = weft_span_blocks_get (&self->blocks, range.low);
  return first + search_block (self, block, range.low - first, range.high - range.low, time);
}

/* The cell of the grid that a time lies in; n_cells: it lies behind all. */
static inline guint32
find_cell (const WeftTimeGrid *grid, gint64 time)
{
  guint64 cell = time > grid->first ? weft_time_grid_get_cell (grid, time) : 0;

  return (guint32) MIN (cell, grid->n_cells);
}

/* Where the first span that does not begin before `time` is. */
static inline Range
narrow (const WeftSpans *self, gint64 time)
{
  Range range = { 0, self->n };
  guint32 cell;

  if (self->cells == NULL)
    {
      weft_time_grid_narrow (&self->grid, time, &range.low, &range.high);
      return range;
    }
  if (time <= self->grid.first)
    return (Range){ 0, 0 };
  cell = find_cell (&self->grid, time);
  if (cell == self->grid.n_cells)
    return (Range){ self->n, self->n };
  return (Range){ self->cells[cell].place, self->cells[cell + 1].place };
}

/* The first span from `low` on that does not begin before `time`. */
static guint32
find_start (const WeftSpans *self, guint32 low, gint64 time)
{
  Range range = narrow (self, time);

  range.low = MAX (low, range.low);
  return range.low < range.high ? search_range (self, range, time) : range.low;
}

/* All that is known of a time, before which the span of place `last`, of this block, is the last that begins. */
static inline WeftSpansAt
tell_in_block (const WeftSpans *self, const WeftSpanBlock *block, guint32 last, gint64 time)
{
  const guint at = last % WEFT_SPANS_BLOCK;
  const guint64 before = (guint64) weft_span_block_before (&self->blocks, block, at);
  const guint64 length = (guint64) weft_spans_length_in (self, block, last);
  const guint64 into = distance (weft_span_block_start (&self->blocks, block, at), time);
  /* Of those that begin earlier only the last one can still be under way. */
  const guint32 place = last + (into >= length);

  return (WeftSpansAt){ place, place, (gint64) (before + MIN (into, length)) };
}

/* The same, where `place` is the first span that does not begin before the time. */
static inline WeftSpansAt
tell (const WeftSpans *self, guint32 place, gint64 time)
{
  if (place == 0)
    return (WeftSpansAt){ 0, 0, 0 };
  return tell_in_block (self, weft_span_blocks_get (&self->blocks, place - 1), place - 1, time);
}

guint32
weft_spans_find (const WeftSpans *self, gint64 time)
{
  return tell (self, find_start (self, 0, time), time).least;
}

/* Spans that are looked at one after the other before the grid is asked: a processor guesses that it goes on, and is
 * wrong once. */
#define N_NEXT 16u

gint64
weft_spans_count_from (const WeftSpans *self, guint32 *from, gint64 time)
{
  guint32 place = *from, near = MIN (self->n - place, N_NEXT) + place;
  WeftSpansAt at;

  while (place < near && weft_spans_start (self, place) < time)
    place++;
  if (place == near && near < self->n)
    place = find_start (self, place, time);
  at = tell (self, place, time);
  *from = at.least;
  return at.before;
}

/* The residuals of a place, whose block must be there for it; into the second cache, of which a processor fetches more
 * at a time. */
static inline void
prefetch_residuals (const WeftSpans *self, guint32 place)
{
  const WeftSpanBlock *block = weft_span_blocks_get (&self->blocks, place);

  __builtin_prefetch (
    weft_span_blocks_get_residuals (&self->blocks, block, place % WEFT_SPANS_BLOCK), 0, 2);
}

static inline WeftSpansAt
find_in_range (const WeftSpans *self, Range range, gint64 time)
{
  const guint32 last = range.low - 1;
  const WeftSpanBlock *block;
  guint at;

  if (range.low == 0 || last / WEFT_SPANS_BLOCK != (range.high - 1) / WEFT_SPANS_BLOCK)
    return tell (self, search_range (self, range, time), time);
  /* Mostly the one before the range is of the same block as all in it. */
  block = weft_span_blocks_get (&self->blocks, last);
  at = search_block (self, block, last % WEFT_SPANS_BLOCK + 1, range.high - range.low, time);
  return tell_in_block (self, block, last - last % WEFT_SPANS_BLOCK + at - 1, time);
}

void
weft_spans_look_up (const WeftSpans *self, const gint64 *times, guint n, WeftSpansAt *found)
{
  Range ranges[WEFT_SPANS_TIMES];

  if (self->cells != NULL)
    for (guint i = 0; i < n; i++)
      __builtin_prefetch (&self->cells[find_cell (&self->grid, times[i])]);
  for (guint i = 0; i < n; i++)
    {
      ranges[i] = narrow (self, times[i]);
      __builtin_prefetch (weft_span_blocks_get (&self->blocks, MAX (ranges[i].low, 1) - 1), 0, 2);
    }
  for (guint i = 0; i < n && self->n > 0; i++)
    {
      prefetch_residuals (self, MAX (ranges[i].low, 1) - 1);
      prefetch_residuals (self, MIN (ranges[i].high, self->n - 1));
    }
  for (guint i = 0; i < n; i++)
    found[i] = find_in_range (self, ranges[i], times[i]);
}

static inline gint64
get_cell_before (const WeftSpans *self, guint32 cell)
{
  return self->cell_blocks[cell / WEFT_SPANS_BLOCK] + self->cells[cell].before;
}

static WeftSpansAt
estimate_in_cell (const WeftSpans *self, guint32 cell, gint64 time)
{
  const WeftTimeGrid *grid = &self->grid;
  guint32 low = self->cells[cell].place;
  gint64 before = get_cell_before (self, cell), more, into;

  if (time <= grid->first)
    return (WeftSpansAt){ 0, 0, 0 };
  if (cell == grid->n_cells) /* one span alone can end behind it */
    return (WeftSpansAt){ low - 1, low, weft_spans_count_before (self, time) };
  more = get_cell_before (self, cell + 1) - before;
  into = (gint64) (distance (grid->first, time) & (((guint64) 1 << grid->shift) - 1));
  return (WeftSpansAt){ low - (low > 0), self->cells[cell + 1].place,
                        before + (more * into >> grid->shift) };
}

void
weft_spans_estimate (const WeftSpans *self, const gint64 *times, guint n, WeftSpansAt *found)
{
  guint32 cells[WEFT_SPANS_TIMES];

  for (guint i = 0; i < n; i++)
    {
      cells[i] = find_cell (&self->grid, times[i]);
      __builtin_prefetch (&self->cells[cells[i]]);
    }
  for (guint i = 0; i < n; i++)
    found[i] = estimate_in_cell (self, cells[i], times[i]);
}

gint64
weft_spans_count_before (const WeftSpans *self, gint64 time)
{
  return tell (self, find_start (self, 0, time), time).before;
}

/* The place of the longest of the spans from `at`, + step and so on before `end` of a block, the next of which is in it,
 * too. Without a branch on what is found, which a processor could but guess. */
static guint
find_longest_in_block (const WeftSpans *self, const WeftSpanBlock *block, guint at, guint end,
                       guint step)
{
  guint longest = at;
  gint64 length = -1;

  for (; at < end; at += step)
    {
      /* Sums wrap. */
      gint64 this = (gint64) distance (weft_span_block_before (&self->blocks, block, at),
                                       weft_span_block_before (&self->blocks, block, at + 1));

      longest = this > length ? at : longest;
      length = MAX (length, this);
    }
  return longest;
}

guint32
weft_spans_find_longest (const WeftSpans *self, guint32 first, guint32 end, guint32 step)
{
  guint32 longest = first;
  gint64 length = -1;

  if (first / WEFT_SPANS_BLOCK == end / WEFT_SPANS_BLOCK && end < self->n)
    return first / WEFT_SPANS_BLOCK * WEFT_SPANS_BLOCK
           + find_longest_in_block (self, weft_span_blocks_get (&self->blocks, first),
                                    first % WEFT_SPANS_BLOCK, end % WEFT_SPANS_BLOCK, step);
  for (guint32 i = first; i < end; i += step)
    {
      gint64 this = weft_spans_length (self, i);

      longest = this > length ? i : longest;
      length = MAX (length, this);
    }
  return longest;
}

gint64
weft_spans_count (const WeftSpans *self, gint64 start, gint64 end)
{
  if (end <= start)
    return 0;
  return weft_spans_count_before (self, end) - weft_spans_count_before (self, start);
}
