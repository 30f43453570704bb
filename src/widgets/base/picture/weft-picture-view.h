/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-canvas.h"

G_BEGIN_DECLS

/* The frame around a canvas whose time goes from left to right: minimap, ruler, labels beside the
 * canvas, scrollbars and legend; and the keys of weft-view-keys.h. A family's view derives from it
 * and says what those show. Property "label-width" (int): of the label pane as the user
 * wants it, in logical pixels, to be remembered; 0 where they have not said: then it is as wide as its
 * labels need. */

#define WEFT_TYPE_PICTURE_VIEW (weft_picture_view_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftPictureView, weft_picture_view, WEFT, PICTURE_VIEW, GtkWidget)

typedef enum
{
  WEFT_PICTURE_WHOLE,
  WEFT_PICTURE_STRIP, /* beside another picture: without minimap, legend and scrollbar below */
} WeftPictureKind;

/* The range of a scrollbar, in units of its own. */
typedef struct
{
  double value; /* where the window begins */
  double lower;
  double upper;
  double page;   /* of the window */
  double px;     /* device pixels of a unit */
  double length; /* into so many parts the scrollbar can be told; G_MAXDOUBLE: exactly */
} WeftPictureRange;

/* Sizes and places are device pixels, but for those of `minimap_to_time` and `go_to_minimap`. */
struct _WeftPictureViewClass
{
  GtkWidgetClass parent_class;

  /* Messages to be translated: of the parts, for those who don't see them, and above the labels. */
  const char *minimap_label;
  const char *ruler_label;
  const char *legend_label;
  const char *corner;
  int label_width; /* of those that need less */

  /* Append what a part shows. `paint_window` is for what moves over a minimap that costs something
   * to paint; NULL: there is no such thing. */
  void (*paint_minimap) (WeftPictureView *self, WeftPaintList *list, int width, int height);
  void (*paint_window) (WeftPictureView *self, WeftPaintList *list, int width, int height);
  void (*paint_ruler) (WeftPictureView *self, const WeftAxisExtras *extras, WeftPaintList *list,
                       int width, int height);
  void (*paint_legend) (WeftPictureView *self, WeftPaintList *list, int width, int height);
  int (*measure_legend) (WeftPictureView *self, int width);

  /* The time at a place of a minimap of a width, FALSE where there is none yet; and that comes to
   * the middle of the window, where `begins`: as the first place of a drag. */
  gboolean (*minimap_to_time) (WeftPictureView *self, int width, double x, gint64 *time);
  void (*go_to_minimap) (WeftPictureView *self, int width, double x, gboolean begins);

  /* FALSE where there is nothing to scroll yet. */
  gboolean (*get_range) (WeftPictureView *self, GtkOrientation orientation,
                         WeftPictureRange *range);

  /* A scrollbar was moved by that much. */
  void (*scroll) (WeftPictureView *self, double dx, double dy);
};

GtkWidget *weft_picture_view_get_canvas (WeftPictureView *self); /* (transfer none) */

/* Whether minimap and legend leave their room to the rest; at first they don't. */
void weft_picture_view_set_brief (WeftPictureView *self, gboolean brief);

/* --- for families -------------------------------------------------------------------------------- */

/* A view of that type around `canvas` and, beside it, `labels`. `over_rows` lies over the scrollbar
 * of the rows: (nullable). */
GtkWidget *weft_picture_view_new (GType type, WeftPictureKind kind, GtkWidget *canvas,
                                  GtkWidget *labels, GtkWidget *over_rows);

/* To be called when the window has moved, when the whole that the minimap shows is another, when the
 * layout or its colours are others, and when the legend explains other things. */
void weft_picture_view_overview_changed (WeftPictureView *self);
void weft_picture_view_viewport_changed (WeftPictureView *self);
void weft_picture_view_layout_changed (WeftPictureView *self);
void weft_picture_view_legend_changed (WeftPictureView *self);

/* Labels need that width, in logical pixels, for none to be cut; they never give it back, as a picture
 * whose labels go and come would jump. */
void weft_picture_view_need_label_width (WeftPictureView *self, int width);

/* Keeps the labels as wide as those of `peer` and its peers, so that equal times are below one another.
 * To be called once. */
void weft_picture_view_join (WeftPictureView *self, WeftPictureView *peer);

/* Puts `graphs` below the canvas, as wide as it is, and `titles` beside them. */
void weft_picture_view_set_strip (WeftPictureView *self, GtkWidget *titles, GtkWidget *graphs);

/* While labels are but a ruler, their pane gives its room to the picture: it is so wide, in logical
 * pixels, or as wide as the user made it meanwhile. 0: they are whole. */
void weft_picture_view_set_narrow (WeftPictureView *self, int width);

G_END_DECLS
