/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-demand.h"

#include "weft-key-sort.h"

#include <math.h>
#include <string.h>

/* Bytes of edges for each transfer: its place, and a start and an end in two figures. The rest of
 * WEFT_NOC_DEMAND_MEMORY is for checkpoints and slots, which get so much at least. */
#define EDGE_MEMORY ((gsize) 20)
#define MIN_MEMORY ((gsize) 10 << 20)

/* Edges between two checkpoints, at least. */
#define MIN_STEP 128u

/* Groups of slots, of groups, and so on. */
#define FAN_OUT 16u
#define MAX_LEVELS 10u

/* Slots of up to this many buckets are looked into at the ends of an interval. */
#define MAX_LOOKED_INTO 64

#define EDGES_PER_LOOK 65536u

/* One figure's index. */
typedef struct
{
  guint32 n_edges;
  guint32 *edges; /* transfer · 2, + 1 for its end; by rising time */
  guint32 step;   /* edges from checkpoint to checkpoint */
  guint32 n_checkpoints;
  double *checkpoints;       /* A of all places, then R of all places; of edges [0, i · step) */
  float *sums;               /* bytes by slot and place */
  float *levels[MAX_LEVELS]; /* largest bytes of a bucket, by slot (group) and place */
} Index;

/* Bytes and transfers by issue, every so many transfers. */
typedef struct
{
  guint32 step;
  guint32 n_checkpoints;
  guint64 *bytes;
  guint32 *counts;
} Issued;

struct _WeftNocDemand
{
  gatomicrefcount ref_count;
  WeftNocCapture *capture;
  const WeftNocTransfer *all; /* of the device */
  guint32 *transfers;         /* those that are wanted, by rising issue */
  guint32 n_transfers;
  gsize memory; /* for checkpoints and slots */
  guint n_used;
  guint n_places;  /* with totals */
  guint32 *used;   /* series, by place */
  guint32 *places; /* by series; G_MAXUINT32: not used */
  gint64 end;
  guint slot_shift; /* of cycles */
  guint32 n_slots;
  guint n_levels;
  guint32 level_sizes[MAX_LEVELS];
  Index indexes[WEFT_NOC_N_FIGURES];
  Issued issued;
};

/* --- edges ------------------------------------------------------------------------------------ */

static const WeftNocTransfer *
get_transfer (const WeftNocDemand *self, guint32 index)
{
  return &self->all[self->transfers[index]];
}

static gboolean
has_figure (const WeftNocTransfer *transfer, WeftNocFigureKind kind)
{
  if (kind == WEFT_NOC_ISSUE_DEMAND)
    return transfer->finish > transfer->start;
  return (transfer->flags & WEFT_TRANSFER_BOUNDED) != 0;
}

static double
get_start (const WeftNocTransfer *transfer, WeftNocFigureKind kind)
{
  return kind == WEFT_NOC_ISSUE_DEMAND ? transfer->start : (double) transfer->issue;
}

static double
get_end (const WeftNocTransfer *transfer, WeftNocFigureKind kind)
{
  return kind == WEFT_NOC_ISSUE_DEMAND ? transfer->finish : (double) transfer->done;
}

static double
get_edge_time (const WeftNocDemand *self, const Index *index, WeftNocFigureKind kind, guint32 edge)
{
  guint32 code = index->edges[edge];
  const WeftNocTransfer *transfer = get_transfer (self, code / 2);

  return code % 2 == 0 ? get_start (transfer, kind) : get_end (transfer, kind);
}

/* --- walking along them ------------------------------------------------------------------------- */

/* Where a walk is: behind which edge, and what has come of it. */
typedef struct
{
  const WeftNocDemand *self;
  const Index *index;
  WeftNocFigureKind kind;
  guint32 edge;
  double *a;
  double *r;
} Walk;

