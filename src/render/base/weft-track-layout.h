/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-track-order.h"

G_BEGIN_DECLS

/* The tracks of a scene below one another: pinned ones at the top, the others in the user's order
 * under the headings of their groups. Immutable, shared by reference; heights are device pixels. */

typedef struct
{
  guint track;       /* index in the scene; G_MAXUINT: the heading of a group */
  const char *title; /* of the track or of the group */
  int y;             /* from the picture's top */
  int height;
  gboolean collapsed;
  gboolean pinned;
  gboolean in_group; /* below a heading: its title is indented */
} WeftTrackRow;

struct _WeftTrackLayout
{
  gatomicrefcount ref_count;
  WeftTrackScene *scene;
  GArray *rows; /* WeftTrackRow */
  GStringChunk *titles;
  int height;
  int pinned_height; /* of the pinned rows, which come first */
};

WeftTrackLayout *weft_track_layout_new (WeftTrackScene *scene, WeftTrackOrder *order,
                                        WeftStyle *style);
WeftTrackLayout *weft_track_layout_ref (WeftTrackLayout *self);
void weft_track_layout_unref (WeftTrackLayout *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTrackLayout, weft_track_layout_unref)

/* The same rows, whose tracks grow by equal ratios so that all are as high as `height`; those that
 * are higher already, and collapsed ones, stay: (transfer full). */
WeftTrackLayout *weft_track_layout_fill (WeftTrackLayout *self, int height);

/* The row at y: (nullable). */
const WeftTrackRow *weft_track_layout_find_row (WeftTrackLayout *self, double y);

/* The row of a track by its id; NULL where a closed group hides it. */
const WeftTrackRow *weft_track_layout_find_track (WeftTrackLayout *self, guint32 id);

/* The track so many rows further on than `from` (nullable: the first or the last), headings left out;
 * `from` or the outermost where there are fewer. */
const WeftTrack *weft_track_layout_step (WeftTrackLayout *self, const WeftTrack *from, int rows);

/* Appends the picture's rectangle, its corner at (0, 0) of the list, opaque. The axis's left edge is
 * x 0 of the picture; the grid has the steps of a ruler that is `ruler_width` wide. The names of long
 * things are added to `names` rather than painted (nullable: they are painted where the things begin). */
void weft_track_layout_paint (WeftTrackLayout *self, const WeftAxis *axis, const WeftStyle *style,
                              int ruler_width, gint64 x, gint64 y, int width, int height,
                              WeftTrackNames *names, WeftPaintList *list);

/* The same from the picture's left edge on, of a picture that does not move: what is left of `sight` is
 * never seen, and no text begins there. */
void weft_track_layout_paint_still (WeftTrackLayout *self, const WeftAxis *axis,
                                    const WeftStyle *style, int ruler_width, int sight, gint64 y,
                                    int width, int height, WeftPaintList *list);

/* Appends what belongs to the selected thing and lies over a picture that is `width` wide and scrolled by
 * `scroll`. */
void weft_track_layout_paint_selected (WeftTrackLayout *self, const WeftTrackHit *selected,
                                       const WeftAxis *axis, const WeftStyle *style, double scroll,
                                       int width, WeftPaintList *list);

/* The revision of what that rectangle shows. */
guint weft_track_layout_get_revision (WeftTrackLayout *self, const WeftAxis *axis, gint64 x,
                                      gint64 y, int width, int height);

/* The thing at a point of the picture. */
void weft_track_layout_hit_test (WeftTrackLayout *self, const WeftAxis *axis,
                                 const WeftStyle *style, double x, double y, WeftTrackHit *hit);

/* How wide a column of the titles has to be for none to be cut, in device pixels. */
int weft_track_layout_measure_labels (WeftTrackLayout *self, const WeftStyle *style);

/* Appends the titles of the rows, with the units of graphs beside or below them, to a column at (0, 0) of the list: pinned ones at its top, the
 * others as far as they have been scrolled by `top`. The row with the index `current` is marked
 * (G_MAXUINT: none). */
void weft_track_layout_paint_labels (WeftTrackLayout *self, const WeftStyle *style, int top,
                                     int width, int height, guint current, WeftPaintList *list);

/* The legend in as many lines as the width needs; 0 where there is none. */
int weft_track_layout_measure_legend (WeftTrackLayout *self, const WeftStyle *style, int width);
void weft_track_layout_paint_legend (WeftTrackLayout *self, const WeftStyle *style, int x, int y,
                                     int width, WeftPaintList *list);

G_END_DECLS
