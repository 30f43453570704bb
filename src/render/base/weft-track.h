/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "weft-axis.h"
#include "weft-paint-list.h"
#include "weft-style.h"
#include "weft-track-names.h"

G_BEGIN_DECLS

/* Tracks: strips below one another along the same time. A family describes its tracks and paints
 * them; WeftTrackLayout puts them below one another, and the painting here serves tiles on workers,
 * figures and tests alike. No widget is involved.
 *
 * What workers read is a WeftTrackScene: immutable, shared by reference. A trace that grows needs no
 * new scene as long as its tracks stay the same: its painter reads the trace's published rows, and
 * says by `revision` that there are more. */

/* A thing of no number: the hit is on empty track, or on several things at once. */
#define WEFT_TRACK_NO_THING G_MAXUINT64

/* The height of an ordinary track, in logical pixels at text scale 1. */
#define WEFT_TRACK_HEIGHT 24

typedef struct
{
  guint32 id;        /* the family's own, unique; what is arranged and remembered goes by it */
  const char *title; /* for people, UTF-8 */
  const char *group; /* the heading that it is under; NULL: none. Tracks of a group are adjacent. */
  const char *unit;  /* of a graph's amounts, shown beside the title; nullable */
  int height;        /* logical pixels at text scale 1 */
} WeftTrack;

/* The part of one track that is to be painted or hit: the list's x 0 is the picture's x. */
typedef struct
{
  WeftAxis axis; /* its left edge is at x 0 of the picture, device pixels */
  gint64 x;      /* the list's left edge in the picture */
  int width;     /* of the list, */
  int depth;     /* and its height; 0: not known, as in a hit test */
  int y;         /* the track's top in the list, may be above it */
  int height;    /* the track's height; a collapsed track has less */
  gboolean collapsed;
  gint64 first; /* ticks that lie in it, wholly or in part, half-open */
  gint64 last;
  gint64 top; /* the list's top edge in the picture */
  int sight;  /* the list's part left of this is never seen, so that texts begin there at the
                  * earliest; ≤ 0 where a picture can be moved */
  WeftTrackNames *names; /* where names of long things go in one that can be moved; NULL: they are
                          * painted where the things begin */
  const WeftStyle *style;
  gpointer
    shared; /* what the painter's `share` made for the picture; NULL: nothing, as in a hit test */
} WeftTrackView;

/* The thing under a point. Zero-initialize; clear with weft_track_hit_clear(). */
typedef struct
{
  gboolean on_track; /* else nothing below is set */
  guint32 track;     /* its id */
  guint64 thing;     /* the family's number of an event, or WEFT_TRACK_NO_THING */
  gint64 first; /* its time, or that of the things which are too small to tell apart; half-open; */
  gint64 last;  /* first = last: none, there is nothing to zoom to */
  int y;        /* the thing's part of the track's height, device pixels from its top */
  int height;   /* 0: all of it */
  char *text;   /* for tooltip and screen reader, more lines than one are fine; nullable */
} WeftTrackHit;

/* An entry of the legend: a colour and its name, or where it has `low` a ramp, that of
 * weft_style_heat(), between the amounts at its ends. */
typedef struct
{
  const char *name; /* of a ramp what its amounts are, with their unit */
  WeftColor color;  /* of no ramp */
  gboolean hatched; /* with WEFT_HATCH_UP in the style's wait colour */
  gboolean unknown; /* hatched as what has no value */
  guint64 count;    /* how many there are, written behind the name; 0: it is not said */
  const char *low;  /* "0 %" */
  const char *high; /* "≥ 1.67" */
  gboolean rooted; /* the colour follows the square root of the amount; the legend's ramp is even in
                     * the amount all the same */
} WeftTrackLegendEntry;

typedef struct _WeftTrackLayout WeftTrackLayout;

/* A family's own functions. `data` is the scene's. Called on several threads at a time but for hit_test,
 * step and get_legend, which the main thread calls. */
