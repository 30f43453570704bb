/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-hit.h"

#include "weft-number.h"
#include "weft-timeline-instants.h"
#include "weft-timeline-lanes.h"
#include "weft-timeline-words.h"
#include "weft-track-graph.h"

#include <glib/gi18n-lib.h>

/* Events that last no time are hit by columns so far to both sides. */
#define REACH 2

static void
set_event (const WeftTimelineScene *scene, guint32 track, guint32 row, WeftTrackHit *hit)
{
  const WeftTimelineTrace *trace = scene->options.snapshot->trace;

  weft_track_hit_set (hit, track, row, weft_timeline_start (trace, row),
                      weft_timeline_end (trace, row),
                      weft_timeline_describe (scene->options.snapshot, row));
}

gboolean
weft_timeline_scene_find (WeftTrackScene *scene, guint32 row, WeftTrackHit *hit)
{
  const WeftTimelineScene *self = scene->data;
  const WeftTimelineSnapshot *snapshot = self->options.snapshot;
  guint32 track;

  if (row >= snapshot->n_events
      || (weft_timeline_flags (snapshot->trace, row) & WEFT_TIMELINE_NO_TIME) != 0)
    return FALSE;
  track = weft_timeline_track (snapshot->trace, row);
  track = track != WEFT_TIMELINE_NO_TRACK ? WEFT_TIMELINE_TRACK_THREAD + track
                                          : WEFT_TIMELINE_TRACK_INSTANTS;
  if (weft_track_scene_find (scene, track) == NULL)
    return FALSE;
  set_event (self, track, row, hit);
  return TRUE;
}

/* --- what is under the pointer -------------------------------------------------------------------- */

/* The slice at a point, and which part of the track's height its depth has. */
static guint32
hit_slice (const WeftTimelineScene *scene, guint track, const WeftTrackView *view, double x,
           double y, WeftTrackHit *hit)
{
  const WeftTimelineTrackIndex *index = &scene->options.shown->tracks[track];

  for (guint depth = 0; depth < index->n_depths; depth++)
    {
      WeftTrackStrip strip = weft_timeline_get_strip (scene, track, depth, view);
      guint32 found;

      if (y < view->y + strip.y || y >= view->y + strip.y + strip.height)
        continue;
      hit->y = strip.y;
      hit->height = strip.height;
      found = weft_track_strip_hit (&strip, view, x);
      return found != G_MAXUINT32 ? index->rows[index->depths[depth] + found] : WEFT_NO_ROW;
    }
  return WEFT_NO_ROW;
}

static gboolean
hit_thread (const WeftTimelineScene *scene, guint track, const WeftTrackView *view, double x,
            double y, WeftTrackHit *hit)
{
  guint32 row;
  int instants;

  weft_timeline_scene_get_instants (scene, track, view->height, view->collapsed, &instants);
  if (y < view->y + instants)
    {
      row = weft_timeline_hit_instant (scene, track, view, x);
      hit->height = instants;
    }
  else
    row = hit_slice (scene, track, view, x, y, hit);
  if (row != WEFT_NO_ROW)
    set_event (scene, WEFT_TIMELINE_TRACK_THREAD + track, row, hit);
  return row != WEFT_NO_ROW;
}

/* How busy the track is over the columns that were hit. */
static char *
describe_thread (const WeftTimelineScene *scene, guint track, gint64 first, gint64 last)
{
  const WeftSpans *busy = &scene->options.shown->tracks[track].busy;
  double share = (double) weft_spans_count (busy, first, last) / ((double) last - (double) first);
  g_autofree char *name = weft_timeline_format_track (scene->options.snapshot, track);
  g_autofree char *length = weft_timeline_format_time (last - first);
  g_autofree char *percent = weft_number_percent (100 * share);

  /* TRANSLATORS: a stream, a length of time, and how much of it slices take: "12.3 %" */
  return g_strdup_printf (weft_timeline_scene_is_device (scene, track)
                            ? _ ("%s\nOver %s: busy %s")
                            : _ ("%s\nOver %s: in slices %s"),
                          name, length, percent);
}

static char *
describe_counter (const WeftTimelineScene *scene, guint number, gint64 first, gint64 last)
{
  WeftTimelineCounter counter;
  g_autofree char *name = NULL;

  weft_timeline_snapshot_get_counter (scene->options.snapshot, number, &counter);
  name = g_utf8_make_valid (counter.name, -1);
  return weft_track_graph_describe (&scene->options.series->series[number], name, first, last);
}

