/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-noc.h"

#include "weft-cli-records.h"
#include "weft-cli-report.h"
#include "weft-cli-text.h"
#include "weft-noc-tables.h"
#include "weft-noc-verdict.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>

/* For people, tables end after so many rows. */
#define MAX_ROWS 10

const char *const weft_cli_noc_keys[] = { "link",      "tile", "type",      "noc", "controller",
                                          "interface", "zone", "chip_link", NULL };

static gboolean other_noc;

const GOptionEntry weft_cli_noc_stats_options[] = {
  WEFT_CLI_NOC_CHIP_OPTIONS,
  { "other-noc", 0, 0, G_OPTION_ARG_NONE, &other_noc,
    N_ ("NoC traces: as if the transfers of --filter, or all, had used the other network"), NULL },
  G_OPTION_ENTRY_NULL
};

/* All that is printed. */
typedef struct
{
  WeftNocCapture *capture;
  WeftNocDemand **demands;
  WeftNocStats *stats;
  GArray *zones;
  WeftNocTables tables;
} Result;

static void
result_clear (Result *self)
{
  weft_noc_tables_clear (&self->tables);
  g_clear_pointer (&self->zones, g_array_unref);
  g_clear_pointer (&self->stats, weft_noc_stats_free);
  g_clear_pointer (&self->demands, weft_noc_demands_free);
  g_clear_pointer (&self->capture, weft_noc_capture_unref);
}

/* --- JSON --------------------------------------------------------------------------------------- */

static guint
get_width (const Result *self)
{
  return weft_noc_topology_get_width (weft_noc_capture_get_topology (self->capture, NULL));
}

static void
write_tile (const Result *self, WeftJsonWriter *writer, const char *key, guint tile)
{
  weft_cli_noc_write_place (writer, key, (int) (tile % get_width (self)),
                            (int) (tile / get_width (self)));
}

/* Which device, where there are several. */
static void
write_device (const Result *self, WeftJsonWriter *writer, guint device)
{
  if (weft_noc_capture_get_n_devices (self->capture) > 1)
    weft_json_writer_signed_member (writer, "device",
                                    weft_noc_capture_get_device_id (self->capture, device));
}

static void
write_shares (WeftJsonWriter *writer, const double *mean, const double *peak)
{
  weft_json_writer_real_member (writer, "mean_utilization", mean[WEFT_NOC_BARRIER_BOUNDED]);
  weft_json_writer_real_member (writer, "peak_utilization", peak[WEFT_NOC_BARRIER_BOUNDED]);
  weft_json_writer_real_member (writer, "demand_mean", mean[WEFT_NOC_ISSUE_DEMAND]);
  weft_json_writer_real_member (writer, "demand_peak", peak[WEFT_NOC_ISSUE_DEMAND]);
}

static void
write_noc (WeftJsonWriter *writer, guint noc)
{
  weft_json_writer_string_member (writer, "noc", noc == 0 ? "NOC_0" : "NOC_1");
}

static void
write_link_places (const Result *self, WeftJsonWriter *writer, guint32 link)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (self->capture, NULL);

  write_noc (writer, weft_noc_link_get_noc (topology, link));
  write_tile (self, writer, "from", weft_noc_link_get_from (topology, link));
  write_tile (self, writer, "to", weft_noc_link_get_to (topology, link));
}

static void
write_links (const Result *self, WeftJsonWriter *writer)
{
  weft_json_writer_key (writer, "links");
  weft_json_writer_begin_array (writer);
  for (guint i = 0; i < self->stats->links->len; i++)
    {
      const WeftNocSeriesStats *link = &g_array_index (self->stats->links, WeftNocSeriesStats, i);

      weft_json_writer_begin_object (writer);
      write_device (self, writer, link->device);
      write_link_places (self, writer, link->series);
      weft_json_writer_unsigned_member (writer, "bytes", link->bytes);
      weft_json_writer_unsigned_member (writer, "transfers", link->n_transfers);
      write_shares (writer, link->mean, link->peak);
      weft_json_writer_end_object (writer);
    }
  weft_json_writer_end_array (writer);
}

