/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-noc.h"

#include "weft-noc-fields.h"
#include "weft-noc-findings.h"
#include "weft-noc-hop-fields.h"
#include "weft-noc-offsets.h"
#include "weft-noc-place.h"
#include "weft-noc-stats-index.h"
#include "weft-noc-tables.h"
#include "weft-noc-wait-fields.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

typedef struct
{
  WeftNocTrace *trace;
  char *arch;              /* nullable */
  char *topology;          /* nullable */
  GArray *offsets;         /* WeftNocOffset */
  WeftNocCapture *capture; /* NULL: not yet asked for, as all that follows */
  WeftNocDemand **demands;
  WeftNocStats *stats;
  GArray *zones; /* WeftNocZoneStats */
  WeftNocTables tables;
} Source;

static WeftNocOptions
get_options (const Source *self)
{
  return (WeftNocOptions){ .arch = self->arch,
                           .topology_path = self->topology,
                           .offsets = self->offsets };
}

static gboolean
understand (Source *self, GCancellable *cancellable, GError **error)
{
  WeftNocOptions options = get_options (self);

  if (self->capture == NULL)
    self->capture = weft_noc_capture_new (self->trace, &options, cancellable, error);
  return self->capture != NULL;
}

static gboolean
measure (Source *self, GCancellable *cancellable, GError **error)
{
  WeftNocOptions options = get_options (self);

  if (self->stats != NULL)
    return TRUE;
  if (!understand (self, cancellable, error))
    return FALSE;
  self->stats =
    weft_noc_stats_find (self->capture, &options, &self->zones, &self->demands, cancellable, error);
  if (self->stats != NULL)
    weft_noc_tables_init (&self->tables, self->stats, self->zones);
  return self->stats != NULL;
}

static gboolean
prepare (gpointer source, GCancellable *cancellable, GError **error)
{
  Source *self = source;

  if (!understand (self, cancellable, error))
    return FALSE;
  weft_noc_capture_peek_issued (self->capture);
  return TRUE;
}

/* --- what a capture is made of ------------------------------------------------------------------ */

static gboolean
open_events (gpointer source, WeftFacts *facts, GCancellable *cancellable, GError **error)
{
  Source *self = source;

  if (!understand (self, cancellable, error))
    return FALSE;
  *facts =
    (WeftFacts){ .data = self->capture, .n_rows = weft_noc_capture_get_n_records (self->capture) };
  return TRUE;
}

static gboolean
open_transfers (gpointer source, WeftFacts *facts, GCancellable *cancellable, GError **error)
{
  Source *self = source;

  if (!understand (self, cancellable, error))
    return FALSE;
  *facts = (WeftFacts){ .data = self->capture };
  for (guint device = 0; device < weft_noc_capture_get_n_devices (self->capture); device++)
    {
      guint32 n_transfers;

      weft_noc_capture_get_transfers (self->capture, device, &n_transfers);
      facts->n_rows += n_transfers;
    }
  return TRUE;
}

static gconstpointer
find_transfers (gconstpointer data, guint row, guint *n)
{
  guint device;

  return weft_noc_capture_find_run (data, row, &device, n);
}

static void
read_transfer (gconstpointer data, guint row, gpointer item)
{
  guint n;
  const WeftNocTransfer *transfer = find_transfers (data, row, &n);

  if (transfer != NULL)
    *(WeftNocTransfer *) item = *transfer;
}

static void
list_hops (gconstpointer data, guint row, GArray *items)
{
  WeftNocTransfer transfer;

  read_transfer (data, row, &transfer);
  weft_noc_list_hops (data, &transfer, row, items);
}

static WeftCell
get_number (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_count (row);
}

static WeftFieldGet
bound_hop (gconstpointer data G_GNUC_UNUSED, const WeftField *column G_GNUC_UNUSED,
           gint64 *least G_GNUC_UNUSED, gint64 *greatest G_GNUC_UNUSED)
{
  return get_number;
}

