/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-bus.h"

#include "weft-bus-facts.h"

#include <stdlib.h>
#include <string.h>

/* The reference tool's summary, schema version 4: its keys, its values, its order of members. */

#define SCHEMA_VERSION 4

/* A number as "%g" has it, which is how the reference tool prints what is no count. */
static void
write_short (WeftReport *report, const char *key, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, "%g", value);
  weft_report_real (report, key, g_ascii_strtod (buffer, NULL));
}

/* 0 of nothing is 0 there. */
static double
share (guint64 part, guint64 whole)
{
  return whole > 0 ? (double) part / (double) whole : 0;
}

/* --- distributions: names and how many, of which there are some, by name ---------------------- */

typedef struct
{
  char *name;
  guint64 count;
} Named;

static void
clear_named (gpointer data)
{
  g_free (((Named *) data)->name);
}

static GArray *
new_distribution (void)
{
  GArray *distribution = g_array_new (FALSE, FALSE, sizeof (Named));

  g_array_set_clear_func (distribution, clear_named);
  return distribution;
}

/* Takes `name`. */
static void
add_named (GArray *distribution, char *name, guint64 count)
{
  const Named named = { name, count };

  g_array_append_val (distribution, named);
}

static void
add_some (GArray *distribution, const char *name, guint64 count)
{
  if (count > 0)
    add_named (distribution, g_strdup (name), count);
}

static int
compare_named (gconstpointer a, gconstpointer b)
{
  return strcmp (((const Named *) a)->name, ((const Named *) b)->name);
}

/* Takes `distribution`. */
static void
write_distribution (WeftReport *report, const char *key, GArray *distribution)
{
  g_array_sort (distribution, compare_named);
  weft_report_begin (report, key);
  for (guint i = 0; i < distribution->len; i++)
    {
      const Named *named = &g_array_index (distribution, Named, i);

      weft_report_count (report, named->name, named->count);
    }
  weft_report_end (report);
  g_array_unref (distribution);
}

static char *
name_size (guint64 size)
{
  return size == 1   ? g_strdup ("B")
         : size == 2 ? g_strdup ("W")
         : size == 4 ? g_strdup ("L")
                     : g_strdup_printf ("%" G_GUINT64_FORMAT, size);
}

static void
write_distributions (WeftReport *report, const WeftBusSummary *summary)
{
  WeftBusTrace *trace = summary->snapshot->trace;
  GArray *masters = new_distribution (), *regions = new_distribution ();
  GArray *sizes = new_distribution (), *rws = new_distribution (), *kinds = new_distribution ();
  GArray *master_regions = new_distribution ();

  for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
    add_some (masters, weft_bus_master_to_string (i), summary->masters[i].n_accesses);
  for (guint i = 0; i < WEFT_BUS_N_REGIONS; i++)
    add_some (regions, weft_bus_region_get (i)->name, summary->regions[i].n_accesses);
  for (guint i = 0; i < G_N_ELEMENTS (summary->sizes); i++)
    if (summary->sizes[i] > 0)
      add_named (sizes, name_size (weft_bus_trace_get_size (trace, i)), summary->sizes[i]);
  for (guint i = 0; i < summary->rws->len; i++)
    add_some (rws, weft_bus_trace_get_rw (trace, i), g_array_index (summary->rws, guint64, i));
  for (guint i = 0; i < summary->kinds->len; i++)
    add_some (kinds, weft_bus_trace_get_kind (trace, i),
              g_array_index (summary->kinds, WeftBusTotals, i).n_accesses);
  for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
    for (guint j = 0; j < WEFT_BUS_N_REGIONS; j++)
      if (summary->master_regions[i][j] > 0)
        add_named (
          master_regions,
          g_strdup_printf ("%s | %s", weft_bus_master_to_string (i), weft_bus_region_get (j)->name),
          summary->master_regions[i][j]);
  write_distribution (report, "included_master_distribution", masters);
  write_distribution (report, "included_region_distribution", regions);
  write_distribution (report, "included_size_distribution", sizes);
  write_distribution (report, "included_rw_distribution", rws);
  write_distribution (report, "included_access_kind_distribution", kinds);
  write_distribution (report, "included_master_region_distribution", master_regions);
}

