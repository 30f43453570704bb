/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-bus.h"

#include "weft-bus-findings.h"
#include "weft-bus-target.h"
#include "weft-cli-findings.h"

typedef struct
{
  WeftBusIndex *index;
  const WeftBusSummary *summary;
} Whole;

static GArray *
find (gconstpointer data)
{
  const Whole *whole = data;

  return whole->index != NULL && whole->summary != NULL
           ? weft_bus_findings_new (whole->summary, whole->index)
           : NULL;
}

/* The seq of an access, and cycles. */
static void
write_target (WeftReport *report, const char *text, gconstpointer data)
{
  WeftBusSnapshot *snapshot = weft_bus_index_get_snapshot (((const Whole *) data)->index);
  WeftBusTarget target;
  WeftBusRecord record;

  if (!weft_bus_target_parse (text, &target))
    return;
  if (target.row < snapshot->n_rows)
    {
      weft_bus_snapshot_get_record (snapshot, target.row, &record);
      weft_report_count (report, "seq", record.seq);
    }
  weft_report_begin (report, "cycles");
  weft_report_signed (report, "first", target.range.from);
  weft_report_signed (report, "last", target.range.to - 1);
  weft_report_end (report);
}

void
weft_cli_bus_report_findings (WeftReport *report, WeftBusSnapshot *snapshot)
{
  g_autoptr (WeftBusIndex) index =
    weft_bus_index_new (snapshot, NULL, g_cancellable_get_current (), NULL);
  g_autoptr (WeftBusSummary) summary =
    weft_bus_summary_new (snapshot, &(WeftBusSummaryOptions){ .model = TRUE, .index = index },
                          g_cancellable_get_current (), NULL);

  weft_cli_report_findings (report, find, write_target, &(Whole){ index, summary });
}
