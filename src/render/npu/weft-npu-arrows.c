/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-arrows.h"

#include "weft-npu-lanes.h"
#include "weft-track-strip.h"

#include <math.h>

/* Between events that are narrower no arrow is drawn: neither where it goes could be seen. */
#define MIN_WIDTH 6

/* Longer arrows are left out: one of their ends is out of sight. */
#define FURTHEST 1536

#define HEAD 7

/* One end of an arrow, in pixels of the list. */
typedef struct
{
  double x;
  double y;
  gboolean pinned; /* it does not scroll with the others */
} End;

/* Where the event of the sub-lane stands; FALSE where it is too narrow, or nothing shows its lane. */
static gboolean
get_end (const WeftNpuScene *scene, WeftTrackLayout *layout, const WeftTrackView *view, guint lane,
         guint sub, guint32 row, gboolean is_producer, End *end)
{
  const WeftNpuTrace *trace = scene->options.snapshot->trace;
  const WeftTrackRow *track = weft_track_layout_find_track (layout, WEFT_NPU_TRACK_LANE + lane);
  int x0 = weft_track_view_x (view, weft_npu_start (trace, row));
  int x1 = weft_track_view_x (view, weft_npu_end (trace, row)), y, height;

  if (track == NULL || x1 - x0 < MIN_WIDTH)
    return FALSE;
  weft_track_strip_divide (track->height, scene->options.shown->lanes[lane].work.n_subs, sub, &y,
                           &height);
  *end = (End){ .x = is_producer ? x1 : x0,
                .y = (double) view->y + track->y + y + height / 2.0,
                .pinned = track->pinned };
  return TRUE;
}

static void
draw (const End *from, const End *to, const WeftTrackView *view, WeftPaintList *list)
{
  double bow = MAX (fabs (to->x - from->x) / 2, weft_style_px (view->style, 12));
  const WeftStroke stroke = { .color = weft_style_color (view->style, WEFT_COLOR_ARROW),
                              .width = (float) weft_style_px (view->style, 1),
                              .head = (float) weft_style_px (view->style, HEAD) };
  const WeftPoint points[] = {
    { from->x, from->y }, { from->x + bow, from->y }, { to->x - bow, to->y }, { to->x, to->y }
  };

  if (MAX (from->x, to->x) + bow >= 0 && MIN (from->x, to->x) - bow < view->width)
    weft_paint_list_curve (list, points, &stroke);
}

/* The arrows to one event. Those along its own sub-lane say nothing that its place does not. */
static void
draw_arrows_to (const WeftNpuScene *scene, WeftTrackLayout *layout, const WeftTrackView *view,
                guint lane, guint sub, guint32 row, WeftPaintList *list)
{
  const WeftNpuSnapshot *snapshot = scene->options.snapshot;
  const WeftNpuDependencies *dependencies = snapshot->dependencies;
  End from, to;

  if (row >= dependencies->n_events || dependencies->first[row] == dependencies->first[row + 1]
      || !get_end (scene, layout, view, lane, sub, row, FALSE, &to))
    return;
  for (guint32 i = dependencies->first[row]; i < dependencies->first[row + 1]; i++)
    {
      guint32 producer = dependencies->producers[i];
      guint other = weft_npu_lane (snapshot->trace, producer);
      guint other_sub =
        other < snapshot->n_lanes ? weft_npu_find_sub (scene, other, producer) : G_MAXUINT;

      if (other_sub != G_MAXUINT && (other != lane || other_sub != sub)
          && get_end (scene, layout, view, other, other_sub, producer, TRUE, &from)
          && from.pinned == to.pinned && fabs (from.x - to.x) <= FURTHEST)
        draw (&from, &to, view, list);
    }
}

static void
draw_sub (const WeftNpuScene *scene, WeftTrackLayout *layout, const WeftTrackView *view, guint lane,
          guint sub, WeftPaintList *list)
{
  const WeftNpuTrace *trace = scene->options.snapshot->trace;
  const WeftNpuTrack *work = &scene->options.shown->lanes[lane].work;
  gint64 last = weft_track_view_tick (view, view->width + FURTHEST);
  guint32 place = weft_npu_track_find (work, sub, weft_track_view_tick (view, -FURTHEST));

  while (place < work->subs[sub + 1]
         && weft_npu_start (trace, weft_npu_track_row (work, place)) < last)
    {
      guint32 row = weft_npu_track_row (work, place);
      int x = weft_track_view_x (view, weft_npu_start (trace, row));

      draw_arrows_to (scene, layout, view, lane, sub, row, list);
      /* Of events too narrow to tell apart, one in so many pixels is looked at. */
      place = MAX (place + 1,
                   weft_npu_track_find (work, sub, weft_track_view_tick (view, x + MIN_WIDTH - 1)));
    }
}

void
weft_npu_paint_arrows (gpointer data, WeftTrackLayout *layout, const WeftTrackView *view,
                       WeftPaintList *list)
{
  const WeftNpuScene *scene = data;
  const WeftNpuIndex *shown = scene->options.shown;

  if (!scene->options.arrows || scene->options.snapshot->dependencies == NULL)
    return;
  for (guint lane = 0; lane < shown->n_lanes; lane++)
    for (guint sub = 0; sub < shown->lanes[lane].work.n_subs; sub++)
      draw_sub (scene, layout, view, lane, sub, list);
}
