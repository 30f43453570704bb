/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-histogram.h"

#include <math.h>
#include <string.h>

/* Nearest rank, the slow way: sort, and take the value at the rank. */
static int
compare_values (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

static guint64
percentile_of_sorted (const guint64 *values, guint n_values, guint per_mille)
{
  for (guint i = 0; i < n_values; i++)
    if ((guint64) (i + 1) * 1000 >= (guint64) n_values * per_mille)
      return values[i];
  g_assert_not_reached ();
}

static void
check_against_sorting (guint64 *values, guint n_values)
{
  static const guint shares[] = { 1, 10, 333, 500, 900, 990, 999, 1000 };
  g_auto (WeftHistogram) histogram = { 0 };
  guint64 total = 0;

  for (guint i = 0; i < n_values; i++)
    {
      weft_histogram_add (&histogram, values[i]);
      total += values[i];
    }
  weft_histogram_seal (&histogram);
  qsort (values, n_values, sizeof *values, compare_values);
  g_assert_cmpuint (histogram.n_values, ==, n_values);
  g_assert_cmpuint (histogram.total, ==, total);
  g_assert_cmpuint (histogram.max, ==, values[n_values - 1]);
  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    g_assert_cmpuint (weft_histogram_get_percentile (&histogram, shares[i]), ==,
                      percentile_of_sorted (values, n_values, shares[i]));
  g_assert_cmpuint (weft_histogram_count (&histogram, 0, G_MAXUINT64), ==, n_values);
  for (guint i = 0; i < 16; i++)
    {
      guint64 from = values[(guint) g_random_int_range (0, (gint) n_values)], to = from + i * i;
      guint expected = 0;

      for (guint j = 0; j < n_values; j++)
        expected += values[j] >= from && values[j] < to;
      g_assert_cmpuint (weft_histogram_count (&histogram, from, to), ==, expected);
    }
}

/* Two histograms merged are one of all values. */
static void
test_merge (void)
{
  for (guint round = 0; round < 100; round++)
    {
      g_auto (WeftHistogram) first = { 0 }, second = { 0 }, whole = { 0 }, merged = { 0 };
      guint n_values = (guint) g_random_int_range (0, 200);

      for (guint i = 0; i < n_values; i++)
        {
          guint64 value = g_random_boolean () ? (guint64) g_random_int_range (0, 50)
                                              : (guint64) g_random_int () << 8;

          weft_histogram_add (&whole, value);
          weft_histogram_add (g_random_boolean () ? &first : &second, value);
        }
      weft_histogram_seal (&first);
      weft_histogram_seal (&second);
      weft_histogram_seal (&whole);
      weft_histogram_merge (&merged, &first);
      weft_histogram_merge (&merged, &second);
      g_assert_cmpuint (merged.n_values, ==, whole.n_values);
      g_assert_cmpuint (merged.total, ==, whole.total);
      g_assert_cmpuint (merged.max, ==, whole.max);
      g_assert_cmpmem (merged.bins->data, merged.bins->len * sizeof (WeftHistogramBin),
                       whole.bins->data, whole.bins->len * sizeof (WeftHistogramBin));
    }
}

static void
test_random (void)
{
  for (guint round = 0; round < 300; round++)
    {
      guint n_values = (guint) g_random_int_range (1, round % 10 == 0 ? 5000 : 60);
      g_autofree guint64 *values = g_new (guint64, n_values);

      /* Short and long values mixed, so that array and hash both serve, and some go over. */
      for (guint i = 0; i < n_values; i++)
        values[i] = g_random_int () >> g_random_int_range (0, 32);
      check_against_sorting (values, n_values);
    }
}

static void
test_known (void)
{
  static const guint64 values[] = { 5, 1, 1, 2, 3, 100000, 0, 7, 7, 7 };
  g_auto (WeftHistogram) histogram = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    weft_histogram_add (&histogram, values[i]);
  weft_histogram_seal (&histogram);
  weft_histogram_seal (&histogram);
  g_assert_cmpuint (weft_histogram_get_percentile (&histogram, 500), ==, 3);
  g_assert_cmpuint (weft_histogram_get_percentile (&histogram, 501), ==, 5);
  g_assert_cmpuint (weft_histogram_get_percentile (&histogram, 900), ==, 7);
  g_assert_cmpuint (weft_histogram_get_percentile (&histogram, 990), ==, 100000);
  g_assert_cmpuint (histogram.total, ==, 100033);
  g_assert_true (fabs (weft_histogram_get_mean (&histogram) - 10003.3) < 1e-9);
}

static void
test_extremes (void)
{
  g_auto (WeftHistogram) histogram = { 0 };

  weft_histogram_add (&histogram, G_MAXUINT64);
  weft_histogram_add (&histogram, G_MAXUINT64);
  weft_histogram_add (&histogram, 0);
  weft_histogram_seal (&histogram);
  g_assert_cmpuint (histogram.total, ==, G_MAXUINT64);
  g_assert_cmpuint (histogram.max, ==, G_MAXUINT64);
  g_assert_cmpuint (weft_histogram_get_percentile (&histogram, 333), ==, 0);
  g_assert_cmpuint (weft_histogram_get_percentile (&histogram, 334), ==, G_MAXUINT64);
}

/* An array must not grow to the longest length of each of very many kinds. */
static void
test_memory (void)
{
  g_auto (WeftHistogram) histogram = { 0 };

  weft_histogram_add (&histogram, 60000);
  g_assert_cmpuint (histogram.n_dense, <=, 64);
  for (guint i = 0; i < 100000; i++)
    weft_histogram_add (&histogram, 60000);
  weft_histogram_seal (&histogram);
  g_assert_cmpuint (weft_histogram_count (&histogram, 60000, 60001), ==, 100001);
}

static char *
describe_ranges (const WeftHistogram *histogram, guint max_ranges)
{
  g_autoptr (GArray) ranges = weft_histogram_get_ranges (histogram, max_ranges);
  GString *text = g_string_new (NULL);
  guint64 n_values = 0;

  for (guint i = 0; i < ranges->len; i++)
    {
      const WeftHistogramRange *range = &g_array_index (ranges, WeftHistogramRange, i);

      n_values += range->n_values;
      if (range->to == G_MAXUINT64)
        g_string_append_printf (text, "%u+:%u", (guint) range->from, (guint) range->n_values);
      else
        g_string_append_printf (text, "%u-%u:%u ", (guint) range->from, (guint) range->to,
                                (guint) range->n_values);
    }
  g_assert_cmpuint (n_values, ==, histogram->n_values);
  return g_string_free (text, FALSE);
}

/* Bars for a picture: even ones for what is usual, one for the rare rest, and none is lost. */
static void
test_ranges (void)
{
  g_auto (WeftHistogram) even = { 0 }, tail = { 0 }, one = { 0 }, none = { 0 };
  g_autofree char *few = NULL, *wide = NULL, *cut = NULL, *single = NULL, *empty = NULL;

  for (guint i = 0; i < 10; i++)
    weft_histogram_add (&even, i);
  weft_histogram_seal (&even);
  few = describe_ranges (&even, 100);
  g_assert_cmpstr (few, ==, "0-1:1 1-2:1 2-3:1 3-4:1 4-5:1 5-6:1 6-7:1 7-8:1 8-9:1 9-10:1 ");
  wide = describe_ranges (&even, 3);
  g_assert_cmpstr (wide, ==, "0-5:5 5-10:5 ");
  for (guint i = 0; i < 1000; i++)
    weft_histogram_add (&tail, i < 995 ? 3 + i % 2 : 100000);
  weft_histogram_seal (&tail);
  cut = describe_ranges (&tail, 20);
  g_assert_cmpstr (cut, ==, "3-4:498 4-5:497 5+:5");
  weft_histogram_add (&one, G_MAXUINT64 - 1);
  weft_histogram_seal (&one);
  single = describe_ranges (&one, 20);
  g_assert_nonnull (strstr (single, ":1"));
  weft_histogram_seal (&none);
  empty = describe_ranges (&none, 20);
  g_assert_cmpstr (empty, ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/histogram/known", test_known);
  g_test_add_func ("/histogram/random", test_random);
  g_test_add_func ("/histogram/merge", test_merge);
  g_test_add_func ("/histogram/extremes", test_extremes);
  g_test_add_func ("/histogram/memory", test_memory);
  g_test_add_func ("/histogram/ranges", test_ranges);
  return g_test_run ();
}
