/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-lanes.h"

#include "weft-stretch.h"
#include "weft-timeline-instants.h"

#include <math.h>

/* The end of a slice that never ended, logical pixels: how much of it is hatched, and its teeth. */
#define FRAY 14
#define TOOTH 5
#define HATCH_PERIOD 5

/* Of columns: on white, thinner ones of light colours can't be seen. */
#define FAINTEST 0.4

/* --- slices --------------------------------------------------------------------------------------- */

/* A depth that is painted. */
typedef struct
{
  const WeftTimelineScene *scene;
  const guint32 *rows; /* of its slices, */
  const guint32 *names;
  gboolean is_by_name; /* which is what their colours are by */
} Depth;

/* So many slices of a column are looked at where they are too few for peaks: it has the colour of the longest. */
#define LOOKED_AT 4u

static guint32
find_longest (const WeftSpans *spans, guint32 first, guint32 end)
{
  return weft_spans_find_longest (spans, first, end, MAX ((end - first) / LOOKED_AT, 1));
}

static WeftColor
get_slice_color (const Depth *self, const WeftStyle *style, guint32 place)
{
  if (self->is_by_name)
    return weft_timeline_colors_get_name (self->scene->options.colors, style, self->names[place]);
  return weft_timeline_scene_get_color (self->scene, style, self->rows[place]);
}

static WeftColor
get_peak_color (const Depth *self, const WeftStyle *style, const WeftSpanPeak *peak)
{
  if (self->is_by_name)
    return weft_timeline_colors_get_name (self->scene->options.colors, style, peak->tag);
  return weft_timeline_scene_get_color (self->scene, style, self->rows[peak->place]);
}

/* In two passes, so that no column's colour waits for where another's is. */
static void
get_column_colors (const WeftTrackStrip *strip, const WeftStyle *style,
                   const WeftTrackColumn *columns, guint n, WeftColor *colors)
{
  const Depth *self = strip->data;
  const WeftSpanPeak *peaks[WEFT_TRACK_COLUMNS];
  guint32 places[WEFT_TRACK_COLUMNS];

  for (guint i = 0; i < n; i++)
    {
      peaks[i] = weft_span_peaks_find (&strip->spans->peaks, columns[i].first, columns[i].end);
      if (peaks[i] != NULL)
        continue;
      places[i] = find_longest (strip->spans, columns[i].first, columns[i].end);
      __builtin_prefetch (&self->names[places[i]]);
    }
  for (guint i = 0; i < n; i++)
    colors[i] = peaks[i] != NULL ? get_peak_color (self, style, peaks[i])
                                 : get_slice_color (self, style, places[i]);
}

/* It goes on behind its end, and nobody knows until when: hatched, and torn off. */
static void
paint_fray (const WeftTrackStrip *strip, const WeftTrackView *view, WeftPaintList *list, guint32 i)
{
  int x0 = weft_track_view_x (view, weft_spans_start (strip->spans, i));
  int x1 = weft_track_view_x (view, weft_spans_end (strip->spans, i));
  int y = view->y + strip->y + 1, height = MAX (strip->height - 2, 1);
  int width = MIN (weft_style_px (view->style, FRAY), x1 - x0);
  int tooth = MIN (weft_style_px (view->style, TOOTH), width), n = MAX (height / MAX (tooth, 1), 1);

  weft_paint_list_hatch (list, x1 - width, y, width, height, WEFT_HATCH_UP,
                         weft_style_px (view->style, HATCH_PERIOD),
                         weft_style_color (view->style, WEFT_COLOR_UNKNOWN_HATCH));
  for (int j = 0; j < n; j++)
    {
      const WeftPoint points[] = { { x1, y + (double) height * j / n },
                                   { x1, y + (double) height * (j + 1) / n },
                                   { x1 - tooth, y + height * (j + 0.5) / n } };

      weft_paint_list_polygon (list, points, G_N_ELEMENTS (points), strip->ground);
    }
}

/* A query says nothing of it. */
static void
hatch_unknown (const WeftTrackStrip *strip, const WeftTrackView *view, WeftPaintList *list,
               guint32 i)
{
  int x0 = MAX (weft_track_view_x (view, weft_spans_start (strip->spans, i)), 0);
  int x1 = MIN (weft_track_view_x (view, weft_spans_end (strip->spans, i)), view->width);

  weft_row_colors_hatch (view->style, x0, view->y + strip->y + 1, x1 - x0,
                         MAX (strip->height - 2, 1), list);
}

static void
paint_slice (const WeftTrackStrip *strip, const WeftTrackView *view, WeftPaintList *list, guint32 i)
{
  const Depth *self = strip->data;
  WeftTimelineTrace *trace = self->scene->options.snapshot->trace;
  const WeftRowColors *said = self->scene->options.row_colors;

  weft_track_view_box (view, list, weft_spans_start (strip->spans, i),
                       weft_spans_end (strip->spans, i), strip->y, strip->height,
                       get_slice_color (self, view->style, i),
                       weft_timeline_trace_get_name (trace, self->names[i]));
  if (said != NULL && weft_row_colors_classify (said, self->rows[i]) == WEFT_ROW_COLORS_NONE)
    hatch_unknown (strip, view, list, i);
  if ((weft_timeline_flags (trace, self->rows[i]) & WEFT_TIMELINE_OPEN) != 0)
    paint_fray (strip, view, list, i);
}

