/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-fabric.h"

#include "weft-noc-trace-private.h"

/* A packet goes over no more chips than this, whatever an event says. */
#define MAX_HOPS 64

#define EVENTS_PER_LOOK 65536u

typedef struct
{
  const WeftNocCapture *capture;
  const WeftNocTopology *topology;
  WeftNocCluster *cluster;
  WeftNocFabricTraffic *traffic;
  WeftNocRoute route;
  GHashTable *links; /* (device << 32 | link) → index in traffic->links */
} Inference;

/* One event that is followed on its way. */
typedef struct
{
  guint32 record;
  WeftNocFabric fabric;
  guint32 bytes;
  gint32 device; /* id of the chip it is on, */
  int x, y;      /* and tile */
  guint noc;
} Packet;

/* --- legs ------------------------------------------------------------------------------------- */

static gboolean
get_tile (const Inference *self, int x, int y, guint *tile)
{
  guint width = self->topology->width;

  if (x < 0 || y < 0 || x >= (int) width || y >= (int) self->topology->height)
    return FALSE;
  *tile = (guint) y * width + (guint) x;
  return TRUE;
}

static void
add_link (Inference *self, guint device, guint32 link, guint32 bytes)
{
  gint64 key = (gint64) device << 32 | link;
  gpointer place = g_hash_table_lookup (self->links, &key);
  WeftNocFabricLink *entry;

  if (place == NULL)
    {
      WeftNocFabricLink new_entry = { device, link, 0, 0 };

      g_array_append_val (self->traffic->links, new_entry);
      place = GUINT_TO_POINTER (self->traffic->links->len);
      g_hash_table_insert (self->links, g_memdup2 (&key, sizeof key), place);
    }
  entry = &g_array_index (self->traffic->links, WeftNocFabricLink, GPOINTER_TO_UINT (place) - 1);
  entry->bytes += bytes;
  entry->n_transfers++;
}

/* From the packet's tile to another one of its chip. FALSE where either is off the grid. Chips that
 * the trace has no events of are not drawn, but passed through. */
static gboolean
go_on_chip (Inference *self, Packet *packet, guint noc, int x, int y)
{
  guint from, to, device;

  if (noc >= WEFT_NOC_N_NOCS || !get_tile (self, packet->x, packet->y, &from)
      || !get_tile (self, x, y, &to))
    return FALSE;
  packet->x = x;
  packet->y = y;
  if (!weft_noc_capture_find_device (self->capture, packet->device, &device))
    return TRUE;
  weft_noc_route_unicast (&self->route, self->topology, noc, from, to);
  for (guint i = 0; i < self->route.n_links; i++)
    add_link (self, device, self->route.links[i], packet->bytes);
  return TRUE;
}

static void
add_chip_link (Inference *self, const WeftNocChipLink *link, guint32 bytes)
{
  GArray *links = self->traffic->chip_links;

  for (guint i = 0; i < links->len; i++)
    {
      WeftNocChipLink *entry = &g_array_index (links, WeftNocChipLink, i);

      if (entry->from_device != link->from_device || entry->from_channel != link->from_channel)
        continue;
      entry->bytes += bytes;
      entry->n_transfers++;
      return;
    }
  g_array_append_val (links, *link);
  g_array_index (links, WeftNocChipLink, links->len - 1).bytes = bytes;
  g_array_index (links, WeftNocChipLink, links->len - 1).n_transfers = 1;
}

/* Over the cable of `channel`, which becomes the one that the packet came in by. */
static gboolean
go_over_cable (Inference *self, Packet *packet, gint32 *channel)
{
  WeftNocChipLink link = { .from_device = packet->device, .from_channel = *channel };

  if (!weft_noc_cluster_get_remote (self->cluster, packet->device, *channel, &link.to_device,
                                    &link.to_channel)
      || !weft_noc_cluster_get_channel (self->cluster, link.to_channel, &packet->x, &packet->y))
    return FALSE;
  add_chip_link (self, &link, packet->bytes);
  packet->device = link.to_device;
  *channel = link.to_channel;
  return TRUE;
}

