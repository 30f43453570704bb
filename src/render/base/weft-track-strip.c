/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-track-strip.h"

#include "weft-stretch.h"

#include <math.h>

/* Things narrower than this are drawn column by column. */
#define BOX_WIDTH 3

/* Shades that tell how much of a column is taken. */
#define SHARES 32

#define FAINTEST 0.15

/* Things are hit by columns so far to both sides. */
#define REACH 2

/* Columns of a strip from left to right. Neighbours have an edge in common, and what is known of it. */
typedef struct
{
  const WeftTrackStrip *strip;
  const WeftTrackView *view;
  WeftStretch stretch;
  WeftTrackColumn columns[WEFT_TRACK_COLUMNS]; /* that are not painted yet */
  guint n;
  int x;         /* the column whose left edge is known; -1: none is */
  gint64 edge;   /* the tick there, */
  gint64 before; /* and how many before it are taken */
} Columns;

static void
paint_columns (Columns *self)
{
  const WeftTrackStrip *strip = self->strip;
  double faintest = strip->faintest > 0 ? strip->faintest : FAINTEST;
  WeftColor colors[WEFT_TRACK_COLUMNS];

  strip->get_colors (strip, self->view->style, self->columns, self->n, colors);
  for (guint i = 0; i < self->n; i++)
    weft_stretch_add (&self->stretch, self->columns[i].x,
                      weft_color_blend (strip->ground, colors[i],
                                        faintest + (1 - faintest) * self->columns[i].share),
                      strip->unknown != WEFT_COLOR_NONE && colors[i] == strip->unknown
                        ? WEFT_COLOR_UNKNOWN_HATCH
                        : WEFT_COLOR_CANVAS);
  self->n = 0;
}

/* A column with things too narrow to tell apart, the first of which is `i`. Returns the one that the next
 * column begins with. */
static guint32
add_column (Columns *self, guint32 i, int x)
{
  const WeftSpans *spans = self->strip->spans;
  gint64 first, last, before;
  guint32 next = i;

  if (x != self->x)
    {
      self->edge = weft_track_view_tick (self->view, x);
      self->before = weft_spans_count_at (spans, self->edge, i);
    }
  weft_stretch_next_column (self->view, x, &self->edge, &first, &last);
  before = weft_spans_count_from (spans, &next, last);
  if (self->n == WEFT_TRACK_COLUMNS)
    paint_columns (self);
  self->columns[self->n++] = (WeftTrackColumn){
    .x = x,
    .first = i,
    .end = MAX (next, i + 1),
    /* In steps, so that neighbours can be painted at once. */
    .share =
      (double) lrint ((double) (before - self->before) / (double) (last - first) * SHARES) / SHARES,
  };
  self->x = last == self->edge ? x + 1 : -1;
  self->before = before;
  return next;
}

/* Whether nothing of it is in the list. */
static gboolean
is_out_of_sight (const WeftTrackStrip *self, const WeftTrackView *view)
{
  int y = view->y + self->y;

  return view->depth > 0 && (y >= view->depth || y + self->height <= 0);
}

void
weft_track_strip_paint (const WeftTrackStrip *self, const WeftTrackView *view, WeftPaintList *list)
{
  guint32 i;
  int painted = 0; /* columns before this one are done with */
  Columns columns = {
    .strip = self,
    .view = view,
    .stretch = { list, view->style, view->y + self->y + 1, MAX (self->height - 2, 1) },
    .x = -1,
  };

  if (is_out_of_sight (self, view))
    return;
  i = weft_spans_find (self->spans, view->first);
  while (i < self->spans->n)
    {
      guint32 current = i, next;
      gint64 start = weft_spans_start (self->spans, i), stop = weft_spans_end (self->spans, i);
      int x0 = weft_track_view_x (view, start), x1 = weft_track_view_x (view, stop);

      if (start >= view->last)
        break;
      if (x1 - x0 >= BOX_WIDTH)
        {
          self->paint_thing (self, view, list, i);
          i++;
          painted = MAX (painted, x1);
          continue;
        }
      x0 = MAX (x0, painted);
      if (x0 >= MAX (x1, x0 + 1) || x0 >= view->width)
        {
          i++;
          continue;
        }
      painted = x0 + 1;
      next = add_column (&columns, i, x0);
      i = MAX (i, next);
      /* A point at the column's end would be met again. */
      if (i < self->spans->n && i == current && stop <= weft_track_view_tick (view, painted))
        i++;
    }
  paint_columns (&columns);
  weft_stretch_end (&columns.stretch);
}

guint32
weft_track_strip_hit (const WeftTrackStrip *self, const WeftTrackView *view, double x)
{
  guint32 i = weft_spans_find (self->spans, weft_track_view_tick (view, x - REACH));
  guint32 found = G_MAXUINT32;

  for (guint n = 0; i < self->spans->n; i++, n++)
    {
      int x0 = weft_track_view_x (view, weft_spans_start (self->spans, i));
      int x1 = MAX (weft_track_view_x (view, weft_spans_end (self->spans, i)), x0 + 1);

      if (x0 > x + REACH)
        break;
      if (x >= x0 && x < x1)
        return i;
      if (n > 2 * REACH)
        return G_MAXUINT32; /* several are too close to one another */
      found = i;
    }
  return found;
}

void
weft_track_strip_divide (int height, guint n, guint strip, int *y, int *part)
{
  int all = (int) MAX (n, 1), from = height * (int) strip / all,
      to = height * ((int) strip + 1) / all;

  *y = from;
  *part = MAX (to - from, 1);
}
