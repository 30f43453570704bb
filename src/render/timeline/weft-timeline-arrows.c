/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-arrows.h"

#include "weft-timeline-ties.h"

#include <math.h>

/* Of slices that are narrower flows are not drawn unasked: where they begin could not be seen. */
#define MIN_WIDTH 4

/* Longer arrows are left out unless they are of what is selected: one of their ends is out of sight. */
#define FURTHEST 1536

#define HEAD 7

/* So many arrows tell of a selected slice. */
#define MAX_TIES 200
#define FEW_TIES 24

/* One end of an arrow, in pixels of the list. */
typedef struct
{
  double x;
  double y;
  gboolean pinned; /* it does not scroll with the others */
} End;

/* Where a slice stands: its start, or where an arrow leaves it. FALSE where no track shows it. */
static gboolean
get_end (const WeftTimelineScene *scene, WeftTrackLayout *layout, const WeftTrackView *view,
         guint32 row, gboolean leaves, End *end)
{
  const WeftTimelineTrace *trace = scene->options.snapshot->trace;
  guint track = weft_timeline_track (trace, row);
  guint depth = weft_timeline_scene_find_depth (scene, row);
  const WeftTrackRow *shown;
  int x0, x1, y = 0, height;

  shown = track != WEFT_TIMELINE_NO_TRACK
            ? weft_track_layout_find_track (layout, WEFT_TIMELINE_TRACK_THREAD + track)
            : NULL;
  if (shown == NULL || depth == G_MAXUINT)
    return FALSE;
  height = shown->height;
  if (!weft_timeline_scene_get_depth (scene, track, depth, shown->height, shown->collapsed, &y,
                                      &height))
    return FALSE;
  x0 = weft_track_view_x (view, weft_timeline_start (trace, row));
  x1 = weft_track_view_x (view, weft_timeline_end (trace, row));
  *end = (End){ .x = leaves ? x0 + MAX ((x1 - x0) / 2, 1) : x0,
                .y = (shown->pinned ? 0 : (double) view->y) + shown->y + y + height / 2.0,
                .pinned = shown->pinned };
  return TRUE;
}

static void
draw (const End *from, const End *to, WeftColor color, int width, const WeftTrackView *view,
      WeftPaintList *list)
{
  double bow = CLAMP (fabs (to->x - from->x) / 2, weft_style_px (view->style, 12),
                      weft_style_px (view->style, 160));
  const WeftStroke stroke = { .color = color,
                              .width = (float) weft_style_px (view->style, width),
                              .head = (float) weft_style_px (view->style, HEAD) };
  const WeftPoint points[] = {
    { from->x, from->y }, { from->x + bow, from->y }, { to->x - bow, to->y }, { to->x, to->y }
  };

  if (MAX (from->x, to->x) + bow >= 0 && MIN (from->x, to->x) - bow < view->width)
    weft_paint_list_curve (list, points, &stroke);
}

/* --- all flows ------------------------------------------------------------------------------------ */

static void
draw_flow (const WeftTimelineScene *scene, WeftTrackLayout *layout, const WeftTrackView *view,
           guint32 flow, WeftPaintList *list)
{
  const WeftTimelineFlows *flows = scene->options.snapshot->flows;
  End from, to;

  if (get_end (scene, layout, view, flows->from[flow], TRUE, &from)
      && get_end (scene, layout, view, flows->to[flow], FALSE, &to) && from.pinned == to.pinned
      && fabs (from.x - to.x) <= FURTHEST)
    draw (&from, &to, weft_style_color (view->style, WEFT_COLOR_ARROW), 1, view, list);
}

/* Those that a slice begins, and those that end at it and begin at one which is too narrow. */
static void
draw_flows_of (const WeftTimelineScene *scene, WeftTrackLayout *layout, const WeftTrackView *view,
               guint32 row, WeftPaintList *list)
{
  const WeftTimelineTrace *trace = scene->options.snapshot->trace;
  const WeftTimelineFlows *flows = scene->options.snapshot->flows;
  guint32 first, last;

  weft_timeline_flows_find_from (flows, row, &first, &last);
  for (; first < last; first++)
    draw_flow (scene, layout, view, first, list);
  weft_timeline_flows_find_to (flows, row, &first, &last);
  for (; first < last; first++)
    {
      guint32 from = flows->from[flows->by_end[first]];

      if (weft_track_view_x (view, weft_timeline_end (trace, from))
            - weft_track_view_x (view, weft_timeline_start (trace, from))
          < MIN_WIDTH)
        draw_flow (scene, layout, view, flows->by_end[first], list);
    }
}

