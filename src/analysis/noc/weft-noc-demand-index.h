/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-capture.h"
#include "weft-noc-figure-kind.h"

#include <string.h>

/* The members of a demand index, and how one walks along its edges: for the file that builds it and for
 * those that answer from it. */

/* Groups of slots, of groups, and so on. */
#define FAN_OUT 16u
#define MAX_LEVELS 10u

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

/* Transfers that were issued until some time. */
typedef struct
{
  guint64 bytes;
  guint64 unbounded; /* of these, bytes that no barrier bounds */
  guint64 n_transfers;
} Totals;

/* The totals of each place by issue, every so many transfers. */
typedef struct
{
  guint32 step;
  guint32 n_checkpoints;
  Totals *totals;
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

static inline const WeftNocTransfer *
get_transfer (const WeftNocDemand *self, guint32 index)
{
  return &self->all[self->transfers[index]];
}

static inline gboolean
has_figure (const WeftNocTransfer *transfer, WeftNocFigureKind kind)
{
  if (kind == WEFT_NOC_ISSUE_DEMAND)
    return transfer->finish > transfer->start;
  return (transfer->flags & WEFT_TRANSFER_BOUNDED) != 0;
}

static inline double
get_start (const WeftNocTransfer *transfer, WeftNocFigureKind kind)
{
  return kind == WEFT_NOC_ISSUE_DEMAND ? transfer->start : (double) transfer->issue;
}

static inline double
get_end (const WeftNocTransfer *transfer, WeftNocFigureKind kind)
{
  return kind == WEFT_NOC_ISSUE_DEMAND ? transfer->finish : (double) transfer->done;
}

static inline double
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

static inline void
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
static inline void
walk_to (Walk *walk, double time)
{
  while (walk->edge < walk->index->n_edges
         && get_edge_time (walk->self, walk->index, walk->kind, walk->edge) < time)
    apply_edge (walk);
}

static inline void
walk_begin (Walk *walk, const WeftNocDemand *self, WeftNocFigureKind kind)
{
  walk->self = self;
  walk->index = &self->indexes[kind];
  walk->kind = kind;
  walk->edge = 0;
  walk->a = g_new0 (double, self->n_places);
  walk->r = g_new0 (double, self->n_places);
}

static inline void
walk_end (Walk *walk)
{
  g_free (walk->a);
  g_free (walk->r);
}

/* Goes to `time` from the last checkpoint before it, wherever the walk was. */
static inline void
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

static inline double
walk_get (const Walk *walk, guint place, double time)
{
  return walk->a[place] + walk->r[place] * time;
}

static inline void
add_issued (const WeftNocDemand *self, guint32 index, guint64 sign, Totals *totals)
{
  const WeftNocTransfer *transfer = get_transfer (self, index);
  guint n_series, n_links;
  const guint32 *series =
    weft_noc_capture_get_route (self->capture, transfer->route, &n_series, &n_links);

  for (guint i = 0; i < n_series; i++)
    {
      Totals *sum = &totals[self->places[series[i]]];

      sum->bytes += sign * transfer->bytes;
      if ((transfer->flags & WEFT_TRANSFER_BOUNDED) == 0)
        sum->unbounded += sign * transfer->bytes;
      sum->n_transfers += sign;
    }
}
