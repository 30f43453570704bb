/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-profile-builder.h"

#include <string.h>

/* Buckets of one grain up to here, then OCTAVE_BUCKETS for each doubling of the time. */
#define FINE_SHIFT 9
#define FINE_BUCKETS (1u << FINE_SHIFT)
#define OCTAVE_BUCKETS (FINE_BUCKETS / 2)
#define MAX_BUCKETS (FINE_BUCKETS + (64 - FINE_SHIFT) * OCTAVE_BUCKETS + 2)

/* Kinds told apart in one block; the last slot takes the others. */
#define N_SLOTS 64u
#define SLOT_STEP 8u

/* A span ends where more than this share of the ops in flight have changed stage since it began
 * (as 1/256). It bounds what a picture made of profiles may differ from one made of stages. */
#define TOLERANCE 20u

struct _WeftProfileBuilder
{
  gint64 start;
  guint32 n_ops;
  guint grain;
  guint n_buckets; /* touched so far */
  guint n_slots;
  guint16 keys[N_SLOTS];
  guint8 slot_of_key[1 << 16]; /* slot + 1; 0: none */
  /* changes from bucket to bucket, per slot, in WEFT_PROFILE_ONE_OPs of an op */
  gint32 changes[MAX_BUCKETS][N_SLOTS];
  guint8 changed[MAX_BUCKETS];
  GArray *spans; /* WeftProfileSpan, starts in cycles as guint64 beside it */
  GArray *starts;
  GArray *items;
};

WeftProfileBuilder *
weft_profile_builder_new (void)
{
  WeftProfileBuilder *self = g_new0 (WeftProfileBuilder, 1);

  self->spans = g_array_new (FALSE, FALSE, sizeof (WeftProfileSpan));
  self->starts = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->items = g_array_new (FALSE, FALSE, sizeof (WeftProfileItem));
  return self;
}

void
weft_profile_builder_free (WeftProfileBuilder *self)
{
  g_array_unref (self->spans);
  g_array_unref (self->starts);
  g_array_unref (self->items);
  g_free (self);
}

void
weft_profile_builder_begin (WeftProfileBuilder *self, gint64 start, guint32 n_ops,
                            guint grain)
{
  self->start = start;
  self->grain = grain;
  self->n_ops = n_ops;
  self->n_buckets = 0;
  self->n_slots = 0;
}

/* --- time to buckets and back -------------------------------------------------------------------- */

static inline guint
bucket_at (const WeftProfileBuilder *self, guint64 time)
{
  guint octave;

  time >>= self->grain;
  if (time < FINE_BUCKETS)
    return (guint) time;
  octave = 63u - (guint) __builtin_clzll (time) - (FINE_SHIFT - 1);
  return FINE_BUCKETS + (octave - 1) * OCTAVE_BUCKETS
         + (guint) (time >> octave) - OCTAVE_BUCKETS;
}

/* The width of a bucket in cycles, as a power of two. */
static inline guint
bucket_shift (const WeftProfileBuilder *self, guint bucket)
{
  return self->grain
         + (bucket < FINE_BUCKETS ? 0 : (bucket - FINE_BUCKETS) / OCTAVE_BUCKETS + 1);
}

static inline guint64
bucket_start (const WeftProfileBuilder *self, guint bucket)
{
  if (bucket < FINE_BUCKETS)
    return (guint64) bucket << self->grain;
  return (guint64) ((bucket - FINE_BUCKETS) % OCTAVE_BUCKETS + OCTAVE_BUCKETS)
         << bucket_shift (self, bucket);
}

/* --- adding up -------------------------------------------------------------------------------------- */

static inline guint
slot_for (WeftProfileBuilder *self, guint16 key)
{
  guint slot = self->slot_of_key[key];

  if (G_LIKELY (slot > 0))
    return slot - 1;
  if (self->n_slots >= N_SLOTS - 2)
    {
      /* One slot for all that has no other, flushed or not. */
      key = (guint16) (WEFT_PROFILE_OTHER << 1);
      if (self->slot_of_key[key] > 0)
        return self->slot_of_key[key] - 1u;
    }
  self->keys[self->n_slots] = key;
  self->slot_of_key[key] = (guint8) (self->n_slots + 1);
  return self->n_slots++;
}

static inline void
add_change (WeftProfileBuilder *self, guint bucket, guint slot, gint32 change)
{
  self->changes[bucket][slot] += change;
  self->changed[bucket] = TRUE;
}

/* How much of `weight` falls to a bucket of which only `cycles` are covered. */
static inline gint32
partial (guint32 weight, guint64 cycles, guint shift)
{
  if (shift == 0)
    return cycles > 0 ? (gint32) weight : 0;
  return (gint32) (weight * ((double) cycles / (double) ((guint64) 1 << shift)));
}

