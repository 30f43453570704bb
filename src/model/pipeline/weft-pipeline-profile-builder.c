/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-profile-builder.h"

#include <string.h>

/* Kinds told apart in one block; the last slot takes the others. */
#define N_SLOTS 64u
#define SLOT_STEP 8u

/* Buckets that there is room for at first. */
#define FIRST_BUCKETS 64u

/* The weight of an op in a small block; all ops of a large one weigh MAX_WEIGHT together. Sums of
 * MAX_ADDS stages at once (no sane block has so many) do not overflow. */
#define OP_WEIGHT 64
#define MAX_WEIGHT (1 << 22)
#define MAX_ADDS (G_MAXINT32 / 2 / OP_WEIGHT)

/* A span ends where more than this share of the ops in flight have changed stage since it began
 * (as 1/256). It bounds what a picture made of profiles may differ from one made of stages. */
#define TOLERANCE 20u

struct _WeftPipelineProfileBuilder
{
  gint64 start;
  guint grain;
  double op_weight;
  double full_weight;
  guint n_adds;
  guint n_buckets; /* touched so far */
  guint n_slots;
  guint16 keys[N_SLOTS];
  guint8 slot_of_key[1 << 16]; /* slot + 1; 0: none */
  guint8 changed[WEFT_BUCKETS_MAX];
  GArray *spans; /* WeftProfileSpan */
  GArray *items; /* WeftProfileItem */
  /* Of weight, from bucket to bucket; zeros between two profiles. There is only room for those up to one that changed. */
  gint32 (*changes)[N_SLOTS];
  guint n_changes; /* that there is room for */
};

WeftPipelineProfileBuilder *
weft_pipeline_profile_builder_new (void)
{
  WeftPipelineProfileBuilder *self = g_new0 (WeftPipelineProfileBuilder, 1);

  /* With room, as an array without has no data that could be copied. */
  self->spans = g_array_sized_new (FALSE, FALSE, sizeof (WeftProfileSpan), 64);
  self->items = g_array_sized_new (FALSE, FALSE, sizeof (WeftProfileItem), 256);
  return self;
}

void
weft_pipeline_profile_builder_free (WeftPipelineProfileBuilder *self)
{
  g_array_unref (self->spans);
  g_array_unref (self->items);
  g_free (self->changes);
  g_free (self);
}

void
weft_pipeline_profile_builder_begin (WeftPipelineProfileBuilder *self, gint64 start, guint32 n_ops,
                                     guint grain)
{
  self->start = start;
  self->grain = grain;
  self->op_weight = MIN ((double) OP_WEIGHT, (double) MAX_WEIGHT / MAX (n_ops, 1));
  self->full_weight = self->op_weight * n_ops;
  self->n_adds = 0;
  self->n_buckets = 0;
  self->n_slots = 0;
}

/* --- adding up -------------------------------------------------------------------------------------- */

static inline guint
slot_for (WeftPipelineProfileBuilder *self, guint16 key)
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

/* A time as a place in the buckets. */
typedef struct
{
  guint bucket;
  guint32 before; /* the part of the bucket that lies before the time, of BEFORE_ONE */
} Moment;

#define BEFORE_SHIFT 16

static void
make_room (WeftPipelineProfileBuilder *self)
{
  const guint n_before = self->n_changes;

  while (self->n_changes < self->n_buckets)
    self->n_changes = MAX (2 * self->n_changes, FIRST_BUCKETS);
  self->changes = g_realloc_n (self->changes, self->n_changes, sizeof *self->changes);
  memset (self->changes + n_before, 0, (self->n_changes - n_before) * sizeof *self->changes);
}

/* In a fine bucket, as nearly all are. */
static inline Moment
fine_moment_at (guint64 time, guint grain)
{
  const guint64 into = time & (((guint64) 1 << grain) - 1);

  return (Moment){ (guint) (time >> grain), (guint32) into << (BEFORE_SHIFT - grain) };
}

static inline Moment
coarse_moment_at (guint64 time, guint grain)
{
  const guint bucket = weft_bucket_at (time, grain), shift = weft_bucket_shift (bucket, grain);
  const guint64 into = time - weft_bucket_start (bucket, grain);

  return (Moment){ bucket, (guint32) (shift > BEFORE_SHIFT ? into >> (shift - BEFORE_SHIFT)
                                                           : into << (BEFORE_SHIFT - shift)) };
}

static Moment
moment_at (WeftPipelineProfileBuilder *self, guint64 time)
{
  const guint grain = self->grain;
  const Moment moment = time < (guint64) WEFT_BUCKETS_FINE << grain
                          ? fine_moment_at (time, grain)
                          : coarse_moment_at (time, grain);

  if (moment.bucket + 2 > self->n_buckets)
    {
      self->n_buckets = moment.bucket + 2;
      if (self->n_buckets > self->n_changes)
        make_room (self);
    }
  return moment;
}

