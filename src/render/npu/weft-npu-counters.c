/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-counters.h"

#include "weft-npu-words.h"
#include "weft-track-graph.h"

void
weft_npu_paint_series (const WeftNpuScene *scene, guint number, const WeftTrackView *view,
                       WeftPaintList *list)
{
  weft_track_graph_paint (&scene->options.series->series[number].values,
                          weft_style_category (view->style, number),
                          scene->options.snapshot->last_cycle, view, list);
}

char *
weft_npu_describe_series (const WeftNpuScene *scene, guint number, gint64 first, gint64 last)
{
  const WeftNpuSeries *series = &scene->options.series->series[number];
  g_autofree char *name = weft_npu_format_name (scene->options.snapshot, series->name);

  return weft_track_graph_describe (&series->values, name, first, last);
}
