/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-canvas-input.h"
#include "weft-tile-view.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* A picture that one moves about in: tiles, what lies over them, the crosshair, gestures, keys, hover
 * texts and the description for those who don't see it. A family's canvas derives from it and says
 * what the picture is of. Lengths are device pixels. */

#define WEFT_TYPE_CANVAS (weft_canvas_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftCanvas, weft_canvas, WEFT, CANVAS, GtkWidget)

/* Those that are said to be of the frame are never called for a canvas that draws itself, by a
 * `snapshot` of its own, and stands outside of a WeftPictureView. */
struct _WeftCanvasClass
{
  GtkWidgetClass parent_class;

  /* The gestures; their owner is the canvas. */
  WeftCanvasActions input;

  /* The picture has this size, at least 1 × 1. */
  void (*resize) (WeftCanvas *self, int width, int height);

  /* Draws over the tiles, below the crosshair: of the frame. */
  void (*draw_over) (WeftCanvas *self, GtkSnapshot *snapshot);

  /* Where a time is, and which time is somewhere. FALSE where there is no time from left to right.
   * Of the frame. */
  gboolean (*time_to_x) (WeftCanvas *self, gint64 time, double *x);
  gboolean (*x_to_time) (WeftCanvas *self, double x, gint64 *time);

  /* Where the pointer is, if it is inside. NULL: keys zoom around the middle. */
  gboolean (*get_pointer) (WeftCanvas *self, double *x, double *y);

  /* Whether the picture moves by itself: of the frame. */
  gboolean (*is_gliding) (WeftCanvas *self);

  /* Of what is under the pointer, and of that or else of what is selected: (transfer full)
   * (nullable). */
  char *(*describe_hover) (WeftCanvas *self);
  char *(*describe_current) (WeftCanvas *self);

  /* The actions of the keys that are not gestures too: see weft-view-keys.h. By default `page`
   * pans; NULL for `go_to_edge`: there is none. */
  void (*fit) (WeftCanvas *self);
  void (*fit_all) (WeftCanvas *self);
  void (*step) (WeftCanvas *self, int down, int on);
  void (*page) (WeftCanvas *self, int pages);
  void (*go_to_edge) (WeftCanvas *self, int edge);

  /* Appends the family's own items to the menu of the picture. NULL: there are none. */
  void (*fill_menu) (WeftCanvas *self, GMenu *menu);
};

WeftViewState *weft_canvas_get_state (WeftCanvas *self); /* (transfer none) */

/* Whether all that the window shows is drawn and up to date as of the last frame: a canvas without tiles always is. */
gboolean weft_canvas_is_complete (WeftCanvas *self);

/* The time at a place, FALSE where there is none. */
gboolean weft_canvas_x_to_time (WeftCanvas *self, double x, gint64 *time);

/* Scrolls, as a wheel does, and zooms around a point, gliding there. */
void weft_canvas_pan (WeftCanvas *self, double dx, double dy);
void weft_canvas_zoom (WeftCanvas *self, double x, double y, double factor_x, double factor_y);

/* Does what an action of weft-view-keys.h says. */
void weft_canvas_activate (WeftCanvas *self, const char *action, GVariant *parameter);

/* --- for families -------------------------------------------------------------------------------- */

/* A canvas of that type, for a picture of `state`. */
GtkWidget *weft_canvas_new (GType type, WeftViewState *state);

/* The tiles of the picture: (transfer full). */
void weft_canvas_set_tiles (WeftCanvas *self, WeftTileView *tiles);
WeftTileView *weft_canvas_get_tiles (WeftCanvas *self); /* (transfer none) */

void weft_canvas_get_size (WeftCanvas *self, int *width, int *height);

/* By how much a step of a key is multiplied now. */
double weft_canvas_accelerate (WeftCanvas *self);

/* To be called when the window over the picture has moved, when something else lies under the pointer,
 * and when something else is selected. */
void weft_canvas_viewport_changed (WeftCanvas *self);
void weft_canvas_hover_changed (WeftCanvas *self);
void weft_canvas_selection_changed (WeftCanvas *self);

/* Whether the description is to be of what is selected, as that came later than the pointer did to where
 * it is: who selects by keys hears of it, wherever the pointer was left. */
gboolean weft_canvas_tells_selected (WeftCanvas *self);

/* Fill and frame a box, as far as it is on the canvas. */
void weft_canvas_fill (WeftCanvas *self, GtkSnapshot *snapshot, WeftColorRole role, double x,
                       double y, double width, double height);
void weft_canvas_outline (WeftCanvas *self, GtkSnapshot *snapshot, WeftColorRole role, double x,
                          double y, double width, double height);

/* Draw brushed columns and rows, and lines where the user has set marks. */
void weft_canvas_draw_columns (WeftCanvas *self, GtkSnapshot *snapshot, double x0, double x1);
void weft_canvas_draw_rows (WeftCanvas *self, GtkSnapshot *snapshot, double y0, double y1);
void weft_canvas_draw_marks (WeftCanvas *self, GtkSnapshot *snapshot);

G_END_DECLS
