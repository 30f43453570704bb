/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-end.h"

#include <math.h>

#define HATCH_PERIOD 6
#define INSET 6
#define TEXT_INTERVAL 700 /* it is said again, so that it is in sight wherever one looks */

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

static void
hatch (const WeftTrackView *view, WeftPaintList *list, int first, int last)
{
  if (first < last)
    weft_paint_list_hatch (list, first, view->y + 1, last - first, view->height - 2,
                           WEFT_HATCH_DOWN, HATCH_PERIOD,
                           weft_style_color (view->style, WEFT_COLOR_UNKNOWN_HATCH));
}

/* Where a time is in the list; a lane of which nothing ever came ends at its left edge. */
static double
find_x (const WeftTrackView *view, gint64 time)
{
  if (time == G_MININT64)
    return -(double) view->x;
  return floor (weft_axis_to_px (&view->axis, time) + 0.5) - (double) view->x;
}

void
weft_live_paint_end (const WeftLiveLane *lane, const WeftTrackView *view, WeftPaintList *list)
{
  const WeftLiveLife life = { .lane = *lane };
  WeftCycleRange before = weft_live_life_get_unknown_start (&life);
  g_autofree char *text = weft_live_describe_end (lane);
  double left = find_x (view, lane->start <= lane->end ? lane->end : G_MININT64);
  int first = MAX (weft_paint_coord (left), 0);

  if (before.to > before.from)
    hatch (view, list, 0, CLAMP (weft_paint_coord (find_x (view, before.to)), 0, view->width));
  if (text == NULL || first >= view->width)
    return;
  if (!lane->ended)
    hatch (view, list, first, view->width);
  if (!view->collapsed)
    paint_text (view, list, left, text);
}
