/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-paint-pixels.h"

#include <glib.h>

#include "weft-paint-coverage.h"
#include "weft-paint-shape.h"

/* The loops over pixels are plain enough for the compiler to vectorise; at -O2 gcc does so only
 * where it is told that the loops are long. */
#if defined __GNUC__ && !defined __clang__
#define VECTORISE __attribute__ ((optimize ("tree-vectorize", "vect-cost-model=dynamic")))
#else
#define VECTORISE
#endif

/* Hatches are drawn so many pixels of a row at a time, from anywhere in a period, which is 64 at most. */
#define HATCH_RUN 256
#define STRIPE (HATCH_RUN + 64)

typedef struct
{
  const WeftPaintList *list;
  WeftGlyphAtlas *atlas;
  uint32_t *pixels;          /* the one of `target`'s upper left corner */
  ptrdiff_t stride;          /* in pixels */
  WeftPaintBox target;       /* what the pixels show, in the list's coordinates */
  WeftPaintBox clip;         /* within target */
  const WeftGlyphRun **runs; /* by number of text; made when the first text is drawn */

  WeftPaintCoverage coverage;

  uint8_t stripes[2][STRIPE]; /* of hatches that rise, and that fall, again and again */
  int stripe_periods[2];      /* 0: not made */
} Painter;

/* --- pixels -------------------------------------------------------------------------------- */

/* Each of the four bytes times `factor` ÷ 255, rounded as pixman rounds. */
static inline uint32_t
scale_pixel (uint32_t pixel, uint32_t factor)
{
  uint32_t even = (pixel & 0x00ff00ffu) * factor + 0x00800080u;
  uint32_t odd = ((pixel >> 8) & 0x00ff00ffu) * factor + 0x00800080u;

  even = ((even + ((even >> 8) & 0x00ff00ffu)) >> 8) & 0x00ff00ffu;
  odd = (odd + ((odd >> 8) & 0x00ff00ffu)) & 0xff00ff00u;
  return even | odd;
}

/* Four pixels, and the same as bytes of which every second is taken at a time, in as many bits as a processor of every
 * kind multiplies at once. */
typedef uint32_t Four __attribute__ ((vector_size (16)));
typedef uint16_t Halves __attribute__ ((vector_size (16)));
typedef uint8_t Bytes __attribute__ ((vector_size (16)));

static inline Four
load_four (const uint32_t *pixels)
{
  Four four;

  memcpy (&four, pixels, sizeof four);
  return four;
}

/* The factors of four pixels, each as often as a pixel has halves. */
static inline Halves
spread_factors (Four factors)
{
  return (Halves) (factors | factors << 16);
}

/* The same from a mask. */
static inline Halves
load_factors (const uint8_t *mask)
{
  uint32_t word;
  Bytes bytes;
  Halves halves;

  memcpy (&word, mask, sizeof word);
  bytes = (Bytes) (Four){ word };
  halves =
    (Halves) __builtin_shufflevector (bytes, bytes, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7);
  return __builtin_shufflevector (halves, halves, 0, 0, 1, 1, 2, 2, 3, 3) & 0xff;
}

/* As scale_pixel(). */
static inline Four
scale_four (Four pixels, Halves factor)
{
  Halves even = ((Halves) pixels & 0xff) * factor + 0x80;
  Halves odd = ((Halves) pixels >> 8) * factor + 0x80;

  return (Four) ((even + (even >> 8)) >> 8 | ((odd + (odd >> 8)) & 0xff00));
}

static inline uint32_t
over_pixel (uint32_t source, uint32_t below)
{
  return source + scale_pixel (below, 255 - (source >> 24));
}

/* As over_pixel(). */
static inline Four
over_four (Four sources, Four below)
{
  return sources + scale_four (below, spread_factors (255 - (sources >> 24)));
}

static inline void
store_four (uint32_t *pixels, Four four)
{
  memcpy (pixels, &four, sizeof four);
}

static inline uint32_t *
pixel_at (const Painter *painter, int x, int y)
{
  return painter->pixels + (y - painter->target.y0) * painter->stride + (x - painter->target.x0);
}

static void
set_row (uint32_t *pixels, int width, uint32_t pixel)
{
  const Four four = { pixel, pixel, pixel, pixel };

  for (int x = 0; x + 4 <= width; x += 4)
    store_four (pixels + x, four);
  /* The last ones once more, rather than one by one. */
  if (width >= 4)
    store_four (pixels + width - 4, four);
  else
    for (int x = 0; x < width; x++)
      pixels[x] = pixel;
}

