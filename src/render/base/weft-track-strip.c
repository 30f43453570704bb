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

  /* Where many things share a column, edges are looked up together. */
  int first; /* the column with the first edge that is, */
  guint n_edges;
  gint64 edges[WEFT_SPANS_TIMES];   /* their ticks, */
  WeftSpansAt at[WEFT_SPANS_TIMES]; /* and what is there */
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

static long
count_steps (gint64 taken, gint64 length)
{
  return lrint ((double) taken / (double) length * SHARES);
}

/* The column of the ticks from `first` to `edge`, of which `taken` are taken, with things from `i` up to `next`. */
static void
put_column (Columns *self, int x, guint32 i, guint32 next, gint64 first, gint64 taken)
{
  gint64 last = MAX (self->edge, first + (first < G_MAXINT64));

  if (self->n == WEFT_TRACK_COLUMNS)
    paint_columns (self);
  self->columns[self->n++] = (WeftTrackColumn){
    .x = x,
    .first = i,
    .end = MAX (next, i + 1),
    /* In steps, so that neighbours can be painted at once. */
    .share = (double) count_steps (taken, last - first) / SHARES,
  };
  self->x = last == self->edge ? x + 1 : -1;
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
  put_column (self, x, i, next, first, before - self->before);
  self->before = before;
  return next;
}

/* --- where many things share a column --------------------------------------------------------------- */

/* Columns of so many cells of the grid are looked up together, */
#define DENSE_CELLS 0.35

/* and of so many as well as cells tell: the share is off by a thirty-second at most, which is one step. */
#define MANY_CELLS 16

/* Whether a column has as many cells of the grid as `n`, each of which has a few things. */
static gboolean
is_dense (const WeftSpans *spans, const WeftTrackView *view, double n)
{
  return spans->grid.n_cells > 0
         && view->axis.ticks_per_px >= n * (double) ((guint64) 1 << spans->grid.shift);
}

/* Edges are looked up one by one beside columns in which nothing is sure to begin. */
static void
settle (Columns *self)
{
  gint64 times[WEFT_SPANS_TIMES];
  WeftSpansAt found[WEFT_SPANS_TIMES];
  guint edges[WEFT_SPANS_TIMES], n = 0;
  gboolean left = FALSE, right; /* the columns on either side of an edge are such */

  for (guint i = 0; i < self->n_edges; i++, left = right)
    {
      right = i + 1 < self->n_edges && self->at[i].most >= self->at[i + 1].least;
      if (left || right)
        {
          edges[n] = i;
          times[n++] = self->edges[i];
        }
    }
  if (n > 0)
    weft_spans_look_up (self->strip->spans, times, n, found);
  for (guint i = 0; i < n; i++)
    self->at[edges[i]] = found[i];
}

/* The edges of column x, which are looked up with those to the right. */
static const WeftSpansAt *
look_up (Columns *self, int x)
{
  const WeftSpans *spans = self->strip->spans;

  if (x < self->first || x + 1 >= self->first + (int) self->n_edges)
    {
      self->first = x;
      self->n_edges = (guint) MIN ((int) WEFT_SPANS_TIMES, self->view->width - x + 1);
      for (guint i = 0; i < self->n_edges; i++)
        self->edges[i] = weft_track_view_tick (self->view, (double) x + i);
      if (spans->cells != NULL && is_dense (spans, self->view, MANY_CELLS))
        {
          weft_spans_estimate (spans, self->edges, self->n_edges, self->at);
          settle (self);
        }
      else
        weft_spans_look_up (spans, self->edges, self->n_edges, self->at);
    }
  return &self->at[x - self->first];
}

static inline gboolean
is_exact (const WeftSpansAt *at)
{
  return at->least == at->most;
}

/* Whether the column begins with the thing `i`, and all in it are too narrow to be drawn by themselves. */
static gboolean
is_plain (Columns *self, int x, guint32 i, double narrow)
{
  const WeftSpansAt *at = look_up (self, x);
  const WeftSpans *spans = self->strip->spans;
  gint64 first = self->edges[x - self->first], last = self->edges[x + 1 - self->first], start;

  if (last <= first || i < at->least || i > at->most || at->most >= spans->n)
    return FALSE;
  start = is_exact (at) ? weft_spans_start (spans, at->least) : first;
  return start < last && (start <= first || weft_track_view_x (self->view, start) <= x)
         && (spans->longest <= narrow
             || weft_span_peaks_get_most (&spans->peaks, at->least,
                                          MIN (at[1].most, spans->n - 1) + 1)
                  <= narrow);
}

/* Columns from x on, the first of which begins with `*i`, as long as they are plain. Returns the column behind them. */
static int
add_dense (Columns *self, guint32 *i, int x)
{
  /* Those are less than BOX_WIDTH pixels wide wherever they begin. */
  const double narrow = (BOX_WIDTH - 1) * self->view->axis.ticks_per_px * (1 - 1e-9) - 1;
  const WeftSpansAt *at = NULL;

  while (x < self->view->width && is_plain (self, x, *i, narrow))
    {
      at = look_up (self, x);
      self->edge = self->edges[x + 1 - self->first];
      put_column (self, x, at->most, at[1].least, self->edges[x - self->first],
                  at[1].before - at->before);
      at++;
      self->before = at->before;
      *i = at->least;
      x++;
    }
  if (at != NULL && !is_exact (at))
    {
      *i = weft_spans_find (self->strip->spans, self->edge);
      self->x = -1;
    }
  return x;
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
  const gboolean dense = is_dense (self->spans, view, DENSE_CELLS);
  guint32 i;
  int painted = 0; /* columns before this one are done with */
  Columns columns = {
    .strip = self,
    .view = view,
    .stretch = { list, view->style, view->y + self->y + 1, MAX (self->height - 2, 1) },
    .x = -1,
    .first = -1,
  };

  if (is_out_of_sight (self, view))
    return;
  i = weft_spans_find (self->spans, view->first);
  while (i < self->spans->n)
    {
      guint32 current, next;
      gint64 start, stop;
      int x0, x1;

      if (dense)
        painted = add_dense (&columns, &i, painted);
      if (i == self->spans->n)
        break;
      current = i;
      start = weft_spans_start (self->spans, i);
      stop = weft_spans_end (self->spans, i);
      x0 = weft_track_view_x (view, start);
      x1 = weft_track_view_x (view, stop);
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

void
weft_track_view_add_taken (const WeftTrackView *view, const WeftSpans *spans, double *taken)
{
  gint64 edge = weft_track_view_tick (view, 0), counted = G_MAXINT64, before = 0;
  guint32 place = 0;

  for (int x = 0; x < view->width && spans->n > 0; x++)
    {
      gint64 first, last, from = before;

      weft_stretch_next_column (view, x, &edge, &first, &last);
      /* Columns of less than a tick begin where others did before them. */
      if (first != counted)
        {
          place = weft_spans_find (spans, first);
          from = weft_spans_count_at (spans, first, place);
        }
      before = weft_spans_count_from (spans, &place, last);
      counted = last;
      taken[x] += (double) (before - from);
    }
}