/* From `moment` on, `weight` more (or less) is in the slot. */
static inline void
add_change (WeftPipelineProfileBuilder *self, Moment moment, guint slot, gint32 weight)
{
  const gint32 later = (gint32) (((gint64) weight * moment.before) >> BEFORE_SHIFT);

  self->changes[moment.bucket][slot] += weight - later;
  self->changes[moment.bucket + 1][slot] += later;
  self->changed[moment.bucket] = TRUE;
  self->changed[moment.bucket + 1] |= later != 0;
}

void
weft_pipeline_profile_builder_add (WeftPipelineProfileBuilder *self, const WeftProfileStay *stays,
                                   guint n_stays)
{
  const gint64 start = self->start;
  const guint grain = self->grain;

  for (const WeftProfileStay *stay = stays; stay < stays + n_stays; stay++)
    {
      const gint64 from = MAX (stay->from, start);
      const guint64 t0 = (guint64) from - (guint64) start;
      const guint64 t1 = (guint64) stay->to - (guint64) start;
      guint slot;

      if (stay->to <= from || self->n_adds++ >= MAX_ADDS)
        continue;
      slot = slot_for (self, stay->key);
      /* Nearly all end in a fine bucket with room behind it. */
      if (G_LIKELY ((t1 >> grain) + 1 < MIN (self->n_changes, WEFT_BUCKETS_FINE)))
        {
          self->n_buckets = MAX (self->n_buckets, (guint) (t1 >> grain) + 2);
          add_change (self, fine_moment_at (t0, grain), slot, OP_WEIGHT);
          add_change (self, fine_moment_at (t1, grain), slot, -OP_WEIGHT);
        }
      else
        {
          add_change (self, moment_at (self, MIN (t0, WEFT_BUCKETS_MAX_TIME)), slot, OP_WEIGHT);
          add_change (self, moment_at (self, MIN (t1, WEFT_BUCKETS_MAX_TIME)), slot, -OP_WEIGHT);
        }
    }
}

void
weft_pipeline_profile_builder_add_profile (WeftPipelineProfileBuilder *self,
                                           const WeftPackedProfile *profile, guint32 n_ops)
{
  const WeftProfileItem *item = weft_packed_profile_items (profile);
  const double weight = self->op_weight * n_ops / WEFT_PROFILE_FULL;
  const guint64 offset = (guint64) profile->start - (guint64) self->start;
  const guint64 last = WEFT_BUCKETS_MAX_TIME - MIN (offset, WEFT_BUCKETS_MAX_TIME);

  for (guint i = 0; i + 1 < profile->n_spans; i++)
    {
      guint64 t0 = weft_bucket_start (profile->spans[i].start, profile->grain);
      guint64 t1 = weft_bucket_start (profile->spans[i + 1].start, profile->grain);
      Moment from, to;

      if (t0 >= last)
        return;
      from = moment_at (self, offset + t0);
      to = moment_at (self, offset + MIN (t1, last));
      for (guint j = 0; j < profile->spans[i].n_items; j++, item++)
        {
          guint slot = slot_for (self, item->key);
          gint32 amount = (gint32) (item->amount * weight + 0.5);

          add_change (self, from, slot, amount);
          add_change (self, to, slot, -amount);
        }
    }
}

/* --- telling spans apart ------------------------------------------------------------------------------ */

typedef struct
{
  gint32 now[N_SLOTS];
  gint32 reference[N_SLOTS]; /* at the start of the span */
  double sum[N_SLOTS];       /* over the span, times cycles */
  guint n_slots;             /* in whole steps */
  guint first;               /* bucket of the span */
  guint64 start;             /* of that bucket */
  guint64 time;              /* up to which is summed */
} Sweep;

static void
sum_until (Sweep *sweep, guint64 time)
{
  double cycles = (double) (time - sweep->time);

  for (guint slot = 0; slot < sweep->n_slots; slot += SLOT_STEP)
    for (guint i = slot; i < slot + SLOT_STEP; i++)
      sweep->sum[i] += sweep->now[i] * cycles;
  sweep->time = time;
}

/* Takes in what changes at a bucket. Returns whether more has changed since the span began than a
 * span may hide. */
static gboolean
take_changes (Sweep *sweep, gint32 *changes)
{
  guint32 distance = 0, present = 0;

  for (guint slot = 0; slot < sweep->n_slots; slot += SLOT_STEP)
    for (guint i = slot; i < slot + SLOT_STEP; i++)
      {
        sweep->now[i] += changes[i];
        changes[i] = 0;
        distance += (guint32) ABS (sweep->now[i] - sweep->reference[i]);
        present += (guint32) sweep->now[i];
      }
  return (guint64) distance * 256 > (guint64) present * TOLERANCE;
}

/* The mean of a span that has ended. */
static void
add_span (WeftPipelineProfileBuilder *self, const Sweep *sweep)
{
  const double full = (double) (sweep->time - sweep->start) * self->full_weight;
  WeftProfileSpan span = { (guint16) sweep->first, 0 };
  guint n_before = self->items->len;
  WeftProfileItem *items;

  g_array_set_size (self->items, n_before + self->n_slots);
  items = &g_array_index (self->items, WeftProfileItem, n_before);
  for (guint slot = 0; slot < self->n_slots; slot++)
    if (sweep->sum[slot] > 0)
      {
        double share = MIN (sweep->sum[slot] / full, 1.0);

        items[span.n_items].key = self->keys[slot];
        items[span.n_items++].amount = (guint16) (share * WEFT_PROFILE_FULL + 0.5);
      }
  g_array_set_size (self->items, n_before + span.n_items);
  g_array_append_val (self->spans, span);
}

