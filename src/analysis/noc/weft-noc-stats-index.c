/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-stats-index.h"

#include "weft-derived.h"
#include "weft-index-items.h"
#include "weft-noc-derived.h"
#include "weft-noc-route.h"

#include <math.h>

#define KEPT_AS "stats"

static const WeftIndexMember series_members[] = {
  WEFT_INDEX_MEMBER (WeftNocSeriesStats, device),
  WEFT_INDEX_MEMBER (WeftNocSeriesStats, mean),
  WEFT_INDEX_MEMBER (WeftNocSeriesStats, peak),
  WEFT_INDEX_MEMBER (WeftNocSeriesStats, series),
  WEFT_INDEX_MEMBER (WeftNocSeriesStats, bytes),
  WEFT_INDEX_MEMBER (WeftNocSeriesStats, unbounded_bytes),
  WEFT_INDEX_MEMBER (WeftNocSeriesStats, n_transfers),
};
static const WeftIndexMember controller_members[] = {
  WEFT_INDEX_MEMBER (WeftNocControllerStats, device),
  WEFT_INDEX_MEMBER (WeftNocControllerStats, mean),
  WEFT_INDEX_MEMBER (WeftNocControllerStats, peak),
  WEFT_INDEX_MEMBER (WeftNocControllerStats, controller),
  WEFT_INDEX_MEMBER (WeftNocControllerStats, bytes_read),
  WEFT_INDEX_MEMBER (WeftNocControllerStats, bytes_written),
};
static const WeftIndexMember tile_members[] = {
  WEFT_INDEX_MEMBER (WeftNocTileStats, device),
  WEFT_INDEX_MEMBER (WeftNocTileStats, tile),
  WEFT_INDEX_MEMBER (WeftNocTileStats, sent_bytes),
  WEFT_INDEX_MEMBER (WeftNocTileStats, received_bytes),
  WEFT_INDEX_MEMBER (WeftNocTileStats, barrier_cycles),
  WEFT_INDEX_MEMBER (WeftNocTileStats, barrier_bound),
  WEFT_INDEX_MEMBER (WeftNocTileStats, semaphore_bound),
};
static const WeftIndexMember fabric_members[] = {
  WEFT_INDEX_MEMBER (WeftNocFabricLink, device),
  WEFT_INDEX_MEMBER (WeftNocFabricLink, link),
  WEFT_INDEX_MEMBER (WeftNocFabricLink, bytes),
  WEFT_INDEX_MEMBER (WeftNocFabricLink, n_transfers),
};
static const WeftIndexMember cable_members[] = {
  WEFT_INDEX_MEMBER (WeftNocChipLink, n_transfers),
  WEFT_INDEX_MEMBER (WeftNocChipLink, bytes),
  WEFT_INDEX_MEMBER (WeftNocChipLink, from_device),
  WEFT_INDEX_MEMBER (WeftNocChipLink, from_channel),
  WEFT_INDEX_MEMBER (WeftNocChipLink, to_device),
  WEFT_INDEX_MEMBER (WeftNocChipLink, to_channel),
};
static const WeftIndexMember zone_members[] = {
  WEFT_INDEX_MEMBER (WeftNocZoneStats, zone),
  WEFT_INDEX_MEMBER (WeftNocZoneStats, n_transfers),
  WEFT_INDEX_MEMBER (WeftNocZoneStats, bytes),
  WEFT_INDEX_MEMBER (WeftNocZoneStats, verdict.known),
  WEFT_INDEX_MEMBER (WeftNocZoneStats, verdict.series),
  WEFT_INDEX_MEMBER (WeftNocZoneStats, verdict.utilization),
};

static const WeftIndexLayout series = WEFT_INDEX_LAYOUT (WeftNocSeriesStats, series_members);
static const WeftIndexLayout controllers =
  WEFT_INDEX_LAYOUT (WeftNocControllerStats, controller_members);
static const WeftIndexLayout tiles = WEFT_INDEX_LAYOUT (WeftNocTileStats, tile_members);
static const WeftIndexLayout fabric_links = WEFT_INDEX_LAYOUT (WeftNocFabricLink, fabric_members);
static const WeftIndexLayout cables = WEFT_INDEX_LAYOUT (WeftNocChipLink, cable_members);
static const WeftIndexLayout zone_stats = WEFT_INDEX_LAYOUT (WeftNocZoneStats, zone_members);

/* --- writing -------------------------------------------------------------------------------------- */