static void
set_rows (uint32_t *pixels, ptrdiff_t stride, int width, int height, uint32_t pixel)
{
  for (int y = 0; y < height; y++, pixels += stride)
    set_row (pixels, width, pixel);
}

/* The same of a row's one pixel, which is done before a loop of unknown length has begun. */
static void
set_column (uint32_t *pixels, ptrdiff_t stride, int height, uint32_t pixel)
{
  for (int y = 0; y < height; y++, pixels += stride)
    *pixels = pixel;
}

VECTORISE static void
blend_rows (uint32_t *pixels, ptrdiff_t stride, int width, int height, uint32_t pixel)
{
  uint32_t rest = 255 - (pixel >> 24);

  for (int y = 0; y < height; y++)
    {
      for (int x = 0; x < width; x++)
        pixels[x] = pixel + scale_pixel (pixels[x], rest);
      pixels += stride;
    }
}

VECTORISE static void
blend_image_row (uint32_t *pixels, const uint32_t *image, int width)
{
  int x = 0;

  for (; x + 4 <= width; x += 4)
    store_four (pixels + x, over_four (load_four (image + x), load_four (pixels + x)));
  for (; x < width; x++)
    pixels[x] = over_pixel (image[x], pixels[x]);
}

/* Lays `pixel` over a row as far as each byte of `mask` says. */
static void
blend_mask_row (uint32_t *pixels, const uint8_t *mask, int width, uint32_t pixel)
{
  const Four source = { pixel, pixel, pixel, pixel };
  int x = 0;

  for (; x + 4 <= width; x += 4)
    store_four (pixels + x,
                over_four (scale_four (source, load_factors (mask + x)), load_four (pixels + x)));
  for (; x < width; x++)
    pixels[x] = over_pixel (scale_pixel (pixel, mask[x]), pixels[x]);
}

/* The same where most of the mask is 0, as in text. */
static void
blend_glyph_row (uint32_t *pixels, const uint8_t *mask, int width, uint32_t pixel)
{
  const Four source = { pixel, pixel, pixel, pixel };
  int x = 0;

  for (; x + 4 <= width; x += 4)
    {
      uint32_t four;

      memcpy (&four, mask + x, sizeof four);
      if (four != 0)
        store_four (pixels + x, over_four (scale_four (source, load_factors (mask + x)),
                                           load_four (pixels + x)));
    }
  for (; x < width; x++)
    if (mask[x] != 0)
      pixels[x] = over_pixel (scale_pixel (pixel, mask[x]), pixels[x]);
}

static void
fill_box (const Painter *painter, WeftPaintBox box, uint32_t pixel)
{
  int width;
  int height;

  box = weft_paint_box_intersect (box, painter->clip);
  width = box.x1 - box.x0;
  height = box.y1 - box.y0;
  if (width <= 0 || height <= 0)
    return;
  if (pixel >> 24 == 255 && width == 1)
    set_column (pixel_at (painter, box.x0, box.y0), painter->stride, height, pixel);
  else if (pixel >> 24 == 255)
    set_rows (pixel_at (painter, box.x0, box.y0), painter->stride, width, height, pixel);
  else
    blend_rows (pixel_at (painter, box.x0, box.y0), painter->stride, width, height, pixel);
}

static void
draw_frame (const Painter *painter, const WeftPaintFrame *frame)
{
  uint32_t pixel = weft_color_premultiply (frame->item.color);
  WeftPaintBox box = frame->item.box;
  int t = frame->thickness;

  fill_box (painter, (WeftPaintBox){ box.x0, box.y0, box.x1, box.y0 + t }, pixel);
  fill_box (painter, (WeftPaintBox){ box.x0, box.y1 - t, box.x1, box.y1 }, pixel);
  fill_box (painter, (WeftPaintBox){ box.x0, box.y0 + t, box.x0 + t, box.y1 - t }, pixel);
  fill_box (painter, (WeftPaintBox){ box.x1 - t, box.y0 + t, box.x1, box.y1 - t }, pixel);
}

static void
draw_image (const Painter *painter, const WeftPaintBlock *block)
{
  const WeftPaintBox all = block->item.box;
  const WeftPaintBox box = weft_paint_box_intersect (all, painter->clip);
  const uint32_t *image = weft_paint_block_memory (block);
  ptrdiff_t width = all.x1 - all.x0;

  image += (box.y0 - all.y0) * width + (box.x0 - all.x0);
  for (int y = box.y0; y < box.y1; y++)
    {
      blend_image_row (pixel_at (painter, box.x0, y), image, box.x1 - box.x0);
      image += width;
    }
}

