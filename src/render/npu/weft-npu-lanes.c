/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-lanes.h"

#include "weft-track-strip.h"

#include <math.h>

/* Failures narrower than this are lines. */
#define BOX_WIDTH 3

/* Stalls narrower than this have no hatch, as no stripe of it would fit. */
#define HATCH_WIDTH 4
#define HATCH_PERIOD 6

/* Height of the strips of stalls and of the critical path, logical pixels. */
#define STRIP 3

/* Events of the critical path that are wider have a frame. */
#define FRAME_WIDTH 12

/* Flags of markers, the most room that their names have, and the least for which they are written; logical
 * pixels. */
#define FLAG_SIZE 8
#define MARKER_TEXT 200
#define MARKER_CUT 24

/* Height of the marks of memory accesses and commands, logical pixels. */
#define POINT_HEIGHT 4

guint
weft_npu_find_sub (const WeftNpuScene *scene, guint lane, guint32 row)
{
  const WeftNpuTrace *trace = scene->options.snapshot->trace;
  const WeftNpuTrack *work = &scene->options.shown->lanes[lane].work;
  gint64 start = weft_npu_start (trace, row);

  for (guint sub = 0; sub < work->n_subs; sub++)
    for (guint32 place = weft_npu_track_find (work, sub, start);
         place < work->subs[sub + 1]
         && weft_npu_start (trace, weft_npu_track_row (work, place)) == start;
         place++)
      if (weft_npu_track_row (work, place) == row)
        return sub;
  return G_MAXUINT;
}

WeftColor
weft_npu_kind_color (const WeftStyle *style, WeftNpuLaneKind kind)
{
  switch (kind)
    {
    case WEFT_NPU_DMA:
      return weft_style_color (style, WEFT_COLOR_DMA);
    case WEFT_NPU_TE:
      return weft_style_color (style, WEFT_COLOR_TE);
    case WEFT_NPU_VE:
      return weft_style_color (style, WEFT_COLOR_VE);
    case WEFT_NPU_HOST:
    case WEFT_NPU_OTHER_ENGINE:
    case WEFT_NPU_GENERIC:
    default:
      return weft_style_color (style, WEFT_COLOR_HOST);
    }
}

/* The bits that an event is coloured by; 0 where it says none. */
static guint
get_bits (const WeftNpuTrace *trace, guint32 row)
{
  for (guint column = NPU_QBITS; column <= NPU_ACTIVATION_BITS; column++)
    {
      guint8 bits = weft_table_get_u8 (&trace->events, column, row);

      if (bits != WEFT_NPU_NO_BITS)
        return bits;
    }
  return 0;
}

WeftColor
weft_npu_lane_color (const WeftStyle *style, const WeftNpuLane *lane)
{
  if (weft_npu_lane_direction (lane) == 0)
    return weft_npu_kind_color (style, lane->kind);
  return weft_style_color (
    style, weft_npu_lane_direction (lane) == WEFT_NPU_READ ? WEFT_COLOR_READ : WEFT_COLOR_WRITE);
}

/* A sub-lane that is painted. */
typedef struct
{
  const WeftNpuScene *scene;
  guint lane;
  const WeftNpuTrack *track;
  guint32 first; /* of its places in the track */
} Sub;

static inline guint32
get_row (const Sub *self, guint32 i)
{
  return weft_npu_track_row (self->track, self->first + i);
}

static WeftColor
get_engine_color (const Sub *self, const WeftStyle *style, guint32 i)
{
  const WeftNpuScene *scene = self->scene;
  const WeftNpuTrace *trace = scene->options.snapshot->trace;
  guint hint =
    scene->has_hints ? weft_table_get_u16 (&trace->events, NPU_COLOR, get_row (self, i)) : 0;
  WeftNpuLane info;

  if (hint != 0 && hint < scene->n_hints && scene->hints[hint] != WEFT_COLOR_NONE)
    return scene->hints[hint];
  weft_npu_snapshot_get_lane (scene->options.snapshot, self->lane, &info);
  return weft_npu_lane_color (style, &info);
}