static void
apply_edge (Walk *walk)
{
  const WeftNocDemand *self = walk->self;
  guint32 code = walk->index->edges[walk->edge++];
  const WeftNocTransfer *transfer = get_transfer (self, code / 2);
  double start = get_start (transfer, walk->kind), end = get_end (transfer, walk->kind);
  double time = code % 2 == 0 ? start : end, sign = code % 2 == 0 ? 1 : -1;
  double rate = sign * transfer->bytes / (end - start);
  double *a = walk->a, *r = walk->r;
  guint n_series, n_links, total = self->n_used + transfer->noc;
  const guint32 *series =
    weft_noc_capture_get_route (self->capture, transfer->route, &n_series, &n_links);

  for (guint i = 0; i < n_series; i++)
    {
      guint32 place = self->places[series[i]];

      a[place] -= rate * time;
      r[place] += rate;
    }
  a[total] -= rate * time * n_links;
  r[total] += rate * n_links;
  a[self->n_used + WEFT_NOC_TOTAL_ACTIVE] -= sign * time;
  r[self->n_used + WEFT_NOC_TOTAL_ACTIVE] += sign;
}

/* Goes on to `time`, with the edges before it. */
static void
walk_to (Walk *walk, double time)
{
  while (walk->edge < walk->index->n_edges
         && get_edge_time (walk->self, walk->index, walk->kind, walk->edge) < time)
    apply_edge (walk);
}

static void
walk_begin (Walk *walk, const WeftNocDemand *self, WeftNocFigureKind kind)
{
  walk->self = self;
  walk->index = &self->indexes[kind];
  walk->kind = kind;
  walk->edge = 0;
  walk->a = g_new0 (double, self->n_places);
  walk->r = g_new0 (double, self->n_places);
}

static void
walk_end (Walk *walk)
{
  g_free (walk->a);
  g_free (walk->r);
}

/* Goes to `time` from the last checkpoint before it, wherever the walk was. */
static void
walk_jump (Walk *walk, double time)
{
  const WeftNocDemand *self = walk->self;
  const Index *index = walk->index;
  guint32 low = 0, high = index->n_checkpoints;
  const double *kept;

  /* The last checkpoint all of whose edges lie before `time`. */
  while (low + 1 < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (get_edge_time (self, index, walk->kind, middle * index->step - 1) < time)
        low = middle;
      else
        high = middle;
    }
  kept = index->checkpoints + (gsize) low * 2 * self->n_places;
  memcpy (walk->a, kept, self->n_places * sizeof *kept);
  memcpy (walk->r, kept + self->n_places, self->n_places * sizeof *kept);
  walk->edge = low * index->step;
  walk_to (walk, time);
}

static double
walk_get (const Walk *walk, guint place, double time)
{
  return walk->a[place] + walk->r[place] * time;
}

/* --- building: series --------------------------------------------------------------------------- */

static void
choose_transfers (WeftNocDemand *self, guint32 n_all, const WeftBitset *records)
{
  self->transfers = g_new (guint32, MAX (n_all, 1));
  for (guint32 i = 0; i < n_all; i++)
    if (weft_bitset_passes (records, self->all[i].record))
      self->transfers[self->n_transfers++] = i;
  self->memory = WEFT_NOC_DEMAND_MEMORY
                 - MIN (WEFT_NOC_DEMAND_MEMORY - MIN_MEMORY, self->n_transfers * EDGE_MEMORY);
}

static void
find_used (WeftNocDemand *self)
{
  guint n_all = weft_noc_capture_get_n_series (self->capture);

  self->places = g_new (guint32, n_all);
  self->used = g_new (guint32, n_all);
  memset (self->places, 0xff, n_all * sizeof *self->places);
  self->end = 1;
  for (guint32 i = 0; i < self->n_transfers; i++)
    {
      const WeftNocTransfer *transfer = get_transfer (self, i);
      guint n_series, n_links;
      const guint32 *series =
        weft_noc_capture_get_route (self->capture, transfer->route, &n_series, &n_links);

      for (guint k = 0; k < n_series; k++)
        self->places[series[k]] = 0;
      self->end = MAX (self->end, transfer->issue + 1);
      self->end = MAX (self->end, transfer->done);
      self->end =
        MAX (self->end, (gint64) MIN (ceil (transfer->finish), (double) (G_MAXINT64 / 2)));
    }
  for (guint i = 0; i < n_all; i++)
    if (self->places[i] == 0)
      {
        self->places[i] = self->n_used;
        self->used[self->n_used++] = i;
      }
  self->n_places = self->n_used + WEFT_NOC_N_TOTALS;
}

