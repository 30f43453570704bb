/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline-stats.h"

#include "weft-cli-pipeline.h"
#include "weft-cli-report.h"
#include "weft-cli-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>

#define MAX_ROWS 20 /* of a table that nobody asked for by name */

const char *const weft_cli_pipeline_keys[] = { "stage", "pc", "thread", "squash", NULL };

/* --- machines ---------------------------------------------------------------------------------- */

void
weft_cli_write_cycles (WeftJsonWriter *writer, const WeftPipelineStats *stats)
{
  weft_json_writer_key (writer, "cycles");
  weft_json_writer_begin_object (writer);
  weft_json_writer_signed_member (writer, "first", stats->first);
  weft_json_writer_signed_member (writer, "last", stats->last);
  weft_json_writer_end_object (writer);
}

static void
write_latency (WeftJsonWriter *writer, const WeftHistogram *latency)
{
  static const struct
  {
    const char *key;
    guint per_mille;
  } percentiles[] = { { "p50", 500 }, { "p90", 900 }, { "p99", 990 }, { "max", 1000 } };
  gboolean has_ops = latency->n_values > 0;

  weft_json_writer_key (writer, "latency");
  weft_json_writer_begin_object (writer);
  weft_json_writer_real_member (writer, "mean",
                                has_ops ? weft_histogram_get_mean (latency) : (double) NAN);
  for (guint i = 0; i < G_N_ELEMENTS (percentiles); i++)
    {
      weft_json_writer_key (writer, percentiles[i].key);
      if (has_ops)
        weft_json_writer_unsigned (
          writer, weft_histogram_get_percentile (latency, percentiles[i].per_mille));
      else
        weft_json_writer_null (writer);
    }
  weft_json_writer_end_object (writer);
}

static void
write_table (WeftJsonWriter *writer, const char *name, const WeftCliStats *stats, WeftCliKey key,
             const WeftCliRequest *request)
{
  WeftCliRecords records = weft_cli_stats_get_records (stats, key);

  if (request->key_word != NULL && request->key != key)
    return;
  weft_json_writer_key (writer, name);
  weft_cli_records_write_json (&records, writer);
}

static guint32
get_longest_squash (const WeftPipelineStats *stats)
{
  guint32 n_ops = 0;

  for (guint i = 0; i < stats->squashes->len; i++)
    n_ops = MAX (n_ops, g_array_index (stats->squashes, WeftSquash, i).n_ops);
  return n_ops;
}

static void
write_squashes (WeftJsonWriter *writer, const WeftCliStats *stats, const WeftCliRequest *request)
{
  weft_json_writer_key (writer, "squashes");
  weft_json_writer_begin_object (writer);
  weft_json_writer_unsigned_member (writer, "runs", stats->stats->squashes->len);
  weft_json_writer_unsigned_member (writer, "ops", stats->stats->n_squashed);
  weft_json_writer_real_member (writer, "per_1000_retired",
                                weft_pipeline_stats_get_squash_rate (stats->stats));
  weft_json_writer_unsigned_member (writer, "longest", get_longest_squash (stats->stats));
  write_table (writer, "list", stats, WEFT_CLI_BY_SQUASH, request);
  weft_json_writer_end_object (writer);
}

static void
write_counts (WeftJsonWriter *writer, const WeftPipelineStats *stats)
{
  weft_json_writer_unsigned_member (writer, "ops", stats->n_ops);
  weft_json_writer_unsigned_member (writer, "retired", stats->n_retired);
  weft_json_writer_unsigned_member (writer, "flushed", stats->n_flushed);
  weft_json_writer_unsigned_member (writer, "open", stats->n_open);
  weft_cli_write_cycles (writer, stats);
  weft_json_writer_real_member (writer, "ipc", weft_pipeline_stats_get_ipc (stats));
  weft_json_writer_real_member (writer, "cpi", weft_pipeline_stats_get_cpi (stats));
  weft_json_writer_real_member (writer, "flush_rate", weft_pipeline_stats_get_flush_rate (stats));
  write_latency (writer, &stats->latency);
  weft_json_writer_key (writer, "in_flight");
  weft_json_writer_begin_object (writer);
  weft_json_writer_unsigned_member (writer, "max", stats->in_flight_max);
  weft_json_writer_real_member (writer, "mean", stats->in_flight_mean);
  weft_json_writer_end_object (writer);
  weft_json_writer_unsigned_member (writer, "stall_cycles", stats->stall_cycles);
  weft_json_writer_boolean_member (writer, "stall_estimated", stats->stall_estimated);
}

