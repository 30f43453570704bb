/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-facts.h"

#include "weft-expression.h"

#include <glib/gi18n-lib.h>

/* --- cells ------------------------------------------------------------------------------------ */

/* The data of all tables is the summary. */

static WeftCell
as_master (gconstpointer data G_GNUC_UNUSED, gint64 master)
{
  return weft_cell_word ((guint) master, weft_bus_master_to_string ((guint) master));
}

static WeftCell
as_region (gconstpointer data G_GNUC_UNUSED, gint64 region)
{
  return weft_cell_word ((guint) region, weft_bus_region_get ((guint) region)->name);
}

static WeftCell
as_kind (gconstpointer data, gint64 kind)
{
  WeftBusTrace *trace = ((const WeftBusSummary *) data)->snapshot->trace;

  return weft_cell_word ((guint) kind, weft_bus_trace_get_kind (trace, (guint) kind));
}

static WeftCell
as_cache (gconstpointer data G_GNUC_UNUSED, gint64 cache)
{
  return weft_cell_word ((guint) cache, weft_bus_cache_to_string ((guint) cache));
}

static WeftCell
as_class (gconstpointer data G_GNUC_UNUSED, gint64 class)
{
  return weft_cell_word ((guint) class, weft_bus_class_to_string ((guint) class));
}

static WeftCell
as_sample (gconstpointer data G_GNUC_UNUSED, gint64 n_accesses)
{
  return weft_cell_text (g_strdup (n_accesses < WEFT_BUS_LOW_SAMPLE ? "low" : ""));
}

static WeftCell
as_differences (gconstpointer data G_GNUC_UNUSED, gint64 asymmetry)
{
  return weft_cell_text (weft_bus_asymmetry_to_string ((guint) asymmetry));
}

/* The rows of what is counted by a number. */
static WeftCell
get_word (gconstpointer data, guint table, guint row)
{
  switch (table)
    {
    case WEFT_BUS_TABLE_MASTER:
      return as_master (data, row);
    case WEFT_BUS_TABLE_REGION:
      return as_region (data, row);
    case WEFT_BUS_TABLE_KIND:
      return as_kind (data, row);
    case WEFT_BUS_TABLE_CACHE:
    default:
      return as_cache (data, row);
    }
}

static WeftCell
get_rate (gconstpointer data G_GNUC_UNUSED, gconstpointer totals)
{
  return weft_cell_real (weft_bus_totals_get_rate (totals));
}

static WeftCell
get_p50 (gconstpointer data G_GNUC_UNUSED, gconstpointer histogram)
{
  return weft_cell_real (weft_bus_percentile (histogram, 0.5));
}

static WeftCell
get_p90 (gconstpointer data G_GNUC_UNUSED, gconstpointer histogram)
{
  return weft_cell_real (weft_bus_percentile (histogram, 0.9));
}

static WeftCell
get_p99 (gconstpointer data G_GNUC_UNUSED, gconstpointer histogram)
{
  return weft_cell_real (weft_bus_percentile (histogram, 0.99));
}

char *
weft_bus_asymmetry_to_string (guint asymmetry)
{
  static const struct
  {
    guint flag;
    const char *name;
  } names[] = {
    { WEFT_BUS_ASYMMETRIC_P50, "elapsed_p50" },
    { WEFT_BUS_ASYMMETRIC_P99, "elapsed_p99" },
    { WEFT_BUS_ASYMMETRIC_RATE, "wait_nonzero_rate" },
  };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if ((asymmetry & names[i].flag) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "," : "", names[i].name);
  return g_string_free (text, FALSE);
}

/* --- who waited for whom ---------------------------------------------------------------------- */

/* Each master has a row for each of the others. */
static guint
get_waiter (guint row)
{
  return row / (WEFT_BUS_N_MASTERS - 1);
}

static guint
get_served (guint row)
{
  guint served = row % (WEFT_BUS_N_MASTERS - 1);

  return served + (served >= get_waiter (row));
}

static WeftCell
get_waiter_name (gconstpointer data, guint row)
{
  return as_master (data, get_waiter (row));
}

static WeftCell
get_served_name (gconstpointer data, guint row)
{
  return as_master (data, get_served (row));
}

static WeftCell
get_overlap (gconstpointer data, guint row)
{
  const WeftBusSummary *summary = data;

  return weft_cell_count (summary->overlaps[get_waiter (row)][get_served (row)]);
}

