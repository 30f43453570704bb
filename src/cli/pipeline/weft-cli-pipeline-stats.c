/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline-stats.h"

#include "weft-cli-options.h"
#include "weft-cli-pipeline-assumptions.h"
#include "weft-cli-pipeline.h"
#include "weft-pipeline-facts.h"
#include "weft-pipeline-function-stats.h"
#include "weft-pipeline-op-fields.h"
#include "weft-pipeline-stats-count.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MAX_ROWS 20 /* of a table that nobody asked for by name */

const char *const weft_cli_pipeline_keys[] = { "stage",      "stall",    "pc",        "thread",
                                               "squash",     "storm",    "function",  "path",
                                               "time",       "cpi",      "occupancy", "region",
                                               "bottleneck", "pressure", "reason",    NULL };

/* --- lines of info and stats -------------------------------------------------------------------------- */

void
weft_cli_report_ops (WeftReport *report, const WeftPipelineStats *stats)
{
  weft_report_count (report, "ops", stats->n_ops);
  weft_report_count (report, "retired", stats->n_retired);
  weft_report_count (report, "flushed", stats->n_flushed);
  weft_report_count (report, "open", stats->n_open);
  weft_report_line (report, _ ("Ops"), _ ("%s: retired %s, flushed %s, open %s"),
                    weft_report_say_count (report, stats->n_ops),
                    weft_report_say_share (report, stats->n_retired, stats->n_ops),
                    weft_report_say_share (report, stats->n_flushed, stats->n_ops),
                    weft_report_say_share (report, stats->n_open, stats->n_ops));
}

void
weft_cli_report_cycles (WeftReport *report, const WeftPipelineStats *stats)
{
  weft_report_begin (report, "cycles");
  weft_report_signed (report, "first", stats->first);
  weft_report_signed (report, "last", stats->last);
  weft_report_end (report);
  weft_report_line (report, _ ("Cycles"), _ ("%s, from %s to %s"),
                    weft_report_say_count (report, weft_pipeline_stats_get_cycles (stats)),
                    weft_report_say_integer (report, stats->first),
                    weft_report_say_integer (report, stats->last));
}

/* --- figures ------------------------------------------------------------------------------------- */

static void
say_latency (WeftReport *report, const WeftHistogram *latency)
{
  if (latency->n_values == 0)
    weft_report_line (report, _ ("Latency"), "—");
  else
    weft_report_line (report, _ ("Latency"), _ ("mean %s cycles, p50 %s, p90 %s, p99 %s, max %s"),
                      weft_report_say_real (report, weft_histogram_get_mean (latency)),
                      weft_report_say_count (report, weft_histogram_get_percentile (latency, 500)),
                      weft_report_say_count (report, weft_histogram_get_percentile (latency, 900)),
                      weft_report_say_count (report, weft_histogram_get_percentile (latency, 990)),
                      weft_report_say_count (report, latency->max));
}

static void
write_latency (WeftReport *report, const WeftHistogram *latency)
{
  static const struct
  {
    const char *key;
    guint per_mille;
  } percentiles[] = { { "p50", 500 }, { "p90", 900 }, { "p99", 990 }, { "max", 1000 } };
  gboolean has_ops = latency->n_values > 0;

  weft_report_begin (report, "latency");
  weft_report_real (report, "mean", has_ops ? weft_histogram_get_mean (latency) : (double) NAN);
  for (guint i = 0; i < G_N_ELEMENTS (percentiles); i++)
    {
      if (has_ops)
        weft_report_count (report, percentiles[i].key,
                           weft_histogram_get_percentile (latency, percentiles[i].per_mille));
      else
        weft_report_text (report, percentiles[i].key, NULL);
    }
  weft_report_end (report);
}