static gboolean
hop_rises (gconstpointer data G_GNUC_UNUSED, const WeftField *column G_GNUC_UNUSED)
{
  return TRUE;
}

static gboolean
open_waits (gpointer source, WeftFacts *facts, GCancellable *cancellable, GError **error)
{
  Source *self = source;
  guint32 n_waits;

  if (!understand (self, cancellable, error))
    return FALSE;
  *facts = (WeftFacts){ .data = self->capture,
                        .items = weft_noc_capture_get_waits (self->capture, &n_waits),
                        .item_size = sizeof (WeftNocWait) };
  facts->n_rows = n_waits;
  return TRUE;
}

/* --- figures ------------------------------------------------------------------------------------ */

#define OPEN(name, table) \
  WEFT_QUERY_OPEN (name, Source, measure, weft_noc_tables_get (&self->tables, table))

OPEN (open_links, WEFT_NOC_BY_LINK)
OPEN (open_tiles, WEFT_NOC_BY_TILE)
OPEN (open_controllers, WEFT_NOC_BY_CONTROLLER)
OPEN (open_interfaces, WEFT_NOC_BY_INTERFACE)
OPEN (open_cables, WEFT_NOC_BY_CHIP_LINK)
OPEN (open_zones, WEFT_NOC_BY_ZONE)

static GArray *
make (gpointer source, GCancellable *cancellable, GError **error)
{
  Source *self = source;
  WeftNocOptions options = get_options (self);

  if (!measure (self, cancellable, error))
    return NULL;
  if (self->demands == NULL)
    self->demands = weft_noc_demands_new (self->capture, NULL, cancellable, error);
  return self->demands != NULL
           ? weft_noc_findings_new (self->demands, self->stats, &options, cancellable, error)
           : NULL;
}

static GArray *
find (gpointer source, GCancellable *cancellable, GError **error)
{
  Source *self = source;
  WeftNocOptions options = get_options (self);

  return understand (self, cancellable, error)
           ? weft_noc_findings_find (self->capture, &options, make, self, cancellable, error)
           : NULL;
}

/* --- things of the map -------------------------------------------------------------------------- */

static gpointer
hold_capture (gpointer source, GCancellable *cancellable, GError **error)
{
  Source *self = source;

  return understand (self, cancellable, error) ? weft_noc_capture_ref (self->capture) : NULL;
}

static void
release_capture (gpointer capture)
{
  weft_noc_capture_unref (capture);
}

/* Where the device is not said, 0: all of them; otherwise its index + 1. */
static gboolean
read_device (const WeftNocCapture *capture, const WeftCell *cell, guint *device)
{
  *device = 0;
  if (!weft_cell_is_known (cell))
    return TRUE;
  if (cell->type != WEFT_CELL_SIGNED || cell->integer != (gint32) cell->integer
      || !weft_noc_capture_find_device (capture, (gint32) cell->integer, device))
    return FALSE;
  (*device)++;
  return TRUE;
}

/* "(1,2)" */
static gboolean
read_tile (const WeftNocCapture *capture, const WeftCell *cell, guint *tile)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (capture, NULL);
  guint x, y;
  int end = 0;

  if (cell->type != WEFT_CELL_TEXT || sscanf (cell->text, "(%3u,%3u)%n", &x, &y, &end) != 2
      || end == 0 || cell->text[end] != '\0' || x >= topology->width || y >= topology->height)
    return FALSE;
  *tile = y * topology->width + x;
  return TRUE;
}

static gboolean
find_tile (gpointer source, const WeftCell *cells, guint32 *item)
{
  const WeftNocCapture *capture = ((const Source *) source)->capture;
  guint tile, device;

  if (!read_tile (capture, &cells[0], &tile) || !read_device (capture, &cells[1], &device))
    return FALSE;
  *item = weft_noc_place_tile (weft_noc_capture_get_topology (capture, NULL), device, tile);
  return TRUE;
}

