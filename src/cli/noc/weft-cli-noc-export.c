/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-noc.h"

#include "weft-chrome-writer.h"
#include "weft-cli-records.h"
#include "weft-noc-fields.h"
#include "weft-perfetto-writer.h"

enum
{
  FORMAT_CHROME,
  FORMAT_CSV,
  FORMAT_PERFETTO,
};

const char *const weft_cli_noc_formats[] = { "chrome", "csv", "perfetto", NULL };

/* The table of records as the window shows it: a line for each that the filter and the range leave. */
static void
write_csv (const WeftNocCapture *capture, const WeftBitset *records, const WeftCliRequest *request)
{
  guint32 n_records = weft_noc_capture_get_n_records (capture);
  g_autofree guint32 *rows = g_new (guint32, MAX (n_records, 1));
  WeftFacts facts = weft_facts_of (&weft_noc_event_schema, WEFT_FIELD_TABLE, (gpointer) capture, 0);

  for (guint32 i = 0; i < n_records; i++)
    if (weft_bitset_includes (records, i)
        && weft_cycle_range_contains (&request->range, weft_noc_capture_get_cycle (capture, i)))
      rows[facts.n_rows++] = i;
  facts.rows = rows;
  weft_cli_records_write_csv (&facts, request->stream);
}

int
weft_cli_noc_export (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNocCapture) capture = NULL;
  g_autoptr (WeftBitset) records = NULL;
  int status = weft_cli_noc_open (trace, request->filter, &capture, &records);

  if (status != WEFT_CLI_SUCCESS)
    return status;
  if (request->format == FORMAT_CSV)
    write_csv (capture, records, request);
  else
    weft_cli_noc_write_tracks (request->format == FORMAT_PERFETTO ? weft_perfetto_writer_new
                                                                  : weft_chrome_writer_new,
                               request->stream, capture, records, &request->range);
  return WEFT_CLI_SUCCESS;
}
