/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "weft-axis.h"
#include "weft-paint-pixels.h"

#define NNBSP "\342\200\257" /* U+202F */
#define MINUS "\342\210\222" /* U+2212 */

static WeftAxis
make_axis (double ticks_per_px)
{
  return (WeftAxis){ .ticks_per_px = ticks_per_px, .ticks_per_unit = 1, .unit_name = "cycles" };
}

/* --- steps --------------------------------------------------------------------------------- */

static bool
is_1_2_5 (int64_t step)
{
  while (step % 10 == 0)
    step /= 10;
  return step == 1 || step == 2 || step == 5;
}

static void
check_steps (double ticks_per_px, int64_t ticks_per_unit, double label_width)
{
  WeftAxis axis = make_axis (ticks_per_px);
  WeftAxisSteps steps;
  double px;

  axis.ticks_per_unit = ticks_per_unit;
  steps = weft_axis_choose_steps (&axis, label_width);
  g_assert_cmpint (steps.major, >=, ticks_per_unit);
  g_assert_cmpint (steps.major % ticks_per_unit, ==, 0);
  g_assert_true (is_1_2_5 (steps.major / ticks_per_unit));
  px = (double) steps.major / ticks_per_px;
  /* Far enough apart for the labels, and no further than it must be. */
  g_assert_cmpfloat (px, >=, label_width * (1 - 1e-9));
  g_assert_true (px <= 2.5 * label_width || steps.major == ticks_per_unit);
  if (steps.minor > 0)
    {
      g_assert_cmpint (steps.major % steps.minor, ==, 0);
      g_assert_true (is_1_2_5 (steps.minor / ticks_per_unit));
      g_assert_cmpint (steps.minor, <, steps.major);
      g_assert_cmpfloat ((double) steps.minor / ticks_per_px, >=, 4);
    }
}

static void
test_steps (void)
{
  for (double ticks_per_px = 1e-3; ticks_per_px < 2e15; ticks_per_px *= 1.17)
    {
      for (double width = 20; width < 300; width += 37)
        {
          check_steps (ticks_per_px, 1, width);
          check_steps (ticks_per_px, 500, width);
          check_steps (ticks_per_px, 333, width);
        }
    }
}

/* However far out, and however many ticks there are in a unit, nothing overflows. */
static void
test_steps_at_the_limit (void)
{
  static const int64_t units[] = { 1, 7, 1000000007, INT64_MAX / 2, INT64_MAX };

  for (unsigned i = 0; i < G_N_ELEMENTS (units); i++)
    {
      WeftAxis axis = make_axis (1e16);
      WeftAxisSteps steps;

      axis.ticks_per_unit = units[i];
      steps = weft_axis_choose_steps (&axis, 1e6);
      g_assert_cmpint (steps.major, >=, units[i]);
      g_assert_cmpint (steps.major % units[i], ==, 0);
    }
}

/* The tick of the first line at or after `from`; G_MININT64 where there is none. */
static int64_t
first_line (const WeftAxis *axis, int64_t step, int64_t from)
{
  const WeftAxisSteps steps = { .major = step, .ticks = 1, .parts = 1 };
  WeftAxisLine line;

  if (!weft_axis_first (axis, &steps, step, from, &line))
    return INT64_MIN;
  g_assert_cmpfloat (line.fraction, ==, 0);
  return line.tick;
}

static void
test_first (void)
{
  WeftAxis axis = make_axis (1);

  g_assert_cmpint (first_line (&axis, 10, 0), ==, 0);
  g_assert_cmpint (first_line (&axis, 10, 1), ==, 10);
  g_assert_cmpint (first_line (&axis, 10, -11), ==, -10);
  axis.zero = -3;
  g_assert_cmpint (first_line (&axis, 10, 1), ==, 7);
  axis.zero = 0;
  g_assert_cmpint (first_line (&axis, 10, INT64_MIN), ==, INT64_MIN + 8);
  g_assert_cmpint (first_line (&axis, 10, INT64_MAX), ==, INT64_MIN);
  axis.zero = INT64_MIN;
  g_assert_cmpint (first_line (&axis, INT64_MAX, INT64_MAX - 1), ==, INT64_MAX - 1);
}

