/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-bus.h"

#include "weft-bus-facts.h"
#include "weft-cli-records.h"
#include "weft-cli-report.h"
#include "weft-cli-text.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

#define MAX_ROWS 20 /* of a table that nobody asked for by name */

const char *const weft_cli_bus_keys[] = { "bucket",   "master",     "region", "kind",  "cache",
                                          "symmetry", "contention", "drift",  "delta", NULL };

static gboolean model;

const GOptionEntry weft_cli_bus_stats_options[] = {
  { "model", 0, 0, G_OPTION_ARG_NONE, &model,
    N_ ("Bus traces: compare with the model of the arbiter"), NULL },
  G_OPTION_ENTRY_NULL
};

/* --- people ----------------------------------------------------------------------------------- */

static void
print_histogram (const char *title, const WeftHistogram *histogram)
{
  g_autofree char *p50 = weft_cli_format_real (weft_bus_percentile (histogram, 0.5));
  g_autofree char *p90 = weft_cli_format_real (weft_bus_percentile (histogram, 0.9));
  g_autofree char *p99 = weft_cli_format_real (weft_bus_percentile (histogram, 0.99));
  g_autofree char *max = weft_number_cycles (histogram->max);

  if (histogram->n_values == 0)
    weft_cli_print_field (title, "—");
  else
    weft_cli_print_field (title, _ ("p50 %s, p90 %s, p99 %s, max %s"), p50, p90, p99, max);
}

static void
print_model (const WeftBusModelSummary *comparison)
{
  g_autofree char *agreements = weft_number_count (comparison->n_agreements);
  g_autofree char *mismatches = weft_number_count (comparison->n_mismatches);
  g_autofree char *agreement = weft_number_count (comparison->n_classes[WEFT_BUS_AGREEMENT]);
  g_autofree char *mismatch = weft_number_count (comparison->n_classes[WEFT_BUS_MISMATCH]);
  g_autofree char *gap = weft_number_count (comparison->n_classes[WEFT_BUS_KNOWN_GAP]);
  g_autofree char *drift = weft_number_signed_cycles (comparison->last_drift_total);

  weft_cli_print_field (_ ("Model"), _ ("waits equal %s, differ %s"), agreements, mismatches);
  weft_cli_print_field (_ ("Drift"),
                        _ ("%s at the end; on time %s, behind or ahead %s, known gap of "
                           "the trace %s"),
                        drift, agreement, mismatch, gap);
}

static void
print_table (const WeftBusSummary *summary, WeftBusTable table, guint max_rows)
{
  WeftFacts facts = weft_bus_facts_get (summary, table);

  weft_cli_records_print (&facts, stdout, max_rows);
}

static void
print_stats (const WeftBusSummary *summary, WeftTrace *trace)
{
  static const WeftBusTable tables[] = { WEFT_BUS_TABLE_MASTER, WEFT_BUS_TABLE_REGION,
                                         WEFT_BUS_TABLE_BUCKET, WEFT_BUS_TABLE_SYMMETRY,
                                         WEFT_BUS_TABLE_DRIFT };

  weft_cli_bus_print_counts (summary);
  print_histogram (_ ("Elapsed"), &summary->elapsed);
  print_histogram (_ ("Wait"), &summary->wait);
  if (summary->model != NULL)
    print_model (summary->model);
  weft_cli_print_diagnostics (trace);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      if (weft_bus_facts_get (summary, tables[i]).n_rows == 0)
        continue;
      putchar ('\n');
      print_table (summary, tables[i], MAX_ROWS);
    }
}

/* --- machines --------------------------------------------------------------------------------- */

static void
write_json (const WeftBusSummary *summary, const WeftCliRequest *request)
{
  g_autofree WeftJsonWriter *writer = g_new (WeftJsonWriter, 1);

  weft_json_writer_init (writer, stdout);
  if (request->key_word == NULL)
    weft_cli_bus_write_summary (writer, summary);
  else
    {
      WeftFacts facts = weft_bus_facts_get (summary, request->key);

      weft_cli_records_write_json (&facts, writer);
      weft_json_writer_newline (writer);
    }
  weft_json_writer_flush (writer);
}

static void
write_csv (const WeftBusSummary *summary, const WeftCliRequest *request)
{
  WeftFacts facts =
    weft_bus_facts_get (summary, request->key_word != NULL ? request->key : WEFT_BUS_TABLE_BUCKET);

  weft_cli_records_write_csv (&facts, stdout);
}

/* --- the task --------------------------------------------------------------------------------- */

static gboolean
asks_model (const WeftCliRequest *request)
{
  return request->key_word != NULL
         && (request->key == WEFT_BUS_TABLE_DRIFT || request->key == WEFT_BUS_TABLE_DELTA);
}

int
weft_cli_bus_stats (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftBusSummary) summary =
    weft_cli_bus_summarize (trace, request, model || asks_model (request),
                            request->key_word != NULL && request->key == WEFT_BUS_TABLE_CONTENTION);

  if (summary == NULL)
    return WEFT_CLI_USAGE;
  if (request->json)
    write_json (summary, request);
  else if (request->csv)
    write_csv (summary, request);
  else if (request->key_word != NULL)
    print_table (summary, request->key, G_MAXUINT);
  else
    print_stats (summary, trace);
  return WEFT_CLI_SUCCESS;
}
