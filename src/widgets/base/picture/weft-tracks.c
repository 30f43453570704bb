/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tracks.h"

#include <math.h>

/* How long a glide lasts, in µs. */
#define GLIDE_TIME 150000

/* The closest and the farthest zoom: logical pixels for a tick, and the window by the whole range. */
#define MAX_PX_PER_TICK 100.0
#define MAX_OVERVIEW 1.5

/* The share of the window that a fitted range leaves free at either side. */
#define FIT_MARGIN 0.05

/* A place in time and down. */
typedef struct
{
  WeftTimeSpan span;
  double scroll;
} Place;

struct _WeftTracks
{
  GObject parent_instance;

  WeftViewState *state; /* not held */
  WeftTimeAxis *axis;   /* the state's */
  WeftTrackScene *scene;
  WeftTrackOrder *order;
  WeftTrackLayout *layout;

  int width;
  int height;
  gboolean untouched; /* nobody has moved the window yet: all stays in sight */
  gint64 start_first; /* what is to be in sight first, where first < last */
  gint64 start_last;
  double scroll;
  gboolean moving; /* the axis is being moved from here */
  gboolean gliding;
  const void *folded; /* the folds that its places are of, only to be compared */
  gint64 glide_start; /* frame time; 0: at the next frame */
  Place from;
  Place target;

  gboolean pointer_inside;
  double pointer_x;
  double pointer_y;
  gboolean has_cursor; /* the axis's cursor is here */
  WeftTrackHit hover;
  WeftTrackHit selected;
};

enum
{
  LAYOUT,
  VIEWPORT,
  HOVER,
  SELECTION,
  RANGE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftTracks, weft_tracks, G_TYPE_OBJECT)

static void
emit (WeftTracks *self, guint signal)
{
  g_signal_emit (self, signals[signal], 0);
}

WeftViewState *
weft_tracks_get_state (WeftTracks *self)
{
  return self->state;
}

WeftTrackLayout *
weft_tracks_get_layout (WeftTracks *self)
{
  return self->layout;
}

/* --- places --------------------------------------------------------------------------------------- */

static Place
get_here (WeftTracks *self)
{
  return (Place){ *weft_time_axis_get_visible (self->axis), self->scroll };
}

static Place
get_target (WeftTracks *self)
{
  return self->gliding ? self->target : get_here (self);
}

void
weft_tracks_get_place (WeftTracks *self, WeftTimeSpan *span, double *scroll)
{
  Place target = get_target (self);

  *span = target.span;
  *scroll = target.scroll;
}

static double
get_max_scroll (WeftTracks *self)
{
  return self->layout != NULL ? MAX (self->layout->height - self->height, 0) : 0;
}

static WeftTimeSpan
make_span (double start, gint64 zero, double length)
{
  WeftAxis axis = { .origin = zero, .ticks_per_px = 1 };

  weft_axis_scroll (&axis, start);
  return (WeftTimeSpan){ axis.origin, axis.origin_fraction, length };
}

gboolean
weft_tracks_is_untouched (WeftTracks *self)
{
  return self->untouched;
}

/* The other end of zooming, ticks. */
static double
get_shortest (WeftTracks *self)
{
  return self->width
         / (MAX_PX_PER_TICK * weft_style_px (weft_view_state_get_style (self->state), 1));
}

double
weft_tracks_get_longest (WeftTracks *self)
{
  double least = get_shortest (self);
  gint64 first, last;

  if (!weft_time_axis_get_extent (self->axis, &first, &last))
    return least;
  return MAX ((double) ((guint64) last - (guint64) first) * MAX_OVERVIEW, least);
}

