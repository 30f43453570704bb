/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-paint-cairo.h"

#include <glib.h>

#include "weft-paint-shape.h"

/* Cairo counts in 256ths of a pixel in 32 bits; nothing is handed to it that lies further out. */
#define CAIRO_FAR (1 << 22)

/* The largest image that cairo makes. */
#define CAIRO_IMAGE_MAX 32767

typedef struct
{
  const WeftPaintList *list;
  WeftGlyphAtlas *atlas;
  cairo_t *cr;
  WeftPaintBox outer; /* what of the context can be drawn on */
  WeftPaintBox clip;  /* within outer */
} Painter;

static void
set_color (const Painter *painter, WeftColor color)
{
  cairo_set_source_rgba (painter->cr, (color >> 16 & 0xff) / 255.0, (color >> 8 & 0xff) / 255.0,
                         (color & 0xff) / 255.0, (color >> 24) / 255.0);
}

static void
add_box (const Painter *painter, WeftPaintBox box)
{
  box = weft_paint_box_intersect (box, painter->clip);
  if (!weft_paint_box_is_empty (box))
    cairo_rectangle (painter->cr, box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0);
}

static void
draw_frame (const Painter *painter, const WeftPaintFrame *frame)
{
  WeftPaintBox box = frame->item.box;
  int t = frame->thickness;

  set_color (painter, frame->item.color);
  add_box (painter, (WeftPaintBox){ box.x0, box.y0, box.x1, box.y0 + t });
  add_box (painter, (WeftPaintBox){ box.x0, box.y1 - t, box.x1, box.y1 });
  add_box (painter, (WeftPaintBox){ box.x0, box.y0 + t, box.x0 + t, box.y1 - t });
  add_box (painter, (WeftPaintBox){ box.x1 - t, box.y0 + t, box.x1, box.y1 - t });
  cairo_fill (painter->cr);
}

/* --- hatches ------------------------------------------------------------------------------- */

/* The first multiple of `period`, less `phase`, at or before `from`. */
static double
first_stripe (double from, int phase, int period)
{
  return floor ((from + phase) / period) * period - phase;
}

/* A stripe from (x0, y0) and (x0 + thickness, y0) down to the same at (x1, y1). */
static void
add_stripe (cairo_t *cr, double x0, double y0, double x1, double y1, double thickness)
{
  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x0 + thickness, y0);
  cairo_line_to (cr, x1 + thickness, y1);
  cairo_line_to (cr, x1, y1);
  cairo_close_path (cr);
}

static void
draw_hatch (const Painter *painter, const WeftPaintHatch *hatch)
{
  WeftPaintBox box = weft_paint_box_intersect (hatch->item.box, painter->clip);
  WeftHatch direction = hatch->item.detail;
  int period = hatch->period;
  double thickness = weft_paint_hatch_thickness (direction, period);
  cairo_t *cr = painter->cr;

  cairo_save (cr);
  cairo_rectangle (cr, box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0);
  cairo_clip (cr);
  set_color (painter, hatch->item.color);
  if (direction == WEFT_HATCH_HORIZONTAL)
    {
      for (double y = first_stripe (box.y0, hatch->phase_y, period); y < box.y1; y += period)
        cairo_rectangle (cr, box.x0, y, box.x1 - box.x0, thickness);
    }
  if (direction == WEFT_HATCH_VERTICAL)
    {
      for (double x = first_stripe (box.x0, hatch->phase_x, period); x < box.x1; x += period)
        cairo_rectangle (cr, x, box.y0, thickness, box.y1 - box.y0);
    }
  /* x + y is the same all along a stripe that rises, x − y along one that falls. */
  if (direction == WEFT_HATCH_UP || direction == WEFT_HATCH_CROSS)
    {
      double first = first_stripe (box.x0 + box.y0, hatch->phase_x + hatch->phase_y, period);

      for (double s = first; s < box.x1 + box.y1; s += period)
        add_stripe (cr, s - box.y0, box.y0, s - box.y1, box.y1, thickness);
    }
  if (direction == WEFT_HATCH_DOWN || direction == WEFT_HATCH_CROSS)
    {
      double first = first_stripe (box.x0 - box.y1, hatch->phase_x - hatch->phase_y, period);

      for (double d = first; d < box.x1 - box.y0; d += period)
        add_stripe (cr, d + box.y0, box.y0, d + box.y1, box.y1, thickness);
    }
  cairo_fill (cr);
  cairo_restore (cr);
}

