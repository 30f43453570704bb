/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-end.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define HATCH_PERIOD 6
#define INSET 6
#define TEXT_INTERVAL 700 /* it is said again, so that it is in sight wherever one looks */

char *
weft_live_describe_end (const WeftLiveLane *lane)
{
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *clock = NULL;

  if (lane->ended)
    return g_strdup (_ ("ended"));
  if (!lane->is_lost)
    return NULL;
  if (lane->has_lost_time)
    time = g_date_time_new_from_unix_local (lane->lost_time);
  if (time == NULL)
    return g_strdup (_ ("connection lost"));
  clock = g_date_time_format (time, "%T");
  /* TRANSLATORS: a time of day: 12:03:04 */
  return g_strdup_printf (_ ("connection lost since %s"), clock);
}

/* On a ground of its own, as nobody reads text on a hatch. */
static void
paint_text (const WeftTrackView *view, WeftPaintList *list, double left, const char *text)
{
  const WeftStyle *style = view->style;
  double size = weft_style_font_size (style, WEFT_FONT_UI);
  int interval = weft_style_text_px (style, TEXT_INTERVAL), inset = weft_style_px (style, INSET);
  int width = weft_glyph_atlas_measure (style->atlas, WEFT_FONT_UI, size, text, -1);
  int height = MIN ((int) (2 * size), view->height - 2);
  int y = view->y + (view->height - height) / 2;

  if (left < -interval)
    left += floor (-left / interval) * interval;
  for (; left < view->width; left += interval)
    {
      int x = weft_paint_coord (left) + inset;

      weft_paint_list_fill (list, x, y, width + 2 * inset, height,
                            weft_style_color (style, WEFT_COLOR_CANVAS));
      weft_paint_list_text (list, x + inset, y, width, height, WEFT_FONT_UI, size, WEFT_ALIGN_START,
                            WEFT_FIT_CLIP, weft_style_color (style, WEFT_COLOR_TEXT_MUTED), text,
                            -1);
    }
}

void
weft_live_paint_end (const WeftLiveLane *lane, const WeftTrackView *view, WeftPaintList *list)
{
  g_autofree char *text = weft_live_describe_end (lane);
  double left = -(double) view->x; /* a lane of which nothing ever came is hatched as a whole */
  int first;

  if (lane->start <= lane->end)
    left += floor (weft_axis_to_px (&view->axis, lane->end) + 0.5);
  first = MAX (weft_paint_coord (left), 0);
  if (text == NULL || first >= view->width)
    return;
  if (!lane->ended)
    weft_paint_list_hatch (list, first, view->y + 1, view->width - first, view->height - 2,
                           WEFT_HATCH_DOWN, HATCH_PERIOD,
                           weft_style_color (view->style, WEFT_COLOR_UNKNOWN_HATCH));
  if (!view->collapsed)
    paint_text (view, list, left, text);
}