/* Keeps a place near what there is: half of the window may show nothing. */
static Place
clamp_place (WeftTracks *self, Place place)
{
  gint64 first, last;
  double range, start;

  place.scroll = round (CLAMP (place.scroll, 0, get_max_scroll (self)));
  if (!weft_time_axis_get_extent (self->axis, &first, &last))
    return place;
  range = (double) ((guint64) last - (guint64) first);
  place.span.length =
    CLAMP (place.span.length, get_shortest (self), weft_tracks_get_longest (self));
  start = (double) ((__int128) place.span.start - first) + place.span.fraction;
  if (start < -place.span.length / 2)
    place.span = make_span (-place.span.length / 2, first, place.span.length);
  else if (start > range - place.span.length / 2)
    place.span = make_span (range - place.span.length / 2, first, place.span.length);
  return place;
}

static void update_hover (WeftTracks *self);

/* The window stands there now. */
static void
move (WeftTracks *self, const Place *place)
{
  self->scroll = place->scroll;
  self->moving = TRUE;
  weft_time_axis_set_visible (self->axis, &place->span);
  self->moving = FALSE;
  update_hover (self);
  emit (self, VIEWPORT);
}

static void
go (WeftTracks *self, Place place, gboolean glide)
{
  if (self->width <= 0 || weft_time_axis_get_visible (self->axis)->length <= 0)
    return;
  place = clamp_place (self, place);
  self->untouched = FALSE;
  self->gliding = glide && weft_view_state_animates ();
  if (!self->gliding)
    {
      move (self, &place);
      return;
    }
  self->from = get_here (self);
  self->target = place;
  self->folded = weft_time_axis_get_folds (self->axis);
  self->glide_start = 0;
  emit (self, VIEWPORT);
}

void
weft_tracks_go (WeftTracks *self, const WeftTimeSpan *span, double scroll, gboolean glide)
{
  g_return_if_fail (WEFT_IS_TRACKS (self));

  go (self, (Place){ *span, scroll }, glide);
}

/* Edges are on the way from the one place's to the other's, so that what is at the same place in
 * both stays there. */
static Place
interpolate (const Place *from, const Place *to, double way)
{
  double left = (double) ((__int128) from->span.start - to->span.start) + from->span.fraction;

  return (Place){
    make_span (left + (to->span.fraction - left) * way, to->span.start,
               from->span.length + (to->span.length - from->span.length) * way),
    round (from->scroll + (to->scroll - from->scroll) * way),
  };
}

gboolean
weft_tracks_advance (WeftTracks *self, gint64 frame_time)
{
  Place place = self->target;
  double way;

  if (!self->gliding)
    return FALSE;
  if (self->glide_start == 0)
    self->glide_start = frame_time;
  way = (double) (frame_time - self->glide_start) / GLIDE_TIME;
  self->gliding = way < 1;
  /* Quick at first: a press shows within the first frame. */
  if (self->gliding)
    place = interpolate (&self->from, &self->target, 1 - (1 - way) * (1 - way) * (1 - way));
  move (self, &place);
  return self->gliding;
}

gboolean
weft_tracks_is_gliding (WeftTracks *self)
{
  return self->gliding;
}

/* --- the window -------------------------------------------------------------------------------------- */

int
weft_tracks_get_width (WeftTracks *self)
{
  return self->width;
}

int
weft_tracks_get_height (WeftTracks *self)
{
  return self->height;
}

double
weft_tracks_get_scroll (WeftTracks *self, gboolean target)
{
  return target ? get_target (self).scroll : self->scroll;
}

static gboolean
get_axis_at (WeftTracks *self, const WeftTimeSpan *span, WeftAxis *axis)
{
  if (span->length <= 0 || !weft_time_axis_get_ruler (self->axis, self->width, axis))
    return FALSE;
  axis->origin = span->start;
  axis->origin_fraction = span->fraction;
  axis->ticks_per_px = span->length / self->width;
  return TRUE;
}

gboolean
weft_tracks_get_axis (WeftTracks *self, gboolean target, WeftAxis *axis)
{
  Place place;

  g_return_val_if_fail (WEFT_IS_TRACKS (self), FALSE);

  place = target ? get_target (self) : get_here (self);
  return get_axis_at (self, &place.span, axis);
}

static WeftTimeSpan
axis_to_span (WeftTracks *self, const WeftAxis *axis)
{
  return (WeftTimeSpan){ axis->origin, axis->origin_fraction, axis->ticks_per_px * self->width };
}