/* By a clock, lines stand at round times, which lie between ticks, and none is left out. */
static void
test_lines_by_a_clock (void)
{
  static const int64_t clocks[] = { 1000, 32768, 1350000000, 100000000000 };

  for (unsigned i = 0; i < G_N_ELEMENTS (clocks); i++)
    for (double ticks_per_px = 1e-4; ticks_per_px < 1e14; ticks_per_px *= 3.3)
      {
        WeftAxis axis = make_axis (ticks_per_px);
        WeftAxisSteps steps;
        WeftAxisLine line;
        double px, last = 0;

        axis.hertz = clocks[i];
        axis.origin = 1000000007;
        steps = weft_axis_choose_steps (&axis, 80);
        g_assert_true (is_1_2_5 (steps.major));
        g_assert_cmpint (steps.major % steps.label_unit, ==, 0);
        g_assert_true (steps.minor == 0 || steps.major % steps.minor == 0);
        px = (double) steps.major * (double) steps.ticks / (double) steps.parts / ticks_per_px;
        g_assert_cmpfloat (px, >=, 80 * (1 - 1e-9));
        g_assert_true (px <= 80 * 2.5 || g_str_equal (steps.label_name, "ps"));
        g_assert_true (weft_axis_first (&axis, &steps, steps.major, axis.origin, &line));
        for (int j = 0; j < 20; j++)
          {
            double x = weft_axis_line_to_px (&axis, &line);

            g_assert_cmpfloat (x, >=, 0);
            g_assert_cmpfloat (line.fraction, <, 1);
            if (j > 0)
              g_assert_cmpfloat_with_epsilon (x - last, px, 1e-6 * px + 1e-3);
            last = x;
            if (!weft_axis_next (&axis, &steps, steps.major, &line))
              break;
          }
      }
}

static void
test_reach (void)
{
  g_assert_cmpint (weft_axis_get_reach (0, 0, 5), ==, 9);
  g_assert_cmpint (weft_axis_get_reach (0, 0, 10), ==, 99);
  g_assert_cmpint (weft_axis_get_reach (100, 0, 250), ==, -999);
  g_assert_cmpint (weft_axis_get_reach (INT64_MIN, INT64_MIN, INT64_MAX), >, INT64_MAX / 10);
}

/* --- mapping ------------------------------------------------------------------------------- */

static void
test_mapping (void)
{
  static const int64_t origins[] = { 0, -1, 1234567890123, INT64_MAX - 1000, INT64_MIN + 1000 };

  for (unsigned i = 0; i < G_N_ELEMENTS (origins); i++)
    {
      WeftAxis axis = make_axis (1.0 / 24);

      axis.origin = origins[i];
      axis.origin_fraction = 0.5;
      for (int64_t tick = origins[i] - 50; tick < origins[i] + 50; tick++)
        {
          double x = weft_axis_to_px (&axis, tick);

          g_assert_cmpfloat_with_epsilon (x, (double) (tick - origins[i]) * 24 - 12, 1e-9);
          g_assert_cmpint (weft_axis_to_tick (&axis, x + 0.01), ==, tick);
          g_assert_cmpint (weft_axis_to_tick (&axis, x - 0.01), ==, tick - 1);
        }
    }
}

static void
test_mapping_at_the_limit (void)
{
  WeftAxis axis = make_axis (1e15);

  axis.origin = INT64_MIN;
  g_assert_cmpfloat_with_epsilon (weft_axis_to_px (&axis, INT64_MAX), 0x1p64 / 1e15, 1e-6);
  g_assert_cmpint (weft_axis_to_tick (&axis, 1e300), ==, INT64_MAX);
  g_assert_cmpint (weft_axis_to_tick (&axis, -1e300), ==, INT64_MIN);
  g_assert_cmpint (weft_axis_to_tick (&axis, NAN), ==, INT64_MIN);
  axis.origin = INT64_MAX;
  g_assert_cmpint (weft_axis_to_tick (&axis, 1e300), ==, INT64_MAX);
  g_assert_cmpfloat_with_epsilon (weft_axis_to_px (&axis, INT64_MIN), -0x1p64 / 1e15, 1e-6);
}

