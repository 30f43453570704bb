/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-ranks.h"

#include "weft-noc-cells.h"

/* Whether each route loads the series, by its number; asked once for each. */
enum { NOT_ASKED, DOES_NOT, DOES };

static gboolean
loads (const WeftNocCapture *capture, guint32 route, guint32 series)
{
  guint n_series, n_links;
  const guint32 *all = weft_noc_capture_get_route (capture, route, &n_series, &n_links);

  for (guint i = 0; i < n_series; i++)
    if (all[i] == series)
      return TRUE;
  return FALSE;
}

static void
add (GHashTable *places, GArray *ranks, guint32 key, guint32 bytes)
{
  gpointer place = g_hash_table_lookup (places, GUINT_TO_POINTER (key));
  WeftNocRank *rank;

  if (place == NULL)
    {
      WeftNocRank new_rank = { .key = key };

      g_array_append_val (ranks, new_rank);
      place = GUINT_TO_POINTER (ranks->len);
      g_hash_table_insert (places, GUINT_TO_POINTER (key), place);
    }
  rank = &g_array_index (ranks, WeftNocRank, GPOINTER_TO_UINT (place) - 1);
  rank->bytes += bytes;
  rank->n_transfers++;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const WeftNocRank *x = a, *y = b;

  if (x->bytes != y->bytes)
    return x->bytes > y->bytes ? -1 : 1;
  return (x->key > y->key) - (x->key < y->key);
}

static guint32
get_key (const WeftNocCapture *capture, const WeftNocTransfer *transfer, guint kind)
{
  guint32 n_zones;

  switch (kind)
    {
    case WEFT_NOC_RANK_CORE:
      return (transfer->flags & WEFT_TRANSFER_READ) != 0 ? transfer->to : transfer->from;
    case WEFT_NOC_RANK_ZONE:
      return transfer->zone != WEFT_NO_ROW
               ? weft_noc_capture_get_zones (capture, &n_zones)[transfer->zone].name_id
               : G_MAXUINT32;
    default:
      return weft_noc_type (weft_noc_capture_get_trace (capture), transfer->record);
    }
}

WeftNocRanks *
weft_noc_ranks_new (const WeftNocCapture *capture, guint device, guint32 series,
                    const WeftCycleRange *range, const WeftBitset *records)
{
  WeftNocRanks *self = g_new0 (WeftNocRanks, 1);
  GHashTable *places[WEFT_NOC_N_RANKS];
  guint32 n;
  const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, device, &n);
  g_autoptr (GByteArray) asked = g_byte_array_new ();

  for (guint kind = 0; kind < WEFT_NOC_N_RANKS; kind++)
    {
      self->ranks[kind] = g_array_new (FALSE, FALSE, sizeof (WeftNocRank));
      places[kind] = g_hash_table_new (NULL, NULL);
    }
  for (guint32 i = 0; i < n; i++)
    {
      const WeftNocTransfer *transfer = &transfers[i];

      if (transfer->issue < range->from || transfer->issue >= range->to
          || !weft_bitset_lets (records, transfer->record))
        continue;
      while (asked->len <= transfer->route)
        g_byte_array_append (asked, (const guint8[64]) { NOT_ASKED }, 64);
      if (asked->data[transfer->route] == NOT_ASKED)
        asked->data[transfer->route] = loads (capture, transfer->route, series) ? DOES : DOES_NOT;
      if (asked->data[transfer->route] == DOES_NOT)
        continue;
      self->bytes += transfer->bytes;
      self->n_transfers++;
      for (guint kind = 0; kind < WEFT_NOC_N_RANKS; kind++)
        add (places[kind], self->ranks[kind], get_key (capture, transfer, kind), transfer->bytes);
    }
  for (guint kind = 0; kind < WEFT_NOC_N_RANKS; kind++)
    {
      g_array_sort (self->ranks[kind], compare);
      g_hash_table_unref (places[kind]);
    }
  return self;
}

void
weft_noc_ranks_free (WeftNocRanks *self)
{
  for (guint kind = 0; kind < WEFT_NOC_N_RANKS; kind++)
    g_array_unref (self->ranks[kind]);
  g_free (self);
}

/* --- routes ------------------------------------------------------------------------------------- */

static int
compare_routes (gconstpointer a, gconstpointer b)
{
  const WeftNocUsedRoute *x = a, *y = b;

  return (x->bytes < y->bytes) - (x->bytes > y->bytes);
}

/* Bytes by route of the transfers that were issued in the interval. */
static GArray *
sum_routes (const WeftNocCapture *capture, guint device, const WeftCycleRange *range,
            const WeftBitset *records)
{
  GArray *sums = g_array_new (FALSE, TRUE, sizeof (WeftNocUsedRoute));
  guint32 n;
  const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, device, &n);

  for (guint32 i = 0; i < n; i++)
    {
      const WeftNocTransfer *transfer = &transfers[i];

      if (transfer->issue < range->from || transfer->issue >= range->to
          || !weft_bitset_lets (records, transfer->record))
        continue;
      if (transfer->route >= sums->len)
        g_array_set_size (sums, transfer->route + 1);
      g_array_index (sums, WeftNocUsedRoute, transfer->route).bytes += transfer->bytes;
    }
  return sums;
}

GArray *
weft_noc_find_routes (const WeftNocCapture *capture, guint device, const guint32 *series,
                      guint n_series, const WeftCycleRange *range, const WeftBitset *records,
                      guint max)
{
  g_autoptr (GArray) sums = sum_routes (capture, device, range, records);
  GArray *routes = g_array_new (FALSE, FALSE, sizeof (WeftNocUsedRoute));

  for (guint32 route = 0; route < sums->len; route++)
    {
      WeftNocUsedRoute used = { route, g_array_index (sums, WeftNocUsedRoute, route).bytes };
      gboolean found = FALSE;

      for (guint i = 0; i < n_series && used.bytes > 0 && !found; i++)
        found = loads (capture, route, series[i]);
      if (found)
        g_array_append_val (routes, used);
    }
  g_array_sort (routes, compare_routes);
  g_array_set_size (routes, MIN (routes->len, max));
  return routes;
}