WeftTrackStrip
weft_timeline_get_strip (const WeftTimelineScene *scene, guint track, guint depth,
                         const WeftTrackView *view)
{
  WeftTrackStrip strip = { .spans = &scene->options.shown->tracks[track].spans[depth],
                           .faintest = FAINTEST,
                           .ground = weft_style_color (view->style,
                                                       weft_timeline_scene_is_device (scene, track)
                                                         ? WEFT_COLOR_IDLE
                                                         : WEFT_COLOR_CANVAS) };

  if (!weft_timeline_scene_get_depth (scene, track, depth, view->height, view->collapsed, &strip.y,
                                      &strip.height))
    strip.height = 0;
  return strip;
}

/* A device that does nothing is known to be idle; of a thread nobody knows. */
static void
paint_ground (const WeftTimelineScene *scene, int y, const WeftTrackView *view, WeftPaintList *list)
{
  const WeftTimelineSnapshot *snapshot = scene->options.snapshot;
  int from = MAX (weft_track_view_x (view, snapshot->first_time), 0);
  int to = MIN (weft_track_view_x (view, snapshot->last_time), view->width);

  if (to > from)
    weft_paint_list_fill (list, from, view->y + y + 1, to - from, MAX (view->height - y - 2, 1),
                          weft_style_color (view->style, WEFT_COLOR_IDLE));
}

void
weft_timeline_paint_thread (const WeftTimelineScene *scene, guint track, const WeftTrackView *view,
                            WeftPaintList *list)
{
  const WeftTimelineTrackIndex *index = &scene->options.shown->tracks[track];
  const gboolean is_by_name = weft_timeline_scene_is_by_name (scene);
  int instants;

  weft_timeline_scene_get_instants (scene, track, view->height, view->collapsed, &instants);
  if (weft_timeline_scene_is_device (scene, track))
    paint_ground (scene, instants, view, list);
  for (guint depth = 0; depth < index->n_depths; depth++)
    {
      const Depth painted = { scene, index->rows + index->depths[depth],
                              index->names + index->depths[depth], is_by_name };
      WeftTrackStrip strip = weft_timeline_get_strip (scene, track, depth, view);

      strip.data = &painted;
      strip.get_colors = get_column_colors;
      strip.paint_thing = paint_slice;
      if (scene->options.row_colors != NULL)
        strip.unknown = weft_row_colors_get_none (view->style);
      if (strip.height > 0)
        weft_track_strip_paint (&strip, view, list);
    }
  if (instants > 0)
    weft_timeline_paint_instants (scene, track, instants, view, list);
}

/* --- groups and the minimap ----------------------------------------------------------------------- */

/* Of a column's height, rounded, but something where there is something. */
static int
get_bar (double share, int height)
{
  return share > 0 ? CLAMP ((int) lrint (share * height), 1, height) : 0;
}

/* Adds how much of each column the threads of a process are busy; returns how many they are. */
static guint
measure_process (const WeftTimelineScene *scene, guint process, const WeftTrackView *view,
                 double *busy)
{
  const WeftTimelineIndex *index = scene->options.shown;
  const WeftTable *tracks = &scene->options.snapshot->trace->tracks;
  guint n_tracks = 0;

  for (guint i = 0; i < index->n_tracks; i++)
    if (index->tracks[i].busy.n > 0
        && weft_table_get_u32 (tracks, TIMELINE_TRACK_PROCESS, i) == process)
      {
        weft_track_view_add_taken (view, &index->tracks[i].busy, busy);
        n_tracks++;
      }
  return n_tracks;
}

void
weft_timeline_paint_group (gpointer data, const char *group, const WeftTrackView *view,
                           WeftPaintList *list)
{
  const WeftTimelineScene *scene = data;
  WeftColor color = weft_style_color (view->style, WEFT_COLOR_HOST);
  g_autofree double *busy = g_new0 (double, (guint) MAX (view->width, 0));
  guint n = scene->options.snapshot->n_processes, process = 0, n_tracks;
  gint64 edge = weft_track_view_tick (view, 0);

  while (process < n && !g_str_equal (scene->groups[process], group))
    process++;
  n_tracks = process < n ? measure_process (scene, process, view, busy) : 0;
  for (int x = 0; x < view->width && process < n; x++)
    {
      int room = view->height - 4, height;
      gint64 first, last;

      weft_stretch_next_column (view, x, &edge, &first, &last);
      height = get_bar (busy[x] / ((double) (last - first) * MAX (n_tracks, 1)), room);
      weft_paint_list_fill (list, x, view->y + 2 + room - height, 1, height, color);
    }
}

void
weft_timeline_paint_minimap (gpointer data, const WeftTrackView *view, WeftPaintList *list)
{
  const WeftTimelineScene *scene = data;
  const WeftTimelineOverview *overview = scene->options.overview;
  int bottom = view->y + view->height, trouble = weft_style_px (view->style, 3);
  WeftColor color, open = weft_style_color (view->style, WEFT_COLOR_WARNING);

  if (overview == NULL)
    return;
  color = weft_style_color (view->style, overview->is_device ? WEFT_COLOR_TE : WEFT_COLOR_HOST);
  for (int x = 0; x < view->width; x++)
    {
      gint64 first, last;
      int height;

      weft_track_view_column (view, x, &first, &last);
      height =
        get_bar ((double) weft_spans_count (&overview->busy, first, last) / (double) (last - first),
                 view->height);
      weft_paint_list_fill (list, x, bottom - height, 1, height, color);
      if (overview->open.n > 0 && weft_spans_count (&overview->open, first, last) > 0)
        weft_paint_list_fill (list, x, view->y, 1, trouble, open);
    }
}