/* To all tiles of this chip that the event names. */
static void
deliver (Inference *self, const Packet *packet)
{
  WeftNocTrace *trace = weft_noc_capture_get_trace (self->capture);

  for (guint32 i = 0; i < packet->fabric.n_targets; i++)
    {
      WeftNocFabricTarget target;
      Packet copy = *packet;

      weft_noc_trace_get_fabric_target (trace, &packet->fabric, i, &target);
      copy.bytes = target.bytes;
      go_on_chip (self, &copy, 0, target.x, target.y);
    }
}

/* --- ways ------------------------------------------------------------------------------------- */

/* The way that the trace itself has. */
static gboolean
follow_path (Inference *self, Packet *packet)
{
  WeftNocTrace *trace = weft_noc_capture_get_trace (self->capture);

  for (guint32 i = 0; i < packet->fabric.n_segments; i++)
    {
      WeftNocFabricSegment segment;

      weft_noc_trace_get_fabric_segment (trace, &packet->fabric, i, &segment);
      if (i > 0)
        {
          gint32 channel;
          gboolean found = FALSE;

          /* The cable between the two chips that ends where the last piece has ended. */
          for (guint c = 0; c < self->cluster->channels->len && !found; c++)
            {
              const WeftNocChannel *at =
                &g_array_index (self->cluster->channels, WeftNocChannel, c);

              channel = at->channel;
              found = at->x == packet->x && at->y == packet->y;
            }
          if (found)
            go_over_cable (self, packet, &channel);
        }
      packet->device = segment.device;
      packet->x = segment.start_x;
      packet->y = segment.start_y;
      if (!go_on_chip (self, packet, (guint) segment.noc, segment.end_x, segment.end_y))
        return FALSE;
    }
  deliver (self, packet);
  return TRUE;
}

/* How many cables the packet takes, and from which on it is delivered. FALSE where the event does
 * not say (two-dimensional ones do not name their channels). */
static gboolean
get_hops (const WeftNocFabric *fabric, gint32 *first, gint32 *last)
{
  if (fabric->hops > 0)
    *first = *last = fabric->hops;
  else if (fabric->start_distance > 0 && fabric->range > 0)
    {
      *first = fabric->start_distance;
      *last = fabric->start_distance + MIN (fabric->range, MAX_HOPS) - 1;
    }
  else
    return FALSE;
  return *last <= MAX_HOPS;
}

static gboolean
go_to_channel (Inference *self, Packet *packet, guint noc, gint32 channel)
{
  int x, y;

  return weft_noc_cluster_get_channel (self->cluster, channel, &x, &y)
         && go_on_chip (self, packet, noc, x, y);
}

static gboolean
follow (Inference *self, Packet *packet)
{
  const WeftNocFabric *fabric = &packet->fabric;
  gint32 channel = fabric->eth_channel, first, last;
  guint noc = packet->noc;

  if (fabric->n_segments > 0)
    return follow_path (self, packet);
  if (channel == WEFT_NOC_UNKNOWN || !get_hops (fabric, &first, &last))
    return FALSE;
  if (fabric->mux_x != WEFT_NOC_UNKNOWN && fabric->mux_noc != WEFT_NOC_UNKNOWN)
    {
      if (!go_on_chip (self, packet, noc, fabric->mux_x, fabric->mux_y))
        return FALSE;
      noc = (guint) fabric->mux_noc;
    }
  for (gint32 hop = 1; hop <= last; hop++)
    {
      if (!go_to_channel (self, packet, noc, channel) || !go_over_cable (self, packet, &channel))
        return FALSE;
      noc = 0;
      if (hop >= first)
        deliver (self, packet);
      if (hop < last
          && !weft_noc_cluster_get_forward (self->cluster, packet->device, channel, &channel))
        return FALSE;
    }
  return TRUE;
}

