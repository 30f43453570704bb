/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-tracks-state.h"

#include "made-log.h"

#include <math.h>

/* A small family of tracks that tests make themselves: in track t, thing i begins at i · 100 + t · 7
 * and lasts 60 ticks. Tracks 4 and 5 are a group. */

#define MADE_TRACKS 12
#define MADE_PERIOD 100
#define MADE_LENGTH 60

typedef struct
{
  _Atomic guint n_things; /* in each track; grows, and is the revision */
} MadeThings;

static inline gint64
made_start (const WeftTrack *track, gint64 i)
{
  return i * MADE_PERIOD + (gint64) track->id * 7;
}

/* Boxes where they are wide enough, and shares of columns where they are not. */
static inline void
made_paint (gpointer data, const WeftTrack *track, const WeftTrackView *view, WeftPaintList *list)
{
  MadeThings *things = data;
  guint n = things->n_things;
  gint64 first = MAX ((view->first - made_start (track, 0) - MADE_LENGTH) / MADE_PERIOD, 0);
  WeftColor color = weft_style_category (view->style, track->id);

  if (MADE_PERIOD / view->axis.ticks_per_px < 3)
    {
      int x0 = weft_track_view_x (view, made_start (track, 0));
      int x1 = weft_track_view_x (view, made_start (track, n));

      weft_paint_list_fill (list, x0, view->y + view->height / 2, x1 - x0, view->height / 2, color);
      return;
    }
  for (gint64 i = first; i < n && made_start (track, i) < view->last; i++)
    {
      g_autofree char *text = g_strdup_printf ("thing %d", (int) i);

      weft_track_view_box (view, list, made_start (track, i), made_start (track, i) + MADE_LENGTH,
                           0, view->height, color, text);
    }
}

static inline void
made_fill_hit (const WeftTrack *track, gint64 i, WeftTrackHit *hit)
{
  hit->thing = (guint64) i;
  hit->first = made_start (track, i);
  hit->last = hit->first + MADE_LENGTH;
  hit->text = g_strdup_printf ("thing %d of %s", (int) i, track->title);
}

static inline void
made_hit_test (gpointer data, const WeftTrack *track, const WeftTrackView *view, double x, double y,
               WeftTrackHit *hit)
{
  MadeThings *things = data;
  gint64 since = weft_track_view_tick (view, x) - made_start (track, 0);

  if (since >= 0 && since / MADE_PERIOD < things->n_things && since % MADE_PERIOD < MADE_LENGTH)
    made_fill_hit (track, since / MADE_PERIOD, hit);
}

static inline gboolean
made_step (gpointer data, const WeftTrack *track, const WeftTrackHit *from, int direction,
           WeftTrackHit *hit)
{
  MadeThings *things = data;
  gint64 i;

  if (from->thing != WEFT_TRACK_NO_THING)
    i = (gint64) from->thing + direction;
  else
    i = MAX ((from->first - made_start (track, 0) + MADE_PERIOD - 1) / MADE_PERIOD, 0);
  if (i < 0 || i >= things->n_things)
    return FALSE;
  made_fill_hit (track, i, hit);
  return TRUE;
}

/* A tile is as new as the newest thing that may lie in it. */
static inline guint
made_revision (gpointer data, const WeftTrack *track, gint64 first, gint64 last)
{
  gint64 n = ((MadeThings *) data)->n_things;

  return (guint) CLAMP ((last - made_start (track, 0)) / MADE_PERIOD + 1, 1, n);
}

static inline void
made_paint_minimap (gpointer data, const WeftTrackView *view, WeftPaintList *list)
{
  weft_paint_list_fill (list, 0, view->height / 2, view->width, view->height / 2,
                        weft_style_color (view->style, WEFT_COLOR_IDLE));
}

static inline guint
made_get_legend (gpointer data, const WeftStyle *style, WeftTrackLegendEntry *entries, guint max)
{
  static const char *const names[] = { "Even", "Odd" };

  for (guint i = 0; i < 2; i++)
    entries[i] = (WeftTrackLegendEntry){ names[i], weft_style_category (style, i), i == 1 };
  return 2;
}

static const WeftTrackPainter made_painter = {
  .paint = made_paint,
  .hit_test = made_hit_test,
  .step = made_step,
  .revision = made_revision,
  .paint_minimap = made_paint_minimap,
  .get_legend = made_get_legend,
};

/* (transfer full) */
static inline WeftTrackScene *
made_scene_new (MadeThings *things)
{
  WeftTrack tracks[MADE_TRACKS] = { { 0 } };
  char titles[MADE_TRACKS][16];

  for (guint i = 0; i < MADE_TRACKS; i++)
    {
      g_snprintf (titles[i], sizeof titles[i], "track %u", i);
      tracks[i] = (WeftTrack){ .id = i,
                               .title = titles[i],
                               .height = WEFT_TRACK_HEIGHT + 8,
                               .group = i == 4 || i == 5 ? "pair" : NULL };
    }
  return weft_track_scene_new (&made_painter, things, NULL, tracks, MADE_TRACKS);
}

/* --- a state ------------------------------------------------------------------------------------ */

#define MADE_TYPE_TRACKS_STATE (made_tracks_state_get_type ())

typedef struct
{
  WeftTracksState parent_instance;
} MadeTracksState;

typedef struct
{
  WeftTracksStateClass parent_class;
} MadeTracksStateClass;

GType made_tracks_state_get_type (void);

G_DEFINE_TYPE (MadeTracksState, made_tracks_state, WEFT_TYPE_TRACKS_STATE)

static void
made_tracks_state_class_init (MadeTracksStateClass *klass G_GNUC_UNUSED)
{
}

static void
made_tracks_state_init (MadeTracksState *self G_GNUC_UNUSED)
{
}

/* There are more things: the time goes further. */
static inline void
made_tracks_grow (WeftViewState *state, MadeThings *things, guint n_things)
{
  things->n_things = n_things;
  weft_time_axis_set_range (weft_view_state_get_axis (state), state, 0,
                            (gint64) n_things * MADE_PERIOD);
  weft_view_state_content_changed (state);
}

/* (transfer full) */
static inline WeftViewState *
made_tracks_state_new (WeftTrace *trace, MadeThings *things)
{
  WeftTracksState *state = g_object_new (MADE_TYPE_TRACKS_STATE, NULL);
  g_autoptr (WeftTrackScene) scene = made_scene_new (things);

  weft_tracks_state_set_up (state, trace, &WEFT_TIME_UNIT_CYCLES);
  weft_tracks_set_scene (weft_tracks_state_get_tracks (state), scene);
  made_tracks_grow (WEFT_VIEW_STATE (state), things, things->n_things);
  return WEFT_VIEW_STATE (state);
}
