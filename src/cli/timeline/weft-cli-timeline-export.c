/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-timeline.h"

#include "weft-chrome-writer.h"
#include "weft-cli-records.h"
#include "weft-perfetto-writer.h"
#include "weft-timeline-facts.h"

enum
{
  FORMAT_CHROME,
  FORMAT_CSV,
  FORMAT_PERFETTO,
  FORMAT_HTML,
};

const char *const weft_cli_timeline_formats[] = { "chrome", "csv", "perfetto", "html", NULL };

static int
write_tracks (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftTimelineSnapshot) snapshot =
    weft_timeline_trace_ref_snapshot (WEFT_TIMELINE_TRACE (trace));
  g_autoptr (WeftBitset) rows = NULL;

  if (!weft_cli_timeline_filter (request, snapshot, &rows))
    return WEFT_CLI_USAGE;
  weft_cli_timeline_write_tracks (request->format == FORMAT_PERFETTO ? weft_perfetto_writer_new
                                                                     : weft_chrome_writer_new,
                                  request->stream, snapshot, rows, &request->range);
  return WEFT_CLI_SUCCESS;
}

/* All tables below one another, with an empty line between them. */
static void
write_csv (const WeftTimelineStats *stats, FILE *stream)
{
  for (guint table = 0; table < WEFT_TIMELINE_N_TABLES; table++)
    {
      WeftFacts facts = weft_timeline_facts_get (stats, table);

      if (table > 0)
        fputc ('\n', stream);
      weft_cli_records_write_csv (&facts, stream);
    }
}

int
weft_cli_timeline_export (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftTimelineStats) stats = NULL;
  int status;

  if (request->format == FORMAT_CHROME || request->format == FORMAT_PERFETTO)
    return write_tracks (trace, request);
  stats = weft_cli_timeline_measure (trace, request, &status);
  if (stats == NULL)
    return status;
  if (request->format == FORMAT_HTML)
    return weft_cli_timeline_write_html (trace, request, stats) ? WEFT_CLI_SUCCESS
                                                                : WEFT_CLI_UNUSABLE;
  write_csv (stats, request->stream);
  return WEFT_CLI_SUCCESS;
}
