/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-spans.h"

#define N_MOST 400

/* Spans that follow one another, some of them points, held against a walk along all of them. */
typedef struct
{
  gint64 starts[N_MOST];
  gint64 ends[N_MOST];
  guint32 n;
} Plain;

static guint32
find_plain (const Plain *plain, gint64 time)
{
  guint32 i = 0;

  while (i < plain->n && plain->starts[i] < time && plain->ends[i] <= time)
    i++;
  return i;
}

static gint64
count_plain (const Plain *plain, gint64 from, gint64 to)
{
  gint64 n = 0;

  for (guint32 i = 0; i < plain->n; i++)
    n += MAX (MIN (plain->ends[i], to) - MAX (plain->starts[i], from), 0);
  return n;
}

/* Gaps and lengths up to `most`, but that some gaps are as long as `jump`. */
static void
fill (Plain *plain, WeftSpans *spans, guint32 n, gint64 first, gint32 most, gint64 jump)
{
  gint64 time = first;

  plain->n = n;
  for (guint32 i = 0; i < n; i++)
    {
      time += g_test_rand_int_range (0, 20) == 0 ? jump : g_test_rand_int_range (0, most);
      plain->starts[i] = time;
      time += g_test_rand_int_range (0, most);
      plain->ends[i] = time;
      weft_spans_add (spans, plain->starts[i], plain->ends[i]);
    }
  weft_spans_finish (spans);
}

static gint64
pick_time (const Plain *plain)
{
  guint32 i = (guint32) g_test_rand_int_range (0, (gint32) plain->n);

  return (g_test_rand_bit () ? plain->starts[i] : plain->ends[i]) + g_test_rand_int_range (-2, 3);
}

static void
compare (const Plain *plain, const WeftSpans *spans)
{
  g_assert_cmpuint (spans->n, ==, plain->n);
  for (guint32 i = 0; i < plain->n; i++)
    {
      g_assert_cmpint (weft_spans_start (spans, i), ==, plain->starts[i]);
      g_assert_cmpint (weft_spans_end (spans, i), ==, plain->ends[i]);
      g_assert_cmpint (spans->longest, >=, plain->ends[i] - plain->starts[i]);
    }
  for (guint i = 0; i < 500 && plain->n > 0; i++)
    {
      gint64 from = pick_time (plain), to = pick_time (plain);
      guint32 place = weft_spans_find (spans, MIN (from, to));

      g_assert_cmpuint (weft_spans_find (spans, from), ==, find_plain (plain, from));
      g_assert_cmpint (weft_spans_count (spans, from, to), ==, count_plain (plain, from, to));
      g_assert_cmpint (weft_spans_count_from (spans, &place, MAX (from, to)), ==,
                       weft_spans_count_before (spans, MAX (from, to)));
      g_assert_cmpuint (place, ==, find_plain (plain, MAX (from, to)));
    }
}

static void
test_like_plain (void)
{
  static const guint32 counts[] = { 0, 1, 15, 16, 17, 63, 64, 65, N_MOST };
  static const gint64 jumps[] = { 0, 1000, (gint64) 1 << 33 };

  for (guint i = 0; i < G_N_ELEMENTS (counts) * G_N_ELEMENTS (jumps); i++)
    {
      gint64 jump = jumps[i % G_N_ELEMENTS (jumps)];
      g_autofree Plain *plain = g_new0 (Plain, 1);
      WeftSpans spans = { 0 };

      fill (plain, &spans, counts[i / G_N_ELEMENTS (jumps)], g_test_rand_int_range (-5000, 5000),
            i % 2 == 0 ? 3 : 1000, jump);
      compare (plain, &spans);
      weft_spans_clear (&spans);
    }
}

/* From one end of time to the other; and where nothing is. */
static void
test_ends_of_time (void)
{
  WeftSpans spans = { 0 }, nothing = { 0 };

  weft_spans_add (&spans, G_MININT64, G_MININT64 + 10);
  weft_spans_add (&spans, -1, 1);
  weft_spans_add (&spans, G_MAXINT64 - 10, G_MAXINT64);
  weft_spans_finish (&spans);
  weft_spans_finish (&nothing);
  g_assert_cmpint (weft_spans_start (&spans, 0), ==, G_MININT64);
  g_assert_cmpint (weft_spans_end (&spans, 2), ==, G_MAXINT64);
  g_assert_cmpint (weft_spans_count (&spans, G_MININT64, G_MAXINT64), ==, 22);
  g_assert_cmpint (weft_spans_count (&spans, G_MININT64 + 5, 0), ==, 6);
  g_assert_cmpuint (weft_spans_find (&spans, G_MAXINT64), ==, 3);
  g_assert_cmpuint (weft_spans_find (&spans, G_MININT64), ==, 0);
  g_assert_cmpuint (weft_spans_find (&nothing, 5), ==, 0);
  g_assert_cmpint (weft_spans_count (&nothing, G_MININT64, G_MAXINT64), ==, 0);
  weft_spans_clear (&spans);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/spans/like-plain", test_like_plain);
  g_test_add_func ("/spans/ends-of-time", test_ends_of_time);
  return g_test_run ();
}