static void
write_interfaces (const Result *self, WeftJsonWriter *writer)
{
  guint n_tiles =
    weft_noc_topology_get_n_tiles (weft_noc_capture_get_topology (self->capture, NULL));

  weft_json_writer_key (writer, "interfaces");
  weft_json_writer_begin_array (writer);
  for (guint i = 0; i < self->stats->interfaces->len; i++)
    {
      const WeftNocSeriesStats *niu =
        &g_array_index (self->stats->interfaces, WeftNocSeriesStats, i);

      weft_json_writer_begin_object (writer);
      write_device (self, writer, niu->device);
      write_noc (writer, niu->info.index / n_tiles);
      write_tile (self, writer, "tile", niu->info.index % n_tiles);
      weft_json_writer_string_member (writer, "direction",
                                      niu->info.kind == WEFT_SERIES_SOURCE ? "out" : "in");
      weft_json_writer_unsigned_member (writer, "bytes", niu->bytes);
      weft_json_writer_unsigned_member (writer, "transfers", niu->n_transfers);
      write_shares (writer, niu->mean, niu->peak);
      weft_json_writer_end_object (writer);
    }
  weft_json_writer_end_array (writer);
}

static void
write_tiles (const Result *self, WeftJsonWriter *writer)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (self->capture, NULL);

  weft_json_writer_key (writer, "tiles");
  weft_json_writer_begin_array (writer);
  for (guint i = 0; i < self->stats->tiles->len; i++)
    {
      const WeftNocTileStats *tile = &g_array_index (self->stats->tiles, WeftNocTileStats, i);

      weft_json_writer_begin_object (writer);
      write_device (self, writer, tile->device);
      write_tile (self, writer, "tile", tile->tile);
      weft_json_writer_string_member (
        writer, "type",
        weft_tile_type_to_string (weft_noc_topology_get_tile_type (topology, tile->tile)));
      weft_json_writer_unsigned_member (writer, "sent_bytes", tile->sent_bytes);
      weft_json_writer_unsigned_member (writer, "received_bytes", tile->received_bytes);
      weft_json_writer_unsigned_member (writer, "barrier_cycles", tile->barrier_cycles);
      weft_json_writer_unsigned_member (writer, "barrier_bound_cycles", tile->barrier_bound);
      weft_json_writer_unsigned_member (writer, "semaphore_cycles", tile->semaphore_bound);
      weft_json_writer_end_object (writer);
    }
  weft_json_writer_end_array (writer);
}

static void
write_controllers (const Result *self, WeftJsonWriter *writer)
{
  weft_json_writer_key (writer, "dram_controllers");
  weft_json_writer_begin_array (writer);
  for (guint i = 0; i < self->stats->controllers->len; i++)
    {
      const WeftNocControllerStats *controller =
        &g_array_index (self->stats->controllers, WeftNocControllerStats, i);
      char id[8];

      g_snprintf (id, sizeof id, "c%u", controller->controller);
      weft_json_writer_begin_object (writer);
      write_device (self, writer, controller->device);
      weft_json_writer_string_member (writer, "id", id);
      weft_json_writer_unsigned_member (writer, "bytes_read", controller->bytes_read);
      weft_json_writer_unsigned_member (writer, "bytes_written", controller->bytes_written);
      write_shares (writer, controller->mean, controller->peak);
      weft_json_writer_end_object (writer);
    }
  weft_json_writer_end_array (writer);
}

static void
write_verdict (const Result *self, WeftJsonWriter *writer, const WeftNocVerdict *verdict)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (self->capture, NULL);
  guint n_tiles = weft_noc_topology_get_n_tiles (topology);

  weft_json_writer_key (writer, "bottleneck");
  if (!verdict->known)
    {
      weft_json_writer_null (writer);
      return;
    }
  weft_json_writer_begin_object (writer);
  weft_json_writer_string_member (writer, "kind",
                                  weft_noc_series_kind_to_string (verdict->info.kind));
  if (verdict->info.kind == WEFT_SERIES_LINK)
    write_link_places (self, writer, verdict->info.index);
  else if (verdict->info.kind == WEFT_SERIES_CONTROLLER)
    {
      char id[8];

      g_snprintf (id, sizeof id, "c%u", verdict->info.index);
      weft_json_writer_string_member (writer, "id", id);
    }
  else
    {
      write_noc (writer, verdict->info.index / n_tiles);
      write_tile (self, writer, "tile", verdict->info.index % n_tiles);
    }
  weft_json_writer_real_member (writer, "utilization", verdict->utilization);
  weft_json_writer_end_object (writer);
}

