/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-bus.h"

#include "weft-bus-fields.h"
#include "weft-cli-records.h"

#include <stdio.h>

/* Whether any of the access lies in the range. */
static gboolean
touches (const WeftCycleRange *range, const WeftBusRecord *record)
{
  WeftBusSpan span;

  weft_bus_access_get_span (record, &span);
  return weft_cycle_range_intersects (range, span.start, span.end);
}

int
weft_cli_bus_dump (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftBusSnapshot) snapshot = weft_bus_trace_ref_snapshot (WEFT_BUS_TRACE (trace));
  const WeftBusRows source = { .snapshot = snapshot };
  g_autoptr (WeftJsonWriter) writer = weft_json_writer_new (stdout);
  g_autoptr (WeftBitset) rows = NULL;

  if (!weft_cli_bus_filter (request, snapshot, &rows))
    return WEFT_CLI_USAGE;
  for (guint32 row = 0; row < snapshot->n_rows && !ferror (stdout); row++)
    {
      WeftBusRecord record;

      weft_bus_snapshot_get_record (snapshot, row, &record);
      if (!weft_bitset_includes (rows, row) || !touches (&request->range, &record))
        continue;
      weft_cli_records_write_row (&weft_bus_access_schema, &source, row, writer);
    }
  return WEFT_CLI_SUCCESS;
}