/* The scheme's colour of the `i`th event. It looks at no more of it than the scheme needs, as there is one in each
 * column. */
static WeftColor
get_scheme_color (const Sub *self, const WeftStyle *style, guint32 i)
{
  const WeftNpuScene *scene = self->scene;
  const WeftNpuTrace *trace = scene->options.snapshot->trace;
  const WeftRowColors *said = scene->options.row_colors;
  guint32 name;

  if (said != NULL)
    return weft_row_colors_get (said, style, weft_row_colors_classify (said, get_row (self, i)));
  switch (scene->options.scheme)
    {
    case WEFT_NPU_BY_OP:
      return weft_style_category (style, weft_npu_name (trace, get_row (self, i)));
    case WEFT_NPU_BY_LAYER:
      name = weft_npu_layer (trace, get_row (self, i));
      return name != WEFT_NO_NAME ? weft_style_category (style, name)
                                  : weft_style_color (style, WEFT_COLOR_HOST);
    case WEFT_NPU_BY_BITS:
      return weft_style_category (style, get_bits (trace, get_row (self, i)));
    case WEFT_NPU_BY_ENGINE:
    case WEFT_NPU_N_SCHEMES:
    default:
      return get_engine_color (self, style, i);
    }
}

static gboolean
has_failed (const WeftNpuScene *scene, guint32 row)
{
  return (weft_npu_flags (scene->options.snapshot->trace, row) & WEFT_NPU_ERROR) != 0;
}

static WeftColor
get_event_color (const Sub *self, const WeftStyle *style, guint32 i)
{
  if (has_failed (self->scene, get_row (self, i)))
    return weft_style_color (style, WEFT_COLOR_ERROR);
  return get_scheme_color (self, style, i);
}

/* --- events of a sub-lane ----------------------------------------------------------------------------- */

static const char *
get_label (const WeftNpuScene *scene, guint32 row)
{
  return weft_npu_trace_get_name (scene->options.snapshot->trace,
                                  weft_npu_name (scene->options.snapshot->trace, row));
}

static void
get_column_colors (const WeftTrackStrip *strip, const WeftStyle *style,
                   const WeftTrackColumn *columns, guint n, WeftColor *colors)
{
  const Sub *self = strip->data;

  for (guint i = 0; i < n; i++)
    colors[i] = get_scheme_color (self, style, columns[i].first);
}

static void
paint_event (const WeftTrackStrip *strip, const WeftTrackView *view, WeftPaintList *list, guint32 i)
{
  const Sub *self = strip->data;
  const WeftRowColors *said = self->scene->options.row_colors;
  gint64 start = weft_spans_start (strip->spans, i), end = weft_spans_end (strip->spans, i);
  const guint32 row = get_row (self, i);
  const char *label = get_label (self->scene, row);

  if (said != NULL && !has_failed (self->scene, row))
    weft_row_colors_paint_box (said, weft_row_colors_classify (said, row), view, list, start, end,
                               strip->y, strip->height, label);
  else
    weft_track_view_box (view, list, start, end, strip->y, strip->height,
                         get_event_color (self, view->style, i), label);
}

static void
paint_sub (const WeftNpuScene *scene, guint lane, guint sub, const WeftTrackView *view,
           WeftPaintList *list)
{
  const WeftNpuTrack *track = &scene->options.shown->lanes[lane].work;
  const Sub painted = { scene, lane, track, track->subs[sub] };
  WeftTrackStrip strip = { .spans = &track->spans[sub],
                           .ground = weft_style_color (view->style, WEFT_COLOR_IDLE),
                           .data = &painted,
                           .get_colors = get_column_colors,
                           .paint_thing = paint_event };

  if (scene->options.row_colors != NULL)
    strip.unknown = weft_row_colors_get_none (view->style);
  weft_track_strip_divide (view->height, track->n_subs, sub, &strip.y, &strip.height);
  weft_track_strip_paint (&strip, view, list);
}

/* --- around them ---------------------------------------------------------------------------------------- */