static WeftCell
get_overlap_share (gconstpointer data, guint row)
{
  guint64 wait = ((const WeftBusSummary *) data)->masters[get_waiter (row)].wait;

  return wait > 0 ? weft_cell_real ((double) get_overlap (data, row).count / (double) wait)
                  : weft_cell_none ();
}

/* --- records that stand out ------------------------------------------------------------------- */

/* A getter of what the record says, whose row it is asked for. */
#define RECORD(name, cell) \
  static WeftCell name (gconstpointer data, gint64 row) \
  { \
    WeftBusRecord record; \
    weft_bus_snapshot_get_record (((const WeftBusSummary *) data)->snapshot, (guint32) row, \
                                  &record); \
    return cell; \
  }

RECORD (record_seq, weft_cell_count (record.seq))
RECORD (record_line, weft_cell_signed (record.line))
RECORD (record_master, as_master (data, record.master))
RECORD (record_addr, weft_cell_text (g_strdup_printf ("0x%08X", record.addr)))
RECORD (record_region, as_region (data, weft_bus_region_of (record.addr)))
RECORD (record_size, weft_cell_count (record.size))
RECORD (record_complete, weft_cell_count (record.complete))

/* --- the columns of all tables ---------------------------------------------------------------- */

/* A field is in the tables that its flags name. */
enum
{
  BUCKETS = WEFT_FIELD_COLUMN (WEFT_BUS_TABLE_BUCKET),
  MASTERS = WEFT_FIELD_COLUMN (WEFT_BUS_TABLE_MASTER),
  REGIONS = WEFT_FIELD_COLUMN (WEFT_BUS_TABLE_REGION),
  KINDS = WEFT_FIELD_COLUMN (WEFT_BUS_TABLE_KIND),
  CACHES = WEFT_FIELD_COLUMN (WEFT_BUS_TABLE_CACHE),
  SYMMETRIES = WEFT_FIELD_COLUMN (WEFT_BUS_TABLE_SYMMETRY),
  CONTENTION = WEFT_FIELD_COLUMN (WEFT_BUS_TABLE_CONTENTION),
  DRIFTS = WEFT_FIELD_COLUMN (WEFT_BUS_TABLE_DRIFT),
  DELTAS = WEFT_FIELD_COLUMN (WEFT_BUS_TABLE_DELTA),
  TOTALS = MASTERS | REGIONS | KINDS | CACHES,
  TOPS = DRIFTS | DELTAS,
};

/* The members of what rows are. Those of buckets are pointers to them, or to one of each SH-2. */
#define TOTAL(name) .member = WEFT_MEMBER (WeftBusTotals, name)
#define BUCKET(name) .member = WEFT_MEMBER (WeftBusBucket, name), .through = 1
#define BUCKET_AT(name) .member = WEFT_MEMBER_AT (WeftBusBucket, name), .through = 1
#define SIDE(name, side) \
  .member = WEFT_MEMBER (WeftBusBucket, name), .through = WEFT_THROUGH (WeftBusSymmetry, side)
#define SIDE_AT(name, side) \
  .member = WEFT_MEMBER_AT (WeftBusBucket, name), .through = WEFT_THROUGH (WeftBusSymmetry, side)
#define TOP(name) .member = WEFT_MEMBER (WeftBusTop, name)

#define RATE N_ ("Share of accesses whose ymir_effective_wait is not 0")
#define ELAPSED N_ ("Cycles of ymir_effective_total, between two values interpolated")
#define WAIT N_ ("Cycles of ymir_effective_wait, between two values interpolated")
#define BEHIND N_ ("Cycles that the model's bus is behind the trace")
#define DELTA N_ ("Cycles of the model − observed")