/* --- text ---------------------------------------------------------------------------------- */

static void
draw_run (const Painter *painter, const WeftPaintItem *item, const WeftGlyphRun *run)
{
  WeftPaintBox ink;
  bool is_cut;
  int x;
  int y;

  weft_paint_string_place (item, run, &x, &y);
  ink = (WeftPaintBox){ x + run->mask_x, y + run->mask_y, x + run->mask_x + run->mask_width,
                        y + run->mask_y + run->mask_height };
  if (!weft_paint_box_meets (ink, painter->clip))
    return;
  is_cut = ink.x0 < item->box.x0 || ink.y0 < item->box.y0 || ink.x1 > item->box.x1
           || ink.y1 > item->box.y1;
  if (is_cut)
    {
      cairo_save (painter->cr);
      add_box (painter, item->box);
      cairo_clip (painter->cr);
    }
  set_color (painter, item->color);
  weft_glyph_atlas_show (painter->atlas, run, painter->cr, x, y);
  cairo_new_path (painter->cr);
  if (is_cut)
    cairo_restore (painter->cr);
}

static void
draw_string (const Painter *painter, const WeftPaintString *string)
{
  const WeftPaintText *text = &painter->list->texts[string->string];
  const WeftPaintItem *item = &string->item;
  const WeftGlyphRun *run;

  run = weft_glyph_atlas_get_fit (painter->atlas, text->role, weft_paint_text_size (text),
                                  painter->list->text + text->offset, text->length,
                                  item->box.x1 - item->box.x0, item->detail >> 4);
  if (run == NULL)
    return;
  draw_run (painter, item, run);
  weft_glyph_atlas_release (painter->atlas, run);
}

/* --- lines and areas ----------------------------------------------------------------------- */

/* A line that leaves what cairo can count: piece by piece, each cut to what is visible. */
static void
stroke_far (const Painter *painter, const WeftPaintShape *shape, const WeftPaintPath *path)
{
  double dash = path->dash;
  double start = 0;

  for (size_t i = 0; i + 1 < shape->n_points; i++)
    {
      WeftPoint a = shape->points[i];
      WeftPoint b = shape->points[i + 1];
      double length = hypot (b.x - a.x, b.y - a.y);
      double from;
      double to;

      if (weft_paint_cut_piece (a, b, painter->clip, path->width + 2, &from, &to))
        {
          if (dash > 0)
            cairo_set_dash (painter->cr, &dash, 1, fmod (start + from * length, 2 * dash));
          cairo_move_to (painter->cr, a.x + (b.x - a.x) * from, a.y + (b.y - a.y) * from);
          cairo_line_to (painter->cr, a.x + (b.x - a.x) * to, a.y + (b.y - a.y) * to);
          cairo_stroke (painter->cr);
        }
      start += length;
    }
}

static bool
is_far (WeftPaintBox box)
{
  return MIN (box.x0, box.y0) <= -CAIRO_FAR || MAX (box.x1, box.y1) >= CAIRO_FAR;
}

static void
add_points (cairo_t *cr, const WeftPoint *points, size_t n_points)
{
  for (size_t i = 0; i < n_points; i++)
    cairo_line_to (cr, points[i].x, points[i].y);
}

static void
add_stroke (const Painter *painter, const WeftPaintShape *shape, const WeftPaintPath *path)
{
  cairo_t *cr = painter->cr;
  double dash = path->dash;

  cairo_set_line_width (cr, path->width);
  cairo_set_dash (cr, &dash, dash > 0 ? 1 : 0, 0);
  if (is_far (path->item.box))
    stroke_far (painter, shape, path);
  else
    {
      add_points (cr, shape->points, shape->n_points);
      cairo_stroke (cr);
    }
  if (shape->has_head)
    {
      add_points (cr, shape->head, 3);
      cairo_fill (cr);
    }
}

