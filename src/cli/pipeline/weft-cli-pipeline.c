/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline.h"

#include "weft-pipeline-check.h"

WeftBitset *
weft_cli_run_filter (WeftExpression *filter, WeftPipelineSnapshot *snapshot)
{
  return filter != NULL
           ? weft_pipeline_op_filter_run (filter, snapshot, g_cancellable_get_current (), NULL)
           : NULL;
}

static void
check (WeftTrace *trace, WeftDiagnosticSink sink, gpointer data)
{
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));

  weft_pipeline_check (snapshot, sink, data);
}

const WeftCliFamily weft_cli_pipeline = {
  .name = "pipeline",
  .get_type = weft_pipeline_trace_get_type,
  .check = check,
  .words = { [WEFT_CLI_KEYS] = weft_cli_pipeline_keys,
             [WEFT_CLI_FORMATS] = weft_cli_pipeline_formats },
  .options = { [WEFT_CLI_STATS] = weft_cli_pipeline_stats_options,
               [WEFT_CLI_WHY] = weft_cli_pipeline_why_options,
               [WEFT_CLI_EXPORT] = weft_cli_pipeline_export_options,
               [WEFT_CLI_COMPARE] = weft_cli_pipeline_compare_options },
  .run = { [WEFT_CLI_INFO] = weft_cli_pipeline_info,
           [WEFT_CLI_DUMP] = weft_cli_pipeline_dump,
           [WEFT_CLI_STATS] = weft_cli_pipeline_stats,
           [WEFT_CLI_WHY] = weft_cli_pipeline_why,
           [WEFT_CLI_EXPORT] = weft_cli_pipeline_export,
           [WEFT_CLI_COMPARE] = weft_cli_pipeline_compare },
};