/* The time of the run in the colour of idleness, with stripes where the engine was stalled. */
static void
paint_ground (const WeftNpuScene *scene, const WeftSpans *stalled, const WeftTrackView *view,
              WeftPaintList *list)
{
  const WeftNpuSnapshot *snapshot = scene->options.snapshot;
  WeftColor hatch = weft_style_color (view->style, WEFT_COLOR_WAIT_HATCH);
  int from = MAX (weft_track_view_x (view, snapshot->first_cycle), 0);
  int to = MIN (weft_track_view_x (view, snapshot->last_cycle), view->width);

  if (to > from)
    weft_paint_list_fill (list, from, view->y + 1, to - from, view->height - 2,
                          weft_style_color (view->style, WEFT_COLOR_IDLE));
  if ((double) stalled->longest < (HATCH_WIDTH - 1) * view->axis.ticks_per_px)
    return; /* none is wide enough */
  for (guint32 i = weft_spans_find (stalled, view->first);
       i < stalled->n && weft_spans_start (stalled, i) < view->last;)
    {
      int x0 = MAX (weft_track_view_x (view, weft_spans_start (stalled, i)), 0);
      int x1 = MIN (weft_track_view_x (view, weft_spans_end (stalled, i)), view->width);

      if (x1 - x0 >= HATCH_WIDTH)
        weft_paint_list_hatch (list, x0, view->y + 1, x1 - x0, view->height - 2, WEFT_HATCH_UP,
                               weft_style_px (view->style, HATCH_PERIOD), hatch);
      i = MAX (i + 1, weft_spans_find (stalled, weft_track_view_tick (view, x1)));
    }
}

/* A strip over the spans, the shortest too. */
static void
paint_strip (const WeftSpans *spans, int y, WeftColorRole role, const WeftTrackView *view,
             WeftPaintList *list)
{
  WeftColor color = weft_style_color (view->style, role);

  for (guint32 i = weft_spans_find (spans, view->first);
       i < spans->n && weft_spans_start (spans, i) < view->last;)
    {
      int x0 = MAX (weft_track_view_x (view, weft_spans_start (spans, i)), 0);
      int x1 = MAX (MIN (weft_track_view_x (view, weft_spans_end (spans, i)), view->width), x0 + 1);

      weft_paint_list_fill (list, x0, view->y + y, x1 - x0, weft_style_px (view->style, STRIP),
                            color);
      i = MAX (i + 1, weft_spans_find (spans, weft_track_view_tick (view, x1)));
    }
}

/* A frame around each event of the critical path that is wide enough. */
static void
frame_path (const WeftNpuScene *scene, guint lane, guint path_sub, const WeftTrackView *view,
            WeftPaintList *list)
{
  const WeftNpuTrace *trace = scene->options.snapshot->trace;
  const WeftNpuTrack *path = &scene->options.path->index->lanes[lane].work;
  guint n_subs = scene->options.shown->lanes[lane].work.n_subs;
  guint32 place = weft_npu_track_find (path, path_sub, view->first);

  while (place < path->subs[path_sub + 1]
         && weft_npu_start (trace, weft_npu_track_row (path, place)) < view->last)
    {
      guint32 row = weft_npu_track_row (path, place);
      int x0 = weft_track_view_x (view, weft_npu_start (trace, row));
      int x1 = weft_track_view_x (view, weft_npu_end (trace, row)), y, height;
      guint sub = x1 - x0 >= FRAME_WIDTH ? weft_npu_find_sub (scene, lane, row) : G_MAXUINT;

      if (sub != G_MAXUINT)
        {
          weft_track_strip_divide (view->height, n_subs, sub, &y, &height);
          weft_paint_list_frame (list, x0, view->y + y + 1, x1 - x0, MAX (height - 2, 1),
                                 weft_style_px (view->style, 2),
                                 weft_style_color (view->style, WEFT_COLOR_TEXT));
        }
      place =
        MAX (place + 1, weft_npu_track_find (path, path_sub, weft_track_view_tick (view, x1)));
    }
}

