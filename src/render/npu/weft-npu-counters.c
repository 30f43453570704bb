/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-counters.h"

#include "weft-npu-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Graphs of numbers over time: the value at the end of each column as an area, and above it, lighter, the
 * most that it was in the column. */

static int
get_height (const WeftNpuSeries *series, double value, int room)
{
  return (int) lrint (CLAMP ((value - series->bottom) / (series->top - series->bottom), 0, 1)
                      * room);
}

void
weft_npu_paint_series (const WeftNpuScene *scene, guint number, const WeftTrackView *view,
                       WeftPaintList *list)
{
  const WeftNpuSeries *series = &scene->options.series->series[number];
  WeftColor color = weft_style_category (view->style, number),
            light = weft_style_color (view->style, WEFT_COLOR_GRID);
  int room = view->height - 2, bottom = view->y + view->height - 1;
  int zero = get_height (series, 0, room);
  gint64 edge = weft_track_view_tick (view, 0);

  for (int x = 0; x < view->width; x++)
    {
      WeftNpuExtent extent;
      gint64 first, last;
      int value, most;

      weft_npu_next_column (view, x, &edge, &first, &last);
      if (first >= scene->options.snapshot->last_cycle
          || !weft_npu_series_measure (series, first, last, &extent))
        continue;
      value = get_height (series, extent.final, room);
      most = get_height (series, extent.most, room);
      weft_paint_list_fill (list, x, bottom - most, 1, most - MIN (value, most), light);
      weft_paint_list_fill (list, x, bottom - MAX (value, zero), 1, MAX (abs (value - zero), 1),
                            color);
    }
}

char *
weft_npu_describe_series (const WeftNpuScene *scene, guint number, gint64 first, gint64 last)
{
  const WeftNpuSeries *series = &scene->options.series->series[number];
  g_autofree char *name = weft_npu_format_name (scene->options.snapshot, series->name);
  WeftNpuExtent extent;

  if (!weft_npu_series_measure (series, first, last, &extent))
    return g_strdup_printf (_ ("%s: not known yet"), name);
  if (extent.least == extent.most)
    return g_strdup_printf (_ ("%s: %.6g"), name, extent.final);
  return g_strdup_printf (_ ("%s: %.6g, from %.6g to %.6g here"), name, extent.final, extent.least,
                          extent.most);
}
