/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-tables.h"

#include "weft-noc-verdict.h"

#include <glib/gi18n-lib.h>

#define SHARE_HINT N_ ("≈ barrier-bounded rate as a share of capacity")
#define DEMAND_HINT N_ ("≈ issue demand as a share of capacity")

static const WeftNocTopology *
get_topology (const WeftNocTables *self)
{
  return weft_noc_capture_get_topology (self->stats->capture, NULL);
}

static WeftCell
tile_cell (const WeftNocTables *self, guint tile)
{
  guint width = get_topology (self)->width;

  return weft_cell_text (g_strdup_printf ("(%u,%u)", tile % width, tile / width));
}

static WeftCell
device_cell (const WeftNocTables *self, guint device)
{
  return weft_cell_signed (weft_noc_capture_get_device_id (self->stats->capture, device));
}

static WeftCell
static_cell (const char *text)
{
  return weft_cell_text (g_strdup (text));
}

static WeftCell *
add_shares (WeftCell *cells, const double *mean, const double *peak)
{
  for (guint kind = 0; kind < WEFT_NOC_N_FIGURES; kind++)
    {
      *cells++ = weft_cell_real (mean[kind]);
      *cells++ = weft_cell_real (peak[kind]);
    }
  return cells;
}

/* --- links -------------------------------------------------------------------------------------- */

static const WeftField link_columns[] = {
  { "device", N_ ("Device") },
  { "noc", N_ ("NoC") },
  { "from", N_ ("From"), .doc = N_ ("Tile, NOC_0 physical") },
  { "to", N_ ("To"), .doc = N_ ("Tile, NOC_0 physical") },
  { "bytes", N_ ("Bytes"), .doc = N_ ("Of transfers issued in the interval") },
  { "transfers", N_ ("Transfers"), .doc = N_ ("Issued in the interval") },
  { "mean_utilization", N_ ("≈ Mean"), .unit = WEFT_UNIT_SHARE, .doc = SHARE_HINT },
  { "peak_utilization", N_ ("≈ Peak"), .unit = WEFT_UNIT_SHARE, .doc = SHARE_HINT },
  { "demand_mean", N_ ("≈ Demand mean"), .unit = WEFT_UNIT_SHARE, .doc = DEMAND_HINT },
  { "demand_peak", N_ ("≈ Demand peak"), .unit = WEFT_UNIT_SHARE, .doc = DEMAND_HINT },
};

static void
fill_link (gpointer data, guint row, WeftCell *cells)
{
  const WeftNocTables *self = data;
  const WeftNocSeriesStats *link = &g_array_index (self->stats->links, WeftNocSeriesStats, row);
  const WeftNocTopology *topology = get_topology (self);

  *cells++ = device_cell (self, link->device);
  *cells++ =
    weft_cell_text (g_strdup_printf ("NOC_%u", weft_noc_link_get_noc (topology, link->series)));
  *cells++ = tile_cell (self, weft_noc_link_get_from (topology, link->series));
  *cells++ = tile_cell (self, weft_noc_link_get_to (topology, link->series));
  *cells++ = weft_cell_count (link->bytes);
  *cells++ = weft_cell_count (link->n_transfers);
  add_shares (cells, link->mean, link->peak);
}

/* --- interfaces --------------------------------------------------------------------------------- */

static const WeftField interface_columns[] = {
  { "device", N_ ("Device") },
  { "noc", N_ ("NoC") },
  { "tile", N_ ("Tile"), .doc = N_ ("NOC_0 physical") },
  { "direction", N_ ("Direction"), .doc = N_ ("Out of the tile, or into it") },
  { "bytes", N_ ("Bytes"), .doc = N_ ("Of transfers issued in the interval") },
  { "transfers", N_ ("Transfers"), .doc = N_ ("Issued in the interval") },
  { "mean_utilization", N_ ("≈ Mean"), .unit = WEFT_UNIT_SHARE, .doc = SHARE_HINT },
  { "peak_utilization", N_ ("≈ Peak"), .unit = WEFT_UNIT_SHARE, .doc = SHARE_HINT },
  { "demand_mean", N_ ("≈ Demand mean"), .unit = WEFT_UNIT_SHARE, .doc = DEMAND_HINT },
  { "demand_peak", N_ ("≈ Demand peak"), .unit = WEFT_UNIT_SHARE, .doc = DEMAND_HINT },
};

