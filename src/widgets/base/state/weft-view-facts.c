/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-view-facts.h"

#include <glib/gi18n-lib.h>

#include "weft-words.h"

/* How long the trace is: a time to three places, as that of a session changes all the while, and
 * exactly on hover. */
static void
write_length (WeftFactSection *section, WeftTimeAxis *axis, gint64 ticks)
{
  const WeftTimeUnit *unit = weft_time_axis_get_unit (axis);
  g_autofree char *exact = weft_time_axis_format_duration (axis, ticks), *time = NULL;

  if (unit->unit == WEFT_AXIS_NANOSECONDS)
    time = weft_clock_format_seconds ((double) ticks / (double) unit->ticks_per_unit / 1e9);
  weft_fact_section_add (section, &(WeftFact){ .name = _ ("Length"),
                                               .value = time != NULL ? time : exact,
                                               .tooltip = time != NULL ? exact : NULL });
}

void
weft_view_facts_write (WeftFactSheet *sheet, WeftTrace *trace, WeftTimeAxis *axis)
{
  WeftFactSection *section = weft_fact_sheet_add (sheet, weft_trace_get_title (trace));
  gint64 first, last;

  weft_fact_section_take (section, _ ("Format"), g_strdup (weft_trace_get_format (trace)));
  weft_fact_section_take (section, _ ("Diagnostics"),
                          weft_words_all_diagnostics (weft_trace_get_diagnostics (trace)));
  if (axis != NULL && weft_time_axis_get_range (axis, &first, &last))
    write_length (section, axis, last - first);
}
