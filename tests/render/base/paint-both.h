/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo-pdf.h>
#include <glib.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "weft-axis.h"
#include "weft-paint-cairo.h"
#include "weft-paint-list.h"
#include "weft-paint-pixels.h"
#include "weft-style.h"

/* Every command is drawn by both back ends and the pictures compared. Rectangles and images must be
 * the same to the bit; text, lines and slanted hatches may differ by what two ways of
 * anti-aliasing differ, which each test states. */

#define WIDTH 320
#define HEIGHT 200
#define CANVAS 0xff203040u

static WeftGlyphAtlas *atlas;

static inline cairo_surface_t *
draw_pixels (const WeftPaintList *list, int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);

  weft_paint_pixels_draw_surface (list, atlas, surface, NULL, 0, 0);
  return surface;
}

static inline cairo_surface_t *
draw_cairo (const WeftPaintList *list, int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (surface);

  weft_paint_cairo_draw (list, atlas, cr);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static inline uint32_t
get_pixel (cairo_surface_t *surface, int x, int y)
{
  const unsigned char *row = cairo_image_surface_get_data (surface)
                             + (ptrdiff_t) y * cairo_image_surface_get_stride (surface);
  uint32_t pixel;

  memcpy (&pixel, row + 4 * (ptrdiff_t) x, sizeof pixel);
  return pixel;
}

/* Mean (over pixels that are not plain canvas) and maximum of the difference of a channel. */
static inline void
compare (cairo_surface_t *a, cairo_surface_t *b, double *mean, int *most)
{
  size_t n_inked = 1;
  double sum = 0;

  *most = 0;
  for (int y = 0; y < cairo_image_surface_get_height (a); y++)
    {
      for (int x = 0; x < cairo_image_surface_get_width (a); x++)
        {
          uint32_t p = get_pixel (a, x, y);
          uint32_t q = get_pixel (b, x, y);

          n_inked += p != CANVAS || q != CANVAS;
          for (int shift = 0; shift < 32; shift += 8)
            {
              int difference = abs ((int) (p >> shift & 0xff) - (int) (q >> shift & 0xff));

              sum += difference;
              *most = MAX (*most, difference);
            }
        }
    }
  *mean = sum / (4.0 * (double) n_inked);
}

static inline void
assert_same (const WeftPaintList *list, int width, int height, double mean_limit, int most_limit)
{
  cairo_surface_t *a = draw_pixels (list, width, height);
  cairo_surface_t *b = draw_cairo (list, width, height);
  double mean;
  int most;

  compare (a, b, &mean, &most);
  g_test_message ("mean %.3f, most %d", mean, most);
  if (g_getenv ("WEFT_TEST_PICTURES") != NULL)
    {
      cairo_surface_write_to_png (a, "pixels.png");
      cairo_surface_write_to_png (b, "cairo.png");
    }
  g_assert_cmpfloat (mean, <=, mean_limit);
  g_assert_cmpint (most, <=, most_limit);
  cairo_surface_destroy (a);
  cairo_surface_destroy (b);
}

static inline size_t
count_ink (const WeftPaintList *list)
{
  cairo_surface_t *surface = draw_pixels (list, WIDTH, HEIGHT);
  size_t n = 0;

  for (int y = 0; y < HEIGHT; y++)
    {
      for (int x = 0; x < WIDTH; x++)
        n += get_pixel (surface, x, y) != 0;
    }
  cairo_surface_destroy (surface);
  return n;
}
