/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline-stats.h"

#include "weft-cli-pipeline.h"
#include "weft-cli-records.h"
#include "weft-cli-report.h"
#include "weft-cli-text.h"
#include "weft-pipeline-facts.h"
#include "weft-pipeline-function-stats.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>

#define MAX_ROWS 20 /* of a table that nobody asked for by name */

const char *const weft_cli_pipeline_keys[] = { "stage", "stall",    "pc",   "thread", "squash",
                                               "storm", "function", "path", "time",   NULL };

static char *elf_path; /* --elf */

const GOptionEntry weft_cli_pipeline_stats_options[] = {
  { "elf", 0, 0, G_OPTION_ARG_FILENAME, &elf_path,
    N_ ("Pipelines: the program that ran, for functions and source lines"), N_ ("FILE") },
  G_OPTION_ENTRY_NULL
};

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
write_table (WeftJsonWriter *writer, const char *name, const WeftPipelineFacts *facts,
             WeftPipelineFactsKey key, const WeftCliRequest *request)
{
  WeftFacts records = weft_pipeline_facts_get (facts, key);

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
write_squashes (WeftJsonWriter *writer, const WeftPipelineFacts *facts,
                const WeftCliRequest *request)
{
  weft_json_writer_key (writer, "squashes");
  weft_json_writer_begin_object (writer);
  weft_json_writer_unsigned_member (writer, "runs", facts->stats->squashes->len);
  weft_json_writer_unsigned_member (writer, "ops", facts->stats->n_squashed);
  weft_json_writer_real_member (writer, "per_1000_retired",
                                weft_pipeline_stats_get_squash_rate (facts->stats));
  weft_json_writer_unsigned_member (writer, "longest", get_longest_squash (facts->stats));
  write_table (writer, "list", facts, WEFT_PIPELINE_FACTS_SQUASHES, request);
  weft_json_writer_end_object (writer);
}

static void
write_path_cost (WeftJsonWriter *writer, const WeftPathCost *cost, WeftPipelineTrace *trace)
{
  WeftKindInfo info = { .name = NULL };

  if (cost->has_kind)
    weft_pipeline_trace_get_kind (trace, cost->kind, &info);
  weft_json_writer_begin_object (writer);
  weft_json_writer_string_member (writer, "type", weft_step_type_to_string (cost->type));
  weft_json_writer_key (writer, "stage");
  if (info.name != NULL)
    weft_json_writer_string (writer, info.name);
  else
    weft_json_writer_null (writer);
  weft_json_writer_unsigned_member (writer, "count", cost->n_ops);
  weft_json_writer_unsigned_member (writer, "cycles", cost->cycles);
  weft_json_writer_end_object (writer);
}

static void
write_path (WeftJsonWriter *writer, const WeftPipelineFacts *facts)
{
  WeftFacts steps = weft_pipeline_facts_get (facts, WEFT_PIPELINE_FACTS_PATH);

  weft_json_writer_key (writer, "critical_path");
  weft_json_writer_begin_object (writer);
  weft_json_writer_signed_member (writer, "from", facts->path->from);
  weft_json_writer_signed_member (writer, "to", facts->path->to);
  weft_json_writer_key (writer, "costs");
  weft_json_writer_begin_array (writer);
  for (guint i = 0; i < facts->path->costs->len; i++)
    write_path_cost (writer, &g_array_index (facts->path->costs, WeftPathCost, i),
                     weft_pipeline_snapshot_get_trace (facts->snapshot));
  weft_json_writer_end_array (writer);
  weft_json_writer_key (writer, "steps");
  weft_cli_records_write_json (&steps, writer);
  weft_json_writer_end_object (writer);
}

static void
write_counts (WeftJsonWriter *writer, const WeftPipelineStats *stats)
{
  weft_json_writer_unsigned_member (writer, "ops", stats->n_ops);
  weft_json_writer_unsigned_member (writer, "retired", stats->n_retired);
  weft_json_writer_unsigned_member (writer, "flushed", stats->n_flushed);
  weft_json_writer_unsigned_member (writer, "open", stats->n_open);
  weft_json_writer_unsigned_member (writer, "fetched", stats->n_fetched);
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

/* Findings are of whole logs, and not asked for where one table is. */
static gboolean
has_findings (const WeftCliRequest *request)
{
  return !request->has_range && request->filter == NULL && request->key_word == NULL;
}

static void
write_json (const WeftPipelineFacts *facts, const WeftCliRequest *request)
{
  g_autofree WeftJsonWriter *writer = g_new (WeftJsonWriter, 1);

  weft_json_writer_init (writer, stdout);
  weft_json_writer_begin_object (writer);
  write_counts (writer, facts->stats);
  write_table (writer, "threads", facts, WEFT_PIPELINE_FACTS_THREADS, request);
  write_table (writer, "stages", facts, WEFT_PIPELINE_FACTS_STAGES, request);
  write_table (writer, "stalls", facts, WEFT_PIPELINE_FACTS_STALLS, request);
  write_table (writer, "pcs", facts, WEFT_PIPELINE_FACTS_PCS, request);
  write_squashes (writer, facts, request);
  write_table (writer, "storms", facts, WEFT_PIPELINE_FACTS_STORMS, request);
  if (facts->functions != NULL)
    write_table (writer, "functions", facts, WEFT_PIPELINE_FACTS_FUNCTIONS, request);
  if (facts->path != NULL)
    write_path (writer, facts);
  if (facts->curves != NULL)
    write_table (writer, "curves", facts, WEFT_PIPELINE_FACTS_CURVES, request);
  weft_json_writer_unsigned_member (writer, "dependencies", facts->stats->n_dependencies);
  if (has_findings (request))
    weft_cli_write_findings (writer, facts->snapshot, facts->stats);
  weft_cli_write_diagnostics (writer,
                              WEFT_TRACE (weft_pipeline_snapshot_get_trace (facts->snapshot)));
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
  weft_json_writer_flush (writer);
}

/* --- people -------------------------------------------------------------------------------------- */

/* "3 626 (89.7 %)" */
static char *
format_share (guint64 count, guint64 total)
{
  g_autofree char *number = weft_number_count (count);
  g_autofree char *percent =
    weft_cli_format_percent (total > 0 ? (double) count / (double) total : (double) NAN);

  return g_strdup_printf ("%s (%s)", number, percent);
}

void
weft_cli_print_ops (const WeftPipelineStats *stats)
{
  g_autofree char *ops = weft_number_count (stats->n_ops);
  g_autofree char *retired = format_share (stats->n_retired, stats->n_ops);
  g_autofree char *flushed = format_share (stats->n_flushed, stats->n_ops);
  g_autofree char *open = format_share (stats->n_open, stats->n_ops);

  weft_cli_print_field (_ ("Ops"), _ ("%s: retired %s, flushed %s, open %s"), ops, retired, flushed,
                        open);
}

void
weft_cli_print_cycles (const WeftPipelineStats *stats)
{
  g_autofree char *cycles = weft_number_count (weft_pipeline_stats_get_cycles (stats));
  g_autofree char *first = weft_number_integer (stats->first);
  g_autofree char *last = weft_number_integer (stats->last);

  weft_cli_print_field (_ ("Cycles"), _ ("%s, from %s to %s"), cycles, first, last);
}

void
weft_cli_print_dependencies (const WeftPipelineStats *stats)
{
  g_autofree char *dependencies = weft_number_count (stats->n_dependencies);

  weft_cli_print_field (_ ("Dependencies"), "%s", dependencies);
}

static void
print_latency (const WeftHistogram *latency)
{
  g_autofree char *mean = NULL, *p50 = NULL, *p90 = NULL, *p99 = NULL, *max = NULL;

  if (latency->n_values == 0)
    {
      weft_cli_print_field (_ ("Latency"), "—");
      return;
    }
  mean = weft_cli_format_real (weft_histogram_get_mean (latency));
  p50 = weft_number_count (weft_histogram_get_percentile (latency, 500));
  p90 = weft_number_count (weft_histogram_get_percentile (latency, 900));
  p99 = weft_number_count (weft_histogram_get_percentile (latency, 990));
  max = weft_number_count (latency->max);
  weft_cli_print_field (_ ("Latency"), _ ("mean %s cycles, p50 %s, p90 %s, p99 %s, max %s"), mean,
                        p50, p90, p99, max);
}

static void
print_summary (const WeftPipelineStats *stats)
{
  g_autofree char *ipc = weft_cli_format_real (weft_pipeline_stats_get_ipc (stats));
  g_autofree char *cpi = weft_cli_format_real (weft_pipeline_stats_get_cpi (stats));
  g_autofree char *in_flight = weft_cli_format_real (stats->in_flight_mean);
  g_autofree char *stall = weft_number_count (stats->stall_cycles);
  g_autofree char *squashes = weft_number_count (stats->squashes->len);
  g_autofree char *squashed = weft_number_count (stats->n_squashed);
  g_autofree char *rate = weft_cli_format_real (weft_pipeline_stats_get_squash_rate (stats));

  weft_cli_print_ops (stats);
  weft_cli_print_cycles (stats);
  weft_cli_print_field (_ ("IPC"), _ ("%s (CPI %s)"), ipc, cpi);
  print_latency (&stats->latency);
  weft_cli_print_field (_ ("In flight"), _ ("mean %s ops, max %u"), in_flight,
                        stats->in_flight_max);
  weft_cli_print_field (
    _ ("Stalls"),
    stats->stall_estimated
      ? g_dngettext (GETTEXT_PACKAGE,
                     "≈ %s op-cycle (beyond the shortest stage of each kind, "
                     "since the log has one lane)",
                     "≈ %s op-cycles (beyond the shortest stage of each kind, "
                     "since the log has one lane)",
                     stats->stall_cycles)
      : g_dngettext (GETTEXT_PACKAGE, "%s op-cycle", "%s op-cycles", stats->stall_cycles),
    stall);
  weft_cli_print_field (_ ("Squashes"), _ ("%s, %s per 1 000 retired ops; squashed ops %s"),
                        squashes, rate, squashed);
  weft_cli_print_dependencies (stats);
}

static void
print_table (const WeftPipelineFacts *facts, WeftPipelineFactsKey key, guint max_rows)
{
  WeftFacts records = weft_pipeline_facts_get (facts, key);

  weft_cli_records_print (&records, stdout, max_rows);
}

static void
print_stats (const WeftPipelineFacts *facts, const WeftCliRequest *request)
{
  static const WeftPipelineFactsKey keys[] = {
    WEFT_PIPELINE_FACTS_THREADS,
    WEFT_PIPELINE_FACTS_STAGES,
    WEFT_PIPELINE_FACTS_STALLS,
    WEFT_PIPELINE_FACTS_PCS,
  };

  if (request->key_word != NULL)
    {
      print_table (facts, request->key, G_MAXUINT);
      return;
    }
  print_summary (facts->stats);
  weft_cli_print_diagnostics (WEFT_TRACE (weft_pipeline_snapshot_get_trace (facts->snapshot)));
  if (has_findings (request))
    weft_cli_print_findings (facts->snapshot, facts->stats);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      putchar ('\n');
      print_table (facts, keys[i], MAX_ROWS);
    }
}

/* --- CSV ----------------------------------------------------------------------------------------- */

static const WeftField summary_columns[] = {
  { "ops", NULL },           { "retired", NULL },
  { "flushed", NULL },       { "open", NULL },
  { "first", NULL },         { "last", NULL },
  { "ipc", NULL },           { "cpi", NULL },
  { "in_flight_max", NULL }, { "in_flight_mean", NULL },
  { "stall_cycles", NULL },  { "squashes", NULL },
  { "squashed_ops", NULL },  { "dependencies", NULL },
};

static void
fill_summary (gpointer data, guint row G_GNUC_UNUSED, WeftCell *cells)
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
write_csv (const WeftPipelineFacts *facts, const WeftCliRequest *request)
{
  WeftFacts records = { summary_columns, G_N_ELEMENTS (summary_columns), 1, fill_summary,
                        (gpointer) facts->stats };

  if (request->key_word != NULL)
    records = weft_pipeline_facts_get (facts, request->key);
  weft_cli_records_write_csv (&records, stdout);
}

/* --- the task -------------------------------------------------------------------------------------- */

static void
print_facts (const WeftPipelineFacts *facts, const WeftCliRequest *request)
{
  if (request->json)
    write_json (facts, request);
  else if (request->csv)
    write_csv (facts, request);
  else
    print_stats (facts, request);
}

/* FALSE after a complaint: what is asked for needs symbols, or they cannot be read. */
static gboolean
read_symbols (const WeftCliRequest *request, WeftPipelineSymbols **symbols, int *status)
{
  g_autoptr (GError) error = NULL;

  *symbols = NULL;
  *status = WEFT_CLI_USAGE;
  if (elf_path == NULL
      && (request->key_word == NULL || request->key != WEFT_PIPELINE_FACTS_FUNCTIONS))
    return TRUE;
  if (elf_path == NULL)
    {
      weft_cli_complain (_ ("--by function needs --elf with the program that ran."));
      return FALSE;
    }
  *symbols = weft_pipeline_symbols_new (elf_path, &error);
  if (*symbols != NULL)
    return TRUE;
  weft_cli_complain ("--elf: %s", error->message);
  *status = WEFT_CLI_UNUSABLE;
  return FALSE;
}

int
weft_cli_pipeline_stats (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));
  const WeftCycleRange *range = request->has_range ? &request->range : NULL;
  g_autoptr (WeftExpression) filter = NULL;
  g_autoptr (WeftBitset) ops = NULL;
  g_autoptr (WeftPipelineStats) stats = NULL;
  g_autoptr (WeftPipelineSymbols) symbols = NULL;
  g_autoptr (GArray) functions = NULL;
  g_autoptr (WeftPipelineCriticalPath) path = NULL;
  g_autoptr (WeftPipelineCurves) curves = NULL;
  WeftPipelineFacts facts = { .snapshot = snapshot };
  int status;

  if (!weft_cli_parse_filter (request->filter, &filter))
    return WEFT_CLI_USAGE;
  if (!read_symbols (request, &symbols, &status))
    return status;
  ops = weft_cli_run_filter (filter, snapshot);
  facts.stats = stats = weft_pipeline_stats_new_filtered (snapshot, range, ops, NULL, NULL);
  facts.symbols = symbols;
  if (symbols != NULL)
    facts.functions = functions = weft_pipeline_function_stats_new (stats->pcs, symbols);
  if (request->key_word != NULL && request->key == WEFT_PIPELINE_FACTS_PATH)
    facts.path = path = weft_pipeline_critical_path_new (snapshot, range, ops, NULL, NULL);
  if (request->key_word != NULL && request->key == WEFT_PIPELINE_FACTS_CURVES)
    facts.curves = curves = weft_pipeline_curves_new (snapshot, stats->first, stats->end, ops,
                                                      WEFT_MAX_BUCKETS, NULL, NULL);
  print_facts (&facts, request);
  return WEFT_CLI_SUCCESS;
}
