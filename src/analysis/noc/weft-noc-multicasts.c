/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-multicasts.h"

#include "weft-noc-trace-private.h"

#include <string.h>

/* Fewer receivers are not worth a multicast. */
#define MIN_RECEIVERS 4

/* Writes of one core, processor and network, one after the other. */
typedef struct
{
  guint32 bytes;      /* of each */
  guint64 link_bytes; /* of all of them together */
  guint n_tiles;
  guint16 *tiles; /* receivers, each once */
  gint64 first, last;
} Burst;

typedef struct
{
  const WeftNocCapture *capture;
  const WeftNocTopology *topology;
  WeftNocMulticasts *result;
  WeftNocRoute route;
  guint device;
  guint64 *saved; /* by tile of the device */
  gint64 *firsts; /* likewise */
  gint64 *lasts;  /* likewise */
  guint64 link_bytes;
} Search;

static gboolean
has_tile (const Burst *burst, guint tile)
{
  for (guint i = 0; i < burst->n_tiles; i++)
    if (burst->tiles[i] == tile)
      return TRUE;
  return FALSE;
}

/* The corners of the smallest rectangle with all receivers. FALSE where others that take multicasts,
 * but for the sender itself, lie in it. */
static gboolean
get_rectangle (const Search *self, const Burst *burst, guint from, guint *low, guint *high)
{
  guint width = self->topology->width, left = width, right = 0, top = G_MAXUINT, bottom = 0, n = 0;

  for (guint i = 0; i < burst->n_tiles; i++)
    {
      guint x = burst->tiles[i] % width, y = burst->tiles[i] / width;

      left = MIN (left, x);
      right = MAX (right, x);
      top = MIN (top, y);
      bottom = MAX (bottom, y);
    }
  for (guint y = top; y <= bottom; y++)
    for (guint x = left; x <= right; x++)
      {
        guint tile = y * width + x;

        n += weft_noc_topology_takes_multicast (self->topology, tile) && tile != from;
      }
  *low = top * width + left;
  *high = bottom * width + right;
  return n == burst->n_tiles;
}

static void
end_burst (Search *self, Burst *burst, guint noc, guint from)
{
  guint low, high;
  guint64 tree;

  if (burst->n_tiles >= MIN_RECEIVERS && get_rectangle (self, burst, from, &low, &high))
    {
      weft_noc_route_multicast (&self->route, self->topology, noc, from, noc == 0 ? low : high,
                                noc == 0 ? high : low);
      tree = (guint64) self->route.n_links * burst->bytes;
      if (tree < burst->link_bytes)
        {
          self->result->n_bursts++;
          self->result->saved_bytes += burst->link_bytes - tree;
          if (self->saved[from] == 0)
            self->firsts[from] = burst->first;
          self->saved[from] += burst->link_bytes - tree;
          self->lasts[from] = burst->last;
        }
    }
  burst->n_tiles = 0;
  burst->link_bytes = 0;
}

static void
add_transfer (Search *self, Burst *burst, const WeftNocTransfer *transfer, guint n_links)
{
  gboolean is_write = (transfer->flags & (WEFT_TRANSFER_READ | WEFT_TRANSFER_MULTICAST)) == 0;

  if (!is_write || transfer->bytes != burst->bytes || has_tile (burst, transfer->to))
    end_burst (self, burst, transfer->noc, transfer->from);
  if (!is_write)
    return;
  if (burst->n_tiles == 0)
    burst->first = transfer->issue;
  burst->bytes = transfer->bytes;
  burst->last = transfer->issue;
  burst->link_bytes += (guint64) n_links * transfer->bytes;
  if (!has_tile (burst, transfer->to))
    burst->tiles[burst->n_tiles++] = transfer->to;
}

static void
free_burst (gpointer data)
{
  Burst *burst = data;

  g_free (burst->tiles);
  g_free (burst);
}

/* The burst in hand of a core, processor and network. */
static Burst *
get_burst (Search *self, GHashTable *bursts, const WeftNocTransfer *transfer)
{
  const WeftNocTrace *trace = weft_noc_capture_get_trace (self->capture);
  guint core = (transfer->flags & WEFT_TRANSFER_READ) != 0 ? transfer->to : transfer->from;
  gpointer key =
    GUINT_TO_POINTER ((core * 256 + weft_noc_proc (trace, transfer->record)) * 2 + transfer->noc);
  Burst *burst = g_hash_table_lookup (bursts, key);

  if (burst == NULL)
    {
      burst = g_new0 (Burst, 1);
      burst->tiles = g_new (guint16, self->topology->n_tiles);
      g_hash_table_insert (bursts, key, burst);
    }
  return burst;
}

static void
search_device (Search *self)
{
  g_autoptr (GHashTable) bursts = g_hash_table_new_full (NULL, NULL, NULL, free_burst);
  guint32 n;
  const WeftNocTransfer *transfers =
    weft_noc_capture_get_transfers (self->capture, self->device, &n);
  GHashTableIter iter;
  gpointer key, burst;

  for (guint32 i = 0; i < n; i++)
    {
      guint n_series, n_links;

      weft_noc_capture_get_route (self->capture, transfers[i].route, &n_series, &n_links);
      self->link_bytes += (guint64) n_links * transfers[i].bytes;
      add_transfer (self, get_burst (self, bursts, &transfers[i]), &transfers[i], n_links);
    }
  g_hash_table_iter_init (&iter, bursts);
  while (g_hash_table_iter_next (&iter, &key, &burst))
    end_burst (self, burst, GPOINTER_TO_UINT (key) % 2, GPOINTER_TO_UINT (key) / 512);
}

void
weft_noc_multicasts_find (const WeftNocCapture *capture, WeftNocMulticasts *multicasts)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (capture, NULL);
  Search search = { .capture = capture, .topology = topology, .result = multicasts };
  guint64 most = 0;

  *multicasts = (WeftNocMulticasts){ 0 };
  weft_noc_route_init (&search.route, topology);
  search.saved = g_new (guint64, topology->n_tiles);
  search.firsts = g_new0 (gint64, topology->n_tiles);
  search.lasts = g_new0 (gint64, topology->n_tiles);
  for (search.device = 0; search.device < weft_noc_capture_get_n_devices (capture); search.device++)
    {
      memset (search.saved, 0, topology->n_tiles * sizeof *search.saved);
      search_device (&search);
      for (guint tile = 0; tile < topology->n_tiles; tile++)
        if (search.saved[tile] > most)
          {
            most = search.saved[tile];
            multicasts->device = search.device;
            multicasts->from = tile;
            multicasts->first = search.firsts[tile];
            multicasts->last = search.lasts[tile];
          }
    }
  if (search.link_bytes > 0)
    multicasts->saved_share = (double) multicasts->saved_bytes / (double) search.link_bytes;
  weft_noc_route_clear (&search.route);
  g_free (search.saved);
  g_free (search.firsts);
  g_free (search.lasts);
}