static gboolean
find_place (gpointer source, const WeftCell *cells, guint32 *item)
{
  const WeftNocCapture *capture = ((const Source *) source)->capture;
  const WeftNocTopology *topology = weft_noc_capture_get_topology (capture, NULL);
  guint device;

  if (cells[0].type != WEFT_CELL_SIGNED || cells[1].type != WEFT_CELL_SIGNED || cells[0].integer < 0
      || cells[1].integer < 0 || cells[0].integer >= topology->width
      || cells[1].integer >= topology->height || !read_device (capture, &cells[2], &device))
    return FALSE;
  *item = weft_noc_place_tile (topology, device,
                               (guint) (cells[1].integer * topology->width + cells[0].integer));
  return TRUE;
}

/* "NOC_1", or its number; where it is not said 0: both; otherwise the number + 1. */
static gboolean
read_noc (const WeftCell *cell, guint *noc)
{
  *noc = 0;
  for (guint i = 0; i < WEFT_NOC_N_NOCS; i++)
    {
      char name[16];

      g_snprintf (name, sizeof name, "NOC_%u", i);
      if (cell->type == WEFT_CELL_TEXT ? g_str_equal (cell->text, name)
                                       : cell->type == WEFT_CELL_SIGNED && cell->integer == i)
        *noc = i + 1;
    }
  return *noc > 0 || !weft_cell_is_known (cell);
}

/* From one tile to the next; others are no link. */
static gboolean
find_link (gpointer source, const WeftCell *cells, guint32 *item)
{
  const WeftNocCapture *capture = ((const Source *) source)->capture;
  const WeftNocTopology *topology = weft_noc_capture_get_topology (capture, NULL);
  guint from, to, noc, device;

  if (!read_tile (capture, &cells[0], &from) || !read_tile (capture, &cells[1], &to)
      || !read_noc (&cells[2], &noc) || !read_device (capture, &cells[3], &device))
    return FALSE;
  return weft_noc_place_find_link (topology, device, noc, from, to, item);
}

static const WeftQueryThing things[] = {
  { WEFT_NOC_PLACE_LINK, { "from", "to", "noc", "device" }, 2, find_link },
  { WEFT_NOC_PLACE_TILE, { "tile", "device" }, 1, find_tile },
  { WEFT_NOC_PLACE_TILE, { "core", "device" }, 1, find_tile },
  { WEFT_NOC_PLACE_TILE, { "sx", "sy", "device" }, 2, find_place },
  { WEFT_NOC_PLACE_TILE, { "dx", "dy", "device" }, 2, find_place },
  { NULL },
};

/* --- the family --------------------------------------------------------------------------------- */

#define TABLE WEFT_FIELD_TABLE
#define FIGURES(table) .schema = &weft_noc_table_schemas[table], .flags = TABLE

static const WeftQueryTable tables[] = {
  { .name = "event",
    .schema = &weft_noc_event_schema,
    .flags = WEFT_FIELD_FILTER,
    .more = TABLE,
    .indexed = WEFT_QUERY_KEYS ("cycle", "line"),
    .is_shown = TRUE,
    .times = WEFT_QUERY_KEYS ("cycle", "done"),
    .links = WEFT_QUERY_LINKS ({ "line", "event", "line" }),
    .open = open_events },
  { .name = "transfer",
    .schema = &weft_noc_transfer_schema,
    .flags = WEFT_FIELD_DUMP,
    .indexed = WEFT_QUERY_KEYS ("event", "cycle"),
    .times = WEFT_QUERY_KEYS ("cycle", "done"),
    .links = WEFT_QUERY_LINKS ({ "event", "event" }),
    .open = open_transfers,
    .read = read_transfer,
    .run = find_transfers },
  { .name = "hop",
    .schema = &weft_noc_hop_schema,
    .indexed = WEFT_QUERY_KEYS ("transfer"),
    .links = WEFT_QUERY_LINKS ({ "transfer", "transfer" }),
    .open = open_transfers,
    .list = list_hops,
    .bound = bound_hop,
    .rises = hop_rises },
  { .name = "link", FIGURES (WEFT_NOC_BY_LINK), .open = open_links },
  { .name = "tile", FIGURES (WEFT_NOC_BY_TILE), .open = open_tiles },
  { .name = "zone",
    FIGURES (WEFT_NOC_BY_ZONE),
    .times = WEFT_QUERY_KEYS ("start"),
    .open = open_zones },
  { .name = "barrier",
    .schema = &weft_noc_wait_schema,
    .indexed = WEFT_QUERY_KEYS ("event", "start", "end"),
    .times = WEFT_QUERY_KEYS ("start", "end"),
    .links = WEFT_QUERY_LINKS ({ "event", "event" }),
    .open = open_waits },
  { .name = "controller", FIGURES (WEFT_NOC_BY_CONTROLLER), .open = open_controllers },
  { .name = "interface", FIGURES (WEFT_NOC_BY_INTERFACE), .open = open_interfaces },
  { .name = "chip_link", FIGURES (WEFT_NOC_BY_CHIP_LINK), .open = open_cables },
};