/* Ticks, with a margin beside them. */
static WeftTimeSpan
fit_span (WeftTracks *self, gint64 first, gint64 last)
{
  gint64 from = weft_time_axis_lay (self->axis, first), to = weft_time_axis_lay (self->axis, last);
  double length = MAX ((double) ((guint64) to - (guint64) from), 1) / (1 - 2 * FIT_MARGIN);

  return make_span (-length * FIT_MARGIN, from, length);
}

/* All, or what is to be in sight first. */
static Place
get_start (WeftTracks *self)
{
  gint64 first, last;

  if (self->start_first < self->start_last)
    return (Place){ fit_span (self, self->start_first, self->start_last), 0 };
  weft_time_axis_get_range (self->axis, &first, &last);
  return (Place){ fit_span (self, first, last), 0 };
}

/* Puts something in sight for the first time, and all of it while it grows. */
static void
open_window (WeftTracks *self)
{
  gint64 first, last;
  Place place;

  if (!self->untouched || self->width <= 0 || !weft_time_axis_get_range (self->axis, &first, &last))
    return;
  place = get_start (self);
  place.scroll = self->scroll;
  move (self, &place);
}

void
weft_tracks_set_start (WeftTracks *self, gint64 first, gint64 last)
{
  g_return_if_fail (WEFT_IS_TRACKS (self) && first <= last);

  self->start_first = first;
  self->start_last = last;
  open_window (self);
}

void
weft_tracks_resize (WeftTracks *self, int width, int height)
{
  Place place;
  int before;

  g_return_if_fail (WEFT_IS_TRACKS (self) && width > 0 && height > 0);

  place = get_target (self);
  before = self->width;
  if (width == self->width && height == self->height)
    return;
  self->width = width;
  self->height = height;
  if (self->untouched)
    {
      open_window (self);
      return;
    }
  /* The zoom stays, and so does the left edge. */
  self->gliding = FALSE;
  if (before > 0)
    place.span.length *= (double) width / before;
  place = clamp_place (self, place);
  move (self, &place);
}

void
weft_tracks_pan (WeftTracks *self, double dx, double dy)
{
  Place place = get_here (self);
  WeftAxis axis;

  if (!get_axis_at (self, &place.span, &axis))
    return;
  weft_axis_scroll (&axis, dx);
  if (dx != 0)
    place.span = axis_to_span (self, &axis);
  place.scroll += dy;
  go (self, place, FALSE);
}

void
weft_tracks_zoom (WeftTracks *self, double x, double factor, gboolean glide)
{
  Place place = glide ? get_target (self) : get_here (self);
  WeftTimeSpan wanted;
  WeftAxis axis;

  if (!get_axis_at (self, &place.span, &axis) || factor == 1)
    return;
  /* At the ends of zooming what is under the pointer stays there, too. */
  wanted = place.span;
  wanted.length /= factor;
  wanted = clamp_place (self, (Place){ wanted, 0 }).span;
  weft_axis_zoom (&axis, x, wanted.length / place.span.length);
  place.span = axis_to_span (self, &axis);
  go (self, place, glide);
}

/* --- jumps ----------------------------------------------------------------------------------------------- */

static void
jump (WeftTracks *self, Place place)
{
  weft_view_state_push_history (self->state);
  go (self, place, TRUE);
}

void
weft_tracks_fit_all (WeftTracks *self)
{
  Place place = get_target (self);
  gint64 first, last;

  if (!weft_time_axis_get_range (self->axis, &first, &last))
    return;
  place.span = fit_span (self, first, last);
  jump (self, place);
}

static gboolean
same_span (const WeftTimeSpan *a, const WeftTimeSpan *b)
{
  double start = (double) ((__int128) a->start - b->start) + a->fraction - b->fraction;

  return fabs (a->length / b->length - 1) < 1e-3 && fabs (start) < b->length * 1e-3;
}

