/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-track-graph.h"

#include "weft-number.h"
#include "weft-stretch.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static int
get_height (const WeftSeries *series, double value, int room)
{
  return (int) lrint (CLAMP ((value - series->bottom) / (series->top - series->bottom), 0, 1)
                      * room);
}

void
weft_track_graph_paint (const WeftSeries *series, WeftColor color, gint64 end,
                        const WeftTrackView *view, WeftPaintList *list)
{
  WeftColor light = weft_style_color (view->style, WEFT_COLOR_GRID);
  int room = view->height - 2, bottom = view->y + view->height - 1;
  int zero = get_height (series, 0, room);
  gint64 edge = weft_track_view_tick (view, 0);

  for (int x = 0; x < view->width; x++)
    {
      WeftSeriesExtent extent;
      gint64 first, last;
      int value, most;

      weft_stretch_next_column (view, x, &edge, &first, &last);
      if (first >= end || !weft_series_measure (series, first, last, &extent))
        continue;
      value = get_height (series, extent.final, room);
      most = get_height (series, extent.most, room);
      weft_paint_list_fill (list, x, bottom - most, 1, most - MIN (value, most), light);
      weft_paint_list_fill (list, x, bottom - MAX (value, zero), 1, MAX (abs (value - zero), 1),
                            color);
    }
}

char *
weft_track_graph_format_range (const WeftSeries *series)
{
  g_autofree char *bottom = weft_number_scaled (series->bottom);
  g_autofree char *top = weft_number_scaled (series->top);

  return g_strdup_printf ("%s–%s", bottom, top);
}

char *
weft_track_graph_describe (const WeftSeries *series, const char *name, gint64 first, gint64 last)
{
  WeftSeriesExtent extent;

  g_autofree char *final = NULL, *least = NULL, *most = NULL;

  if (!weft_series_measure (series, first, last, &extent))
    return g_strdup_printf (_ ("%s: not known yet"), name);
  final = weft_number_value (extent.final);
  if (extent.least == extent.most)
    return g_strdup_printf (_ ("%s: %s"), name, final);
  least = weft_number_value (extent.least);
  most = weft_number_value (extent.most);
  return g_strdup_printf (_ ("%s: %s, from %s to %s here"), name, final, least, most);
}
