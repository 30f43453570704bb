/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-bus.h"

#include "weft-bus-fields.h"
#include "weft-cli-options.h"

#define DEFAULT_TOP 20 /* of the reference tool */

gboolean
weft_cli_bus_filter (const WeftCliRequest *request, WeftBusSnapshot *snapshot, WeftBitset **rows)
{
  g_autoptr (WeftExpression) filter = NULL;

  *rows = NULL;
  if (!weft_cli_parse_filter (request->filter, weft_bus_filter_parse, &filter))
    return FALSE;
  if (filter != NULL)
    *rows = weft_bus_filter_run (filter, snapshot, NULL, NULL);
  return TRUE;
}

WeftBusSummary *
weft_cli_bus_summarize (WeftTrace *trace, const WeftCliRequest *request, gboolean model,
                        gboolean overlaps)
{
  g_autoptr (WeftBusSnapshot) snapshot = weft_bus_trace_ref_snapshot (WEFT_BUS_TRACE (trace));
  g_autoptr (WeftBitset) rows = NULL;
  g_autoptr (WeftBusIndex) index = NULL;
  WeftBusSummaryOptions options = {
    .model = model,
    .n_top = request->top > 0 ? request->top : DEFAULT_TOP,
    .range = request->has_range ? &request->range : NULL,
  };

  if (!weft_cli_bus_filter (request, snapshot, &rows))
    return NULL;
  options.rows = rows;
  if (overlaps)
    options.index = index = weft_bus_index_new (snapshot, NULL, NULL, NULL);
  return weft_bus_summary_new (snapshot, &options, NULL, NULL);
}

void
weft_cli_bus_write_record (WeftJsonWriter *writer, WeftBusTrace *trace, const WeftBusRecord *record)
{
  char addr[16];

  g_snprintf (addr, sizeof addr, "0x%08X", record->addr);
  weft_json_writer_unsigned_member (writer, "seq", record->seq);
  weft_json_writer_string_member (writer, "master", weft_bus_master_to_string (record->master));
  weft_json_writer_unsigned_member (writer, "tick_first_attempt", record->first_attempt);
  weft_json_writer_unsigned_member (writer, "tick_complete", record->complete);
  weft_json_writer_string_member (writer, "addr", addr);
  weft_json_writer_unsigned_member (writer, "size", record->size);
  weft_json_writer_string_member (writer, "rw", weft_bus_trace_get_rw (trace, record->rw));
  weft_json_writer_string_member (writer, "kind", weft_bus_trace_get_kind (trace, record->kind));
  weft_json_writer_unsigned_member (writer, "service_cycles", record->service);
  weft_json_writer_unsigned_member (writer, "retries", record->retries);
}

const WeftCliFamily weft_cli_bus = {
  .name = "bus",
  .get_type = weft_bus_trace_get_type,
  .words = { [WEFT_CLI_VIEWS] = weft_cli_bus_views,
             [WEFT_CLI_KEYS] = weft_cli_bus_keys,
             [WEFT_CLI_FORMATS] = weft_cli_bus_formats },
  .options = { [WEFT_CLI_STATS] = weft_cli_bus_stats_options,
               [WEFT_CLI_RENDER] = weft_cli_bus_render_options,
               [WEFT_CLI_EXPORT] = weft_cli_bus_export_options },
  .run = { [WEFT_CLI_INFO] = weft_cli_bus_info,
           [WEFT_CLI_DUMP] = weft_cli_bus_dump,
           [WEFT_CLI_STATS] = weft_cli_bus_stats,
           [WEFT_CLI_RENDER] = weft_cli_bus_render,
           [WEFT_CLI_EXPORT] = weft_cli_bus_export,
           [WEFT_CLI_COMPARE] = weft_cli_bus_compare },
};
