/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <pango/pangocairo.h>
#include <pthread.h>
#include <string.h>

#include "weft-glyph-atlas.h"
#include "weft-paint-list.h"
#include "weft-paint-pixels.h"
#include "weft-paint-text.h"

#define UI "DejaVu Sans"
#define MONO "DejaVu Sans Mono"
#define REPLACEMENT "\357\277\275"
#define ELLIPSIS "\342\200\246"

/* --- what happens to text before it is shaped ---------------------------------------------- */

static void
assert_clean (const char *text, size_t length, const char *expected)
{
  char clean[WEFT_PAINT_TEXT_ROOM];
  size_t n = weft_paint_text_clean (text, length, false, clean);

  g_assert_cmpmem (clean, n, expected, strlen (expected));
}

static void
test_clean (void)
{
  g_assert_true (weft_paint_text_is_plain ("addi a4, zero", 13));
  g_assert_false (weft_paint_text_is_plain ("a\tb", 3));
  g_assert_false (weft_paint_text_is_plain ("\x7f", 1));
  g_assert_false (weft_paint_text_is_plain ("\303\244", 2));
  assert_clean ("", 0, "");
  assert_clean ("\303\244\342\206\222\360\237\231\202", 9, "\303\244\342\206\222\360\237\231\202");
  assert_clean ("a\xff"
                "b",
                3, "a" REPLACEMENT "b");
  assert_clean ("a\xc3", 2, "a" REPLACEMENT);
  assert_clean ("\xed\xa0\x80", 3, REPLACEMENT REPLACEMENT REPLACEMENT);
  assert_clean ("a\0b", 3, "a" REPLACEMENT "b");
  assert_clean ("a\nb\tc\rd", 7, "a b c d");
  assert_clean ("\001\033\177\302\205", 5, REPLACEMENT REPLACEMENT REPLACEMENT REPLACEMENT);
}

static void
check_long (const char *unit, size_t unit_length)
{
  size_t length = 3000 * unit_length;
  g_autofree char *text = g_malloc (length);
  char clean[WEFT_PAINT_TEXT_ROOM];

  for (size_t i = 0; i < length; i++)
    text[i] = unit[i % unit_length];
  for (size_t n = 1; n <= length; n += n < 2040 || n > 2060 ? 97 : 1)
    {
      for (int keep_tail = 0; keep_tail < 2; keep_tail++)
        {
          size_t written = weft_paint_text_clean (text, n, keep_tail != 0, clean);

          g_assert_cmpuint (written, >, 0);
          g_assert_cmpuint (written, <=, WEFT_PAINT_TEXT_MAX);
          g_assert_true (g_utf8_validate (clean, (gssize) written, NULL));
          if (n > WEFT_PAINT_TEXT_MAX)
            g_assert_nonnull (g_strstr_len (clean, (gssize) written, ELLIPSIS));
        }
    }
}

static void
test_clean_long (void)
{
  check_long ("x", 1);
  check_long ("\303\244", 2);
  check_long ("\xff", 1);
  check_long ("a\xff\360\237\231\202", 6);
}

/* --- runs ---------------------------------------------------------------------------------- */

static bool
runs_are_equal (const WeftGlyphRun *a, const WeftGlyphRun *b)
{
  return a->width == b->width && a->ascent == b->ascent && a->descent == b->descent
         && a->mask_x == b->mask_x && a->mask_y == b->mask_y && a->mask_width == b->mask_width
         && a->mask_height == b->mask_height
         && (a->mask == NULL
             || memcmp (a->mask, b->mask, (size_t) (a->mask_stride * a->mask_height)) == 0);
}

static void
assert_same_run (WeftGlyphAtlas *atlas, const WeftGlyphRun *run, const char *text)
{
  const WeftGlyphRun *expected = weft_glyph_atlas_get (atlas, WEFT_FONT_MONO, 13, text, -1);

  g_assert_nonnull (run);
  g_assert_true (runs_are_equal (run, expected));
  weft_glyph_atlas_release (atlas, expected);
}

static bool
have_font (const char *name)
{
  PangoFontFamily **families;
  bool is_there = false;
  int n;

  pango_font_map_list_families (pango_cairo_font_map_get_default (), &families, &n);
  for (int i = 0; i < n; i++)
    is_there = is_there || g_str_equal (pango_font_family_get_name (families[i]), name);
  g_free (families);
  return is_there;
}

