/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-paint-coverage.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* The loops over pixels are plain enough for the compiler to vectorise; at -O2 gcc does so only
 * where it is told that the loops are long. */
#if defined __GNUC__ && !defined __clang__
#define VECTORISE __attribute__ ((optimize ("tree-vectorize", "vect-cost-model=dynamic")))
#else
#define VECTORISE
#endif

void
weft_paint_coverage_begin (WeftPaintCoverage *self, WeftPaintBox target, WeftPaintBox clip)
{
  size_t width = (size_t) (target.x1 - target.x0);
  size_t height = (size_t) (target.y1 - target.y0);

  if (self->bytes == NULL)
    {
      self->bytes = g_malloc0_n (height, width);
      self->ink = g_new0 (int32_t, 2 * height);
    }
  self->target = target;
  self->clip = clip;
  self->ink_y0 = self->target.y1;
  self->ink_y1 = self->target.y0;
}

/* The row of coverage at y, indexed by x − target.x0, where [x0, x1) is about to be inked. */
static uint8_t *
ink_row (WeftPaintCoverage *self, int y, int x0, int x1)
{
  const WeftPaintBox *target = &self->target;
  int32_t *ink = self->ink + 2 * (ptrdiff_t) (y - target->y0);

  if (ink[0] == ink[1])
    {
      ink[0] = x0 - target->x0;
      ink[1] = x1 - target->x0;
    }
  ink[0] = MIN (ink[0], x0 - target->x0);
  ink[1] = MAX (ink[1], x1 - target->x0);
  self->ink_y0 = MIN (self->ink_y0, y);
  self->ink_y1 = MAX (self->ink_y1, y + 1);
  return self->bytes + (ptrdiff_t) (y - target->y0) * (target->x1 - target->x0);
}

typedef struct
{
  WeftPoint start;
  double ux; /* unit vector along the piece */
  double uy;
  double length;
  double half; /* half of the line's width */
  double most; /* how much of a pixel it covers at most */
} Piece;

/* Adds one row of `n` pixels, the first of which has its centre at (px, py) from the piece's start.
 * A pixel is inked as far as the line, cut straight across its direction, covers it. */
static void
ink_end_row (const Piece *piece, double px, double py, uint8_t *coverage, int n)
{
  for (int i = 0; i < n; i++, px++)
    {
      double along = px * piece->ux + py * piece->uy;
      double distance = fabs (py * piece->ux - px * piece->uy);
      double beyond = MAX (-along, along - piece->length);
      double inked;

      if (beyond > 0)
        distance = sqrt (beyond * beyond + distance * distance);
      inked = MIN (piece->half + 0.5 - distance, piece->most);
      if (inked > 0)
        {
          uint8_t value = (uint8_t) (inked * 255 + 0.5);

          coverage[i] = MAX (coverage[i], value);
        }
    }
}

/* The same where no pixel is beyond an end. */
static inline __attribute__ ((always_inline)) void
ink_middle (const Piece *piece, double px, double py, uint8_t *restrict coverage, int n)
{
  float distance = (float) (py * piece->ux - px * piece->uy);
  float step = (float) piece->uy;
  float reach = (float) piece->half + 0.5f;
  float most = (float) piece->most;

  for (int i = 0; i < n; i++)
    {
      float inked = reach - fabsf (distance - step * (float) i);
      int value;

      inked = inked < most ? inked : most;
      inked = inked > 0 ? inked : 0;
      value = (int) (inked * 255 + 0.5f);
      coverage[i] = (uint8_t) (coverage[i] > value ? coverage[i] : value);
    }
}

VECTORISE static void
ink_middle_row (const Piece *piece, double px, double py, uint8_t *coverage, int n)
{
  ink_middle (piece, px, py, coverage, n);
}

VECTORISE static void
ink_middle_eight (const Piece *piece, double px, double py, uint8_t *coverage)
{
  ink_middle (piece, px, py, coverage, 8);
}

/* Pixels up to the `room`-th may be written, which no ink of the piece reaches. */
static void
ink_piece_row (const Piece *piece, double x, double y, uint8_t *coverage, int n, int room)
{
  double px = x - piece->start.x;
  double py = y - piece->start.y;
  double first = px * piece->ux + py * piece->uy;
  double last = first + (n - 1) * piece->ux;

  if (MIN (first, last) >= 0 && MAX (first, last) <= piece->length)
    {
      if (n <= 8 && room >= 8)
        ink_middle_eight (piece, px, py, coverage);
      else
        ink_middle_row (piece, px, py, coverage, n);
    }
  else
    ink_end_row (piece, px, py, coverage, n);
}

