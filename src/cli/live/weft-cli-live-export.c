/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-live.h"

#include "weft-chrome-writer.h"
#include "weft-cli-records.h"
#include "weft-live-record-fields.h"
#include "weft-perfetto-writer.h"

enum
{
  FORMAT_CHROME,
  FORMAT_CSV,
  FORMAT_PERFETTO,
};

const char *const weft_cli_live_formats[] = { "chrome", "csv", "perfetto", NULL };

/* A line for each record that filter and range leave. */
static void
write_csv (const WeftCliRequest *request, const WeftLiveRecords *records, const WeftBitset *places)
{
  g_autofree guint32 *rows = g_new (guint32, MAX (records->n_rows, 1));
  guint n_rows = 0;
  WeftFacts facts;

  for (guint32 place = 0; place < records->n_rows; place++)
    if (weft_cli_live_is_wanted (request, records, places, place))
      rows[n_rows++] = place;
  facts = weft_live_records_get_facts (records, WEFT_FIELD_CSV, rows, n_rows);
  weft_cli_records_write_csv (&facts, request->stream);
}

int
weft_cli_live_export (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftLiveRecords) records = NULL;
  g_autoptr (WeftBitset) places = NULL;

  if (!weft_cli_live_filter (trace, request, &records, &places))
    return WEFT_CLI_USAGE;
  if (request->format == FORMAT_CSV)
    write_csv (request, records, places);
  else
    weft_cli_live_write_tracks (request->format == FORMAT_PERFETTO ? weft_perfetto_writer_new
                                                                   : weft_chrome_writer_new,
                                request, records, places);
  return WEFT_CLI_SUCCESS;
}