static void
write_buckets (WeftReport *report, const WeftBusSummary *summary)
{
  GArray *caches = new_distribution (), *buckets = new_distribution ();

  for (guint i = 0; i < WEFT_BUS_N_CACHES; i++)
    add_some (caches, weft_bus_cache_to_string (i), summary->caches[i].n_accesses);
  for (guint i = 0; i < summary->buckets->len; i++)
    {
      const WeftBusBucket *bucket = summary->buckets->pdata[i];

      add_named (buckets, weft_bus_summary_name_bucket (summary, bucket, WEFT_BUS_BY_ALL),
                 bucket->totals.n_accesses);
    }
  write_distribution (report, "cache_bucket_distribution", caches);
  write_distribution (report, "master_region_access_kind_cache_bucket_distribution", buckets);
}

/* --- counts ----------------------------------------------------------------------------------- */

static void
write_counts (WeftReport *report, const WeftBusSummary *summary)
{
  const WeftBusCounts *counts = &summary->snapshot->counts;
  guint64 n_records = summary->totals.n_accesses;

  weft_report_count (report, "summary_schema_version", SCHEMA_VERSION);
  weft_report_count (report, "records_processed", n_records);
  weft_report_count (report, "malformed_lines_skipped", counts->n_malformed);
  weft_report_count (report, "duplicate_seq_count", counts->n_duplicate);
  weft_report_count (report, "non_monotonic_seq_count", counts->n_non_monotonic);
  weft_report_count (report, "total_events", counts->n_events);
  weft_report_count (report, "included_events", n_records);
  weft_report_count (report, "excluded_events", counts->n_events - n_records);
  weft_report_begin (report, "trace_observed");
  weft_report_text (report, "source", "TRACE_ONLY");
  weft_report_count (report, "records_processed", n_records);
  weft_report_count (report, "observed_wait_nonzero_count", summary->totals.n_waited);
  weft_report_end (report);
}

/* "filtered" is ours: records that the command line left out. */
static void
write_reasons (WeftReport *report, const WeftBusSummary *summary)
{
  const WeftBusCounts *counts = &summary->snapshot->counts;
  GArray *reasons = new_distribution (), *gaps = new_distribution ();

  add_named (reasons, g_strdup ("malformed_line"), counts->n_malformed);
  add_some (reasons, "invalid_master", counts->n_invalid_master);
  add_some (reasons, "filtered", summary->snapshot->n_rows - summary->totals.n_accesses);
  add_some (gaps, "byte_access_wait_check_gap_candidate", summary->sizes[1]);
  write_distribution (report, "excluded_reason_counts", reasons);
  write_distribution (report, "known_gap_bucket_counts", gaps);
}

/* --- percentiles ------------------------------------------------------------------------------ */

static void
write_percentiles (WeftReport *report, const char *prefix, const WeftHistogram *histogram)
{
  static const struct
  {
    const char *name;
    double p;
  } percentiles[] = { { "p50", 0.5 }, { "p90", 0.9 }, { "p99", 0.99 } };

  for (guint i = 0; i < G_N_ELEMENTS (percentiles); i++)
    {
      g_autofree char *key = g_strdup_printf ("%s_%s", prefix, percentiles[i].name);

      write_short (report, key, weft_bus_percentile (histogram, percentiles[i].p));
    }
}