static void
test_metrics (void)
{
  WeftGlyphAtlas *atlas = weft_glyph_atlas_new (UI, MONO, 0);
  const WeftGlyphRun *run;
  int ascent;
  int descent;
  int digit;

  if (!have_font (MONO))
    {
      g_test_skip (MONO " is not installed");
      weft_glyph_atlas_unref (atlas);
      return;
    }
  weft_glyph_atlas_get_metrics (atlas, WEFT_FONT_MONO, 10, &ascent, &descent, &digit);
  g_assert_cmpint (digit, ==, 6);
  g_assert_cmpint (ascent, ==, 10);
  g_assert_cmpint (descent, ==, 3);
  g_assert_cmpint (weft_glyph_atlas_measure (atlas, WEFT_FONT_MONO, 10, "Dc", -1), ==, 12);
  g_assert_cmpint (weft_glyph_atlas_measure (atlas, WEFT_FONT_MONO, 20, "0000227c", -1), ==, 96);
  g_assert_cmpint (weft_glyph_atlas_measure (atlas, WEFT_FONT_MONO, 10, "", 0), ==, 0);
  /* Tabular figures: all are as wide as one another. */
  g_assert_cmpint (weft_glyph_atlas_measure (atlas, WEFT_FONT_UI, 13, "1111", -1), ==,
                   weft_glyph_atlas_measure (atlas, WEFT_FONT_UI, 13, "8888", -1));
  run = weft_glyph_atlas_get (atlas, WEFT_FONT_MONO, 10, "Dc", -1);
  g_assert_cmpint (run->width, ==, 12);
  g_assert_cmpint (run->ascent, ==, ascent);
  g_assert_cmpint (run->mask_width, >, 0);
  g_assert_cmpint (run->mask_y, <, 0);
  weft_glyph_atlas_release (atlas, run);
  weft_glyph_atlas_unref (atlas);
}

static void
test_ellipsis (void)
{
  static const char text[] = "/home/user/traces/kanata/sample.log";
  WeftGlyphAtlas *atlas = weft_glyph_atlas_new (UI, MONO, 0);
  int whole = weft_glyph_atlas_measure (atlas, WEFT_FONT_MONO, 13, text, -1);
  const WeftGlyphRun *run;

  for (int fit = WEFT_FIT_END; fit <= WEFT_FIT_MIDDLE; fit++)
    {
      for (int width = whole - 1; width > 20; width -= 7)
        {
          run = weft_glyph_atlas_get_fit (atlas, WEFT_FONT_MONO, 13, text, -1, width,
                                          (WeftTextFit) fit);
          g_assert_nonnull (run);
          g_assert_cmpint (run->width, <=, width);
          g_assert_cmpint (run->width, >, width - 20);
          weft_glyph_atlas_release (atlas, run);
        }
      run =
        weft_glyph_atlas_get_fit (atlas, WEFT_FONT_MONO, 13, text, -1, whole, (WeftTextFit) fit);
      assert_same_run (atlas, run, text);
      weft_glyph_atlas_release (atlas, run);
      g_assert_null (
        weft_glyph_atlas_get_fit (atlas, WEFT_FONT_MONO, 13, text, -1, 2, (WeftTextFit) fit));
      g_assert_null (
        weft_glyph_atlas_get_fit (atlas, WEFT_FONT_MONO, 13, text, -1, -5, (WeftTextFit) fit));
    }
  g_assert_null (
    weft_glyph_atlas_get_fit (atlas, WEFT_FONT_MONO, 13, text, -1, whole - 1, WEFT_FIT_WHOLE));

  if (have_font (MONO))
    {
      run = weft_glyph_atlas_get_fit (atlas, WEFT_FONT_MONO, 13, text, -1, 13 * 8, WEFT_FIT_END);
      assert_same_run (atlas, run, "/home/user/t" ELLIPSIS);
      weft_glyph_atlas_release (atlas, run);
      run = weft_glyph_atlas_get_fit (atlas, WEFT_FONT_MONO, 13, text, -1, 13 * 8, WEFT_FIT_MIDDLE);
      assert_same_run (atlas, run, "/home/" ELLIPSIS "le.log");
      weft_glyph_atlas_release (atlas, run);
    }
  weft_glyph_atlas_unref (atlas);
}