static void
draw_columns (const Painter *painter, const WeftPaintBlock *block)
{
  const WeftPaintBox box = weft_paint_box_intersect (block->item.box, painter->clip);
  const WeftColor *colors = weft_paint_block_memory (block);

  for (int y = box.y0; y < box.y1; y++)
    memcpy (pixel_at (painter, box.x0, y), colors + (box.x0 - block->item.box.x0),
            (size_t) (box.x1 - box.x0) * sizeof *colors);
}

/* --- hatches ------------------------------------------------------------------------------- */

/* How much of the pixel at `k` lies on a stripe, 0 to 255. A pixel of a slanted hatch spans two
 * units of x ± y, more of it in the middle. */
static unsigned
hatch_coverage (WeftHatch direction, int period, int k)
{
  enum
  {
    N = 16
  };
  double thickness = weft_paint_hatch_thickness (direction, period);
  int hits = 0;

  if (direction == WEFT_HATCH_HORIZONTAL || direction == WEFT_HATCH_VERTICAL)
    return k < thickness ? 255 : 0;
  for (int i = 0; i < N; i++)
    {
      for (int j = 0; j < N; j++)
        {
          double across = direction == WEFT_HATCH_UP ? i + j + 1 : i - j;

          hits += fmod (k + across / N + period, period) < thickness;
        }
    }
  return (unsigned) (hits * 255 + N * N / 2) / (N * N);
}

/* The coverage along a period, made once for all hatches of a drawing that are alike. */
static const uint8_t *
get_stripe (Painter *painter, WeftHatch direction, int period)
{
  bool is_down = direction == WEFT_HATCH_DOWN;
  uint8_t *stripe = painter->stripes[is_down];

  if (painter->stripe_periods[is_down] != period)
    {
      for (int k = 0; k < period; k++)
        stripe[k] = (uint8_t) hatch_coverage (direction, period, k);
      for (int k = period; k < STRIPE; k++)
        stripe[k] = stripe[k - period];
      painter->stripe_periods[is_down] = period;
    }
  return stripe;
}

static int
positive_mod (int64_t value, int period)
{
  int rest = (int) (value % period);

  return rest < 0 ? rest + period : rest;
}

/* A part of a row, at most HATCH_RUN wide. */
static void
blend_hatch_row (uint32_t *pixels, const uint8_t *up, const uint8_t *down, int width,
                 uint32_t pixel)
{
  uint8_t mask[HATCH_RUN];

  if (width < 8)
    {
      for (int x = 0; x < width; x++)
        {
          unsigned coverage = MAX (up[x], down[x]);

          if (coverage > 0)
            pixels[x] = over_pixel (scale_pixel (pixel, coverage), pixels[x]);
        }
      return;
    }
  for (int x = 0; x < width; x++)
    mask[x] = MAX (up[x], down[x]);
  blend_mask_row (pixels, mask, width, pixel);
}

static void
draw_slanted_hatch (Painter *painter, const WeftPaintHatch *hatch, WeftPaintBox box, uint32_t pixel)
{
  static const uint8_t nothing[STRIPE] = { 0 };
  int period = hatch->period;
  const uint8_t *up = nothing;
  const uint8_t *down = nothing;

  if (hatch->item.detail != WEFT_HATCH_DOWN)
    up = get_stripe (painter, WEFT_HATCH_UP, period);
  if (hatch->item.detail != WEFT_HATCH_UP)
    down = get_stripe (painter, WEFT_HATCH_DOWN, period);
  for (int x = box.x0; x < box.x1; x += HATCH_RUN)
    {
      const int width = MIN (HATCH_RUN, box.x1 - x);
      int64_t px = (int64_t) x + hatch->phase_x, py = (int64_t) box.y0 + hatch->phase_y;
      int i = positive_mod (px + py, period), j = positive_mod (px - py, period);

      for (int y = box.y0; y < box.y1; y++)
        {
          blend_hatch_row (pixel_at (painter, x, y), up + i, down + j, width, pixel);
          i = i + 1 == period ? 0 : i + 1;
          j = j == 0 ? period - 1 : j - 1;
        }
    }
}

