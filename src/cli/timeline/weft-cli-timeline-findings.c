/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-timeline.h"

#include "weft-cli-findings.h"
#include "weft-expression.h"
#include "weft-timeline-findings.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

static GArray *
make (gpointer stats, GCancellable *cancellable G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  return weft_timeline_findings_new (stats);
}

GArray *
weft_cli_timeline_find (const WeftTimelineStats *stats)
{
  return weft_timeline_findings_find (stats->snapshot, make, (gpointer) stats, NULL, NULL);
}

static GArray *
find (gconstpointer stats)
{
  return weft_cli_timeline_find (stats);
}

static void
write_range (WeftReport *report, gint64 from, gint64 to)
{
  weft_report_begin (report, "time");
  weft_report_signed (report, "first", from);
  weft_report_signed (report, "last", to);
  weft_report_end (report);
}

/* The filter for all slices of a name. */
static void
write_name (WeftReport *report, const WeftTimelineStats *stats, guint32 name)
{
  const char *text = weft_timeline_trace_get_name (stats->snapshot->trace, name);
  g_autofree char *quoted = text != NULL ? weft_expression_quote (text) : NULL;
  g_autofree char *filter = quoted != NULL ? g_strdup_printf ("name == %s", quoted) : NULL;

  if (filter != NULL)
    weft_report_text (report, "filter", filter);
}

/* A slice with its line and time, a time, or a filter. */
static void
write_target (WeftReport *report, const char *target, gconstpointer data)
{
  const WeftTimelineStats *stats = data;
  gint64 from, to;
  guint32 row, name;

  if (sscanf (target, "row:%" G_GUINT32_FORMAT, &row) == 1)
    {
      WeftTimelineEvent event;

      weft_timeline_snapshot_get_event (stats->snapshot, row, &event);
      weft_report_text (report, "slice",
                        weft_timeline_trace_get_name (stats->snapshot->trace, event.name));
      weft_report_signed (report, "line", event.line);
      write_range (report, event.start, event.end);
    }
  else if (sscanf (target, "time:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, &from, &to) == 2)
    write_range (report, from, to);
  else if (sscanf (target, "name:%" G_GUINT32_FORMAT, &name) == 1)
    write_name (report, stats, name);
  else if (g_str_has_prefix (target, "filter:"))
    weft_report_text (report, "filter", target + strlen ("filter:"));
}

void
weft_cli_timeline_report_findings (WeftReport *report, const WeftTimelineStats *stats,
                                   gboolean partial)
{
  if (partial)
    weft_report_line (report, _ ("So far"), "%s",
                      _ ("the findings below are of what could be read"));
  weft_cli_report_findings (report, find, write_target, stats);
}
