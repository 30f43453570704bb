/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-live.h"

#include "weft-cli-findings.h"
#include "weft-cli-options.h"
#include "weft-cli-records.h"
#include "weft-expression-eval.h"
#include "weft-live-facts.h"
#include "weft-live-fields.h"
#include "weft-live-figure-fields.h"
#include "weft-live-findings.h"
#include "weft-live-host.h"
#include "weft-live-record-fields.h"
#include "weft-live-session.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

#define DEFAULT_SECONDS 1.0

double weft_cli_live_seconds;

const GOptionEntry weft_cli_live_options[] = { WEFT_CLI_LIVE_OPTIONS, G_OPTION_ENTRY_NULL };

static const char *const keys[] = { "program", "stream", "clock", "ledger", "host", NULL };

/* --- sockets ------------------------------------------------------------------------------------ */

static WeftTrace *
collect (const char *path, double time, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftLiveSession) session = weft_live_session_new (path, NULL, 0);

  if (time <= 0)
    time = weft_cli_live_seconds > 0 ? weft_cli_live_seconds : DEFAULT_SECONDS;
  if (!weft_live_session_run (session, time, cancellable, NULL, NULL, error))
    return NULL;
  return WEFT_TRACE (g_object_ref (weft_live_session_get_trace (session)));
}

/* --- info --------------------------------------------------------------------------------------- */

WeftCliLiveSums
weft_cli_live_sum_up (WeftLiveTrace *trace)
{
  WeftCliLiveSums sums = { .n_lanes = weft_live_trace_get_n_lanes (trace) };

  for (guint i = 0; i < sums.n_lanes; i++)
    {
      WeftLiveLane lane;

      weft_live_trace_get_lane (trace, i, &lane);
      sums.delivered += lane.delivered;
      sums.lost += weft_live_lane_get_lost (&lane);
      sums.n_programs += lane.n_programs;
    }
  if (!weft_live_trace_get_range (trace, &sums.start, &sums.end))
    sums.start = sums.end = 0;
  return sums;
}

static GArray *
find (gconstpointer figures)
{
  return figures != NULL ? weft_live_findings_new (figures) : NULL;
}

