/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tracks-print.h"

#include <math.h>

#include "weft-track-figure.h"

typedef struct
{
  WeftTrace *trace;
  WeftTrackScene *scene; /* (nullable): nothing is shown yet */
  char *order;
  gint64 first; /* ticks that are drawn, first < last, */
  gint64 last;
  gint64 trace_first; /* and those of the minimap */
  gint64 trace_last;
  gint64 zero;
  gboolean in_nanoseconds;
} Print;

static void
paint (gpointer data, WeftStyle *style, int width, int height, const WeftPrintLane *lane,
       WeftPaintList *list)
{
  const Print *print = data;
  g_autoptr (WeftTrackOrder) order = weft_track_order_new ();
  g_autoptr (WeftTrackLayout) layout = NULL;
  WeftTrackFigure figure = { .style = style,
                             .title = weft_trace_get_title (print->trace),
                             .time_unit = print->in_nanoseconds
                                            ? NULL
                                            : weft_trace_get_time_unit (print->trace),
                             .zero = print->zero,
                             .width = width,
                             .height = height,
                             .first = print->first,
                             .last = print->last,
                             .trace_first = print->trace_first,
                             .trace_last = print->trace_last };

  if (print->scene == NULL)
    {
      weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
      return;
    }
  if (lane != NULL)
    {
      figure.bare = TRUE;
      figure.label_width = lane->label_width;
      figure.first = lane->span.start;
      figure.fraction = lane->span.fraction;
      figure.length = lane->span.length;
      figure.fills = TRUE;
    }
  weft_track_order_restore (order, print->order);
  figure.layout = layout = weft_track_layout_new (print->scene, order, style);
  weft_track_figure_paint (&figure, list);
}

static void
print_free (gpointer data)
{
  Print *print = data;

  g_clear_pointer (&print->scene, weft_track_scene_unref);
  g_object_unref (print->trace);
  g_free (print->order);
  g_free (print);
}

static void
set_range (Print *print, WeftTimeAxis *axis, gboolean whole)
{
  const WeftTimeSpan *span = weft_time_axis_get_visible (axis);
  const WeftTimeUnit *unit = weft_time_axis_get_unit (axis);

  print->zero = unit->zero;
  print->in_nanoseconds = unit->unit == WEFT_AXIS_NANOSECONDS;
  if (!weft_time_axis_get_range (axis, &print->trace_first, &print->trace_last)
      || print->trace_first >= print->trace_last)
    print->trace_last = print->trace_first + 1;
  print->first = print->trace_first;
  print->last = print->trace_last;
  if (whole || span->length <= 0)
    return;
  weft_time_axis_get_seen (axis, &print->first, &print->last);
  print->last = MAX (print->last, print->first + 1);
}

static WeftPrint
copy (WeftPrintable *printable, gboolean whole)
{
  WeftViewState *state = WEFT_VIEW_STATE (printable);
  WeftTracks *tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (state));
  WeftTrackLayout *layout = weft_tracks_get_layout (tracks);
  Print *print = g_new0 (Print, 1);

  print->trace = g_object_ref (weft_view_state_get_trace (state));
  if (layout != NULL)
    print->scene = weft_track_scene_ref (layout->scene);
  print->order = weft_tracks_save_order (tracks);
  set_range (print, weft_view_state_get_axis (state), whole);
  return (WeftPrint){ paint, NULL, print, print_free };
}

void
weft_tracks_printable_init (WeftPrintableInterface *iface)
{
  iface->copy = copy;
}
