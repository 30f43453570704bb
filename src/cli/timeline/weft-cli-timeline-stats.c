/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-timeline.h"

#include "weft-timeline-facts.h"
#include "weft-timeline-words.h"

#include <glib/gi18n-lib.h>

#define MAX_ROWS 20 /* of a table that nobody asked for by name */

/* The tables, in their order, and behind them that of flame graphs. */
#define STACKS WEFT_TIMELINE_N_TABLES

const char *const weft_cli_timeline_keys[] = { "name",   "category", "process", "thread", "stream",
                                               "device", "counter",  "instant", "stack",  NULL };

/* Keys of the tables in JSON. */
static const char *const lists[WEFT_TIMELINE_N_TABLES] = { "names",    "categories", "processes",
                                                           "threads",  "streams",    "devices",
                                                           "counters", "instants" };

static void
report_counts (WeftReport *report, const WeftTimelineStats *stats)
{
  weft_report_count (report, "slices", stats->sum.count);
  weft_report_count (report, "instant_count", stats->n_instants);
  weft_report_count (report, "counter_values", stats->n_points);
  weft_report_count (report, "flows", stats->n_flows);
  weft_report_begin (report, "time");
  weft_report_signed (report, "first", stats->range.from);
  weft_report_signed (report, "last", stats->range.to);
  weft_report_signed (report, "total", stats->n_ns);
  weft_report_end (report);
  weft_report_signed (report, "total_ns", stats->sum.total);
  weft_report_signed (report, "self_ns", stats->sum.self);
  weft_report_line (report, _ ("Slices"), _ ("%s; instants %s, values of counters %s, flows %s"),
                    weft_report_say_count (report, stats->sum.count),
                    weft_report_say_count (report, stats->n_instants),
                    weft_report_say_count (report, stats->n_points),
                    weft_report_say_count (report, stats->n_flows));
  weft_report_line (report, _ ("Time"), "%s",
                    weft_report_say (report, weft_timeline_format_time (stats->n_ns)));
  if (stats->n_devices == 0)
    weft_report_line (report, _ ("Devices"), "%s", _ ("none is known"));
}

static void
write_report (WeftReport *report, const WeftTimelineStats *stats, WeftTrace *trace)
{
  static const WeftTimelineTable shown[] = {
    WEFT_TIMELINE_TABLE_NAME,   WEFT_TIMELINE_TABLE_DEVICE,  WEFT_TIMELINE_TABLE_STREAM,
    WEFT_TIMELINE_TABLE_THREAD, WEFT_TIMELINE_TABLE_COUNTER, WEFT_TIMELINE_TABLE_INSTANT
  };

  weft_report_begin (report, NULL);
  report_counts (report, stats);
  for (guint table = 0; table < WEFT_TIMELINE_N_TABLES; table++)
    {
      WeftFacts facts = weft_timeline_facts_get (stats, table);

      weft_report_table (report, lists[table], &facts, 0);
    }
  weft_report_diagnostics (report, trace);
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      WeftFacts facts = weft_timeline_facts_get (stats, shown[i]);

      weft_report_table (report, NULL, &facts, facts.n_rows > 0 ? MAX_ROWS : 0);
    }
  weft_report_end (report);
}

static int
report_stacks (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftTimelineFlame) flame = weft_cli_timeline_make_flame (trace, request);
  WeftFacts facts;

  if (flame == NULL)
    return WEFT_CLI_USAGE;
  facts = weft_timeline_flame_get_facts (flame);
  weft_report_only (request->report, &facts, G_MAXUINT);
  return WEFT_CLI_SUCCESS;
}

/* Without --by, CSV is the table of names. */
int
weft_cli_timeline_stats (WeftTrace *trace, const WeftCliRequest *request)
{
  gboolean has_key = request->key_word != NULL;
  g_autoptr (WeftTimelineStats) stats = NULL;
  WeftFacts facts;
  int status;

  if (has_key && request->key == STACKS)
    return report_stacks (trace, request);
  stats = weft_cli_timeline_measure (trace, request, &status);
  if (stats == NULL)
    return status;
  facts = weft_timeline_facts_get (stats, has_key ? request->key : WEFT_TIMELINE_TABLE_NAME);
  if (has_key || weft_report_get_format (request->report) == WEFT_REPORT_CSV)
    weft_report_only (request->report, &facts, G_MAXUINT);
  else
    write_report (request->report, stats, trace);
  return WEFT_CLI_SUCCESS;
}
