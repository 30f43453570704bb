/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-clock-fit.h"

#include <math.h>

/* A sample as differences from the first one. */
typedef struct
{
  double host; /* ns, of the middle of the round trip */
  double ticks;
} Point;

static guint64
round_trip (const WeftLiveSyncSample *sample)
{
  return sample->received_ns - sample->sent_ns;
}

/* Those of good round trips: (transfer full), an array of Point. */
static GArray *
choose_points (const WeftLiveSyncSample *samples, guint n_samples, guint64 best)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (Point));

  for (guint i = 0; i < n_samples; i++)
    {
      Point point = {
        (double) (gint64) (samples[i].sent_ns - samples[0].sent_ns)
          + (double) round_trip (&samples[i]) / 2,
        (double) (gint64) (samples[i].ticks - samples[0].ticks),
      };

      if (round_trip (&samples[i]) <= 2 * best)
        g_array_append_val (points, point);
    }
  return points;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return (left > right) - (left < right);
}

/* Root mean square and 95th percentile (nearest rank) of how far the points are off the line. */
static void
measure_residuals (const GArray *points, Point mean, WeftLiveSync *fit)
{
  g_autofree double *residuals = g_new (double, points->len);
  double sum = 0;

  for (guint i = 0; i < points->len; i++)
    {
      const Point *point = &g_array_index (points, Point, i);

      residuals[i] = fabs ((point->ticks - mean.ticks) / fit->ghz - (point->host - mean.host));
      sum += residuals[i] * residuals[i];
    }
  qsort (residuals, points->len, sizeof *residuals, compare_doubles);
  fit->residual_rms_ns = sqrt (sum / points->len);
  fit->residual_p95_ns = residuals[(95 * points->len + 99) / 100 - 1];
}

/* False where the points say nothing of the slope. */
static gboolean
fit_line (const GArray *points, const WeftLiveSyncSample *first, WeftLiveSync *fit)
{
  Point mean = { 0, 0 };
  double xx = 0, xy = 0;

  for (guint i = 0; i < points->len; i++)
    {
      mean.host += g_array_index (points, Point, i).host / points->len;
      mean.ticks += g_array_index (points, Point, i).ticks / points->len;
    }
  for (guint i = 0; i < points->len; i++)
    {
      double dx = g_array_index (points, Point, i).host - mean.host;

      xx += dx * dx;
      xy += dx * (g_array_index (points, Point, i).ticks - mean.ticks);
    }
  if (points->len < 2 || !(xx > 0) || !(xy / xx > 1e-6) || xy / xx > 1e3)
    return FALSE;
  fit->method = WEFT_LIVE_SYNC_REGRESSION;
  fit->ghz = xy / xx;
  fit->offset_ns = first->sent_ns + (guint64) llround (mean.host);
  fit->first_timestamp =
    first->ticks + (guint64) llround (mean.ticks + (round (mean.host) - mean.host) * fit->ghz);
  measure_residuals (points, mean, fit);
  return TRUE;
}

void
weft_clock_fit (const WeftLiveSyncSample *samples, guint n_samples, double nominal_ghz,
                const WeftLiveSync *previous, WeftLiveSync *fit)
{
  guint64 best = G_MAXUINT64;
  g_autoptr (GArray) points = NULL;

  *fit =
    (WeftLiveSync){ .method = WEFT_LIVE_SYNC_NOMINAL, .ghz = nominal_ghz, .n_offered = n_samples };
  for (guint i = 0; i < n_samples; i++)
    best = MIN (best, round_trip (&samples[i]));
  points = choose_points (samples, n_samples, best);
  if (n_samples < 2 || !fit_line (points, &samples[0], fit))
    return;
  fit->n_used = points->len;
  fit->error_ns = best / 2 + (guint64) ceil (fit->residual_p95_ns);
  if (previous != NULL && previous->method == WEFT_LIVE_SYNC_REGRESSION)
    fit->drift_ppm = (fit->ghz / previous->ghz - 1) * 1e6;
}
