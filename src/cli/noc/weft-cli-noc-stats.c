/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-noc.h"

#include "weft-noc-stats-index.h"
#include "weft-noc-tables.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>
#include <math.h>

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
  WeftReport *report;
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

/* --- figures --------------------------------------------------------------------------------------- */

static void
report_verdict (const Result *self, const WeftNocVerdict *verdict)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (self->capture, NULL);
  guint n_tiles = topology->n_tiles;
  char id[8];

  if (!verdict->known)
    {
      weft_report_text (self->report, "bottleneck", NULL);
      return;
    }
  weft_report_begin (self->report, "bottleneck");
  weft_report_text (self->report, "kind", weft_noc_series_kind_to_string (verdict->info.kind));
  if (verdict->info.kind == WEFT_SERIES_LINK)
    weft_cli_noc_report_link (self->report, self->capture, verdict->info.index);
  else if (verdict->info.kind == WEFT_SERIES_CONTROLLER)
    {
      g_snprintf (id, sizeof id, "c%u", verdict->info.index);
      weft_report_text (self->report, "id", id);
    }
  else
    {
      weft_cli_noc_report_noc (self->report, verdict->info.index / n_tiles);
      weft_cli_noc_report_tile (self->report, self->capture, "tile", verdict->info.index % n_tiles);
    }
  weft_report_real (self->report, "utilization", verdict->utilization);
  weft_report_end (self->report);
}

/* The program that a record is of, where that is known. */
static void
report_run (WeftReport *report, WeftNocTrace *trace, guint32 index)
{
  WeftNocRecord record;
  WeftNocContext context;

  weft_noc_trace_get_record (trace, index, &record);
  weft_noc_trace_get_context (trace, record.context, &context);
  weft_report_text (report, "op", context.op_name[0] != '\0' ? context.op_name : NULL);
}

static void
report_zones (const Result *self)
{
  WeftNocTrace *trace = weft_noc_capture_get_trace (self->capture);
  WeftReport *report = self->report;
  guint32 n_zones;
  const WeftNocZone *zones = weft_noc_capture_get_zones (self->capture, &n_zones);

  weft_report_begin_list (report, "zones");
  for (guint32 i = 0; i < n_zones; i++)
    {
      const WeftNocZoneStats *stats = &g_array_index (self->zones, WeftNocZoneStats, i);

      weft_report_begin (report, NULL);
      weft_cli_noc_report_device (self->report, self->capture, zones[i].device);
      if (zones[i].tile != G_MAXUINT16)
        weft_cli_noc_report_tile (self->report, self->capture, "tile", zones[i].tile);
      weft_report_text (report, "proc", weft_noc_trace_get_proc (trace, zones[i].proc_id));
      weft_report_text (report, "zone", weft_noc_trace_get_name (trace, zones[i].name_id));
      report_run (report, trace, zones[i].record);
      weft_report_signed (report, "start", zones[i].start);
      weft_report_signed (report, "end", zones[i].end);
      weft_report_flag (report, "open", (zones[i].flags & WEFT_ZONE_OPEN) != 0);
      weft_report_flag (report, "noise", (zones[i].flags & WEFT_ZONE_NOISE) != 0);
      weft_cli_noc_report_amount (report, self->capture, "transfers", stats->n_transfers);
      weft_cli_noc_report_amount (report, self->capture, "bytes", stats->bytes);
      report_verdict (self, &stats->verdict);
      weft_report_end (report);
    }
  weft_report_end (report);
}

static void
report_fabric_links (const Result *self)
{
  const GArray *links = self->stats->fabric->links;
  WeftReport *report = self->report;

  weft_report_begin_list (report, "fabric_links");
  for (guint i = 0; i < links->len; i++)
    {
      const WeftNocFabricLink *link = &g_array_index (links, WeftNocFabricLink, i);

      weft_report_begin (report, NULL);
      weft_report_signed (report, "device",
                          weft_noc_capture_get_device_id (self->capture, link->device));
      weft_cli_noc_report_link (self->report, self->capture, link->link);
      weft_report_count (report, "bytes", link->bytes);
      weft_report_count (report, "transfers", link->n_transfers);
      weft_report_end (report);
    }
  weft_report_end (report);
}

/* The steps of a link or an interface in another tool's model, taken together. */
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
report_modelled (const Result *self)
{
  WeftNocTrace *trace = weft_noc_capture_get_trace (self->capture);
  WeftReport *report = self->report;
  g_autoptr (GHashTable) links = NULL;
  g_autoptr (GList) keys = NULL;

  if (!weft_noc_trace_is_modelled (trace))
    return;
  links = sum_modelled (trace);
  keys = g_list_sort (g_hash_table_get_keys (links), (GCompareFunc) g_strcmp0);
  weft_report_begin_list (report, "modelled_links");
  for (GList *key = keys; key != NULL; key = key->next)
    {
      const Modelled *link = g_hash_table_lookup (links, key->data);

      weft_report_begin (report, NULL);
      weft_report_signed (report, "device", link->step.device);
      weft_cli_noc_report_noc (self->report, link->step.noc);
      weft_cli_noc_report_place (report, "tile", link->step.x, link->step.y);
      weft_report_text (report, "port", link->step.port);
      weft_report_real (report, "bytes", link->bytes);
      weft_report_real (report, "peak_rate", link->peak);
      weft_report_end (report);
    }
  weft_report_end (report);
}