static void
test_zoom (void)
{
  WeftAxis axis = make_axis (0.25);

  axis.origin = 1000000000000;
  axis.origin_fraction = 0.25;
  for (int i = 0; i < 200; i++)
    {
      double factor = i < 100 ? 1.1 : 1 / 1.1;
      double before = weft_axis_to_px (&axis, 1000000000100);

      weft_axis_zoom (&axis, before, factor);
      g_assert_cmpfloat_with_epsilon (weft_axis_to_px (&axis, 1000000000100), before, 1e-3);
      g_assert_cmpfloat (axis.origin_fraction, >=, 0);
      g_assert_cmpfloat (axis.origin_fraction, <, 1);
    }
  g_assert_cmpfloat_with_epsilon (axis.ticks_per_px, 0.25, 1e-9);
  g_assert_cmpint (ABS (axis.origin - 1000000000000), <=, 1);

  weft_axis_zoom (&axis, 100, 1e300);
  g_assert_cmpfloat (axis.ticks_per_px, ==, 1e16);
  weft_axis_zoom (&axis, 100, 1e-300);
  g_assert_cmpfloat (axis.ticks_per_px, ==, 1e-6);
}

static void
test_scroll (void)
{
  WeftAxis axis = make_axis (1.0 / 24);

  for (int i = 0; i < 240; i++)
    weft_axis_scroll (&axis, -1);
  g_assert_cmpfloat_with_epsilon ((double) axis.origin + axis.origin_fraction, -10, 1e-9);
  axis.ticks_per_px = 1e16;
  weft_axis_scroll (&axis, 1e9);
  g_assert_cmpint (axis.origin, ==, INT64_MAX);
  weft_axis_scroll (&axis, -1e9);
  g_assert_cmpint (axis.origin, ==, INT64_MIN);
  g_assert_cmpfloat (axis.origin_fraction, ==, 0);
}

/* --- labels -------------------------------------------------------------------------------- */

static void
test_integers (void)
{
  char label[WEFT_AXIS_LABEL_SIZE];

  setlocale (LC_ALL, "C.UTF-8");
  g_assert_cmpstr (weft_axis_format_integer (0, label), ==, "0");
  g_assert_cmpstr (weft_axis_format_integer (-7, label), ==, MINUS "7");
  g_assert_cmpstr (weft_axis_format_integer (999, label), ==, "999");
  g_assert_cmpstr (weft_axis_format_integer (1000, label), ==, "1" NNBSP "000");
  g_assert_cmpstr (weft_axis_format_integer (-1234567, label), ==,
                   MINUS "1" NNBSP "234" NNBSP "567");
  g_assert_cmpstr (weft_axis_format_integer (INT64_MIN, label), ==,
                   MINUS "9" NNBSP "223" NNBSP "372" NNBSP "036" NNBSP "854" NNBSP "775" NNBSP
                         "808");
}

static void
assert_label (const WeftAxis *axis, double label_width, int64_t tick, const char *expected,
              const char *unit)
{
  char label[WEFT_AXIS_LABEL_SIZE];
  WeftAxisSteps steps = weft_axis_choose_steps (axis, label_width);

  g_assert_cmpstr (weft_axis_format (axis, &steps, tick, label), ==, expected);
  g_assert_cmpstr (steps.label_name, ==, unit);
}

