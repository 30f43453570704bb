/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-demand.h"

#include "weft-bulk.h"
#include "weft-noc-demand-builder.h"

#include <math.h>
#include <string.h>

/* Slots of up to this many buckets are looked into at the ends of an interval. */
#define MAX_LOOKED_INTO 64

/* --- the index ---------------------------------------------------------------------------------- */

WeftNocDemand *
weft_noc_demand_new (WeftNocCapture *capture, guint device, const WeftBitset *records,
                     GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftNocDemand) self = g_new0 (WeftNocDemand, 1);
  guint32 n_all;

  g_atomic_ref_count_init (&self->ref_count);
  self->capture = weft_noc_capture_ref (capture);
  self->all = weft_noc_capture_get_transfers (capture, device, &n_all);
  if (!weft_noc_demand_build (self, n_all, records, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

WeftNocDemand *
weft_noc_demand_ref (WeftNocDemand *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_noc_demand_unref (WeftNocDemand *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint kind = 0; kind < WEFT_NOC_N_FIGURES; kind++)
    {
      Index *index = &self->indexes[kind];

      weft_bulk_free (index->edges);
      g_free (index->checkpoints);
      g_free (index->sums);
      for (guint level = 0; level < MAX_LEVELS; level++)
        g_free (index->levels[level]);
    }
  g_free (self->issued.totals);
  weft_bulk_free (self->transfers);
  g_free (self->used);
  g_free (self->places);
  weft_noc_capture_unref (self->capture);
  g_free (self);
}

WeftNocCapture *
weft_noc_demand_get_capture (const WeftNocDemand *self)
{
  return self->capture;
}

gsize
weft_noc_demand_get_memory (const WeftNocDemand *self)
{
  gsize bytes = self->n_transfers * sizeof (guint32)
                + (gsize) self->issued.n_checkpoints * self->n_used * sizeof (Totals)
                + weft_noc_capture_get_n_series (self->capture) * 2 * sizeof (guint32);

  for (guint kind = 0; kind < WEFT_NOC_N_FIGURES; kind++)
    {
      const Index *index = &self->indexes[kind];

      bytes += index->n_edges * sizeof (guint32)
               + (gsize) index->n_checkpoints * 2 * self->n_places * sizeof (double)
               + (gsize) self->n_slots * self->n_places * sizeof (float);
      for (guint level = 0; level < self->n_levels; level++)
        bytes += (gsize) self->level_sizes[level] * self->n_places * sizeof (float);
    }
  return bytes;
}

guint
weft_noc_demand_get_n_used (const WeftNocDemand *self)
{
  return self->n_used;
}

guint32
weft_noc_demand_get_used (const WeftNocDemand *self, guint place)
{
  return self->used[place];
}

guint
weft_noc_demand_find (const WeftNocDemand *self, guint32 series)
{
  return self->places[series] != G_MAXUINT32 ? self->places[series] : G_MAXUINT;
}

/* --- an interval -------------------------------------------------------------------------------- */

/* Places to ask for: the peaks of buckets [first, last] into `peaks` (bytes of a bucket). */
typedef struct
{
  Walk *walk;
  double *peaks;
} Peaks;

/* Bucket by bucket. */
static void
add_buckets (Peaks *peaks, gint64 first, gint64 last)
{
  const WeftNocDemand *self = peaks->walk->self;
  g_autofree double *before = g_new (double, self->n_places);

  walk_jump (peaks->walk, (double) first * WEFT_NOC_BUCKET);
  for (guint place = 0; place < self->n_used; place++)
    before[place] = walk_get (peaks->walk, place, (double) first * WEFT_NOC_BUCKET);
  for (gint64 bucket = first; bucket <= last; bucket++)
    {
      double time = (double) (bucket + 1) * WEFT_NOC_BUCKET;

      walk_to (peaks->walk, time);
      for (guint place = 0; place < self->n_used; place++)
        {
          double until = walk_get (peaks->walk, place, time);

          peaks->peaks[place] = MAX (peaks->peaks[place], until - before[place]);
          before[place] = until;
        }
    }
}

/* Slots [first, last), by groups where whole ones lie within. */
static void
add_slots (Peaks *peaks, gint64 first, gint64 last)
{
  const WeftNocDemand *self = peaks->walk->self;

  while (first < last)
    {
      guint level = 0;
      gint64 size = 1;
      const float *maxima;

      while (level + 1 < self->n_levels && first % (size * FAN_OUT) == 0
             && first + size * FAN_OUT <= last)
        {
          level++;
          size *= FAN_OUT;
        }
      maxima = peaks->walk->index->levels[level] + (gsize) (first / size) * self->n_places;
      for (guint place = 0; place < self->n_used; place++)
        peaks->peaks[place] = MAX (peaks->peaks[place], (double) maxima[place]);
      first += size;
    }
}

static void
add_peaks (Peaks *peaks, gint64 from, gint64 to)
{
  const WeftNocDemand *self = peaks->walk->self;
  guint shift = self->slot_shift - 8;
  gint64 first = from / WEFT_NOC_BUCKET;
  gint64 last = (MIN (to, self->end) - 1) / WEFT_NOC_BUCKET;
  gint64 first_slot = (first + (1 << MIN (shift, 30)) - 1) >> shift,
         last_slot = (last + 1) >> shift;

  if (last < first)
    return;
  if (last == (self->end - 1) / WEFT_NOC_BUCKET)
    last_slot = self->n_slots; /* nothing follows */
  if (shift > 30 || ((gint64) 1 << shift) > MAX_LOOKED_INTO)
    {
      add_slots (peaks, first >> shift, (last >> shift) + 1);
      return;
    }
  if (first_slot >= last_slot)
    {
      add_buckets (peaks, first, last);
      return;
    }
  add_slots (peaks, first_slot, last_slot);
  if (first_slot << shift > first)
    add_buckets (peaks, first, (first_slot << shift) - 1);
  if (last_slot << shift <= last)
    add_buckets (peaks, last_slot << shift, last);
}

/* The first transfer that was issued at `cycle` or later. */
static guint32
find_issue (const WeftNocDemand *self, gint64 cycle)
{
  guint32 low = 0, high = self->n_transfers;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (get_transfer (self, middle)->issue < cycle)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
measure_issued (const WeftNocDemand *self, gint64 from, gint64 to, WeftNocFigure *figures)
{
  const Issued *issued = &self->issued;
  g_autofree Totals *totals = g_new0 (Totals, self->n_used + 1);
  guint32 ends[2] = { find_issue (self, from), find_issue (self, to) };

  for (guint end = 0; end < 2; end++)
    {
      guint32 checkpoint = ends[end] / issued->step;
      /* To add the largest number is to take one away. */
      guint64 sign = end == 0 ? G_MAXUINT64 : 1;

      for (guint place = 0; place < self->n_used; place++)
        {
          const Totals *kept = &issued->totals[(gsize) checkpoint * self->n_used + place];

          totals[place].bytes += sign * kept->bytes;
          totals[place].unbounded += sign * kept->unbounded;
          totals[place].n_transfers += sign * kept->n_transfers;
        }
      for (guint32 i = checkpoint * issued->step; i < ends[end]; i++)
        add_issued (self, i, sign, totals);
    }
  for (guint place = 0; place < self->n_used; place++)
    {
      figures[place].bytes = totals[place].bytes;
      figures[place].unbounded_bytes = totals[place].unbounded;
      figures[place].n_transfers = (guint32) totals[place].n_transfers;
    }
}

static void
get_means (Walk *walk, gint64 from, gint64 to, double *means)
{
  guint n_used = walk->self->n_used;

  walk_jump (walk, (double) from);
  for (guint place = 0; place < n_used; place++)
    means[place] = walk_get (walk, place, (double) from);
  walk_jump (walk, (double) to);
  for (guint place = 0; place < n_used; place++)
    {
      double bytes = walk_get (walk, place, (double) to) - means[place];

      /* Ramps that cancel each other leave a dust of rounding. */
      means[place] = bytes > 1e-6 ? bytes / (double) (to - from) : 0;
    }
}

void
weft_noc_demand_get_means (const WeftNocDemand *self, WeftNocFigureKind kind, gint64 from,
                           gint64 to, double *means)
{
  Walk walk;

  from = MAX (from, 0);
  walk_begin (&walk, self, kind);
  get_means (&walk, from, MAX (to, from + 1), means);
  walk_end (&walk);
}

void
weft_noc_demand_measure (const WeftNocDemand *self, gint64 from, gint64 to, WeftNocFigure *figures)
{
  g_autofree double *peaks = g_new (double, self->n_places);
  g_autofree double *means = g_new (double, self->n_places);

  from = MAX (from, 0);
  to = MAX (to, from + 1);
  measure_issued (self, from, to, figures);
  for (guint kind = 0; kind < WEFT_NOC_N_FIGURES; kind++)
    {
      Walk walk;

      walk_begin (&walk, self, kind);
      memset (peaks, 0, self->n_places * sizeof *peaks);
      add_peaks (&(Peaks){ &walk, peaks }, from, to);
      get_means (&walk, from, to, means);
      for (guint place = 0; place < self->n_used; place++)
        {
          figures[place].mean[kind] = means[place];
          figures[place].peak[kind] = peaks[place] > 1e-6 ? peaks[place] / WEFT_NOC_BUCKET : 0;
        }
      walk_end (&walk);
    }
}

/* --- histories ---------------------------------------------------------------------------------- */

/* A history in parts that are longer than slots. Slots are taken to be even; the first and the last
 * one as far as they lie in the interval, so that all bytes of it are in the sum of its parts. */
typedef struct
{
  const WeftNocDemand *self;
  const float *sums; /* of the place, by slot */
  double from, to;
  gint64 slots[2]; /* where the interval begins and ends */
  double bytes[2]; /* of these within the interval */
} Parts;

static double
get_slot_time (const WeftNocDemand *self, gint64 slot)
{
  return (double) slot * (double) ((guint64) 1 << self->slot_shift);
}

static void
parts_init (Parts *parts, Walk *walk, guint place, double from, double to)
{
  const WeftNocDemand *self = walk->self;
  double width = get_slot_time (self, 1);

  *parts = (Parts){ .self = self,
                    .sums = walk->index->sums + place,
                    .from = from,
                    .to = to,
                    .slots = { (gint64) (from / width), (gint64) (to / width) } };
  for (guint i = 0; i < 2; i++)
    {
      double start = MAX (from, get_slot_time (self, parts->slots[i]));
      double end = MIN (to, get_slot_time (self, parts->slots[i] + 1)), before;

      walk_jump (walk, start);
      before = walk_get (walk, place, start);
      walk_jump (walk, end);
      parts->bytes[i] = walk_get (walk, place, end) - before;
    }
}

static double
parts_get_slot (const Parts *parts, gint64 slot)
{
  for (guint i = 0; i < 2; i++)
    if (slot == parts->slots[i])
      return parts->bytes[i];
  return parts->sums[(gsize) slot * parts->self->n_places];
}

/* Bytes of [from, to), which lies in the interval. */
static double
parts_sum (const Parts *parts, double from, double to)
{
  const WeftNocDemand *self = parts->self;
  double width = get_slot_time (self, 1), sum = 0;
  gint64 last = MIN ((gint64) (to / width), (gint64) self->n_slots - 1);

  for (gint64 slot = MAX ((gint64) (from / width), 0); slot <= last; slot++)
    {
      double start = MAX (parts->from, get_slot_time (self, slot));
      double end = MIN (parts->to, get_slot_time (self, slot + 1));
      double inside = MIN (to, end) - MAX (from, start);

      if (inside > 0)
        sum += parts_get_slot (parts, slot) * inside / (end - start);
    }
  return MAX (sum, 0);
}

void
weft_noc_demand_get_history (const WeftNocDemand *self, guint place, WeftNocFigureKind kind,
                             gint64 from, gint64 to, guint n, double *means)
{
  double part = (double) (to - from) / n, before;
  Parts parts;
  Walk walk;

  walk_begin (&walk, self, kind);
  if (part >= get_slot_time (self, 1))
    {
      parts_init (&parts, &walk, place, (double) from, (double) to);
      for (guint i = 0; i < n; i++)
        means[i] =
          parts_sum (&parts, (double) from + part * i, (double) from + part * (i + 1)) / part;
      walk_end (&walk);
      return;
    }
  walk_jump (&walk, (double) from);
  before = walk_get (&walk, place, (double) from);
  for (guint i = 0; i < n; i++)
    {
      double time = (double) from + part * (i + 1), until;

      walk_to (&walk, time);
      until = walk_get (&walk, place, time);
      means[i] = MAX (until - before, 0) / part;
      before = until;
    }
  walk_end (&walk);
}
