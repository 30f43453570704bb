/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-demand-builder.h"

#include "weft-bulk.h"
#include "weft-key-sort.h"

#include <math.h>

/* Bytes of edges for each transfer: its place, and a start and an end in two figures. The rest of
 * WEFT_NOC_DEMAND_MEMORY is for checkpoints and slots, which get so much at least. */
#define EDGE_MEMORY ((gsize) 20)
#define MIN_MEMORY ((gsize) 10 << 20)

/* Edges between two checkpoints, at least. */
#define MIN_STEP 128u

#define EDGES_PER_LOOK 65536u

/* --- series --------------------------------------------------------------------------- */

static void
choose_transfers (WeftNocDemand *self, guint32 n_all, const WeftBitset *records)
{
  self->transfers = weft_bulk_alloc_anyway (((gsize) n_all + 1) * sizeof *self->transfers);
  for (guint32 i = 0; i < n_all; i++)
    if (weft_bitset_includes (records, self->all[i].record))
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

/* --- one figure ----------------------------------------------------------------------- */

static void
sort_edges (WeftNocDemand *self, WeftNocFigureKind kind)
{
  Index *index = &self->indexes[kind];
  const gsize n = 2 * (gsize) self->n_transfers + 1;
  weft_auto_bulk guint64 *keys = weft_bulk_alloc_anyway (n * sizeof *keys);
  guint32 *codes = weft_bulk_alloc_anyway (n * sizeof *codes);

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
  index->edges = codes;
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

/* The bucket that a time lies in. It is asked of it itself, as the end of a bucket is no number of its own among real ones
 * of more than 61 bits. */
static gint64
find_bucket (double time)
{
  return (time < 0x1p63 ? (gint64) time : G_MAXINT64) / WEFT_NOC_BUCKET;
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
      gint64 bucket = find_bucket (get_edge_time (self, walk->index, kind, walk->edge));

      if (bucket > filling.bucket)
        {
          fill_run (&filling, bucket);
          start_bucket (&filling);
        }
      while (walk->edge < walk->index->n_edges
             && find_bucket (get_edge_time (self, walk->index, kind, walk->edge)) <= bucket)
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

/* --- by issue ------------------------------------------------------------------------- */

static void
fill_issued (WeftNocDemand *self)
{
  Issued *issued = &self->issued;
  gsize size = self->n_used * sizeof (Totals);
  gsize n_most = MAX (self->memory / 10 / MAX (size, 1), 1);
  g_autofree Totals *totals = g_new0 (Totals, self->n_used + 1);

  issued->step = MAX (MIN_STEP, (guint32) (self->n_transfers / n_most) + 1);
  issued->n_checkpoints = self->n_transfers / issued->step + 1;
  issued->totals = g_new0 (Totals, (gsize) issued->n_checkpoints * self->n_used + 1);
  for (guint32 i = 0; i <= self->n_transfers; i++)
    {
      if (i % issued->step == 0)
        memcpy (issued->totals + (gsize) (i / issued->step) * self->n_used, totals, size);
      if (i < self->n_transfers)
        add_issued (self, i, 1, totals);
    }
}

/* --- all of it ------------------------------------------------------------------------------------ */

gboolean
weft_noc_demand_build (WeftNocDemand *self, guint32 n_all, const WeftBitset *records,
                       GCancellable *cancellable, GError **error)
{
  choose_transfers (self, n_all, records);
  find_used (self);
  choose_slots (self);
  for (guint kind = 0; kind < WEFT_NOC_N_FIGURES; kind++)
    {
      sort_edges (self, kind);
      allocate (self, &self->indexes[kind]);
      if (!fill_index (self, kind, cancellable, error))
        return FALSE;
      fill_levels (self, &self->indexes[kind]);
    }
  fill_issued (self);
  return TRUE;
}
