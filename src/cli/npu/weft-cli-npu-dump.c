/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-cli-records.h"
#include "weft-npu-fields.h"

#include <stdio.h>

/* Whether any of the event lies in the range; an event without a time does where there is none. */
static gboolean
touches (const WeftCliRequest *request, const WeftNpuEvent *event)
{
  if ((event->flags & WEFT_NPU_NO_TIME) != 0)
    return !request->has_range;
  return weft_cycle_range_intersects (&request->range, event->start, event->end);
}

int
weft_cli_npu_dump (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (trace));
  g_autoptr (WeftJsonWriter) writer = weft_json_writer_new (stdout);
  g_autoptr (WeftBitset) rows = NULL;

  if (!weft_cli_npu_filter (request, snapshot, &rows))
    return WEFT_CLI_USAGE;
  for (guint32 row = 0; row < snapshot->n_events && !ferror (stdout); row++)
    {
      WeftNpuEvent event;

      weft_npu_snapshot_get_event (snapshot, row, &event);
      if (weft_bitset_includes (rows, row) && touches (request, &event))
        weft_cli_records_write_row (&weft_npu_event_schema, snapshot, row, writer);
    }
  /* A filter is about events. */
  for (guint32 i = 0; rows == NULL && i < snapshot->n_samples && !ferror (stdout); i++)
    {
      WeftNpuSample sample;

      weft_npu_snapshot_get_sample (snapshot, i, &sample);
      if (weft_cycle_range_intersects (&request->range, sample.start, sample.start + sample.length))
        weft_cli_records_write_row (&weft_npu_sample_schema, snapshot, i, writer);
    }
  return WEFT_CLI_SUCCESS;
}
