/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-chart.h"

#include "weft-paint-pixels.h"

#include <math.h>

#define WIDTH 400
#define HEIGHT 120

static WeftStyle *style;

/* --- a chart as pixels ------------------------------------------------------------------------------ */

static const double rising[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };

static WeftChart
make_chart (const WeftChartSeries *series, guint n_samples)
{
  return (WeftChart){
    .title = "Ops",
    .unit = "ops",
    .series = series,
    .n_series = 1,
    .n_samples = n_samples,
    .first = 1000,
    .step = 10,
    .n_ticks = 10 * n_samples,
    .time_unit = "cycles",
  };
}

static cairo_surface_t *
paint (const WeftChart *chart)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  WeftPaintList *list = weft_paint_list_new ();

  weft_chart_paint (chart, style, list, 0, 0, WIDTH, HEIGHT);
  weft_paint_pixels_draw_surface (list, style->atlas, surface, NULL, 0, 0);
  weft_paint_list_free (list);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
get_pixel (cairo_surface_t *surface, int x, int y)
{
  const guchar *row =
    cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface);

  return ((const guint32 *) (gconstpointer) row)[x];
}

/* How many pixels of a column have the colour. */
static guint
count_pixels (cairo_surface_t *surface, int x, WeftColor color)
{
  guint n_pixels = 0;

  for (int y = 0; y < HEIGHT; y++)
    n_pixels += get_pixel (surface, x, y) == color;
  return n_pixels;
}

/* The x in the middle of a sample, found by hit testing. */
static int
find_sample (const WeftChart *chart, guint sample)
{
  int first = -1, last = -1;

  for (int x = 0; x < WIDTH; x++)
    {
      WeftChartHit hit;

      weft_chart_hit_test (chart, style, WIDTH, HEIGHT, x + 0.5, HEIGHT / 2, &hit);
      if (!hit.inside || hit.sample != sample)
        continue;
      first = first < 0 ? x : first;
      last = x;
    }
  g_assert_cmpint (first, >=, 0);
  return (first + last) / 2;
}

/* --- tests ------------------------------------------------------------------------------------------ */

/* Bars grow with their values; what is there is seen, and what is not is nothing. */
static void
test_columns (void)
{
  const double values[] = { 0, 1, 1000, NAN, 500 };
  const WeftChartSeries series = { "Ops", WEFT_CHART_COLUMNS, 0xff112233, values };
  WeftChart chart = make_chart (&series, 5);
  cairo_surface_t *surface = paint (&chart);
  guint heights[5];

  for (guint i = 0; i < 5; i++)
    heights[i] = count_pixels (surface, find_sample (&chart, i), 0xff112233);
  g_assert_cmpuint (heights[0], ==, 0);
  g_assert_cmpuint (heights[1], ==, 1);
  g_assert_cmpuint (heights[3], ==, 0);
  g_assert_cmpint (ABS ((int) heights[2] - 2 * (int) heights[4]), <=, 2);
  g_assert_cmpuint (heights[2], >, HEIGHT / 3);
  cairo_surface_destroy (surface);
}

/* More samples than pixels: a column covers what its samples do, so that no peak is lost. */
static void
test_peaks (void)
{
  g_autofree double *values = g_new0 (double, 100000);
  const WeftChartSeries series = { "Ops", WEFT_CHART_LINE, 0xff112233, values };
  WeftChart chart = make_chart (&series, 100000);
  cairo_surface_t *surface;
  guint n_columns = 0;

  values[50000] = 1;
  surface = paint (&chart);
  for (int x = 0; x < WIDTH; x++)
    n_columns += count_pixels (surface, x, 0xff112233) > HEIGHT / 3;
  g_assert_cmpuint (n_columns, >=, 1);
  g_assert_cmpuint (n_columns, <=, 2);
  cairo_surface_destroy (surface);
}

/* A line is one: from each column of pixels to the next it has no gap, and it ends where values
 * do. */