static void
write_zones (const Result *self, WeftJsonWriter *writer)
{
  WeftNocTrace *trace = weft_noc_capture_get_trace (self->capture);
  guint32 n_zones;
  const WeftNocZone *zones = weft_noc_capture_get_zones (self->capture, &n_zones);

  weft_json_writer_key (writer, "zones");
  weft_json_writer_begin_array (writer);
  for (guint32 i = 0; i < n_zones; i++)
    {
      const WeftNocZoneStats *stats = &g_array_index (self->zones, WeftNocZoneStats, i);

      weft_json_writer_begin_object (writer);
      write_device (self, writer, zones[i].device);
      if (zones[i].tile != G_MAXUINT16)
        write_tile (self, writer, "tile", zones[i].tile);
      weft_json_writer_string_member (writer, "proc",
                                      weft_noc_trace_get_proc (trace, zones[i].proc_id));
      weft_json_writer_string_member (writer, "zone",
                                      weft_noc_trace_get_name (trace, zones[i].name_id));
      weft_json_writer_signed_member (writer, "start", zones[i].start);
      weft_json_writer_signed_member (writer, "end", zones[i].end);
      weft_json_writer_boolean_member (writer, "open", (zones[i].flags & WEFT_ZONE_OPEN) != 0);
      weft_json_writer_boolean_member (writer, "noise", (zones[i].flags & WEFT_ZONE_NOISE) != 0);
      weft_json_writer_unsigned_member (writer, "transfers", stats->n_transfers);
      weft_json_writer_unsigned_member (writer, "bytes", stats->bytes);
      write_verdict (self, writer, &stats->verdict);
      weft_json_writer_end_object (writer);
    }
  weft_json_writer_end_array (writer);
}

static void
write_fabric (const Result *self, WeftJsonWriter *writer)
{
  const WeftNocFabricTraffic *fabric = self->stats->fabric;

  weft_json_writer_key (writer, "fabric_links");
  weft_json_writer_begin_array (writer);
  for (guint i = 0; i < fabric->links->len; i++)
    {
      const WeftNocFabricLink *link = &g_array_index (fabric->links, WeftNocFabricLink, i);

      weft_json_writer_begin_object (writer);
      weft_json_writer_signed_member (writer, "device",
                                      weft_noc_capture_get_device_id (self->capture, link->device));
      write_link_places (self, writer, link->link);
      weft_json_writer_unsigned_member (writer, "bytes", link->bytes);
      weft_json_writer_unsigned_member (writer, "transfers", link->n_transfers);
      weft_json_writer_end_object (writer);
    }
  weft_json_writer_end_array (writer);
  weft_json_writer_key (writer, "chip_links");
  weft_json_writer_begin_array (writer);
  for (guint i = 0; i < fabric->chip_links->len; i++)
    {
      const WeftNocChipLink *link = &g_array_index (fabric->chip_links, WeftNocChipLink, i);

      weft_json_writer_begin_object (writer);
      weft_json_writer_signed_member (writer, "from_device", link->from_device);
      weft_json_writer_signed_member (writer, "from_channel", link->from_channel);
      weft_json_writer_signed_member (writer, "to_device", link->to_device);
      weft_json_writer_signed_member (writer, "to_channel", link->to_channel);
      weft_json_writer_unsigned_member (writer, "bytes", link->bytes);
      weft_json_writer_unsigned_member (writer, "transfers", link->n_transfers);
      weft_json_writer_real_member (writer, "mean_utilization",
                                    weft_noc_stats_get_cable_share (self->stats, link));
      weft_json_writer_end_object (writer);
    }
  weft_json_writer_end_array (writer);
}

