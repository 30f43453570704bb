/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <math.h>

#include "weft-style.h"

#define N_THEMES 4

static WeftStyle *
make_style (WeftTheme theme)
{
  WeftStyleOptions options = weft_style_options_default ();

  options.theme = theme;
  return weft_style_new (&options, NULL);
}

static double
lab_distance (WeftColor a, WeftColor b)
{
  WeftLab p = weft_color_to_lab (a);
  WeftLab q = weft_color_to_lab (b);

  return sqrt ((p.l - q.l) * (p.l - q.l) + (p.a - q.a) * (p.a - q.a) + (p.b - q.b) * (p.b - q.b));
}

/* --- colours ------------------------------------------------------------------------------- */

static void
test_color (void)
{
  g_assert_cmpfloat_with_epsilon (weft_color_contrast (0xff000000, 0xffffffff), 21, 1e-6);
  g_assert_cmpfloat_with_epsilon (weft_color_contrast (0xff777777, 0xffffffff), 4.478, 1e-3);
  g_assert_cmphex (weft_color_text_on (0xff0072b2), ==, WEFT_COLOR_WHITE);
  g_assert_cmphex (weft_color_text_on (0xffe69f00), ==, WEFT_COLOR_BLACK);
  g_assert_cmphex (weft_color_over (0x80ffffff, 0xff000000), ==, 0xff808080);
  g_assert_cmphex (weft_color_premultiply (0x80ff8000), ==, 0x80804000);
  g_assert_cmphex (weft_color_premultiply (0x00ffffff), ==, 0);
  g_assert_cmphex (weft_color_mix (0xff123456, 0xff654321, 0), ==, 0xff123456);
  g_assert_cmphex (weft_color_mix (0xff123456, 0x00654321, 7), ==, 0x00654321);
  for (unsigned i = 0; i < 4096; i++)
    {
      WeftColor color =
        0xff000000u | (i & 15) * 17 | ((i >> 4) & 15) * 17 << 8 | (i >> 8) * 17 << 16;

      g_assert_cmphex (weft_color_from_lab (weft_color_to_lab (color)), ==, color);
      g_assert_cmpfloat (weft_color_contrast (weft_color_text_on (color), color), >=, 4.5);
    }
}

/* A colour seen without cones for red or green (Viénot, Brettel and Mollon 1999). */
static WeftColor
simulate_dichromat (WeftColor color, bool is_protan)
{
  static const double matrices[2][9] = {
    { 0.29275, 0.70725, 0, 0.29275, 0.70725, 0, -0.02234, 0.02234, 1 },
    { 0.11238, 0.88762, 0, 0.11238, 0.88762, 0, 0.00401, -0.00401, 1 },
  };
  const double *m = matrices[is_protan];
  WeftColor result = 0xff;
  double rgb[3];

  for (int i = 0; i < 3; i++)
    rgb[i] = pow (((color >> (16 - 8 * i)) & 0xff) / 255.0, 2.2);
  for (int i = 0; i < 3; i++)
    {
      double v = m[3 * i] * rgb[0] + m[3 * i + 1] * rgb[1] + m[3 * i + 2] * rgb[2];

      result = result << 8 | (WeftColor) lrint (255 * pow (CLAMP (v, 0, 1), 1 / 2.2));
    }
  return result;
}