static void
draw_depth (const WeftTimelineScene *scene, WeftTrackLayout *layout, const WeftTrackView *view,
            const WeftTimelineTrackIndex *index, guint depth, WeftPaintList *list)
{
  gint64 last = weft_track_view_tick (view, view->width + FURTHEST);
  guint32 place = weft_timeline_track_find (index, depth, weft_track_view_tick (view, -FURTHEST));

  while (place < index->depths[depth + 1] && weft_timeline_track_start (index, depth, place) < last)
    {
      int x0 = weft_track_view_x (view, weft_timeline_track_start (index, depth, place));
      int x1 = weft_track_view_x (view, weft_timeline_track_end (index, depth, place));

      if (x1 - x0 >= MIN_WIDTH)
        {
          draw_flows_of (scene, layout, view, index->rows[place], list);
          place++;
        }
      else
        /* Of slices too narrow to tell apart, one in so many pixels is looked at. */
        place = MAX (place + 1, weft_timeline_track_find (
                                  index, depth, weft_track_view_tick (view, x0 + MIN_WIDTH - 1)));
    }
}

void
weft_timeline_paint_flows (gpointer data, WeftTrackLayout *layout, const WeftTrackView *view,
                           WeftPaintList *list)
{
  const WeftTimelineScene *scene = data;
  const WeftTimelineIndex *shown = scene->options.shown;

  if (!scene->options.flows || scene->options.snapshot->flows == NULL)
    return;
  for (guint track = 0; track < shown->n_tracks; track++)
    for (guint depth = 0; depth < shown->tracks[track].n_depths; depth++)
      draw_depth (scene, layout, view, &shown->tracks[track], depth, list);
}

/* --- those of what is selected -------------------------------------------------------------------- */

/* Whether it is the slice's own: what leads to it, and what it leads to itself. */
static gboolean
is_own (const GArray *ties, guint32 row, const WeftTimelineTie *tie)
{
  if (tie->from == row || tie->to == row)
    return TRUE;
  for (guint i = 0; i < ties->len; i++)
    {
      const WeftTimelineTie *other = &g_array_index (ties, WeftTimelineTie, i);

      if ((other->from == tie->to && other->to == row)
          || (other->from == row && other->to == tie->from))
        return TRUE;
    }
  return FALSE;
}

/* Of what is within it, the work that it launched. */
static gboolean
is_launch (const WeftTimelineScene *scene, const WeftTimelineTie *tie)
{
  const WeftTimelineRoles *roles = scene->options.roles;

  return roles != NULL && tie->to < roles->n_events
         && weft_timeline_role_is_work ((WeftTimelineRole) roles->roles[tie->to]);
}

static void
draw_ties (const WeftTimelineScene *scene, WeftTrackLayout *layout, const WeftTrackView *view,
           gboolean own, WeftColor color, int width, WeftPaintList *list)
{
  for (guint i = 0; i < scene->ties->len; i++)
    {
      const WeftTimelineTie *tie = &g_array_index (scene->ties, WeftTimelineTie, i);
      gboolean is_its = is_own (scene->ties, scene->tied, tie);
      End from, to;

      if (is_its == own && (own || is_launch (scene, tie))
          && get_end (scene, layout, view, tie->from, TRUE, &from)
          && get_end (scene, layout, view, tie->to, FALSE, &to))
        draw (&from, &to, color, width, view, list);
    }
}

/* Many arrows are thin, as what is below them is to be seen. */
void
weft_timeline_paint_ties (gpointer data, WeftTrackLayout *layout, const WeftTrackHit *selected,
                          const WeftTrackView *view, WeftPaintList *list)
{
  WeftTimelineScene *scene = data;
  WeftColor color = weft_style_color (view->style, WEFT_COLOR_TEXT);

  if (selected->thing >= scene->options.snapshot->n_events)
    return;
  if (scene->ties == NULL || scene->tied != selected->thing)
    {
      g_clear_pointer (&scene->ties, g_array_unref);
      scene->tied = (guint32) selected->thing;
      scene->ties = weft_timeline_find_ties (scene->options.snapshot, scene->options.roles,
                                             scene->tied, MAX_TIES);
    }
  draw_ties (scene, layout, view, FALSE,
             scene->ties->len > FEW_TIES ? weft_color_with_alpha (color, 0x38) : color, 1, list);
  draw_ties (scene, layout, view, TRUE, color, 2, list);
}
