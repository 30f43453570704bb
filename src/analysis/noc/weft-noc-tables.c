/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-tables.h"

#include "weft-noc-verdict.h"

#include <glib/gi18n-lib.h>

/* --- cells -------------------------------------------------------------------------------------- */

/* The data of all tables are the tables. */

static WeftNocCapture *
get_capture (gconstpointer data)
{
  return ((const WeftNocTables *) data)->stats->capture;
}

static const WeftNocTopology *
get_topology (gconstpointer data)
{
  return weft_noc_capture_get_topology (get_capture (data), NULL);
}

static const WeftNocCounts *
get_counts (gconstpointer data)
{
  return weft_noc_capture_get_counts (get_capture (data));
}

static WeftCell
as_device (gconstpointer data, gint64 device)
{
  return weft_cell_signed (weft_noc_capture_get_device_id (get_capture (data), (guint) device));
}

static WeftCell
as_tile (gconstpointer data, gint64 tile)
{
  return weft_cell_text (weft_noc_describe_tile (get_capture (data), (guint) tile));
}

static WeftCell
as_tile_type (gconstpointer data, gint64 tile)
{
  WeftTileType type = get_topology (data)->types[tile];

  return weft_cell_word (type, weft_tile_type_to_string (type));
}

static WeftCell
as_noc (gconstpointer data G_GNUC_UNUSED, gint64 noc)
{
  static const char *const names[] = { "NOC_0", "NOC_1", "UNDEF" };

  return weft_cell_word ((guint) noc, names[noc]);
}

static WeftCell
link_noc (gconstpointer data, gint64 link)
{
  return as_noc (data, weft_noc_link_get_noc (get_topology (data), (guint32) link));
}

static WeftCell
link_from (gconstpointer data, gint64 link)
{
  return as_tile (data, weft_noc_link_get_from (get_topology (data), (guint32) link));
}

static WeftCell
link_to (gconstpointer data, gint64 link)
{
  return as_tile (data, weft_noc_link_get_to (get_topology (data), (guint32) link));
}

static WeftCell
interface_noc (gconstpointer data, gint64 index)
{
  return as_noc (data, index / get_topology (data)->n_tiles);
}

static WeftCell
interface_tile (gconstpointer data, gint64 index)
{
  return as_tile (data, index % get_topology (data)->n_tiles);
}

static WeftCell
as_direction (gconstpointer data G_GNUC_UNUSED, gint64 kind)
{
  return weft_cell_word ((guint) kind, kind == WEFT_SERIES_SOURCE ? "out" : "in");
}

static WeftCell
as_controller (gconstpointer data G_GNUC_UNUSED, gint64 controller)
{
  return weft_cell_text (g_strdup_printf ("c%u", (guint) controller));
}

static WeftCell
as_some (gconstpointer data G_GNUC_UNUSED, gint64 number)
{
  return number > 0 ? weft_cell_count ((guint64) number) : weft_cell_none ();
}

static WeftCell
get_capacity (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftNocSeriesStats *series = item;

  return weft_cell_text (g_strdup_printf (_ ("%g bytes/cycle"), series->info.capacity));
}

static WeftCell
get_controller_capacity (gconstpointer data, gconstpointer item G_GNUC_UNUSED)
{
  return weft_cell_text (
    g_strdup_printf (_ ("%g bytes/cycle"), get_topology (data)->controller_rate));
}

static WeftCell
get_cable_share (gconstpointer data, gconstpointer link)
{
  return weft_cell_real (
    weft_noc_stats_get_cable_share (((const WeftNocTables *) data)->stats, link));
}

/* --- types and networks ------------------------------------------------------------------------- */

static WeftCell
as_type (gconstpointer data G_GNUC_UNUSED, gint64 type)
{
  return weft_cell_word ((guint) type, weft_noc_get_type ((guint) type)->name);
}

static WeftCell
type_events (gconstpointer data, gint64 type)
{
  return weft_cell_count (get_counts (data)->type_events[type]);
}

