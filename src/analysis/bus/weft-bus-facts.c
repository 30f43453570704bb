/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-facts.h"

#include "weft-expression.h"

#include <glib/gi18n-lib.h>

/* --- accesses by what they have in common ----------------------------------------------------- */

#define TOTALS_COLUMNS \
  { "accesses", N_ ("Accesses") }, \
    { "waited", N_ ("Waited"), .doc = N_ ("Accesses that waited at all") }, \
    { "wait_rate", N_ ("Share"), .unit = WEFT_UNIT_SHARE, \
      .doc = N_ ("Share of accesses that waited") }, \
    { "wait_cycles", N_ ("Wait cycles") }, { "service_cycles", N_ ("Service cycles") }, \
  { \
    "retries", N_ ("Retries") \
  }

static const WeftField master_columns[] = {
  { "master", N_ ("Master") },
  TOTALS_COLUMNS,
};

static const WeftField region_columns[] = {
  { "region", N_ ("Region") },
  TOTALS_COLUMNS,
};

static const WeftField kind_columns[] = {
  { "kind", N_ ("Kind") },
  TOTALS_COLUMNS,
};

static const WeftField cache_columns[] = {
  { "cache_bucket", N_ ("Cache bucket"),
    .doc = N_ ("What the service of an access to High WRAM "
               "says of the cache") },
  TOTALS_COLUMNS,
};

static WeftCell
text_cell (const char *text)
{
  return weft_cell_text (g_strdup (text));
}

static void
fill_totals (const char *name, const WeftBusTotals *totals, WeftCell *cells)
{
  *cells++ = text_cell (name);
  *cells++ = weft_cell_count (totals->n_accesses);
  *cells++ = weft_cell_count (totals->n_waited);
  *cells++ = weft_cell_real (weft_bus_totals_get_rate (totals));
  *cells++ = weft_cell_count (totals->wait);
  *cells++ = weft_cell_count (totals->service);
  *cells++ = weft_cell_count (totals->retries);
}

static void
fill_master (gpointer data, guint row, WeftCell *cells)
{
  const WeftBusSummary *summary = data;

  fill_totals (weft_bus_master_to_string (row), &summary->masters[row], cells);
}

static void
fill_region (gpointer data, guint row, WeftCell *cells)
{
  const WeftBusSummary *summary = data;

  fill_totals (weft_bus_region_get (row)->name, &summary->regions[row], cells);
}

static void
fill_kind (gpointer data, guint row, WeftCell *cells)
{
  const WeftBusSummary *summary = data;

  fill_totals (weft_bus_trace_get_kind (summary->snapshot->trace, row),
               &g_array_index (summary->kinds, WeftBusTotals, row), cells);
}

static void
fill_cache (gpointer data, guint row, WeftCell *cells)
{
  const WeftBusSummary *summary = data;

  fill_totals (weft_bus_cache_to_string (row), &summary->caches[row], cells);
}

/* --- buckets ---------------------------------------------------------------------------------- */

