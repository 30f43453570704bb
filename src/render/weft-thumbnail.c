/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-thumbnail.h"

#include <glib/gi18n-lib.h>

#include "weft-bus-scene.h"
#include "weft-bus-trace.h"
#include "weft-live-scene.h"
#include "weft-noc-map.h"
#include "weft-npu-scene.h"
#include "weft-pipeline-figure.h"
#include "weft-track-figure.h"

/* Logical pixels of an op's row: enough for its stages to be told apart by their colours. */
#define ROW_HEIGHT 5

/* The box that a picture fills. */
typedef struct
{
  WeftStyle *style;
  int width;
  int height;
  GCancellable *cancellable;
  WeftPaintList *list;
  guint64 n_shown;
} Picture;

/* --- pipelines -------------------------------------------------------------------------------- */

/* The first ops that there is room for, and the cycles that they take. */
static void
show_first_ops (WeftPipelineRenderer *renderer, WeftPipelineFigure *figure, Picture *picture)
{
  cairo_rectangle_int_t canvas;
  WeftPipelineExtent extent;
  WeftBlockSummary sum;
  guint32 n;

  weft_pipeline_figure_set_start (renderer, figure);
  weft_pipeline_figure_get_canvas (renderer, figure, &canvas);
  weft_pipeline_extent_read (figure->rows, &extent);
  n = (guint32) MAX (canvas.height / weft_style_px (figure->style, ROW_HEIGHT), 1);
  n = MIN (n, extent.n_rows);
  weft_pipeline_rows_lock (figure->rows);
  weft_pipeline_rows_sum (figure->rows, 0, n, &sum);
  weft_pipeline_rows_unlock (figure->rows);
  figure->viewport = weft_pipeline_viewport_fit (figure->viewport, &extent, 0, n, sum.first_fetch,
                                                 MAX (sum.last_end, sum.first_fetch + 1));
  picture->n_shown = n;
}

static gboolean
paint_pipeline (WeftPipelineTrace *trace, Picture *picture)
{
  g_autoptr (WeftPipelineRows) rows = weft_pipeline_rows_new (trace, WEFT_ROWS_ALL);
  g_autoptr (WeftPipelineRenderer) renderer = weft_pipeline_renderer_new ();
  WeftPipelineFigure figure = {
    .rows = rows, .style = picture->style, .width = picture->width, .height = picture->height
  };

  weft_pipeline_rows_update (rows);
  show_first_ops (renderer, &figure, picture);
  if (picture->n_shown > 0)
    weft_pipeline_figure_paint (renderer, &figure, picture->list);
  return picture->n_shown > 0;
}

/* --- tracks ----------------------------------------------------------------------------------- */

/* All of the time that the figure knows of. */
static void
paint_tracks (WeftTrackScene *scene, WeftTrackFigure *figure, Picture *picture)
{
  WeftTrackOrder *order = weft_track_order_new ();
  g_autoptr (WeftTrackLayout) layout = weft_track_layout_new (scene, order, picture->style);

  figure->layout = layout;
  figure->style = picture->style;
  figure->width = picture->width;
  figure->height = picture->height;
  figure->trace_first = figure->first;
  figure->last = figure->trace_last = MAX (figure->last, figure->first + 1);
  weft_track_figure_paint (figure, picture->list);
  weft_track_order_free (order);
}

static gboolean
paint_bus (WeftBusTrace *trace, Picture *picture)
{
  g_autoptr (WeftBusSnapshot) snapshot = weft_bus_trace_ref_snapshot (trace);
  g_autoptr (WeftBusIndex) index = weft_bus_index_new (snapshot, NULL, picture->cancellable, NULL);
  WeftTrackFigure figure = { .time_unit = _ ("cycles") };
  g_autoptr (WeftTrackScene) scene = NULL;

  if (index == NULL || !weft_bus_scene_get_extent (index, &figure.first, &figure.last))
    return FALSE;
  scene = weft_bus_scene_new (&(const WeftBusSceneOptions){
    .all = index, .shown = index, .with_lanes = TRUE, .with_regions = TRUE });
  picture->n_shown = snapshot->n_rows;
  paint_tracks (scene, &figure, picture);
  return TRUE;
}