static void
report_counts (const Result *self)
{
  const WeftNocCounts *counts = weft_noc_capture_get_counts (self->capture);
  WeftNocTrace *trace = weft_noc_capture_get_trace (self->capture);
  WeftReport *report = self->report;
  GHashTableIter iter;
  gpointer name, count;

  weft_report_count (report, "unresolved", counts->n_unresolved);
  weft_report_count (report, "multicast_undecided", counts->n_undecided);
  weft_report_count (report, "saturated_sizes", counts->n_saturated);
  weft_report_count (report, "unbounded", counts->n_unbounded);
  weft_report_count (report, "unbalanced_zones", counts->n_unbalanced_zones);
  weft_report_count (report, "unpaired_barriers", counts->n_unpaired_barriers);
  weft_report_count (report, "off_grid", counts->n_off_grid);
  weft_report_count (report, "fabric_events", counts->n_fabric);
  weft_report_count (report, "fabric_unknown", self->stats->fabric->n_unknown);
  weft_report_begin (report, "unknown_types");
  g_hash_table_iter_init (&iter, weft_noc_capture_get_unknown_types (self->capture));
  while (g_hash_table_iter_next (&iter, &name, &count))
    weft_report_count (report, weft_noc_trace_get_name (trace, GPOINTER_TO_UINT (name)),
                       GPOINTER_TO_SIZE (count));
  weft_report_end (report);
}

static const WeftNocSeriesStats *
find_busiest (const GArray *links)
{
  const WeftNocSeriesStats *best = NULL;

  for (guint i = 0; i < links->len; i++)
    {
      const WeftNocSeriesStats *link = &g_array_index (links, WeftNocSeriesStats, i);

      if (best == NULL || isnan (best->peak[WEFT_NOC_BARRIER_BOUNDED])
          || link->peak[WEFT_NOC_BARRIER_BOUNDED] > best->peak[WEFT_NOC_BARRIER_BOUNDED])
        best = link;
    }
  return best;
}

static void
say_links (const Result *self)
{
  const GArray *links = self->stats->links;
  const WeftNocSeriesStats *best = find_busiest (links);
  WeftReport *report = self->report;
  char *name;

  if (!weft_noc_capture_has_traffic (self->capture))
    return;
  weft_report_line (report, _ ("Links"), _ ("%s used; ≈ %s peak above capacity"),
                    weft_report_say_count (report, links->len),
                    weft_report_say_count (report, weft_noc_count_over_capacity (links)));
  if (best == NULL || isnan (best->peak[WEFT_NOC_BARRIER_BOUNDED]))
    return;
  name = weft_noc_describe_on_device (self->capture, best->device,
                                      weft_noc_describe_series (self->capture, &best->info));
  weft_report_line (report, _ ("Busiest link"),
                    _ ("%s: ≈ peak %s, mean %s of capacity (barrier-bounded rate)"),
                    weft_report_say (report, name),
                    weft_report_say_percent (report, best->peak[WEFT_NOC_BARRIER_BOUNDED]),
                    weft_report_say_percent (report, best->mean[WEFT_NOC_BARRIER_BOUNDED]));
}

static void
report_range (const Result *self, const WeftCliRequest *request)
{
  const WeftNocStats *stats = self->stats;
  WeftReport *report = self->report;

  weft_report_flag (report, "other_noc", other_noc);
  weft_report_begin (report, "range");
  weft_report_signed (report, "first", stats->range.from);
  weft_report_signed (report, "end", stats->range.to);
  weft_cli_noc_report_amount (report, self->capture, "transfers", stats->n_transfers);
  weft_cli_noc_report_amount (report, self->capture, "bytes", stats->transfer_bytes);
  weft_report_end (report);
  if (other_noc)
    weft_report_line (report, _ ("What if"), _ ("the transfers had used the other network"));
  if ((request->has_range || request->filter != NULL)
      && weft_noc_capture_has_traffic (self->capture))
    weft_report_line (report, _ ("Counted"),
                      g_dngettext (GETTEXT_PACKAGE, "%s transfer of %s, issued from cycle %s to %s",
                                   "%s transfers of %s, issued from cycle %s to %s",
                                   stats->n_transfers),
                      weft_report_say_count (report, stats->n_transfers),
                      weft_report_say (report, weft_number_exact_bytes (stats->transfer_bytes)),
                      weft_report_say_integer (report, stats->range.from),
                      weft_report_say_integer (report, stats->range.to));
}