static const WeftField bucket_columns[] = {
  { "master", N_ ("Master") },
  { "region", N_ ("Region") },
  { "kind", N_ ("Kind") },
  { "cache_bucket", N_ ("Cache bucket") },
  { "accesses", N_ ("Accesses"), .doc = N_ ("Percentiles of fewer than 100 accesses say little") },
  { "waited", N_ ("Waited"), .doc = N_ ("Accesses that waited at all") },
  { "wait_rate", N_ ("Share"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Share of accesses that waited") },
  { "elapsed_p50", N_ ("Elapsed p50"), .doc = N_ ("Cycles, between two values interpolated") },
  { "elapsed_p90", N_ ("p90"), .doc = N_ ("Cycles, between two values interpolated") },
  { "elapsed_p99", N_ ("p99"), .doc = N_ ("Cycles, between two values interpolated") },
  { "wait_p50", N_ ("Wait p50"), .doc = N_ ("Cycles, between two values interpolated") },
  { "wait_p90", N_ ("p90"), .doc = N_ ("Cycles, between two values interpolated") },
  { "wait_p99", N_ ("p99"), .doc = N_ ("Cycles, between two values interpolated") },
  { "low_sample", N_ ("Sample"), .doc = N_ ("“low” where there are fewer than 100 accesses") },
};

static void
fill_bucket (gpointer data, guint row, WeftCell *cells)
{
  const WeftBusSummary *summary = data;
  const WeftBusBucket *bucket = summary->buckets->pdata[row];

  *cells++ = text_cell (weft_bus_master_to_string (bucket->master));
  *cells++ = text_cell (weft_bus_region_get (bucket->region)->name);
  *cells++ = text_cell (weft_bus_trace_get_kind (summary->snapshot->trace, bucket->kind));
  *cells++ = text_cell (weft_bus_cache_to_string (bucket->cache));
  *cells++ = weft_cell_count (bucket->totals.n_accesses);
  *cells++ = weft_cell_count (bucket->totals.n_waited);
  *cells++ = weft_cell_real (weft_bus_totals_get_rate (&bucket->totals));
  *cells++ = weft_cell_real (weft_bus_percentile (&bucket->elapsed, 0.5));
  *cells++ = weft_cell_real (weft_bus_percentile (&bucket->elapsed, 0.9));
  *cells++ = weft_cell_real (weft_bus_percentile (&bucket->elapsed, 0.99));
  *cells++ = weft_cell_real (weft_bus_percentile (&bucket->wait, 0.5));
  *cells++ = weft_cell_real (weft_bus_percentile (&bucket->wait, 0.9));
  *cells++ = weft_cell_real (weft_bus_percentile (&bucket->wait, 0.99));
  *cells++ = text_cell (bucket->totals.n_accesses < WEFT_BUS_LOW_SAMPLE ? "low" : "");
}

/* --- symmetry --------------------------------------------------------------------------------- */

static const WeftField symmetry_columns[] = {
  { "region", N_ ("Region") },
  { "kind", N_ ("Kind") },
  { "cache_bucket", N_ ("Cache bucket") },
  { "msh2_accesses", N_ ("MSH2"), .doc = N_ ("Accesses of MSH2") },
  { "ssh2_accesses", N_ ("SSH2"), .doc = N_ ("Accesses of SSH2") },
  { "msh2_elapsed_p50", N_ ("MSH2 p50"), .doc = N_ ("Elapsed cycles") },
  { "ssh2_elapsed_p50", N_ ("SSH2 p50"), .doc = N_ ("Elapsed cycles") },
  { "msh2_elapsed_p99", N_ ("MSH2 p99"), .doc = N_ ("Elapsed cycles") },
  { "ssh2_elapsed_p99", N_ ("SSH2 p99"), .doc = N_ ("Elapsed cycles") },
  { "msh2_wait_rate", N_ ("MSH2 waits"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Share of accesses that waited") },
  { "ssh2_wait_rate", N_ ("SSH2 waits"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Share of accesses that waited") },
  { "differs", N_ ("Differs in"), .flags = WEFT_FIELD_LAST,
    .doc = N_ ("p50 by more than 1 cycle, p99 by more than 2, the share "
               "by more than 1 percentage point") },
};

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

static void
fill_symmetry (gpointer data, guint row, WeftCell *cells)
{
  const WeftBusSummary *summary = data;
  const WeftBusSymmetry *symmetry = &g_array_index (summary->symmetries, WeftBusSymmetry, row);
  const WeftBusBucket *msh2 = symmetry->msh2, *ssh2 = symmetry->ssh2;

  *cells++ = text_cell (weft_bus_region_get (msh2->region)->name);
  *cells++ = text_cell (weft_bus_trace_get_kind (summary->snapshot->trace, msh2->kind));
  *cells++ = text_cell (weft_bus_cache_to_string (msh2->cache));
  *cells++ = weft_cell_count (msh2->totals.n_accesses);
  *cells++ = weft_cell_count (ssh2->totals.n_accesses);
  *cells++ = weft_cell_real (weft_bus_percentile (&msh2->elapsed, 0.5));
  *cells++ = weft_cell_real (weft_bus_percentile (&ssh2->elapsed, 0.5));
  *cells++ = weft_cell_real (weft_bus_percentile (&msh2->elapsed, 0.99));
  *cells++ = weft_cell_real (weft_bus_percentile (&ssh2->elapsed, 0.99));
  *cells++ = weft_cell_real (weft_bus_totals_get_rate (&msh2->totals));
  *cells++ = weft_cell_real (weft_bus_totals_get_rate (&ssh2->totals));
  *cells++ = weft_cell_text (weft_bus_asymmetry_to_string (symmetry->asymmetry));
}

/* --- who waited for whom ---------------------------------------------------------------------- */

static const WeftField contention_columns[] = {
  { "waiter", N_ ("Waiter") },
  { "served", N_ ("Served meanwhile") },
  { "cycles", N_ ("Cycles"),
    .doc = N_ ("That the one waited and the other was served, inferred from "
               "services that overlap waits") },
  { "share", N_ ("Share"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Of all that the one waited. Shares may add up to more than 100 %, "
               "as two may be served at once") },
};

/* Each master has a row for each of the others. */
static void
fill_contention (gpointer data, guint row, WeftCell *cells)
{
  const WeftBusSummary *summary = data;
  guint waiter = row / (WEFT_BUS_N_MASTERS - 1);
  guint served = row % (WEFT_BUS_N_MASTERS - 1);
  guint64 wait = summary->masters[waiter].wait, cycles;

  served += served >= waiter;
  cycles = summary->overlaps[waiter][served];
  *cells++ = text_cell (weft_bus_master_to_string (waiter));
  *cells++ = text_cell (weft_bus_master_to_string (served));
  *cells++ = weft_cell_count (cycles);
  *cells++ = wait > 0 ? weft_cell_real ((double) cycles / (double) wait) : weft_cell_none ();
}

/* --- records that stand out ------------------------------------------------------------------- */

static const WeftField top_columns[] = {
  { "seq", N_ ("Seq") },
  { "line", N_ ("Line"), .doc = N_ ("Of the file; in a binary one the number of the record") },
  { "master", N_ ("Master") },
  { "addr", N_ ("Address") },
  { "region", N_ ("Region") },
  { "size", N_ ("Size"), .doc = N_ ("Bytes") },
  { "tick_complete", N_ ("Tick"), .doc = N_ ("In which the access completed") },
  { "wait_delta", N_ ("Δ wait"), .doc = N_ ("Cycles of the model − observed") },
  { "total_delta", N_ ("Δ total"), .doc = N_ ("Cycles of the model − observed") },
  { "drift_wait", N_ ("Wait drift"),
    .doc = N_ ("Cycles that the model's bus is behind the trace") },
  { "drift_total", N_ ("Drift"), .doc = N_ ("Cycles that the model's bus is behind the trace") },
  { "class", N_ ("Class"), .flags = WEFT_FIELD_LAST,
    .doc = N_ ("A known gap is one of the trace, no error of the arbiter") },
};

static const GArray *
get_tops (const WeftBusSummary *summary, WeftBusTable table)
{
  return table == WEFT_BUS_TABLE_DRIFT ? summary->model->top_drifts : summary->model->top_deltas;
}

const WeftBusTop *
weft_bus_facts_get_top (const WeftBusSummary *summary, WeftBusTable table, guint row)
{
  return &g_array_index (get_tops (summary, table), WeftBusTop, row);
}

static void
fill_top (const WeftBusSummary *summary, WeftBusTable table, guint row, WeftCell *cells)
{
  const WeftBusTop *top = weft_bus_facts_get_top (summary, table, row);
  WeftBusRecord record;

  weft_bus_snapshot_get_record (summary->snapshot, top->row, &record);
  *cells++ = weft_cell_count (record.seq);
  *cells++ = weft_cell_signed (record.line);
  *cells++ = text_cell (weft_bus_master_to_string (record.master));
  *cells++ = weft_cell_text (g_strdup_printf ("0x%08X", record.addr));
  *cells++ = text_cell (weft_bus_region_get (weft_bus_region_of (record.addr))->name);
  *cells++ = weft_cell_count (record.size);
  *cells++ = weft_cell_count (record.complete);
  *cells++ = weft_cell_signed (top->verdict.wait_delta);
  *cells++ = weft_cell_signed (top->verdict.total_delta);
  *cells++ = weft_cell_signed (top->verdict.drift_wait);
  *cells++ = weft_cell_signed (top->verdict.drift_total);
  *cells++ = text_cell (weft_bus_class_to_string (top->verdict.class));
}

static void
fill_drift (gpointer data, guint row, WeftCell *cells)
{
  fill_top (data, WEFT_BUS_TABLE_DRIFT, row, cells);
}

static void
fill_delta (gpointer data, guint row, WeftCell *cells)
{
  fill_top (data, WEFT_BUS_TABLE_DELTA, row, cells);
}

/* --- what rows are about ---------------------------------------------------------------------- */

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
                              weft_bus_master_to_string (row / (WEFT_BUS_N_MASTERS - 1)));
    case WEFT_BUS_TABLE_DRIFT:
    case WEFT_BUS_TABLE_DELTA:
      return NULL;
    case WEFT_BUS_N_TABLES:
    default:
      g_return_val_if_reached (NULL);
    }
}

/* --- the tables ------------------------------------------------------------------------------- */

#define TABLE(columns, fill) \
  { \
    columns, G_N_ELEMENTS (columns), 0, fill, NULL \
  }

static guint
count_rows (const WeftBusSummary *summary, WeftBusTable table)
{
  switch (table)
    {
    case WEFT_BUS_TABLE_BUCKET:
      return summary->buckets->len;
    case WEFT_BUS_TABLE_MASTER:
      return WEFT_BUS_N_MASTERS;
    case WEFT_BUS_TABLE_REGION:
      return WEFT_BUS_N_REGIONS;
    case WEFT_BUS_TABLE_KIND:
      return summary->kinds->len;
    case WEFT_BUS_TABLE_CACHE:
      return WEFT_BUS_N_CACHES;
    case WEFT_BUS_TABLE_SYMMETRY:
      return summary->symmetries->len;
    case WEFT_BUS_TABLE_CONTENTION:
      return summary->has_overlaps ? WEFT_BUS_N_MASTERS * (WEFT_BUS_N_MASTERS - 1) : 0;
    case WEFT_BUS_TABLE_DRIFT:
    case WEFT_BUS_TABLE_DELTA:
      return summary->model != NULL ? get_tops (summary, table)->len : 0;
    case WEFT_BUS_N_TABLES:
    default:
      g_return_val_if_reached (0);
    }
}

WeftFacts
weft_bus_facts_get (const WeftBusSummary *summary, WeftBusTable table)
{
  static const WeftFacts tables[WEFT_BUS_N_TABLES] = {
    [WEFT_BUS_TABLE_BUCKET] = TABLE (bucket_columns, fill_bucket),
    [WEFT_BUS_TABLE_MASTER] = TABLE (master_columns, fill_master),
    [WEFT_BUS_TABLE_REGION] = TABLE (region_columns, fill_region),
    [WEFT_BUS_TABLE_KIND] = TABLE (kind_columns, fill_kind),
    [WEFT_BUS_TABLE_CACHE] = TABLE (cache_columns, fill_cache),
    [WEFT_BUS_TABLE_SYMMETRY] = TABLE (symmetry_columns, fill_symmetry),
    [WEFT_BUS_TABLE_CONTENTION] = TABLE (contention_columns, fill_contention),
    [WEFT_BUS_TABLE_DRIFT] = TABLE (top_columns, fill_drift),
    [WEFT_BUS_TABLE_DELTA] = TABLE (top_columns, fill_delta),
  };
  WeftFacts facts = tables[table];

  facts.n_rows = count_rows (summary, table);
  facts.data = (gpointer) summary;
  return facts;
}
