/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-findings.h"
#include "weft-cli-pipeline-stats.h"
#include "weft-pipeline-findings.h"

#include <stdio.h>
#include <string.h>

typedef struct
{
  WeftPipelineSnapshot *snapshot;
  const WeftPipelineStats *stats;
} Log;

static GArray *
find (gconstpointer data)
{
  const Log *log = data;

  return weft_pipeline_findings_new (log->snapshot, log->stats, g_cancellable_get_current (), NULL);
}

/* The id of an op, cycles, or a filter. */
static void
write_target (WeftReport *report, const char *target, gconstpointer data)
{
  const Log *log = data;
  gint64 first, last;
  guint32 index;
  WeftOp op;

  if (sscanf (target, "op:%" G_GUINT32_FORMAT, &index) == 1)
    {
      weft_pipeline_snapshot_get_op (log->snapshot, index, &op);
      weft_report_signed (report, "op", op.id);
    }
  else if (sscanf (target, "cycles:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, &first, &last) == 2)
    {
      weft_report_begin (report, "cycles");
      weft_report_signed (report, "first", first);
      weft_report_signed (report, "last", last);
      weft_report_end (report);
    }
  else if (g_str_has_prefix (target, "filter:"))
    weft_report_text (report, "filter", target + strlen ("filter:"));
}

void
weft_cli_pipeline_report_findings (WeftReport *report, WeftPipelineSnapshot *snapshot,
                                   const WeftPipelineStats *stats)
{
  weft_cli_report_findings (report, find, write_target, &(Log){ snapshot, stats });
}
