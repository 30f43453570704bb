/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A sum of times, of which each has 64 bits and all together may have more: a trace may span nearly all that these
 * hold, with slices at the same time on many tracks. */
__extension__ typedef __int128 WeftWideSum;

/* As it is shown: the greatest number of 64 bits where it is beyond that, or the least. */
static inline gint64
weft_wide_sum_get (WeftWideSum sum)
{
  return (gint64) CLAMP (sum, (WeftWideSum) G_MININT64, (WeftWideSum) G_MAXINT64);
}

/* Adds to a sum of numbers of at least 0, which ends at the greatest number of 64 bits. */
static inline void
weft_sum_add (gint64 *sum, gint64 more)
{
  if (__builtin_add_overflow (*sum, more, sum))
    *sum = G_MAXINT64;
}

G_END_DECLS