void
weft_timeline_hit_test (gpointer data, const WeftTrack *track, const WeftTrackView *view, double x,
                        double y, WeftTrackHit *hit)
{
  const WeftTimelineScene *scene = data;
  guint32 row = WEFT_NO_ROW;
  gint64 last;

  if (track->id == WEFT_TIMELINE_TRACK_INSTANTS)
    {
      row = weft_timeline_hit_instant (scene, WEFT_TIMELINE_NO_TRACK, view, x);
      if (row != WEFT_NO_ROW)
        set_event (scene, track->id, row, hit);
      return;
    }
  if (track->id < WEFT_TIMELINE_TRACK_COUNTER
      && hit_thread (scene, track->id - WEFT_TIMELINE_TRACK_THREAD, view, x, y, hit))
    return;
  hit->first = weft_track_view_tick (view, x - REACH);
  last = weft_track_view_tick (view, x + REACH);
  hit->last = MAX (last, hit->first + (hit->first < G_MAXINT64));
  if (track->id >= WEFT_TIMELINE_TRACK_COUNTER)
    hit->text =
      describe_counter (scene, track->id - WEFT_TIMELINE_TRACK_COUNTER, hit->first, hit->last);
  else
    hit->text =
      describe_thread (scene, track->id - WEFT_TIMELINE_TRACK_THREAD, hit->first, hit->last);
}

/* --- steps ---------------------------------------------------------------------------------------- */

/* The instant after or before `row`, or the first from `time` on. */
static guint32
step_instants (const WeftTimelineScene *scene, guint track, guint32 row, gint64 time, int direction)
{
  const WeftTimelineTrace *trace = scene->options.snapshot->trace;
  guint32 n, i = 0;
  const guint32 *rows = weft_timeline_list_instants (scene, track, &n);

  while (i < n
         && (row != WEFT_NO_ROW ? rows[i] != row : weft_timeline_start (trace, rows[i]) < time))
    i++;
  if (row != WEFT_NO_ROW)
    i += (guint32) direction;
  return i < n ? rows[i] : WEFT_NO_ROW;
}

/* The slice after or before `row` at its own depth, or at the outermost one from `time` on. */
static guint32
step_slices (const WeftTimelineScene *scene, guint track, guint32 row, gint64 time, int direction)
{
  const WeftTimelineTrackIndex *index = &scene->options.shown->tracks[track];
  guint depth = row != WEFT_NO_ROW ? weft_timeline_scene_find_depth (scene, row) : 0;
  guint32 place;

  if (depth >= index->n_depths)
    return WEFT_NO_ROW;
  if (row != WEFT_NO_ROW)
    time = weft_timeline_start (scene->options.snapshot->trace, row);
  place = weft_timeline_track_find (index, depth, time);
  while (row != WEFT_NO_ROW && place < index->depths[depth + 1] && index->rows[place] != row)
    place++;
  if (row != WEFT_NO_ROW && direction < 0)
    return place > index->depths[depth] ? index->rows[place - 1] : WEFT_NO_ROW;
  if (row != WEFT_NO_ROW)
    place++;
  return place < index->depths[depth + 1] ? index->rows[place] : WEFT_NO_ROW;
}

gboolean
weft_timeline_step (gpointer data, const WeftTrack *track, const WeftTrackHit *from, int direction,
                    WeftTrackHit *hit)
{
  const WeftTimelineScene *scene = data;
  const WeftTimelineTrace *trace = scene->options.snapshot->trace;
  guint32 row = from->thing == WEFT_TRACK_NO_THING ? WEFT_NO_ROW : (guint32) from->thing;
  guint number = track->id == WEFT_TIMELINE_TRACK_INSTANTS ? WEFT_TIMELINE_NO_TRACK
                                                           : track->id - WEFT_TIMELINE_TRACK_THREAD;
  gboolean instants =
    number == WEFT_TIMELINE_NO_TRACK
    || (row != WEFT_NO_ROW && weft_timeline_kind (trace, row) == WEFT_TIMELINE_INSTANT)
    || (track->id < WEFT_TIMELINE_TRACK_COUNTER
        && scene->options.shown->tracks[number].n_depths == 0);
  guint32 found;

  if (track->id >= WEFT_TIMELINE_TRACK_COUNTER)
    return FALSE;
  found = instants ? step_instants (scene, number, row, from->first, direction)
                   : step_slices (scene, number, row, from->first, direction);
  if (found == WEFT_NO_ROW)
    return FALSE;
  set_event (scene, track->id, found, hit);
  return TRUE;
}
