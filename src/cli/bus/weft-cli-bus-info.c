/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-words.h"
#include "weft-cli-bus.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>

static void
write_counts (WeftReport *report, const WeftBusSummary *summary)
{
  const WeftBusSnapshot *snapshot = summary->snapshot;

  weft_report_count (report, "records", snapshot->n_rows);
  weft_report_count (report, "events", snapshot->counts.n_events);
  weft_report_count (report, "malformed", snapshot->counts.n_malformed);
  weft_report_count (report, "invalid_master", snapshot->counts.n_invalid_master);
  weft_report_count (report, "duplicate_seq", snapshot->counts.n_duplicate);
  weft_report_count (report, "non_monotonic_seq", snapshot->counts.n_non_monotonic);
  weft_report_count (report, "exact", summary->n_exact);
  weft_report_count (report, "waited", summary->totals.n_waited);
  weft_report_count (report, "retried", summary->n_retried);
  weft_report_count (report, "known_gap_candidates", summary->sizes[1]);
}

static void
write_time_and_names (WeftReport *report, const WeftBusSummary *summary)
{
  weft_report_text (report, "time_unit", "cycles");
  weft_report_begin (report, "cycles");
  weft_report_count (report, "first", summary->snapshot->first_tick);
  weft_report_count (report, "last", summary->snapshot->last_tick);
  weft_report_end (report);
  weft_report_begin_list (report, "masters");
  for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
    if (summary->masters[i].n_accesses > 0)
      weft_report_text (report, NULL, weft_bus_master_to_string (i));
  weft_report_end (report);
  weft_report_begin_list (report, "regions");
  for (guint i = 0; i < WEFT_BUS_N_REGIONS; i++)
    if (summary->regions[i].n_accesses > 0)
      weft_report_text (report, NULL, weft_bus_region_get (i)->name);
  weft_report_end (report);
}

static void
say_file_counts (WeftReport *report, const WeftBusSnapshot *snapshot)
{
  const WeftBusCounts *counts = &snapshot->counts;

  weft_report_line (report, _ ("Records"), _ ("%s of %s; malformed %s, unknown master %s"),
                    weft_report_say_count (report, snapshot->n_rows),
                    weft_report_say_count (report, counts->n_events),
                    weft_report_say_count (report, counts->n_malformed),
                    weft_report_say_count (report, counts->n_invalid_master));
  weft_report_line (report, _ ("Seq"), _ ("seen before %s, not rising %s"),
                    weft_report_say_count (report, counts->n_duplicate),
                    weft_report_say_count (report, counts->n_non_monotonic));
  weft_report_line (report, _ ("Cycles"), _ ("%s, from %s to %s"),
                    weft_report_say_count (report, snapshot->last_tick - snapshot->first_tick),
                    weft_report_say_count (report, snapshot->first_tick),
                    weft_report_say_count (report, snapshot->last_tick));
}

void
weft_cli_bus_say_counts (WeftReport *report, const WeftBusSummary *summary)
{
  const WeftBusTotals *totals = &summary->totals;
  guint64 n = totals->n_accesses;

  say_file_counts (report, summary->snapshot);
  weft_report_line (report, _ ("Accesses"), _ ("%s; length from ticks %s, others ≈ from retries"),
                    weft_report_say_count (report, n),
                    weft_report_say_share (report, summary->n_exact, n));
  weft_report_line (report, _ ("Waited"), "%s, %s",
                    weft_report_say_share (report, totals->n_waited, n),
                    weft_report_say (report, weft_number_cycles (totals->wait)));
  weft_report_line (report, _ ("Retried"), "%s, %s",
                    weft_report_say_share (report, summary->n_retried, n),
                    weft_report_say (report, weft_bus_format_retries (totals->retries)));
  weft_report_line (report, _ ("Byte accesses"), _ ("%s, candidates of the known gap in waits"),
                    weft_report_say_share (report, summary->sizes[1], n));
}

int
weft_cli_bus_info (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftBusSummary) summary = weft_cli_bus_summarize (trace, request, FALSE, FALSE);

  if (summary == NULL)
    return WEFT_CLI_UNUSABLE;
  write_counts (request->report, summary);
  write_time_and_names (request->report, summary);
  weft_cli_bus_say_counts (request->report, summary);
  weft_cli_bus_report_findings (request->report, summary->snapshot);
  return WEFT_CLI_SUCCESS;
}
