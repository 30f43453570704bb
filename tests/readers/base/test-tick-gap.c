/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tick-gap.h"

#include <stdlib.h>

#include "cpu-time.h"

static int
compare_ticks (const void *a, const void *b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* The smallest positive difference, by sorting. */
static gint64
brute_force (const gint64 *ticks, guint n)
{
  g_autofree gint64 *sorted = g_memdup2 (ticks, n * sizeof *ticks);
  gint64 gap = 0;

  qsort (sorted, n, sizeof *sorted, compare_ticks);
  for (guint i = 1; i < n; i++)
    if (sorted[i] != sorted[i - 1] && (gap == 0 || sorted[i] - sorted[i - 1] < gap))
      gap = sorted[i] - sorted[i - 1];
  return gap;
}

static void
test_few (void)
{
  g_autoptr (WeftTickGap) gap = weft_tick_gap_new ();

  g_assert_cmpint (weft_tick_gap_get (gap), ==, 0);
  g_assert_cmpint (weft_tick_gap_get_first (gap), ==, G_MAXINT64);
  weft_tick_gap_add (gap, G_MAXINT64);
  weft_tick_gap_add (gap, G_MAXINT64);
  g_assert_cmpint (weft_tick_gap_get (gap), ==, 0);
  weft_tick_gap_add (gap, 0);
  g_assert_cmpint (weft_tick_gap_get (gap), ==, G_MAXINT64);
  g_assert_cmpint (weft_tick_gap_get_first (gap), ==, 0);
  weft_tick_gap_add (gap, G_MAXINT64 - 1000);
  g_assert_cmpint (weft_tick_gap_get (gap), ==, 1000);
  weft_tick_gap_add (gap, G_MAXINT64 - 1);
  g_assert_cmpint (weft_tick_gap_get (gap), ==, 1);
}

/* Exact after every tick, wherever ticks come from. */
static void
test_random (void)
{
  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (WeftTickGap) gap = weft_tick_gap_new ();
      guint n = (guint) g_test_rand_int_range (2, 60);
      g_autofree gint64 *ticks = g_new (gint64, n);
      guint bits = (guint) g_test_rand_int_range (1, 64);
      gint64 grid = g_test_rand_bit () ? 1 : g_test_rand_int_range (1, 1000);

      for (guint i = 0; i < n; i++)
        {
          guint64 tick =
            ((guint64) (guint32) g_test_rand_int () << 32 | (guint32) g_test_rand_int ())
            >> (64 - bits);

          ticks[i] = (gint64) (tick >> 1) / grid * grid;
          weft_tick_gap_add (gap, ticks[i]);
          g_assert_cmpint (weft_tick_gap_get (gap), ==, brute_force (ticks, i + 1));
        }
    }
}

/* One that goes on after ticks on a grid knows the same as long as ticks lie on that, and says when one does not. */
static void
test_grid (void)
{
  for (guint run = 0; run < 300; run++)
    {
      const gint64 grid = g_test_rand_int_range (2, 1000), start = g_test_rand_int_range (0, 5000);
      g_autoptr (WeftTickGap) gap = weft_tick_gap_new (), behind = NULL;

      g_assert_false (weft_tick_gap_is_grid (gap));
      for (guint i = 0; i < 60; i++)
        weft_tick_gap_add (gap,
                           start + grid * (i < 2 ? 7 + (gint32) i : g_test_rand_int_range (1, 90)));
      g_assert_true (weft_tick_gap_is_grid (gap));
      behind = weft_tick_gap_new_on_grid (weft_tick_gap_get_first (gap), weft_tick_gap_get (gap));
      for (guint i = 0; i < 60; i++)
        {
          const gint64 tick = start + grid * g_test_rand_int_range (0, 9000);

          g_assert_true (weft_tick_gap_add (gap, tick));
          g_assert_true (weft_tick_gap_add (behind, tick));
          g_assert_cmpint (weft_tick_gap_get (gap), ==, weft_tick_gap_get (behind));
          g_assert_cmpint (weft_tick_gap_get_first (gap), ==, weft_tick_gap_get_first (behind));
        }
      g_assert_true (weft_tick_gap_is_grid (behind));
      g_assert_false (weft_tick_gap_add (behind, start + grid * 7 + 1));
      g_assert_true (weft_tick_gap_add (gap, start + grid * 7 + 1));
      g_assert_cmpint (weft_tick_gap_get (gap), ==, 1);
    }
}

/* A gap that shrinks with every tick must not make each of them costly. */
static void
test_shrinking (void)
{
  g_autoptr (WeftTickGap) gap = weft_tick_gap_new ();
  gint64 tick = 0, begin = cpu_time ();
  const gint64 n = 200000;

  for (gint64 i = 0; i < n; i++)
    {
      weft_tick_gap_add (gap, tick);
      tick += n - i;
      g_assert_cmpint (weft_tick_gap_get (gap), ==, i == 0 ? 0 : n - i + 1);
    }
  cpu_assert_at_most (begin, 5 * G_USEC_PER_SEC);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tick-gap/few", test_few);
  g_test_add_func ("/tick-gap/random", test_random);
  g_test_add_func ("/tick-gap/grid", test_grid);
  g_test_add_func ("/tick-gap/shrinking", test_shrinking);
  return g_test_run ();
}
