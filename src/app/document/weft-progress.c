/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-progress.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-number.h"

/* No forecast before so many µs, and between two looks at the rate. */
#define SETTLE_TIME 200000
#define RATE_INTERVAL 100000

/* Nothing is told before so many µs, nor of what takes no more than these altogether. */
#define QUIET_TIME 300000
#define SHORT_TIME 1500000

/* The share of the newest look in the rate. */
#define RATE_WEIGHT 0.3

void
weft_progress_begin (WeftProgress *progress, gint64 now)
{
  *progress = (WeftProgress){ .start = now, .last_time = now };
}

void
weft_progress_update (WeftProgress *progress, gint64 now, guint64 done, guint64 total)
{
  gint64 elapsed = now - progress->last_time;

  progress->done = done;
  progress->total = total;
  if (elapsed < RATE_INTERVAL)
    return;
  if (done >= progress->last_done)
    {
      double rate = (double) (done - progress->last_done) * G_USEC_PER_SEC / (double) elapsed;

      progress->rate =
        progress->rate > 0 ? progress->rate + (rate - progress->rate) * RATE_WEIGHT : rate;
    }
  progress->last_time = now;
  progress->last_done = done;
}

double
weft_progress_get_fraction (const WeftProgress *progress)
{
  if (progress->total == 0)
    return -1;
  return MIN (1.0, (double) progress->done / (double) progress->total);
}

double
weft_progress_get_remaining (const WeftProgress *progress)
{
  if (progress->total == 0 || progress->rate < 1
      || progress->last_time - progress->start < SETTLE_TIME)
    return -1;
  if (progress->done >= progress->total)
    return 0;
  return (double) (progress->total - progress->done) / progress->rate;
}

gboolean
weft_progress_is_worth_telling (const WeftProgress *progress, gint64 now)
{
  double elapsed = (double) (now - progress->start), remaining;

  if (elapsed < QUIET_TIME)
    return FALSE;
  remaining = weft_progress_get_remaining (progress);
  return remaining < 0 || elapsed + remaining * G_USEC_PER_SEC > SHORT_TIME;
}

static char *
format_remaining (double seconds)
{
  guint minutes = (guint) round (seconds / 60);

  if (seconds < 1)
    return g_strdup (_ ("less than a second left"));
  /* TRANSLATORS: seconds until a file is read */
  if (seconds < 90)
    return g_strdup_printf (_ ("%d s left"), (int) ceil (seconds));
  return g_strdup_printf (
    g_dngettext (GETTEXT_PACKAGE, "%u minute left", "%u minutes left", minutes), minutes);
}

char *
weft_progress_to_text (const WeftProgress *progress)
{
  g_autofree char *done = weft_number_bytes (progress->done);
  g_autofree char *total = weft_number_bytes (progress->total);
  double remaining = weft_progress_get_remaining (progress);
  g_autofree char *left = NULL;

  if (progress->total == 0)
    /* TRANSLATORS: bytes that were read of a file whose size is not known */
    return g_strdup_printf (_ ("%s read"), done);
  if (remaining < 0)
    return g_strdup_printf (_ ("%s of %s"), done, total);
  left = format_remaining (remaining);
  /* TRANSLATORS: "124 MiB of 384 MiB · 2 s left" */
  return g_strdup_printf (_ ("%s of %s · %s"), done, total, left);
}
