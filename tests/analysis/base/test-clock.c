/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-clock.h"

static void
assert_words (char *words, const char *expected)
{
  g_assert_cmpstr (words, ==, expected);
  g_free (words);
}

/* Whatever is no clock that a chip could have is none at all. */
static void
test_new (void)
{
  g_assert_cmpint (weft_clock_new (1350, FALSE).hertz, ==, 1350000000);
  g_assert_cmpint (weft_clock_new (0.0325, FALSE).hertz, ==, 32500);
  g_assert_cmpint (weft_clock_new (100000, FALSE).hertz, ==, WEFT_CLOCK_MAX);
  g_assert_cmpint (weft_clock_new (100001, FALSE).hertz, ==, 0);
  g_assert_cmpint (weft_clock_new (-1, TRUE).hertz, ==, 0);
  g_assert_cmpint (weft_clock_new (0, TRUE).hertz, ==, 0);
  g_assert_false (weft_clock_shows_time (&(WeftClock){ 0, TRUE }));
  g_assert_true (weft_clock_shows_time (&(WeftClock){ 1, TRUE }));
}

static void
test_seconds (void)
{
  assert_words (weft_clock_format_seconds (0), "0 s");
  assert_words (weft_clock_format_seconds (12.34e-6), "12.3 µs");
  assert_words (weft_clock_format_seconds (1.5e-6), "1.5 µs");
  assert_words (weft_clock_format_seconds (740.74e-12), "741 ps");
  assert_words (weft_clock_format_seconds (999.96e-9), "1 µs");
  assert_words (weft_clock_format_seconds (-0.25), "−250 ms");
  assert_words (weft_clock_format_seconds (120), "120 s");
}

static void
test_exact (void)
{
  const WeftClock gigahertz = { 1000000000, TRUE }, odd = { 1350000000, TRUE };
  const WeftClock slow = { 32768, TRUE }, fast = { WEFT_CLOCK_MAX, TRUE };

  assert_words (weft_clock_format_exact (&gigahertz, 0), "0 s");
  assert_words (weft_clock_format_exact (&gigahertz, 12345), "12.345 µs");
  assert_words (weft_clock_format_exact (&gigahertz, -1), "−1 ns");
  assert_words (weft_clock_format_exact (&gigahertz, 123456789), "123.456789 ms");
  assert_words (weft_clock_format_exact (&gigahertz, G_GINT64_CONSTANT (5000000000000)),
                "5\u202f000 s");
  assert_words (weft_clock_format_exact (&odd, 1), "741 ps");
  assert_words (weft_clock_format_exact (&odd, 2), "1.48 ns");
  assert_words (weft_clock_format_exact (&odd, 12345), "9.1444 µs");
  assert_words (weft_clock_format_exact (&slow, 32768), "1 s");
  assert_words (weft_clock_format_exact (&fast, 1), "10 ps");
  assert_words (weft_clock_format_exact (&fast, G_MAXINT64), "92\u202f233\u202f720.36854775807 s");
}

/* Two cycles beside each other never read the same. */
static void
test_tells_cycles_apart (void)
{
  for (int i = 0; i < 2000; i++)
    {
      const WeftClock clock = { g_test_rand_int_range (1, G_MAXINT32) * G_GINT64_CONSTANT (40),
                                TRUE };
      gint64 cycle = (gint64) g_test_rand_int () * g_test_rand_int_range (1, 1000);
      g_autofree char *one = weft_clock_format_exact (&clock, cycle);
      g_autofree char *other = weft_clock_format_exact (&clock, cycle + 1);

      g_assert_cmpstr (one, !=, other);
    }
}

static void
test_order (void)
{
  assert_words (weft_clock_format (&(WeftClock){ 0, TRUE }, 12345, "12 345 cycles"),
                "12 345 cycles");
  assert_words (weft_clock_format (&(WeftClock){ 1000000000, FALSE }, 12345, "12 345 cycles"),
                "12 345 cycles (12.3 µs)");
  assert_words (weft_clock_format (&(WeftClock){ 1000000000, TRUE }, 12345, "12 345 cycles"),
                "12.345 µs (12 345 cycles)");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/new", test_new);
  g_test_add_func ("/clock/seconds", test_seconds);
  g_test_add_func ("/clock/exact", test_exact);
  g_test_add_func ("/clock/tells-cycles-apart", test_tells_cycles_apart);
  g_test_add_func ("/clock/order", test_order);
  return g_test_run ();
}