/* What another tool's model says of a link or an interface: its steps together. */
typedef struct
{
  WeftNocModelled step; /* the first one's names */
  double bytes;
  double peak;
} Modelled;

static GHashTable *
sum_modelled (WeftNocTrace *trace)
{
  GHashTable *links = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint32 i = 0; i < weft_noc_trace_get_n_modelled (trace); i++)
    {
      WeftNocModelled step;
      g_autofree char *key = NULL;
      Modelled *link;

      weft_noc_trace_get_modelled (trace, i, &step);
      key = g_strdup_printf ("%d %u %d %d %s", step.device, step.noc, step.y, step.x, step.port);
      link = g_hash_table_lookup (links, key);
      if (link == NULL)
        {
          link = g_new0 (Modelled, 1);
          link->step = step;
          g_hash_table_insert (links, g_steal_pointer (&key), link);
        }
      link->bytes += step.rate * (double) (step.end - MIN (step.start, step.end));
      link->peak = MAX (link->peak, step.rate);
    }
  return links;
}

/* In bytes per cycle, as that tool has them. */
static void
write_modelled (const Result *self, WeftJsonWriter *writer)
{
  WeftNocTrace *trace = weft_noc_capture_get_trace (self->capture);
  g_autoptr (GHashTable) links = NULL;
  g_autoptr (GList) keys = NULL;

  if (!weft_noc_trace_is_modelled (trace))
    return;
  links = sum_modelled (trace);
  keys = g_list_sort (g_hash_table_get_keys (links), (GCompareFunc) g_strcmp0);
  weft_json_writer_key (writer, "modelled_links");
  weft_json_writer_begin_array (writer);
  for (GList *key = keys; key != NULL; key = key->next)
    {
      const Modelled *link = g_hash_table_lookup (links, key->data);

      weft_json_writer_begin_object (writer);
      weft_json_writer_signed_member (writer, "device", link->step.device);
      write_noc (writer, link->step.noc);
      weft_cli_noc_write_place (writer, "tile", link->step.x, link->step.y);
      weft_json_writer_string_member (writer, "port", link->step.port);
      weft_json_writer_real_member (writer, "bytes", link->bytes);
      weft_json_writer_real_member (writer, "peak_rate", link->peak);
      weft_json_writer_end_object (writer);
    }
  weft_json_writer_end_array (writer);
}

static void
write_counts (const Result *self, WeftJsonWriter *writer)
{
  const WeftNocCounts *counts = weft_noc_capture_get_counts (self->capture);
  WeftNocTrace *trace = weft_noc_capture_get_trace (self->capture);
  GHashTableIter iter;
  gpointer name, count;

  weft_json_writer_unsigned_member (writer, "unresolved", counts->n_unresolved);
  weft_json_writer_unsigned_member (writer, "multicast_undecided", counts->n_undecided);
  weft_json_writer_unsigned_member (writer, "saturated_sizes", counts->n_saturated);
  weft_json_writer_unsigned_member (writer, "unbounded", counts->n_unbounded);
  weft_json_writer_unsigned_member (writer, "unbalanced_zones", counts->n_unbalanced_zones);
  weft_json_writer_unsigned_member (writer, "unpaired_barriers", counts->n_unpaired_barriers);
  weft_json_writer_unsigned_member (writer, "off_grid", counts->n_off_grid);
  weft_json_writer_unsigned_member (writer, "fabric_events", counts->n_fabric);
  weft_json_writer_unsigned_member (writer, "fabric_unknown", self->stats->fabric->n_unknown);
  weft_json_writer_key (writer, "unknown_types");
  weft_json_writer_begin_object (writer);
  g_hash_table_iter_init (&iter, weft_noc_capture_get_unknown_types (self->capture));
  while (g_hash_table_iter_next (&iter, &name, &count))
    {
      weft_json_writer_any_key (writer, weft_noc_trace_get_name (trace, GPOINTER_TO_UINT (name)));
      weft_json_writer_unsigned (writer, GPOINTER_TO_SIZE (count));
    }
  weft_json_writer_end_object (writer);
}