static guint32
get_payload (const Inference *self, const WeftNocFabric *fabric, guint32 bytes)
{
  guint32 sum = 0;

  for (guint32 i = 0; i < fabric->n_targets; i++)
    {
      WeftNocFabricTarget target;

      weft_noc_trace_get_fabric_target (weft_noc_capture_get_trace (self->capture), fabric, i,
                                        &target);
      sum += target.bytes;
    }
  return MAX (sum, bytes);
}

static void
take_event (Inference *self, guint32 record)
{
  WeftNocTrace *trace = weft_noc_capture_get_trace (self->capture);
  Packet packet = { .record = record };
  WeftNocRecord info;

  if (!weft_noc_trace_get_fabric (trace, record, &packet.fabric))
    return;
  weft_noc_trace_get_record (trace, record, &info);
  packet.bytes = get_payload (self, &packet.fabric, info.bytes);
  packet.device = weft_noc_capture_get_device_id (
    self->capture, weft_noc_capture_device_of (self->capture, record));
  packet.x = info.sx;
  packet.y = info.sy;
  packet.noc = info.noc;
  self->traffic->n_events++;
  self->traffic->n_unknown += !follow (self, &packet);
}

/* --- all of them ------------------------------------------------------------------------------ */

static int
compare_links (gconstpointer a, gconstpointer b)
{
  const WeftNocFabricLink *x = a, *y = b;

  if (x->device != y->device)
    return x->device < y->device ? -1 : 1;
  return (x->link > y->link) - (x->link < y->link);
}

static int
compare_chip_links (gconstpointer a, gconstpointer b)
{
  const WeftNocChipLink *x = a, *y = b;

  if (x->from_device != y->from_device)
    return x->from_device < y->from_device ? -1 : 1;
  return (x->from_channel > y->from_channel) - (x->from_channel < y->from_channel);
}

static gboolean
take_events (Inference *self, gint64 from, gint64 to, const WeftBitset *records,
             GCancellable *cancellable, GError **error)
{
  WeftNocTrace *trace = weft_noc_capture_get_trace (self->capture);

  for (guint32 record = 0; record < weft_noc_capture_get_n_records (self->capture); record++)
    {
      gint64 cycle;

      if (record % EVENTS_PER_LOOK == 0
          && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if ((weft_noc_flags (trace, record) & WEFT_NOC_HAS_FABRIC) == 0
          || !weft_bitset_includes (records, record))
        continue;
      cycle = weft_noc_capture_get_cycle (self->capture, record);
      if (cycle >= from && cycle < to)
        take_event (self, record);
    }
  return TRUE;
}

WeftNocFabricTraffic *
weft_noc_fabric_traffic_new (const WeftNocCapture *capture, gint64 from, gint64 to,
                             const WeftBitset *records, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftNocFabricTraffic) traffic = g_new0 (WeftNocFabricTraffic, 1);
  Inference self = { .capture = capture, .traffic = traffic };
  gboolean done = TRUE;

  traffic->links = g_array_new (FALSE, FALSE, sizeof (WeftNocFabricLink));
  traffic->chip_links = g_array_new (FALSE, FALSE, sizeof (WeftNocChipLink));
  if (weft_noc_capture_get_counts (capture)->n_fabric == 0)
    return g_steal_pointer (&traffic);
  self.topology = weft_noc_capture_get_topology (capture, NULL);
  self.cluster = weft_noc_trace_ref_cluster (weft_noc_capture_get_trace (capture));
  self.links = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  weft_noc_route_init (&self.route, self.topology);
  done = take_events (&self, from, to, records, cancellable, error);
  g_array_sort (traffic->links, compare_links);
  g_array_sort (traffic->chip_links, compare_chip_links);
  weft_noc_route_clear (&self.route);
  g_hash_table_unref (self.links);
  weft_noc_cluster_unref (self.cluster);
  return done ? g_steal_pointer (&traffic) : NULL;
}

void
weft_noc_fabric_traffic_free (WeftNocFabricTraffic *self)
{
  g_array_unref (self->links);
  g_array_unref (self->chip_links);
  g_free (self);
}