static gboolean
paint_npu (WeftNpuTrace *trace, Picture *picture)
{
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (trace);
  g_autoptr (WeftNpuBandwidth) bandwidth = weft_npu_bandwidth_new (snapshot);
  const WeftNpuSceneOptions options = { .snapshot = snapshot,
                                        .shown = snapshot->index,
                                        .bandwidth = bandwidth,
                                        .with = WEFT_NPU_WITH_LANES | WEFT_NPU_WITH_BANDWIDTH };
  WeftTrackFigure figure = { .time_unit = snapshot->is_chrome ? NULL : _ ("cycles"),
                             .zero = snapshot->is_chrome ? snapshot->first_cycle : 0 };
  g_autoptr (WeftTrackScene) scene = NULL;

  if (snapshot->n_events == 0)
    return FALSE;
  scene = weft_npu_scene_new (&options);
  weft_npu_scene_get_extent (snapshot, &figure.first, &figure.last);
  picture->n_shown = snapshot->n_events;
  paint_tracks (scene, &figure, picture);
  return TRUE;
}

static gboolean
paint_live (WeftLiveTrace *trace, Picture *picture)
{
  g_autoptr (WeftTrackScene) scene = weft_live_scene_new (trace);
  WeftTrackFigure figure = { .layout = NULL };

  if (!weft_live_trace_get_range (trace, &figure.first, &figure.last))
    return FALSE;
  figure.zero = figure.first;
  picture->n_shown = weft_live_trace_get_n_programs (trace);
  paint_tracks (scene, &figure, picture);
  return TRUE;
}

/* --- networks --------------------------------------------------------------------------------- */

static void
paint_map (const WeftNocStats *stats, Picture *picture)
{
  const WeftNocMapOptions options = { .stats = stats,
                                      .style = picture->style,
                                      .figure = WEFT_NOC_BARRIER_BOUNDED,
                                      .peak = TRUE,
                                      .nocs = 3 };
  g_autoptr (WeftNocMap) map = weft_noc_map_new (&options);
  int width = picture->width, height = picture->height;
  WeftNocViewport viewport = weft_noc_map_fit (map, 0, 0, width, height);

  weft_paint_list_fill (picture->list, 0, 0, width, height,
                        weft_style_color (picture->style, WEFT_COLOR_CANVAS));
  weft_noc_map_paint (map, &viewport, 0, 0, width, height, picture->list);
}

static gboolean
paint_noc (WeftNocTrace *trace, Picture *picture)
{
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

/* ---------------------------------------------------------------------------------------------- */

gboolean
weft_thumbnail_paint (WeftTrace *trace, WeftStyle *style, int width, int height,
                      GCancellable *cancellable, WeftPaintList *list, guint64 *n_shown)
{
  Picture picture = { style, width, height, cancellable, list, 0 };
  gboolean painted = FALSE;

  g_return_val_if_fail (WEFT_IS_TRACE (trace) && style != NULL && list != NULL, FALSE);

  if (WEFT_IS_PIPELINE_TRACE (trace))
    painted = paint_pipeline (WEFT_PIPELINE_TRACE (trace), &picture);
  else if (WEFT_IS_BUS_TRACE (trace))
    painted = paint_bus (WEFT_BUS_TRACE (trace), &picture);
  else if (WEFT_IS_NPU_TRACE (trace))
    painted = paint_npu (WEFT_NPU_TRACE (trace), &picture);
  else if (WEFT_IS_LIVE_TRACE (trace))
    painted = paint_live (WEFT_LIVE_TRACE (trace), &picture);
  else if (WEFT_IS_NOC_TRACE (trace))
    painted = paint_noc (WEFT_NOC_TRACE (trace), &picture);
  *n_shown = picture.n_shown;
  return painted;
}