/* --- building: one figure ----------------------------------------------------------------------- */

static void
sort_edges (WeftNocDemand *self, WeftNocFigureKind kind)
{
  Index *index = &self->indexes[kind];
  g_autofree guint64 *keys = g_new (guint64, 2 * (gsize) self->n_transfers + 1);
  guint32 *codes = g_new (guint32, 2 * (gsize) self->n_transfers + 1);

  for (guint32 i = 0; i < self->n_transfers; i++)
    {
      const WeftNocTransfer *transfer = get_transfer (self, i);

      if (!has_figure (transfer, kind))
        continue;
      for (guint is_end = 0; is_end < 2; is_end++)
        {
          double time = is_end ? get_end (transfer, kind) : get_start (transfer, kind);

          codes[index->n_edges] = i * 2 + is_end;
          /* Whole cycles need fewer digits to sort by. */
          keys[index->n_edges++] =
            kind == WEFT_NOC_BARRIER_BOUNDED ? (guint64) time : weft_key_real (time);
        }
    }
  weft_key_sort (keys, codes, index->n_edges, NULL, NULL);
  index->edges = g_renew (guint32, codes, MAX (index->n_edges, 1));
}

static void
allocate (WeftNocDemand *self, Index *index)
{
  gsize one = 2 * sizeof (double) * self->n_places;
  gsize n_most = MAX (self->memory * 2 / 5 / WEFT_NOC_N_FIGURES / one, 1);

  index->step = MAX (MIN_STEP, (guint32) (index->n_edges / n_most) + 1);
  index->n_checkpoints = index->n_edges / index->step + 1;
  index->checkpoints = g_malloc0 ((gsize) index->n_checkpoints * one);
  index->sums = g_new0 (float, (gsize) self->n_slots * self->n_places);
  for (guint level = 0; level < self->n_levels; level++)
    index->levels[level] = g_new0 (float, (gsize) self->level_sizes[level] * self->n_places);
}

/* While buckets are filled in one after the other. */
typedef struct
{
  Walk walk;
  double *before; /* bytes until the bucket's start, by place */
  gint64 bucket;  /* the first that is not filled in */
  guint shift;    /* of buckets, to slots */
} Filling;

/* Buckets from the next one up to `last` (not with it) each have the same rate, as no edge lies in
 * them. */
static void
fill_run (Filling *filling, gint64 last)
{
  const WeftNocDemand *self = filling->walk.self;
  const Index *index = filling->walk.index;

  while (filling->bucket < last)
    {
      gint64 slot = filling->bucket >> filling->shift;
      gint64 slot_end = MIN (last, (slot + 1) << filling->shift);
      double n = (double) (slot_end - filling->bucket);
      float *sums = index->sums + (gsize) slot * self->n_places;
      float *maxima = index->levels[0] + (gsize) slot * self->n_places;

      for (guint place = 0; place < self->n_places; place++)
        {
          double bytes = filling->walk.r[place] * WEFT_NOC_BUCKET;

          sums[place] += (float) (bytes * n);
          maxima[place] = MAX (maxima[place], (float) bytes);
        }
      filling->bucket = slot_end;
    }
}

static void
start_bucket (Filling *filling)
{
  double time = (double) filling->bucket * WEFT_NOC_BUCKET;

  for (guint place = 0; place < filling->walk.self->n_places; place++)
    filling->before[place] = walk_get (&filling->walk, place, time);
}

