/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-timeline.h"

#include "weft-timeline-words.h"

#include <glib/gi18n-lib.h>

/* Names that people get to see. */
#define MAX_NAMES 12

/* --- machines --------------------------------------------------------------------------------------- */

static void
write_number (WeftReport *report, const char *key, gint64 number)
{
  if (number != WEFT_TIMELINE_NONE)
    weft_report_signed (report, key, number);
  else
    weft_report_text (report, key, NULL);
}

static void
write_files (WeftReport *report, const WeftTimelineSnapshot *snapshot)
{
  weft_report_begin_list (report, "files");
  for (guint i = 0; i < snapshot->n_files; i++)
    {
      const WeftTimelineFile *file = weft_timeline_snapshot_get_file (snapshot, i);

      weft_report_begin (report, NULL);
      weft_report_text (report, "file", file->title);
      write_number (report, "base_time_ns", file->base);
      weft_report_signed (report, "shift_ns", file->shift);
      weft_report_end (report);
    }
  weft_report_end (report);
}

static void
write_processes (WeftReport *report, const WeftTimelineSnapshot *snapshot)
{
  weft_report_begin_list (report, "processes");
  for (guint i = 0; i < snapshot->n_processes; i++)
    {
      WeftTimelineProcess process;

      weft_timeline_snapshot_get_process (snapshot, i, &process);
      weft_report_begin (report, NULL);
      weft_report_text (report, "process", process.title);
      weft_report_text (report, "pid", process.pid);
      weft_report_text (report, "name", process.name);
      weft_report_text (report, "labels", process.labels);
      write_number (report, "rank", process.rank);
      weft_report_end (report);
    }
  weft_report_end (report);
}

static void
write_names (WeftReport *report, const WeftTimelineStats *stats)
{
  weft_report_begin_list (report, "devices");
  for (guint i = 0; i < stats->roles->n_devices; i++)
    weft_report_text (report, NULL, stats->roles->list[i].title);
  weft_report_end (report);
  weft_report_begin_list (report, "categories");
  for (guint i = 0; i < stats->n_categories; i++)
    weft_report_text (
      report, NULL,
      weft_timeline_trace_get_name (stats->snapshot->trace, stats->categories[i].name));
  weft_report_end (report);
}

static void
write_info (WeftReport *report, const WeftTimelineStats *stats)
{
  const WeftTimelineSnapshot *snapshot = stats->snapshot;

  weft_report_count (report, "events", snapshot->n_events);
  weft_report_count (report, "slices", stats->sum.count);
  weft_report_count (report, "instants", stats->n_instants);
  weft_report_count (report, "counter_values", snapshot->n_points);
  weft_report_count (report, "counters", snapshot->n_counters);
  weft_report_count (report, "flows", snapshot->flows != NULL ? snapshot->flows->n : 0);
  weft_report_count (report, "unbound_flow_ends",
                     snapshot->flows != NULL ? snapshot->flows->n_unbound : 0);
  weft_report_count (report, "metadata", snapshot->n_metadata);
  weft_report_count (report, "skipped", snapshot->n_skipped);
  weft_report_count (report, "tracks", snapshot->n_tracks);
  weft_report_text (report, "time_unit", "nanoseconds");
  weft_report_begin (report, "time");
  weft_report_signed (report, "first", snapshot->first_time);
  weft_report_signed (report, "last", snapshot->last_time);
  weft_report_signed (report, "total", stats->n_ns);
  weft_report_end (report);
  write_files (report, snapshot);
  write_processes (report, snapshot);
  write_names (report, stats);
}

/* --- people ----------------------------------------------------------------------------------------- */

/* Appends a name, or an ellipsis for the first of those that are too many. */
static void
append (GString *list, guint number, const char *name)
{
  if (number < MAX_NAMES)
    g_string_append_printf (list, "%s%s", number > 0 ? ", " : "", name);
  else if (number == MAX_NAMES)
    g_string_append (list, ", …");
}

static void
say_names (WeftReport *report, const WeftTimelineStats *stats)
{
  g_autoptr (GString) processes = g_string_new (NULL), devices = g_string_new (NULL),
                      files = g_string_new (NULL);

  for (guint i = 0; i < stats->n_processes; i++)
    {
      WeftTimelineProcess process;

      weft_timeline_snapshot_get_process (stats->snapshot, stats->processes[i].process, &process);
      append (processes, i, process.title);
    }
  for (guint i = 0; i < stats->roles->n_devices; i++)
    append (devices, i, stats->roles->list[i].title);
  for (guint i = 0; i < stats->snapshot->n_files; i++)
    append (files, i, weft_timeline_snapshot_get_file (stats->snapshot, i)->title);
  weft_report_line (report, _ ("Processes"), "%s", weft_report_say_text (report, processes->str));
  weft_report_line (report, _ ("Devices"), "%s",
                    devices->len > 0 ? weft_report_say_text (report, devices->str)
                                     : _ ("none is known"));
  if (stats->snapshot->n_files > 1)
    weft_report_line (report, _ ("Files"), "%s", weft_report_say_text (report, files->str));
}

static void
say_info (WeftReport *report, const WeftTimelineStats *stats)
{
  const WeftTimelineSnapshot *snapshot = stats->snapshot;
  const WeftTimelineFlows *flows = snapshot->flows;

  weft_report_line (report, _ ("Slices"), _ ("%s; instants %s, skipped %s"),
                    weft_report_say_count (report, stats->sum.count),
                    weft_report_say_count (report, stats->n_instants),
                    weft_report_say_count (report, snapshot->n_skipped));
  weft_report_line (report, _ ("Counters"), _ ("%s, with %s values"),
                    weft_report_say_count (report, snapshot->n_counters),
                    weft_report_say_count (report, snapshot->n_points));
  weft_report_line (report, _ ("Flows"), _ ("%s; ends that belong to no slice %s"),
                    weft_report_say_count (report, flows != NULL ? flows->n : 0),
                    weft_report_say_count (report, flows != NULL ? flows->n_unbound : 0));
  weft_report_line (report, _ ("Time"), _ ("%s, from %s to %s ns"),
                    weft_report_say (report, weft_timeline_format_time (stats->n_ns)),
                    weft_report_say_integer (report, snapshot->first_time),
                    weft_report_say_integer (report, snapshot->last_time));
  say_names (report, stats);
}

int
weft_cli_timeline_info (WeftTrace *trace, const WeftCliRequest *request)
{
  WeftCliRequest whole = *request;
  g_autoptr (WeftTimelineStats) stats = NULL;
  int status;

  whole.has_range = FALSE;
  stats = weft_cli_timeline_measure (trace, &whole, &status);
  if (stats == NULL)
    return status;
  write_info (request->report, stats);
  say_info (request->report, stats);
  weft_cli_timeline_report_findings (request->report, stats, request->partial);
  return WEFT_CLI_SUCCESS;
}