void
weft_profile_builder_add (WeftProfileBuilder *self, guint16 key, gint64 from, gint64 to,
                          guint32 weight)
{
  guint slot, first, last;
  guint64 t0, t1;
  gint32 full = (gint32) weight, at_first, at_last;

  from = MAX (from, self->start);
  if (to <= from)
    return;
  t0 = (guint64) from - (guint64) self->start;
  t1 = (guint64) to - (guint64) self->start;
  slot = slot_for (self, key);
  first = bucket_at (self, t0);
  last = bucket_at (self, t1);
  if (last + 1 >= self->n_buckets)
    self->n_buckets = last + 2;
  if (self->grain == 0 && G_LIKELY (last < FINE_BUCKETS))
    {
      add_change (self, first, slot, full);
      add_change (self, last, slot, -full);
      return;
    }
  if (first == last)
    {
      at_first = partial (weight, t1 - t0, bucket_shift (self, first));
      add_change (self, first, slot, at_first);
      add_change (self, first + 1, slot, -at_first);
      return;
    }
  at_first = partial (weight, bucket_start (self, first + 1) - t0, bucket_shift (self, first));
  at_last = partial (weight, t1 - bucket_start (self, last), bucket_shift (self, last));
  add_change (self, first, slot, at_first);
  add_change (self, first + 1, slot, full - at_first);
  add_change (self, last, slot, at_last - full);
  add_change (self, last + 1, slot, -at_last);
}

/* --- telling spans apart ------------------------------------------------------------------------------ */

typedef struct
{
  gint32 now[N_SLOTS];
  gint32 reference[N_SLOTS]; /* at the start of the span */
  gint64 sum[N_SLOTS];       /* over the span, times cycles */
  guint64 start;
} Sweep;

static void
close_span (WeftProfileBuilder *self, Sweep *sweep, guint64 end)
{
  const double full = (double) (end - sweep->start) * self->n_ops * WEFT_PROFILE_ONE_OP;
  WeftProfileSpan span = { 0, 0 };

  if (end == sweep->start)
    return;
  for (guint slot = 0; slot < self->n_slots; slot++)
    {
      double share = (double) sweep->sum[slot] / full;
      WeftProfileItem item = { self->keys[slot], 0 };

      sweep->sum[slot] = 0;
      if (share <= 0)
        continue;
      item.amount = (guint16) (MIN (share, 1.0) * WEFT_PROFILE_FULL + 0.5);
      g_array_append_val (self->items, item);
      span.n_items++;
    }
  g_array_append_val (self->spans, span);
  g_array_append_val (self->starts, sweep->start);
}

/* Whether more has changed since the span began than a span may hide. */
static gboolean
differs (const Sweep *sweep, guint n_slots)
{
  guint32 distance = 0, present = 0;

  for (guint slot = 0; slot < n_slots; slot += SLOT_STEP)
    for (guint i = slot; i < slot + SLOT_STEP; i++)
      {
        distance += (guint32) ABS (sweep->now[i] - sweep->reference[i]);
        present += (guint32) sweep->now[i];
      }
  return distance * 256 > present * TOLERANCE;
}

static void
sweep_buckets (WeftProfileBuilder *self)
{
  Sweep sweep = { .start = 0 };
  guint n_slots = (self->n_slots + SLOT_STEP - 1) / SLOT_STEP * SLOT_STEP;

  for (guint bucket = 0; bucket < self->n_buckets; bucket++)
    {
      guint64 start = bucket_start (self, bucket);
      gint64 width = (gint64) 1 << bucket_shift (self, bucket);

      if (self->changed[bucket])
        {
          for (guint i = 0; i < n_slots; i++)
            sweep.now[i] += self->changes[bucket][i];
          memset (self->changes[bucket], 0, n_slots * sizeof (gint32));
          self->changed[bucket] = FALSE;
          if (differs (&sweep, n_slots))
            {
              close_span (self, &sweep, start);
              sweep.start = start;
              memcpy (sweep.reference, sweep.now, sizeof sweep.now);
            }
        }
      for (guint i = 0; i < n_slots; i++)
        sweep.sum[i] += sweep.now[i] * width;
    }
  if (self->n_buckets > 0)
    close_span (self, &sweep, bucket_start (self, self->n_buckets));
}

WeftPackedProfile *
weft_profile_builder_finish (WeftProfileBuilder *self)
{
  WeftPackedProfile *packed;
  guint64 end;
  guint n_spans;

  g_array_set_size (self->spans, 0);
  g_array_set_size (self->starts, 0);
  g_array_set_size (self->items, 0);
  sweep_buckets (self);
  for (guint i = 0; i < self->n_slots; i++)
    self->slot_of_key[self->keys[i]] = 0;

  end = bucket_start (self, self->n_buckets);
  g_array_append_val (self->starts, end);
  n_spans = self->starts->len;
  packed = g_malloc (sizeof *packed + n_spans * sizeof (WeftProfileSpan)
                     + self->items->len * sizeof (WeftProfileItem));
  packed->start = self->start;
  packed->n_spans = n_spans;
  packed->n_items = self->items->len;
  for (packed->shift = 0; end >> packed->shift > G_MAXUINT32; packed->shift++)
    ;
  for (guint i = 0; i < n_spans; i++)
    {
      packed->spans[i].start =
        (guint32) (g_array_index (self->starts, guint64, i) >> packed->shift);
      packed->spans[i].n_items =
        i < self->spans->len ? g_array_index (self->spans, WeftProfileSpan, i).n_items : 0;
    }
  memcpy (packed->spans + n_spans, self->items->data,
          self->items->len * sizeof (WeftProfileItem));
  return packed;
}