typedef struct
{
  /* Appends the track: opaque things over the canvas that is painted already, clipped to the track. A
   * painter reads pyramids where things are smaller than pixels: its cost follows from the width. */
  void (*paint) (gpointer data, const WeftTrack *track, const WeftTrackView *view,
                 WeftPaintList *list);

  /* Makes what the tracks of one picture are painted from together, which is `shared` in their views: `view` is that
   * of a track as high as all of them. NULL: nothing is. */
  gpointer (*share) (gpointer data, const WeftTrackView *view);
  GDestroyNotify free_shared;

  /* Finds the thing at (x, y) of the list; `hit` comes with `on_track`, `track` and no thing. */
  void (*hit_test) (gpointer data, const WeftTrack *track, const WeftTrackView *view, double x,
                    double y, WeftTrackHit *hit);

  /* The thing of the track after (`direction` 1) or before (−1) the one in `from`; where `from` has
   * none, the one at or after its time `first`. FALSE where there is none. NULL: the track's things
   * cannot be walked along. */
  gboolean (*step) (gpointer data, const WeftTrack *track, const WeftTrackHit *from, int direction,
                    WeftTrackHit *hit);

  /* A number that rises when what the track shows of [first, last) has changed, and never falls: the
   * revision at which it changed last. NULL: it never changes. */
  guint (*revision) (gpointer data, const WeftTrack *track, gint64 first, gint64 last);

  /* The whole trace in one strip: density, and trouble above all. NULL: there is no minimap. */
  void (*paint_minimap) (gpointer data, const WeftTrackView *view, WeftPaintList *list);

  /* Fills in up to `max` entries and returns how many; colours are those of the style. NULL: no
   * legend. */
  guint (*get_legend) (gpointer data, const WeftStyle *style, WeftTrackLegendEntry *entries,
                       guint max);

  /* Appends what lies over the tracks and goes from one to another, such as arrows; `view` is that of
   * a track as high as all of them. NULL: nothing does. */
  void (*paint_over) (gpointer data, WeftTrackLayout *layout, const WeftTrackView *view,
                      WeftPaintList *list);

  /* Appends what tells of the tracks of a group that is closed, in the row of its heading. NULL:
   * nothing does. */
  void (*paint_group) (gpointer data, const char *group, const WeftTrackView *view,
                       WeftPaintList *list);

  /* Appends what belongs to the selected thing and lies over the tracks, such as its arrows; `view` is
   * that of a track as high as all of them, as they are scrolled. On the main thread. NULL: nothing
   * does. */
  void (*paint_selected) (gpointer data, WeftTrackLayout *layout, const WeftTrackHit *selected,
                          const WeftTrackView *view, WeftPaintList *list);
} WeftTrackPainter;

/* --- scenes ------------------------------------------------------------------------------------- */

typedef struct
{
  gatomicrefcount ref_count;
  const WeftTrackPainter *painter;
  gpointer data; /* the painter's */
  GDestroyNotify free_data;
  WeftTrack *tracks;
  guint n_tracks;
  GStringChunk *strings;
} WeftTrackScene;

/* Copies the tracks, with their strings. `free_data` (nullable) is called with `data` when nobody has
 * the scene any more, on any thread. */
WeftTrackScene *weft_track_scene_new (const WeftTrackPainter *painter, gpointer data,
                                      GDestroyNotify free_data, const WeftTrack *tracks,
                                      guint n_tracks);
WeftTrackScene *weft_track_scene_ref (WeftTrackScene *self);
void weft_track_scene_unref (WeftTrackScene *self);

/* The track with an id: (nullable). */
const WeftTrack *weft_track_scene_find (WeftTrackScene *self, guint32 id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTrackScene, weft_track_scene_unref)

/* --- for painters --------------------------------------------------------------------------------- */

/* x of a tick in the list: the same pixel in whatever tile it is painted. */
int weft_track_view_x (const WeftTrackView *view, gint64 tick);

/* The tick at column x of the list: rounded down. */
gint64 weft_track_view_tick (const WeftTrackView *view, double x);

/* The ticks of a column of pixels, at least one of them: [*first, *last). */
void weft_track_view_column (const WeftTrackView *view, int x, gint64 *first, gint64 *last);

/* Fills the box of a thing from `first` to `last` (at least a pixel wide), leaving a pixel of the
 * track free above and below, with its border where it is large enough, and in it as much of `text`
 * (nullable) as is legible, once, whatever part of the thing the list shows. */
void weft_track_view_box (const WeftTrackView *view, WeftPaintList *list, gint64 first, gint64 last,
                          int y, int height, WeftColor color, const char *text);

/* Writes the name of a thing of which [left, right) is in sight: where that begins, cut where something of
 * it can be read, left out where it would not say much. */
void weft_track_paint_name (WeftPaintList *list, const WeftStyle *style, double left, double right,
                            int y, int height, WeftColor color, const char *text);

void weft_track_hit_clear (WeftTrackHit *hit);

/* A thing on a track, which lasts a tick at least; takes `text`. */
void weft_track_hit_set (WeftTrackHit *hit, guint32 track, guint32 thing, gint64 first, gint64 last,
                         char *text);
void weft_track_hit_copy (const WeftTrackHit *from, WeftTrackHit *to);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftTrackHit, weft_track_hit_clear)

G_END_DECLS