static void
draw_stroke (const Painter *painter, const WeftPaintPath *path)
{
  cairo_t *cr = painter->cr;
  WeftPaintShape shape;

  weft_paint_shape_init (&shape, painter->list, path);
  if (shape.has_head && path->item.color >> 24 < 255)
    {
      /* The line and its head are one shape: where they overlap, the colour counts once. */
      cairo_pattern_t *mask;

      cairo_save (cr);
      add_box (painter, path->item.box);
      cairo_clip (cr);
      cairo_push_group_with_content (cr, CAIRO_CONTENT_ALPHA);
      add_stroke (painter, &shape, path);
      mask = cairo_pop_group (cr);
      set_color (painter, path->item.color);
      cairo_mask (cr, mask);
      cairo_pattern_destroy (mask);
      cairo_restore (cr);
    }
  else
    {
      set_color (painter, path->item.color);
      add_stroke (painter, &shape, path);
    }
  weft_paint_shape_clear (&shape);
}

/* Sutherland and Hodgman's step: what of a polygon lies on the inner side of one edge of the box,
 * where `along` is x or y and `sign` says which side is inner. */
static size_t
cut_polygon (const WeftPoint *in, size_t n, WeftPoint *out, bool is_x, double sign, double edge)
{
  size_t n_out = 0;

  for (size_t i = 0; i < n; i++)
    {
      WeftPoint a = in[i];
      WeftPoint b = in[(i + 1) % n];
      double da = sign * ((is_x ? a.x : a.y) - edge);
      double db = sign * ((is_x ? b.x : b.y) - edge);

      if (da >= 0)
        out[n_out++] = a;
      if ((da >= 0) != (db >= 0))
        {
          double t = da / (da - db);

          out[n_out++] = (WeftPoint){ a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t };
        }
    }
  return n_out;
}

static void
draw_polygon (const Painter *painter, const WeftPaintPath *path)
{
  const WeftPoint *points = painter->list->points + path->first_point;
  const WeftPaintBox *clip = &painter->clip;
  WeftPoint a[48];
  WeftPoint b[48];
  size_t n = cut_polygon (points, path->n_points, a, true, 1, clip->x0 - 1);

  n = cut_polygon (a, n, b, true, -1, clip->x1 + 1);
  n = cut_polygon (b, n, a, false, 1, clip->y0 - 1);
  n = cut_polygon (a, n, b, false, -1, clip->y1 + 1);
  set_color (painter, path->item.color);
  add_points (painter->cr, b, n);
  cairo_fill (painter->cr);
}

static void
draw_area (const Painter *painter, const WeftPaintBlock *block)
{
  WeftPaintBox box = weft_paint_box_intersect (block->item.box, painter->clip);
  const float *ranges = weft_paint_block_memory (block);

  set_color (painter, block->item.color);
  for (int x = box.x0; x < box.x1; x++)
    {
      const float *range = ranges + 2 * (ptrdiff_t) (x - block->item.box.x0);
      double y0 = fmax (range[0], box.y0);
      double y1 = fmin (range[1], box.y1);

      if (!isnan (range[0]) && !isnan (range[1]) && y0 < y1)
        cairo_rectangle (painter->cr, x, y0, 1, y1 - y0);
    }
  cairo_fill (painter->cr);
}

/* Those that are alike at once. */
static void
draw_columns (const Painter *painter, const WeftPaintBlock *block)
{
  const WeftPaintBox all = block->item.box;
  const WeftColor *colors = weft_paint_block_memory (block);
  int x1;

  for (int x0 = all.x0; x0 < all.x1; x0 = x1)
    {
      WeftColor color = colors[x0 - all.x0];

      for (x1 = x0 + 1; x1 < all.x1 && colors[x1 - all.x0] == color;)
        x1++;
      set_color (painter, color);
      add_box (painter, (WeftPaintBox){ x0, all.y0, x1, all.y1 });
      cairo_fill (painter->cr);
    }
}

