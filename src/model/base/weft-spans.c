/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-spans.h"

#include "weft-bulk.h"

/* --- making them ------------------------------------------------------------------------------------ */

/* Gives up the narrow spans, as a distance does not fit. */
static void
widen (WeftSpans *self)
{
  WeftSpan *wide = weft_bulk_alloc_anyway (self->n_room * sizeof *wide);

  for (guint32 i = 0; i < self->n; i++)
    wide[i] = (WeftSpan){ weft_spans_start (self, i), weft_spans_before (self, i) };
  weft_bulk_free (self->wide);
  g_clear_pointer (&self->narrow, weft_bulk_free);
  self->wide = wide;
  self->is_wide = TRUE;
}

static void
set_room (WeftSpans *self, guint32 n_room)
{
  self->n_room = n_room;
  if (self->is_wide)
    self->wide = weft_bulk_resize_anyway (self->wide, n_room * sizeof *self->wide);
  else
    {
      self->wide =
        weft_bulk_resize_anyway (self->wide, (n_room / WEFT_SPANS_BLOCK + 1) * sizeof *self->wide);
      self->narrow = weft_bulk_resize_anyway (self->narrow, n_room * sizeof *self->narrow);
    }
}

void
weft_spans_reserve (WeftSpans *self, guint32 n)
{
  if (n > self->n_room)
    set_room (self, n);
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
  const WeftSpan span = { start, self->sum };
  const WeftSpan *block;

  if (self->n == self->n_room)
    set_room (self, MAX (self->n_room + self->n_room / 2, 4));
  if (!self->is_wide && self->n % WEFT_SPANS_BLOCK == 0)
    self->wide[self->n / WEFT_SPANS_BLOCK] = span;
  block = &self->wide[self->n / WEFT_SPANS_BLOCK];
  if (!self->is_wide
      && MAX (distance (block->start, start), distance (block->before, self->sum)) > G_MAXUINT32)
    widen (self);
  if (self->is_wide)
    self->wide[self->n] = span;
  else
    self->narrow[self->n] = (WeftNarrowSpan){ (guint32) distance (block->start, start),
                                              (guint32) distance (block->before, self->sum) };
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
}

void
weft_spans_finish (WeftSpans *self)
{
  if (self->n == 0)
    return;
  if (self->n_room > self->n)
    set_room (self, self->n);
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
  weft_bulk_free (self->wide);
  weft_bulk_free (self->narrow);
  weft_time_grid_clear (&self->grid);
  weft_span_peaks_clear (&self->peaks);
  weft_bulk_free (self->cells);
  weft_bulk_free (self->cell_blocks);
  *self = (WeftSpans){ 0 };
}

/* --- asking them ------------------------------------------------------------------------------------ */

/* The first span from `low` on that does not begin before `time`. */
static guint32
find_start (const WeftSpans *self, guint32 low, gint64 time)
{
  guint32 first = 0, high = self->n;

  weft_time_grid_narrow (&self->grid, time, &first, &high);
  low = MAX (low, first);
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (weft_spans_start (self, middle) < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

guint32
weft_spans_find (const WeftSpans *self, gint64 time)
{
  guint32 place = find_start (self, 0, time);

  /* Of those that begin earlier only the last one can still be under way. */
  return place > 0 && weft_spans_end (self, place - 1) > time ? place - 1 : place;
}

/* Spans that are looked at one after the other before the grid is asked: a processor guesses that it goes on, and is
 * wrong once. */
#define N_NEXT 16u

gint64
weft_spans_count_from (const WeftSpans *self, guint32 *from, gint64 time)
{
  guint32 place = *from, near = MIN (self->n - place, N_NEXT) + place;
  gint64 before, into;

  while (place < near && weft_spans_start (self, place) < time)
    place++;
  if (place == near && near < self->n)
    place = find_start (self, place, time);
  before = weft_spans_before (self, place);
  *from = place;
  if (place == 0)
    return before;
  /* Of those that begin earlier only the last one can still be under way. */
  into = time - weft_spans_start (self, place - 1);
  if (into >= weft_spans_length (self, place - 1))
    return before;
  *from = place - 1;
  return weft_spans_before (self, place - 1) + into;
}

/* The cell of the grid that a time lies in; n_cells: it lies behind all. */
static inline guint32
find_cell (const WeftTimeGrid *grid, gint64 time)
{
  guint64 cell = time > grid->first ? weft_time_grid_get_cell (grid, time) : 0;

  return (guint32) MIN (cell, grid->n_cells);
}

/* Where a time is looked for. */
typedef struct
{
  guint32 low;
  guint32 high;
} Range;

/* Into the second cache, of which a processor fetches more at a time. */
static inline void
prefetch (const WeftSpans *self, guint32 place)
{
  __builtin_prefetch (&self->wide[place / WEFT_SPANS_BLOCK], 0, 2);
  __builtin_prefetch (&self->narrow[place], 0, 2);
}

/* The first span of the range that does not begin before `time`; without a branch on what is found, which a processor
 * could but guess. */
static guint32
search_range (const WeftSpans *self, Range range, gint64 time)
{
  guint32 n = range.high - range.low, low = range.low;

  while (n > 0)
    {
      guint32 half = (n + 1) / 2;

      low += weft_spans_start (self, low + half - 1) < time ? half : 0;
      n -= half;
    }
  return low;
}

void
weft_spans_look_up (const WeftSpans *self, const gint64 *times, guint n, WeftSpansAt *found)
{
  Range ranges[WEFT_SPANS_TIMES];

  if (self->grid.n_cells > 0)
    for (guint i = 0; i < n; i++)
      __builtin_prefetch (&self->grid.places[find_cell (&self->grid, times[i])]);
  for (guint i = 0; i < n; i++)
    {
      ranges[i] = (Range){ 0, self->n };
      weft_time_grid_narrow (&self->grid, times[i], &ranges[i].low, &ranges[i].high);
      if (!self->is_wide)
        {
          prefetch (self, MAX (ranges[i].low, 1) - 1);
          prefetch (self, ranges[i].high);
        }
    }
  for (guint i = 0; i < n; i++)
    {
      guint32 place = search_range (self, ranges[i], times[i]);
      gint64 before = weft_spans_before (self, place);

      /* Of those that begin earlier only the last one can still be under way. */
      if (place > 0)
        {
          guint64 into = distance (weft_spans_start (self, place - 1), times[i]);
          guint64 length = (guint64) weft_spans_length (self, place - 1);

          if (into < length)
            {
              place--;
              before = (gint64) ((guint64) before - length + into);
            }
        }
      found[i] = (WeftSpansAt){ place, place, before };
    }
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
  return weft_spans_count_at (self, time, weft_spans_find (self, time));
}

gint64
weft_spans_count (const WeftSpans *self, gint64 start, gint64 end)
{
  if (end <= start)
    return 0;
  return weft_spans_count_before (self, end) - weft_spans_count_before (self, start);
}
