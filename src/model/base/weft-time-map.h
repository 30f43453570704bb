/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where one trace lies on a time that it shares with others: each of its ticks takes a fixed number
 * of the shared time's ticks, a fraction of whole numbers so that nothing drifts. Plain values. */

typedef struct
{
  gint64 numerator;   /* ≥ 1 */
  gint64 denominator; /* ≥ 1 */
} WeftRatio;

#define WEFT_RATIO_ONE ((WeftRatio){ 1, 1 })

typedef struct
{
  gint64 zero;     /* the trace's tick that people call 0 */
  gint64 offset;   /* the shared tick where that lies */
  WeftRatio ratio; /* shared ticks for each tick of the trace */
} WeftTimeMap;

/* The ratio of two numbers, not both 0, in lowest terms. */
WeftRatio weft_ratio_reduce (gint64 numerator, gint64 denominator);

/* Reads "3/2", "1.25" or "500", not 0 and with no more than 18 digits on a side, in lowest terms.
 * FALSE where the text is no such ratio; then `ratio` stays. */
gboolean weft_ratio_parse (const char *text, WeftRatio *ratio);

/* "3/2", or "500" where the denominator is 1: (transfer full). */
char *weft_ratio_format (WeftRatio ratio);

/* The ratio in lowest terms with a denominator of at most a million that is nearest to `value`,
 * which is above 0. */
WeftRatio weft_ratio_approximate (double value);

/* The shared tick in which `tick` begins, and the trace's tick that holds the beginning of
 * `shared`: both clamped to 64 bits. `fraction` (nullable) is how far into that tick it lies, 0 to
 * below 1. */
gint64 weft_time_map_to_shared (const WeftTimeMap *map, gint64 tick, double *fraction);
gint64 weft_time_map_to_trace (const WeftTimeMap *map, gint64 shared, double *fraction);

G_END_DECLS