static const WeftField fields[] = {
  { "master", N_ ("Master"), WEFT_PART (get_word, WEFT_BUS_TABLE_MASTER), .flags = MASTERS },
  { "region", N_ ("Region"), WEFT_PART (get_word, WEFT_BUS_TABLE_REGION), .flags = REGIONS },
  { "kind", N_ ("Kind"), WEFT_PART (get_word, WEFT_BUS_TABLE_KIND), .flags = KINDS },
  { "cache_bucket", N_ ("Cache bucket"), WEFT_PART (get_word, WEFT_BUS_TABLE_CACHE),
    .flags = CACHES,
    .doc = N_ ("What the service of an access to High WRAM "
               "says of the cache") },
  { "accesses", N_ ("Accesses"), .flags = TOTALS, TOTAL (n_accesses) },
  { "waited", N_ ("Waited"), .flags = TOTALS, .doc = N_ ("Accesses that waited at all"),
    TOTAL (n_waited) },
  { "wait_rate", N_ ("Share"), .flags = TOTALS, .unit = WEFT_UNIT_SHARE, .doc = RATE,
    .of = get_rate },
  { "wait_cycles", N_ ("Wait cycles"), .flags = TOTALS,
    .doc = N_ ("Of ymir_effective_wait, together"), TOTAL (wait) },
  { "service_cycles", N_ ("Service cycles"), .flags = TOTALS, TOTAL (service) },
  { "retries", N_ ("Retries"), .flags = TOTALS, TOTAL (retries) },

  { "master", N_ ("Master"), .flags = BUCKETS, BUCKET (master), .as = as_master },
  { "region", N_ ("Region"), .flags = BUCKETS, BUCKET (region), .as = as_region },
  { "kind", N_ ("Kind"), .flags = BUCKETS, BUCKET (kind), .as = as_kind },
  { "cache_bucket", N_ ("Cache bucket"), .flags = BUCKETS, BUCKET (cache), .as = as_cache },
  { "accesses", N_ ("Accesses"), .flags = BUCKETS,
    .doc = N_ ("Percentiles of fewer than 100 accesses say little"), BUCKET (totals.n_accesses) },
  { "waited", N_ ("Waited"), .flags = BUCKETS, .doc = N_ ("Accesses that waited at all"),
    BUCKET (totals.n_waited) },
  { "wait_rate", N_ ("Share"), .flags = BUCKETS, .unit = WEFT_UNIT_SHARE, .doc = RATE,
    .of = get_rate, BUCKET_AT (totals) },
  { "elapsed_p50", N_ ("Elapsed p50"), .flags = BUCKETS, .doc = ELAPSED, .of = get_p50,
    BUCKET_AT (elapsed) },
  { "elapsed_p90", N_ ("p90"), .flags = BUCKETS, .doc = ELAPSED, .of = get_p90,
    BUCKET_AT (elapsed) },
  { "elapsed_p99", N_ ("p99"), .flags = BUCKETS, .doc = ELAPSED, .of = get_p99,
    BUCKET_AT (elapsed) },
  { "wait_p50", N_ ("Wait p50"), .flags = BUCKETS, .doc = WAIT, .of = get_p50, BUCKET_AT (wait) },
  { "wait_p90", N_ ("p90"), .flags = BUCKETS, .doc = WAIT, .of = get_p90, BUCKET_AT (wait) },
  { "wait_p99", N_ ("p99"), .flags = BUCKETS, .doc = WAIT, .of = get_p99, BUCKET_AT (wait) },
  { "low_sample", N_ ("Sample"), .flags = BUCKETS,
    .doc = N_ ("“low” where there are fewer than 100 accesses"), BUCKET (totals.n_accesses),
    .as = as_sample },

  { "region", N_ ("Region"), .flags = SYMMETRIES, SIDE (region, msh2), .as = as_region },
  { "kind", N_ ("Kind"), .flags = SYMMETRIES, SIDE (kind, msh2), .as = as_kind },
  { "cache_bucket", N_ ("Cache bucket"), .flags = SYMMETRIES, SIDE (cache, msh2), .as = as_cache },
  { "msh2_accesses", N_ ("MSH2"), .flags = SYMMETRIES, .doc = N_ ("Accesses of MSH2"),
    SIDE (totals.n_accesses, msh2) },
  { "ssh2_accesses", N_ ("SSH2"), .flags = SYMMETRIES, .doc = N_ ("Accesses of SSH2"),
    SIDE (totals.n_accesses, ssh2) },
  { "msh2_elapsed_p50", N_ ("MSH2 p50"), .flags = SYMMETRIES, .doc = ELAPSED, .of = get_p50,
    SIDE_AT (elapsed, msh2) },
  { "ssh2_elapsed_p50", N_ ("SSH2 p50"), .flags = SYMMETRIES, .doc = ELAPSED, .of = get_p50,
    SIDE_AT (elapsed, ssh2) },
  { "msh2_elapsed_p99", N_ ("MSH2 p99"), .flags = SYMMETRIES, .doc = ELAPSED, .of = get_p99,
    SIDE_AT (elapsed, msh2) },
  { "ssh2_elapsed_p99", N_ ("SSH2 p99"), .flags = SYMMETRIES, .doc = ELAPSED, .of = get_p99,
    SIDE_AT (elapsed, ssh2) },
  { "msh2_wait_rate", N_ ("MSH2 waits"), .flags = SYMMETRIES, .unit = WEFT_UNIT_SHARE, .doc = RATE,
    .of = get_rate, SIDE_AT (totals, msh2) },
  { "ssh2_wait_rate", N_ ("SSH2 waits"), .flags = SYMMETRIES, .unit = WEFT_UNIT_SHARE, .doc = RATE,
    .of = get_rate, SIDE_AT (totals, ssh2) },
  { "differs", N_ ("Differs in"), .flags = SYMMETRIES | WEFT_FIELD_LAST,
    .doc = N_ ("p50 by more than 1 cycle, p99 by more than 2, the share "
               "by more than 1 percentage point"),
    .member = WEFT_MEMBER (WeftBusSymmetry, asymmetry), .as = as_differences },

  { "waiter", N_ ("Waiter"), get_waiter_name, .flags = CONTENTION },
  { "served", N_ ("Served meanwhile"), get_served_name, .flags = CONTENTION },
  { "cycles", N_ ("Cycles"), get_overlap, .flags = CONTENTION,
    .doc = N_ ("That the one waited and the other was served, inferred from "
               "services that overlap waits") },
  { "share", N_ ("Share"), get_overlap_share, .flags = CONTENTION, .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Of all that the one waited. Shares may add up to more than 100 %, "
               "as two may be served at once") },

  { "seq", N_ ("Seq"), .flags = TOPS, TOP (row), .as = record_seq },
  { "line", N_ ("Line"), .flags = TOPS,
    .doc = N_ ("Of the file; in a binary one the number of the record"), TOP (row),
    .as = record_line },
  { "master", N_ ("Master"), .flags = TOPS, TOP (row), .as = record_master },
  { "addr", N_ ("Address"), .flags = TOPS, TOP (row), .as = record_addr },
  { "region", N_ ("Region"), .flags = TOPS, TOP (row), .as = record_region },
  { "size", N_ ("Size"), .flags = TOPS, .doc = N_ ("Bytes"), TOP (row), .as = record_size },
  { "tick_complete", N_ ("Tick"), .flags = TOPS, .doc = N_ ("In which the access completed"),
    TOP (row), .as = record_complete },
  { "wait_delta", N_ ("Δ wait"), .flags = TOPS, .doc = DELTA, TOP (verdict.wait_delta) },
  { "total_delta", N_ ("Δ total"), .flags = TOPS, .doc = DELTA, TOP (verdict.total_delta) },
  { "drift_wait", N_ ("Wait drift"), .flags = TOPS, .doc = BEHIND, TOP (verdict.drift_wait) },
  { "drift_total", N_ ("Drift"), .flags = TOPS, .doc = BEHIND, TOP (verdict.drift_total) },
  { "class", N_ ("Class"), .flags = TOPS | WEFT_FIELD_LAST,
    .doc = N_ ("A known gap is one of the trace, no error of the arbiter"), TOP (verdict.class),
    .as = as_class },
};

