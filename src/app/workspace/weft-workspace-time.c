/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-workspace-time.h"

#include <glib/gi18n-lib.h>

char *
weft_workspace_time_describe (WeftTimeAxis *shared)
{
  g_autofree char *time = NULL, *length = NULL;
  gint64 tick, first, last;

  if (weft_time_axis_get_cursor (shared, &tick))
    time = weft_time_axis_format_time (shared, tick);
  if (weft_time_axis_get_selection (shared, &first, &last))
    length = weft_time_axis_format_duration (shared, last - first);
  if (time != NULL && length != NULL)
    /* TRANSLATORS: a point in time, and the length of the brushed range */
    return g_strdup_printf (_ ("Shared time %s · Δ %s"), time, length);
  if (time != NULL)
    return g_strdup_printf (_ ("Shared time %s"), time);
  return length != NULL ? g_strdup_printf (_ ("Δ %s"), length) : g_strdup ("");
}

void
weft_workspace_time_paint (WeftTimeAxis *shared, const WeftStyle *style, int width, int height,
                           WeftPaintList *list)
{
  WeftAxisMark cursor = { .color = weft_style_color (style, WEFT_COLOR_CURSOR) };
  WeftAxisExtras extras = { .marks = &cursor };
  WeftAxis axis;

  extras.n_marks = weft_time_axis_get_cursor (shared, &cursor.tick);
  weft_time_axis_get_selection (shared, &extras.selection_start, &extras.selection_end);
  if (weft_time_axis_get_ruler (shared, width, &axis))
    weft_axis_paint_ruler (&axis, style, list, 0, 0, width, height, &extras);
}
