/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-pages.h"

#define N_PAGES (1u << (32 - WEFT_BUS_PAGE_SHIFT))

static int
compare_pages (gconstpointer a, gconstpointer b)
{
  const WeftBusPage *x = a, *y = b;

  if (x->n_accesses != y->n_accesses)
    return x->n_accesses > y->n_accesses ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

/* Accesses between two looks at whether it is cancelled. */
#define N_AT_ONCE (1u << 16)

typedef void (*AccessFunction) (gpointer data, const WeftBusRecord *record);

/* In the order of their ends. FALSE when cancelled. */
static gboolean
for_each_access (const WeftBusIndex *index, guint region, GCancellable *cancellable, GError **error,
                 AccessFunction function, gpointer data)
{
  const WeftBusSnapshot *snapshot = weft_bus_index_get_snapshot (index);
  const guint32 n_rows = weft_bus_index_get_n_rows (index);

  for (guint32 i = 0; i < n_rows; i++)
    {
      WeftBusRecord record;

      if (i % N_AT_ONCE == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      weft_bus_snapshot_get_record (snapshot, weft_bus_index_get_row (index, i), &record);
      if (weft_bus_region_of (record.addr) == region)
        function (data, &record);
    }
  return TRUE;
}

static void
count (gpointer data, const WeftBusRecord *record)
{
  guint32 *counts = data;

  counts[record->addr >> WEFT_BUS_PAGE_SHIFT]++;
}

/* The busiest of the pages that are counted: (transfer full), WeftBusPage without sums. */
static GArray *
list_pages (const guint32 *counts)
{
  GArray *pages = g_array_new (FALSE, TRUE, sizeof (WeftBusPage));

  for (guint32 number = 0; number < N_PAGES; number++)
    if (counts[number] > 0)
      {
        const WeftBusPage page = { number, counts[number], NULL };

        g_array_append_val (pages, page);
      }
  g_array_sort (pages, compare_pages);
  g_array_set_size (pages, MIN (pages->len, WEFT_BUS_MAX_PAGES));
  return pages;
}

/* The sums by page; NULL: it is none of the busiest. */
static void
add_to_sums (gpointer data, const WeftBusRecord *record)
{
  WeftBusPrefixSums *const *sums = data;
  WeftBusPrefixSums *of_page = sums[record->addr >> WEFT_BUS_PAGE_SHIFT];
  WeftBusSpan span;

  if (of_page == NULL)
    return;
  weft_bus_access_get_span (record, &span);
  weft_bus_prefix_sums_add (of_page, span.end,
                            weft_bus_access_get_wait (record, weft_bus_access_get_elapsed (record)),
                            record->retries);
}

WeftBusPages *
weft_bus_pages_new (WeftBusIndex *index, guint region, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftBusPages) self = g_new0 (WeftBusPages, 1);
  g_autofree guint32 *counts = g_new0 (guint32, N_PAGES);
  g_autofree WeftBusPrefixSums **sums = g_new0 (WeftBusPrefixSums *, N_PAGES);
  g_autoptr (GArray) pages = NULL;

  g_atomic_ref_count_init (&self->ref_count);
  self->region = region;
  if (!for_each_access (index, region, cancellable, error, count, counts))
    return NULL;
  pages = list_pages (counts);
  self->n_pages = pages->len;
  for (guint i = 0; i < pages->len; i++)
    {
      WeftBusPage *page = &self->pages[i];

      *page = g_array_index (pages, WeftBusPage, i);
      sums[page->number] = page->sums = weft_bus_prefix_sums_new ();
    }
  if (!for_each_access (index, region, cancellable, error, add_to_sums, sums))
    return NULL;
  for (guint i = 0; i < self->n_pages; i++)
    weft_bus_prefix_sums_end (self->pages[i].sums);
  return g_steal_pointer (&self);
}

WeftBusPages *
weft_bus_pages_ref (WeftBusPages *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_bus_pages_unref (WeftBusPages *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < self->n_pages; i++)
    weft_bus_prefix_sums_free (self->pages[i].sums);
  g_free (self);
}
