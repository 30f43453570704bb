/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-sequence-align.h"

#include <string.h>

static GArray *
align (const guint64 *first, guint32 n_first, const guint64 *second, guint32 n_second)
{
  g_autoptr (GError) error = NULL;
  GArray *aligned = g_array_new (FALSE, FALSE, sizeof (WeftAligned));

  g_assert_true (weft_sequence_align (first, n_first, second, n_second, aligned, NULL, &error));
  g_assert_no_error (error);
  return aligned;
}

/* Sequences as letters, the result as "=" for a pair, "a" and "b" for what one alone has. */
static void
assert_aligns (const char *first, const char *second, const char *expected)
{
  guint64 a[100], b[100];
  guint32 n_a = (guint32) strlen (first), n_b = (guint32) strlen (second);
  g_autoptr (GArray) aligned = NULL;
  g_autoptr (GString) shape = g_string_new (NULL);

  for (guint i = 0; i < n_a; i++)
    a[i] = (guint64) first[i] * 1234567;
  for (guint i = 0; i < n_b; i++)
    b[i] = (guint64) second[i] * 1234567;
  aligned = align (a, n_a, b, n_b);
  for (guint i = 0; i < aligned->len; i++)
    {
      const WeftAligned *place = &g_array_index (aligned, WeftAligned, i);

      g_string_append_c (shape, place->first == WEFT_ALIGN_NONE    ? 'b'
                                : place->second == WEFT_ALIGN_NONE ? 'a'
                                                                   : '=');
    }
  g_assert_cmpstr (shape->str, ==, expected);
}

static void
test_small (void)
{
  assert_aligns ("", "", "");
  assert_aligns ("abc", "", "aaa");
  assert_aligns ("", "abc", "bbb");
  assert_aligns ("abcdef", "abcdef", "======");
  assert_aligns ("abcdef", "abcxdef", "===b===");
  assert_aligns ("abcxdef", "abcdef", "===a===");
  assert_aligns ("abcxdef", "abcydef", "===ab===");
  assert_aligns ("xabcdef", "abcdef", "a======");
  assert_aligns ("abcdef", "abcdefx", "======b");
  assert_aligns ("abcdef", "uvwxyz", "aaaaaabbbbbb");
  /* a loop that runs more often */
  assert_aligns ("-abcabcabc+uvw", "-abcabcabcabcabc+uvw", "==========bbbbbb====");
  /* two changes, with a few equal ones between */
  assert_aligns ("abcXdefghYijklm", "abcdefghZZijklm", "===a=====abb=====");
}

/* Every element stands once, in order, and pairs are equal. */
static guint32
check (const GArray *aligned, const guint64 *a, guint32 n_a, const guint64 *b, guint32 n_b)
{
  guint32 i = 0, j = 0, n_pairs = 0;

  for (guint k = 0; k < aligned->len; k++)
    {
      const WeftAligned *place = &g_array_index (aligned, WeftAligned, k);

      if (place->first != WEFT_ALIGN_NONE)
        g_assert_cmpuint (place->first, ==, i++);
      if (place->second != WEFT_ALIGN_NONE)
        g_assert_cmpuint (place->second, ==, j++);
      if (place->first == WEFT_ALIGN_NONE || place->second == WEFT_ALIGN_NONE)
        continue;
      g_assert_cmpuint (a[place->first], ==, b[place->second]);
      n_pairs++;
    }
  g_assert_cmpuint (i, ==, n_a);
  g_assert_cmpuint (j, ==, n_b);
  return n_pairs;
}

/* A program of loops, and the same with pieces of any length more, fewer or exchanged: nearly all
 * that is left of it is found again. */
static void
test_random (void)
{
  const guint32 n = 100000;
  g_autofree guint64 *a = g_new (guint64, n), *b = g_new (guint64, 2 * n);

  for (guint round = 0; round < 20; round++)
    {
      guint32 n_b = 0, n_kept = 0, n_changes = 0;
      guint64 pc = 0;
      g_autoptr (GArray) aligned = NULL;

      for (guint32 i = 0; i < n; i++)
        {
          pc =
            g_test_rand_int_range (0, 20) == 0 ? (guint64) g_test_rand_int_range (0, 2000) : pc + 1;
          a[i] = pc * 0x9e3779b97f4a7c15u;
        }
      for (guint32 i = 0; i < n;)
        {
          int length = g_test_rand_int_range (1, g_test_rand_int_range (2, 500));

          if (g_test_rand_int_range (0, 500) > 0)
            {
              b[n_b++] = a[i++];
              n_kept++;
              continue;
            }
          n_changes++;
          if (g_test_rand_bit ())
            i += (guint32) length;
          else
            for (; length > 0 && n_b < 2 * n - n; length--)
              b[n_b++] = (guint64) g_test_rand_int_range (5000, 6000);
        }
      aligned = align (a, n, b, n_b);
      g_test_message ("%u changes, %u kept", n_changes, n_kept);
      g_assert_cmpuint (check (aligned, a, n, b, n_b) + 20 * n_changes, >=, n_kept);
    }
}

/* More than a way is followed for, and code that repeats itself all around. */
static void
test_long_gap (void)
{
  const guint32 n = 200000, gap = 70000;
  g_autofree guint64 *a = g_new (guint64, n), *b = g_new (guint64, n);
  g_autoptr (GArray) aligned = NULL;

  for (guint32 i = 0; i < n; i++)
    a[i] = i < 100000 ? i % 7 : i;
  for (guint32 i = 0; i < n - gap; i++)
    b[i] = i < 100000 ? a[i] : a[i + gap];
  aligned = align (a, n, b, n - gap);
  g_assert_cmpuint (check (aligned, a, n, b, n - gap), ==, n - gap);
  g_clear_pointer (&aligned, g_array_unref);
  b[50000]++; /* so that the end is not the same from the gap on */
  b[n - gap - 10]++;
  aligned = align (b, n - gap, a, n);
  g_assert_cmpuint (check (aligned, b, n - gap, a, n), ==, n - gap - 2);
}

/* Nothing in common, or nothing for long, costs no more than a few looks at each element: each with each would take
 * hours. */
static void
test_hopeless (void)
{
  const guint32 n = 300000;
  g_autofree guint64 *a = g_new (guint64, n), *b = g_new (guint64, n);

  for (guint round = 0; round < 3; round++)
    {
      g_autoptr (GArray) aligned = NULL;

      for (guint32 i = 0; i < n; i++)
        {
          a[i] = i;
          b[i] = round == 0 || (round == 1 && i % 2 == 0) ? i + n : i / (round == 2 ? 3 : 1);
        }
      aligned = align (a, n, b, n);
      check (aligned, a, n, b, n);
    }
}

static void
test_cancel (void)
{
  const guint64 a[] = { 1 }, b[] = { 2 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GArray) aligned = g_array_new (FALSE, FALSE, sizeof (WeftAligned));
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (weft_sequence_align (a, 1, b, 1, aligned, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sequence-align/small", test_small);
  g_test_add_func ("/sequence-align/random", test_random);
  g_test_add_func ("/sequence-align/long-gap", test_long_gap);
  g_test_add_func ("/sequence-align/hopeless", test_hopeless);
  g_test_add_func ("/sequence-align/cancel", test_cancel);
  return g_test_run ();
}
