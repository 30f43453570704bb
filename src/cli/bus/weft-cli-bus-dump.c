/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-bus.h"

#include "weft-bus-fields.h"
#include "weft-cli-records.h"

#include <stdio.h>

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
      if (weft_cli_bus_includes (&record, row, rows, &request->range))
        weft_cli_records_write_row (&weft_bus_access_schema, &source, row, writer);
    }
  return WEFT_CLI_SUCCESS;
}
