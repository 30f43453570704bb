/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-instants.h"

/* Of a mark, its size; of its name, the most room and the least; logical pixels. */
#define SIZE 9
#define TEXT 260
#define CUT 24
#define GAP 3

/* Marks closer than this, device pixels, can't be told apart: the first of them stands for all. */
#define APART 2

const guint32 *
weft_timeline_list_instants (const WeftTimelineScene *scene, guint track, guint32 *n)
{
  const WeftTimelineIndex *index = scene->options.shown;

  if (track == WEFT_TIMELINE_NO_TRACK)
    {
      *n = index->n_instants;
      return index->instants;
    }
  *n = index->tracks[track].n_instants;
  return index->tracks[track].instants;
}

/* The first that is not before `time`. */
static guint32
find (const WeftTimelineScene *scene, const guint32 *rows, guint32 n, gint64 time)
{
  guint32 low = 0, high = n;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (weft_timeline_start (scene->options.snapshot->trace, rows[middle]) < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* At x, and its name as far as there is room until the next one. */
static void
paint_instant (const WeftTimelineScene *scene, guint32 row, int x, int next, int height,
               const WeftTrackView *view, WeftPaintList *list)
{
  WeftTimelineTrace *trace = scene->options.snapshot->trace;
  WeftColor color = weft_timeline_scene_get_color (scene, view->style, row);
  WeftColor text = weft_style_color (view->style, WEFT_COLOR_TEXT);
  double size = weft_style_px (view->style, SIZE), half = size / 2, y = view->y + height / 2.0;
  double centre = x + 0.5, rim = half + weft_style_px (view->style, 1);
  const WeftPoint edge[] = {
    { centre, y - rim }, { centre + rim, y }, { centre, y + rim }, { centre - rim, y }
  };
  const WeftPoint diamond[] = {
    { centre, y - half }, { centre + half, y }, { centre, y + half }, { centre - half, y }
  };
  int left = x + (int) rim + weft_style_px (view->style, GAP);
  int room = MIN (next - (int) rim - left, weft_style_text_px (view->style, TEXT));
  const char *name = weft_timeline_trace_get_name (trace, weft_timeline_name (trace, row));

  weft_paint_list_polygon (list, edge, G_N_ELEMENTS (edge), text);
  weft_paint_list_polygon (list, diamond, G_N_ELEMENTS (diamond), color);
  if (name != NULL && room >= weft_style_text_px (view->style, CUT))
    weft_paint_list_text (list, left, view->y, room, height, WEFT_FONT_UI_SMALL,
                          weft_style_font_size (view->style, WEFT_FONT_UI_SMALL), WEFT_ALIGN_START,
                          WEFT_FIT_END, text, name, -1);
}

void
weft_timeline_paint_instants (const WeftTimelineScene *scene, guint track, int height,
                              const WeftTrackView *view, WeftPaintList *list)
{
  const WeftTimelineTrace *trace = scene->options.snapshot->trace;
  int reach = weft_style_text_px (view->style, TEXT) + 2 * weft_style_px (view->style, SIZE);
  guint32 n, i;
  const guint32 *rows = weft_timeline_list_instants (scene, track, &n);

  for (i = find (scene, rows, n, weft_track_view_tick (view, -reach)); i < n;)
    {
      guint32 current = i;
      int x = weft_track_view_x (view, weft_timeline_start (trace, rows[i]));

      if (x - weft_style_px (view->style, SIZE) >= view->width)
        return;
      i = MAX (i + 1, find (scene, rows, n, weft_track_view_tick (view, (double) x + APART)));
      paint_instant (scene, rows[current], x,
                     i < n ? weft_track_view_x (view, weft_timeline_start (trace, rows[i]))
                           : WEFT_PAINT_FAR,
                     height, view, list);
    }
}

guint32
weft_timeline_hit_instant (const WeftTimelineScene *scene, guint track, const WeftTrackView *view,
                           double x)
{
  const WeftTimelineTrace *trace = scene->options.snapshot->trace;
  double reach = weft_style_px (view->style, SIZE) / 2.0 + 1, nearest = reach;
  guint32 n, found = WEFT_NO_ROW;
  const guint32 *rows = weft_timeline_list_instants (scene, track, &n);

  for (guint32 i = find (scene, rows, n, weft_track_view_tick (view, x - reach)), looked = 0;
       i < n && looked < 64; i++, looked++)
    {
      double away = weft_track_view_x (view, weft_timeline_start (trace, rows[i])) + 0.5 - x;

      if (away > reach)
        break;
      if (ABS (away) < nearest)
        {
          nearest = ABS (away);
          found = rows[i];
        }
    }
  return found;
}