static void
fill_interface (gpointer data, guint row, WeftCell *cells)
{
  const WeftNocTables *self = data;
  const WeftNocSeriesStats *niu = &g_array_index (self->stats->interfaces, WeftNocSeriesStats, row);
  guint n_tiles = get_topology (self)->n_tiles;

  *cells++ = device_cell (self, niu->device);
  *cells++ = weft_cell_text (g_strdup_printf ("NOC_%u", niu->info.index / n_tiles));
  *cells++ = tile_cell (self, niu->info.index % n_tiles);
  *cells++ = static_cell (niu->info.kind == WEFT_SERIES_SOURCE ? "out" : "in");
  *cells++ = weft_cell_count (niu->bytes);
  *cells++ = weft_cell_count (niu->n_transfers);
  add_shares (cells, niu->mean, niu->peak);
}

/* --- tiles -------------------------------------------------------------------------------------- */

static const WeftField tile_columns[] = {
  { "device", N_ ("Device") },
  { "tile", N_ ("Tile"), .doc = N_ ("NOC_0 physical") },
  { "type", N_ ("Type") },
  { "sent_bytes", N_ ("Sent"), .doc = N_ ("Bytes") },
  { "received_bytes", N_ ("Received"), .doc = N_ ("Bytes") },
  { "barrier_cycles", N_ ("In barriers"), .doc = N_ ("Cycles, measured from START to END") },
  { "barrier_bound_cycles", N_ ("≤ Barriers"),
    .doc =
      N_ ("Cycles, at most: barriers whose end is not recorded, to the processor's next record") },
  { "semaphore_cycles", N_ ("≤ Semaphores"),
    .doc =
      N_ ("Cycles, at most: waits whose end is not recorded, to the processor's next record") },
};

static void
fill_tile (gpointer data, guint row, WeftCell *cells)
{
  const WeftNocTables *self = data;
  const WeftNocTileStats *tile = &g_array_index (self->stats->tiles, WeftNocTileStats, row);

  *cells++ = device_cell (self, tile->device);
  *cells++ = tile_cell (self, tile->tile);
  *cells++ = static_cell (weft_tile_type_to_string (get_topology (self)->types[tile->tile]));
  *cells++ = weft_cell_count (tile->sent_bytes);
  *cells++ = weft_cell_count (tile->received_bytes);
  *cells++ = weft_cell_count (tile->barrier_cycles);
  *cells++ = weft_cell_count (tile->barrier_bound);
  *cells++ = weft_cell_count (tile->semaphore_bound);
}

/* --- types and networks ------------------------------------------------------------------------- */

static const WeftField type_columns[] = {
  { "type", N_ ("Type") },
  { "events", N_ ("Events"), .doc = N_ ("In the whole trace") },
  { "bytes", N_ ("Bytes"), .doc = N_ ("As records have them, in the whole trace") },
  { "calls", N_ ("Calls of dataflow_api.h"), .flags = WEFT_FIELD_LAST },
};

static void
fill_type (gpointer data, guint row, WeftCell *cells)
{
  const WeftNocTables *self = data;
  const WeftNocCounts *counts = weft_noc_capture_get_counts (self->stats->capture);
  guint type = g_array_index (self->types, guint, row);

  *cells++ = static_cell (weft_noc_get_type (type)->name);
  *cells++ = weft_cell_count (counts->type_events[type]);
  *cells++ = weft_cell_count (counts->type_bytes[type]);
  *cells++ = static_cell (weft_noc_get_type (type)->calls);
}

static const WeftField noc_columns[] = {
  { "noc", N_ ("NoC") },
  { "events", N_ ("Events"), .doc = N_ ("In the whole trace") },
  { "bytes", N_ ("Bytes"), .doc = N_ ("As records have them, in the whole trace") },
};