static void
write_json (const WeftCliStats *stats, const WeftCliRequest *request)
{
  g_autofree WeftJsonWriter *writer = g_new (WeftJsonWriter, 1);

  weft_json_writer_init (writer, stdout);
  weft_json_writer_begin_object (writer);
  write_counts (writer, stats->stats);
  write_table (writer, "threads", stats, WEFT_CLI_BY_THREAD, request);
  write_table (writer, "stages", stats, WEFT_CLI_BY_STAGE, request);
  write_table (writer, "pcs", stats, WEFT_CLI_BY_PC, request);
  write_squashes (writer, stats, request);
  weft_json_writer_unsigned_member (writer, "dependencies", stats->stats->n_dependencies);
  weft_cli_write_diagnostics (writer, WEFT_TRACE (stats->trace));
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
  weft_json_writer_flush (writer);
}

/* --- people -------------------------------------------------------------------------------------- */

/* "3 626 (89.7 %)" */
static char *
format_share (guint64 count, guint64 total)
{
  g_autofree char *number = weft_cli_format_count (count);
  g_autofree char *percent =
    weft_cli_format_percent (total > 0 ? (double) count / (double) total : (double) NAN);

  return g_strdup_printf ("%s (%s)", number, percent);
}

void
weft_cli_print_ops (const WeftPipelineStats *stats)
{
  g_autofree char *ops = weft_cli_format_count (stats->n_ops);
  g_autofree char *retired = format_share (stats->n_retired, stats->n_ops);
  g_autofree char *flushed = format_share (stats->n_flushed, stats->n_ops);
  g_autofree char *open = format_share (stats->n_open, stats->n_ops);

  weft_cli_print_field (_("Ops"), _("%s: retired %s, flushed %s, open %s"), ops, retired, flushed,
                        open);
}

void
weft_cli_print_cycles (const WeftPipelineStats *stats)
{
  g_autofree char *cycles = weft_cli_format_count (weft_pipeline_stats_get_cycles (stats));
  g_autofree char *first = weft_cli_format_signed (stats->first);
  g_autofree char *last = weft_cli_format_signed (stats->last);

  weft_cli_print_field (_("Cycles"), _("%s, from %s to %s"), cycles, first, last);
}

void
weft_cli_print_dependencies (const WeftPipelineStats *stats)
{
  g_autofree char *dependencies = weft_cli_format_count (stats->n_dependencies);

  weft_cli_print_field (_("Dependencies"), "%s", dependencies);
}

static void
print_latency (const WeftHistogram *latency)
{
  g_autofree char *mean = NULL;

  if (latency->n_values == 0)
    {
      weft_cli_print_field (_("Latency"), "—");
      return;
    }
  mean = weft_cli_format_real (weft_histogram_get_mean (latency));
  weft_cli_print_field (_("Latency"),
                        _("mean %s cycles, p50 %" G_GUINT64_FORMAT ", p90 %" G_GUINT64_FORMAT
                          ", p99 %" G_GUINT64_FORMAT ", max %" G_GUINT64_FORMAT),
                        mean, weft_histogram_get_percentile (latency, 500),
                        weft_histogram_get_percentile (latency, 900),
                        weft_histogram_get_percentile (latency, 990), latency->max);
}

static void
print_summary (const WeftPipelineStats *stats)
{
  g_autofree char *ipc = weft_cli_format_real (weft_pipeline_stats_get_ipc (stats));
  g_autofree char *cpi = weft_cli_format_real (weft_pipeline_stats_get_cpi (stats));
  g_autofree char *in_flight = weft_cli_format_real (stats->in_flight_mean);
  g_autofree char *stall = weft_cli_format_count (stats->stall_cycles);
  g_autofree char *squashes = weft_cli_format_count (stats->squashes->len);
  g_autofree char *squashed = weft_cli_format_count (stats->n_squashed);
  g_autofree char *rate = weft_cli_format_real (weft_pipeline_stats_get_squash_rate (stats));

  weft_cli_print_ops (stats);
  weft_cli_print_cycles (stats);
  weft_cli_print_field (_("IPC"), _("%s (CPI %s)"), ipc, cpi);
  print_latency (&stats->latency);
  weft_cli_print_field (_("In flight"), _("mean %s ops, max %u"), in_flight,
                        stats->in_flight_max);
  weft_cli_print_field (_("Stalls"),
                        stats->stall_estimated
                          ? _("≈ %s op-cycles (beyond the shortest stage of each kind, since the "
                              "log has one lane)")
                          : _("%s op-cycles"),
                        stall);
  weft_cli_print_field (_("Squashes"), _("%s, %s per 1,000 retired ops; squashed ops %s"), squashes,
                        rate, squashed);
  weft_cli_print_dependencies (stats);
}