/* The time, in ns. */
static void
write_target (WeftReport *report, const char *target, gconstpointer data G_GNUC_UNUSED)
{
  gint64 from, to;

  if (sscanf (target, "time:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, &from, &to) != 2)
    return;
  weft_report_signed (report, "start", from);
  weft_report_signed (report, "end", to);
}

static int
live_info (WeftTrace *trace, const WeftCliRequest *request)
{
  WeftLiveTrace *live = WEFT_LIVE_TRACE (trace);
  WeftReport *report = request->report;
  WeftCliLiveSums sums = weft_cli_live_sum_up (live);
  g_autoptr (WeftLiveFigures) figures =
    weft_live_figures_new (live, NULL, NULL, g_cancellable_get_current ());
  g_autofree char *session = weft_live_trace_get_session (live);

  weft_report_text (report, "session", session);
  weft_report_line (report, _ ("Session"), "%s", session);
  weft_report_count (report, "streams", sums.n_lanes);
  weft_report_line (report, _ ("Streams"), "%u", sums.n_lanes);
  weft_report_count (report, "records", sums.delivered);
  weft_report_count (report, "lost", sums.lost);
  weft_report_line (report, _ ("Records"), _ ("%s; lost on the way %s"),
                    weft_report_say_count (report, sums.delivered),
                    weft_report_say_count (report, sums.lost));
  weft_report_value (report, "programs", _ ("Programs"),
                     weft_cell_count (weft_live_trace_get_n_programs (live)));
  weft_report_text (report, "time_unit", "ns");
  weft_report_signed (report, "start", sums.start);
  weft_report_signed (report, "end", sums.end);
  weft_report_line (report, _ ("Time"), "%s",
                    weft_report_say (report, weft_live_format_time (sums.end - sums.start)));
  weft_cli_report_findings (report, find, write_target, figures);
  return WEFT_CLI_SUCCESS;
}

/* --- dump --------------------------------------------------------------------------------------- */

gboolean
weft_cli_live_filter (WeftTrace *trace, const WeftCliRequest *request, WeftLiveRecords **records,
                      WeftBitset **places)
{
  g_autoptr (WeftExpression) filter = NULL;

  *records = NULL;
  *places = NULL;
  if (!weft_cli_parse_filter (request->filter, weft_live_language (), &filter))
    return FALSE;
  *records = weft_live_records_new (WEFT_LIVE_TRACE (trace));
  if (filter != NULL)
    *places = weft_expression_run (filter, *records, (*records)->n_rows,
                                   g_cancellable_get_current (), NULL);
  return TRUE;
}

gboolean
weft_cli_live_is_wanted (const WeftCliRequest *request, const WeftLiveRecords *records,
                         const WeftBitset *places, guint place)
{
  WeftLiveLaneRow item;

  return weft_bitset_includes (places, place) && weft_live_records_read (records, place, &item)
         && weft_cycle_range_intersects (&request->range, item.row.start, item.row.end);
}

static void
write_row (WeftJsonWriter *writer, WeftLiveTrace *trace, const WeftLiveLaneRow *item)
{
  weft_json_writer_begin_object (writer);
  weft_cli_records_write_item (&weft_live_record_schemas[item->row.kind], WEFT_FIELD_DUMP, trace, 0,
                               item, writer);
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
}

static int
live_dump (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftJsonWriter) writer = weft_json_writer_new (stdout);
  g_autoptr (WeftLiveRecords) records = NULL;
  g_autoptr (WeftBitset) places = NULL;

  if (!weft_cli_live_filter (trace, request, &records, &places))
    return WEFT_CLI_USAGE;
  for (guint32 place = 0; place < records->n_rows && !ferror (stdout); place++)
    {
      WeftLiveLaneRow item;

      if (weft_cli_live_is_wanted (request, records, places, place)
          && weft_live_records_read (records, place, &item))
        write_row (writer, records->trace, &item);
    }
  return WEFT_CLI_SUCCESS;
}

/* --- stats -------------------------------------------------------------------------------------- */

static WeftCell
host_clock (gconstpointer data G_GNUC_UNUSED, gconstpointer host)
{
  static const char *const words[] = { NULL, "same", "measured" };
  guint kind = ((const WeftLiveHostFigures *) host)->host.clock.kind;

  return kind != WEFT_LIVE_CLOCK_UNKNOWN ? weft_cell_word (kind, words[kind]) : weft_cell_none ();
}

#define HOST(name) .member = WEFT_MEMBER (WeftLiveHostFigures, name)

static const WeftField host_fields[] = {
  { "name", .of = weft_live_host_name_cell },
  { "streams", HOST (n_streams) },
  { "delivered", HOST (delivered) },
  { "lost", HOST (lost) },
  { "clock", .of = host_clock },
  { "clock_shift_ns", .of = weft_live_host_shift_cell },
  { "clock_error_ns", .of = weft_live_host_error_cell },
};

/* Stalls of dispatching and other gaps, over all streams. */
static void
write_gaps (WeftReport *report, const WeftLiveFigures *figures)
{
  guint64 stall_ns = 0, n_other = 0, other_ns = 0;

  for (guint i = 0; i < figures->streams->len; i++)
    {
      const WeftLiveStreamFigures *stream =
        &g_array_index (figures->streams, WeftLiveStreamFigures, i);

      stall_ns += stream->stall_ns;
      n_other += stream->gaps.n_values;
      other_ns += stream->gaps.total;
    }
  weft_report_begin (report, "gaps");
  weft_report_count (report, "dispatch_stall_ns", stall_ns);
  weft_report_count (report, "other", n_other);
  weft_report_count (report, "other_ns", other_ns);
  weft_report_end (report);
}

static void
write_ledger (WeftReport *report, const WeftLiveFigures *figures)
{
  static const char *const stages[WEFT_LIVE_N_STAGES] = { "device", "producer_ring", "retention",
                                                          "daemon", "viewer" };
  guint64 lost[WEFT_LIVE_N_STAGES] = { 0 }, wanted = 0, delivered = 0, duplicates = 0;

  for (guint i = 0; i < figures->streams->len; i++)
    {
      const WeftLiveLane *lane = &g_array_index (figures->streams, WeftLiveStreamFigures, i).lane;

      wanted += lane->head - lane->first_seq;
      delivered += lane->delivered;
      duplicates += lane->n_duplicates;
      for (guint k = 0; k < WEFT_LIVE_N_STAGES; k++)
        lost[k] += lane->lost[k];
    }
  weft_report_begin (report, "ledger");
  weft_report_count (report, "wanted", wanted);
  weft_report_count (report, "delivered", delivered);
  weft_report_begin (report, "lost");
  for (guint k = 0; k < WEFT_LIVE_N_STAGES; k++)
    weft_report_count (report, stages[k], lost[k]);
  weft_report_end (report);
  weft_report_count (report, "duplicates", duplicates);
  weft_report_end (report);
}

/* Where there are several. */
static void
write_hosts (WeftReport *report, WeftLiveFigures *figures)
{
  WeftFacts hosts =
    weft_facts_of_array (host_fields, G_N_ELEMENTS (host_fields), figures, figures->hosts);

  if (hosts.n_rows > 1)
    weft_report_table (report, "hosts", &hosts, 0);
}

static void
write_report (WeftReport *report, WeftLiveFigures *figures)
{
  g_autofree char *session = weft_live_trace_get_session (figures->trace);
  WeftFacts streams = weft_live_figures_get_streams (figures);
  WeftFacts programs = weft_live_figures_get_programs (figures);

  weft_report_begin (report, NULL);
  weft_report_text (report, "session", session);
  write_hosts (report, figures);
  weft_report_table (report, "streams", &streams, 0);
  weft_report_table (report, "programs", &programs, 0);
  write_gaps (report, figures);
  write_ledger (report, figures);
  if (figures->range.from == G_MININT64)
    weft_cli_report_findings (report, find, write_target, figures);
  weft_report_end (report);
}

static void
show_tables (WeftReport *report, WeftLiveFigures *figures, WeftTrace *trace)
{
  weft_report_diagnostics (report, trace);
  for (guint i = 0; i < WEFT_LIVE_N_TABLES; i++)
    {
      WeftFacts facts = weft_live_figures_get_facts (figures, i);

      if (i == WEFT_LIVE_TABLE_HOSTS && facts.n_rows < 2)
        continue;
      if (i == 0)
        weft_report_only (report, &facts, G_MAXUINT);
      else
        weft_report_table (report, NULL, &facts, G_MAXUINT);
    }
}

WeftLiveFigures *
weft_cli_live_measure (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftExpression) filter = NULL;

  if (!weft_cli_parse_filter (request->filter, weft_live_language (), &filter))
    return NULL;
  return weft_live_figures_new (WEFT_LIVE_TRACE (trace),
                                request->has_range ? &request->range : NULL, filter,
                                g_cancellable_get_current ());
}