static void
fill_noc (gpointer data, guint row, WeftCell *cells)
{
  static const char *const names[] = { "NOC_0", "NOC_1", "UNDEF" };
  const WeftNocTables *self = data;
  const WeftNocCounts *counts = weft_noc_capture_get_counts (self->stats->capture);

  *cells++ = static_cell (names[row]);
  *cells++ = weft_cell_count (counts->noc_events[row]);
  *cells++ = weft_cell_count (counts->noc_bytes[row]);
}

/* --- controllers -------------------------------------------------------------------------------- */

static const WeftField controller_columns[] = {
  { "device", N_ ("Device") },
  { "id", N_ ("DRAM controller") },
  { "bytes_read", N_ ("Read"), .doc = N_ ("Bytes") },
  { "bytes_written", N_ ("Written"), .doc = N_ ("Bytes") },
  { "mean_utilization", N_ ("≈ Mean"), .unit = WEFT_UNIT_SHARE, .doc = SHARE_HINT },
  { "peak_utilization", N_ ("≈ Peak"), .unit = WEFT_UNIT_SHARE, .doc = SHARE_HINT },
  { "demand_mean", N_ ("≈ Demand mean"), .unit = WEFT_UNIT_SHARE, .doc = DEMAND_HINT },
  { "demand_peak", N_ ("≈ Demand peak"), .unit = WEFT_UNIT_SHARE, .doc = DEMAND_HINT },
};

static void
fill_controller (gpointer data, guint row, WeftCell *cells)
{
  const WeftNocTables *self = data;
  const WeftNocControllerStats *controller =
    &g_array_index (self->stats->controllers, WeftNocControllerStats, row);

  *cells++ = device_cell (self, controller->device);
  *cells++ = weft_cell_text (g_strdup_printf ("c%u", controller->controller));
  *cells++ = weft_cell_count (controller->bytes_read);
  *cells++ = weft_cell_count (controller->bytes_written);
  add_shares (cells, controller->mean, controller->peak);
}

/* --- zones -------------------------------------------------------------------------------------- */

static const WeftField zone_columns[] = {
  { "device", N_ ("Device") },
  { "tile", N_ ("Tile"), .doc = N_ ("NOC_0 physical") },
  { "proc", N_ ("Processor") },
  { "zone", N_ ("Zone") },
  { "start", N_ ("Start"), .doc = N_ ("Cycles from the zero of the trace") },
  { "cycles", N_ ("Cycles"),
    .doc = N_ ("Of one that never ends, until its processor's last record") },
  { "open", N_ ("Open"), .doc = N_ ("Whether it never ends") },
  { "transfers", N_ ("Transfers") },
  { "bytes", N_ ("Bytes") },
  { "bottleneck_utilization", N_ ("≈ Busiest"), .unit = WEFT_UNIT_SHARE,
    .doc =
      N_ ("Mean barrier-bounded rate of the bottleneck while the zone lasted, as a share of its "
          "capacity") },
  { "bottleneck", N_ ("≈ Bottleneck"), .flags = WEFT_FIELD_LAST,
    .doc =
      N_ ("The busiest of the links, interfaces and DRAM controllers that its transfers use") },
};

static void
fill_zone (gpointer data, guint row, WeftCell *cells)
{
  const WeftNocTables *self = data;
  WeftNocTrace *trace = weft_noc_capture_get_trace (self->stats->capture);
  const WeftNocZoneStats *stats = &g_array_index (self->zones, WeftNocZoneStats, row);
  guint32 n_zones;
  const WeftNocZone *zone =
    &weft_noc_capture_get_zones (self->stats->capture, &n_zones)[stats->zone];

  *cells++ = device_cell (self, zone->device);
  *cells++ = zone->tile != G_MAXUINT16 ? tile_cell (self, zone->tile) : weft_cell_none ();
  *cells++ = static_cell (weft_noc_trace_get_proc (trace, zone->proc_id));
  *cells++ = static_cell (weft_noc_trace_get_name (trace, zone->name_id));
  *cells++ = weft_cell_signed (zone->start);
  *cells++ = weft_cell_signed (zone->end - zone->start);
  *cells++ = static_cell ((zone->flags & WEFT_ZONE_OPEN) != 0 ? "open" : "");
  *cells++ = weft_cell_count (stats->n_transfers);
  *cells++ = weft_cell_count (stats->bytes);
  *cells++ = stats->verdict.known ? weft_cell_real (stats->verdict.utilization) : weft_cell_none ();
  *cells++ =
    stats->verdict.known
      ? weft_cell_text (weft_noc_describe_series (self->stats->capture, &stats->verdict.info))
      : weft_cell_none ();
}