static void
draw_hatch (Painter *painter, const WeftPaintHatch *hatch)
{
  WeftPaintBox box = weft_paint_box_intersect (hatch->item.box, painter->clip);
  uint32_t pixel = weft_color_premultiply (hatch->item.color);
  WeftHatch direction = hatch->item.detail;
  int period = hatch->period;
  int thickness = (int) weft_paint_hatch_thickness (direction, period);

  if (direction == WEFT_HATCH_HORIZONTAL)
    {
      int rest = positive_mod ((int64_t) box.y0 + hatch->phase_y, period);

      for (int64_t y = (int64_t) box.y0 - rest; y < box.y1; y += period)
        fill_box (painter,
                  (WeftPaintBox){ box.x0, MAX ((int) y, box.y0), box.x1,
                                  MIN ((int) y + thickness, box.y1) },
                  pixel);
    }
  else if (direction == WEFT_HATCH_VERTICAL)
    {
      int rest = positive_mod ((int64_t) box.x0 + hatch->phase_x, period);

      for (int64_t x = (int64_t) box.x0 - rest; x < box.x1; x += period)
        fill_box (painter,
                  (WeftPaintBox){ MAX ((int) x, box.x0), box.y0, MIN ((int) x + thickness, box.x1),
                                  box.y1 },
                  pixel);
    }
  else
    draw_slanted_hatch (painter, hatch, box, pixel);
}

/* --- text ---------------------------------------------------------------------------------- */

static void
draw_run (const Painter *painter, const WeftPaintItem *item, const WeftGlyphRun *run)
{
  WeftPaintBox box = weft_paint_box_intersect (item->box, painter->clip);
  uint32_t pixel = weft_color_premultiply (item->color);
  WeftPaintBox ink;
  const uint8_t *mask;
  int x;
  int y;

  if (run->mask_width == 0)
    return;
  weft_paint_string_place (item, run, &x, &y);
  x += run->mask_x;
  y += run->mask_y;
  ink = (WeftPaintBox){ x, y, x + run->mask_width, y + run->mask_height };
  box = weft_paint_box_intersect (box, ink);
  if (box.x0 >= box.x1)
    return;
  mask = run->mask + (ptrdiff_t) (box.y0 - y) * run->mask_stride + (box.x0 - x);
  for (int row = box.y0; row < box.y1; row++)
    {
      blend_glyph_row (pixel_at (painter, box.x0, row), mask, box.x1 - box.x0, pixel);
      mask += run->mask_stride;
    }
}

static const WeftGlyphRun *
get_run (Painter *painter, uint32_t number)
{
  const WeftPaintText *text = &painter->list->texts[number];

  if (painter->runs == NULL)
    painter->runs = g_new0 (const WeftGlyphRun *, painter->list->n_texts);
  if (painter->runs[number] == NULL)
    painter->runs[number] =
      weft_glyph_atlas_get (painter->atlas, text->role, weft_paint_text_size (text),
                            painter->list->text + text->offset, text->length);
  return painter->runs[number];
}

static void
draw_string (Painter *painter, const WeftPaintString *string)
{
  const WeftPaintItem *item = &string->item;
  const WeftPaintText *text = &painter->list->texts[string->string];
  WeftTextFit fit = item->detail >> 4;
  int width = item->box.x1 - item->box.x0;
  const WeftGlyphRun *run;

  if (fit == WEFT_FIT_CLIP || fit == WEFT_FIT_WHOLE)
    {
      run = get_run (painter, string->string);
      if (fit == WEFT_FIT_CLIP || run->width <= width)
        draw_run (painter, item, run);
      return;
    }
  run = weft_glyph_atlas_get_fit (painter->atlas, text->role, weft_paint_text_size (text),
                                  painter->list->text + text->offset, text->length, width, fit);
  if (run != NULL)
    draw_run (painter, item, run);
  weft_glyph_atlas_release (painter->atlas, run);
}

/* --- strokes and polygons ------------------------------------------------------------------ */

/* Lays the colour over the pixels through the coverage, and clears the coverage. */
static void
blend_coverage (Painter *painter, WeftColor color)
{
  uint32_t pixel = weft_color_premultiply (color);
  int width = painter->target.x1 - painter->target.x0;

  for (int y = painter->coverage.ink_y0; y < painter->coverage.ink_y1; y++)
    {
      int row = y - painter->target.y0;
      int32_t *ink = painter->coverage.ink + 2 * (ptrdiff_t) row;
      uint8_t *coverage = painter->coverage.bytes + (ptrdiff_t) row * width + ink[0];

      int n = ink[1] - ink[0];
      uint32_t *pixels = painter->pixels + row * painter->stride + ink[0];

      if (n <= 8 && ink[0] + 8 <= width)
        blend_mask_row (pixels, coverage, 8, pixel);
      else if (n < 16)
        blend_glyph_row (pixels, coverage, n, pixel);
      else
        blend_mask_row (pixels, coverage, n, pixel);
      memset (coverage, 0, (size_t) n);
      ink[0] = ink[1] = 0;
    }
}

