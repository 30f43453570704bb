/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-thumbnail.h"

#include "weft-noc-map.h"
#include "weft-noc-trace.h"

static void
paint_map (const WeftNocStats *stats, WeftThumbnail *picture)
{
  const WeftNocMapOptions options = { .stats = stats,
                                      .style = picture->style,
                                      .figure = WEFT_NOC_BARRIER_BOUNDED,
                                      .peak = TRUE,
                                      .nocs = 3 };
  g_autoptr (WeftNocMap) map = weft_noc_map_new (&options);
  int width = picture->width, height = picture->height;
  WeftNocViewport viewport =
    weft_noc_layout_fit (weft_noc_map_get_layout (map), 0, 0, width, height);

  weft_paint_list_fill (picture->list, 0, 0, width, height,
                        weft_style_color (picture->style, WEFT_COLOR_CANVAS));
  weft_noc_map_paint (map, &viewport, 0, 0, 0, width, height, picture->list);
}

static gboolean
paint (WeftTrace *any, WeftThumbnail *picture)
{
  WeftNocTrace *trace = WEFT_NOC_TRACE (any);
  g_autoptr (WeftNocCapture) capture =
    weft_noc_capture_new (trace, NULL, picture->cancellable, NULL);
  WeftNocDemand **demands =
    capture != NULL ? weft_noc_demands_new (capture, NULL, picture->cancellable, NULL) : NULL;
  g_autoptr (WeftNocStats) stats =
    demands != NULL ? weft_noc_stats_new (demands, NULL, NULL, picture->cancellable, NULL) : NULL;

  picture->n_shown = weft_noc_trace_get_n_records (trace);
  if (stats != NULL)
    paint_map (stats, picture);
  if (demands != NULL)
    weft_noc_demands_free (demands);
  return stats != NULL && picture->n_shown > 0;
}

static guint64
count_rows (WeftTrace *trace)
{
  return weft_noc_trace_get_n_records (WEFT_NOC_TRACE (trace));
}

const WeftThumbnailKind weft_noc_thumbnail = {
  .get_trace_type = weft_noc_trace_get_type,
  .paint = paint,
  .count_rows = count_rows,
  .get_rows_format = weft_thumbnail_events_format,
  .get_part_format = weft_thumbnail_events_part_format,
};