#define SCHEMA(name, doc, table, Type) \
  { \
    name, doc, fields, G_N_ELEMENTS (fields), WEFT_FIELD_KIND (table), sizeof (Type) \
  }

const WeftSchema weft_bus_table_schemas[WEFT_BUS_N_TABLES] = {
  [WEFT_BUS_TABLE_BUCKET] =
    SCHEMA ("bus_bucket", "Accesses by master, region, kind and cache bucket",
            WEFT_BUS_TABLE_BUCKET, gpointer),
  [WEFT_BUS_TABLE_MASTER] =
    SCHEMA ("bus_master", "Accesses by master", WEFT_BUS_TABLE_MASTER, WeftBusTotals),
  [WEFT_BUS_TABLE_REGION] =
    SCHEMA ("bus_region", "Accesses by region", WEFT_BUS_TABLE_REGION, WeftBusTotals),
  [WEFT_BUS_TABLE_KIND] =
    SCHEMA ("bus_kind", "Accesses by kind", WEFT_BUS_TABLE_KIND, WeftBusTotals),
  [WEFT_BUS_TABLE_CACHE] =
    SCHEMA ("bus_cache", "Accesses by cache bucket", WEFT_BUS_TABLE_CACHE, WeftBusTotals),
  [WEFT_BUS_TABLE_SYMMETRY] =
    SCHEMA ("bus_symmetry", "What both SH-2s did", WEFT_BUS_TABLE_SYMMETRY, WeftBusSymmetry),
  [WEFT_BUS_TABLE_CONTENTION] =
    SCHEMA ("bus_contention", "Who waited for whom", WEFT_BUS_TABLE_CONTENTION, guint),
  [WEFT_BUS_TABLE_DRIFT] =
    SCHEMA ("bus_drift", "Accesses after which the model is furthest from the trace",
            WEFT_BUS_TABLE_DRIFT, WeftBusTop),
  [WEFT_BUS_TABLE_DELTA] = SCHEMA ("bus_delta", "Accesses whose wait is furthest from the model's",
                                   WEFT_BUS_TABLE_DELTA, WeftBusTop),
};

