/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-progress.h"

#define MIB ((guint64) 1 << 20)

static void
check_text (const WeftProgress *progress, const char *expected)
{
  g_autofree char *text = weft_progress_to_text (progress);
  g_auto (GStrv) parts = g_strsplit (text, "\302\240", -1);
  g_autofree char *plain = g_strjoinv (" ", parts);

  /* Sizes have a no-break space before their unit. */
  g_assert_cmpstr (plain, ==, expected);
}

static void
test_known_size (void)
{
  WeftProgress progress;

  weft_progress_begin (&progress, 5000000);
  g_assert_cmpfloat (weft_progress_get_fraction (&progress), <, 0);
  g_assert_cmpfloat (weft_progress_get_remaining (&progress), <, 0);

  weft_progress_update (&progress, 5100000, 10 * MIB, 400 * MIB);
  g_assert_cmpfloat_with_epsilon (weft_progress_get_fraction (&progress), 0.025, 1e-9);
  g_assert_cmpfloat (weft_progress_get_remaining (&progress), <, 0);
  check_text (&progress, "10.0 MiB of 400.0 MiB");

  weft_progress_update (&progress, 5200000, 20 * MIB, 400 * MIB);
  g_assert_cmpfloat_with_epsilon (weft_progress_get_remaining (&progress), 3.8, 1e-6);
  check_text (&progress, "20.0 MiB of 400.0 MiB · 4 s left");

  weft_progress_update (&progress, 8900000, 390 * MIB, 400 * MIB);
  check_text (&progress, "390.0 MiB of 400.0 MiB · less than a second left");

  weft_progress_update (&progress, 9000000, 400 * MIB, 400 * MIB);
  g_assert_cmpfloat (weft_progress_get_fraction (&progress), ==, 1);
  g_assert_cmpfloat (weft_progress_get_remaining (&progress), ==, 0);
}

/* Neither the beginning of a long load, nor any of a short one; all of what nobody knows the end of. */
static void
test_worth_telling (void)
{
  WeftProgress progress;

  weft_progress_begin (&progress, 1);
  weft_progress_update (&progress, 200001, 10 * MIB, 400 * MIB);
  g_assert_false (weft_progress_is_worth_telling (&progress, 200001));
  weft_progress_update (&progress, 300001, 15 * MIB, 400 * MIB);
  g_assert_true (weft_progress_is_worth_telling (&progress, 300001));

  weft_progress_begin (&progress, 1);
  weft_progress_update (&progress, 200001, 100 * MIB, 400 * MIB);
  weft_progress_update (&progress, 300001, 150 * MIB, 400 * MIB);
  g_assert_false (weft_progress_is_worth_telling (&progress, 300001));
  weft_progress_update (&progress, 700001, 390 * MIB, 400 * MIB);
  g_assert_false (weft_progress_is_worth_telling (&progress, 700001));
  /* It was slower than it looked. */
  weft_progress_update (&progress, 1600001, 395 * MIB, 400 * MIB);
  g_assert_true (weft_progress_is_worth_telling (&progress, 1600001));

  weft_progress_begin (&progress, 1);
  weft_progress_update (&progress, 250001, 10 * MIB, 0);
  g_assert_false (weft_progress_is_worth_telling (&progress, 250001));
  g_assert_true (weft_progress_is_worth_telling (&progress, 300001));
}

static void
test_slow (void)
{
  WeftProgress progress;

  weft_progress_begin (&progress, 1);
  weft_progress_update (&progress, 1000001, 1 * MIB, 1801 * MIB);
  check_text (&progress, "1.0 MiB of 1.8 GiB · 30 minutes left");
  weft_progress_begin (&progress, 1);
  weft_progress_update (&progress, 1000001, 1 * MIB, 90 * MIB);
  check_text (&progress, "1.0 MiB of 90.0 MiB · 89 s left");
}

static void
test_unknown_size (void)
{
  WeftProgress progress;

  weft_progress_begin (&progress, 1);
  weft_progress_update (&progress, 1000001, 3 * MIB, 0);
  g_assert_cmpfloat (weft_progress_get_fraction (&progress), <, 0);
  g_assert_cmpfloat (weft_progress_get_remaining (&progress), <, 0);
  check_text (&progress, "3.0 MiB read");
}

/* A file that grew, or was cut, while it was read. */
static void
test_odd (void)
{
  WeftProgress progress;

  weft_progress_begin (&progress, 1);
  weft_progress_update (&progress, 300001, 20 * MIB, 10 * MIB);
  g_assert_cmpfloat (weft_progress_get_fraction (&progress), ==, 1);
  g_assert_cmpfloat (weft_progress_get_remaining (&progress), ==, 0);
  weft_progress_update (&progress, 600001, 5 * MIB, 10 * MIB);
  g_assert_cmpfloat (weft_progress_get_remaining (&progress), >=, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/progress/known-size", test_known_size);
  g_test_add_func ("/progress/worth-telling", test_worth_telling);
  g_test_add_func ("/progress/slow", test_slow);
  g_test_add_func ("/progress/unknown-size", test_unknown_size);
  g_test_add_func ("/progress/odd", test_odd);
  return g_test_run ();
}