static void
test_labels (void)
{
  WeftAxis axis = make_axis (1);

  assert_label (&axis, 50, 12345, "12" NNBSP "345", "cycles");
  axis.zero = 12000;
  assert_label (&axis, 50, 12345, "345", "cycles");
  assert_label (&axis, 50, 11000, MINUS "1" NNBSP "000", "cycles");
  axis.zero = INT64_MIN;
  assert_label (&axis, 50, INT64_MAX,
                "18" NNBSP "446" NNBSP "744" NNBSP "073" NNBSP "709" NNBSP "551" NNBSP "615",
                "cycles");
  axis.zero = 0;
  axis.ticks_per_unit = 500;
  assert_label (&axis, 50, 1500, "3", "cycles");
  assert_label (&axis, 50, 1250, "2.5", "cycles");
  assert_label (&axis, 50, -1, MINUS "0.002", "cycles");
  axis.ticks_per_unit = 3;
  assert_label (&axis, 50, 1, "0.333333333", "cycles");
}

static void
test_times (void)
{
  WeftAxis axis = make_axis (1);

  axis.unit = WEFT_AXIS_NANOSECONDS;
  assert_label (&axis, 50, 1500, "1" NNBSP "500", "ns");
  axis.ticks_per_px = 100;
  assert_label (&axis, 50, 15000, "15", "µs");
  assert_label (&axis, 50, 15500, "15.5", "µs");
  axis.ticks_per_px = 1e5;
  assert_label (&axis, 50, 1500000000, "1" NNBSP "500", "ms");
  axis.ticks_per_px = 1e8;
  assert_label (&axis, 50, 1500000000, "1.5", "s");
  axis.ticks_per_unit = 1000; /* picoseconds */
  assert_label (&axis, 50, 1500000000, "1.5", "ms");
}

/* Times of cycles: at round steps, with the unit that suits them, and a cursor between. */
static void
test_clock (void)
{
  WeftAxis axis = make_axis (1);

  axis.hertz = 1000000000;
  assert_label (&axis, 50, 1500, "1" NNBSP "500", "ns");
  axis.ticks_per_px = 100;
  assert_label (&axis, 50, 15500, "15.5", "µs");
  axis.hertz = 1350000000;
  axis.ticks_per_px = 1;
  assert_label (&axis, 50, 1350, "1" NNBSP "000", "ns");
  assert_label (&axis, 50, 1, "0.741", "ns");
  axis.zero = 1350;
  assert_label (&axis, 50, 0, MINUS "1" NNBSP "000", "ns");
  axis.ticks_per_px = 0.001;
  assert_label (&axis, 50, 1351, "740.741", "ps");
}

/* --- painting ------------------------------------------------------------------------------ */

/* Labels never touch: between two of them, and before the unit, there are blank columns. */
static void
check_labels_are_apart (int64_t hertz)
{
  WeftStyle *style = weft_style_new (NULL, NULL);
  WeftPaintList *list = weft_paint_list_new ();

  for (double ticks_per_px = 1e-3; ticks_per_px < 2e15; ticks_per_px *= 3.7)
    {
      WeftAxis axis = make_axis (ticks_per_px);
      WeftAxisSteps steps;
      WeftAxisLine line;
      char label[WEFT_AXIS_LABEL_SIZE];
      double px;
      int width;

      axis.hertz = hertz;
      axis.origin = -1000 + (int64_t) (ticks_per_px * 300);
      steps = weft_axis_get_steps (&axis, style, 900);
      px = (double) steps.major * (double) steps.ticks / (double) steps.parts / ticks_per_px;
      g_assert_true (weft_axis_first (&axis, &steps, steps.major, axis.origin, &line));
      width = weft_glyph_atlas_measure (style->atlas, WEFT_FONT_UI_SMALL,
                                        weft_style_font_size (style, WEFT_FONT_UI_SMALL),
                                        weft_axis_format_line (&steps, &line, label), -1);
      g_assert_cmpfloat (px, >=, width + 4);
      weft_paint_list_clear (list);
      weft_axis_paint_ruler (&axis, style, list, 0, 0, 900, weft_axis_ruler_height (style), NULL);
      g_assert_cmpuint (weft_paint_list_get_length (list), >, 6);
      g_assert_cmpuint (weft_paint_list_get_length (list), <, 900);
    }
  weft_paint_list_free (list);
  weft_style_unref (style);
}