/* --- what rows are about ---------------------------------------------------------------------- */

const WeftBusTop *
weft_bus_facts_get_top (const WeftBusSummary *summary, WeftBusTable table, guint row)
{
  WeftFacts facts = weft_bus_facts_get (summary, table);

  return (const WeftBusTop *) facts.items + row;
}

char *
weft_bus_facts_make_filter (const WeftBusSummary *summary, WeftBusTable table, guint row)
{
  WeftBusTrace *trace = summary->snapshot->trace;
  g_autofree char *kind = NULL;

  switch (table)
    {
    case WEFT_BUS_TABLE_BUCKET:
      return weft_bus_summary_match_bucket (summary, summary->buckets->pdata[row], WEFT_BUS_BY_ALL);
    case WEFT_BUS_TABLE_MASTER:
      return g_strdup_printf ("master == \"%s\"", weft_bus_master_to_string (row));
    case WEFT_BUS_TABLE_REGION:
      return g_strdup_printf ("region == \"%s\"", weft_bus_region_get (row)->name);
    case WEFT_BUS_TABLE_KIND:
      kind = weft_expression_quote (weft_bus_trace_get_kind (trace, row));
      return g_strdup_printf ("kind == %s", kind);
    case WEFT_BUS_TABLE_CACHE:
      return g_strdup_printf ("cache == \"%s\"", weft_bus_cache_to_string (row));
    case WEFT_BUS_TABLE_SYMMETRY:
      return weft_bus_summary_match_bucket (
        summary, g_array_index (summary->symmetries, WeftBusSymmetry, row).msh2, WEFT_BUS_BY_ACT);
    case WEFT_BUS_TABLE_CONTENTION:
      return g_strdup_printf ("master == \"%s\" && wait > 0",
                              weft_bus_master_to_string (get_waiter (row)));
    case WEFT_BUS_TABLE_DRIFT:
    case WEFT_BUS_TABLE_DELTA:
      return NULL;
    case WEFT_BUS_N_TABLES:
    default:
      g_return_val_if_reached (NULL);
    }
}

/* --- the tables ------------------------------------------------------------------------------- */

WeftFacts
weft_bus_facts_get (const WeftBusSummary *summary, WeftBusTable table)
{
  const WeftSchema *schema = &weft_bus_table_schemas[table];
  const WeftBusModelSummary *model = summary->model;
  const guint n_pairs = WEFT_BUS_N_MASTERS * (WEFT_BUS_N_MASTERS - 1);
  const struct
  {
    gconstpointer items;
    guint n;
  } rows[WEFT_BUS_N_TABLES] = {
    [WEFT_BUS_TABLE_BUCKET] = { summary->buckets->pdata, summary->buckets->len },
    [WEFT_BUS_TABLE_MASTER] = { summary->masters, WEFT_BUS_N_MASTERS },
    [WEFT_BUS_TABLE_REGION] = { summary->regions, WEFT_BUS_N_REGIONS },
    [WEFT_BUS_TABLE_KIND] = { summary->kinds->data, summary->kinds->len },
    [WEFT_BUS_TABLE_CACHE] = { summary->caches, WEFT_BUS_N_CACHES },
    [WEFT_BUS_TABLE_SYMMETRY] = { summary->symmetries->data, summary->symmetries->len },
    [WEFT_BUS_TABLE_CONTENTION] = { NULL, summary->has_overlaps ? n_pairs : 0 },
    [WEFT_BUS_TABLE_DRIFT] = { model != NULL ? model->top_drifts->data : NULL,
                               model != NULL ? model->top_drifts->len : 0 },
    [WEFT_BUS_TABLE_DELTA] = { model != NULL ? model->top_deltas->data : NULL,
                               model != NULL ? model->top_deltas->len : 0 },
  };

  return weft_facts_of_items (schema, WEFT_FIELD_TABLE, summary, rows[table].items, rows[table].n);
}