/* Of finite values within the range of an int; the library's are calls without SSE 4.1, and a long
 * arrow needs them for each of its rows. */
static inline int
floor_int (double value)
{
  int whole = (int) value;

  return whole - (value < whole);
}

static inline int
ceil_int (double value)
{
  int whole = (int) value;

  return whole + (value > whole);
}

void
weft_paint_coverage_line (WeftPaintCoverage *self, WeftPoint a, WeftPoint b, double half)
{
  const WeftPaintBox *clip = &self->clip;
  double reach = half + 0.5;
  double length = hypot (b.x - a.x, b.y - a.y);
  Piece piece = { a, 1, 0, length, half, MIN (2 * half, 1) };
  int y0 = MAX (clip->y0, floor_int (MIN (a.y, b.y) - reach));
  int y1 = MIN (clip->y1, ceil_int (MAX (a.y, b.y) + reach) + 1);
  double slope = 0, spread = HUGE_VAL;

  if (length > 0)
    {
      piece.ux = (b.x - a.x) / length;
      piece.uy = (b.y - a.y) / length;
    }
  if (fabs (piece.uy) > 1e-6)
    {
      slope = piece.ux / piece.uy;
      spread = reach / fabs (piece.uy);
    }
  for (int y = y0; y < y1; y++)
    {
      /* Where the row leaves the band around the line. */
      double middle = a.x + (y + 0.5 - a.y) * slope;
      double low = MAX (MIN (a.x, b.x) - reach, middle - spread);
      double high = MIN (MAX (a.x, b.x) + reach, middle + spread);
      int x0 = floor_int (MAX (low - 0.5, clip->x0));
      int x1 = ceil_int (MIN (high + 0.5, clip->x1));

      if (x0 < x1)
        ink_piece_row (&piece, x0 + 0.5, y + 0.5,
                       ink_row (self, y, x0, x1) + (x0 - self->target.x0), x1 - x0, clip->x1 - x0);
    }
}

static inline double
cross (WeftPoint a, WeftPoint b, WeftPoint c)
{
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

typedef struct
{
  double a; /* distance inward = a · x + b · y + c */
  double b;
  double c;
} Edge;

static size_t
make_edges (const WeftPoint *points, size_t n, Edge edges[16])
{
  double area = 0;
  size_t n_edges = 0;

  for (size_t i = 1; i + 1 < n; i++)
    area += cross (points[0], points[i], points[i + 1]);
  if (area == 0)
    return 0;
  for (size_t i = 0; i < n; i++)
    {
      WeftPoint p = points[i];
      WeftPoint q = points[(i + 1) % n];
      double length = copysign (hypot (q.x - p.x, q.y - p.y), area);

      if (length == 0)
        continue;
      edges[n_edges].a = -(q.y - p.y) / length;
      edges[n_edges].b = (q.x - p.x) / length;
      edges[n_edges].c = -edges[n_edges].a * p.x - edges[n_edges].b * p.y;
      n_edges++;
    }
  return n_edges;
}

void
weft_paint_coverage_polygon (WeftPaintCoverage *self, const WeftPoint *points, size_t n_points,
                             WeftPaintBox box)
{
  Edge edges[16];
  size_t n_edges = make_edges (points, n_points, edges);

  box = weft_paint_box_intersect (box, self->clip);
  for (int y = box.y0; y < box.y1 && n_edges > 0; y++)
    {
      double low = box.x0;
      double high = box.x1;
      uint8_t *coverage;
      int x0;
      int x1;

      for (size_t i = 0; i < n_edges; i++)
        {
          double rest = edges[i].b * (y + 0.5) + edges[i].c + 0.5;

          if (edges[i].a > 0)
            low = MAX (low, -rest / edges[i].a - 0.5);
          else if (edges[i].a < 0)
            high = MIN (high, -rest / edges[i].a + 0.5);
          else if (rest <= 0)
            high = low;
        }
      x0 = floor_int (MIN (low, box.x1));
      x1 = ceil_int (MAX (high, box.x0));
      if (x0 >= x1)
        continue;
      coverage = ink_row (self, y, x0, x1) - self->target.x0;
      for (int x = x0; x < x1; x++)
        {
          double inside = 1;

          for (size_t i = 0; i < n_edges; i++)
            {
              double depth = edges[i].a * (x + 0.5) + edges[i].b * (y + 0.5) + edges[i].c + 0.5;

              inside = MIN (inside, depth);
            }
          if (inside > 0)
            coverage[x] = MAX (coverage[x], (uint8_t) (inside * 255 + 0.5));
        }
    }
}
