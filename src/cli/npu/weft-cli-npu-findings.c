/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-cli-findings.h"
#include "weft-npu-findings.h"

static GArray *
make (gpointer stats, GCancellable *cancellable G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  return weft_npu_findings_new (stats, FALSE);
}

GArray *
weft_cli_npu_find (const WeftNpuStats *stats)
{
  return weft_npu_findings_find (stats->snapshot, make, (gpointer) stats, NULL, NULL);
}

static GArray *
find (gconstpointer stats)
{
  return weft_cli_npu_find (stats);
}

/* The event's line, or the engine, and the cycles. */
static void
write_target (WeftReport *report, const char *text, gconstpointer data)
{
  const WeftNpuStats *stats = data;
  WeftNpuTarget target;

  if (!weft_npu_target_parse (text, &target))
    return;
  if (target.kind == WEFT_NPU_TARGET_IDLE)
    {
      WeftNpuLane lane;

      weft_npu_snapshot_get_lane (stats->snapshot, target.number, &lane);
      weft_report_text (report, "engine", lane.engine);
      weft_report_signed (report, "id", lane.id);
    }
  else if (target.kind != WEFT_NPU_TARGET_DRAM)
    {
      WeftNpuEvent event;

      weft_npu_snapshot_get_event (stats->snapshot, target.number, &event);
      weft_report_signed (report, "line", event.line);
    }
  weft_report_begin (report, "cycles");
  weft_report_signed (report, "first", target.from);
  weft_report_signed (report, "end", target.to);
  weft_report_end (report);
}

void
weft_cli_npu_report_findings (WeftReport *report, const WeftNpuStats *stats)
{
  weft_cli_report_findings (report, find, write_target, stats);
}