static WeftCell
type_bytes (gconstpointer data, gint64 type)
{
  return weft_cell_count (get_counts (data)->type_bytes[type]);
}

static WeftCell
type_calls (gconstpointer data G_GNUC_UNUSED, gint64 type)
{
  return weft_cell_word ((guint) type, weft_noc_get_type ((guint) type)->calls);
}

static WeftCell
get_noc (gconstpointer data, guint row)
{
  return as_noc (data, row);
}

static WeftCell
get_noc_events (gconstpointer data, guint row)
{
  return weft_cell_count (get_counts (data)->noc_events[row]);
}

static WeftCell
get_noc_bytes (gconstpointer data, guint row)
{
  return weft_cell_count (get_counts (data)->noc_bytes[row]);
}

/* --- zones -------------------------------------------------------------------------------------- */

/* A getter of what the zone itself says. */
#define ZONE_GETTER(name, cell) \
  static WeftCell name (gconstpointer data, gint64 index) \
  { \
    guint32 n_zones; \
    const WeftNocZone *zone = &weft_noc_capture_get_zones (get_capture (data), &n_zones)[index]; \
    return cell; \
  }

#define TRACE weft_noc_capture_get_trace (get_capture (data))

ZONE_GETTER (zone_device, as_device (data, zone->device))
ZONE_GETTER (zone_tile, zone->tile != G_MAXUINT16 ? as_tile (data, zone->tile) : weft_cell_none ())
ZONE_GETTER (zone_proc,
             weft_cell_word (zone->proc_id, weft_noc_trace_get_proc (TRACE, zone->proc_id)))
ZONE_GETTER (zone_name,
             weft_cell_word (zone->name_id, weft_noc_trace_get_name (TRACE, zone->name_id)))
static WeftCell
zone_op (gconstpointer data, gint64 index)
{
  guint32 n_zones;
  const WeftNocZone *zones = weft_noc_capture_get_zones (get_capture (data), &n_zones);
  WeftNocRecord record;
  WeftNocContext context;

  weft_noc_trace_get_record (TRACE, zones[index].record, &record);
  weft_noc_trace_get_context (TRACE, record.context, &context);
  return context.op_name[0] != '\0' ? weft_cell_text (g_strdup (context.op_name))
                                    : weft_cell_none ();
}

ZONE_GETTER (zone_start, weft_cell_signed (zone->start))
ZONE_GETTER (zone_cycles, weft_cell_signed (zone->end - zone->start))
ZONE_GETTER (zone_open,
             weft_cell_text (g_strdup ((zone->flags & WEFT_ZONE_OPEN) != 0 ? "open" : "")))

/* Transfers or bytes, of which a log of zones alone says nothing. */
static WeftCell
zone_traffic (gconstpointer data, gint64 amount)
{
  return weft_noc_capture_has_traffic (get_capture (data)) ? weft_cell_count ((guint64) amount)
                                                           : weft_cell_none ();
}

static WeftCell
get_busiest (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftNocVerdict *verdict = &((const WeftNocZoneStats *) item)->verdict;

  return verdict->known ? weft_cell_real (verdict->utilization) : weft_cell_none ();
}

static WeftCell
get_bottleneck (gconstpointer data, gconstpointer item)
{
  const WeftNocVerdict *verdict = &((const WeftNocZoneStats *) item)->verdict;

  return weft_cell_text (
    verdict->known ? weft_noc_describe_series (get_capture (data), &verdict->info) : NULL);
}

/* --- the columns of all tables ------------------------------------------------------------------ */

/* A field is in the tables that its flags name, and for inspectors one of their rows. */
#define INSPECT(kinds) (((kinds) & ~WEFT_FIELD_TABLE) | WEFT_FIELD_INSPECT)
#define AMOUNT(kinds) (((kinds) & ~WEFT_FIELD_TABLE) | WEFT_NOC_AMOUNTS)

