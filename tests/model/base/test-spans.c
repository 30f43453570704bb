/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-spans.h"

#include <stdlib.h>

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

static int
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Many times at once are told the same as each by itself, or where they are estimated, about the same. */
static void
compare_at_once (const Plain *plain, const WeftSpans *spans)
{
  gint64 times[WEFT_SPANS_TIMES], off = ((gint64) 1 << spans->grid.shift) / 4 + 1;
  WeftSpansAt at[WEFT_SPANS_TIMES], about[WEFT_SPANS_TIMES];

  for (guint i = 0; i < WEFT_SPANS_TIMES; i++)
    times[i] = pick_time (plain);
  qsort (times, WEFT_SPANS_TIMES, sizeof *times, compare_times);
  weft_spans_look_up (spans, times, WEFT_SPANS_TIMES, at);
  if (spans->cells != NULL)
    weft_spans_estimate (spans, times, WEFT_SPANS_TIMES, about);
  for (guint i = 0; i < WEFT_SPANS_TIMES; i++)
    {
      g_assert_cmpuint (at[i].least, ==, find_plain (plain, times[i]));
      g_assert_cmpuint (at[i].most, ==, at[i].least);
      g_assert_cmpint (at[i].before, ==, weft_spans_count_before (spans, times[i]));
      if (spans->cells == NULL)
        continue;
      g_assert_cmpuint (about[i].least, <=, at[i].least);
      g_assert_cmpuint (about[i].most, >=, at[i].most);
      g_assert_cmpint (ABS (about[i].before - at[i].before), <=, off);
    }
}

static void
test_like_plain (void)
{
  static const guint32 counts[] = { 0, 1, 15, 16, 17, 63, 64, 65, N_MOST };
  /* The last are of more bits than one load gets. */
  static const gint64 jumps[] = { 0, 1000, (gint64) 1 << 33, (gint64) 1 << 50, (gint64) 1 << 56 };

  for (guint i = 0; i < G_N_ELEMENTS (counts) * G_N_ELEMENTS (jumps); i++)
    {
      gint64 jump = jumps[i % G_N_ELEMENTS (jumps)];
      g_autofree Plain *plain = g_new0 (Plain, 1);
      WeftSpans spans = { 0 };

      fill (plain, &spans, counts[i / G_N_ELEMENTS (jumps)], g_test_rand_int_range (-5000, 5000),
            i % 2 == 0 ? 3 : 1000, jump);
      compare (plain, &spans);
      if (plain->n > 0)
        compare_at_once (plain, &spans);
      /* Those that fit have cells. */
      g_assert_true (jump > 1000 || plain->n < 16 || spans.cells != NULL);
      weft_spans_clear (&spans);
    }
}

/* From one end of time to the other; and where nothing is. */
static void
test_ends_of_time (void)
{
  WeftSpans spans = { 0 }, nothing = { 0 };
  WeftSpansAt at[3];

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
  weft_spans_look_up (&spans, (const gint64[]){ G_MININT64, 0, G_MAXINT64 }, 3, at);
  g_assert_cmpuint (at[0].least, ==, 0);
  g_assert_cmpuint (at[1].least, ==, 1);
  g_assert_cmpint (at[1].before, ==, 11);
  g_assert_cmpuint (at[2].most, ==, 3);
  g_assert_cmpint (at[2].before, ==, 22);
  weft_spans_clear (&spans);
}

/* Numbers that rise evenly need a bit a number, however long it is; one long gap costs its own block alone. */
static void
test_bits (void)
{
  const gint64 gap = (gint64) 1 << 40;
  WeftSpans spans = { 0 };

  weft_spans_reserve (&spans, 4 * WEFT_SPANS_BLOCK);
  for (gint64 i = 0; i < 4 * WEFT_SPANS_BLOCK; i++)
    weft_spans_add (&spans, 1000 * i + (i >= 100 ? gap : 0), 1000 * i + (i >= 100 ? gap : 0) + 256);
  weft_spans_finish (&spans);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpuint (spans.blocks.blocks[i].start_bits, >=, i == 1 ? 39 : 1);
      g_assert_cmpuint (spans.blocks.blocks[i].start_bits, <=, i == 1 ? 41 : 1);
      g_assert_cmpuint (spans.blocks.blocks[i].before_bits, ==, 1);
    }
  for (gint64 i = 0; i < 4 * WEFT_SPANS_BLOCK; i++)
    {
      g_assert_cmpint (weft_spans_start (&spans, (guint32) i), ==, 1000 * i + (i >= 100 ? gap : 0));
      g_assert_cmpint (weft_spans_before (&spans, (guint32) i), ==, 256 * i);
      g_assert_cmpint (weft_spans_length (&spans, (guint32) i), ==, 256);
    }
  weft_spans_clear (&spans);
}