static void
test_ruler_labels_are_apart (void)
{
  check_labels_are_apart (0);
  check_labels_are_apart (1350000000);
}

/* A number whose first digits are out of sight would be another one. */
static void
test_ruler_cuts_no_label (void)
{
  WeftStyle *style = weft_style_new (NULL, NULL);
  WeftPaintList *list = weft_paint_list_new ();
  WeftAxis axis = { .origin = 100010,
                    .ticks_per_px = 1,
                    .ticks_per_unit = 1,
                    .unit = WEFT_AXIS_COUNT,
                    .unit_name = "cycles" };
  uint32_t pixels[400 * 40] = { 0 };

  /* The tick 100 000 is ten pixels left of the edge. */
  weft_axis_paint_ruler (&axis, style, list, 0, 0, 400, 40, NULL);
  weft_paint_pixels_draw (list, style->atlas, pixels, 400, 40, 1600, 0, 0);
  for (guint y = 0; y < 30; y++)
    for (guint x = 0; x < 30; x++)
      g_assert_cmpuint (pixels[y * 400 + x], ==, weft_style_color (style, WEFT_COLOR_PANE));
  weft_paint_list_free (list);
  weft_style_unref (style);
}

static guint
count_color (const uint32_t *pixels, int from, int to, uint32_t color)
{
  guint n = 0;

  for (int y = 0; y < 16; y++)
    for (int x = from; x < to; x++)
      n += pixels[y * 400 + x] == color;
  return n;
}

/* The label of a mark takes the place of those that it would lie over: no half of a number is left. Of two
 * marks side by side the pointer's, which comes last, is read. */
static void
test_ruler_marks (void)
{
  WeftStyle *style = weft_style_new (NULL, NULL);
  WeftPaintList *list = weft_paint_list_new ();
  WeftAxis axis = {
    .ticks_per_px = 1, .ticks_per_unit = 1, .unit = WEFT_AXIS_COUNT, .unit_name = "cycles"
  };
  const WeftAxisMark marks[] = { { 85, 0xff123456, "mark" },
                                 { 240, 0xff00ff00, "first" },
                                 { 250, 0xff654321, "pointer" } };
  const WeftAxisExtras extras = { marks, G_N_ELEMENTS (marks), 0, 0 };
  uint32_t pixels[400 * 40] = { 0 };
  int end = 85;

  weft_axis_paint_ruler (&axis, style, list, 0, 0, 400, 40, &extras);
  weft_paint_pixels_draw (list, style->atlas, pixels, 400, 40, 1600, 0, 0);
  while (pixels[2 * 400 + end] == 0xff123456)
    end++;
  g_assert_cmpint (end, >, 106);
  g_assert_cmpint (end, <, 126);
  g_assert_cmpuint (count_color (pixels, end, 140, weft_style_color (style, WEFT_COLOR_PANE)), ==,
                    (guint) (140 - end) * 16);
  g_assert_cmpuint (count_color (pixels, 241, 250, 0xff00ff00), ==, 0);
  g_assert_cmpuint (count_color (pixels, 240, 241, 0xff00ff00), ==, 16);
  g_assert_cmpuint (count_color (pixels, 251, 280, 0xff654321), >, 100);
  weft_paint_list_free (list);
  weft_style_unref (style);
}