static void
check_categories (WeftHues hues)
{
  for (int theme = 0; theme < N_THEMES; theme++)
    {
      WeftStyleOptions options = weft_style_options_default ();
      WeftStyle *style;
      bool is_high = theme >= WEFT_THEME_LIGHT_HIGH_CONTRAST;
      double nearest = 1;
      double nearest_blind = 1;

      options.theme = (WeftTheme) theme;
      options.hues = hues;
      style = weft_style_new (&options, NULL);
      for (unsigned i = 0; i < WEFT_STYLE_N_CATEGORIES; i++)
        {
          WeftColor cell = weft_style_category (style, i);

          g_assert_cmpfloat (weft_color_contrast (weft_color_text_on (cell), cell), >=,
                             is_high ? 7 : 4.5);
          g_assert_cmphex (cell, ==, weft_style_category (style, i + WEFT_STYLE_N_CATEGORIES));
          for (unsigned j = 0; j < i; j++)
            {
              WeftColor other = weft_style_category (style, j);

              nearest = fmin (nearest, lab_distance (cell, other));
              for (int k = 0; i < 8 && k < 2; k++)
                nearest_blind = fmin (nearest_blind, lab_distance (simulate_dichromat (cell, k),
                                                                   simulate_dichromat (other, k)));
            }
        }
      g_test_message ("hues %d, theme %d: nearest %.3f, colour-blind %.3f", hues, theme, nearest,
                      nearest_blind);
      /* The lighter and darker of hues that lie far apart in lightness come near one another. */
      g_assert_cmpfloat (nearest, >, hues == WEFT_HUES_CLEAR ? 0.03 : 0.02);
      /* The given sequence itself has no more to offer the colour-blind than this. */
      g_assert_cmpfloat (nearest_blind, >, theme == WEFT_THEME_LIGHT ? 0.018 : 0.045);
      weft_style_unref (style);
    }
}

static void
test_categories (void)
{
  check_categories (WEFT_HUES_CLEAR);
  check_categories (WEFT_HUES_MUTED);
}

/* On a light canvas the first eight are the sequence that look.md gives. */
static void
test_sequence (void)
{
  static const WeftColor sequence[] = { 0xff0072b2, 0xffe69f00, 0xff009e73, 0xffcc79a7,
                                        0xff56b4e9, 0xffd55e00, 0xff7a68a6, 0xffb8a000 };
  WeftStyle *style = make_style (WEFT_THEME_LIGHT);

  for (unsigned i = 0; i < G_N_ELEMENTS (sequence); i++)
    g_assert_cmpfloat (lab_distance (weft_style_category (style, i), sequence[i]), <, 0.02);
  weft_style_unref (style);
}

static void
test_text_contrast (void)
{
  static const WeftColorRole backgrounds[] = { WEFT_COLOR_CANVAS, WEFT_COLOR_ZEBRA,
                                               WEFT_COLOR_PANE };
  static const WeftColorRole texts[] = { WEFT_COLOR_TEXT, WEFT_COLOR_TEXT_MUTED, WEFT_COLOR_ACCENT,
                                         WEFT_COLOR_ERROR, WEFT_COLOR_WARNING };

  for (int theme = 0; theme < N_THEMES; theme++)
    {
      WeftStyle *style = make_style ((WeftTheme) theme);

      for (unsigned i = 0; i < G_N_ELEMENTS (backgrounds); i++)
        {
          for (unsigned j = 0; j < G_N_ELEMENTS (texts); j++)
            {
              double contrast = weft_color_contrast (weft_style_color (style, texts[j]),
                                                     weft_style_color (style, backgrounds[i]));

              g_assert_cmpfloat (contrast, >=, theme >= WEFT_THEME_LIGHT_HIGH_CONTRAST ? 7 : 4.5);
            }
        }
      weft_style_unref (style);
    }
}

static void
test_flushed (void)
{
  for (int theme = 0; theme < N_THEMES; theme++)
    {
      WeftStyle *style = make_style ((WeftTheme) theme);
      WeftColor canvas = weft_style_color (style, WEFT_COLOR_CANVAS);

      for (unsigned i = 0; i < WEFT_STYLE_N_CATEGORIES; i++)
        {
          WeftColor cell = weft_style_category (style, i);
          WeftColor flushed = (&style->cells[(i) % WEFT_STYLE_N_CATEGORIES])->flushed_fill;
          WeftColor text = (&style->cells[(i) % WEFT_STYLE_N_CATEGORIES])->flushed_text;

          g_assert_cmphex (flushed, ==, weft_style_flushed (style, cell));
          g_assert_cmphex (text, ==, weft_style_muted_on (style, flushed));

          /* Lighter in weight than live, and still legible. */
          g_assert_cmpfloat (lab_distance (flushed, canvas), <, lab_distance (cell, canvas));
          g_assert_cmpfloat (weft_color_contrast (text, flushed), >=, 4.5);
        }
      weft_style_unref (style);
    }
}