static void
test_line (void)
{
  const double values[] = { 0, 9, 2, NAN, NAN, 8, 1, 9, 0, 4 };
  const WeftChartSeries series = { "Ops", WEFT_CHART_LINE, 0xff112233, values };
  WeftChart chart = make_chart (&series, 10);
  cairo_surface_t *surface = paint (&chart);
  int from = find_sample (&chart, 0), to = find_sample (&chart, 2);

  for (int x = from; x <= to; x++)
    g_assert_cmpuint (count_pixels (surface, x, 0xff112233), >, 0);
  g_assert_cmpuint (count_pixels (surface, find_sample (&chart, 3), 0xff112233), ==, 0);
  g_assert_cmpuint (count_pixels (surface, find_sample (&chart, 4), 0xff112233), ==, 0);
  cairo_surface_destroy (surface);
}

/* The sample under the pointer is the one that is drawn there, with its ticks. */
static void
test_hit (void)
{
  const WeftChartSeries series = { "Ops", WEFT_CHART_AREA, 0xff112233, rising };
  WeftChart chart = make_chart (&series, 10);
  WeftChartHit hit;

  chart.n_ticks = 95; /* the last sample is half */
  weft_chart_hit_test (&chart, style, WIDTH, HEIGHT, 2, HEIGHT / 2, &hit);
  g_assert_false (hit.inside);
  weft_chart_hit_test (&chart, style, WIDTH, HEIGHT, WIDTH / 2, 1, &hit);
  g_assert_false (hit.inside);
  for (guint i = 0; i < 10; i++)
    {
      weft_chart_hit_test (&chart, style, WIDTH, HEIGHT, find_sample (&chart, i), HEIGHT / 2, &hit);
      g_assert_cmpuint (hit.sample, ==, i);
      g_assert_cmpint (hit.first, ==, 1000 + 10 * (gint64) i);
      g_assert_cmpint (hit.last, ==, i < 9 ? 1010 + 10 * (gint64) i : 1095);
      g_assert_cmpuint (hit.series, ==, 0);
    }
  g_assert_cmpint (weft_chart_get_tick (&chart, style, WIDTH, HEIGHT, -50), ==, 1000);
  g_assert_cmpint (weft_chart_get_tick (&chart, style, WIDTH, HEIGHT, WIDTH), ==, 1095);
}

/* The nearest of several is meant; none where none has a value. */
static void
test_series (void)
{
  const double low[] = { 1, 1, NAN }, high[] = { 9, 9, NAN };
  const WeftChartSeries series[] = { { "Low", WEFT_CHART_LINE, 0xff112233, low },
                                     { "High", WEFT_CHART_LINE, 0xff445566, high } };
  WeftChart chart = make_chart (series, 3);
  WeftChartHit hit;

  chart.n_series = 2;
  weft_chart_hit_test (&chart, style, WIDTH, HEIGHT, find_sample (&chart, 1), HEIGHT / 3, &hit);
  g_assert_cmpuint (hit.series, ==, 1);
  weft_chart_hit_test (&chart, style, WIDTH, HEIGHT, find_sample (&chart, 2), HEIGHT / 3, &hit);
  g_assert_cmpuint (hit.series, ==, 2);
}

/* A chart of nothing is drawn too, at any size. */
static void
test_empty (void)
{
  static const char *const labels[] = { "a", NULL };
  const double none[] = { NAN };
  const WeftChartSeries series = { "Ops", WEFT_CHART_AREA, 0xff112233, none };
  WeftChart charts[3] = { make_chart (&series, 0), make_chart (&series, 1),
                          make_chart (&series, 1) };
  WeftPaintList *list = weft_paint_list_new ();

  charts[2].labels = labels;
  for (guint i = 0; i < G_N_ELEMENTS (charts); i++)
    for (int size = 0; size < 200; size += 13)
      {
        WeftChartHit hit;

        weft_chart_paint (&charts[i], style, list, 0, 0, size, size);
        weft_chart_hit_test (&charts[i], style, size, size, size / 2, size / 2, &hit);
        g_assert_true (!hit.inside || hit.sample == 0);
      }
  weft_paint_list_free (list);
}