/* Quiet stretches that are long enough are drawn as long as each other; the rest keeps its scale. */
static void
test_folds (void)
{
  const WeftCycleRange quiet[] = { { 100, 1000 }, { 1010, 1015 }, { 1100, 9100 } };
  g_autoptr (WeftFolds) folds = weft_folds_choose (quiet, G_N_ELEMENTS (quiet), 0, 9200);
  guint n;
  const WeftCycleRange *folded = weft_folds_get (folds, &n);
  gint64 drawn;

  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (folded[0].from, ==, 100);
  g_assert_cmpint (folded[1].to, ==, 9100);
  drawn = weft_folds_lay (folds, 1000) - 100;
  g_assert_cmpint (drawn, >=, 1);
  g_assert_cmpint (2 * drawn, <=, 300);
  g_assert_cmpint (weft_folds_lay (folds, 1100), ==, 100 + drawn + 100);
  g_assert_cmpint (weft_folds_lay (folds, 9150), ==, 100 + 2 * drawn + 100 + 50);
  g_assert_cmpint (weft_folds_lay (folds, -7), ==, -7);
  for (gint64 place = -10; place < 400; place++)
    g_assert_cmpint (weft_folds_lay (folds, weft_folds_find (folds, place)), ==, place);
  for (gint64 tick = -10; tick < 9300; tick++)
    {
      g_assert_cmpint (weft_folds_lay (folds, tick), <=, weft_folds_lay (folds, tick + 1));
      g_assert_cmpint (weft_folds_find (folds, weft_folds_lay (folds, tick)), <=, tick);
      g_assert_true ((weft_folds_at (folds, tick) != NULL)
                     == ((tick >= 100 && tick < 1000) || (tick >= 1100 && tick < 9100)));
    }
  /* Less than half of all: nothing is folded. */
  g_assert_null (weft_folds_choose (quiet, 2, 0, 9200));
  g_assert_null (weft_folds_choose (NULL, 0, 0, 9200));
}

/* Axes with the same folds are the same, whoever chose them. */
static void
test_same_folds (void)
{
  const WeftCycleRange quiet[] = { { 100, 1000 }, { 1100, 9100 } };
  g_autoptr (WeftFolds) folds = weft_folds_choose (quiet, 2, 0, 9200);
  g_autoptr (WeftFolds) same = weft_folds_choose (quiet, 2, 0, 9200);
  g_autoptr (WeftFolds) wider = weft_folds_choose (quiet, 2, 0, 9300);
  g_autoptr (WeftFolds) fewer = weft_folds_open (folds, 100);

  g_assert_true (weft_folds_equal (folds, folds));
  g_assert_true (weft_folds_equal (folds, same));
  g_assert_false (weft_folds_equal (folds, wider));
  g_assert_false (weft_folds_equal (folds, fewer));
  g_assert_false (weft_folds_equal (folds, NULL));
  g_assert_true (weft_folds_equal (NULL, NULL));
}

/* Of folds that are opened the others stay, and as wide as they are. */
static void
test_open_folds (void)
{
  static const WeftCycleRange quiet[] = { { 100, 1100 }, { 1200, 9100 } };
  g_autoptr (WeftFolds) folds = weft_folds_choose (quiet, G_N_ELEMENTS (quiet), 0, 9200);
  g_autoptr (WeftFolds) one = weft_folds_open (folds, 500);
  g_autoptr (WeftFolds) same = weft_folds_open (folds, 1150);
  gint64 drawn = weft_folds_lay (folds, 1100) - 100;
  guint n;

  g_assert_true (same == folds);
  g_assert_cmpint (weft_folds_get (one, &n)->from, ==, 1200);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (weft_folds_lay (one, 1200), ==, 1200);
  g_assert_cmpint (weft_folds_lay (one, 9100), ==, 1200 + drawn);
  g_assert_null (weft_folds_open (one, 9099));
}

/* No line within a fold, and no label that reaches into one. */
static void
test_folded_ruler (void)
{
  const WeftCycleRange quiet = { 1000, 1000000 };
  g_autoptr (WeftFolds) folds = weft_folds_choose (&quiet, 1, 0, 1001000);
  WeftAxis axis = { .ticks_per_px = 5,
                    .ticks_per_unit = 1,
                    .unit = WEFT_AXIS_COUNT,
                    .unit_name = "cycles",
                    .folds = folds };
  WeftAxisSteps steps = weft_axis_choose_steps (&axis, 60);
  WeftAxisLine line;
  double before = -1;
  guint n_lines = 0;

  for (bool is_line = weft_axis_first (&axis, &steps, steps.major, 0, &line);
       is_line && line.tick < 1001000; is_line = weft_axis_next (&axis, &steps, steps.major, &line))
    {
      double x = weft_axis_line_to_px (&axis, &line);

      g_assert_true (line.tick < 1000 || line.tick >= 1000000);
      g_assert_cmpfloat (x, >, before);
      before = x;
      n_lines++;
    }
  g_assert_cmpuint (n_lines, >=, 4);
  g_assert_cmpuint (n_lines, <, 20);
}