static void
print_table (const WeftCliStats *stats, WeftCliKey key, guint max_rows)
{
  WeftCliRecords records = weft_cli_stats_get_records (stats, key);

  weft_cli_records_print (&records, stdout, max_rows);
}

static void
print_stats (const WeftCliStats *stats, const WeftCliRequest *request)
{
  static const WeftCliKey keys[] = { WEFT_CLI_BY_THREAD, WEFT_CLI_BY_STAGE, WEFT_CLI_BY_PC };

  if (request->key_word != NULL)
    {
      print_table (stats, request->key, G_MAXUINT);
      return;
    }
  print_summary (stats->stats);
  weft_cli_print_diagnostics (WEFT_TRACE (stats->trace));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      putchar ('\n');
      print_table (stats, keys[i], MAX_ROWS);
    }
}

/* --- CSV ----------------------------------------------------------------------------------------- */

static const WeftCliColumn summary_columns[] = {
  { "ops", NULL }, { "retired", NULL }, { "flushed", NULL }, { "open", NULL }, { "first", NULL },
  { "last", NULL }, { "ipc", NULL }, { "cpi", NULL }, { "in_flight_max", NULL },
  { "in_flight_mean", NULL }, { "stall_cycles", NULL }, { "squashes", NULL },
  { "squashed_ops", NULL }, { "dependencies", NULL },
};

static void
fill_summary (gpointer data, guint row G_GNUC_UNUSED, WeftCliCell *cells)
{
  const WeftPipelineStats *stats = data;

  *cells++ = weft_cell_count (stats->n_ops);
  *cells++ = weft_cell_count (stats->n_retired);
  *cells++ = weft_cell_count (stats->n_flushed);
  *cells++ = weft_cell_count (stats->n_open);
  *cells++ = weft_cell_signed (stats->first);
  *cells++ = weft_cell_signed (stats->last);
  *cells++ = weft_cell_real (weft_pipeline_stats_get_ipc (stats));
  *cells++ = weft_cell_real (weft_pipeline_stats_get_cpi (stats));
  *cells++ = weft_cell_count (stats->in_flight_max);
  *cells++ = weft_cell_real (stats->in_flight_mean);
  *cells++ = weft_cell_count (stats->stall_cycles);
  *cells++ = weft_cell_count (stats->squashes->len);
  *cells++ = weft_cell_count (stats->n_squashed);
  *cells++ = weft_cell_count (stats->n_dependencies);
}

static void
write_csv (const WeftCliStats *stats, const WeftCliRequest *request)
{
  WeftCliRecords records = { summary_columns, G_N_ELEMENTS (summary_columns), 1, fill_summary,
                             stats->stats };

  if (request->key_word != NULL)
    records = weft_cli_stats_get_records (stats, request->key);
  weft_cli_records_write_csv (&records, stdout);
}

/* --- the task -------------------------------------------------------------------------------------- */

int
weft_cli_pipeline_stats (WeftTrace *trace, const WeftCliRequest *request)
{
  WeftPipelineTrace *pipeline = WEFT_PIPELINE_TRACE (trace);
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (pipeline);
  g_autoptr (WeftExpression) filter = NULL;
  g_autoptr (WeftBitset) ops = NULL;
  g_autoptr (WeftPipelineStats) stats = NULL;
  WeftCliStats all = { pipeline, snapshot, NULL };

  if (!weft_cli_parse_filter (request->filter, &filter))
    return WEFT_CLI_USAGE;
  ops = weft_cli_run_filter (filter, snapshot);
  all.stats = stats = weft_pipeline_stats_new_filtered (
    snapshot, request->has_range ? &request->range : NULL, ops, NULL, NULL);
  if (request->json)
    write_json (&all, request);
  else if (request->csv)
    write_csv (&all, request);
  else
    print_stats (&all, request);
  return WEFT_CLI_SUCCESS;
}
