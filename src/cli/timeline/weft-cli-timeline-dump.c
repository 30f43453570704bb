/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-timeline.h"

#include "weft-cli-records.h"
#include "weft-timeline-fields.h"

#include <stdio.h>

/* Whether any of the event lies in the range; an event without a time does where there is none. */
static gboolean
touches (const WeftCliRequest *request, const WeftTimelineSnapshot *snapshot, guint32 row)
{
  WeftTimelineEvent event;

  weft_timeline_snapshot_get_event (snapshot, row, &event);
  if ((event.flags & WEFT_TIMELINE_NO_TIME) != 0)
    return !request->has_range;
  return weft_cycle_range_intersects (&request->range, event.start, event.end);
}

static void
dump_points (const WeftCliRequest *request, WeftTimelineSnapshot *snapshot, WeftJsonWriter *writer)
{
  for (guint32 i = 0; i < snapshot->n_points && !ferror (stdout); i++)
    {
      WeftTimelinePoint point;

      weft_timeline_snapshot_get_point (snapshot, i, &point);
      if (weft_cycle_range_contains (&request->range, point.time))
        weft_cli_records_write_row (&weft_timeline_point_schema, snapshot, i, writer);
    }
}

/* Flows both of whose slices are written. */
static void
dump_flows (const WeftCliRequest *request, WeftTimelineSnapshot *snapshot, const WeftBitset *rows,
            WeftJsonWriter *writer)
{
  const WeftTimelineFlows *flows = snapshot->flows;

  for (guint32 i = 0; flows != NULL && i < flows->n && !ferror (stdout); i++)
    if (weft_bitset_includes (rows, flows->from[i]) && weft_bitset_includes (rows, flows->to[i])
        && touches (request, snapshot, flows->from[i]) && touches (request, snapshot, flows->to[i]))
      weft_cli_records_write_row (&weft_timeline_flow_schema, snapshot, i, writer);
}

int
weft_cli_timeline_dump (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftTimelineSnapshot) snapshot =
    weft_timeline_trace_ref_snapshot (WEFT_TIMELINE_TRACE (trace));
  g_autoptr (WeftJsonWriter) writer = weft_json_writer_new (stdout);
  g_autoptr (WeftBitset) rows = NULL;

  if (!weft_cli_timeline_filter (request, snapshot, &rows))
    return WEFT_CLI_USAGE;
  for (guint32 row = 0; row < snapshot->n_events && !ferror (stdout); row++)
    if (weft_bitset_includes (rows, row) && touches (request, snapshot, row))
      weft_cli_records_write_row (&weft_timeline_event_schema, snapshot, row, writer);
  /* A filter is about events. */
  if (rows == NULL)
    dump_points (request, snapshot, writer);
  dump_flows (request, snapshot, rows, writer);
  return WEFT_CLI_SUCCESS;
}
