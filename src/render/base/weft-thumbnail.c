/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-thumbnail.h"

#include <glib/gi18n-lib.h>

#include "weft-number.h"

void
weft_thumbnail_paint_tracks (WeftTrackScene *scene, WeftTrackFigure *figure, WeftThumbnail *picture)
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

static const WeftThumbnailKind *
get_kind (WeftTrace *trace)
{
  for (guint i = 0; weft_thumbnail_kinds[i] != NULL; i++)
    if (g_type_is_a (G_OBJECT_TYPE (trace), weft_thumbnail_kinds[i]->get_trace_type ()))
      return weft_thumbnail_kinds[i];
  g_return_val_if_reached (weft_thumbnail_kinds[0]);
}

gboolean
weft_thumbnail_paint (WeftTrace *trace, WeftStyle *style, int width, int height,
                      GCancellable *cancellable, WeftPaintList *list, guint64 *n_shown)
{
  WeftThumbnail picture = { style, width, height, cancellable, list, 0 };
  gboolean painted;

  g_return_val_if_fail (WEFT_IS_TRACE (trace) && style != NULL && list != NULL, FALSE);

  painted = get_kind (trace)->paint (trace, &picture);
  *n_shown = picture.n_shown;
  return painted;
}

/* --- in words --------------------------------------------------------------------------------- */

static char *
format_number (const char *format, guint64 n)
{
  g_autofree char *number = weft_number_count (n);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (format, number);
#pragma GCC diagnostic pop
}

char *
weft_thumbnail_describe_rows (WeftTrace *trace, gboolean whole)
{
  const WeftThumbnailKind *kind = get_kind (trace);
  guint64 n = kind->count_rows (trace);

  return format_number (kind->get_rows_format (n, whole || kind->is_few), n);
}

char *
weft_thumbnail_describe_part (WeftTrace *trace, guint64 n_shown, gboolean whole)
{
  const WeftThumbnailKind *kind = get_kind (trace);

  if (whole && (kind->is_few || n_shown >= kind->count_rows (trace)))
    return g_strdup (_ ("All of it"));
  return format_number (kind->get_part_format (n_shown), n_shown);
}

const char *
weft_thumbnail_events_format (guint64 n, gboolean whole)
{
  return whole
           ? g_dngettext (GETTEXT_PACKAGE, "%s event", "%s events", (gulong) n)
           : g_dngettext (GETTEXT_PACKAGE, "more than %s event", "more than %s events", (gulong) n);
}

const char *
weft_thumbnail_events_part_format (guint64 n)
{
  return g_dngettext (GETTEXT_PACKAGE, "The first %s event", "The first %s events", (gulong) n);
}