enum
{
  LINKS = WEFT_FIELD_COLUMN (WEFT_NOC_BY_LINK),
  TILES = WEFT_FIELD_COLUMN (WEFT_NOC_BY_TILE),
  TYPES = WEFT_FIELD_COLUMN (WEFT_NOC_BY_TYPE),
  NOCS = WEFT_FIELD_COLUMN (WEFT_NOC_BY_NOC),
  CONTROLLERS = WEFT_FIELD_COLUMN (WEFT_NOC_BY_CONTROLLER),
  INTERFACES = WEFT_FIELD_COLUMN (WEFT_NOC_BY_INTERFACE),
  ZONES = WEFT_FIELD_COLUMN (WEFT_NOC_BY_ZONE),
  CABLES = WEFT_FIELD_COLUMN (WEFT_NOC_BY_CHIP_LINK),
  SERIES = LINKS | INTERFACES,
  LOADED = SERIES | CONTROLLERS, /* what has shares of a capacity */
};

/* The members of what rows are. */
#define LOAD(name) .member = WEFT_MEMBER (WeftNocSeriesStats, name)
#define TILE(name) .member = WEFT_MEMBER (WeftNocTileStats, name)
#define CONTROLLER(name) .member = WEFT_MEMBER (WeftNocControllerStats, name)
#define ZONE(name) .member = WEFT_MEMBER (WeftNocZoneStats, name)
#define TYPE .member = { WEFT_MEMBER_UINT32, 0 } /* of a row that is one */
#define CABLE(name) .member = WEFT_MEMBER (WeftNocChipLink, name)

#define PHYSICAL N_ ("Tile, NOC_0 physical")
#define INFERRED N_ ("≈ Inferred from fabric events")
#define SHARE_HINT N_ ("≈ barrier-bounded rate as a share of capacity")
#define NOT_RECORDED N_ ("Their end is not recorded: the time to the processor's next record")
#define DEMAND_HELP \
  N_ ( \
    "Estimate, issue demand: the transfers of one interface queue behind each other, each at the " \
    "rate that its size and source allow. What the program asked for.")
#define DEMAND_HINT N_ ("≈ issue demand as a share of capacity")

