/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-thumbnail.h"

#include "weft-timeline-scene.h"

static gboolean
paint (WeftTrace *any, WeftThumbnail *picture)
{
  WeftTimelineTrace *trace = WEFT_TIMELINE_TRACE (any);
  g_autoptr (WeftTimelineSnapshot) snapshot = weft_timeline_trace_ref_snapshot (trace);
  g_autoptr (WeftTimelineRoles) roles = NULL;
  g_autoptr (WeftTimelineColors) colors = NULL;
  g_autoptr (WeftTimelineSeriesSet) series = NULL;
  g_autoptr (WeftTrackScene) scene = NULL;
  WeftTimelineSceneOptions options = { .snapshot = snapshot,
                                       .shown = snapshot->index,
                                       .name = WEFT_NO_NAME };
  WeftTrackFigure figure = { .zero = snapshot->first_time };

  if (snapshot->n_events == 0 && snapshot->n_points == 0)
    return FALSE;
  roles = weft_timeline_roles_new (snapshot, picture->cancellable);
  if (roles == NULL)
    return FALSE;
  options.roles = roles;
  options.colors = colors = weft_timeline_colors_new (snapshot);
  options.series = series = weft_timeline_series_set_new (snapshot);
  scene = weft_timeline_scene_new (&options);
  weft_timeline_scene_get_extent (snapshot, &figure.first, &figure.last);
  picture->n_shown = snapshot->n_events;
  weft_thumbnail_paint_tracks (scene, &figure, picture);
  return TRUE;
}

static guint64
count_rows (WeftTrace *trace)
{
  g_autoptr (WeftTimelineSnapshot) events =
    weft_timeline_trace_ref_snapshot (WEFT_TIMELINE_TRACE (trace));

  return events->n_events;
}

const WeftThumbnailKind weft_timeline_thumbnail = {
  .get_trace_type = weft_timeline_trace_get_type,
  .paint = paint,
  .count_rows = count_rows,
  .get_rows_format = weft_thumbnail_events_format,
  .get_part_format = weft_thumbnail_events_part_format,
};
