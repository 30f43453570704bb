/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-chrome-writer.h"
#include "weft-cli-records.h"
#include "weft-npu-facts.h"
#include "weft-perfetto-writer.h"

#include <stdio.h>

enum
{
  FORMAT_CHROME,
  FORMAT_CSV,
  FORMAT_PERFETTO,
  FORMAT_HTML,
};

const char *const weft_cli_npu_formats[] = { "chrome", "csv", "perfetto", "html", NULL };

/* FALSE after a complaint about the request. */
static gboolean
write_tracks (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (trace));
  g_autoptr (WeftBitset) rows = NULL;
  WeftClock clock;

  if (!weft_cli_npu_get_clock (&clock) || !weft_cli_npu_filter (request, snapshot, &rows))
    return FALSE;
  weft_cli_npu_write_tracks (request->format == FORMAT_PERFETTO ? weft_perfetto_writer_new
                                                                : weft_chrome_writer_new,
                             request->stream, snapshot, rows, &request->range, &clock);
  return TRUE;
}

/* All tables below one another, with an empty line between them. */
static gboolean
write_csv (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNpuStats) stats = weft_cli_npu_measure (trace, request);

  if (stats == NULL)
    return FALSE;
  for (guint table = 0; table < WEFT_NPU_N_TABLES; table++)
    {
      WeftFacts facts = weft_npu_facts_get (stats, table);

      if (table > 0)
        fputc ('\n', request->stream);
      weft_cli_records_write_csv (&facts, request->stream);
    }
  return TRUE;
}

static int
write_html (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNpuStats) stats = weft_cli_npu_measure (trace, request);
  WeftClock clock;

  if (stats == NULL || !weft_cli_npu_get_clock (&clock))
    return WEFT_CLI_USAGE;
  return weft_cli_npu_write_html (trace, request, stats, &clock) ? WEFT_CLI_SUCCESS
                                                                 : WEFT_CLI_UNUSABLE;
}

int
weft_cli_npu_export (WeftTrace *trace, const WeftCliRequest *request)
{
  gboolean understood;

  if (request->format == FORMAT_HTML)
    return write_html (trace, request);
  understood =
    request->format == FORMAT_CSV ? write_csv (trace, request) : write_tracks (trace, request);
  return understood ? WEFT_CLI_SUCCESS : WEFT_CLI_USAGE;
}
