/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-lanes.h"

static float
get_share (const WeftNocLanes *self, const WeftNocSeriesStats *stats)
{
  if (stats == NULL)
    return 0;
  return (float) (self->peak ? stats->peak[self->figure] : stats->mean[self->figure]);
}

static void
take_links (WeftNocLanes *self, const WeftNocStats *stats)
{
  for (guint i = 0; i < stats->links->len; i++)
    {
      const WeftNocSeriesStats *link = &g_array_index (stats->links, WeftNocSeriesStats, i);

      *weft_noc_lanes_get (self, link->device, link->series) = (WeftNocLane){
        .bytes = link->bytes,
        .is_partial = self->figure == WEFT_NOC_BARRIER_BOUNDED && link->unbounded_bytes > 0,
        .share = get_share (self, link),
      };
    }
}

static void
take_fabric (WeftNocLanes *self, const WeftNocStats *stats)
{
  const GArray *links = stats->fabric->links;
  double capacity = weft_noc_capture_get_topology (stats->capture, NULL)->link_rate
                    * (double) (stats->range.to - stats->range.from);

  for (guint i = 0; i < links->len; i++)
    {
      const WeftNocFabricLink *link = &g_array_index (links, WeftNocFabricLink, i);

      *weft_noc_lanes_get (self, link->device, link->link) =
        (WeftNocLane){ link->bytes, FALSE, (float) ((double) link->bytes / capacity) };
    }
}

static void
take_difference (WeftNocLanes *self, const WeftNocStats *stats, const WeftNocComparison *comparison)
{
  for (guint i = 0; i < comparison->pairs->len; i++)
    {
      const WeftNocLinkPair *pair = &g_array_index (comparison->pairs, WeftNocLinkPair, i);
      WeftNocLane lane = { 0, FALSE,
                           get_share (self, pair->sides[1]) - get_share (self, pair->sides[0]) };
      guint device;

      for (guint side = 0; side < 2; side++)
        if (pair->sides[side] != NULL)
          lane.bytes = MAX (lane.bytes, pair->sides[side]->bytes);
      if (weft_noc_capture_find_device (stats->capture, pair->device, &device))
        *weft_noc_lanes_get (self, device, pair->link) = lane;
    }
}

static void
take_tiles (WeftNocLanes *self, const WeftNocStats *stats)
{
  double interval = (double) (stats->range.to - stats->range.from), largest = 1;

  for (guint i = 0; i < stats->tiles->len; i++)
    {
      const WeftNocTileStats *tile = &g_array_index (stats->tiles, WeftNocTileStats, i);

      largest = MAX (largest, (double) MAX (tile->sent_bytes, tile->received_bytes));
    }
  for (guint i = 0; i < stats->tiles->len; i++)
    {
      const WeftNocTileStats *tile = &g_array_index (stats->tiles, WeftNocTileStats, i);

      /* Two processors move data, each of which may wait all of the time. */
      self->tiles[tile->device * self->n_tiles + tile->tile] = (WeftNocTileShares){
        .sent = (float) ((double) tile->sent_bytes / largest),
        .received = (float) ((double) tile->received_bytes / largest),
        .waited = (float) MIN ((double) tile->barrier_cycles / (2 * interval), 1),
      };
    }
}

void
weft_noc_lanes_init (WeftNocLanes *self, const WeftNocStats *stats,
                     const WeftNocComparison *comparison, gboolean fabric, WeftNocFigureKind figure,
                     gboolean peak)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (stats->capture, NULL);

  *self = (WeftNocLanes){
    .figure = figure,
    .peak = peak,
    .n_links = weft_noc_count_links (topology),
    .n_tiles = topology->n_tiles,
    .n_devices = weft_noc_capture_get_n_devices (stats->capture),
  };
  self->lanes = g_new0 (WeftNocLane, (gsize) self->n_devices * self->n_links);
  self->tiles = g_new0 (WeftNocTileShares, (gsize) self->n_devices * self->n_tiles);
  if (comparison != NULL)
    take_difference (self, stats, comparison);
  else if (fabric)
    take_fabric (self, stats);
  else
    take_links (self, stats);
  take_tiles (self, stats);
  for (gsize i = 0; i < (gsize) self->n_devices * self->n_links; i++)
    self->largest = MAX (self->largest, self->lanes[i].bytes);
}

void
weft_noc_lanes_clear (WeftNocLanes *self)
{
  g_free (self->lanes);
  g_free (self->tiles);
}