void
weft_tracks_fit (WeftTracks *self)
{
  Place place = get_target (self), fitted = place;
  gint64 first, last;

  if (!weft_time_axis_get_selection (self->axis, &first, &last))
    {
      first = self->selected.first;
      last = self->selected.last;
    }
  if (first < last)
    {
      fitted.span = fit_span (self, first, last);
      fitted = clamp_place (self, fitted);
      if (!same_span (&fitted.span, &place.span))
        {
          jump (self, fitted);
          return;
        }
    }
  weft_tracks_fit_all (self);
}

/* A tick in the middle, but where there is little before or behind it, not beyond the ends of the
 * time: who jumps wants to see something. */
static WeftTimeSpan
middle_span (WeftTracks *self, gint64 tick, double length)
{
  gint64 place = weft_time_axis_lay (self->axis, tick), first, last;
  double offset, most;

  if (!weft_time_axis_get_extent (self->axis, &first, &last))
    return make_span (-length / 2, place, length);
  offset = (double) ((__int128) place - first) - length / 2;
  most = (double) ((__int128) last - first) - length;
  return make_span (CLAMP (offset, MIN (most, 0), MAX (most, 0)), first, length);
}

void
weft_tracks_show_time (WeftTracks *self, gint64 first, gint64 last)
{
  Place place = get_target (self);

  place.span =
    first < last ? fit_span (self, first, last) : middle_span (self, first, place.span.length);
  jump (self, place);
}

/* How far to scroll for a row to lie in the window. */
static double
scroll_to_row (WeftTracks *self, const WeftTrackRow *row, double scroll)
{
  int pinned = self->layout->pinned_height;

  if (row->pinned)
    return scroll;
  if (row->y - scroll < pinned)
    return row->y - pinned;
  return MAX (scroll, row->y + row->height - self->height);
}

void
weft_tracks_show (WeftTracks *self, const WeftTrackHit *thing)
{
  const WeftTrack *track =
    self->scene != NULL ? weft_track_scene_find (self->scene, thing->track) : NULL;
  Place place = get_target (self), before = place;
  gint64 first = weft_time_axis_lay (self->axis, thing->first),
         last = weft_time_axis_lay (self->axis, thing->last);
  double start, end;

  if (track == NULL || place.span.length <= 0)
    return;
  if (weft_track_layout_find_track (self->layout, track->id) == NULL)
    weft_tracks_set_closed (self, track->group, FALSE);
  place.scroll =
    scroll_to_row (self, weft_track_layout_find_track (self->layout, track->id), place.scroll);
  start = (double) ((__int128) first - place.span.start) - place.span.fraction;
  end = start + (double) ((guint64) last - (guint64) first);
  if (thing->first < thing->last && (end < 0 || start >= place.span.length))
    /* Its middle comes to the middle, or its beginning to the first third where it is long. */
    place.span = make_span (MIN ((end - start) / 2, place.span.length / 6) - place.span.length / 2,
                            first, place.span.length);
  if (place.scroll != before.scroll || !same_span (&place.span, &before.span))
    jump (self, place);
}

/* --- arrangement ------------------------------------------------------------------------------------------- */

static void
lay_out (WeftTracks *self)
{
  if (self->scene == NULL)
    return;
  g_clear_pointer (&self->layout, weft_track_layout_unref);
  self->layout =
    weft_track_layout_new (self->scene, self->order, weft_view_state_get_style (self->state));
  self->scroll = MIN (self->scroll, get_max_scroll (self));
  self->target.scroll = MIN (self->target.scroll, get_max_scroll (self));
  update_hover (self);
  emit (self, LAYOUT);
}

void
weft_tracks_set_scene (WeftTracks *self, WeftTrackScene *scene)
{
  g_return_if_fail (WEFT_IS_TRACKS (self) && scene != NULL);

  if (scene == self->scene)
    return;
  weft_track_scene_ref (scene);
  g_clear_pointer (&self->scene, weft_track_scene_unref);
  self->scene = scene;
  lay_out (self);
}

