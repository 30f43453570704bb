/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-bus.h"

#include "weft-bus-facts.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>

#define MAX_ROWS 20 /* of a table that nobody asked for by name */

const char *const weft_cli_bus_keys[] = { "bucket",   "master",     "region", "kind",  "cache",
                                          "symmetry", "contention", "drift",  "delta", NULL };

static gboolean model;

const GOptionEntry weft_cli_bus_stats_options[] = {
  { "model", 0, 0, G_OPTION_ARG_NONE, &model,
    N_ ("Bus traces: compare with the model of the arbiter"), NULL },
  G_OPTION_ENTRY_NULL
};

static void
say_histogram (WeftReport *report, const char *title, const WeftHistogram *histogram)
{
  if (histogram->n_values == 0)
    weft_report_line (report, title, "—");
  else
    weft_report_line (report, title, _ ("p50 %s, p90 %s, p99 %s, max %s"),
                      weft_report_say_real (report, weft_bus_percentile (histogram, 0.5)),
                      weft_report_say_real (report, weft_bus_percentile (histogram, 0.9)),
                      weft_report_say_real (report, weft_bus_percentile (histogram, 0.99)),
                      weft_report_say (report, weft_number_cycles (histogram->max)));
}

static void
say_model (WeftReport *report, const WeftBusModelSummary *comparison)
{
  const guint64 *classes = comparison->n_classes;

  weft_report_line (report, _ ("Model"), _ ("waits equal %s, differ %s"),
                    weft_report_say_count (report, comparison->n_agreements),
                    weft_report_say_count (report, comparison->n_mismatches));
  weft_report_line (
    report, _ ("Drift"),
    _ ("%s at the end; on time %s, behind or ahead %s, known gap of the trace %s"),
    weft_report_say (report, weft_number_signed_cycles (comparison->last_drift_total)),
    weft_report_say_count (report, classes[WEFT_BUS_AGREEMENT]),
    weft_report_say_count (report, classes[WEFT_BUS_MISMATCH]),
    weft_report_say_count (report, classes[WEFT_BUS_KNOWN_GAP]));
}

/* Findings are of whole traces. */
static gboolean
is_whole (const WeftCliRequest *request)
{
  return !request->has_range && request->filter == NULL;
}

static void
say_summary (const WeftCliRequest *request, const WeftBusSummary *summary, WeftTrace *trace)
{
  static const WeftBusTable tables[] = { WEFT_BUS_TABLE_MASTER, WEFT_BUS_TABLE_REGION,
                                         WEFT_BUS_TABLE_BUCKET, WEFT_BUS_TABLE_SYMMETRY,
                                         WEFT_BUS_TABLE_DRIFT };
  WeftReport *report = request->report;

  weft_cli_bus_say_counts (report, summary);
  say_histogram (report, _ ("Elapsed"), &summary->elapsed);
  say_histogram (report, _ ("Wait"), &summary->wait);
  if (summary->model != NULL)
    say_model (report, summary->model);
  if (is_whole (request))
    weft_cli_bus_report_findings (report, summary->snapshot);
  weft_report_diagnostics (report, trace);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      WeftFacts facts = weft_bus_facts_get (summary, tables[i]);

      weft_report_table (report, NULL, &facts, facts.n_rows > 0 ? MAX_ROWS : 0);
    }
}

static gboolean
asks_model (const WeftCliRequest *request)
{
  return request->key_word != NULL
         && (request->key == WEFT_BUS_TABLE_DRIFT || request->key == WEFT_BUS_TABLE_DELTA);
}

/* Without --by, JSON is the summary in the reference tool's words, and CSV the table of buckets. */
int
weft_cli_bus_stats (WeftTrace *trace, const WeftCliRequest *request)
{
  gboolean has_key = request->key_word != NULL;
  WeftReportFormat format = weft_report_get_format (request->report);
  g_autoptr (WeftBusSummary) summary =
    weft_cli_bus_summarize (trace, request, model || asks_model (request),
                            has_key && request->key == WEFT_BUS_TABLE_CONTENTION);
  WeftFacts facts;

  if (summary == NULL)
    return WEFT_CLI_USAGE;
  facts = weft_bus_facts_get (summary, has_key ? request->key : WEFT_BUS_TABLE_BUCKET);
  if (has_key || format == WEFT_REPORT_CSV)
    weft_report_only (request->report, &facts, G_MAXUINT);
  else if (format == WEFT_REPORT_JSON)
    weft_cli_bus_write_summary (weft_report_get_stream (request->report), summary,
                                is_whole (request));
  else
    say_summary (request, summary, trace);
  return WEFT_CLI_SUCCESS;
}
