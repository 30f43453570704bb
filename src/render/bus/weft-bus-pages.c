/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-pages.h"

static int
compare_pages (gconstpointer a, gconstpointer b)
{
  const WeftBusPage *x = a, *y = b;

  if (x->n_accesses != y->n_accesses)
    return x->n_accesses > y->n_accesses ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

/* Pages of the region and how many accesses each has: (transfer full), WeftBusPage without
 * index. */
static GArray *
count_pages (const WeftBusIndex *index, guint region)
{
  WeftBusSnapshot *snapshot = weft_bus_index_get_snapshot (index);
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  GArray *pages = g_array_new (FALSE, TRUE, sizeof (WeftBusPage));
  GHashTableIter iter;
  gpointer number, count;

  for (guint32 i = 0; i < weft_bus_index_get_n_rows (index); i++)
    {
      WeftBusRecord record;

      weft_bus_snapshot_get_record (snapshot, weft_bus_index_get_row (index, i), &record);
      if (weft_bus_region_of (record.addr) != region)
        continue;
      number = GUINT_TO_POINTER (record.addr >> WEFT_BUS_PAGE_SHIFT);
      count = g_hash_table_lookup (counts, number);
      g_hash_table_insert (counts, number, GUINT_TO_POINTER (GPOINTER_TO_UINT (count) + 1));
    }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &number, &count))
    {
      const WeftBusPage page = { GPOINTER_TO_UINT (number), GPOINTER_TO_UINT (count), NULL };

      g_array_append_val (pages, page);
    }
  g_array_sort (pages, compare_pages);
  return pages;
}

static WeftBusIndex *
index_page (const WeftBusIndex *index, guint32 number, GCancellable *cancellable, GError **error)
{
  WeftBusSnapshot *snapshot = weft_bus_index_get_snapshot (index);
  g_autoptr (WeftBitset) rows = weft_bitset_new (snapshot->n_rows);

  for (guint32 i = 0; i < weft_bus_index_get_n_rows (index); i++)
    {
      guint32 row = weft_bus_index_get_row (index, i);
      WeftBusRecord record;

      weft_bus_snapshot_get_record (snapshot, row, &record);
      if (record.addr >> WEFT_BUS_PAGE_SHIFT == number)
        rows->words[row / 64] |= (guint64) 1 << row % 64;
    }
  weft_bitset_seal (rows);
  return weft_bus_index_new (snapshot, rows, cancellable, error);
}

WeftBusPages *
weft_bus_pages_new (WeftBusIndex *index, guint region, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftBusPages) self = g_new0 (WeftBusPages, 1);
  g_autoptr (GArray) pages = count_pages (index, region);

  g_atomic_ref_count_init (&self->ref_count);
  self->region = region;
  for (guint i = 0; i < MIN (pages->len, WEFT_BUS_MAX_PAGES); i++)
    {
      WeftBusPage *page = &self->pages[i];

      *page = g_array_index (pages, WeftBusPage, i);
      page->index = index_page (index, page->number, cancellable, error);
      if (page->index == NULL)
        return NULL;
      self->n_pages++;
    }
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
    weft_bus_index_unref (self->pages[i].index);
  g_free (self);
}
