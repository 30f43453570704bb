/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-span-items.h"

#include "weft-bulk.h"
#include "weft-huge-pages.h"

#include <string.h>

/* --- room ----------------------------------------------------------------------------------------- */

void
weft_span_room_reserve (WeftSpanRoom *self, guint32 n)
{
  if (n <= self->n)
    return;
  weft_span_room_clear (self);
  self->n = n;
  self->items = weft_bulk_alloc_anyway (n * sizeof *self->items);
  weft_huge_pages_use (self->items, n * sizeof *self->items);
  self->scratch = weft_bulk_alloc_anyway (n / 2 * sizeof *self->scratch);
}

void
weft_span_room_clear (WeftSpanRoom *self)
{
  weft_bulk_free (self->items);
  weft_bulk_free (self->scratch);
  *self = (WeftSpanRoom){ 0 };
}

/* --- order ---------------------------------------------------------------------------------------- */

static inline gboolean
comes_after (const WeftSpanItem *a, const WeftSpanItem *b)
{
  if (a->start != b->start)
    return a->start > b->start;
  if (a->end != b->end)
    return a->end < b->end;
  return a->row > b->row;
}

static void
merge_sort (WeftSpanItem *items, guint32 n, WeftSpanItem *scratch)
{
  guint32 half = n / 2, i = 0, j, k = 0;

  if (n < 2)
    return;
  merge_sort (items, half, scratch);
  merge_sort (items + half, n - half, scratch);
  if (!comes_after (&items[half - 1], &items[half]))
    return;
  memcpy (scratch, items, half * sizeof *items);
  for (j = half; i < half; k++)
    items[k] = j == n || !comes_after (&scratch[i], &items[j]) ? scratch[i++] : items[j++];
}

void
weft_span_items_sort (WeftSpanItem *items, guint32 n, WeftSpanItem *scratch)
{
  for (guint32 i = 1; i < n; i++)
    if (comes_after (&items[i - 1], &items[i]))
      {
        merge_sort (items, n, scratch);
        return;
      }
}

/* --- unions --------------------------------------------------------------------------------------- */

void
weft_span_union_finish (WeftSpanUnion *self)
{
  if (self->end > self->start)
    weft_spans_add (self->spans, self->start, self->end);
}

void
weft_span_union_add (WeftSpanUnion *self, gint64 start, gint64 end)
{
  if (end > start && self->end > self->start && start <= self->end)
    self->end = MAX (self->end, end);
  else if (end > start)
    {
      weft_span_union_finish (self);
      self->start = start;
      self->end = end;
    }
}

void
weft_span_items_unite (const WeftSpanItem *items, guint32 n, WeftSpans *result)
{
  WeftSpanUnion all = { .spans = result };

  for (guint32 i = 0; i < n; i++)
    weft_span_union_add (&all, items[i].start, items[i].end);
  weft_span_union_finish (&all);
  weft_spans_finish (result);
}

void
weft_spans_unite (const WeftSpans *a, const WeftSpans *b, WeftSpans *result)
{
  WeftSpanUnion all = { .spans = result };

  for (guint32 i = 0, j = 0; i < a->n || j < b->n;)
    if (j == b->n || (i < a->n && weft_spans_start (a, i) <= weft_spans_start (b, j)))
      {
        weft_span_union_add (&all, weft_spans_start (a, i), weft_spans_end (a, i));
        i++;
      }
    else
      {
        weft_span_union_add (&all, weft_spans_start (b, j), weft_spans_end (b, j));
        j++;
      }
  weft_span_union_finish (&all);
  weft_spans_finish (result);
}