/* The longest of the whole blocks that lie in a range, held against a walk along it. */
static void
test_peaks (void)
{
  enum
  {
    N = 5000
  };
  g_autofree gint64 *lengths = g_new (gint64, N);
  g_autofree guint32 *tags = g_new (guint32, N);
  WeftSpanPeaks peaks = { 0 };

  weft_span_peaks_reserve (&peaks, N);
  for (guint32 i = 0; i < N; i++)
    {
      lengths[i] = g_test_rand_int_range (0, 1000) << g_test_rand_int_range (0, 10);
      tags[i] = i + 7;
      weft_span_peaks_add (&peaks, i, lengths[i]);
    }
  weft_span_peaks_set_tags (&peaks, tags);
  for (guint i = 0; i < 2000; i++)
    {
      guint32 first = (guint32) g_test_rand_int_range (0, N);
      guint32 end = (guint32) g_test_rand_int_range ((gint32) first, N) + 1, block = 16;
      const WeftSpanPeak *peak = weft_span_peaks_find (&peaks, first, end);
      double most = weft_span_peaks_get_most (&peaks, first, end);

      g_assert_true ((peak != NULL) == (end - first >= 32));
      while (block <= (end - first) / 8)
        block *= 4;
      if (peak != NULL)
        {
          g_assert_true (peak->place >= first && peak->place < end);
          g_assert_cmpuint (peak->tag, ==, peak->place + 7);
          g_assert_cmpfloat (peak->length, ==, (float) lengths[peak->place]);
        }
      for (guint32 k = first; k < end; k++)
        {
          g_assert_cmpfloat ((double) lengths[k], <=, most);
          if (peak != NULL && (float) lengths[k] > peak->length)
            g_assert_true (k / block == first / block || k / block == end / block);
        }
    }
  weft_span_peaks_clear (&peaks);
}

/* The longest of some, within a block and across blocks, though sums before them wrap. */
static void
test_longest (void)
{
  static const gint64 far = G_GINT64_CONSTANT (8000000000000000000);
  WeftSpans spans = { 0 };

  weft_spans_add (&spans, -far, 0);
  weft_spans_add (&spans, 1, far);
  for (guint i = 0; i < 2 * WEFT_SPANS_BLOCK; i++)
    weft_spans_add (&spans, far + 10 * i, far + 10 * i + (i == 70 ? 9 : 3));
  weft_spans_finish (&spans);
  g_assert_cmpuint (weft_spans_find_longest (&spans, 0, 4, 1), ==, 0);
  g_assert_cmpuint (weft_spans_find_longest (&spans, 1, 4, 1), ==, 1);
  g_assert_cmpuint (weft_spans_find_longest (&spans, 2, 40, 1), ==, 2);
  g_assert_cmpuint (weft_spans_find_longest (&spans, 2, 100, 1), ==, 72);
  g_assert_cmpuint (weft_spans_find_longest (&spans, 66, 80, 2), ==, 72);
  g_assert_cmpuint (weft_spans_find_longest (&spans, 65, 80, 2), ==, 65);
  weft_spans_clear (&spans);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/spans/like-plain", test_like_plain);
  g_test_add_func ("/spans/ends-of-time", test_ends_of_time);
  g_test_add_func ("/spans/bits", test_bits);
  g_test_add_func ("/spans/peaks", test_peaks);
  g_test_add_func ("/spans/longest", test_longest);
  return g_test_run ();
}