/* A table for machines, where it is asked for. */
static void
report_table (WeftReport *report, const char *name, const WeftPipelineFacts *facts,
              WeftPipelineFactsKey key, const WeftCliRequest *request)
{
  WeftFacts records = weft_pipeline_facts_get (facts, key);

  if (request->key_word == NULL || request->key == key)
    weft_report_table (report, name, &records, 0);
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
report_squashes (WeftReport *report, const WeftPipelineFacts *facts, const WeftCliRequest *request)
{
  const WeftPipelineStats *stats = facts->stats;
  double rate = weft_pipeline_stats_get_squash_rate (stats);

  weft_report_begin (report, "squashes");
  weft_report_count (report, "runs", stats->squashes->len);
  weft_report_count (report, "ops", stats->n_squashed);
  weft_report_real (report, "per_1000_retired", rate);
  weft_report_count (report, "longest", get_longest_squash (stats));
  weft_report_line (report, _ ("Squashes"), _ ("%s, %s per 1 000 retired ops; squashed ops %s"),
                    weft_report_say_count (report, stats->squashes->len),
                    weft_report_say_real (report, rate),
                    weft_report_say_count (report, stats->n_squashed));
  report_table (report, "list", facts, WEFT_PIPELINE_FACTS_SQUASHES, request);
  weft_report_end (report);
}

static void
report_cpi (WeftReport *report, const WeftPipelineFacts *facts, const WeftCliRequest *request)
{
  const WeftPipelineStats *stats = facts->stats;

  if (stats->cpi->len == 0)
    return;
  weft_report_begin (report, "cpi_stack");
  weft_report_count (report, "width", stats->width);
  weft_report_flag (report, "width_inferred", stats->width_is_inferred);
  report_table (report, "parts", facts, WEFT_PIPELINE_FACTS_CPI, request);
  weft_report_end (report);
}

static void
write_path_cost (WeftReport *report, const WeftPathCost *cost, WeftPipelineTrace *trace)
{
  WeftKindInfo info = { .name = NULL };

  if (cost->has_kind)
    weft_pipeline_trace_get_kind (trace, cost->kind, &info);
  weft_report_begin (report, NULL);
  weft_report_text (report, "type", weft_step_type_to_string (cost->type));
  weft_report_text (report, "stage", info.name);
  weft_report_count (report, "count", cost->n_ops);
  weft_report_count (report, "cycles", cost->cycles);
  weft_report_end (report);
}

static void
write_path (WeftReport *report, const WeftPipelineFacts *facts)
{
  WeftFacts steps = weft_pipeline_facts_get (facts, WEFT_PIPELINE_FACTS_PATH);

  weft_report_begin (report, "critical_path");
  weft_report_signed (report, "from", facts->path->from);
  weft_report_signed (report, "to", facts->path->to);
  weft_report_text (report, "dependencies",
                    weft_dependency_source_to_string (facts->path->dependency_source));
  weft_report_begin_list (report, "costs");
  for (guint i = 0; i < facts->path->costs->len; i++)
    write_path_cost (report, &g_array_index (facts->path->costs, WeftPathCost, i),
                     facts->snapshot->trace);
  weft_report_end (report);
  weft_report_table (report, "steps", &steps, 0);
  weft_report_end (report);
}

static void
say_stalls (WeftReport *report, const WeftPipelineStats *stats)
{
  weft_report_line (
    report, _ ("Stalls"),
    g_dngettext (GETTEXT_PACKAGE, "≈ %s op-cycle", "≈ %s op-cycles", stats->stall_cycles_within),
    weft_report_say_count (report, stats->stall_cycles_within));
}

void
weft_cli_report_dependencies (WeftReport *report, const WeftPipelineStats *stats)
{
  weft_report_count (report, "dependencies", stats->n_dependencies);
  weft_report_text (report, "dependency_source",
                    weft_dependency_source_to_string (stats->dependency_source));
  if (stats->dependency_source == WEFT_DEPENDENCIES_INFERRED)
    {
      weft_report_count (report, "inferred_dependencies", stats->n_inferred);
      weft_report_line (report, _ ("Dependencies"), _ ("none stated; inferred from registers: %s"),
                        weft_report_say_count (report, stats->n_inferred));
    }
  else if (stats->dependency_source == WEFT_DEPENDENCIES_STATED)
    weft_report_line (report, _ ("Dependencies"), "%s",
                      weft_report_say_count (report, stats->n_dependencies));
  else
    weft_report_line (report, _ ("Dependencies"),
                      _ ("not known: none are stated, and no registers are named"));
}

static void
report_counts (WeftReport *report, const WeftPipelineStats *stats)
{
  double ipc = weft_pipeline_stats_get_ipc (stats), cpi = weft_pipeline_stats_get_cpi (stats);

  weft_cli_report_ops (report, stats);
  weft_report_count (report, "fetched", stats->n_fetched);
  weft_cli_report_cycles (report, stats);
  weft_report_real (report, "ipc", ipc);
  weft_report_real (report, "cpi", cpi);
  weft_report_line (report, _ ("IPC"), _ ("%s (CPI %s)"), weft_report_say_real (report, ipc),
                    weft_report_say_real (report, cpi));
  weft_report_real (report, "flush_rate", weft_pipeline_stats_get_flush_rate (stats));
  if (stats->n_open > 0)
    weft_report_line (
      report, _ ("Open"),
      g_dngettext (GETTEXT_PACKAGE, "%s op never ends; it is left out of latency, stalls and PCs",
                   "%s ops never end; they are left out of latency, stalls and PCs", stats->n_open),
      weft_report_say_count (report, stats->n_open));
  write_latency (report, &stats->latency);
  say_latency (report, &stats->latency);
  weft_report_begin (report, "in_flight");
  weft_report_count (report, "max", stats->in_flight_max);
  weft_report_real (report, "mean", stats->in_flight_mean);
  weft_report_end (report);
  weft_report_line (report, _ ("In flight"), _ ("mean %s ops, max %u"),
                    weft_report_say_real (report, stats->in_flight_mean), stats->in_flight_max);
  weft_report_count (report, "stall_cycles", stats->stall_cycles);
  weft_report_flag (report, "stall_estimated", TRUE);
  weft_report_count (report, "stall_cycles_within", stats->stall_cycles_within);
  say_stalls (report, stats);
}

/* Findings are of whole logs, and not asked for where one table is. */
static gboolean
has_findings (const WeftCliRequest *request)
{
  return !request->has_range && request->filter == NULL && request->key_word == NULL;
}

static void
report_tables (WeftReport *report, const WeftPipelineFacts *facts, const WeftCliRequest *request)
{
  report_table (report, "threads", facts, WEFT_PIPELINE_FACTS_THREADS, request);
  report_table (report, "stages", facts, WEFT_PIPELINE_FACTS_STAGES, request);
  report_table (report, "stalls", facts, WEFT_PIPELINE_FACTS_STALLS, request);
  if (facts->stats->reasons->len > 0)
    report_table (report, "reasons", facts, WEFT_PIPELINE_FACTS_REASONS, request);
  report_table (report, "pcs", facts, WEFT_PIPELINE_FACTS_PCS, request);
  report_squashes (report, facts, request);
  report_cpi (report, facts, request);
  report_table (report, "storms", facts, WEFT_PIPELINE_FACTS_STORMS, request);
  if (facts->functions != NULL)
    report_table (report, "functions", facts, WEFT_PIPELINE_FACTS_FUNCTIONS, request);
  if (facts->resources != NULL)
    {
      report_table (report, "regions", facts, WEFT_PIPELINE_FACTS_REGIONS, request);
      report_table (report, "bottlenecks", facts, WEFT_PIPELINE_FACTS_BOTTLENECKS, request);
      report_table (report, "pressure", facts, WEFT_PIPELINE_FACTS_PRESSURE, request);
    }
  if (facts->path != NULL)
    write_path (report, facts);
  if (facts->curves != NULL)
    report_table (report, "curves", facts, WEFT_PIPELINE_FACTS_CURVES, request);
}

/* In another order than machines get them. */
static void
show_tables (WeftReport *report, const WeftPipelineFacts *facts)
{
  static const WeftPipelineFactsKey keys[] = {
    WEFT_PIPELINE_FACTS_REGIONS, WEFT_PIPELINE_FACTS_BOTTLENECKS, WEFT_PIPELINE_FACTS_PRESSURE,
    WEFT_PIPELINE_FACTS_CPI,     WEFT_PIPELINE_FACTS_THREADS,     WEFT_PIPELINE_FACTS_STAGES,
    WEFT_PIPELINE_FACTS_REASONS, WEFT_PIPELINE_FACTS_STALLS,      WEFT_PIPELINE_FACTS_PCS,
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      WeftFacts records = weft_pipeline_facts_get (facts, keys[i]);

      weft_report_table (report, NULL, &records, MAX_ROWS);
    }
}

static void
report_all (const WeftPipelineFacts *facts, const WeftCliRequest *request)
{
  WeftTrace *trace = WEFT_TRACE (facts->snapshot->trace);
  WeftReport *report = request->report;
  gboolean is_text = weft_report_get_format (report) == WEFT_REPORT_TEXT;

  weft_report_begin (report, NULL);
  report_counts (report, facts->stats);
  report_tables (report, facts, request);
  weft_cli_report_dependencies (report, facts->stats);
  /* Findings are long, and stand last among the lines. */
  if (is_text)
    weft_report_diagnostics (report, trace);
  if (has_findings (request))
    weft_cli_pipeline_report_findings (report, facts->snapshot, facts->stats);
  if (!is_text)
    weft_report_diagnostics (report, trace);
  show_tables (report, facts);
  weft_report_end (report);
}

/* --- CSV ----------------------------------------------------------------------------------------- */

static WeftCell
get_ipc (gconstpointer stats, guint row G_GNUC_UNUSED)
{
  return weft_cell_real (weft_pipeline_stats_get_ipc (stats));
}

static WeftCell
get_cpi (gconstpointer stats, guint row G_GNUC_UNUSED)
{
  return weft_cell_real (weft_pipeline_stats_get_cpi (stats));
}

static WeftCell
get_squashes (gconstpointer stats, guint row G_GNUC_UNUSED)
{
  return weft_cell_count (((const WeftPipelineStats *) stats)->squashes->len);
}

#define STATS(name) .member = WEFT_MEMBER (WeftPipelineStats, name)

static const WeftField summary_columns[] = {
  { "ops", STATS (n_ops) },
  { "retired", STATS (n_retired) },
  { "flushed", STATS (n_flushed) },
  { "open", STATS (n_open) },
  { "first", STATS (first) },
  { "last", STATS (last) },
  { "ipc", .get = get_ipc },
  { "cpi", .get = get_cpi },
  { "in_flight_max", STATS (in_flight_max) },
  { "in_flight_mean", STATS (in_flight_mean) },
  { "stall_cycles", STATS (stall_cycles) },
  { "squashes", .get = get_squashes },
  { "squashed_ops", STATS (n_squashed) },
  { "dependencies", STATS (n_dependencies) },
};

/* Of one table JSON has the counts too; without --by, CSV has nothing but counts. */
static void
write_report (const WeftPipelineFacts *facts, const WeftCliRequest *request)
{
  WeftReportFormat format = weft_report_get_format (request->report);
  WeftFacts records = { .fields = summary_columns,
                        .n_columns = G_N_ELEMENTS (summary_columns),
                        .n_rows = 1,
                        .data = (gpointer) facts->stats,
                        .items = facts->stats };

  if (request->key_word != NULL)
    records = weft_pipeline_facts_get (facts, request->key);
  if (format == WEFT_REPORT_CSV || (format == WEFT_REPORT_TEXT && request->key_word != NULL))
    weft_report_only (request->report, &records, G_MAXUINT);
  else
    report_all (facts, request);
}

/* --- the task -------------------------------------------------------------------------------------- */

/* FALSE after a complaint: what is asked for needs symbols, or they cannot be read. */
static gboolean
read_symbols (const WeftCliRequest *request, WeftPipelineSymbols **symbols, int *status)
{
  const char *elf = weft_cli_pipeline_assumptions.elf;
  g_autoptr (GError) error = NULL;

  *symbols = NULL;
  *status = WEFT_CLI_USAGE;
  if (elf == NULL && (request->key_word == NULL || request->key != WEFT_PIPELINE_FACTS_FUNCTIONS))
    return TRUE;
  if (elf == NULL)
    {
      weft_cli_complain (_ ("--by function needs --elf with the program that ran."));
      return FALSE;
    }
  *symbols = weft_pipeline_symbols_new (elf, &error);
  if (*symbols != NULL)
    return TRUE;
  weft_cli_complain ("--elf: %s", error->message);
  *status = WEFT_CLI_UNUSABLE;
  return FALSE;
}

/* That of a whole log may be there already, with all its buckets. */
static GArray *
count_occupancy (WeftPipelineExplainer *explainer, const WeftPipelineSlots *slots,
                 const WeftPipelineStats *stats, gboolean is_whole)
{
  g_autoptr (WeftPipelineHistory) history = weft_pipeline_history_new (
    explainer, slots, stats->first, stats->end, is_whole ? WEFT_HISTORY_BUCKETS : 1,
    g_cancellable_get_current (), NULL);

  return history != NULL ? weft_pipeline_occupancy_new (history, stats->first, stats->end) : NULL;
}

/* With the occupancy, which rests on what statistics are counted with, where `occupancy` is not NULL. NULL: there is no
 * room to count, or it was cancelled. */
static WeftPipelineStats *
count_stats (WeftPipelineSnapshot *snapshot, const WeftCycleRange *range, const WeftBitset *ops,
             GArray **occupancy, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPipelineExplainer) explainer = NULL;
  g_autoptr (WeftPipelineSlots) slots = NULL;
  WeftPipelineStats *stats;

  if (occupancy == NULL)
    return weft_pipeline_stats_new_filtered (snapshot, range, ops, cancellable, error);
  explainer = weft_pipeline_explainer_new (snapshot, cancellable, error);
  slots = explainer != NULL ? weft_pipeline_slots_new (explainer, cancellable, error) : NULL;
  if (slots == NULL)
    return NULL;
  stats = weft_pipeline_stats_new_explained (explainer, slots, range, ops, cancellable, error);
  if (stats != NULL)
    *occupancy = count_occupancy (explainer, slots, stats, range == NULL);
  return stats;
}

