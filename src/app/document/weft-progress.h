/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How far a load is, in words for people: no widget, no clock of its own. */

typedef struct
{
  gint64 start;  /* monotonic time of the load's begin; 0: not begun */
  guint64 done;  /* bytes */
  guint64 total; /* 0: not known */
  double rate;   /* bytes per second, smoothed; 0: not known yet */
  gint64 last_time;
  guint64 last_done;
} WeftProgress;

void weft_progress_begin (WeftProgress *progress, gint64 now);

/* So many bytes had been taken in at `now` (µs, monotonic). */
void weft_progress_update (WeftProgress *progress, gint64 now, guint64 done, guint64 total);

/* 0 to 1; negative where the end is not known. */
double weft_progress_get_fraction (const WeftProgress *progress);

/* Seconds that are left, negative where that can't be told. */
double weft_progress_get_remaining (const WeftProgress *progress);

/* Whether people should be told at `now`: not at the beginning, nor of what is read in a moment, as
 * words and buttons that come and go at once only draw the eye. */
gboolean weft_progress_is_worth_telling (const WeftProgress *progress, gint64 now);

/* "124 MiB of 384 MiB · 2 s left": (transfer full). */
char *weft_progress_to_text (const WeftProgress *progress);

G_END_DECLS
