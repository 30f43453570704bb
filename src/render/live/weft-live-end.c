/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-end.h"

#include <glib/gi18n-lib.h>

#define HATCH_PERIOD 6
#define INSET 6
#define TEXT_WIDTH 600 /* more than any of the texts */

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

void
weft_live_paint_end (const WeftLiveLane *lane, const WeftTrackView *view, WeftPaintList *list)
{
  g_autofree char *text = weft_live_describe_end (lane);
  int x = weft_track_view_x (view, MAX (lane->start, lane->end)), first = MAX (x, 0);

  /* a lane of which nothing ever came is hatched as a whole */
  if (lane->start > lane->end)
    x = first = 0;
  if (text == NULL || first >= view->width)
    return;
  if (!lane->ended)
    weft_paint_list_hatch (list, first, view->y + 1, view->width - first, view->height - 2,
                           WEFT_HATCH_DOWN, HATCH_PERIOD,
                           weft_style_color (view->style, WEFT_COLOR_UNKNOWN_HATCH));
  if (!view->collapsed)
    weft_paint_list_text (list, x + weft_style_px (view->style, INSET), view->y,
                          weft_style_text_px (view->style, TEXT_WIDTH), view->height, WEFT_FONT_UI,
                          weft_style_font_size (view->style, WEFT_FONT_UI), WEFT_ALIGN_START,
                          WEFT_FIT_CLIP, weft_style_color (view->style, WEFT_COLOR_TEXT_MUTED),
                          text, -1);
}
