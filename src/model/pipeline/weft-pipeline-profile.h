/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A profile says how many ops of a block are in which stage when.
 *
 * Its time runs in buckets: even ones of 2^grain cycles near its start, then so many for
 * each doubling of the time. 14 bits say any of them, and one op that lasts for ever blurs nothing
 * else. */

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

/* --- profiles ------------------------------------------------------------------------------------- */

typedef enum
{
  WEFT_PROFILE_ABSOLUTE, /* x is the cycle */
  WEFT_PROFILE_RELATIVE, /* x is the cycle since the op's fetch */
  WEFT_N_PROFILES
} WeftProfileLayout;

/* A span of cycles during which the block's ops are, on average, in these stages: the next
 * `n_items` items of the profile. The last span of a profile has no items and says where the one
 * before it ends. */
typedef struct
{
  guint16 start; /* see weft_profile_get_span_start() */
  guint16 n_items;
} WeftProfileSpan;

/* The share of the block's ops that are in a stage of that kind; flushed ops apart. */
typedef struct
{
  guint16 key;    /* kind << 1 | flushed; kinds from WEFT_PROFILE_OTHER on as that one */
  guint16 amount; /* of WEFT_PROFILE_FULL, averaged over the span */
} WeftProfileItem;

#define WEFT_PROFILE_OTHER 32767u
#define WEFT_PROFILE_FULL 65535u

typedef struct
{
  gint64 start; /* cycle, absolute or relative, where the first span starts */
  guint grain;
  guint32 n_spans; /* with the last */
  const WeftProfileSpan *spans;
  const WeftProfileItem *items;
} WeftProfile;

/* How many cycles after the profile's start the span starts. */
static inline guint64
weft_profile_get_span_start (const WeftProfile *profile, guint32 span)
{
  return weft_bucket_start (profile->spans[span].start, profile->grain);
}
