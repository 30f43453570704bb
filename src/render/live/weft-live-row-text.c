/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-row-text.h"

#include "weft-live-fields.h"

#include <glib/gi18n-lib.h>

/* The records under the pointer that a text tells of. */
#define MAX_ROWS 8192u

char *
weft_live_describe_row (WeftLiveTrace *trace, const WeftLiveRow *row)
{
  g_autofree char *length = weft_live_format_time (row->end - row->start);
  g_autofree char *count = g_strdup_printf ("%u", row->aux);

  switch (row->kind)
    {
    case WEFT_LIVE_KIND_STALL:
      return g_strdup_printf (_ ("Dispatch stall\n%s"), length);
    case WEFT_LIVE_KIND_LOSS:
      return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE,
                     "The device lost %s record here\n%s of which nothing is known",
                     "The device lost %s records here\n%s of which nothing is known", row->aux),
        count, length);
    case WEFT_LIVE_KIND_MISSING:
      return g_strdup_printf (
        g_dngettext (
          GETTEXT_PACKAGE, "%s record was lost on the way here\n%s of which nothing is known",
          "%s records were lost on the way here\n%s of which nothing is known", row->aux),
        count, length);
    default:
      return g_strdup_printf (
        row->flags & WEFT_LIVE_REVERSED
          ? _ ("%s\nends before it starts: its times make no sense, %s")
          : "%s\n%s",
        row->program == WEFT_NO_ROW ? "—" : weft_live_trace_get_program (trace, row->program),
        length);
    }
}

char *
weft_live_describe_stretch (WeftLiveTrace *trace, guint lane, gint64 first, gint64 last)
{
  guint32 begin = weft_live_trace_find_row (trace, lane, first), row, end;
  guint64 busy = 0;
  guint n_programs = 0, n_lost = 0;
  g_autofree char *length = weft_live_format_time (last - first);

  weft_live_trace_get_rows (trace, lane, &row, &end);
  for (row = begin; row < end && row - begin < MAX_ROWS; row++)
    {
      WeftLiveRow value;

      weft_live_trace_get_row (trace, lane, row, &value);
      if (value.start >= last)
        break;
      n_programs += value.kind == WEFT_LIVE_KIND_PROGRAM;
      n_lost += value.kind >= WEFT_LIVE_KIND_LOSS;
      if (value.kind == WEFT_LIVE_KIND_PROGRAM)
        busy += (guint64) MAX (MIN (value.end, last) - MAX (value.start, first), 0);
    }
  if (row - begin == MAX_ROWS)
    return g_strdup_printf (_ ("More than %u records within %s"), MAX_ROWS, length);
  return g_strdup_printf (
    g_dngettext (GETTEXT_PACKAGE, "%u program within %s, %.1f %% busy; losses: %u",
                 "%u programs within %s, %.1f %% busy; losses: %u", n_programs),
    n_programs, length, 100.0 * (double) busy / (double) MAX (last - first, 1), n_lost);
}