static void
write_bucket_stats (WeftReport *report, const WeftBusSummary *summary)
{
  weft_report_begin (report, "observed_bucket_stats_by_master_region_access_kind_cache_bucket");
  for (guint i = 0; i < summary->buckets->len; i++)
    {
      const WeftBusBucket *bucket = summary->buckets->pdata[i];
      g_autofree char *name = weft_bus_summary_name_bucket (summary, bucket, WEFT_BUS_BY_ALL);

      weft_report_begin (report, name);
      weft_report_count (report, "sample_size", bucket->totals.n_accesses);
      weft_report_count (report, "observed_wait_nonzero_count", bucket->totals.n_waited);
      write_short (report, "observed_wait_nonzero_rate",
                   weft_bus_totals_get_rate (&bucket->totals));
      write_percentiles (report, "observed_elapsed", &bucket->elapsed);
      write_percentiles (report, "observed_wait", &bucket->wait);
      weft_report_flag (report, "low_sample", bucket->totals.n_accesses < WEFT_BUS_LOW_SAMPLE);
      weft_report_end (report);
    }
  weft_report_end (report);
}

static void
write_side (WeftReport *report, const char *key, const WeftBusBucket *bucket)
{
  weft_report_begin (report, key);
  weft_report_count (report, "N", bucket->totals.n_accesses);
  write_percentiles (report, "elapsed", &bucket->elapsed);
  write_short (report, "wait_nonzero_rate", weft_bus_totals_get_rate (&bucket->totals));
  weft_report_end (report);
}

static void
write_symmetries (WeftReport *report, const WeftBusSummary *summary)
{
  weft_report_begin_list (report, "symmetry_checks");
  for (guint i = 0; i < summary->symmetries->len; i++)
    {
      const WeftBusSymmetry *symmetry = &g_array_index (summary->symmetries, WeftBusSymmetry, i);
      g_autofree char *name =
        weft_bus_summary_name_bucket (summary, symmetry->msh2, WEFT_BUS_BY_ACT);
      g_autofree char *notes = weft_bus_asymmetry_to_string (symmetry->asymmetry);

      weft_report_begin (report, NULL);
      weft_report_text (report, "bucket", name);
      write_side (report, "msh2", symmetry->msh2);
      write_side (report, "ssh2", symmetry->ssh2);
      weft_report_flag (report, "symmetric", symmetry->asymmetry == 0);
      weft_report_text (report, "notes", notes);
      weft_report_end (report);
    }
  weft_report_end (report);
}

/* --- classes ---------------------------------------------------------------------------------- */

static void
write_classes (WeftReport *report, const WeftBusSummary *summary)
{
  GArray *histogram = new_distribution ();

  for (guint region = 0; region < WEFT_BUS_N_REGIONS; region++)
    {
      const char *name = weft_bus_region_get (region)->name;
      const WeftBusTotals *totals = &summary->regions[region];
      const struct
      {
        const char *class;
        guint64 count;
      } waits[] = { { "wait_nonzero", totals->n_waited },
                    { "wait_zero", totals->n_accesses - totals->n_waited } };

      for (guint i = 0; summary->model == NULL && i < G_N_ELEMENTS (waits); i++)
        if (waits[i].count > 0)
          add_named (histogram, g_strdup_printf ("%s | %s", name, waits[i].class), waits[i].count);
      for (guint i = 0; summary->model != NULL && i < WEFT_BUS_N_CLASSES; i++)
        if (summary->model->classes[region][i] > 0)
          add_named (histogram, g_strdup_printf ("%s | %s", name, weft_bus_class_to_string (i)),
                     summary->model->classes[region][i]);
    }
  write_distribution (report, "delta_histogram", histogram);
}

/* --- the model -------------------------------------------------------------------------------- */