/* --- ramps --------------------------------------------------------------------------------- */

static void
test_heat (void)
{
  for (int theme = 0; theme < N_THEMES; theme++)
    {
      WeftStyle *style = make_style ((WeftTheme) theme);
      double whole = lab_distance (weft_style_heat (style, 0), weft_style_heat (style, 1));

      /* Every tenth of the way is a tenth of the difference, lightness always rising. */
      for (int i = 0; i < 10; i++)
        {
          WeftColor a = weft_style_heat (style, i / 10.0);
          WeftColor b = weft_style_heat (style, (i + 1) / 10.0);

          g_assert_cmpfloat_with_epsilon (lab_distance (a, b) / whole, 0.1, 0.02);
          g_assert_cmpfloat (weft_color_to_lab (b).l, >, weft_color_to_lab (a).l);
        }
      g_assert_cmphex (weft_style_heat (style, -1), ==, weft_style_heat (style, 0));
      g_assert_cmphex (weft_style_heat (style, INFINITY), ==, weft_style_heat (style, 1));
      g_assert_cmphex (weft_style_heat (style, NAN), ==,
                       weft_style_color (style, WEFT_COLOR_UNKNOWN));
      weft_style_unref (style);
    }
}

static void
test_diverging (void)
{
  for (int theme = 0; theme < N_THEMES; theme++)
    {
      WeftStyle *style = make_style ((WeftTheme) theme);
      WeftLab neutral = weft_color_to_lab (weft_style_diverging (style, 0));

      g_assert_cmpfloat (hypot (neutral.a, neutral.b), <, 0.01);
      for (int i = 1; i <= 10; i++)
        {
          WeftLab blue = weft_color_to_lab (weft_style_diverging (style, -i / 10.0));
          WeftLab red = weft_color_to_lab (weft_style_diverging (style, i / 10.0));

          g_assert_cmpfloat_with_epsilon (blue.l, red.l, 0.01);
          g_assert_cmpfloat (blue.b, <, red.b);
          g_assert_cmpfloat (red.a, >, blue.a);
        }
      weft_style_unref (style);
    }
}

static void
test_depth (void)
{
  for (int theme = 0; theme < N_THEMES; theme++)
    {
      WeftStyle *style = make_style ((WeftTheme) theme);

      for (unsigned i = 0; i + 1 < 8; i++)
        {
          WeftColor a = weft_style_depth (style, i, 8);
          WeftColor b = weft_style_depth (style, i + 1, 8);

          g_assert_cmpfloat (lab_distance (a, b), >, 0.01);
          g_assert_cmpfloat (weft_color_contrast (a, weft_color_text_on (a)), >=, 4.5);
        }
      g_assert_cmphex (weft_style_depth (style, 99, 8), ==, weft_style_depth (style, 7, 8));
      g_assert_cmphex (weft_style_depth (style, 0, 1), ==, weft_style_depth (style, 0, 8));
      weft_style_unref (style);
    }
}

/* --- sizes and identity -------------------------------------------------------------------- */

