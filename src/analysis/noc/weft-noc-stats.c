/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-stats.h"

#include <math.h>

/* --- indexes ------------------------------------------------------------------------------------ */

WeftNocDemand **
weft_noc_demands_new (WeftNocCapture *capture, const WeftBitset *records, GCancellable *cancellable,
                      GError **error)
{
  guint n_devices = weft_noc_capture_get_n_devices (capture);
  WeftNocDemand **demands = g_new0 (WeftNocDemand *, n_devices + 1);

  for (guint device = 0; device < n_devices; device++)
    {
      demands[device] = weft_noc_demand_new (capture, device, records, cancellable, error);
      if (demands[device] == NULL)
        {
          weft_noc_demands_free (demands);
          return NULL;
        }
    }
  return demands;
}

void
weft_noc_demands_free (WeftNocDemand **demands)
{
  for (guint i = 0; demands != NULL && demands[i] != NULL; i++)
    weft_noc_demand_unref (demands[i]);
  g_free (demands);
}

/* --- series ------------------------------------------------------------------------------------- */

static double
get_share (double rate, double capacity)
{
  return capacity > 0 ? rate / capacity : (double) NAN;
}

static void
add_series (WeftNocStats *self, const WeftNocSeriesStats *stats)
{
  if (stats->info.kind == WEFT_SERIES_LINK)
    g_array_append_val (self->links, *stats);
  else if (stats->info.kind == WEFT_SERIES_SOURCE || stats->info.kind == WEFT_SERIES_SINK)
    g_array_append_val (self->interfaces, *stats);
}

static void
add_controller (WeftNocStats *self, const WeftNocSeriesStats *stats)
{
  GArray *controllers = self->controllers;
  WeftNocControllerStats *entry;

  /* Their sum stands before reads and writes. */
  if (stats->info.kind == WEFT_SERIES_CONTROLLER)
    {
      WeftNocControllerStats controller = { .device = stats->device,
                                            .controller = stats->info.index };

      for (guint kind = 0; kind < WEFT_NOC_N_FIGURES; kind++)
        {
          controller.mean[kind] = stats->mean[kind];
          controller.peak[kind] = stats->peak[kind];
        }
      g_array_append_val (controllers, controller);
      return;
    }
  for (guint i = 0; i < controllers->len; i++)
    {
      entry = &g_array_index (controllers, WeftNocControllerStats, i);
      if (entry->device != stats->device || entry->controller != stats->info.index)
        continue;
      if (stats->info.kind == WEFT_SERIES_CONTROLLER_READ)
        entry->bytes_read = stats->bytes;
      else
        entry->bytes_written = stats->bytes;
    }
}

static WeftNocTileStats *
get_tile (WeftNocTileStats *tiles, guint n_tiles, guint device, guint tile)
{
  return &tiles[device * n_tiles + tile];
}

/* Bytes, none of which a barrier bounds: they went over it, but nobody knows when, and so at no rate
 * that could be said. */
static void
forget_unbounded (WeftNocFigure *figure)
{
  if (figure->bytes == 0 || figure->mean[WEFT_NOC_BARRIER_BOUNDED] > 0)
    return;
  figure->mean[WEFT_NOC_BARRIER_BOUNDED] = NAN;
  figure->peak[WEFT_NOC_BARRIER_BOUNDED] = NAN;
}

static void
measure_device (WeftNocStats *self, WeftNocDemand *demand, guint device, WeftNocTileStats *tiles)
{
  guint n_used = weft_noc_demand_get_n_used (demand);
  guint n_tiles = weft_noc_capture_get_topology (self->capture, NULL)->n_tiles;
  g_autofree WeftNocFigure *figures = g_new0 (WeftNocFigure, n_used + 1);

  weft_noc_demand_measure (demand, self->range.from, self->range.to, figures);
  for (guint place = 0; place < n_used; place++)
    {
      WeftNocSeriesStats stats = { .device = device,
                                   .series = weft_noc_demand_get_used (demand, place),
                                   .bytes = figures[place].bytes,
                                   .unbounded_bytes = figures[place].unbounded_bytes,
                                   .n_transfers = figures[place].n_transfers };

      weft_noc_capture_get_series (self->capture, stats.series, &stats.info);
      forget_unbounded (&figures[place]);
      for (guint kind = 0; kind < WEFT_NOC_N_FIGURES; kind++)
        {
          stats.mean[kind] = get_share (figures[place].mean[kind], stats.info.capacity);
          stats.peak[kind] = get_share (figures[place].peak[kind], stats.info.capacity);
        }
      if (stats.info.kind >= WEFT_SERIES_CONTROLLER)
        {
          add_controller (self, &stats);
          continue;
        }
      add_series (self, &stats);
      if (stats.info.kind == WEFT_SERIES_SOURCE)
        {
          get_tile (tiles, n_tiles, device, stats.info.index % n_tiles)->sent_bytes += stats.bytes;
          self->n_transfers += stats.n_transfers;
          self->transfer_bytes += stats.bytes;
        }
      else if (stats.info.kind == WEFT_SERIES_SINK)
        get_tile (tiles, n_tiles, device, stats.info.index % n_tiles)->received_bytes +=
          stats.bytes;
    }
}

