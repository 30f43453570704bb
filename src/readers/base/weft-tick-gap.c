/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tick-gap.h"

#include "weft-map64.h"
#include "weft-memory-budget.h"

#include <string.h>

#define EMPTY (-1)

struct _WeftTickGap
{
  gint64 gap; /* 0: not two ticks yet */
  gint64 first;
  guint shift; /* a bucket is 1 << shift ticks wide, and no wider than the gap */

  gboolean is_grid; /* all ticks lie whole gaps behind the first, and none is kept */

  gint64 *ticks; /* by hash of the bucket; EMPTY */
  gsize n_slots; /* a power of two */
  gsize n_used;
  gboolean is_full;
  guint64 seed; /* ticks are chosen by whoever wrote the log, and could be made to collide */
};

/* (nullable) Where there is no memory for them, and for as much again: others do not try but take, as the ops are
 * sorted in the end. */
static gint64 *
new_slots (gsize n_slots)
{
  const gsize size = n_slots * sizeof (gint64);
  gint64 *slots = weft_memory_has_room (2 * size) ? g_malloc (size) : NULL;

  if (slots != NULL)
    memset (slots, 0xff, size);
  return slots;
}

WeftTickGap *
weft_tick_gap_new (void)
{
  WeftTickGap *self = g_new0 (WeftTickGap, 1);

  self->first = G_MAXINT64;
  self->seed = (guint64) g_random_int () << 32 | g_random_int ();
  self->shift = 62; /* 2⁶² is the widest that a gap below 2⁶³ allows */
  self->n_slots = 1024;
  self->ticks = new_slots (self->n_slots);
  self->is_full = self->ticks == NULL;
  return self;
}

WeftTickGap *
weft_tick_gap_new_on_grid (gint64 first, gint64 gap)
{
  WeftTickGap *self = g_new0 (WeftTickGap, 1);

  self->first = first;
  self->gap = gap;
  self->is_grid = TRUE;
  return self;
}

void
weft_tick_gap_free (WeftTickGap *self)
{
  if (self == NULL)
    return;
  g_free (self->ticks);
  g_free (self);
}

/* The slot of the bucket's tick, or the free slot where it would go. */
static gint64 *
find_slot (const WeftTickGap *self, gint64 bucket)
{
  gsize mask = self->n_slots - 1;
  gsize slot = weft_map64_mix ((guint64) bucket ^ self->seed) & mask;

  while (self->ticks[slot] != EMPTY && self->ticks[slot] >> self->shift != bucket)
    slot = (slot + 1) & mask;
  return &self->ticks[slot];
}

static void
put (WeftTickGap *self, gint64 tick)
{
  gint64 *slot = find_slot (self, tick >> self->shift);

  self->n_used += *slot == EMPTY;
  *slot = tick;
}

/* Makes the buckets anew, for the shift as it is now. */
static void
rebuild (WeftTickGap *self, gsize n_slots)
{
  gint64 *old = self->ticks, *slots = new_slots (n_slots);
  gsize n_old = self->n_slots;

  self->is_full |= slots == NULL;
  if (self->is_full)
    return;
  self->ticks = slots;
  self->n_slots = n_slots;
  self->n_used = 0;
  for (gsize i = 0; i < n_old; i++)
    if (old[i] != EMPTY)
      put (self, old[i]);
  g_free (old);
}

/* The tick's distance from the tick in a bucket, where that is less than the gap. FALSE where the
 * very tick is there. */
static gboolean
compare (WeftTickGap *self, gint64 tick, gint64 bucket)
{
  gint64 other, distance;

  if (bucket < 0)
    return TRUE;
  other = *find_slot (self, bucket);
  if (other == EMPTY)
    return TRUE;
  distance = tick > other ? tick - other : other - tick;
  if (distance > 0 && (self->gap == 0 || distance < self->gap))
    self->gap = distance;
  return distance > 0;
}

/* Whether the tick lies whole gaps before or behind the first. */
static gboolean
is_on_grid (const WeftTickGap *self, gint64 tick)
{
  return (tick - self->first) % self->gap == 0;
}

static void
add (WeftTickGap *self, gint64 tick)
{
  gint64 bucket = tick >> self->shift;

  if (self->is_full || !compare (self, tick, bucket))
    return;
  self->first = MIN (self->first, tick);
  /* The gap is less than two buckets wide. */
  for (guint64 near = 1; near <= 2; near++)
    {
      compare (self, tick, (gint64) ((guint64) bucket - near));
      /* Behind the last bucket it wraps to where no tick is. */
      compare (self, tick, (gint64) ((guint64) bucket + near));
    }
  if (self->gap > 0 && self->gap >> self->shift == 0)
    {
      while (self->gap >> self->shift == 0)
        self->shift--;
      rebuild (self, self->n_slots);
    }
  if (self->n_used * 4 >= self->n_slots * 3)
    rebuild (self, self->n_slots * 2);
  if (!self->is_full)
    put (self, tick);
}

gboolean
weft_tick_gap_add (WeftTickGap *self, gint64 tick)
{
  if (!self->is_grid)
    add (self, tick);
  else if (is_on_grid (self, tick))
    self->first = MIN (self->first, tick);
  else
    return FALSE;
  return TRUE;
}

gboolean
weft_tick_gap_is_grid (const WeftTickGap *self)
{
  if (self->is_grid || self->is_full || self->gap == 0)
    return self->is_grid;
  for (gsize i = 0; i < self->n_slots; i++)
    if (self->ticks[i] != EMPTY && !is_on_grid (self, self->ticks[i]))
      return FALSE;
  return TRUE;
}

gboolean
weft_tick_gap_is_full (const WeftTickGap *self)
{
  return self->is_full;
}

gint64
weft_tick_gap_get (const WeftTickGap *self)
{
  return self->gap;
}

gint64
weft_tick_gap_get_first (const WeftTickGap *self)
{
  return self->first;
}