static void
draw_image (const Painter *painter, const WeftPaintBlock *block)
{
  WeftPaintBox all = block->item.box;
  WeftPaintBox box = weft_paint_box_intersect (all, painter->clip);
  int width = MIN (box.x1 - box.x0, CAIRO_IMAGE_MAX);
  int height = MIN (box.y1 - box.y0, CAIRO_IMAGE_MAX);
  const uint32_t *image = weft_paint_block_memory (block);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  ptrdiff_t stride = cairo_image_surface_get_stride (surface);
  unsigned char *data = cairo_image_surface_get_data (surface);

  /* A copy: a PDF reads it when the page is shown, and the list may be gone by then. */
  cairo_surface_flush (surface);
  for (int y = 0; y < height; y++)
    memcpy (data + y * stride,
            image + (ptrdiff_t) (box.y0 - all.y0 + y) * (all.x1 - all.x0) + (box.x0 - all.x0),
            (size_t) width * sizeof *image);
  cairo_surface_mark_dirty (surface);
  cairo_set_source_surface (painter->cr, surface, box.x0, box.y0);
  cairo_pattern_set_filter (cairo_get_source (painter->cr), CAIRO_FILTER_NEAREST);
  cairo_rectangle (painter->cr, box.x0, box.y0, width, height);
  cairo_fill (painter->cr);
  cairo_surface_destroy (surface);
}

/* --- the list ------------------------------------------------------------------------------ */

static void
draw_item (const Painter *painter, const WeftPaintItem *item)
{
  switch ((WeftPaintKind) item->kind)
    {
    case WEFT_PAINT_FILL:
      set_color (painter, item->color);
      add_box (painter, item->box);
      cairo_fill (painter->cr);
      break;
    case WEFT_PAINT_FRAME:
      draw_frame (painter, (const WeftPaintFrame *) item);
      break;
    case WEFT_PAINT_HATCH:
      draw_hatch (painter, (const WeftPaintHatch *) item);
      break;
    case WEFT_PAINT_STRING:
      draw_string (painter, (const WeftPaintString *) item);
      break;
    case WEFT_PAINT_STROKE:
      draw_stroke (painter, (const WeftPaintPath *) item);
      break;
    case WEFT_PAINT_POLYGON:
      draw_polygon (painter, (const WeftPaintPath *) item);
      break;
    case WEFT_PAINT_AREA:
      draw_area (painter, (const WeftPaintBlock *) item);
      break;
    case WEFT_PAINT_IMAGE:
      draw_image (painter, (const WeftPaintBlock *) item);
      break;
    case WEFT_PAINT_COLUMNS:
      draw_columns (painter, (const WeftPaintBlock *) item);
      break;
    case WEFT_PAINT_CLIP:
      g_assert_not_reached ();
    }
}

/* Sets the clip in force. Cairo's can only be narrowed, so go back to where the list began. */
static void
set_clip (Painter *painter, WeftPaintBox box)
{
  painter->clip = weft_paint_box_intersect (painter->outer, box);
  cairo_restore (painter->cr);
  cairo_save (painter->cr);
  add_box (painter, painter->clip);
  cairo_clip (painter->cr);
}

static WeftPaintBox
get_outer (cairo_t *cr)
{
  double x0;
  double y0;
  double x1;
  double y1;

  cairo_clip_extents (cr, &x0, &y0, &x1, &y1);
  return (WeftPaintBox){
    (int) CLAMP (floor (x0), -CAIRO_FAR, CAIRO_FAR),
    (int) CLAMP (floor (y0), -CAIRO_FAR, CAIRO_FAR),
    (int) CLAMP (ceil (x1), -CAIRO_FAR, CAIRO_FAR),
    (int) CLAMP (ceil (y1), -CAIRO_FAR, CAIRO_FAR),
  };
}

void
weft_paint_cairo_draw (const WeftPaintList *list, WeftGlyphAtlas *atlas, cairo_t *cr)
{
  Painter painter = { .list = list, .atlas = atlas, .cr = cr };
  bool is_hidden;

  cairo_save (cr);
  cairo_new_path (cr);
  cairo_set_operator (cr, CAIRO_OPERATOR_OVER);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  painter.outer = get_outer (cr);
  painter.clip = painter.outer;
  is_hidden = weft_paint_box_is_empty (painter.clip);
  cairo_save (cr);
  for (size_t word = 0; word < list->n_words;)
    {
      const WeftPaintItem *item = weft_paint_item_at (list, word);

      word += item->n_words;
      if (item->kind == WEFT_PAINT_CLIP)
        {
          set_clip (&painter, item->box);
          is_hidden = weft_paint_box_is_empty (painter.clip);
        }
      else if (!is_hidden && weft_paint_box_meets (item->box, painter.clip))
        draw_item (&painter, item);
    }
  cairo_restore (cr);
  cairo_restore (cr);
}