/* --- chips -------------------------------------------------------------------------------------- */

static const WeftField chip_link_columns[] = {
  { "from_device", N_ ("From device") },
  { "from_channel", N_ ("Channel"), .doc = N_ ("Of Ethernet") },
  { "to_device", N_ ("To device") },
  { "to_channel", N_ ("Channel"), .doc = N_ ("Of Ethernet") },
  { "bytes", N_ ("Bytes"), .doc = N_ ("≈ Inferred from fabric events") },
  { "transfers", N_ ("Transfers"), .doc = N_ ("≈ Inferred from fabric events") },
  { "mean_utilization", N_ ("≈ Mean"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("≈ Bytes ÷ (capacity × interval)") },
};

static void
fill_chip_link (gpointer data, guint row, WeftCell *cells)
{
  const WeftNocTables *self = data;
  const WeftNocChipLink *link =
    &g_array_index (self->stats->fabric->chip_links, WeftNocChipLink, row);

  *cells++ = weft_cell_signed (link->from_device);
  *cells++ = weft_cell_signed (link->from_channel);
  *cells++ = weft_cell_signed (link->to_device);
  *cells++ = weft_cell_signed (link->to_channel);
  *cells++ = weft_cell_count (link->bytes);
  *cells++ = weft_cell_count (link->n_transfers);
  *cells++ = weft_cell_real (weft_noc_stats_get_cable_share (self->stats, link));
}

/* --- tables ------------------------------------------------------------------------------------- */

void
weft_noc_tables_init (WeftNocTables *self, const WeftNocStats *stats, const GArray *zones)
{
  const WeftNocCounts *counts = weft_noc_capture_get_counts (stats->capture);

  self->stats = stats;
  self->zones = zones;
  self->types = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint type = 0; type < weft_noc_count_types (); type++)
    if (counts->type_events[type] > 0)
      g_array_append_val (self->types, type);
}

void
weft_noc_tables_clear (WeftNocTables *self)
{
  g_clear_pointer (&self->types, g_array_unref);
}

#define FACTS(columns, n_rows, fill) \
  (WeftFacts) \
  { \
    columns, G_N_ELEMENTS (columns), n_rows, fill, (gpointer) self \
  }

WeftFacts
weft_noc_tables_get (const WeftNocTables *self, WeftNocTable table)
{
  const WeftNocStats *stats = self->stats;

  switch (table)
    {
    case WEFT_NOC_BY_LINK:
      return FACTS (link_columns, stats->links->len, fill_link);
    case WEFT_NOC_BY_TILE:
      return FACTS (tile_columns, stats->tiles->len, fill_tile);
    case WEFT_NOC_BY_TYPE:
      return FACTS (type_columns, self->types->len, fill_type);
    case WEFT_NOC_BY_NOC:
      return FACTS (noc_columns, 3, fill_noc);
    case WEFT_NOC_BY_CONTROLLER:
      return FACTS (controller_columns, stats->controllers->len, fill_controller);
    case WEFT_NOC_BY_INTERFACE:
      return FACTS (interface_columns, stats->interfaces->len, fill_interface);
    case WEFT_NOC_BY_ZONE:
      return FACTS (zone_columns, self->zones != NULL ? self->zones->len : 0, fill_zone);
    case WEFT_NOC_BY_CHIP_LINK:
    default:
      return FACTS (chip_link_columns, stats->fabric->chip_links->len, fill_chip_link);
    }
}