/* Without --by, CSV is the table of programs. */
static int
live_stats (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftLiveFigures) figures = NULL;
  WeftReportFormat format = weft_report_get_format (request->report);
  gboolean has_key = request->key_word != NULL;
  WeftFacts facts;

  figures = weft_cli_live_measure (trace, request);
  if (figures == NULL)
    return WEFT_CLI_USAGE;
  facts = weft_live_figures_get_facts (figures, has_key ? request->key : WEFT_LIVE_TABLE_PROGRAMS);
  if (has_key || format == WEFT_REPORT_CSV)
    weft_report_only (request->report, &facts, G_MAXUINT);
  else if (format == WEFT_REPORT_JSON)
    write_report (request->report, figures);
  else
    show_tables (request->report, figures, trace);
  return WEFT_CLI_SUCCESS;
}

const WeftCliFamily weft_cli_live = {
  .name = "live",
  .get_type = weft_live_trace_get_type,
  .words = { [WEFT_CLI_KEYS] = keys, [WEFT_CLI_FORMATS] = weft_cli_live_formats },
  .is_address = weft_live_is_address,
  .collect = collect,
  .options = { [WEFT_CLI_INFO] = weft_cli_live_options,
               [WEFT_CLI_DUMP] = weft_cli_live_options,
               [WEFT_CLI_STATS] = weft_cli_live_options,
               [WEFT_CLI_EXPORT] = weft_cli_live_options },
  .run = { [WEFT_CLI_INFO] = live_info,
           [WEFT_CLI_DUMP] = live_dump,
           [WEFT_CLI_STATS] = live_stats,
           [WEFT_CLI_EXPORT] = weft_cli_live_export,
           [WEFT_CLI_COMPARE] = weft_cli_live_compare },
};