static WeftPoint
point_between (WeftPoint a, WeftPoint b, double t)
{
  return (WeftPoint){ a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t };
}

/* Draws the visible dashes of the piece that begins `start` pixels into its line. */
static void
ink_dashes (Painter *painter, WeftPoint a, WeftPoint b, double start, double from, double to,
            const WeftPaintPath *path)
{
  double length = hypot (b.x - a.x, b.y - a.y);
  double period = 2 * (double) path->dash;
  double last = start + to * length;

  if (!(length > 0))
    return;
  for (double dash = floor ((start + from * length) / period) * period; dash < last; dash += period)
    {
      double begin = fmax ((dash - start) / length, from);
      double end = fmin ((dash + path->dash - start) / length, to);

      if (begin <= end)
        weft_paint_coverage_line (&painter->coverage, point_between (a, b, begin),
                                  point_between (a, b, end), path->width / 2);
    }
}

static void
draw_stroke (Painter *painter, const WeftPaintPath *path)
{
  double half = path->width / 2;
  double start = 0;
  const WeftPoint *points = painter->list->points + path->first_point;
  WeftPaintShape shape;

  if (path->n_points == 2 && path->item.detail == 0
      && weft_paint_is_beside (points[0], points[1], painter->clip, half + 2 + path->head))
    return;
  weft_paint_coverage_begin (&painter->coverage, painter->target, painter->clip);
  weft_paint_shape_init (&shape, painter->list, path);
  for (size_t i = 0; i + 1 < shape.n_points; i++)
    {
      WeftPoint a = shape.points[i];
      WeftPoint b = shape.points[i + 1];
      double from;
      double to;

      if (weft_paint_cut_piece (a, b, painter->clip, half + 2, &from, &to))
        {
          if (path->dash > 0)
            ink_dashes (painter, a, b, start, from, to, path);
          else
            weft_paint_coverage_line (&painter->coverage, point_between (a, b, from),
                                      point_between (a, b, to), half);
        }
      if (path->dash > 0)
        start += hypot (b.x - a.x, b.y - a.y);
    }
  if (shape.has_head)
    weft_paint_coverage_polygon (&painter->coverage, shape.head, 3, path->item.box);
  blend_coverage (painter, path->item.color);
  weft_paint_shape_clear (&shape);
}

static void
draw_polygon (Painter *painter, const WeftPaintPath *path)
{
  weft_paint_coverage_begin (&painter->coverage, painter->target, painter->clip);
  weft_paint_coverage_polygon (&painter->coverage, painter->list->points + path->first_point,
                               path->n_points, path->item.box);
  blend_coverage (painter, path->item.color);
}

/* --- areas --------------------------------------------------------------------------------- */

static inline void
blend_part (uint32_t *at, uint32_t pixel, double part)
{
  *at = over_pixel (scale_pixel (pixel, (uint32_t) (part * 255 + 0.5)), *at);
}

static void
draw_column (const Painter *painter, int x, double y0, double y1, uint32_t pixel)
{
  uint32_t *at;
  int top;
  int bottom;

  if (isnan (y0) || isnan (y1))
    return;
  y0 = fmax (y0, painter->clip.y0);
  y1 = fmin (y1, painter->clip.y1);
  if (y0 >= y1)
    return;
  top = (int) floor (y0);
  bottom = (int) floor (y1);
  at = pixel_at (painter, x, top);
  if (top == bottom)
    {
      blend_part (at, pixel, y1 - y0);
      return;
    }
  blend_part (at, pixel, top + 1 - y0);
  for (int y = top + 1; y < bottom; y++)
    {
      at += painter->stride;
      *at = over_pixel (pixel, *at);
    }
  if (y1 > bottom)
    blend_part (at + painter->stride, pixel, y1 - bottom);
}