/* A strip at the head, which shows from far away too, and the frames of single events. */
static void
paint_path (const WeftNpuScene *scene, guint lane, const WeftTrackView *view, WeftPaintList *list)
{
  const WeftNpuLaneIndex *path = &scene->options.path->index->lanes[lane];

  paint_strip (&path->busy, 1, WEFT_COLOR_TEXT, view, list);
  for (guint sub = 0; sub < path->work.n_subs; sub++)
    frame_path (scene, lane, sub, view, list);
}

/* Marks at the head of the lane. */
static void
paint_points (const WeftNpuTrack *track, const WeftTrackView *view, WeftPaintList *list)
{
  WeftColor color = weft_style_color (view->style, WEFT_COLOR_TEXT_MUTED);
  int height = weft_style_px (view->style, POINT_HEIGHT);

  for (guint sub = 0; sub < track->n_subs; sub++)
    {
      guint32 place = weft_npu_track_find (track, sub, view->first);

      while (place < track->subs[sub + 1])
        {
          gint64 start = weft_npu_track_start (track, sub, place);
          int x = weft_track_view_x (view, start);

          if (start >= view->last)
            break;
          weft_paint_list_fill (list, x, view->y + 1, 1, height, color);
          place =
            MAX (place + 1, weft_npu_track_find (track, sub, weft_track_view_tick (view, x + 1.0)));
        }
    }
}

/* Where something failed, over the whole lane: it shows from however far. */
static void
paint_failures (const WeftSpans *failed, const WeftTrackView *view, WeftPaintList *list)
{
  WeftColor color = weft_style_color (view->style, WEFT_COLOR_ERROR);

  for (guint32 i = weft_spans_find (failed, view->first);
       i < failed->n && weft_spans_start (failed, i) < view->last;)
    {
      int x0 = weft_track_view_x (view, weft_spans_start (failed, i));
      int x1 = MAX (weft_track_view_x (view, weft_spans_end (failed, i)), x0 + 1);

      /* A wider one has a box of that colour, of which this is the edge. */
      weft_paint_list_fill (list, x0, view->y + 1, x1 - x0 < BOX_WIDTH ? x1 - x0 : 1,
                            view->height - 2, color);
      i = MAX (i + 1, weft_spans_find (failed, weft_track_view_tick (view, x1)));
    }
}

void
weft_npu_paint_lane (const WeftNpuScene *scene, guint lane, const WeftTrackView *view,
                     WeftPaintList *list)
{
  const WeftNpuLaneIndex *index = &scene->options.shown->lanes[lane];

  paint_ground (scene, &index->stalled, view, list);
  for (guint sub = 0; sub < index->work.n_subs; sub++)
    paint_sub (scene, lane, sub, view, list);
  paint_strip (&index->stalled, view->height - 1 - weft_style_px (view->style, STRIP),
               WEFT_COLOR_WARNING, view, list);
  if (scene->options.path != NULL && lane < scene->options.path->index->n_lanes)
    paint_path (scene, lane, view, list);
  paint_points (&index->points, view, list);
  paint_failures (&index->failed, view, list);
}

/* --- tokens and markers ------------------------------------------------------------------------------- */

WeftColor
weft_npu_phase_color (const WeftNpuScene *scene, const WeftStyle *style, guint32 name)
{
  const char *phase = weft_npu_trace_get_name (scene->options.snapshot->trace, name);

  return weft_style_category (style, phase != NULL && strcmp (phase, "PREFILL") == 0 ? 3 : 6);
}

/* Every second token is lighter, so that neighbours can be told apart; prefill is none of both. */
static WeftColor
get_token_color (const WeftNpuScene *scene, const WeftStyle *style, guint32 name, gint64 index)
{
  WeftColor color = weft_npu_phase_color (scene, style, name);

  return color == weft_style_category (style, 6) && index % 2 != 0 ? weft_style_category (style, 14)
                                                                   : color;
}