void
weft_noc_stats_put (const WeftNocStats *self, const GArray *zones, WeftIndexWriter *writer)
{
  weft_index_writer_put_number (writer, self->n_transfers);
  weft_index_writer_put_number (writer, self->transfer_bytes);
  weft_index_writer_put_number (writer, self->fabric->n_events);
  weft_index_writer_put_number (writer, self->fabric->n_unknown);
  weft_index_put_array (writer, self->links, &series);
  weft_index_put_array (writer, self->interfaces, &series);
  weft_index_put_array (writer, self->controllers, &controllers);
  weft_index_put_array (writer, self->tiles, &tiles);
  weft_index_put_array (writer, self->fabric->links, &fabric_links);
  weft_index_put_array (writer, self->fabric->chip_links, &cables);
  weft_index_put_array (writer, zones, &zone_stats);
}

/* --- reading -------------------------------------------------------------------------------------- */

/* A share, or not a number. */
static gboolean
are_shares (const double *values, guint n)
{
  for (guint i = 0; i < n; i++)
    if (values[i] < 0 || isinf (values[i]))
      return FALSE;
  return TRUE;
}

/* By device and series, each once; `info` is filled in. */
static gboolean
series_are_right (const WeftNocStats *self, GArray *array, gboolean are_links)
{
  const guint n_devices = weft_noc_capture_get_n_devices (self->capture);
  const guint32 n_series = weft_noc_capture_get_n_series (self->capture);

  for (guint i = 0; i < array->len; i++)
    {
      WeftNocSeriesStats *stats = &g_array_index (array, WeftNocSeriesStats, i);
      const WeftNocSeriesStats *before = i > 0 ? stats - 1 : NULL;

      if (stats->device >= n_devices || stats->series >= n_series
          || !are_shares (stats->mean, WEFT_NOC_N_FIGURES)
          || !are_shares (stats->peak, WEFT_NOC_N_FIGURES) || stats->unbounded_bytes > stats->bytes
          || (before != NULL
              && (before->device > stats->device
                  || (before->device == stats->device && before->series >= stats->series))))
        return FALSE;
      weft_noc_capture_get_series (self->capture, stats->series, &stats->info);
      if (are_links != (stats->info.kind == WEFT_SERIES_LINK)
          || stats->info.kind >= WEFT_SERIES_CONTROLLER)
        return FALSE;
    }
  return TRUE;
}

/* All transfers go out of a tile. */
static gboolean
sums_are_right (const WeftNocStats *self)
{
  guint64 n_transfers = 0, bytes = 0;

  for (guint i = 0; i < self->interfaces->len; i++)
    {
      const WeftNocSeriesStats *niu = &g_array_index (self->interfaces, WeftNocSeriesStats, i);

      if (niu->info.kind != WEFT_SERIES_SOURCE)
        continue;
      n_transfers += niu->n_transfers;
      bytes += niu->bytes;
    }
  return n_transfers == self->n_transfers && bytes == self->transfer_bytes;
}

static gboolean
places_are_right (const WeftNocStats *self)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (self->capture, NULL);
  const guint n_devices = weft_noc_capture_get_n_devices (self->capture);

  for (guint i = 0; i < self->controllers->len; i++)
    {
      const WeftNocControllerStats *stats =
        &g_array_index (self->controllers, WeftNocControllerStats, i);

      if (stats->device >= n_devices || stats->controller >= topology->n_controllers
          || !are_shares (stats->mean, WEFT_NOC_N_FIGURES)
          || !are_shares (stats->peak, WEFT_NOC_N_FIGURES))
        return FALSE;
    }
  for (guint i = 0; i < self->tiles->len; i++)
    {
      const WeftNocTileStats *stats = &g_array_index (self->tiles, WeftNocTileStats, i);

      if (stats->device >= n_devices || stats->tile >= topology->n_tiles)
        return FALSE;
    }
  return TRUE;
}

static gboolean
fabric_is_right (const WeftNocStats *self)
{
  const WeftNocFabricTraffic *fabric = self->fabric;
  const guint32 n_links =
    weft_noc_count_links (weft_noc_capture_get_topology (self->capture, NULL));

  for (guint i = 0; i < fabric->links->len; i++)
    {
      const WeftNocFabricLink *link = &g_array_index (fabric->links, WeftNocFabricLink, i);

      if (link->device >= weft_noc_capture_get_n_devices (self->capture) || link->link >= n_links)
        return FALSE;
    }
  return fabric->n_unknown <= fabric->n_events;
}