static void
test_invalid_utf8 (void)
{
  WeftGlyphAtlas *atlas = weft_glyph_atlas_new (UI, MONO, 0);
  const WeftGlyphRun *run = weft_glyph_atlas_get (atlas, WEFT_FONT_MONO, 13, "a\xff\0z", 4);

  assert_same_run (atlas, run, "a" REPLACEMENT REPLACEMENT "z");
  weft_glyph_atlas_release (atlas, run);
  weft_glyph_atlas_unref (atlas);
}

/* A hostile text costs no more memory than a mask of a bounded size. */
static void
test_large_text (void)
{
  WeftGlyphAtlas *atlas = weft_glyph_atlas_new (UI, MONO, 0);
  g_autofree char *text = g_strnfill (1 << 20, 'W');
  const WeftGlyphRun *run = weft_glyph_atlas_get (atlas, WEFT_FONT_UI, 1e9, text, -1);

  g_assert_cmpint (run->mask_width, <=, 16384);
  g_assert_cmpint (run->mask_height, <=, 6 * 257);
  weft_glyph_atlas_release (atlas, run);
  weft_glyph_atlas_unref (atlas);
}

/* --- the cache ----------------------------------------------------------------------------- */

static void
test_shaped_once (void)
{
  WeftGlyphAtlas *atlas = weft_glyph_atlas_new (UI, MONO, 0);
  const WeftGlyphRun *a = weft_glyph_atlas_get (atlas, WEFT_FONT_CELL, 12, "Dc", -1);
  uint64_t misses = weft_glyph_atlas_get_misses (atlas);
  const WeftGlyphRun *b = weft_glyph_atlas_get (atlas, WEFT_FONT_CELL, 12.1, "Dcx", 2);
  const WeftGlyphRun *c;

  g_assert_true (a == b);
  g_assert_cmpuint (weft_glyph_atlas_get_misses (atlas), ==, misses);
  c = weft_glyph_atlas_get (atlas, WEFT_FONT_CELL, 13, "Dc", -1);
  g_assert_true (a != c);
  g_assert_cmpuint (weft_glyph_atlas_get_misses (atlas), ==, misses + 1);
  weft_glyph_atlas_release (atlas, a);
  weft_glyph_atlas_release (atlas, b);
  weft_glyph_atlas_release (atlas, c);
  weft_glyph_atlas_unref (atlas);
}

static void
test_memory (void)
{
  enum
  {
    BUDGET = 256 << 10
  };
  WeftGlyphAtlas *atlas = weft_glyph_atlas_new (UI, MONO, BUDGET);
  const WeftGlyphRun *held = weft_glyph_atlas_get (atlas, WEFT_FONT_MONO, 13, "held", -1);
  size_t most = 0;
  uint64_t misses;

  for (int i = 0; i < 3000; i++)
    {
      g_autofree char *text = g_strdup_printf ("label number %d of many", i);

      weft_glyph_atlas_release (atlas, weft_glyph_atlas_get (atlas, WEFT_FONT_MONO, 13, text, -1));
      /* "often" is asked for all the time, so it stays. */
      weft_glyph_atlas_release (atlas,
                                weft_glyph_atlas_get (atlas, WEFT_FONT_MONO, 13, "often", -1));
      most = MAX (most, weft_glyph_atlas_get_memory (atlas));
    }
  g_assert_cmpuint (most, >, BUDGET / 4); /* a thread has half of it */
  g_assert_cmpuint (most, <, BUDGET + (64 << 10));
  assert_same_run (atlas, held, "held");
  misses = weft_glyph_atlas_get_misses (atlas);
  g_assert_cmpuint (misses, ==, 3000 + 2);
  weft_glyph_atlas_release (atlas, held);
  weft_glyph_atlas_unref (atlas);
}

/* --- threads ------------------------------------------------------------------------------- */

#define SIDE 256
#define N_THREADS 4

typedef struct
{
  WeftGlyphAtlas *atlas;
  const WeftPaintList *list;
  uint32_t *pixels;
} Job;

