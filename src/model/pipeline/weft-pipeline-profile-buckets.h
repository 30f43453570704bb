/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The time of a profile in buckets: even ones of 2^grain cycles near its start, then so many for
 * each doubling of the time. 14 bits say any of them, and one op that lasts for ever blurs nothing
 * else. Private to the model. */

#define WEFT_BUCKETS_FINE_SHIFT 9
#define WEFT_BUCKETS_FINE (1u << WEFT_BUCKETS_FINE_SHIFT)
#define WEFT_BUCKETS_PER_OCTAVE (WEFT_BUCKETS_FINE / 2)
#define WEFT_BUCKETS_MAX \
  (WEFT_BUCKETS_FINE + (64 - WEFT_BUCKETS_FINE_SHIFT) * WEFT_BUCKETS_PER_OCTAVE)

/* Times end here, where the next bucket still has a start. */
#define WEFT_BUCKETS_MAX_TIME ((guint64) 255 << 56)

static inline guint
weft_bucket_at (guint64 time, guint grain)
{
  guint octave;

  time >>= grain;
  if (time < WEFT_BUCKETS_FINE)
    return (guint) time;
  octave = 63u - (guint) __builtin_clzll (time) - (WEFT_BUCKETS_FINE_SHIFT - 1);
  return WEFT_BUCKETS_FINE + (octave - 1) * WEFT_BUCKETS_PER_OCTAVE + (guint) (time >> octave)
         - WEFT_BUCKETS_PER_OCTAVE;
}

/* The width of a bucket in cycles, as a power of two. */
static inline guint
weft_bucket_shift (guint bucket, guint grain)
{
  if (bucket < WEFT_BUCKETS_FINE)
    return grain;
  return grain + (bucket - WEFT_BUCKETS_FINE) / WEFT_BUCKETS_PER_OCTAVE + 1;
}

static inline guint64
weft_bucket_start (guint bucket, guint grain)
{
  if (bucket < WEFT_BUCKETS_FINE)
    return (guint64) bucket << grain;
  return (guint64) ((bucket - WEFT_BUCKETS_FINE) % WEFT_BUCKETS_PER_OCTAVE
                    + WEFT_BUCKETS_PER_OCTAVE)
         << weft_bucket_shift (bucket, grain);
}
