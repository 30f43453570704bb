/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-activity.h"

static const WeftCycleRange *
get_ranges (GArray *quiet)
{
  return (const WeftCycleRange *) (gpointer) quiet->data;
}

/* To the tick, whatever the order. */
static void
test_edges (void)
{
  g_autoptr (WeftActivity) activity = weft_activity_new (100, 10000100);
  g_autoptr (GArray) quiet = NULL;

  weft_activity_add (activity, 7000003, 7000003);
  weft_activity_add (activity, 50, 317);
  weft_activity_add (activity, 2000001, 4000007);
  weft_activity_add (activity, 3000000, 3999999);
  weft_activity_add (activity, 20000000, 20000005);
  weft_activity_add (activity, -5, 3);
  quiet = weft_activity_find_quiet (activity);
  g_assert_cmpuint (quiet->len, ==, 3);
  g_assert_cmpint (get_ranges (quiet)[0].from, ==, 317);
  g_assert_cmpint (get_ranges (quiet)[0].to, ==, 2000001);
  g_assert_cmpint (get_ranges (quiet)[1].from, ==, 4000007);
  g_assert_cmpint (get_ranges (quiet)[1].to, ==, 7000003);
  g_assert_cmpint (get_ranges (quiet)[2].from, ==, 7000004);
  g_assert_cmpint (get_ranges (quiet)[2].to, ==, 10000100);
}

static void
test_ends (void)
{
  g_autoptr (WeftActivity) none = weft_activity_new (5, 5);
  g_autoptr (WeftActivity) idle = weft_activity_new (-10, 10);
  g_autoptr (WeftActivity) busy = weft_activity_new (G_MININT64, G_MAXINT64);
  g_autoptr (GArray) of_none = weft_activity_find_quiet (none);
  g_autoptr (GArray) of_idle = weft_activity_find_quiet (idle);
  g_autoptr (GArray) of_busy = NULL;

  g_assert_cmpuint (of_none->len, ==, 0);
  g_assert_cmpuint (of_idle->len, ==, 1);
  g_assert_cmpint (get_ranges (of_idle)[0].from, ==, -10);
  g_assert_cmpint (get_ranges (of_idle)[0].to, ==, 10);
  weft_activity_add (busy, G_MININT64, 0);
  weft_activity_add (busy, 0, G_MAXINT64);
  of_busy = weft_activity_find_quiet (busy);
  g_assert_cmpuint (of_busy->len, ==, 0);
}

/* Every gap that is long enough is found, and none of what is found is busy. */
static void
test_against_bits (void)
{
  for (guint round = 0; round < 200; round++)
    {
      gint64 first = g_test_rand_int_range (-1000, 1000);
      guint length = (guint) g_test_rand_int_range (1, round % 2 == 0 ? 300 : 40000), at = 0;
      g_autoptr (WeftActivity) activity = weft_activity_new (first, first + length);
      g_autofree guint8 *bits = g_new0 (guint8, length + 1);
      g_autoptr (GArray) quiet = NULL;

      for (int n = g_test_rand_int_range (0, 12); n > 0; n--)
        {
          guint from = (guint) g_test_rand_int_range (0, (gint32) length);
          guint lasts = (guint) g_test_rand_int_range (1, 200), to = MIN (from + lasts, length);

          weft_activity_add (activity, first + from, first + to);
          memset (bits + from, 1, to - from);
        }
      quiet = weft_activity_find_quiet (activity);
      for (guint i = 0; i < quiet->len; i++)
        {
          const WeftCycleRange *range = &get_ranges (quiet)[i];

          for (gint64 tick = range->from; tick < range->to; tick++)
            g_assert_cmpuint (bits[tick - first], ==, 0);
          g_assert_true (range->from == first || bits[range->from - 1 - first] == 1);
          g_assert_true (range->to == first + length || bits[range->to - first] == 1);
        }
      /* As long as two of the parts, of which 4,096 are all. */
      for (guint i = 0, found = 0; i <= length; i++)
        if (i == length || bits[i] != 0)
          {
            if (i - at > length / 2048 + 2)
              {
                while (found < quiet->len && get_ranges (quiet)[found].from < first + at)
                  found++;
                g_assert_cmpuint (found, <, quiet->len);
                g_assert_cmpint (get_ranges (quiet)[found].from, ==, first + at);
                g_assert_cmpint (get_ranges (quiet)[found].to, ==, first + i);
              }
            at = i + 1;
          }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/activity/edges", test_edges);
  g_test_add_func ("/activity/ends", test_ends);
  g_test_add_func ("/activity/against-bits", test_against_bits);
  return g_test_run ();
}
