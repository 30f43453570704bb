/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-timeline-colors.h"
#include "weft-timeline-flame.h"

#include "weft-paint-list.h"

G_BEGIN_DECLS

/* The picture of a flame graph: a box for each node, as wide as its time, below the one that contains it.
 * Rows of boxes begin at the top. It is a plain value that describes what is drawn; nothing is kept. */
typedef struct
{
  const WeftTimelineFlame *flame;
  const WeftTimelineColors *colors;
  const WeftStyle *style;
  guint32 root;     /* the node that fills the width; WEFT_TIMELINE_NO_NODE: all do together */
  guint32 name;     /* nodes that are called so stand out; WEFT_NO_NAME: none do */
  guint32 selected; /* a node with a frame; WEFT_TIMELINE_NO_NODE: none has */
} WeftTimelineIcicle;

/* Height of all rows, in device pixels. */
int weft_timeline_icicle_measure (const WeftTimelineIcicle *self);

/* Appends the picture, opaque, within a box in device pixels. What there is no room for below is cut
 * off. */
void weft_timeline_icicle_paint (const WeftTimelineIcicle *self, WeftPaintList *list, int x, int y,
                                 int width, int height);

/* The node at (px, py) of a picture of that width; WEFT_TIMELINE_NO_NODE: none. */
guint32 weft_timeline_icicle_hit_test (const WeftTimelineIcicle *self, int width, double px,
                                       double py);

/* Where a node is, of that width: FALSE where it is too narrow to be seen. */
gboolean weft_timeline_icicle_get_box (const WeftTimelineIcicle *self, int width, guint32 node,
                                       int *x, int *y, int *box_width, int *height);

/* The hover text of a node, a few lines: (transfer full). */
char *weft_timeline_icicle_describe (const WeftTimelineFlame *flame, guint32 node);

/* A picture for files: title and summary in a line above, as WeftTrackFigure has them. Appends it,
 * opaque, with its corner at (0, 0). */
void weft_timeline_icicle_paint_figure (const WeftTimelineIcicle *self, const char *title,
                                        const char *summary, WeftPaintList *list, int width,
                                        int height);

G_END_DECLS
