/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-thumbnail.h"

#include <glib/gi18n-lib.h>

#include "weft-live-scene.h"
#include "weft-live-trace.h"

static gboolean
paint (WeftTrace *any, WeftThumbnail *picture)
{
  WeftLiveTrace *trace = WEFT_LIVE_TRACE (any);
  g_autoptr (WeftTrackScene) scene = weft_live_scene_new (trace);
  WeftTrackFigure figure = { .layout = NULL };

  if (!weft_live_trace_get_range (trace, &figure.first, &figure.last))
    return FALSE;
  figure.zero = figure.first;
  picture->n_shown = weft_live_trace_get_n_programs (trace);
  weft_thumbnail_paint_tracks (scene, &figure, picture);
  return TRUE;
}

static guint64
count_rows (WeftTrace *trace)
{
  return weft_live_trace_get_n_programs (WEFT_LIVE_TRACE (trace));
}

static const char *
get_rows_format (guint64 n, gboolean whole)
{
  return g_dngettext (GETTEXT_PACKAGE, "%s program", "%s programs", (gulong) n);
}

static const char *
get_part_format (guint64 n)
{
  return g_dngettext (GETTEXT_PACKAGE, "The first %s program", "The first %s programs", (gulong) n);
}

const WeftThumbnailKind weft_live_thumbnail = {
  .get_trace_type = weft_live_trace_get_type,
  .paint = paint,
  .count_rows = count_rows,
  .is_few = TRUE,
  .get_rows_format = get_rows_format,
  .get_part_format = get_part_format,
};