/* Ends the bucket that edges lay in. */
static void
fill_bucket (Filling *filling)
{
  const WeftNocDemand *self = filling->walk.self;
  const Index *index = filling->walk.index;
  gsize slot = (gsize) (filling->bucket >> filling->shift) * self->n_places;
  double time = (double) (filling->bucket + 1) * WEFT_NOC_BUCKET;

  for (guint place = 0; place < self->n_places; place++)
    {
      double until = walk_get (&filling->walk, place, time);
      float bytes = (float) (until - filling->before[place]);

      index->sums[slot + place] += bytes;
      index->levels[0][slot + place] = MAX (index->levels[0][slot + place], bytes);
      filling->before[place] = until;
    }
  filling->bucket++;
}

static void
keep_checkpoint (const Walk *walk)
{
  const WeftNocDemand *self = walk->self;
  double *kept =
    walk->index->checkpoints + (gsize) (walk->edge / walk->index->step) * 2 * self->n_places;

  memcpy (kept, walk->a, self->n_places * sizeof *kept);
  memcpy (kept + self->n_places, walk->r, self->n_places * sizeof *kept);
}

static gboolean
fill_index (WeftNocDemand *self, WeftNocFigureKind kind, GCancellable *cancellable, GError **error)
{
  Filling filling = { .shift = self->slot_shift - 8 };
  Walk *walk = &filling.walk;
  gboolean done = TRUE;

  walk_begin (walk, self, kind);
  filling.before = g_new0 (double, self->n_places);
  while (walk->edge < walk->index->n_edges && done)
    {
      gint64 bucket =
        (gint64) get_edge_time (self, walk->index, kind, walk->edge) / WEFT_NOC_BUCKET;

      if (bucket > filling.bucket)
        {
          fill_run (&filling, bucket);
          start_bucket (&filling);
        }
      for (double end = (double) (bucket + 1) * WEFT_NOC_BUCKET;
           walk->edge < walk->index->n_edges
           && get_edge_time (self, walk->index, kind, walk->edge) < end;)
        {
          apply_edge (walk);
          if (walk->edge % walk->index->step == 0)
            keep_checkpoint (walk);
          if (walk->edge % EDGES_PER_LOOK == 0)
            done = !g_cancellable_is_cancelled (cancellable);
        }
      fill_bucket (&filling);
    }
  g_free (filling.before);
  walk_end (walk);
  return done || !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static void
fill_levels (WeftNocDemand *self, Index *index)
{
  for (guint level = 1; level < self->n_levels; level++)
    for (guint32 slot = 0; slot < self->level_sizes[level - 1]; slot++)
      {
        const float *from = index->levels[level - 1] + (gsize) slot * self->n_places;
        float *to = index->levels[level] + (gsize) (slot / FAN_OUT) * self->n_places;

        for (guint place = 0; place < self->n_places; place++)
          to[place] = MAX (to[place], from[place]);
      }
}

/* Slots as short as memory allows. */
static void
choose_slots (WeftNocDemand *self)
{
  /* Sums, largest ones, and groups of those. */
  gsize one = WEFT_NOC_N_FIGURES * self->n_places * sizeof (float) * 9 / 4;
  guint64 n_most = MAX (self->memory / 2 / one, 1);

  self->slot_shift = 8;
  while (((guint64) self->end >> self->slot_shift) + 1 > n_most)
    self->slot_shift++;
  self->n_slots = (guint32) (((guint64) self->end >> self->slot_shift) + 1);
  self->level_sizes[0] = self->n_slots;
  for (self->n_levels = 1; self->n_levels < MAX_LEVELS; self->n_levels++)
    {
      guint32 size = self->level_sizes[self->n_levels - 1];

      if (size == 1)
        break;
      self->level_sizes[self->n_levels] = (size + FAN_OUT - 1) / FAN_OUT;
    }
}

/* --- building: by issue ------------------------------------------------------------------------- */

static void
add_issued (const WeftNocDemand *self, guint32 index, int sign, guint64 *bytes, guint32 *counts)
{
  const WeftNocTransfer *transfer = get_transfer (self, index);
  guint n_series, n_links;
  const guint32 *series =
    weft_noc_capture_get_route (self->capture, transfer->route, &n_series, &n_links);

  for (guint i = 0; i < n_series; i++)
    {
      guint32 place = self->places[series[i]];

      bytes[place] += (guint64) ((gint64) sign * (gint64) transfer->bytes);
      counts[place] += (guint32) sign;
    }
}

static void
fill_issued (WeftNocDemand *self)
{
  Issued *issued = &self->issued;
  gsize one = self->n_used * (sizeof (guint64) + sizeof (guint32));
  gsize n_most = MAX (self->memory / 10 / MAX (one, 1), 1);
  g_autofree guint64 *bytes = g_new0 (guint64, self->n_used + 1);
  g_autofree guint32 *counts = g_new0 (guint32, self->n_used + 1);

  issued->step = MAX (MIN_STEP, (guint32) (self->n_transfers / n_most) + 1);
  issued->n_checkpoints = self->n_transfers / issued->step + 1;
  issued->bytes = g_new0 (guint64, (gsize) issued->n_checkpoints * self->n_used + 1);
  issued->counts = g_new0 (guint32, (gsize) issued->n_checkpoints * self->n_used + 1);
  for (guint32 i = 0; i < self->n_transfers; i++)
    {
      if (i % issued->step == 0)
        {
          gsize kept = (gsize) (i / issued->step) * self->n_used;

          memcpy (issued->bytes + kept, bytes, self->n_used * sizeof *bytes);
          memcpy (issued->counts + kept, counts, self->n_used * sizeof *counts);
        }
      add_issued (self, i, 1, bytes, counts);
    }
  if (self->n_transfers % issued->step == 0)
    {
      gsize kept = (gsize) (self->n_transfers / issued->step) * self->n_used;

      memcpy (issued->bytes + kept, bytes, self->n_used * sizeof *bytes);
      memcpy (issued->counts + kept, counts, self->n_used * sizeof *counts);
    }
}

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
  choose_transfers (self, n_all, records);
  find_used (self);
  choose_slots (self);
  for (guint kind = 0; kind < WEFT_NOC_N_FIGURES; kind++)
    {
      sort_edges (self, kind);
      allocate (self, &self->indexes[kind]);
      if (!fill_index (self, kind, cancellable, error))
        return NULL;
      fill_levels (self, &self->indexes[kind]);
    }
  fill_issued (self);
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

      g_free (index->edges);
      g_free (index->checkpoints);
      g_free (index->sums);
      for (guint level = 0; level < MAX_LEVELS; level++)
        g_free (index->levels[level]);
    }
  g_free (self->issued.bytes);
  g_free (self->issued.counts);
  g_free (self->transfers);
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
                + (gsize) self->issued.n_checkpoints * self->n_used * 12
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
  g_autofree guint64 *bytes = g_new0 (guint64, self->n_used + 1);
  g_autofree guint32 *counts = g_new0 (guint32, self->n_used + 1);
  guint32 ends[2] = { find_issue (self, from), find_issue (self, to) };

  for (guint end = 0; end < 2; end++)
    {
      guint32 checkpoint = ends[end] / issued->step;
      int sign = end == 0 ? -1 : 1;

      for (guint place = 0; place < self->n_used; place++)
        {
          gsize kept = (gsize) checkpoint * self->n_used + place;

          bytes[place] += (guint64) sign * issued->bytes[kept];
          counts[place] += (guint32) sign * issued->counts[kept];
        }
      for (guint32 i = checkpoint * issued->step; i < ends[end]; i++)
        add_issued (self, i, sign, bytes, counts);
    }
  for (guint place = 0; place < self->n_used; place++)
    {
      figures[place].bytes = bytes[place];
      figures[place].n_transfers = counts[place];
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