/* --- tiles -------------------------------------------------------------------------------------- */

static void
add_waits (WeftNocStats *self, WeftNocTileStats *tiles)
{
  guint n_tiles = weft_noc_capture_get_topology (self->capture, NULL)->n_tiles;
  guint32 n_waits;
  const WeftNocWait *waits = weft_noc_capture_get_waits (self->capture, &n_waits);

  for (guint32 i = 0; i < n_waits; i++)
    {
      const WeftNocWait *wait = &waits[i];
      gint64 start = MAX (wait->start, self->range.from), end = MIN (wait->end, self->range.to);
      WeftNocTileStats *tile;

      if (end <= start || wait->tile == G_MAXUINT16)
        continue;
      tile = get_tile (tiles, n_tiles, wait->device, wait->tile);
      if (wait->semaphore)
        tile->semaphore_bound += (guint64) (end - start);
      else if (wait->measured)
        tile->barrier_cycles += (guint64) (end - start);
      else
        tile->barrier_bound += (guint64) (end - start);
    }
}

static void
keep_tiles (WeftNocStats *self, WeftNocTileStats *tiles, guint n_devices, guint n_tiles)
{
  for (guint i = 0; i < n_devices * n_tiles; i++)
    {
      WeftNocTileStats *tile = &tiles[i];

      tile->device = i / n_tiles;
      tile->tile = i % n_tiles;
      if (tile->sent_bytes > 0 || tile->received_bytes > 0 || tile->barrier_cycles > 0
          || tile->barrier_bound > 0 || tile->semaphore_bound > 0)
        g_array_append_val (self->tiles, *tile);
    }
}

/* --- the statistics ----------------------------------------------------------------------------- */

/* The interval of a range: open ends are those of the capture. */
static WeftCycleRange
close_range (const WeftNocCapture *capture, const WeftCycleRange *range)
{
  gint64 last = weft_noc_capture_get_last (capture) + 1;
  WeftCycleRange closed = { 0, last };

  if (range != NULL)
    {
      closed.from = CLAMP (range->from, 0, last - 1);
      closed.to = CLAMP (range->to, closed.from + 1, MAX (last, closed.from + 1));
      /* Beyond the last record nothing was issued, but what was goes on, and is asked about. */
      if (range->to != G_MAXINT64 && range->to > closed.to)
        closed.to = range->to;
      if (range->from != G_MININT64 && range->from >= last && range->from < closed.to)
        closed.from = range->from;
    }
  return closed;
}

WeftNocStats *
weft_noc_stats_new_empty (WeftNocCapture *capture, const WeftCycleRange *range)
{
  WeftNocStats *self = g_new0 (WeftNocStats, 1);

  self->capture = weft_noc_capture_ref (capture);
  self->range = close_range (capture, range);
  self->links = g_array_new (FALSE, FALSE, sizeof (WeftNocSeriesStats));
  self->interfaces = g_array_new (FALSE, FALSE, sizeof (WeftNocSeriesStats));
  self->controllers = g_array_new (FALSE, FALSE, sizeof (WeftNocControllerStats));
  self->tiles = g_array_new (FALSE, FALSE, sizeof (WeftNocTileStats));
  return self;
}

WeftNocStats *
weft_noc_stats_new (WeftNocDemand *const *demands, const WeftCycleRange *range,
                    const WeftBitset *records, GCancellable *cancellable, GError **error)
{
  WeftNocCapture *capture = weft_noc_demand_get_capture (demands[0]);
  g_autoptr (WeftNocStats) self = weft_noc_stats_new_empty (capture, range);
  guint n_devices = weft_noc_capture_get_n_devices (capture);
  guint n_tiles = weft_noc_capture_get_topology (capture, NULL)->n_tiles;
  g_autofree WeftNocTileStats *tiles = g_new0 (WeftNocTileStats, (gsize) n_devices * n_tiles);

  for (guint device = 0; device < n_devices; device++)
    measure_device (self, demands[device], device, tiles);
  add_waits (self, tiles);
  keep_tiles (self, tiles, n_devices, n_tiles);
  self->fabric = weft_noc_fabric_traffic_new (capture, self->range.from, self->range.to, records,
                                              cancellable, error);
  return self->fabric != NULL ? g_steal_pointer (&self) : NULL;
}

void
weft_noc_stats_free (WeftNocStats *self)
{
  g_array_unref (self->links);
  g_array_unref (self->interfaces);
  g_array_unref (self->controllers);
  g_array_unref (self->tiles);
  g_clear_pointer (&self->fabric, weft_noc_fabric_traffic_free);
  weft_noc_capture_unref (self->capture);
  g_free (self);
}

double
weft_noc_stats_get_cable_share (const WeftNocStats *self, const WeftNocChipLink *cable)
{
  double rate = weft_noc_capture_get_topology (self->capture, NULL)->ethernet_rate;

  return get_share ((double) cable->bytes / (double) (self->range.to - self->range.from), rate);
}

guint
weft_noc_count_over_capacity (const GArray *series)
{
  guint n = 0;

  for (guint i = 0; i < series->len; i++)
    n += g_array_index (series, WeftNocSeriesStats, i).peak[WEFT_NOC_BARRIER_BOUNDED] > 1;
  return n;
}
