/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-words.h"
#include "weft-cli-bus.h"
#include "weft-cli-report.h"
#include "weft-cli-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static void
write_counts (WeftJsonWriter *writer, const WeftBusSummary *summary)
{
  const WeftBusSnapshot *snapshot = summary->snapshot;

  weft_json_writer_unsigned_member (writer, "records", snapshot->n_rows);
  weft_json_writer_unsigned_member (writer, "events", snapshot->counts.n_events);
  weft_json_writer_unsigned_member (writer, "malformed", snapshot->counts.n_malformed);
  weft_json_writer_unsigned_member (writer, "invalid_master", snapshot->counts.n_invalid_master);
  weft_json_writer_unsigned_member (writer, "duplicate_seq", snapshot->counts.n_duplicate);
  weft_json_writer_unsigned_member (writer, "non_monotonic_seq", snapshot->counts.n_non_monotonic);
  weft_json_writer_unsigned_member (writer, "exact", summary->n_exact);
  weft_json_writer_unsigned_member (writer, "waited", summary->totals.n_waited);
  weft_json_writer_unsigned_member (writer, "retried", summary->n_retried);
  weft_json_writer_unsigned_member (writer, "known_gap_candidates", summary->sizes[1]);
}

static void
write_json (WeftJsonWriter *writer, const WeftBusSummary *summary)
{
  write_counts (writer, summary);
  weft_json_writer_string_member (writer, "time_unit", "cycles");
  weft_json_writer_key (writer, "cycles");
  weft_json_writer_begin_object (writer);
  weft_json_writer_unsigned_member (writer, "first", summary->snapshot->first_tick);
  weft_json_writer_unsigned_member (writer, "last", summary->snapshot->last_tick);
  weft_json_writer_end_object (writer);
  weft_json_writer_key (writer, "masters");
  weft_json_writer_begin_array (writer);
  for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
    if (summary->masters[i].n_accesses > 0)
      weft_json_writer_string (writer, weft_bus_master_to_string (i));
  weft_json_writer_end_array (writer);
  weft_json_writer_key (writer, "regions");
  weft_json_writer_begin_array (writer);
  for (guint i = 0; i < WEFT_BUS_N_REGIONS; i++)
    if (summary->regions[i].n_accesses > 0)
      weft_json_writer_string (writer, weft_bus_region_get (i)->name);
  weft_json_writer_end_array (writer);
}

/* "3 626 (89.7 %)" */
static char *
format_share (guint64 count, guint64 total)
{
  g_autofree char *number = weft_number_count (count);
  g_autofree char *percent =
    weft_cli_format_percent (total > 0 ? (double) count / (double) total : (double) NAN);

  return g_strdup_printf ("%s (%s)", number, percent);
}

static void
print_file_counts (const WeftBusSnapshot *snapshot)
{
  const WeftBusCounts *counts = &snapshot->counts;
  g_autofree char *rows = weft_number_count (snapshot->n_rows);
  g_autofree char *events = weft_number_count (counts->n_events);
  g_autofree char *malformed = weft_number_count (counts->n_malformed);
  g_autofree char *invalid = weft_number_count (counts->n_invalid_master);
  g_autofree char *duplicate = weft_number_count (counts->n_duplicate);
  g_autofree char *non_monotonic = weft_number_count (counts->n_non_monotonic);
  g_autofree char *first = weft_number_count (snapshot->first_tick);
  g_autofree char *last = weft_number_count (snapshot->last_tick);
  g_autofree char *cycles = weft_number_count (snapshot->last_tick - snapshot->first_tick);

  weft_cli_print_field (_ ("Records"), _ ("%s of %s; malformed %s, unknown master %s"), rows,
                        events, malformed, invalid);
  weft_cli_print_field (_ ("Seq"), _ ("seen before %s, not rising %s"), duplicate, non_monotonic);
  weft_cli_print_field (_ ("Cycles"), _ ("%s, from %s to %s"), cycles, first, last);
}

void
weft_cli_bus_print_counts (const WeftBusSummary *summary)
{
  guint64 n = summary->totals.n_accesses;
  g_autofree char *counted = weft_number_count (n);
  g_autofree char *exact = format_share (summary->n_exact, n);
  g_autofree char *waited = format_share (summary->totals.n_waited, n);
  g_autofree char *wait = weft_number_cycles (summary->totals.wait);
  g_autofree char *retried = format_share (summary->n_retried, n);
  g_autofree char *retries = weft_bus_format_retries (summary->totals.retries);
  g_autofree char *gaps = format_share (summary->sizes[1], n);

  print_file_counts (summary->snapshot);
  weft_cli_print_field (_ ("Accesses"), _ ("%s; length from ticks %s, others ≈ from retries"),
                        counted, exact);
  weft_cli_print_field (_ ("Waited"), "%s, %s", waited, wait);
  weft_cli_print_field (_ ("Retried"), "%s, %s", retried, retries);
  weft_cli_print_field (_ ("Byte accesses"), _ ("%s, candidates of the known gap in waits"), gaps);
}

int
weft_cli_bus_info (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftBusSummary) summary = weft_cli_bus_summarize (trace, request, FALSE, FALSE);

  if (request->json)
    write_json (request->writer, summary);
  else
    weft_cli_bus_print_counts (summary);
  return WEFT_CLI_SUCCESS;
}
