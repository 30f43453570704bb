/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-access.h"
#include "weft-packed-cells.h"

G_BEGIN_DECLS

/* Accesses in the order of one of their ticks, with sums before each block of them: how many of them had that edge
 * before any tick, and how long ago, follows from the sums of a block and a look through it. A part of WeftBusIndex.
 * Immutable once made; any thread. */

/* Kinds that the format does not know share the last slot. */
#define WEFT_BUS_KIND_SLOTS (WEFT_BUS_N_KINDS + 1)

#define WEFT_BUS_EDGE_BLOCK 64u
#define WEFT_BUS_EDGE_MAX_GROUPS (WEFT_BUS_N_MASTERS * WEFT_BUS_KIND_SLOTS)

typedef enum
{
  WEFT_BUS_EDGE_START,   /* groups are masters */
  WEFT_BUS_EDGE_SERVICE, /* groups are masters by kinds */
  WEFT_BUS_EDGE_END,     /* likewise */
} WeftBusEdgeKind;

typedef struct
{
  guint32 *rows; /* NULL: the snapshot's replay order, of all */
  guint32 n_rows;
  guint32 n_blocks;
  gint64 *ticks;   /* of the first access of each block */
  guint n_groups;  /* what is summed apart */
  guint32 *counts; /* by block, then by group: accesses before the block */
  guint64 *sums;   /* likewise: of their ticks; wraps, as differences do not */

  /* By access: what a block is looked through for. */
  WeftPackedCells *all_ticks;
  WeftPackedCells *groups;
} WeftBusEdge;

/* Sums up `n_rows` accesses. `rows` (taken) are in replay order, and are put into that of the edge; of ends, which is the
 * same, they may be NULL: all of the snapshot. */
void weft_bus_edge_init (WeftBusEdge *self, const WeftBusSnapshot *snapshot, guint32 *rows,
                         guint32 n_rows, WeftBusEdgeKind kind);
void weft_bus_edge_clear (WeftBusEdge *self);

/* The first access of the cells that a block is read with. */
static inline guint32
weft_bus_edge_frame_of (guint32 block)
{
  return block * WEFT_BUS_EDGE_BLOCK & ~(WEFT_SEALED_CELLS - 1);
}

/* The row of an access, by its place in the edge. */
static inline guint32
weft_bus_edge_get_row (const WeftBusEdge *self, const WeftBusSnapshot *snapshot, guint32 place)
{
  return self->rows != NULL ? self->rows[place] : weft_bus_snapshot_row_at (snapshot, place);
}

/* The last block of some, of which these are the first ticks, that begins before `tick`; 0 where none does. Found soonest
 * where it is not far from the block `near`. */
guint32 weft_bus_find_block (const gint64 *ticks, guint32 n_blocks, guint32 near, gint64 tick);
guint32 weft_bus_edge_find (const WeftBusEdge *self, guint32 near, gint64 tick);

/* Has the processor fetch what a block is read by, in two steps some time apart, as the second one reads what the first
 * one asks for: from one column of pixels to the next most of it is far away in memory. */
void weft_bus_edge_prefetch (const WeftBusEdge *self, guint32 block);
void weft_bus_edge_prefetch_cells (const WeftBusEdge *self, guint32 block);

/* A place in an edge that is moved along: from one tick to a later one costs what lies between them, at most a look
 * through a block. One thread's. */
typedef struct
{
  const WeftBusEdge *edge;
  guint32 block;    /* weft_bus_edge_find() */
  guint32 frame;    /* the first access of the cells that are read together, */
  guint begin, end; /* and which of them are the block's that are before the tick */
  gint64 tick;
  gint64 ticks[WEFT_SEALED_CELLS];
} WeftBusEdgePlace;

/* Of an edge that is not empty. */
void weft_bus_edge_place_init (WeftBusEdgePlace *self, const WeftBusEdge *edge);

/* Moves to a tick, whose block is `block`. */
void weft_bus_edge_place_move (WeftBusEdgePlace *self, guint32 block, gint64 tick);

/* Writes what is packed by access of its block, each to where it is were `cells` the first of the frame. */
void weft_bus_edge_place_read (const WeftBusEdgePlace *self, const WeftPackedCells *packed,
                               void *cells);

/* How many accesses have their edge before the place. */
static inline guint32
weft_bus_edge_place_count (const WeftBusEdgePlace *self)
{
  return self->frame + self->end;
}

/* Σ (tick − edge) over the accesses before a place, by group, likewise moved along. */
typedef struct
{
  WeftBusEdgePlace place;
  guint32 block; /* that is summed up, */
  guint end;     /* and as far as that */
  guint32 read;  /* whose groups are there */
  guint8 groups[WEFT_SEALED_CELLS];
  guint64 counts[WEFT_BUS_EDGE_MAX_GROUPS];
  guint64 sums[WEFT_BUS_EDGE_MAX_GROUPS];
} WeftBusEdgeIntegral;

void weft_bus_edge_integral_init (WeftBusEdgeIntegral *self, const WeftBusEdge *edge);
void weft_bus_edge_integral_move (WeftBusEdgeIntegral *self, guint32 block, gint64 tick);

static inline guint64
weft_bus_edge_integral_get (const WeftBusEdgeIntegral *self, guint group)
{
  return (guint64) self->place.tick * self->counts[group] - self->sums[group];
}

G_END_DECLS