static void
write_model_means (WeftReport *report, const WeftBusSummary *summary)
{
  const WeftBusModelSummary *model = summary->model;
  guint64 n = summary->totals.n_accesses;
  double mean_delta = n > 0 ? (double) model->total_delta / (double) n : 0;

  write_short (report, "mean_model_predicted_service", share (model->total_service, n));
  write_short (report, "mean_model_predicted_wait", share (model->total_wait, n));
  write_short (report, "mean_model_predicted_total",
               share (model->total_service + model->total_wait, n));
  write_short (report, "mean_model_vs_trace_wait_delta", mean_delta);
  write_short (report, "median_model_vs_trace_wait_delta",
               weft_bus_delta_percentile (&model->deltas, 0.5));
  write_short (report, "max_model_vs_trace_wait_delta",
               weft_bus_delta_percentile (&model->deltas, 1));
  write_short (report, "p90_model_vs_trace_wait_delta",
               weft_bus_delta_percentile (&model->deltas, 0.9));
  write_short (report, "p99_model_vs_trace_wait_delta",
               weft_bus_delta_percentile (&model->deltas, 0.99));
}

static void
write_model_drifts (WeftReport *report, const WeftBusSummary *summary)
{
  const WeftBusModelSummary *model = summary->model;
  double n = (double) MAX (summary->totals.n_accesses, 1);

  weft_report_signed (report, "final_cumulative_drift_wait", model->last_drift_wait);
  weft_report_signed (report, "final_cumulative_drift_total", model->last_drift_total);
  write_short (report, "drift_rate_wait_per_record", (double) model->last_drift_wait / n);
  write_short (report, "drift_rate_total_per_record", (double) model->last_drift_total / n);
}

static void
write_mismatches (WeftReport *report, const char *name, const WeftBusMismatches *mismatches)
{
  weft_report_begin (report, name);
  weft_report_count (report, "mismatch_count", mismatches->n_mismatches);
  weft_report_count (report, "sample_size", mismatches->n_accesses);
  write_short (report, "mismatch_rate", share (mismatches->n_mismatches, mismatches->n_accesses));
  weft_report_end (report);
}

static void
write_all_mismatches (WeftReport *report, const WeftBusSummary *summary)
{
  weft_report_begin (report, "hypothesis_mismatch_by_master_region_access_kind");
  for (guint master = 0; master < WEFT_BUS_N_MASTERS; master++)
    for (guint region = 0; region < WEFT_BUS_N_REGIONS; region++)
      for (guint kind = 0; kind < summary->kinds->len; kind++)
        {
          const WeftBusMismatches *mismatches =
            weft_bus_summary_get_mismatches (summary, master, region, kind);
          g_autofree char *name = g_strdup_printf (
            "%s | %s | %s", weft_bus_master_to_string (master), weft_bus_region_get (region)->name,
            weft_bus_trace_get_kind (summary->snapshot->trace, kind));

          if (mismatches->n_accesses > 0)
            write_mismatches (report, name, mismatches);
        }
  weft_report_end (report);
}

static void
write_kind_deltas (WeftReport *report, const WeftBusSummary *summary)
{
  weft_report_begin (report, "model_vs_trace_wait_delta_by_access_kind");
  for (guint kind = 0; kind < summary->kinds->len; kind++)
    {
      const WeftHistogram *deltas =
        &g_array_index (summary->model->kind_deltas, WeftHistogram, kind);

      if (deltas->n_values == 0)
        continue;
      weft_report_begin (report, weft_bus_trace_get_kind (summary->snapshot->trace, kind));
      weft_report_count (report, "sample_size", deltas->n_values);
      write_short (report, "p90", weft_bus_delta_percentile (deltas, 0.9));
      write_short (report, "p99", weft_bus_delta_percentile (deltas, 0.99));
      weft_report_end (report);
    }
  weft_report_end (report);
}

