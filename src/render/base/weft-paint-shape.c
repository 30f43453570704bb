/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-paint-shape.h"

#include <glib.h>

#define CURVE_TOLERANCE 0.05 /* device pixels */

/* The line ends inside of the head, so that the tip stays sharp. */
#define HEAD_TRIM 0.8
#define HEAD_HALF_WIDTH 0.4

static double
bend (WeftPoint a, WeftPoint b, WeftPoint c)
{
  return hypot (a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y);
}

static size_t
flatten_curve (const WeftPoint p[4], WeftPoint out[WEFT_PAINT_CURVE_MAX + 1])
{
  double most = fmax (bend (p[0], p[1], p[2]), bend (p[1], p[2], p[3]));
  double pieces = ceil (sqrt (most * 0.75 / CURVE_TOLERANCE));
  size_t n = (size_t) fmin (fmax (pieces, 1), WEFT_PAINT_CURVE_MAX);

  for (size_t i = 0; i <= n; i++)
    {
      double t = (double) i / (double) n;
      double u = 1 - t;
      double c0 = u * u * u;
      double c1 = 3 * u * u * t;
      double c2 = 3 * u * t * t;
      double c3 = t * t * t;

      out[i].x = c0 * p[0].x + c1 * p[1].x + c2 * p[2].x + c3 * p[3].x;
      out[i].y = c0 * p[0].y + c1 * p[1].y + c2 * p[2].y + c3 * p[3].y;
    }
  return n + 1;
}

/* Takes `length` off the end. Returns how many points are left, 0 when nothing is. */
static size_t
trim_end (WeftPoint *points, size_t n, double length)
{
  while (n >= 2)
    {
      WeftPoint *end = &points[n - 1];
      const WeftPoint *before = &points[n - 2];
      double piece = hypot (end->x - before->x, end->y - before->y);

      if (piece > length)
        {
          end->x -= (end->x - before->x) * length / piece;
          end->y -= (end->y - before->y) * length / piece;
          return n;
        }
      length -= piece;
      n--;
    }
  return 0;
}

static void
add_head (WeftPaintShape *shape, double length)
{
  WeftPoint tip = shape->points[shape->n_points - 1];
  double back_x = 0;
  double back_y = 0;
  double distance = 0;

  /* The head points along the last part of the line that is not shorter than half of it. */
  for (size_t i = shape->n_points - 1; i > 0 && distance < length / 2; i--)
    {
      back_x = shape->points[i - 1].x - tip.x;
      back_y = shape->points[i - 1].y - tip.y;
      distance = hypot (back_x, back_y);
    }
  if (!(distance > 0))
    return;
  back_x *= length / distance;
  back_y *= length / distance;
  shape->has_head = true;
  shape->head[0] = tip;
  shape->head[1] = (WeftPoint){ tip.x + back_x - back_y * HEAD_HALF_WIDTH,
                                tip.y + back_y + back_x * HEAD_HALF_WIDTH };
  shape->head[2] = (WeftPoint){ tip.x + back_x + back_y * HEAD_HALF_WIDTH,
                                tip.y + back_y - back_x * HEAD_HALF_WIDTH };
}

void
weft_paint_shape_init (WeftPaintShape *shape, const WeftPaintList *list, const WeftPaintPath *path)
{
  const WeftPoint *points = list->points + path->first_point;

  shape->points = points;
  shape->n_points = path->n_points;
  shape->has_head = false;
  shape->allocated = NULL;
  if (path->item.detail != 0)
    {
      shape->n_points = flatten_curve (points, shape->buffer);
      shape->points = shape->buffer;
    }
  if (!(path->head > 0))
    return;

  add_head (shape, path->head);
  if (shape->points == points)
    {
      WeftPoint *copy = shape->buffer;

      if (shape->n_points > G_N_ELEMENTS (shape->buffer))
        copy = shape->allocated = g_new (WeftPoint, shape->n_points);
      memcpy (copy, points, shape->n_points * sizeof *copy);
      shape->points = copy;
    }
  shape->n_points = trim_end ((WeftPoint *) shape->points, shape->n_points, path->head * HEAD_TRIM);
}

void
weft_paint_shape_clear (WeftPaintShape *shape)
{
  g_free (shape->allocated);
}

bool
weft_paint_is_beside (WeftPoint a, WeftPoint b, WeftPaintBox box, double margin)
{
  double dx = b.x - a.x, dy = b.y - a.y;
  double x = (box.x0 + box.x1) * 0.5 - a.x, y = (box.y0 + box.y1) * 0.5 - a.y;
  double half_width = (box.x1 - box.x0) * 0.5 + margin;
  double half_height = (box.y1 - box.y0) * 0.5 + margin;

  return fabs (dx * y - dy * x) > fabs (dy) * half_width + fabs (dx) * half_height;
}

static bool
is_within (WeftPoint p, double x0, double y0, double x1, double y1)
{
  return p.x >= x0 && p.x <= x1 && p.y >= y0 && p.y <= y1;
}

/* Liang and Barsky's way, but for the many short pieces of curves that are wholly in or out. */
bool
weft_paint_cut_piece (WeftPoint a, WeftPoint b, WeftPaintBox box, double margin, double *from,
                      double *to)
{
  const double x0 = box.x0 - margin, y0 = box.y0 - margin;
  const double x1 = box.x1 + margin, y1 = box.y1 + margin;
  const double d[2] = { b.x - a.x, b.y - a.y };
  const double low[2] = { x0 - a.x, y0 - a.y };
  const double high[2] = { x1 - a.x, y1 - a.y };

  *from = 0;
  *to = 1;
  if (MAX (a.x, b.x) < x0 || MIN (a.x, b.x) > x1 || MAX (a.y, b.y) < y0 || MIN (a.y, b.y) > y1)
    return false;
  if (is_within (a, x0, y0, x1, y1) && is_within (b, x0, y0, x1, y1))
    return true;
  for (int i = 0; i < 2; i++)
    {
      double t0;
      double t1;

      if (d[i] == 0)
        {
          if (low[i] > 0 || high[i] < 0)
            return false;
          continue;
        }
      t0 = low[i] / d[i];
      t1 = high[i] / d[i];
      *from = MAX (*from, MIN (t0, t1));
      *to = MIN (*to, MAX (t0, t1));
    }
  return *from <= *to;
}

static int
floor_half (int value)
{
  return (value - (value < 0)) / 2;
}

void
weft_paint_string_place (const WeftPaintItem *item, const WeftGlyphRun *run, int *x, int *baseline)
{
  int room = item->box.x1 - item->box.x0 - run->width;
  int height = item->box.y1 - item->box.y0;

  *x = item->box.x0;
  if (room > 0 && (item->detail & 0xf) == WEFT_ALIGN_CENTER)
    *x += room / 2;
  else if (room > 0 && (item->detail & 0xf) == WEFT_ALIGN_END)
    *x += room;
  *baseline = item->box.y0 + floor_half (height - run->ascent - run->descent) + run->ascent;
}

double
weft_paint_hatch_thickness (WeftHatch direction, int period)
{
  double third = period / 3.0;

  if (direction == WEFT_HATCH_HORIZONTAL || direction == WEFT_HATCH_VERTICAL)
    third = rint (third);
  return fmax (third, 1);
}