/* --- tables --------------------------------------------------------------------------------------- */

/* JSON has tiles as pairs, and names a device only where there are several. */
static void
report_table (const Result *self, const char *key, WeftNocTable table)
{
  const WeftCliRecordsShape shape = {
    .left_out = weft_noc_capture_get_n_devices (self->capture) > 1 ? NULL : "device",
    .places = TRUE,
  };
  WeftFacts facts = weft_noc_tables_get (&self->tables, table);

  weft_report_shaped_table (self->report, key, &facts, 0, &shape);
}

/* In another order than machines get them. */
static void
show_tables (const Result *self)
{
  static const WeftNocTable shown[] = { WEFT_NOC_BY_TYPE, WEFT_NOC_BY_NOC,
                                        WEFT_NOC_BY_LINK, WEFT_NOC_BY_CONTROLLER,
                                        WEFT_NOC_BY_TILE, WEFT_NOC_BY_CHIP_LINK };

  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      WeftFacts facts = weft_noc_tables_get (&self->tables, shown[i]);

      weft_report_table (self->report, NULL, &facts, facts.n_rows > 0 ? MAX_ROWS : 0);
    }
}

/* Findings, and figures that are kept, are of whole traces as they are. */
static gboolean
is_whole (const WeftCliRequest *request)
{
  return !request->has_range && request->filter == NULL && !other_noc;
}

static void
report_all (const Result *self, const WeftCliRequest *request, WeftTrace *trace)
{
  WeftReport *report = self->report;

  weft_report_begin (report, NULL);
  weft_cli_noc_report_head (report, self->capture);
  report_range (self, request);
  say_links (self);
  if (is_whole (request))
    weft_cli_noc_report_findings (report, self->capture, self->demands, self->stats);
  report_table (self, "types", WEFT_NOC_BY_TYPE);
  report_table (self, "nocs", WEFT_NOC_BY_NOC);
  report_table (self, "links", WEFT_NOC_BY_LINK);
  report_table (self, "interfaces", WEFT_NOC_BY_INTERFACE);
  report_table (self, "tiles", WEFT_NOC_BY_TILE);
  report_table (self, "dram_controllers", WEFT_NOC_BY_CONTROLLER);
  report_zones (self);
  report_fabric_links (self);
  report_table (self, "chip_links", WEFT_NOC_BY_CHIP_LINK);
  report_modelled (self);
  report_counts (self);
  weft_report_diagnostics (report, trace);
  show_tables (self);
  weft_report_end (report);
}

/* Without --by, CSV is the table of links. */
static void
write_report (const Result *self, const WeftCliRequest *request, WeftTrace *trace)
{
  gboolean has_key = request->key_word != NULL;
  WeftFacts facts =
    weft_noc_tables_get (&self->tables, has_key ? (WeftNocTable) request->key : WEFT_NOC_BY_LINK);

  if (has_key || weft_report_get_format (self->report) == WEFT_REPORT_CSV)
    weft_report_only (self->report, &facts, G_MAXUINT);
  else
    report_all (self, request, trace);
}

/* --- the command ------------------------------------------------------------------------------------ */

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
static int
capture_for (WeftTrace *trace, const WeftCliRequest *request, WeftNocCapture **capture,
             WeftBitset **records)
{
  g_autoptr (WeftBitset) moved = NULL;
  int status = weft_cli_noc_open (trace, request->filter, capture, records);

  if (status != WEFT_CLI_SUCCESS || !other_noc)
    return status;
  moved = *records != NULL ? g_steal_pointer (records) : all_records (*capture);
  g_clear_pointer (capture, weft_noc_capture_unref);
  return weft_cli_noc_capture (trace, moved, capture);
}

/* Of the whole trace, as it is. */
static void
find_stats (Result *self)
{
  WeftNocOptions options;

  /* They were good for the capture. */
  weft_cli_noc_get_options (&options);
  self->stats = weft_noc_stats_find (self->capture, &options, &self->zones, &self->demands,
                                     g_cancellable_get_current (), NULL);
}

static void
count_stats (Result *self, const WeftBitset *records, const WeftCycleRange *range)
{
  self->stats = weft_cli_noc_sum_up (self->capture, records, range, &self->demands);
  if (self->stats != NULL)
    self->zones = weft_noc_judge_zones (self->demands, g_cancellable_get_current (), NULL);
}

int
weft_cli_noc_stats (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftBitset) records = NULL;
  Result result = { .report = request->report };
  int status = capture_for (trace, request, &result.capture, &records);

  if (status == WEFT_CLI_SUCCESS && is_whole (request))
    find_stats (&result);
  else if (status == WEFT_CLI_SUCCESS)
    count_stats (&result, records, request->has_range ? &request->range : NULL);
  if (result.zones != NULL)
    {
      weft_noc_tables_init (&result.tables, result.stats, result.zones);
      write_report (&result, request, trace);
    }
  result_clear (&result);
  return status;
}