/* One for each of the capture's. */
static gboolean
zones_are_right (const WeftNocCapture *capture, GArray *zones)
{
  guint32 n_zones;

  weft_noc_capture_get_zones (capture, &n_zones);
  for (guint32 i = 0; i < zones->len; i++)
    {
      WeftNocZoneStats *stats = &g_array_index (zones, WeftNocZoneStats, i);
      WeftNocVerdict *verdict = &stats->verdict;

      if (stats->zone != i || verdict->known > TRUE || !are_shares (&verdict->utilization, 1)
          || verdict->series >= MAX (weft_noc_capture_get_n_series (capture), 1))
        return FALSE;
      if (verdict->known)
        weft_noc_capture_get_series (capture, verdict->series, &verdict->info);
    }
  return zones->len == n_zones;
}

static void
take_array (GArray **array, WeftIndexReader *reader, const WeftIndexLayout *layout, guint64 most)
{
  g_clear_pointer (array, g_array_unref);
  *array = weft_index_take_array (reader, layout, most);
}

WeftNocStats *
weft_noc_stats_take (WeftNocCapture *capture, WeftIndexReader *reader, GArray **zones)
{
  g_autoptr (WeftNocStats) self = weft_noc_stats_new_empty (capture, NULL);
  const WeftNocTopology *topology = weft_noc_capture_get_topology (capture, NULL);
  const guint32 n_records = weft_noc_capture_get_n_records (capture);
  const guint64 n_devices = weft_noc_capture_get_n_devices (capture);
  const guint64 n_series = n_devices * weft_noc_capture_get_n_series (capture);
  guint32 n_zones;

  *zones = NULL;
  weft_noc_capture_get_zones (capture, &n_zones);
  self->fabric = g_new0 (WeftNocFabricTraffic, 1);
  self->n_transfers = weft_index_reader_take_at_most (reader, n_records);
  self->transfer_bytes = weft_index_reader_take_number (reader);
  self->fabric->n_events = weft_index_reader_take_at_most (reader, n_records);
  self->fabric->n_unknown = weft_index_reader_take_at_most (reader, n_records);
  take_array (&self->links, reader, &series, n_series);
  take_array (&self->interfaces, reader, &series, n_series);
  take_array (&self->controllers, reader, &controllers, n_devices * topology->n_controllers);
  take_array (&self->tiles, reader, &tiles, n_devices * topology->n_tiles);
  take_array (&self->fabric->links, reader, &fabric_links,
              n_devices * weft_noc_count_links (topology));
  take_array (&self->fabric->chip_links, reader, &cables, G_MAXUINT16);
  take_array (zones, reader, &zone_stats, n_zones);
  if (weft_index_reader_is_good (reader) && series_are_right (self, self->links, TRUE)
      && series_are_right (self, self->interfaces, FALSE) && sums_are_right (self)
      && places_are_right (self) && fabric_is_right (self) && zones_are_right (capture, *zones))
    return g_steal_pointer (&self);
  weft_index_reader_set_bad (reader);
  g_clear_pointer (zones, g_array_unref);
  return NULL;
}

/* --- beside the index file ------------------------------------------------------------------------ */

typedef struct
{
  const WeftNocStats *stats;
  const GArray *zones;
} Kept;

static void
put (gconstpointer data, WeftIndexWriter *writer)
{
  const Kept *kept = data;

  weft_noc_stats_put (kept->stats, kept->zones, writer);
}

static WeftNocStats *
count (WeftNocCapture *capture, GArray **zones, WeftNocDemand ***demands, GCancellable *cancellable,
       GError **error)
{
  g_autoptr (WeftNocStats) stats = NULL;

  *demands = weft_noc_demands_new (capture, NULL, cancellable, error);
  if (*demands != NULL)
    stats = weft_noc_stats_new (*demands, NULL, NULL, cancellable, error);
  if (stats != NULL)
    *zones = weft_noc_judge_zones (*demands, cancellable, error);
  if (*zones != NULL)
    return g_steal_pointer (&stats);
  g_clear_pointer (demands, weft_noc_demands_free);
  return NULL;
}

WeftNocStats *
weft_noc_stats_find (WeftNocCapture *capture, const WeftNocOptions *options, GArray **zones,
                     WeftNocDemand ***demands, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftTraceOrigin) origin = weft_noc_derived_ref_origin (capture, options);
  g_autoptr (WeftIndexReader) reader = weft_derived_open (origin, KEPT_AS);
  WeftNocStats *stats = NULL;

  *zones = NULL;
  *demands = NULL;
  if (reader != NULL)
    stats = weft_noc_stats_take (capture, reader, zones);
  if (stats != NULL)
    return stats;
  stats = count (capture, zones, demands, cancellable, error);
  if (stats != NULL)
    weft_derived_keep (origin, KEPT_AS, put, &(Kept){ stats, *zones });
  return stats;
}
