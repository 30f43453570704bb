/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The gestures of a canvas, the same in every view: the wheel scrolls, with Ctrl it zooms; two fingers
 * pinch; a drag pans, with Shift it brushes; what is thrown goes on; clicks select. Adds controllers
 * to a widget and says to its owner what they mean. Lengths are device pixels. */

typedef struct
{
  /* The pointer is at a point of the canvas, or (`inside` FALSE) nowhere. */
  void (*set_pointer) (gpointer owner, gboolean inside, double x, double y);

  /* Scroll by that much, and follow where the view follows something; `held`: a hand holds the
   * picture, which goes where the hand does. */
  void (*pan) (gpointer owner, double dx, double dy, gboolean held);

  /* Zoom around a point: gliding there or, as fingers do it, at once. */
  void (*zoom) (gpointer owner, double x, double y, double factor_x, double factor_y,
                gboolean glide);

  /* Brush from a point by that much. */
  void (*brush) (gpointer owner, double x, double y, double dx, double dy);

  /* A click, the first or the second of a double click. */
  void (*click) (gpointer owner, guint n_press, double x, double y);

  /* A frame begins; TRUE while the picture glides. NULL: it never does. */
  gboolean (*advance) (gpointer owner, gint64 frame_time);
} WeftCanvasActions;

typedef struct _WeftCanvasInput WeftCanvasInput;

/* For `widget`, which outlives it. */
WeftCanvasInput *weft_canvas_input_new (GtkWidget *widget, const WeftCanvasActions *actions,
                                        gpointer owner);
void weft_canvas_input_free (WeftCanvasInput *self);

/* The picture has begun to glide: from now on frames advance it. */
void weft_canvas_input_wake (WeftCanvasInput *self);

gboolean weft_canvas_input_is_panning (WeftCanvasInput *self);
gboolean weft_canvas_input_is_dragging (WeftCanvasInput *self); /* pans or brushes */

G_END_DECLS