static const WeftField fields[] = {
  { "device", N_ ("Device"), .flags = LOADED, LOAD (device), .as = as_device },
  { "device", N_ ("Device"), .flags = TILES, TILE (device), .as = as_device },
  { "device", N_ ("Device"), .flags = ZONES, ZONE (zone), .as = zone_device },
  { "from_device", N_ ("From device"), .flags = CABLES, CABLE (from_device) },
  { "from_channel", N_ ("Channel"), .flags = CABLES, .doc = N_ ("Of Ethernet"),
    CABLE (from_channel) },
  { "to_device", N_ ("To device"), .flags = CABLES, CABLE (to_device) },
  { "to_channel", N_ ("Channel"), .flags = CABLES, .doc = N_ ("Of Ethernet"), CABLE (to_channel) },
  { "noc", N_ ("NoC"), .flags = LINKS, LOAD (series), .as = link_noc },
  { "noc", N_ ("NoC"), .flags = INTERFACES, LOAD (info.index), .as = interface_noc },
  { "noc", N_ ("NoC"), get_noc, .flags = NOCS },
  { "from", N_ ("From"), .flags = LINKS | WEFT_FIELD_PLACE, .doc = PHYSICAL, LOAD (series),
    .as = link_from },
  { "to", N_ ("To"), .flags = LINKS | WEFT_FIELD_PLACE, .doc = PHYSICAL, LOAD (series),
    .as = link_to },
  { "tile", N_ ("Tile"), .flags = INTERFACES | WEFT_FIELD_PLACE, .doc = N_ ("NOC_0 physical"),
    LOAD (info.index), .as = interface_tile },
  { "tile", N_ ("Tile"), .flags = TILES | WEFT_FIELD_PLACE, .doc = N_ ("NOC_0 physical"),
    TILE (tile), .as = as_tile },
  { "tile", N_ ("Tile"), .flags = ZONES | WEFT_FIELD_PLACE, .doc = N_ ("NOC_0 physical"),
    ZONE (zone), .as = zone_tile },
  { "direction", N_ ("Direction"), .flags = INTERFACES, .doc = N_ ("Out of the tile, or into it"),
    LOAD (info.kind), .as = as_direction },
  { "type", N_ ("Type"), .flags = TILES, TILE (tile), .as = as_tile_type },
  { "id", N_ ("DRAM controller"), .flags = CONTROLLERS, CONTROLLER (controller),
    .as = as_controller },
  { "bytes_read", N_ ("Read"), .flags = CONTROLLERS | WEFT_NOC_AMOUNTS, .unit = WEFT_UNIT_BYTES,
    .doc = N_ ("Bytes"), CONTROLLER (bytes_read) },
  { "bytes_written", N_ ("Written"), .flags = CONTROLLERS | WEFT_NOC_AMOUNTS,
    .unit = WEFT_UNIT_BYTES, .doc = N_ ("Bytes"), CONTROLLER (bytes_written) },
  { "bytes", N_ ("Bytes"), .flags = SERIES | WEFT_NOC_AMOUNTS, .unit = WEFT_UNIT_BYTES,
    .doc = N_ ("Of transfers issued in the interval"), LOAD (bytes) },
  { "transfers", N_ ("Transfers"), .flags = SERIES | WEFT_NOC_AMOUNTS,
    .doc = N_ ("Issued in the interval"), LOAD (n_transfers) },
  { "unbounded_bytes", N_ ("Without a barrier"), .flags = SERIES | WEFT_FIELD_HIDDEN,
    .unit = WEFT_UNIT_BYTES,
    .doc = N_ ("Bytes that no barrier bounds: mean and peak are without them"),
    LOAD (unbounded_bytes) },
  { "unbounded_bytes", N_ ("Without a barrier"), .flags = INSPECT (SERIES), .unit = WEFT_UNIT_BYTES,
    .doc = N_ ("Bytes that no barrier bounds: mean and peak are without them"),
    LOAD (unbounded_bytes), .as = as_some },
  { "bytes", N_ ("Bytes"), .flags = CABLES, .doc = INFERRED, CABLE (bytes) },
  { "transfers", N_ ("Transfers"), .flags = CABLES, .doc = INFERRED, CABLE (n_transfers) },
  { "mean_utilization", N_ ("≈ Mean"), .flags = LOADED, .unit = WEFT_UNIT_SHARE, .doc = SHARE_HINT,
    LOAD (mean[WEFT_NOC_BARRIER_BOUNDED]) },
  { "peak_utilization", N_ ("≈ Peak"), .flags = LOADED, .unit = WEFT_UNIT_SHARE, .doc = SHARE_HINT,
    LOAD (peak[WEFT_NOC_BARRIER_BOUNDED]) },
  { "demand_mean", N_ ("≈ Demand mean"), .flags = LOADED, .unit = WEFT_UNIT_SHARE,
    .doc = DEMAND_HINT, LOAD (mean[WEFT_NOC_ISSUE_DEMAND]) },
  { "demand_peak", N_ ("≈ Demand peak"), .flags = LOADED, .unit = WEFT_UNIT_SHARE,
    .doc = DEMAND_HINT, LOAD (peak[WEFT_NOC_ISSUE_DEMAND]) },
  { "mean_utilization", N_ ("≈ Mean"), .flags = CABLES, .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("≈ Bytes ÷ (capacity × interval)"), .of = get_cable_share },
  { "sent_bytes", N_ ("Sent"), .flags = TILES, .doc = N_ ("Bytes"), TILE (sent_bytes) },
  { "received_bytes", N_ ("Received"), .flags = TILES, .doc = N_ ("Bytes"), TILE (received_bytes) },
  { "barrier_cycles", N_ ("In barriers"), .flags = TILES,
    .doc = N_ ("Cycles, measured from START to END"), TILE (barrier_cycles) },
  { "barrier_bound_cycles", N_ ("≤ Barriers"), .flags = TILES,
    .doc =
      N_ ("Cycles, at most: barriers whose end is not recorded, to the processor's next record"),
    TILE (barrier_bound) },
  { "semaphore_cycles", N_ ("≤ Semaphores"), .flags = TILES,
    .doc = N_ ("Cycles, at most: waits whose end is not recorded, to the processor's next record"),
    TILE (semaphore_bound) },
  { "sent_bytes", N_ ("Sends"), .flags = AMOUNT (TILES), .unit = WEFT_UNIT_BYTES,
    TILE (sent_bytes) },
  { "received_bytes", N_ ("Receives"), .flags = AMOUNT (TILES), .unit = WEFT_UNIT_BYTES,
    TILE (received_bytes) },
  { "barrier_cycles", N_ ("In barriers"), .flags = INSPECT (TILES), .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Measured, from START to END, of all its processors"), TILE (barrier_cycles) },
  { "barrier_bound_cycles", N_ ("Barriers, at most"), .flags = INSPECT (TILES),
    .unit = WEFT_UNIT_CYCLES, .doc = NOT_RECORDED, TILE (barrier_bound), .as = as_some },
  { "semaphore_cycles", N_ ("Semaphores, at most"), .flags = INSPECT (TILES),
    .unit = WEFT_UNIT_CYCLES, .doc = NOT_RECORDED, TILE (semaphore_bound), .as = as_some },
  { "capacity", N_ ("Capacity"), .flags = INSPECT (SERIES), .of = get_capacity },
  { "capacity", N_ ("Capacity"), .flags = INSPECT (CONTROLLERS),
    .doc = N_ ("Shared by all of its tiles"), .of = get_controller_capacity },
  { "mean_utilization", N_ ("Mean"), .flags = INSPECT (LOADED), .unit = WEFT_UNIT_SHARE,
    .doc = WEFT_NOC_BOUNDED_HELP, LOAD (mean[WEFT_NOC_BARRIER_BOUNDED]) },
  { "peak_utilization", N_ ("Peak"), .flags = INSPECT (LOADED), .unit = WEFT_UNIT_SHARE,
    .doc = WEFT_NOC_BOUNDED_HELP, LOAD (peak[WEFT_NOC_BARRIER_BOUNDED]) },
  { "demand_mean", N_ ("Demand, mean"), .flags = INSPECT (LOADED), .unit = WEFT_UNIT_SHARE,
    .doc = DEMAND_HELP, LOAD (mean[WEFT_NOC_ISSUE_DEMAND]) },
  { "demand_peak", N_ ("Demand, peak"), .flags = INSPECT (LOADED), .unit = WEFT_UNIT_SHARE,
    .doc = DEMAND_HELP, LOAD (peak[WEFT_NOC_ISSUE_DEMAND]) },
  { "type", N_ ("Type"), .flags = TYPES, TYPE, .as = as_type },
  { "events", N_ ("Events"), .flags = TYPES, .doc = N_ ("In the whole trace"), TYPE,
    .as = type_events },
  { "bytes", N_ ("Bytes"), .flags = TYPES, .doc = N_ ("As records have them, in the whole trace"),
    TYPE, .as = type_bytes },
  { "calls", N_ ("Calls of dataflow_api.h"), .flags = TYPES | WEFT_FIELD_LAST, TYPE,
    .as = type_calls },
  { "events", N_ ("Events"), get_noc_events, .flags = NOCS, .doc = N_ ("In the whole trace") },
  { "bytes", N_ ("Bytes"), get_noc_bytes, .flags = NOCS,
    .doc = N_ ("As records have them, in the whole trace") },
  { "proc", N_ ("Processor"), .flags = ZONES, ZONE (zone), .as = zone_proc },
  { "zone", N_ ("Zone"), .flags = ZONES, ZONE (zone), .as = zone_name },
  { "op", N_ ("Op"), .flags = ZONES, .doc = N_ ("That ran the zone's program"), ZONE (zone),
    .as = zone_op },
  { "start", N_ ("Start"), .flags = ZONES, .doc = N_ ("Cycles from the zero of the trace"),
    ZONE (zone), .as = zone_start },
  { "cycles", N_ ("Cycles"), .flags = ZONES,
    .doc = N_ ("Of one that never ends, until its processor's last record"), ZONE (zone),
    .as = zone_cycles },
  { "open", N_ ("Open"), .flags = ZONES, .doc = N_ ("Whether it never ends"), ZONE (zone),
    .as = zone_open },
  { "transfers", N_ ("Transfers"), .flags = ZONES, ZONE (n_transfers), .as = zone_traffic },
  { "bytes", N_ ("Bytes"), .flags = ZONES, ZONE (bytes), .as = zone_traffic },
  { "bottleneck_utilization", N_ ("≈ Busiest"), .flags = ZONES, .unit = WEFT_UNIT_SHARE,
    .doc =
      N_ ("Mean barrier-bounded rate of the bottleneck while the zone lasted, as a share of its "
          "capacity"),
    .of = get_busiest },
  { "bottleneck", N_ ("≈ Bottleneck"), .flags = ZONES | WEFT_FIELD_LAST,
    .doc = N_ ("The busiest of the links, interfaces and DRAM controllers that its transfers use"),
    .of = get_bottleneck },
};

#define SCHEMA(name, doc, table, Type) \
  { \
    name, doc, fields, G_N_ELEMENTS (fields), WEFT_FIELD_KIND (table), sizeof (Type) \
  }

const WeftSchema weft_noc_table_schemas[WEFT_NOC_N_TABLES] = {
  [WEFT_NOC_BY_LINK] = SCHEMA ("noc_link", "Links of a NoC", WEFT_NOC_BY_LINK, WeftNocSeriesStats),
  [WEFT_NOC_BY_TILE] = SCHEMA ("noc_tile", "Tiles of a NoC", WEFT_NOC_BY_TILE, WeftNocTileStats),
  [WEFT_NOC_BY_TYPE] = SCHEMA ("noc_type", "Types of NoC events", WEFT_NOC_BY_TYPE, guint),
  [WEFT_NOC_BY_NOC] = SCHEMA ("noc_network", "Networks of a chip", WEFT_NOC_BY_NOC, guint),
  [WEFT_NOC_BY_CONTROLLER] = SCHEMA ("noc_controller", "DRAM controllers of a NoC",
                                     WEFT_NOC_BY_CONTROLLER, WeftNocControllerStats),
  [WEFT_NOC_BY_INTERFACE] = SCHEMA ("noc_interface", "Interfaces of tiles to the networks",
                                    WEFT_NOC_BY_INTERFACE, WeftNocSeriesStats),
  [WEFT_NOC_BY_ZONE] =
    SCHEMA ("noc_zone", "Zones of processors", WEFT_NOC_BY_ZONE, WeftNocZoneStats),
  [WEFT_NOC_BY_CHIP_LINK] =
    SCHEMA ("noc_chip_link", "Cables from chip to chip", WEFT_NOC_BY_CHIP_LINK, WeftNocChipLink),
};

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

WeftFacts
weft_noc_tables_get (const WeftNocTables *self, WeftNocTable table)
{
  const WeftNocStats *stats = self->stats;
  const GArray *const rows[WEFT_NOC_N_TABLES] = {
    [WEFT_NOC_BY_LINK] = stats->links,
    [WEFT_NOC_BY_TILE] = stats->tiles,
    [WEFT_NOC_BY_TYPE] = self->types,
    [WEFT_NOC_BY_CONTROLLER] = stats->controllers,
    [WEFT_NOC_BY_INTERFACE] = stats->interfaces,
    [WEFT_NOC_BY_ZONE] = self->zones,
    [WEFT_NOC_BY_CHIP_LINK] = stats->fabric->chip_links,
  };
  const WeftSchema *schema = &weft_noc_table_schemas[table];

  if (table == WEFT_NOC_BY_NOC)
    return weft_facts_of (schema, WEFT_FIELD_TABLE, self, 3);
  return weft_facts_of_items (schema, WEFT_FIELD_TABLE, self,
                              rows[table] != NULL ? rows[table]->data : NULL,
                              rows[table] != NULL ? rows[table]->len : 0);
}
