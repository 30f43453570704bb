/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-thumbnail.h"

#include <glib/gi18n-lib.h>

#include "weft-npu-scene.h"
#include "weft-npu-trace.h"

static gboolean
paint (WeftTrace *any, WeftThumbnail *picture)
{
  WeftNpuTrace *trace = WEFT_NPU_TRACE (any);
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (trace);
  g_autoptr (WeftNpuBandwidth) bandwidth = weft_npu_bandwidth_new (snapshot);
  const WeftNpuSceneOptions options = { .snapshot = snapshot,
                                        .shown = snapshot->index,
                                        .bandwidth = bandwidth,
                                        .with = WEFT_NPU_WITH_LANES | WEFT_NPU_WITH_BANDWIDTH };
  WeftTrackFigure figure = { .time_unit = _ ("cycles") };
  g_autoptr (WeftTrackScene) scene = NULL;

  if (snapshot->n_events == 0)
    return FALSE;
  scene = weft_npu_scene_new (&options);
  weft_npu_scene_get_extent (snapshot, &figure.first, &figure.last);
  picture->n_shown = snapshot->n_events;
  weft_thumbnail_paint_tracks (scene, &figure, picture);
  return TRUE;
}

static guint64
count_rows (WeftTrace *trace)
{
  g_autoptr (WeftNpuSnapshot) events = weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (trace));

  return events->n_events;
}

const WeftThumbnailKind weft_npu_thumbnail = {
  .get_trace_type = weft_npu_trace_get_type,
  .paint = paint,
  .count_rows = count_rows,
  .get_rows_format = weft_thumbnail_events_format,
  .get_part_format = weft_thumbnail_events_part_format,
};
