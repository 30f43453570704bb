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
  if (!weft_cli_parse_filter (request->filter, weft_bus_language (), &filter))
    return FALSE;
  if (filter != NULL)
    *rows = weft_bus_filter_run (filter, snapshot, g_cancellable_get_current (), NULL);
  return TRUE;
}

gboolean
weft_cli_bus_includes (const WeftBusRecord *record, guint32 row, const WeftBitset *rows,
                       const WeftCycleRange *range)
{
  WeftBusSpan span;

  if (!weft_bitset_includes (rows, row))
    return FALSE;
  weft_bus_access_get_span (record, &span);
  return weft_cycle_range_intersects (range, span.start, span.end);
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
    options.index = index = weft_bus_index_new (snapshot, NULL, g_cancellable_get_current (), NULL);
  return weft_bus_summary_new (snapshot, &options, g_cancellable_get_current (), NULL);
}

const WeftCliFamily weft_cli_bus = {
  .name = "bus",
  .get_type = weft_bus_trace_get_type,
  .words = { [WEFT_CLI_KEYS] = weft_cli_bus_keys, [WEFT_CLI_FORMATS] = weft_cli_bus_formats },
  .options = { [WEFT_CLI_STATS] = weft_cli_bus_stats_options,
               [WEFT_CLI_EXPORT] = weft_cli_bus_export_options },
  .run = { [WEFT_CLI_INFO] = weft_cli_bus_info,
           [WEFT_CLI_DUMP] = weft_cli_bus_dump,
           [WEFT_CLI_STATS] = weft_cli_bus_stats,
           [WEFT_CLI_EXPORT] = weft_cli_bus_export,
           [WEFT_CLI_COMPARE] = weft_cli_bus_compare },
};
