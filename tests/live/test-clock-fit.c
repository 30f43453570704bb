/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-clock-fit.h"

#include <math.h>

/* Samples of a clock of `ghz` that shows `base` at 1.7e18 ns, with round trips of 300 to 900 ns and
 * some outliers. */
static WeftLiveSyncSample *
make_samples (double ghz, guint64 base, guint n)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  WeftLiveSyncSample *samples = g_new0 (WeftLiveSyncSample, n);

  for (guint i = 0; i < n; i++)
    {
      guint64 sent = i * 5000000ull;
      guint64 there = (guint64) g_rand_int_range (random, 150, 300);
      guint64 back = (guint64) g_rand_int_range (random, 150, i % 9 == 4 ? 9000 : 300);

      samples[i].sent_ns = 1700000000000000000u + sent;
      samples[i].received_ns = samples[i].sent_ns + there + back;
      samples[i].ticks = base + (guint64) ((double) (sent + there) * ghz);
    }
  return samples;
}

static void
check (double ghz, guint64 base)
{
  g_autofree WeftLiveSyncSample *samples = make_samples (ghz, base, 100);
  guint64 probe = 1700000000000000000u + 333000000;
  WeftLiveSync fit;
  double error;

  weft_clock_fit (samples, 100, 1.35, NULL, &fit);
  g_assert_cmpint (fit.method, ==, WEFT_LIVE_SYNC_REGRESSION);
  g_assert_cmpfloat (fabs (fit.ghz / ghz - 1), <, 5e-6);
  g_assert_cmpuint (fit.n_offered, ==, 100);
  g_assert_cmpuint (fit.n_used, <, 100);
  g_assert_cmpuint (fit.n_used, >, 80);
  /* where the line says that the host is when the device shows the ticks of `probe` */
  error = (double) (gint64) (fit.offset_ns - probe)
          + (double) (gint64) (base + (guint64) (333000000 * ghz) - fit.first_timestamp) / fit.ghz;
  g_assert_cmpfloat (fabs (error), <, (double) fit.error_ns);
  g_assert_cmpuint (fit.error_ns, <, 1000);
}

static void
test_known_clocks (void)
{
  check (1.35, 0);
  check (1.35 * (1 + 40e-6), 1ull << 40);
  check (1.0, G_MAXUINT32 - 1000);
  check (1.35 * (1 - 40e-6), G_MAXUINT64 - 1000000); /* wraps on the way */
}

static void
test_drift (void)
{
  g_autofree WeftLiveSyncSample *before = make_samples (1.35, 0, 100);
  g_autofree WeftLiveSyncSample *after = make_samples (1.35 * (1 + 200e-6), 0, 100);
  WeftLiveSync first, second;

  weft_clock_fit (before, 100, 1.35, NULL, &first);
  weft_clock_fit (after, 100, 1.35, &first, &second);
  g_assert_cmpfloat (first.drift_ppm, ==, 0);
  g_assert_cmpfloat (fabs (second.drift_ppm - 200), <, 10);
}

/* Forty samples 10 ns off a line, four of them 50, in an order that moves the line by nothing. */
static void
test_residuals (void)
{
  static const int signs[] = { 1, -1, -1, 1 };
  WeftLiveSyncSample samples[40];
  WeftLiveSync fit;

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      const guint64 sent = 1700000000000000000u + 1000 * i;
      const int off = signs[i % 4] * (i / 4 == 3 ? 50 : 10);

      samples[i] = (WeftLiveSyncSample){ .sent_ns = sent, .received_ns = sent + 200 };
      samples[i].ticks = (guint64) ((gint64) (5000 + 1000 * i) + off);
    }
  weft_clock_fit (samples, G_N_ELEMENTS (samples), 1.35, NULL, &fit);
  g_assert_cmpuint (fit.n_used, ==, 40);
  g_assert_cmpfloat_with_epsilon (fit.ghz, 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (fit.residual_rms_ns, sqrt (340), 1e-3);
  g_assert_cmpfloat_with_epsilon (fit.residual_p95_ns, 50, 1e-3);
  g_assert_cmpuint (fit.error_ns, >=, 150);
  g_assert_cmpuint (fit.error_ns, <=, 151);
}

/* Ticks that stand still, creep, or race are no clock of a device. */
static void
test_no_clock (void)
{
  static const double rates[] = { 0, 5e-7, 5e3 };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      g_autofree WeftLiveSyncSample *samples = make_samples (rates[i], 1 << 20, 100);
      WeftLiveSync fit;

      weft_clock_fit (samples, 100, 1.35, NULL, &fit);
      g_assert_cmpint (fit.method, ==, WEFT_LIVE_SYNC_NOMINAL);
      g_assert_cmpfloat (fit.ghz, ==, 1.35);
    }
}

static void
test_too_few (void)
{
  g_autofree WeftLiveSyncSample *samples = make_samples (1.2, 5000, 1);
  WeftLiveSyncSample same[2] = { samples[0], samples[0] };
  WeftLiveSync fit;

  for (guint n = 0; n < 2; n++)
    {
      weft_clock_fit (samples, n, 1.35, NULL, &fit);
      g_assert_cmpint (fit.method, ==, WEFT_LIVE_SYNC_NOMINAL);
      g_assert_cmpfloat (fit.ghz, ==, 1.35);
      g_assert_cmpuint (fit.first_timestamp, ==, 0);
    }
  weft_clock_fit (same, 2, 1.35, NULL, &fit); /* no slope */
  g_assert_cmpint (fit.method, ==, WEFT_LIVE_SYNC_NOMINAL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock-fit/known-clocks", test_known_clocks);
  g_test_add_func ("/clock-fit/drift", test_drift);
  g_test_add_func ("/clock-fit/residuals", test_residuals);
  g_test_add_func ("/clock-fit/no-clock", test_no_clock);
  g_test_add_func ("/clock-fit/too-few", test_too_few);
  return g_test_run ();
}
