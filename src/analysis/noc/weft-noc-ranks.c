/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-ranks.h"

#include "weft-noc-trace-private.h"

/* Whether each route is wanted, by its number; asked once for each. */
enum
{
  NOT_ASKED,
  IS_NOT,
  IS
};

static gboolean
loads_any (const guint32 *series, guint n_series, const guint32 *any, guint n_any)
{
  for (guint i = 0; i < n_series; i++)
    for (guint k = 0; k < n_any; k++)
      if (series[i] == any[k])
        return TRUE;
  return FALSE;
}

gboolean
weft_noc_route_is_wanted (const WeftNocCapture *capture, guint32 route, const WeftNocWanted *wanted)
{
  guint n_series, n_links;
  const guint32 *series = weft_noc_capture_get_route (capture, route, &n_series, &n_links);

  if (wanted->is_route)
    return route == wanted->route;
  return loads_any (series, n_series, wanted->any, wanted->n_any)
         && (wanted->n_also == 0 || loads_any (series, n_series, wanted->also, wanted->n_also));
}

static gboolean
ask (GByteArray *asked, const WeftNocCapture *capture, guint32 route, const WeftNocWanted *wanted)
{
  while (asked->len <= route)
    g_byte_array_append (asked, (const guint8[64]){ NOT_ASKED }, 64);
  if (asked->data[route] == NOT_ASKED)
    asked->data[route] = weft_noc_route_is_wanted (capture, route, wanted) ? IS : IS_NOT;
  return asked->data[route] == IS;
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
weft_noc_ranks_new (const WeftNocCapture *capture, guint device, const WeftNocWanted *wanted,
                    const WeftCycleRange *range, const WeftBitset *records)
{
  WeftNocRanks *self = g_new0 (WeftNocRanks, 1);
  GHashTable *places[WEFT_NOC_N_RANKS];
  guint32 n;
  const WeftNocTransfer *transfers = weft_noc_capture_find_issued (capture, device, range, &n);
  g_autoptr (GByteArray) asked = g_byte_array_new ();

  for (guint kind = 0; kind < WEFT_NOC_N_RANKS; kind++)
    {
      self->ranks[kind] = g_array_new (FALSE, FALSE, sizeof (WeftNocRank));
      places[kind] = g_hash_table_new (NULL, NULL);
    }
  for (guint32 i = 0; i < n; i++)
    {
      const WeftNocTransfer *transfer = &transfers[i];

      if (!weft_bitset_includes (records, transfer->record)
          || !ask (asked, capture, transfer->route, wanted))
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

GArray *
weft_noc_sum_routes (const WeftNocCapture *capture, guint device, const WeftCycleRange *range,
                     const WeftBitset *records)
{
  GArray *routes = g_array_new (FALSE, TRUE, sizeof (WeftNocUsedRoute));
  guint32 n, n_used = 0;
  const WeftNocTransfer *transfers = weft_noc_capture_find_issued (capture, device, range, &n);

  for (guint32 i = 0; i < n; i++)
    {
      const WeftNocTransfer *transfer = &transfers[i];
      gboolean is_read = (transfer->flags & WEFT_TRANSFER_READ) != 0;
      WeftNocUsedRoute *sum;

      if (!weft_bitset_includes (records, transfer->record))
        continue;
      if (transfer->route >= routes->len)
        g_array_set_size (routes, transfer->route + 1);
      sum = &g_array_index (routes, WeftNocUsedRoute, transfer->route);
      sum->n_transfers++;
      sum->n_reads += is_read;
      sum->bytes += transfer->bytes;
      sum->read_bytes += is_read ? transfer->bytes : 0;
    }
  for (guint32 route = 0; route < routes->len; route++)
    {
      WeftNocUsedRoute used = g_array_index (routes, WeftNocUsedRoute, route);

      used.route = route;
      if (used.bytes > 0)
        g_array_index (routes, WeftNocUsedRoute, n_used++) = used;
    }
  g_array_set_size (routes, n_used);
  return routes;
}

/* --- users -------------------------------------------------------------------------------------- */

WeftBitset *
weft_noc_find_users (const WeftNocCapture *capture, guint device, const WeftNocWanted *wanted,
                     const WeftBitset *records)
{
  WeftBitset *users = weft_bitset_new (weft_noc_capture_get_n_records (capture));
  guint n_devices = weft_noc_capture_get_n_devices (capture);
  g_autoptr (GByteArray) asked = g_byte_array_new ();

  for (guint i = 0; i < n_devices; i++)
    {
      guint32 n;
      const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, i, &n);

      for (guint32 k = 0; k < n && (wanted == NULL || i == device); k++)
        {
          guint32 record = transfers[k].record;

          if (weft_bitset_includes (records, record)
              && (wanted == NULL || ask (asked, capture, transfers[k].route, wanted)))
            users->words[record / 64] |= (guint64) 1 << record % 64;
        }
    }
  weft_bitset_seal (users);
  return users;
}