static void
write_table (const Result *self, WeftJsonWriter *writer, const char *key, WeftNocTable table)
{
  WeftFacts facts = weft_noc_tables_get (&self->tables, table);

  weft_json_writer_key (writer, key);
  weft_cli_records_write_json (&facts, writer);
}

static void
write_json (const Result *self, WeftTrace *trace)
{
  g_autofree WeftJsonWriter *writer = g_new (WeftJsonWriter, 1);

  weft_json_writer_init (writer, stdout);
  weft_json_writer_begin_object (writer);
  weft_cli_noc_write_head (writer, self->capture);
  weft_json_writer_boolean_member (writer, "other_noc", other_noc);
  weft_json_writer_key (writer, "range");
  weft_json_writer_begin_object (writer);
  weft_json_writer_signed_member (writer, "first", self->stats->range.from);
  weft_json_writer_signed_member (writer, "end", self->stats->range.to);
  weft_json_writer_unsigned_member (writer, "transfers", self->stats->n_transfers);
  weft_json_writer_unsigned_member (writer, "bytes", self->stats->transfer_bytes);
  weft_json_writer_end_object (writer);
  write_table (self, writer, "types", WEFT_NOC_BY_TYPE);
  write_table (self, writer, "nocs", WEFT_NOC_BY_NOC);
  write_links (self, writer);
  write_interfaces (self, writer);
  write_tiles (self, writer);
  write_controllers (self, writer);
  write_zones (self, writer);
  write_fabric (self, writer);
  write_modelled (self, writer);
  write_counts (self, writer);
  weft_cli_write_diagnostics (writer, trace);
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
  weft_json_writer_flush (writer);
}

/* --- people --------------------------------------------------------------------------------------- */

static const WeftNocSeriesStats *
find_busiest (const GArray *links)
{
  const WeftNocSeriesStats *best = NULL;

  for (guint i = 0; i < links->len; i++)
    {
      const WeftNocSeriesStats *link = &g_array_index (links, WeftNocSeriesStats, i);

      if (best == NULL
          || link->peak[WEFT_NOC_BARRIER_BOUNDED] > best->peak[WEFT_NOC_BARRIER_BOUNDED])
        best = link;
    }
  return best;
}

static void
print_links (const Result *self)
{
  const WeftNocSeriesStats *best = find_busiest (self->stats->links);
  g_autofree char *n_links = weft_number_count (self->stats->links->len);
  g_autofree char *n_over = weft_number_count (weft_noc_count_over_capacity (self->stats->links));
  g_autofree char *peak = NULL, *mean = NULL, *where = NULL;

  weft_cli_print_field (_ ("Links"), _ ("%s used; ≈ %s peak above capacity"), n_links, n_over);
  if (best == NULL || isnan (best->peak[WEFT_NOC_BARRIER_BOUNDED]))
    return;
  peak = weft_cli_format_percent (best->peak[WEFT_NOC_BARRIER_BOUNDED]);
  mean = weft_cli_format_percent (best->mean[WEFT_NOC_BARRIER_BOUNDED]);
  where = weft_noc_describe_series (self->capture, &best->info);
  weft_cli_print_field (_ ("Busiest link"),
                        _ ("%s: ≈ peak %s, mean %s of capacity (barrier-bounded rate)"), where,
                        peak, mean);
}

