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

/* A column with things too narrow to tell apart, the first of which is `i`. Returns the one that the next
 * column begins with. */
static guint32
paint_column (const WeftTrackStrip *self, const WeftTrackView *view, guint32 i, int x,
              WeftStretch *stretch)
{
  gint64 first, last, busy;
  guint32 next;
  double share, faintest = self->faintest > 0 ? self->faintest : FAINTEST;

  weft_track_view_column (view, x, &first, &last);
  next = weft_spans_find (self->spans, last);
  busy =
    weft_spans_count_at (self->spans, last, next) - weft_spans_count_at (self->spans, first, i);
  /* In steps, so that neighbours can be painted at once. */
  share = rint ((double) busy / (double) (last - first) * SHARES) / SHARES;
  weft_stretch_add (stretch, x,
                    weft_color_blend (self->ground,
                                      self->get_color (self, view->style, i, MAX (next, i + 1)),
                                      faintest + (1 - faintest) * share),
                    FALSE);
  return next;
}

void
weft_track_strip_paint (const WeftTrackStrip *self, const WeftTrackView *view, WeftPaintList *list)
{
  guint32 i = weft_spans_find (self->spans, view->first);
  int painted = 0; /* columns before this one are done with */
  WeftStretch stretch = { list, view->style, view->y + self->y + 1, MAX (self->height - 2, 1) };

  while (i < self->spans->n)
    {
      guint32 current = i;
      gint64 start = weft_spans_start (self->spans, i), stop = weft_spans_end (self->spans, i);
      int x0 = weft_track_view_x (view, start), x1 = weft_track_view_x (view, stop);

      if (start >= view->last)
        break;
      if (x1 - x0 >= BOX_WIDTH)
        {
          weft_stretch_end (&stretch);
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
      i = MAX (i, paint_column (self, view, i, x0, &stretch));
      /* A point at the column's end would be met again. */
      if (i < self->spans->n && i == current && stop <= weft_track_view_tick (view, painted))
        i++;
    }
  weft_stretch_end (&stretch);
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