/* Of whatever there is, also where nothing of it mismatches. */
static void
write_mismatch_counts (WeftReport *report, const WeftBusSummary *summary)
{
  const WeftBusModelSummary *model = summary->model;
  WeftBusTrace *trace = summary->snapshot->trace;
  GArray *masters = new_distribution (), *regions = new_distribution ();
  GArray *sizes = new_distribution ();

  for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
    if (summary->masters[i].n_accesses > 0)
      add_named (masters, g_strdup (weft_bus_master_to_string (i)), model->by_master[i]);
  for (guint i = 0; i < WEFT_BUS_N_REGIONS; i++)
    if (summary->regions[i].n_accesses > 0)
      add_named (regions, g_strdup (weft_bus_region_get (i)->name), model->by_region[i]);
  for (guint i = 0; i < G_N_ELEMENTS (model->by_size); i++)
    if (summary->sizes[i] > 0)
      add_named (sizes, g_strdup_printf ("%" G_GUINT64_FORMAT, weft_bus_trace_get_size (trace, i)),
                 model->by_size[i]);
  write_distribution (report, "hypothesis_mismatch_by_master", masters);
  write_distribution (report, "hypothesis_mismatch_by_region", regions);
  write_distribution (report, "hypothesis_mismatch_by_size", sizes);
}

static void
write_tops (WeftReport *report, const char *key, const WeftBusSummary *summary, const GArray *tops)
{
  weft_report_begin_list (report, key);
  for (guint i = 0; i < tops->len; i++)
    {
      const WeftBusTop *top = &g_array_index (tops, WeftBusTop, i);
      const WeftBusVerdict *verdict = &top->verdict;
      WeftBusRecord record;
      char addr[16];

      weft_bus_snapshot_get_record (summary->snapshot, top->row, &record);
      g_snprintf (addr, sizeof addr, "0x%08X", record.addr);
      weft_report_begin (report, NULL);
      weft_report_count (report, "rank", i + 1);
      weft_report_count (report, "seq", record.seq);
      weft_report_text (report, "master", weft_bus_master_to_string (record.master));
      weft_report_text (report, "addr", addr);
      weft_report_count (report, "size", record.size);
      weft_report_signed (report, "cumulative_drift_wait", verdict->drift_wait);
      weft_report_signed (report, "cumulative_drift_total", verdict->drift_total);
      weft_report_signed (report, "model_vs_trace_wait_delta", verdict->wait_delta);
      weft_report_signed (report, "model_vs_trace_total_delta", verdict->total_delta);
      weft_report_text (report, "classification", weft_bus_class_to_string (verdict->class));
      weft_report_text (report, "region",
                        weft_bus_region_get (weft_bus_region_of (record.addr))->name);
      weft_report_end (report);
    }
  weft_report_end (report);
}

static void
write_model (WeftReport *report, const WeftBusSummary *summary)
{
  const WeftBusModelSummary *model = summary->model;

  weft_report_begin (report, "model_comparison");
  weft_report_text (report, "source", "MODEL_COMPARISON");
  weft_report_count (report, "hypothesis_agreement_count", model->n_agreements);
  weft_report_count (report, "hypothesis_mismatch_count", model->n_mismatches);
  weft_report_count (report, "known_gap_count", model->n_classes[WEFT_BUS_KNOWN_GAP]);
  weft_report_count (report, "known_gap_byte_access_count", model->n_classes[WEFT_BUS_KNOWN_GAP]);
  write_model_means (report, summary);
  write_model_drifts (report, summary);
  write_all_mismatches (report, summary);
  write_kind_deltas (report, summary);
  write_mismatch_counts (report, summary);
  write_tops (report, "top_cumulative_drifts", summary, model->top_drifts);
  write_tops (report, "top_model_vs_trace_wait_deltas", summary, model->top_deltas);
  weft_report_end (report);
}

void
weft_cli_bus_write_summary (FILE *stream, const WeftBusSummary *summary, gboolean findings)
{
  g_autoptr (WeftReport) report = weft_report_new (WEFT_REPORT_JSON, stream);

  weft_report_begin (report, NULL);
  write_counts (report, summary);
  write_reasons (report, summary);
  write_distributions (report, summary);
  write_buckets (report, summary);
  write_bucket_stats (report, summary);
  write_symmetries (report, summary);
  write_classes (report, summary);
  if (summary->model != NULL)
    write_model (report, summary);
  if (findings)
    weft_cli_bus_report_findings (report, summary->snapshot);
  weft_report_end (report);
}