static void
test_ruler_at_the_limit (void)
{
  static const int64_t values[] = { INT64_MIN, INT64_MIN + 1, -1, 0, INT64_MAX - 1, INT64_MAX };
  static const double scales[] = { 1e-6, 1, 1e15, 1e16 };
  WeftStyle *style = weft_style_new (NULL, NULL);
  WeftPaintList *list = weft_paint_list_new ();
  g_autofree uint32_t *pixels = g_new0 (uint32_t, 400 * 40);

  for (unsigned i = 0; i < G_N_ELEMENTS (values) * G_N_ELEMENTS (values); i++)
    {
      for (unsigned j = 0; j < G_N_ELEMENTS (scales); j++)
        {
          WeftAxis axis = make_axis (scales[j]);
          const WeftAxisMark marks[] = {
            { values[i % 6], 0xff123456, "mark" },
            { values[i / 6], 0xff654321, NULL },
            { axis.origin, 0xff000000, NULL },
          };
          const WeftAxisExtras extras = { marks, G_N_ELEMENTS (marks), values[i / 6],
                                          values[i % 6] };

          axis.origin = values[i % 6];
          axis.zero = values[i / 6];
          axis.hertz = i % 3 == 0 ? 1350000000 : 0;
          axis.unit = i % 2 ? WEFT_AXIS_COUNT : WEFT_AXIS_NANOSECONDS;
          axis.ticks_per_unit = i % 5 ? 1 : 500;
          weft_paint_list_clear (list);
          weft_axis_paint_ruler (&axis, style, list, 0, 0, 400, 40, &extras);
          weft_axis_paint_grid (&axis, style, list, 0, 0, 400, 40);
          g_assert_cmpuint (weft_paint_list_get_length (list), <, 2000);
          weft_paint_pixels_draw (list, style->atlas, pixels, 400, 40, 1600, 0, 0);
        }
    }
  weft_paint_list_free (list);
  weft_style_unref (style);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/axis/steps", test_steps);
  g_test_add_func ("/axis/steps-at-the-limit", test_steps_at_the_limit);
  g_test_add_func ("/axis/first", test_first);
  g_test_add_func ("/axis/lines-by-a-clock", test_lines_by_a_clock);
  g_test_add_func ("/axis/reach", test_reach);
  g_test_add_func ("/axis/mapping", test_mapping);
  g_test_add_func ("/axis/mapping-at-the-limit", test_mapping_at_the_limit);
  g_test_add_func ("/axis/zoom", test_zoom);
  g_test_add_func ("/axis/scroll", test_scroll);
  g_test_add_func ("/axis/integers", test_integers);
  g_test_add_func ("/axis/labels", test_labels);
  g_test_add_func ("/axis/times", test_times);
  g_test_add_func ("/axis/clock", test_clock);
  g_test_add_func ("/axis/ruler-labels-are-apart", test_ruler_labels_are_apart);
  g_test_add_func ("/axis/ruler-cuts-no-label", test_ruler_cuts_no_label);
  g_test_add_func ("/axis/ruler-marks", test_ruler_marks);
  g_test_add_func ("/axis/folds", test_folds);
  g_test_add_func ("/axis/same-folds", test_same_folds);
  g_test_add_func ("/axis/open-folds", test_open_folds);
  g_test_add_func ("/axis/folded-ruler", test_folded_ruler);
  g_test_add_func ("/axis/ruler-at-the-limit", test_ruler_at_the_limit);
  return g_test_run ();
}