static void
test_sizes (void)
{
  WeftStyleOptions options = weft_style_options_default ();
  WeftStyle *style;

  options.device_scale = 1.25;
  options.text_scale = 2;
  style = weft_style_new (&options, NULL);
  g_assert_cmpint (weft_style_px (style, 0), ==, 0);
  g_assert_cmpint (weft_style_px (style, 0.1), ==, 1);
  g_assert_cmpint (weft_style_px (style, 1), ==, 1);
  g_assert_cmpint (weft_style_px (style, 2), ==, 2);
  g_assert_cmpint (weft_style_px (style, 10), ==, 12);
  g_assert_cmpint (weft_style_text_px (style, 20), ==, 50);
  g_assert_cmpfloat_with_epsilon (weft_style_font_size (style, WEFT_FONT_UI),
                                  10 * 96 / 72.0 * 2 * 1.25, 1e-9);
  g_assert_true (weft_style_legible (style, 8.5 * 1.25));
  g_assert_false (weft_style_legible (style, 8.4 * 1.25));
  weft_style_unref (style);

  options.device_scale = NAN;
  options.text_scale = 1e9;
  options.font_points = -1;
  style = weft_style_new (&options, NULL);
  g_assert_cmpfloat (style->options.device_scale, ==, 1);
  g_assert_cmpfloat (style->options.text_scale, ==, 4);
  g_assert_cmpfloat (style->options.font_points, ==, 4);
  weft_style_unref (style);
}

static void
test_identity (void)
{
  WeftStyleOptions options = weft_style_options_default ();
  WeftStyle *a = weft_style_new (&options, NULL);
  WeftStyle *b = weft_style_new (NULL, a);
  WeftStyle *c;

  g_assert_cmphex (a->hash, ==, b->hash);
  g_assert_cmphex (a->hash, !=, 0);
  g_assert_true (a->atlas == b->atlas);
  options.theme = WEFT_THEME_DARK;
  c = weft_style_new (&options, a);
  g_assert_cmphex (a->hash, !=, c->hash);
  g_assert_true (a->atlas == c->atlas);
  g_assert_true (weft_style_is_dark (c));
  weft_style_unref (c);
  options.mono_family = "Other";
  c = weft_style_new (&options, b);
  g_assert_true (b->atlas != c->atlas);
  weft_style_unref (weft_style_ref (c));
  weft_style_unref (c);
  weft_style_unref (b);
  weft_style_unref (a);
  weft_style_unref (NULL);
}

/* A thing that many pages have is there once. */
static void
test_share (void)
{
  WeftStyleOptions options = weft_style_options_default ();
  WeftStyle *a = weft_style_share (&options), *b = weft_style_share (&options), *c;

  g_assert_true (a == b);
  options.theme = WEFT_THEME_DARK;
  c = weft_style_share (&options);
  g_assert_true (c != a && c->atlas == a->atlas);
  g_assert_true (weft_style_is_dark (c) && !weft_style_is_dark (a));
  weft_style_unref (a);
  weft_style_unref (b);
  weft_style_unref (c);
}

/* Each page begins with the default style, and most go on with another. */
static void
test_share_default (void)
{
  WeftStyleOptions options = weft_style_options_default ();
  WeftStyle *first = weft_style_share (NULL), *other, *second, *same;

  options.ui_family = "Serif";
  other = weft_style_share (&options);
  second = weft_style_share (NULL);
  same = weft_style_share (&options);
  g_assert_true (first == second);
  g_assert_true (other == same);
  g_assert_true (first->atlas != other->atlas);
  weft_style_unref (first);
  weft_style_unref (second);
  weft_style_unref (other);
  weft_style_unref (same);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/style/color", test_color);
  g_test_add_func ("/style/categories", test_categories);
  g_test_add_func ("/style/sequence", test_sequence);
  g_test_add_func ("/style/text-contrast", test_text_contrast);
  g_test_add_func ("/style/flushed", test_flushed);
  g_test_add_func ("/style/heat", test_heat);
  g_test_add_func ("/style/diverging", test_diverging);
  g_test_add_func ("/style/depth", test_depth);
  g_test_add_func ("/style/sizes", test_sizes);
  g_test_add_func ("/style/identity", test_identity);
  g_test_add_func ("/style/share", test_share);
  g_test_add_func ("/style/share-default", test_share_default);
  return g_test_run ();
}
