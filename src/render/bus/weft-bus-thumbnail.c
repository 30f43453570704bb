/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-thumbnail.h"

#include <glib/gi18n-lib.h>

#include "weft-bus-scene.h"
#include "weft-bus-trace.h"

static gboolean
paint (WeftTrace *any, WeftThumbnail *picture)
{
  WeftBusTrace *trace = WEFT_BUS_TRACE (any);
  g_autoptr (WeftBusSnapshot) snapshot = weft_bus_trace_ref_snapshot (trace);
  g_autoptr (WeftBusIndex) index = weft_bus_index_new (snapshot, NULL, picture->cancellable, NULL);
  WeftTrackFigure figure = { .time_unit = _ ("cycles") };
  g_autoptr (WeftTrackScene) scene = NULL;

  if (index == NULL || !weft_bus_scene_get_extent (index, &figure.first, &figure.last))
    return FALSE;
  scene = weft_bus_scene_new (&(const WeftBusSceneOptions){
    .all = index, .shown = index, .with_lanes = TRUE, .with_regions = TRUE });
  picture->n_shown = snapshot->n_rows;
  weft_thumbnail_paint_tracks (scene, &figure, picture);
  return TRUE;
}

static guint64
count_rows (WeftTrace *trace)
{
  g_autoptr (WeftBusSnapshot) accesses = weft_bus_trace_ref_snapshot (WEFT_BUS_TRACE (trace));

  return accesses->n_rows;
}

static const char *
get_rows_format (guint64 n, gboolean whole)
{
  return whole ? g_dngettext (GETTEXT_PACKAGE, "%s access", "%s accesses", (gulong) n)
               : g_dngettext (GETTEXT_PACKAGE, "more than %s access", "more than %s accesses",
                              (gulong) n);
}

static const char *
get_part_format (guint64 n)
{
  return g_dngettext (GETTEXT_PACKAGE, "The first %s access", "The first %s accesses", (gulong) n);
}

const WeftThumbnailKind weft_bus_thumbnail = {
  .get_trace_type = weft_bus_trace_get_type,
  .paint = paint,
  .count_rows = count_rows,
  .get_rows_format = get_rows_format,
  .get_part_format = get_part_format,
};