static void
print_people (const Result *self, const WeftCliRequest *request, WeftTrace *trace)
{
  static const WeftNocTable shown[] = { WEFT_NOC_BY_TYPE, WEFT_NOC_BY_NOC,
                                        WEFT_NOC_BY_LINK, WEFT_NOC_BY_CONTROLLER,
                                        WEFT_NOC_BY_TILE, WEFT_NOC_BY_CHIP_LINK };
  g_autofree char *transfers = weft_number_count (self->stats->n_transfers);
  g_autofree char *bytes = weft_number_exact_bytes (self->stats->transfer_bytes);
  g_autofree char *from = weft_number_integer (self->stats->range.from);
  g_autofree char *to = weft_number_integer (self->stats->range.to);

  weft_cli_noc_print_head (self->capture);
  if (other_noc)
    weft_cli_print_field (_ ("What if"), _ ("the transfers had used the other network"));
  if (request->has_range || request->filter != NULL)
    weft_cli_print_field (
      _ ("Counted"),
      g_dngettext (GETTEXT_PACKAGE, "%s transfer of %s, issued from cycle %s to %s",
                   "%s transfers of %s, issued from cycle %s to %s", self->stats->n_transfers),
      transfers, bytes, from, to);
  print_links (self);
  weft_cli_print_diagnostics (trace);
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      WeftFacts facts = weft_noc_tables_get (&self->tables, shown[i]);

      if (facts.n_rows == 0)
        continue;
      putchar ('\n');
      weft_cli_records_print (&facts, stdout, request->top > 0 ? request->top : MAX_ROWS);
    }
}

/* --- the command ------------------------------------------------------------------------------------ */

/* Without --by, CSV is the table of links. */
static void
print (const Result *self, const WeftCliRequest *request, WeftTrace *trace)
{
  WeftFacts facts = weft_noc_tables_get (
    &self->tables, request->key_word != NULL ? (WeftNocTable) request->key : WEFT_NOC_BY_LINK);

  if (request->json && request->key_word == NULL)
    write_json (self, trace);
  else if (request->json)
    {
      g_autofree WeftJsonWriter *writer = g_new (WeftJsonWriter, 1);

      weft_json_writer_init (writer, stdout);
      weft_cli_records_write_json (&facts, writer);
      weft_json_writer_newline (writer);
      weft_json_writer_flush (writer);
    }
  else if (request->csv)
    weft_cli_records_write_csv (&facts, stdout);
  else if (request->key_word != NULL)
    weft_cli_records_print (&facts, stdout, request->top > 0 ? request->top : G_MAXUINT);
  else
    print_people (self, request, trace);
}

/* A set of all records. */
static WeftBitset *
all_records (const WeftNocCapture *capture)
{
  WeftBitset *records = weft_bitset_new (weft_noc_capture_get_n_records (capture));

  for (guint32 record = 0; record < records->n_bits; record++)
    records->words[record / 64] |= (guint64) 1 << record % 64;
  weft_bitset_seal (records);
  return records;
}

/* The capture as it is, or with what is filtered on the other network, where the figures are those
 * of all transfers. */
static gboolean
capture_for (WeftTrace *trace, const WeftCliRequest *request, WeftNocCapture **capture,
             WeftBitset **records, int *status)
{
  g_autoptr (WeftBitset) moved = NULL;
  WeftNocOptions options;

  *status = WEFT_CLI_USAGE;
  if (!weft_cli_noc_get_options (&options))
    return FALSE;
  *status = WEFT_CLI_UNUSABLE;
  *capture = weft_cli_noc_capture (trace, &options);
  if (*capture == NULL)
    return FALSE;
  *status = WEFT_CLI_USAGE;
  if (!weft_cli_noc_filter (request, *capture, records))
    return FALSE;
  *status = WEFT_CLI_SUCCESS;
  if (!other_noc)
    return TRUE;
  moved = *records != NULL ? g_steal_pointer (records) : all_records (*capture);
  options.other_noc = moved;
  g_clear_pointer (capture, weft_noc_capture_unref);
  *capture = weft_cli_noc_capture (trace, &options);
  return *capture != NULL;
}

int
weft_cli_noc_stats (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftBitset) records = NULL;
  Result result = { NULL };
  int status;

  if (capture_for (trace, request, &result.capture, &records, &status))
    {
      result.demands = weft_noc_demands_new (result.capture, records, NULL, NULL);
      result.stats = weft_noc_stats_new (
        result.demands, request->has_range ? &request->range : NULL, records, NULL, NULL);
      result.zones = weft_noc_judge_zones (result.demands, NULL, NULL);
      weft_noc_tables_init (&result.tables, result.stats, result.zones);
      print (&result, request, trace);
    }
  result_clear (&result);
  return status;
}