static WeftPaintList *
make_list (void)
{
  WeftPaintList *list = weft_paint_list_new ();

  weft_paint_list_fill (list, 0, 0, SIDE, SIDE, 0xff202020);
  for (int i = 0; i < 300; i++)
    {
      g_autofree char *text = g_strdup_printf ("%d: addi a%d", i % 70, i % 13);

      weft_paint_list_text (list, i % 3 * 80, i / 3 * 5 % SIDE, 60 + i % 7, 16,
                            (WeftFontRole) (i % WEFT_N_FONT_ROLES), 8 + i % 9, WEFT_ALIGN_START,
                            (WeftTextFit) (i % 4), 0xffffffff, text, -1);
    }
  return list;
}

static void *
draw_often (void *data)
{
  Job *job = data;

  for (int i = 0; i < 30; i++)
    weft_paint_pixels_draw (job->list, job->atlas, job->pixels, SIDE, SIDE, 4 * SIDE, 0, 0);
  return NULL;
}

/* A budget that is far too small makes the threads evict what the others draw. */
static void
check_threads (size_t budget)
{
  WeftPaintList *list = make_list ();
  WeftGlyphAtlas *own = weft_glyph_atlas_new (UI, MONO, 0);
  WeftGlyphAtlas *shared = weft_glyph_atlas_new (UI, MONO, budget);
  g_autofree uint32_t *expected = g_new0 (uint32_t, SIDE * SIDE);
  pthread_t threads[N_THREADS];
  Job jobs[N_THREADS];

  weft_paint_pixels_draw (list, own, expected, SIDE, SIDE, 4 * SIDE, 0, 0);
  for (int i = 0; i < N_THREADS; i++)
    {
      jobs[i] = (Job){ shared, list, g_new0 (uint32_t, SIDE * SIDE) };
      g_assert_cmpint (pthread_create (&threads[i], NULL, draw_often, &jobs[i]), ==, 0);
    }
  for (int i = 0; i < N_THREADS; i++)
    {
      pthread_join (threads[i], NULL);
      g_assert_cmpmem (jobs[i].pixels, 4 * SIDE * SIDE, expected, 4 * SIDE * SIDE);
      g_free (jobs[i].pixels);
    }
  weft_paint_list_free (list);
  weft_glyph_atlas_unref (own);
  weft_glyph_atlas_unref (shared);
}

static void *
get_one (void *atlas)
{
  return (void *) weft_glyph_atlas_get (atlas, WEFT_FONT_CELL, 12, "Dc", -1);
}

static const WeftGlyphRun *
get_on_thread (WeftGlyphAtlas *atlas)
{
  pthread_t thread;
  void *run;

  g_assert_cmpint (pthread_create (&thread, NULL, get_one, atlas), ==, 0);
  pthread_join (thread, &run);
  return run;
}

/* The thread that made the atlas shapes by itself, so that it waits for nobody; the others share. */
static void
test_sides (void)
{
  WeftGlyphAtlas *atlas = weft_glyph_atlas_new (UI, MONO, 0);
  const WeftGlyphRun *own = get_one (atlas);
  const WeftGlyphRun *first = get_on_thread (atlas), *second = get_on_thread (atlas);

  g_assert_true (first == second);
  g_assert_true (first != own);
  g_assert_cmpuint (weft_glyph_atlas_get_misses (atlas), ==, 2);
  g_assert_cmpint (first->width, ==, own->width);
  g_assert_cmpmem (first->mask, (gsize) (first->mask_stride * first->mask_height), own->mask,
                   (gsize) (own->mask_stride * own->mask_height));
  weft_glyph_atlas_release (atlas, own);
  weft_glyph_atlas_release (atlas, first);
  weft_glyph_atlas_release (atlas, second);
  weft_glyph_atlas_unref (atlas);
}

static void
test_threads (void)
{
  check_threads (0);
  check_threads (16 << 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/glyph-atlas/clean", test_clean);
  g_test_add_func ("/glyph-atlas/clean-long", test_clean_long);
  g_test_add_func ("/glyph-atlas/metrics", test_metrics);
  g_test_add_func ("/glyph-atlas/ellipsis", test_ellipsis);
  g_test_add_func ("/glyph-atlas/invalid-utf8", test_invalid_utf8);
  g_test_add_func ("/glyph-atlas/large-text", test_large_text);
  g_test_add_func ("/glyph-atlas/shaped-once", test_shaped_once);
  g_test_add_func ("/glyph-atlas/memory", test_memory);
  g_test_add_func ("/glyph-atlas/sides", test_sides);
  g_test_add_func ("/glyph-atlas/threads", test_threads);
  return g_test_run ();
}
