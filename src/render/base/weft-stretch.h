/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-track.h"

G_BEGIN_DECLS

/* So many columns are painted at once. */
#define WEFT_STRETCH_COLUMNS 256

/* Neighbouring columns of pixels, which are painted at once. Zero-initialize but for the first four, add columns from
 * left to right, and end it. */
typedef struct
{
  WeftPaintList *list;
  const WeftStyle *style;
  int y; /* of the list */
  int height;
  int begin;           /* columns that are not painted yet: from here */
  int end;             /* to here, exclusive */
  gboolean is_mixed;   /* their colours differ */
  WeftColorRole hatch; /* the colour of their stripes; WEFT_COLOR_CANVAS: they have none */
  WeftColor colors[WEFT_STRETCH_COLUMNS]; /* opaque, from `begin` on */
} WeftStretch;

/* As weft_track_view_column(), for columns from left to right: `*edge` is the tick at the
 * column's left edge, and becomes that of the next. */
static inline void
weft_stretch_next_column (const WeftTrackView *view, int x, gint64 *edge, gint64 *first,
                          gint64 *last)
{
  *first = *edge;
  *edge = weft_track_view_tick (view, (double) x + 1);
  *last = MAX (*edge, *first + (*first < G_MAXINT64));
}

void weft_stretch_add (WeftStretch *self, int x, WeftColor color, WeftColorRole hatch);
void weft_stretch_end (WeftStretch *self);

G_END_DECLS