static void
draw_area (const Painter *painter, const WeftPaintBlock *block)
{
  WeftPaintBox box = weft_paint_box_intersect (block->item.box, painter->clip);
  uint32_t pixel = weft_color_premultiply (block->item.color);
  const float *ranges = weft_paint_block_memory (block);

  for (int x = box.x0; x < box.x1; x++)
    {
      const float *range = ranges + 2 * (ptrdiff_t) (x - block->item.box.x0);

      draw_column (painter, x, range[0], range[1], pixel);
    }
}

/* --- the list ------------------------------------------------------------------------------ */

static void
draw_item (Painter *painter, const WeftPaintItem *item)
{
  switch ((WeftPaintKind) item->kind)
    {
    case WEFT_PAINT_FILL:
      fill_box (painter, item->box, weft_color_premultiply (item->color));
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

static void
draw_group (Painter *painter, size_t word, size_t end)
{
  bool is_hidden = weft_paint_box_is_empty (painter->clip);

  while (word < end)
    {
      const WeftPaintItem *item = weft_paint_item_at (painter->list, word);

      word += item->n_words;
      if (item->kind == WEFT_PAINT_CLIP)
        {
          painter->clip = weft_paint_box_intersect (painter->target, item->box);
          is_hidden = weft_paint_box_is_empty (painter->clip);
        }
      else if (!is_hidden && weft_paint_box_meets (item->box, painter->clip))
        draw_item (painter, item);
    }
}

static void
draw_list (Painter *painter)
{
  const WeftPaintList *list = painter->list;
  size_t word = 0;

  for (size_t i = 0; i < list->n_groups; i++)
    {
      const WeftPaintGroup *group = &list->groups[i];

      if (weft_paint_box_meets (group->box, painter->target))
        draw_group (painter, word, group->end);
      else if (group->clip > 0)
        {
          const WeftPaintItem *clip = weft_paint_item_at (list, group->clip - 1);

          painter->clip = weft_paint_box_intersect (painter->target, clip->box);
        }
      word = group->end;
    }
}

void
weft_paint_pixels_draw (const WeftPaintList *list, WeftGlyphAtlas *atlas, uint32_t *pixels,
                        int width, int height, int stride, int x, int y)
{
  Painter painter = { .list = list, .atlas = atlas, .pixels = pixels };

  g_return_if_fail (stride % 4 == 0);
  g_return_if_fail (width <= WEFT_PAINT_FAR && height <= WEFT_PAINT_FAR);
  g_return_if_fail (x >= -WEFT_PAINT_FAR && x <= WEFT_PAINT_FAR);
  g_return_if_fail (y >= -WEFT_PAINT_FAR && y <= WEFT_PAINT_FAR);

  if (width <= 0 || height <= 0)
    return;
  painter.stride = stride / 4;
  painter.target = (WeftPaintBox){ x, y, x + width, y + height };
  painter.clip = painter.target;
  draw_list (&painter);

  for (uint32_t i = 0; painter.runs != NULL && i < list->n_texts; i++)
    weft_glyph_atlas_release (atlas, painter.runs[i]);
  g_free (painter.runs);
  g_free (painter.coverage.bytes);
  g_free (painter.coverage.ink);
}

void
weft_paint_pixels_draw_surface (const WeftPaintList *list, WeftGlyphAtlas *atlas,
                                cairo_surface_t *surface, const cairo_rectangle_int_t *area, int x,
                                int y)
{
  int stride = cairo_image_surface_get_stride (surface);
  cairo_format_t format = cairo_image_surface_get_format (surface);
  cairo_rectangle_int_t all = { 0, 0, cairo_image_surface_get_width (surface),
                                cairo_image_surface_get_height (surface) };
  int x0 = 0;
  int y0 = 0;
  unsigned char *data;

  g_return_if_fail (format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24);

  if (area != NULL)
    {
      x0 = CLAMP (area->x, 0, all.width);
      y0 = CLAMP (area->y, 0, all.height);
      x += x0 - area->x;
      y += y0 - area->y;
      all.width = (int) CLAMP ((int64_t) area->x + area->width - x0, 0, all.width - x0);
      all.height = (int) CLAMP ((int64_t) area->y + area->height - y0, 0, all.height - y0);
    }
  if (all.width == 0 || all.height == 0)
    return;
  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface) + (ptrdiff_t) y0 * stride + 4 * (ptrdiff_t) x0;
  weft_paint_pixels_draw (list, atlas, (uint32_t *) data, all.width, all.height, stride, x, y);
  cairo_surface_mark_dirty_rectangle (surface, x0, y0, all.width, all.height);
}
