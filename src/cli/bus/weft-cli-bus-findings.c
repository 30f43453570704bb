/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-bus.h"

#include "weft-bus-findings.h"
#include "weft-bus-target.h"
#include "weft-cli-findings.h"

static GArray *
make (gpointer data, GCancellable *cancellable, GError **error)
{
  WeftBusSnapshot *snapshot = data;
  g_autoptr (WeftBusIndex) index = weft_bus_index_new (snapshot, NULL, cancellable, error);
  g_autoptr (WeftBusSummary) summary = NULL;

  if (index != NULL)
    summary = weft_bus_summary_new (
      snapshot, &(WeftBusSummaryOptions){ .model = TRUE, .index = index }, cancellable, error);
  return summary != NULL ? weft_bus_findings_new (summary, index) : NULL;
}

static GArray *
find (gconstpointer data)
{
  return weft_bus_findings_find (data, make, (gpointer) data, g_cancellable_get_current (), NULL);
}

/* The seq of an access, and cycles. */
static void
write_target (WeftReport *report, const char *text, gconstpointer data)
{
  const WeftBusSnapshot *snapshot = data;
  WeftBusTarget target;
  WeftBusRecord record;

  if (text == NULL || !weft_bus_target_parse (text, &target))
    return;
  if (target.row < snapshot->n_rows)
    {
      weft_bus_snapshot_get_record (snapshot, target.row, &record);
      weft_report_count (report, "seq", record.seq);
    }
  weft_report_begin (report, "cycles");
  weft_report_signed (report, "first", target.range.from);
  weft_report_signed (report, "last", MAX (target.range.to, G_MININT64 + 1) - 1);
  weft_report_end (report);
}

void
weft_cli_bus_report_findings (WeftReport *report, WeftBusSnapshot *snapshot)
{
  weft_cli_report_findings (report, find, write_target, snapshot);
}
