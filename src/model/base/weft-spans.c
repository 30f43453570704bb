/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-spans.h"

/* --- making them ------------------------------------------------------------------------------------ */

/* Gives up the narrow spans, as a distance does not fit. */
static void
widen (WeftSpans *self)
{
  WeftSpan *wide = g_new (WeftSpan, self->n_room);

  for (guint32 i = 0; i < self->n; i++)
    wide[i] = (WeftSpan){ weft_spans_start (self, i), weft_spans_before (self, i) };
  g_free (self->wide);
  g_clear_pointer (&self->narrow, g_free);
  self->wide = wide;
  self->is_wide = TRUE;
}

static void
set_room (WeftSpans *self, guint32 n_room)
{
  self->n_room = n_room;
  if (self->is_wide)
    self->wide = g_renew (WeftSpan, self->wide, n_room);
  else
    {
      self->wide = g_renew (WeftSpan, self->wide, n_room / WEFT_SPANS_BLOCK + 1);
      self->narrow = g_renew (WeftNarrowSpan, self->narrow, n_room);
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

void
weft_spans_finish (WeftSpans *self)
{
  if (self->n == 0)
    return;
  set_room (self, self->n);
  weft_time_grid_init (&self->grid, weft_spans_start (self, 0),
                       weft_spans_start (self, self->n - 1), self->n);
  for (guint32 i = 0; i < self->n; i++)
    weft_time_grid_add (&self->grid, weft_spans_start (self, i), i);
  weft_time_grid_finish (&self->grid, self->n);
}

void
weft_spans_clear (WeftSpans *self)
{
  g_free (self->wide);
  g_free (self->narrow);
  weft_time_grid_clear (&self->grid);
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
