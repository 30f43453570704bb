/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-bus.h"

#include "weft-bus-fields.h"
#include "weft-chrome-writer.h"
#include "weft-cli-records.h"
#include "weft-perfetto-writer.h"

#include "weft-bus-trace-private.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

enum
{
  FORMAT_CSV,
  FORMAT_CHROME,
  FORMAT_PERFETTO,
  FORMAT_ANNOTATED,
  FORMAT_SUMMARY,
};

const char *const weft_cli_bus_formats[] = { "csv",       "chrome",  "perfetto",
                                             "annotated", "summary", NULL };

static gboolean model;

const GOptionEntry weft_cli_bus_export_options[] = {
  { "model", 0, 0, G_OPTION_ARG_NONE, &model,
    N_ ("Bus traces: compare with the model of the arbiter"), NULL },
  G_OPTION_ENTRY_NULL
};

/* --- annotated JSON Lines: the reference tool's members in its order -------------------------- */

static void
write_annotated (WeftJsonWriter *writer, WeftBusSnapshot *snapshot, guint32 row, guint64 wait,
                 const WeftBusVerdict *verdict)
{
  const char *class = verdict != NULL ? weft_bus_class_to_string (verdict->class)
                      : wait > 0      ? "wait_nonzero"
                                      : "wait_zero";

  weft_json_writer_begin_object (writer);
  weft_cli_records_write_fields (&weft_bus_access_schema, WEFT_FIELD_ARGUMENT,
                                 &(WeftBusRows){ .snapshot = snapshot }, row, writer);
  weft_json_writer_string_member (writer, "classification", class);
  if (verdict != NULL)
    weft_cli_records_write_item (&weft_bus_verdict_schema, WEFT_FIELD_ARGUMENT, NULL, 0, verdict,
                                 writer);
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
}

static void
write_all_annotated (FILE *stream, WeftBusSnapshot *snapshot, const WeftBitset *rows,
                     const WeftCycleRange *range)
{
  g_autoptr (WeftJsonWriter) writer = weft_json_writer_new (stream);
  WeftBusReplay replay = { 0 };

  for (guint32 place = 0; place < snapshot->n_rows && !ferror (stream); place++)
    {
      guint32 row = weft_bus_snapshot_row_at (snapshot, place);
      WeftBusRecord record;
      WeftBusVerdict verdict;
      guint64 elapsed, wait;

      weft_bus_snapshot_get_record (snapshot, row, &record);
      elapsed = weft_bus_access_get_elapsed (&record);
      wait = weft_bus_access_get_wait (&record, elapsed);
      weft_bus_replay_step (&replay, &record, weft_bus_region_of (record.addr), elapsed, wait,
                            &verdict);
      if (weft_cli_bus_includes (&record, row, rows, range))
        write_annotated (writer, snapshot, row, wait, model ? &verdict : NULL);
    }
}

/* --- other formats ------------------------------------------------------------------------------ */

/* The table of accesses as the window shows it, in replay order: a line for each that the filter and the range leave. */
static void
write_csv (FILE *stream, WeftBusSnapshot *snapshot, const WeftBitset *rows,
           const WeftCycleRange *range)
{
  g_autoptr (WeftBusModel) arbiter = weft_bus_model_new (snapshot, NULL, NULL);
  const WeftBusRows source = { .snapshot = snapshot, .model = arbiter };
  WeftFacts facts = weft_facts_of (&weft_bus_access_schema, WEFT_FIELD_TABLE, &source, 0);
  g_autofree guint32 *wanted = g_new (guint32, MAX (snapshot->n_rows, 1));

  for (guint32 place = 0; place < snapshot->n_rows; place++)
    {
      guint32 row = weft_bus_snapshot_row_at (snapshot, place);
      WeftBusRecord record;

      weft_bus_snapshot_get_record (snapshot, row, &record);
      if (weft_cli_bus_includes (&record, row, rows, range))
        wanted[facts.n_rows++] = row;
    }
  facts.rows = wanted;
  weft_cli_records_write_csv (&facts, stream);
}

static void
write_rows (const WeftCliRequest *request, WeftBusSnapshot *snapshot, const WeftBitset *rows)
{
  if (request->format == FORMAT_ANNOTATED)
    write_all_annotated (request->stream, snapshot, rows, &request->range);
  else if (request->format == FORMAT_CSV)
    write_csv (request->stream, snapshot, rows, &request->range);
  else
    weft_cli_bus_write_tracks (request->format == FORMAT_PERFETTO ? weft_perfetto_writer_new
                                                                  : weft_chrome_writer_new,
                               request->stream, snapshot, rows, &request->range);
}

/* --- the task --------------------------------------------------------------------------------- */

int
weft_cli_bus_export (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftBusSnapshot) snapshot = weft_bus_trace_ref_snapshot (WEFT_BUS_TRACE (trace));
  g_autoptr (WeftBusSummary) summary = NULL;
  g_autoptr (WeftBitset) rows = NULL;

  if (request->format == FORMAT_SUMMARY)
    summary = weft_cli_bus_summarize (trace, request, model, FALSE);
  if (request->format == FORMAT_SUMMARY ? summary == NULL
                                        : !weft_cli_bus_filter (request, snapshot, &rows))
    return WEFT_CLI_USAGE;
  if (summary != NULL)
    weft_cli_bus_write_summary (request->stream, summary, FALSE);
  else
    write_rows (request, snapshot, rows);
  return WEFT_CLI_SUCCESS;
}