void
weft_tracks_set_collapsed (WeftTracks *self, guint32 id, gboolean collapsed)
{
  if (weft_track_order_is_collapsed (self->order, id) == collapsed)
    return;
  weft_track_order_set_collapsed (self->order, id, collapsed);
  lay_out (self);
}

void
weft_tracks_set_pinned (WeftTracks *self, guint32 id, gboolean pinned)
{
  if (weft_track_order_is_pinned (self->order, id) == pinned)
    return;
  weft_track_order_set_pinned (self->order, id, pinned);
  lay_out (self);
}

void
weft_tracks_set_closed (WeftTracks *self, const char *group, gboolean closed)
{
  if (weft_track_order_is_closed (self->order, group) == closed)
    return;
  weft_track_order_set_closed (self->order, group, closed);
  lay_out (self);
}

void
weft_tracks_move (WeftTracks *self, guint32 id, int places)
{
  if (self->scene == NULL || places == 0)
    return;
  weft_track_order_move (self->order, self->scene, id, places);
  lay_out (self);
}

char *
weft_tracks_save_order (WeftTracks *self)
{
  return weft_track_order_save (self->order);
}

/* --- pointer ------------------------------------------------------------------------------------------------- */

void
weft_tracks_hit_test (WeftTracks *self, double x, double y, WeftTrackHit *hit)
{
  int pinned;
  WeftAxis axis;

  *hit = (WeftTrackHit){ .thing = WEFT_TRACK_NO_THING };
  if (self->layout == NULL || !weft_tracks_get_axis (self, FALSE, &axis))
    return;
  pinned = self->layout->pinned_height;
  weft_track_layout_hit_test (self->layout, &axis, weft_view_state_get_style (self->state), x,
                              y < pinned ? y : y + self->scroll, hit);
}

static void
update_hover (WeftTracks *self)
{
  WeftAxis axis;
  gboolean inside = self->pointer_inside && weft_tracks_get_axis (self, FALSE, &axis);

  weft_track_hit_clear (&self->hover);
  /* Nobody reads a thing that moves fast under the pointer. */
  if (inside && !self->gliding)
    weft_tracks_hit_test (self, self->pointer_x, self->pointer_y, &self->hover);
  /* The cursor may be that of another view of the same time. */
  if (!inside && !self->has_cursor)
    return;
  weft_view_state_set_cursor (self->state, inside,
                              inside ? weft_axis_to_tick (&axis, self->pointer_x) : 0);
  self->has_cursor = inside;
  emit (self, HOVER);
}

void
weft_tracks_set_pointer (WeftTracks *self, gboolean inside, double x, double y)
{
  if (self->pointer_inside == inside && self->pointer_x == x && self->pointer_y == y)
    return;
  self->pointer_inside = inside;
  self->pointer_x = x;
  self->pointer_y = y;
  update_hover (self);
  weft_view_state_hover_changed (self->state);
}

gboolean
weft_tracks_get_pointer (WeftTracks *self, double *x, double *y)
{
  *x = self->pointer_x;
  *y = self->pointer_y;
  return self->pointer_inside;
}

const WeftTrackHit *
weft_tracks_get_hover (WeftTracks *self)
{
  return &self->hover;
}

/* --- selection ------------------------------------------------------------------------------------------------ */

const WeftTrackHit *
weft_tracks_get_selected (WeftTracks *self)
{
  return &self->selected;
}

void
weft_tracks_select (WeftTracks *self, const WeftTrackHit *thing)
{
  const WeftTrackHit nothing = { .thing = WEFT_TRACK_NO_THING };

  g_return_if_fail (WEFT_IS_TRACKS (self));

  if (thing == NULL)
    thing = &nothing;
  if (thing->on_track == self->selected.on_track && thing->track == self->selected.track
      && thing->thing == self->selected.thing && thing->first == self->selected.first
      && thing->last == self->selected.last)
    return;
  weft_track_hit_copy (thing, &self->selected);
  emit (self, SELECTION);
}