int
weft_cli_pipeline_stats (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));
  const WeftCycleRange *range = request->has_range ? &request->range : NULL;
  g_autoptr (WeftExpression) filter = NULL;
  g_autoptr (WeftBitset) ops = NULL;
  const gboolean wants_occupancy =
    request->key_word != NULL && request->key == WEFT_PIPELINE_FACTS_OCCUPANCY;
  g_autoptr (WeftPipelineStats) stats = NULL;
  g_autoptr (GArray) occupancy = NULL;
  g_autoptr (WeftPipelineSymbols) symbols = NULL;
  g_autoptr (GArray) functions = NULL;
  g_autoptr (WeftPipelineCriticalPath) path = NULL;
  g_autoptr (WeftPipelineCurves) curves = NULL;
  g_autoptr (GError) error = NULL;
  GCancellable *cancellable = g_cancellable_get_current ();
  WeftPipelineFacts facts = { .snapshot = snapshot };
  int status;

  if (!weft_cli_parse_filter (request->filter, weft_op_language (), &filter))
    return WEFT_CLI_USAGE;
  if (!read_symbols (request, &symbols, &status))
    return status;
  if (!weft_cli_pipeline_assume (snapshot->trace))
    return WEFT_CLI_USAGE;
  ops = weft_cli_run_filter (filter, snapshot);
  stats =
    count_stats (snapshot, range, ops, wants_occupancy ? &occupancy : NULL, cancellable, &error);
  if (stats == NULL)
    {
      weft_cli_complain ("%s", error->message);
      return WEFT_CLI_UNUSABLE;
    }
  facts.stats = stats;
  facts.occupancy = occupancy;
  facts.symbols = symbols;
  facts.resources = weft_pipeline_trace_get_resources (snapshot->trace);
  if (symbols != NULL)
    facts.functions = functions = weft_pipeline_function_stats_new (stats->pcs, symbols);
  if (request->key_word != NULL && request->key == WEFT_PIPELINE_FACTS_PATH)
    facts.path = path = weft_pipeline_critical_path_new (snapshot, range, ops, cancellable, NULL);
  if (request->key_word != NULL && request->key == WEFT_PIPELINE_FACTS_CURVES)
    facts.curves = curves = weft_pipeline_curves_new (snapshot, stats->first, stats->end, ops,
                                                      WEFT_MAX_BUCKETS, cancellable, NULL);
  if (g_cancellable_is_cancelled (cancellable))
    return WEFT_CLI_UNUSABLE;
  write_report (&facts, request);
  if (symbols == NULL || !weft_pipeline_symbols_have_failed (symbols))
    return WEFT_CLI_SUCCESS;
  weft_cli_complain (
    _ ("--elf: symbols of some PCs could not be read; they are shown as unknown."));
  return WEFT_CLI_UNUSABLE;
}