/* Ends the span before `bucket`, where the next one begins. */
static void
end_span (WeftPipelineProfileBuilder *self, Sweep *sweep, guint bucket)
{
  if (bucket > sweep->first)
    add_span (self, sweep);
  memset (sweep->sum, 0, sweep->n_slots * sizeof *sweep->sum);
  memcpy (sweep->reference, sweep->now, sweep->n_slots * sizeof *sweep->now);
  sweep->first = bucket;
  sweep->start = sweep->time;
}

/* Makes the spans, and one without items at the end of the last. */
static void
sweep_buckets (WeftPipelineProfileBuilder *self)
{
  Sweep sweep = { .n_slots = (self->n_slots + SLOT_STEP - 1) / SLOT_STEP * SLOT_STEP };
  WeftProfileSpan end = { 0, 0 };

  for (guint bucket = 0; bucket < self->n_buckets; bucket++)
    {
      if (!self->changed[bucket])
        continue;
      self->changed[bucket] = FALSE;
      sum_until (&sweep, weft_bucket_start (bucket, self->grain));
      if (take_changes (&sweep, self->changes[bucket]))
        end_span (self, &sweep, bucket);
    }
  /* In the last bucket of all, everything has ended. */
  end.start = (guint16) sweep.first;
  g_array_append_val (self->spans, end);
}

WeftPackedProfile *
weft_pipeline_profile_builder_finish (WeftPipelineProfileBuilder *self)
{
  WeftPackedProfile *packed;

  g_array_set_size (self->spans, 0);
  g_array_set_size (self->items, 0);
  sweep_buckets (self);
  for (guint i = 0; i < self->n_slots; i++)
    self->slot_of_key[self->keys[i]] = 0;

  packed = g_malloc (sizeof *packed + self->spans->len * sizeof (WeftProfileSpan)
                     + self->items->len * sizeof (WeftProfileItem));
  packed->start = self->start;
  packed->grain = self->grain;
  packed->n_spans = self->spans->len;
  memcpy (packed->spans, self->spans->data, self->spans->len * sizeof (WeftProfileSpan));
  memcpy (packed->spans + packed->n_spans, self->items->data,
          self->items->len * sizeof (WeftProfileItem));
  return packed;
}

gsize
weft_packed_profile_size (const WeftPackedProfile *profile)
{
  gsize n_items = 0;

  for (guint32 i = 0; i < profile->n_spans; i++)
    n_items += profile->spans[i].n_items;
  return sizeof *profile + profile->n_spans * sizeof (WeftProfileSpan)
         + n_items * sizeof (WeftProfileItem);
}

/* --- from elsewhere --- */

/* No bucket is wider than so many bits, as none that ends within 64 bits is. */
#define MAX_BUCKET_SHIFT 55u

/* Whether the spans follow one another, in time that 64 bits hold; counts their items. */
static gboolean
spans_are_sound (const WeftPackedProfile *profile, gsize *n_items)
{
  const WeftProfileSpan *last = &profile->spans[profile->n_spans - 1];
  gboolean falls = FALSE;

  *n_items = 0;
  if (profile->n_spans == 0)
    return FALSE;
  for (const WeftProfileSpan *span = profile->spans; span < last; span++)
    {
      falls |= span[1].start <= span->start;
      *n_items += span->n_items;
    }
  return !falls && last->n_items == 0 && last->start < WEFT_BUCKETS_MAX
         && weft_bucket_shift (last->start, profile->grain) <= MAX_BUCKET_SHIFT;
}

static gboolean
kinds_are_known (const WeftProfileItem *items, gsize n, guint n_kinds)
{
  guint greatest = 0;

  /* With one added, WEFT_PROFILE_OTHER comes to 0. */
  for (gsize i = 0; i < n; i++)
    {
      guint kind = ((items[i].key >> 1) + 1u) & WEFT_PROFILE_OTHER;

      greatest = MAX (greatest, kind);
    }
  return greatest <= n_kinds;
}

const WeftPackedProfile *
weft_packed_profile_find (gconstpointer profiles, gsize size, guint64 place, guint grain,
                          guint n_kinds)
{
  const WeftPackedProfile *profile;
  gsize room, n_items;

  if (place % 8 != 0 || place > size || size - place < sizeof *profile)
    return NULL;
  profile = (const WeftPackedProfile *) (const void *) ((const guint8 *) profiles + place);
  room = (size - place - sizeof *profile) / sizeof (WeftProfileSpan);
  if (profile->grain != grain || profile->n_spans > room || !spans_are_sound (profile, &n_items)
      || n_items > room - profile->n_spans)
    return NULL;
  return kinds_are_known (weft_packed_profile_items (profile), n_items, n_kinds) ? profile : NULL;
}