static const WeftQueryMetric metrics[] = {
  { "cycles", "Cycles from the first record to the last", "SELECT " WEFT_QUERY_LENGTH },
  { "transfers", "Transfers", "SELECT count(*) FROM @transfer" },
  { "transfer_bytes", "Their bytes", "SELECT sum(bytes) FROM @transfer" },
  { "link_peak", "Utilization of the busiest link in its busiest 256 cycles, an estimate",
    "SELECT max(peak_utilization) FROM @link" },
  { "barrier_cycles", "Cycles that cores waited at barriers, as far as they were measured",
    "SELECT sum(cycles) FROM @barrier WHERE type = 'barrier' AND measured" },
};

static gboolean
is_chip (const char *arch, GError **error)
{
  g_autofree char *names = NULL;

  if (arch == NULL || g_strv_contains (weft_noc_topology_list (), arch))
    return TRUE;
  names = g_strjoinv (", ", (char **) weft_noc_topology_list ());
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               _ ("“%s” is not a valid --arch. Valid are: %s."), arch, names);
  return FALSE;
}

static gpointer
open_source (WeftTrace *trace, const WeftQueryOptions *options, GError **error)
{
  g_autoptr (GArray) offsets = g_array_new (FALSE, FALSE, sizeof (WeftNocOffset));
  Source *self;

  if (!is_chip (options->arch, error)
      || (options->offsets != NULL && !weft_noc_offsets_add (offsets, options->offsets, error)))
    return NULL;
  self = g_new0 (Source, 1);
  self->trace = g_object_ref (WEFT_NOC_TRACE (trace));
  self->arch = g_strdup (options->arch);
  self->topology = g_strdup (options->topology);
  self->offsets = g_steal_pointer (&offsets);
  return self;
}

static void
close_source (gpointer source)
{
  Source *self = source;

  weft_noc_tables_clear (&self->tables);
  g_clear_pointer (&self->zones, g_array_unref);
  g_clear_pointer (&self->stats, weft_noc_stats_free);
  g_clear_pointer (&self->demands, weft_noc_demands_free);
  g_clear_pointer (&self->capture, weft_noc_capture_unref);
  g_object_unref (self->trace);
  g_free (self->arch);
  g_free (self->topology);
  g_array_unref (self->offsets);
  g_free (self);
}

static gboolean
get_times (gpointer source, gint64 *first, gint64 *last)
{
  Source *self = source;

  if (!understand (self, NULL, NULL) || weft_noc_capture_get_n_records (self->capture) == 0)
    return FALSE;
  *first = 0;
  *last = weft_noc_capture_get_last (self->capture);
  return TRUE;
}

const WeftQueryFamily weft_query_noc = {
  .name = "noc",
  .doc = "Captures of a network on chip. Time is in cycles from the zero of the trace",
  .get_type = weft_noc_trace_get_type,
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .metrics = metrics,
  .n_metrics = G_N_ELEMENTS (metrics),
  .open = open_source,
  .close = close_source,
  .prepare = prepare,
  .find = find,
  .get_times = get_times,
  .things = things,
  .hold = hold_capture,
  .release = release_capture,
};