/* Whether anything but lines and bars is drawn in the middle of a sample's place. */
static gboolean
has_number (const WeftChart *chart, guint sample)
{
  cairo_surface_t *surface = paint (chart);
  int middle = find_sample (chart, sample);
  gboolean found = FALSE;

  for (int y = HEIGHT / 4; y < HEIGHT * 3 / 4; y++)
    for (int x = middle - 8; x < middle + 8; x++)
      found |= get_pixel (surface, x, y) != get_pixel (surface, middle - 8, y);
  cairo_surface_destroy (surface);
  return found;
}

/* Bars of a histogram have their numbers above them, as a short one is not seen beside a long one;
 * those of two series do not hide each other when they stand beside each other. */
static void
test_histogram (void)
{
  static const char *const labels[] = { "a", "b", NULL };
  const double values[] = { 7, 98765 }, others[] = { 98765, 0 };
  const WeftChartSeries series[] = { { "Ops", WEFT_CHART_COLUMNS, 0xff112233, values },
                                     { "More", WEFT_CHART_COLUMNS, 0xff445566, others } };
  WeftChart chart = make_chart (series, 2);
  cairo_surface_t *surface;
  guint n_first = 0, n_second = 0;

  chart.labels = labels;
  g_assert_true (has_number (&chart, 0));
  chart.n_series = 2;
  g_assert_false (has_number (&chart, 1));
  chart.beside = TRUE;
  surface = paint (&chart);
  for (int x = 0; x < WIDTH; x++)
    {
      n_first += count_pixels (surface, x, 0xff112233) > HEIGHT / 3;
      n_second += count_pixels (surface, x, 0xff445566) > HEIGHT / 3;
    }
  g_assert_cmpuint (n_first, >, 10);
  g_assert_cmpint (ABS ((int) n_first - (int) n_second), <=, 2);
  cairo_surface_destroy (surface);
}

/* Values are written as they are: whole ones without decimals. */
static void
test_values (void)
{
  static const struct
  {
    double value;
    const char *text;
  } cases[] = { { 0, "0" }, { 7, "7" }, { 0.25, "0.250" }, { 12.5, "12.5" }, { 123456.7, "123" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = weft_chart_format_value (cases[i].value);

      g_assert_true (g_str_has_prefix (text, cases[i].text));
      g_assert_true (i > 1 || strlen (text) == 1);
    }
}

/* A copy keeps all that it draws. */
static void
test_copy (void)
{
  static const char *const labels[] = { "1", "2", NULL };
  double values[] = { 3, 4 };
  const WeftChartSeries series = { "Ops", WEFT_CHART_COLUMNS, 0xff112233, values };
  WeftChart chart = make_chart (&series, 2);
  g_autoptr (WeftChart) copy = NULL;

  chart.labels = labels;
  copy = weft_chart_copy (&chart);
  values[0] = 0;
  g_assert_cmpfloat (copy->series[0].values[0], ==, 3);
  g_assert_cmpstr (copy->labels[1], ==, "2");
  g_assert_cmpstr (copy->title, ==, "Ops");
  g_assert_true (copy->title != chart.title);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  style = weft_style_new (NULL, NULL);
  g_test_add_func ("/chart/columns", test_columns);
  g_test_add_func ("/chart/peaks", test_peaks);
  g_test_add_func ("/chart/line", test_line);
  g_test_add_func ("/chart/hit", test_hit);
  g_test_add_func ("/chart/series", test_series);
  g_test_add_func ("/chart/empty", test_empty);
  g_test_add_func ("/chart/histogram", test_histogram);
  g_test_add_func ("/chart/values", test_values);
  g_test_add_func ("/chart/copy", test_copy);
  result = g_test_run ();
  weft_style_unref (style);
  return result;
}