static void
paint_token (const WeftNpuScene *scene, guint32 row, gint64 start, gint64 end, int y, int height,
             const WeftTrackView *view, WeftPaintList *list)
{
  const WeftNpuTrace *trace = scene->options.snapshot->trace;
  gint64 index = weft_npu_number (trace, weft_table_get_u32 (&trace->events, NPU_TOKEN, row));
  const char *phase = get_label (scene, row);
  char text[64];

  index = MAX (index, 0);
  g_snprintf (text, sizeof text, "%s %" G_GINT64_FORMAT, phase != NULL ? phase : "", index);
  weft_track_view_box (view, list, start, end, y, height,
                       get_token_color (scene, view->style, weft_npu_name (trace, row), index),
                       text);
}

void
weft_npu_paint_tokens (const WeftNpuScene *scene, const WeftTrackView *view, WeftPaintList *list)
{
  const WeftNpuTrack *track = &scene->options.shown->tokens;

  for (guint sub = 0; sub < track->n_subs; sub++)
    {
      guint32 place = weft_npu_track_find (track, sub, view->first);
      int y, height;

      weft_track_strip_divide (view->height, track->n_subs, sub, &y, &height);
      while (place < track->subs[sub + 1])
        {
          gint64 start = weft_npu_track_start (track, sub, place);
          gint64 end = weft_npu_track_end (track, sub, place);
          int x = MAX (weft_track_view_x (view, end), 0);

          if (start >= view->last)
            break;
          paint_token (scene, weft_npu_track_row (track, place), start, end, y, height, view, list);
          place = MAX (place + 1, weft_npu_track_find (track, sub, weft_track_view_tick (view, x)));
        }
    }
}

/* A flag at x, and its name as far as there is room until the next one. */
static void
paint_marker (const WeftNpuScene *scene, guint32 row, int x, int next, const WeftTrackView *view,
              WeftPaintList *list)
{
  gboolean failed = (weft_npu_flags (scene->options.snapshot->trace, row) & WEFT_NPU_ERROR) != 0;
  WeftColor color = weft_style_color (view->style, failed ? WEFT_COLOR_ERROR : WEFT_COLOR_ACCENT);
  int size = weft_style_px (view->style, FLAG_SIZE), gap = weft_style_px (view->style, 4);
  int room = MIN (next - x - size - 2 * gap, weft_style_text_px (view->style, MARKER_TEXT));
  const WeftPoint flag[] = { { x, view->y + 2 },
                             { x + size, view->y + 2 + size / 2.0 },
                             { x, view->y + 2 + size } };
  const char *name = get_label (scene, row);

  weft_paint_list_fill (list, x, view->y + 1, MAX (size / 8, 1), view->height - 2, color);
  weft_paint_list_polygon (list, flag, G_N_ELEMENTS (flag), color);
  if (name != NULL && room >= weft_style_text_px (view->style, MARKER_CUT))
    weft_paint_list_text (list, x + size + gap, view->y, room, view->height, WEFT_FONT_UI,
                          weft_style_font_size (view->style, WEFT_FONT_UI), WEFT_ALIGN_START,
                          WEFT_FIT_END, weft_style_color (view->style, WEFT_COLOR_TEXT), name, -1);
}

/* One for each column at most. */
void
weft_npu_paint_markers (const WeftNpuScene *scene, const WeftTrackView *view, WeftPaintList *list)
{
  const WeftNpuTrack *track = &scene->options.shown->markers;
  int reach =
    weft_style_text_px (view->style, MARKER_TEXT) + 2 * weft_style_px (view->style, FLAG_SIZE);

  for (guint sub = 0; sub < track->n_subs; sub++)
    {
      guint32 place = weft_npu_track_find (track, sub, weft_track_view_tick (view, -reach));

      while (place < track->subs[sub + 1])
        {
          gint64 start = weft_npu_track_start (track, sub, place);
          int x = weft_track_view_x (view, start);
          guint32 current = place;

          if (start >= view->last)
            break;
          place =
            MAX (place + 1, weft_npu_track_find (track, sub, weft_track_view_tick (view, x + 1.0)));
          paint_marker (scene, weft_npu_track_row (track, current), x,
                        place < track->subs[sub + 1]
                          ? weft_track_view_x (view, weft_npu_track_start (track, sub, place))
                          : WEFT_PAINT_FAR,
                        view, list);
        }
    }
}
