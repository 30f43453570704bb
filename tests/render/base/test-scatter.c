/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-scatter.h"

#include "weft-paint-pixels.h"

#define WIDTH 400
#define HEIGHT 200

static WeftStyle *style;

/* Columns of pixels with the colour of the points, and rows. */
typedef struct
{
  int left;
  int right;
  int top;
  int bottom;
  guint n_pixels;
} Extent;

static Extent
paint (const WeftPoint *points, guint n_points, gboolean is_line)
{
  const WeftColor color = weft_style_category (style, 0);
  const WeftScatter scatter = { "x", "y", points, n_points, is_line, color };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  WeftPaintList *list = weft_paint_list_new ();
  Extent extent = { WIDTH, -1, HEIGHT, -1, 0 };

  weft_scatter_paint (&scatter, style, list, 0, 0, WIDTH, HEIGHT);
  weft_paint_pixels_draw_surface (list, style->atlas, surface, NULL, 0, 0);
  weft_paint_list_free (list);
  cairo_surface_flush (surface);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        const guchar *row =
          cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface);

        if (((const guint32 *) (gconstpointer) row)[x] != color)
          continue;
        extent.left = MIN (extent.left, x);
        extent.right = MAX (extent.right, x);
        extent.top = MIN (extent.top, y);
        extent.bottom = MAX (extent.bottom, y);
        extent.n_pixels++;
      }
  cairo_surface_destroy (surface);
  return extent;
}

/* A point in the middle of others is drawn there, below 0 as well, and rising numbers rise. */
static void
test_places (void)
{
  const WeftPoint two[] = { { -100, -5 }, { 300, 15 } };
  const WeftPoint three[] = { { -100, -5 }, { 100, 5 }, { 300, 15 } };
  const WeftPoint lower[] = { { -100, 15 }, { 300, -5 }, { 300, 15 } };
  Extent all = paint (two, 2, FALSE), middle = paint (three, 3, FALSE);
  guint n_point = all.n_pixels / 2;

  g_assert_cmpuint (n_point, >, 0);
  g_assert_cmpuint (all.n_pixels, ==, 2 * n_point);
  g_assert_cmpint (all.right - all.left, >, WIDTH / 2);
  g_assert_cmpint (all.bottom - all.top, >, HEIGHT / 2);
  g_assert_cmpuint (middle.n_pixels, ==, 3 * n_point);
  g_assert_cmpint (middle.left, ==, all.left);
  g_assert_cmpint (middle.right, ==, all.right);
  g_assert_cmpuint (paint (lower, 3, FALSE).n_pixels, ==, 3 * n_point);
  /* The same point twice is one. */
  g_assert_cmpuint (paint ((WeftPoint[]){ two[0], two[1], two[1] }, 3, FALSE).n_pixels, ==,
                    2 * n_point);
}

/* A line has all columns from its first point to its last, and reaches what lies in one column. */
static void
test_line (void)
{
  g_autofree WeftPoint *points = g_new (WeftPoint, 100000);
  const WeftPoint two[] = { { 0, 0 }, { 10, 10 } };
  Extent line = paint (two, 2, TRUE), many;

  g_assert_cmpint (line.right - line.left, >, WIDTH / 2);
  for (guint i = 0; i < 100000; i++)
    points[i] = (WeftPoint){ i, i == 50000 ? 1000 : 0 };
  many = paint (points, 100000, TRUE);
  g_assert_cmpint (many.bottom - many.top, >, HEIGHT / 2);
}

/* Numbers that can't be told apart, enormous ones and one alone are drawn, and come to an end. */
static void
test_extremes (void)
{
  const WeftPoint close[] = { { 1e18, 1e18 }, { 1e18 + 128, 1e18 + 128 } };
  const WeftPoint far[] = { { -1e300, -1e300 }, { 1e300, 1e300 } };
  const WeftPoint zero = { 0, 0 };

  for (int is_line = 0; is_line < 2; is_line++)
    {
      g_assert_cmpuint (paint (close, 2, is_line).n_pixels, >, 0);
      g_assert_cmpuint (paint (far, 2, is_line).n_pixels, >, 0);
      g_assert_cmpuint (paint (&zero, 1, is_line).n_pixels, >, 0);
      g_assert_cmpuint (paint (NULL, 0, is_line).n_pixels, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  style = weft_style_new (NULL, NULL);
  g_test_add_func ("/scatter/places", test_places);
  g_test_add_func ("/scatter/line", test_line);
  g_test_add_func ("/scatter/extremes", test_extremes);
  status = g_test_run ();
  weft_style_unref (style);
  return status;
}