void
weft_tracks_step (WeftTracks *self, int tracks, int things)
{
  const WeftTrack *selected = self->selected.on_track && self->scene != NULL
                                ? weft_track_scene_find (self->scene, self->selected.track)
                                : NULL;
  const WeftTrack *track =
    self->layout != NULL ? weft_track_layout_step (self->layout, selected, tracks) : NULL;
  const WeftTrackPainter *painter;
  g_auto (WeftTrackHit) from = { .on_track = FALSE };
  g_auto (WeftTrackHit) hit = { .thing = WEFT_TRACK_NO_THING };
  Place here = get_target (self);

  if (track == NULL)
    return;
  weft_track_hit_copy (&self->selected, &from);
  /* In another track: what is there at the same time, or in the middle of the window. */
  if (!from.on_track || from.track != track->id)
    from.thing = WEFT_TRACK_NO_THING;
  if (from.first >= from.last)
    from.first =
      weft_time_axis_find (self->axis, here.span.start + (gint64) (here.span.length / 2));
  hit.on_track = from.on_track = TRUE;
  hit.track = from.track = track->id;
  painter = self->scene->painter;
  if (painter->step == NULL
      || !painter->step (self->scene->data, track, &from, things < 0 ? -1 : 1, &hit))
    {
      /* At the end of its things, the selection stays on the last. */
      if (tracks == 0 && self->selected.on_track)
        return;
      hit.text = g_strdup (track->title);
    }
  weft_tracks_select (self, &hit);
  weft_tracks_show (self, &self->selected);
}

/* --- the object --------------------------------------------------------------------------------------------------- */

static void
axis_moved (WeftTracks *self)
{
  if (self->moving)
    return;
  self->untouched = FALSE;
  self->gliding = FALSE;
  update_hover (self);
  emit (self, VIEWPORT);
}

static void
axis_range_changed (WeftTracks *self)
{
  self->gliding &= self->folded == weft_time_axis_get_folds (self->axis);
  emit (self, RANGE);
  if (self->untouched)
    open_window (self);
  else
    emit (self, VIEWPORT);
}

static void
follow_axis (WeftTracks *self)
{
  if (self->axis != NULL)
    g_signal_handlers_disconnect_by_data (self->axis, self);
  g_set_object (&self->axis, weft_view_state_get_axis (self->state));
  g_signal_connect_object (self->axis, "visible", G_CALLBACK (axis_moved), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->axis, "range", G_CALLBACK (axis_range_changed), self,
                           G_CONNECT_SWAPPED);
  if (weft_time_axis_get_visible (self->axis)->length > 0)
    axis_moved (self);
  else
    axis_range_changed (self);
}

static void
weft_tracks_finalize (GObject *object)
{
  WeftTracks *self = WEFT_TRACKS (object);

  g_clear_object (&self->axis);
  g_clear_pointer (&self->layout, weft_track_layout_unref);
  g_clear_pointer (&self->scene, weft_track_scene_unref);
  weft_track_order_free (self->order);
  weft_track_hit_clear (&self->hover);
  weft_track_hit_clear (&self->selected);
  G_OBJECT_CLASS (weft_tracks_parent_class)->finalize (object);
}

static void
weft_tracks_class_init (WeftTracksClass *klass)
{
  static const char *const names[N_SIGNALS] = { "layout", "viewport", "hover", "selection",
                                                "range" };

  G_OBJECT_CLASS (klass)->finalize = weft_tracks_finalize;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], WEFT_TYPE_TRACKS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
}

static void
weft_tracks_init (WeftTracks *self)
{
  self->order = weft_track_order_new ();
  self->untouched = TRUE;
  self->selected.thing = WEFT_TRACK_NO_THING;
}

WeftTracks *
weft_tracks_new (WeftViewState *state)
{
  WeftTracks *self = g_object_new (WEFT_TYPE_TRACKS, NULL);

  self->state = state;
  follow_axis (self);
  g_signal_connect_object (state, "axis", G_CALLBACK (follow_axis), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "style", G_CALLBACK (lay_out), self, G_CONNECT_SWAPPED);
  return self;
}
