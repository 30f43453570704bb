/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-index.h"

#include "weft-bus-order.h"
#include "weft-bus-trace-private.h"
#include "weft-packed-cells.h"

#include <string.h>

#define BLOCK 64u
#define MAX_BLOCKERS 64
#define MAX_OVERLAPPING 4096 /* accesses that are looked at to find them */

/* Accesses in the order of one of their ticks, and sums before each block of them. */
typedef struct
{
  guint32 *rows;   /* NULL: the snapshot's replay order, of all */
  gint64 *ticks;   /* of the first access of each block */
  guint n_groups;  /* what is summed apart */
  guint32 *counts; /* by block, then by group: accesses before the block */
  guint64 *sums;   /* likewise: of their ticks; wraps, as differences do not */

  /* By access: what a block is looked through for. */
  WeftPackedCells *all_ticks;
  WeftPackedCells *groups;
} Edge;

/* Counts of what ended before a block: in each region, then by each master. */
#define FIRST_MASTER WEFT_BUS_N_REGIONS

typedef struct
{
  WeftBusEndSum sums[FIRST_MASTER + WEFT_BUS_N_MASTERS];
} Ends;

struct _WeftBusIndex
{
  gatomicrefcount ref_count;
  WeftBusSnapshot *snapshot;
  guint32 n_rows;
  guint32 n_blocks;
  Edge starts;              /* groups are masters */
  Edge services;            /* groups are masters by kinds */
  Edge end_edge;            /* likewise */
  Ends *ends;               /* by block of end_edge */
  WeftPackedCells *regions; /* by access of end_edge, */
  WeftPackedCells *waits;
  WeftPackedCells *retries;
  gint64 *least_starts; /* of the accesses in each block of end_edge */
  gint64 idle_from;     /* the longest stretch without an access */
  gint64 idle_to;
  guint32 n_before_idle;
};

/* --- one access ------------------------------------------------------------------------------- */

typedef enum
{
  EDGE_START,
  EDGE_SERVICE,
  EDGE_END,
} EdgeKind;

static inline gint64
get_tick (const WeftBusSpan *span, EdgeKind kind)
{
  return kind == EDGE_START ? span->start : kind == EDGE_SERVICE ? span->service : span->end;
}

static inline void
read_span (const WeftBusIndex *self, guint32 row, WeftBusRecord *record, WeftBusSpan *span)
{
  weft_bus_record_read (self->snapshot->trace, row, record);
  weft_bus_access_get_span (record, span);
}

static inline guint
get_group (const WeftBusRecord *record, EdgeKind kind)
{
  if (kind == EDGE_START)
    return record->master;
  return record->master * WEFT_BUS_KIND_SLOTS + MIN (record->kind, WEFT_BUS_N_KINDS);
}

static inline guint32
row_at (const WeftBusIndex *self, const Edge *edge, guint32 i)
{
  return edge->rows != NULL ? edge->rows[i] : weft_bus_snapshot_row_at (self->snapshot, i);
}

/* --- making it -------------------------------------------------------------------------------- */

typedef struct
{
  const WeftBusTrace *trace;
  EdgeKind kind;
} SortKey;

static gint64
read_tick (const SortKey *key, guint32 row)
{
  WeftBusRecord record;
  WeftBusSpan span;

  weft_bus_record_read (key->trace, row, &record);
  weft_bus_access_get_span (&record, &span);
  return get_tick (&span, key->kind);
}

static gboolean
is_after (guint32 a, guint32 b, gconstpointer data)
{
  return read_tick (data, a) > read_tick (data, b);
}

/* Sums up blocks, in the order of the edge. */
static void
sum_edge (const WeftBusIndex *self, Edge *edge, EdgeKind kind)
{
  g_autofree guint32 *counts = g_new0 (guint32, edge->n_groups);
  g_autofree guint64 *sums = g_new0 (guint64, edge->n_groups);

  edge->ticks = g_new (gint64, self->n_blocks);
  edge->counts = g_new (guint32, (gsize) self->n_blocks * edge->n_groups);
  edge->sums = g_new (guint64, (gsize) self->n_blocks * edge->n_groups);
  edge->all_ticks = weft_packed_cells_new (sizeof (gint64));
  edge->groups = weft_packed_cells_new (sizeof (guint8));
  for (guint32 i = 0; i < self->n_rows; i++)
    {
      gsize block = i / BLOCK;
      WeftBusRecord record;
      WeftBusSpan span;
      guint group;

      read_span (self, row_at (self, edge, i), &record, &span);
      if (i % BLOCK == 0)
        {
          edge->ticks[block] = get_tick (&span, kind);
          memcpy (edge->counts + block * edge->n_groups, counts, edge->n_groups * sizeof *counts);
          memcpy (edge->sums + block * edge->n_groups, sums, edge->n_groups * sizeof *sums);
        }
      group = get_group (&record, kind);
      counts[group]++;
      sums[group] += (guint64) get_tick (&span, kind);
      weft_packed_cells_add (edge->all_ticks, (guint64) get_tick (&span, kind));
      weft_packed_cells_add (edge->groups, group);
    }
  weft_packed_cells_end (edge->all_ticks);
  weft_packed_cells_end (edge->groups);
}

static void
sort_edge (const WeftBusIndex *self, Edge *edge, EdgeKind kind)
{
  const SortKey key = { self->snapshot->trace, kind };

  edge->rows = g_new (guint32, self->n_rows);
  for (guint32 i = 0; i < self->n_rows; i++)
    edge->rows[i] = row_at (self, &self->end_edge, i);
  weft_bus_order_sort (edge->rows, self->n_rows, is_after, &key);
}

/* Takes those in `only` in replay order. */
static void
choose_rows (WeftBusIndex *self, const WeftBitset *only)
{
  self->n_rows = 0;
  self->end_edge.rows = g_new (guint32, only->n_set);
  for (guint32 place = 0; place < self->snapshot->n_rows; place++)
    {
      guint32 row = weft_bus_snapshot_row_at (self->snapshot, place);

      if (weft_bitset_has (only, row))
        self->end_edge.rows[self->n_rows++] = row;
    }
}

/* Looks at the access that ends after `number` others, the last of them at `before`. */
static inline void
look_for_idle (WeftBusIndex *self, guint32 number, gint64 before, gint64 start)
{
  if (number == 0 || start <= before
      || (guint64) start - (guint64) before <= (guint64) self->idle_to - (guint64) self->idle_from)
    return;
  self->idle_from = before;
  self->idle_to = start;
  self->n_before_idle = number;
}

static inline void
add_ended (WeftBusEndSum *sum, guint64 wait, guint64 retries)
{
  sum->n_accesses++;
  sum->wait += wait;
  sum->retries += retries;
}

static void
add_end_cells (WeftBusIndex *self, const WeftBusRecord *record, guint64 wait)
{
  weft_packed_cells_add (self->regions, weft_bus_region_of (record->addr));
  weft_packed_cells_add (self->waits, wait);
  weft_packed_cells_add (self->retries, record->retries);
}

static void
sum_ends (WeftBusIndex *self)
{
  Ends ends = { { { 0 } } };
  gint64 before = 0;

  self->ends = g_new (Ends, self->n_blocks);
  self->least_starts = g_new (gint64, self->n_blocks);
  self->regions = weft_packed_cells_new (sizeof (guint8));
  self->waits = weft_packed_cells_new (sizeof (guint64));
  self->retries = weft_packed_cells_new (sizeof (guint64));
  for (guint32 place = 0; place < self->n_rows; place++)
    {
      guint32 block = place / BLOCK;
      WeftBusRecord record;
      WeftBusSpan span;
      guint64 wait;

      read_span (self, row_at (self, &self->end_edge, place), &record, &span);
      wait = weft_bus_access_get_wait (&record, weft_bus_access_get_elapsed (&record));
      if (place % BLOCK == 0)
        {
          self->ends[block] = ends;
          self->least_starts[block] = span.start;
        }
      self->least_starts[block] = MIN (self->least_starts[block], span.start);
      look_for_idle (self, place, before, span.start);
      before = span.end;
      add_ended (&ends.sums[weft_bus_region_of (record.addr)], wait, record.retries);
      add_ended (&ends.sums[FIRST_MASTER + record.master], wait, record.retries);
      add_end_cells (self, &record, wait);
    }
  weft_packed_cells_end (self->regions);
  weft_packed_cells_end (self->waits);
  weft_packed_cells_end (self->retries);
}

static void
clear_edge (Edge *edge)
{
  g_free (edge->rows);
  g_free (edge->ticks);
  g_free (edge->counts);
  g_free (edge->sums);
  g_clear_pointer (&edge->all_ticks, weft_packed_cells_free);
  g_clear_pointer (&edge->groups, weft_packed_cells_free);
}

WeftBusIndex *
weft_bus_index_new (WeftBusSnapshot *snapshot, const WeftBitset *only, GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (WeftBusIndex) self = g_new0 (WeftBusIndex, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->snapshot = weft_bus_snapshot_ref (snapshot);
  self->n_rows = snapshot->n_rows;
  if (only != NULL)
    choose_rows (self, only);
  self->n_blocks = self->n_rows / BLOCK + (self->n_rows % BLOCK != 0);
  self->starts.n_groups = WEFT_BUS_N_MASTERS;
  self->services.n_groups = WEFT_BUS_N_MASTERS * WEFT_BUS_KIND_SLOTS;
  self->end_edge.n_groups = WEFT_BUS_N_MASTERS * WEFT_BUS_KIND_SLOTS;
  sum_ends (self);
  sum_edge (self, &self->end_edge, EDGE_END);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  sort_edge (self, &self->starts, EDGE_START);
  sum_edge (self, &self->starts, EDGE_START);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  sort_edge (self, &self->services, EDGE_SERVICE);
  sum_edge (self, &self->services, EDGE_SERVICE);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

WeftBusIndex *
weft_bus_index_ref (WeftBusIndex *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_bus_index_unref (WeftBusIndex *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  clear_edge (&self->starts);
  clear_edge (&self->services);
  clear_edge (&self->end_edge);
  g_free (self->ends);
  g_clear_pointer (&self->regions, weft_packed_cells_free);
  g_clear_pointer (&self->waits, weft_packed_cells_free);
  g_clear_pointer (&self->retries, weft_packed_cells_free);
  g_free (self->least_starts);
  weft_bus_snapshot_unref (self->snapshot);
  g_free (self);
}

WeftBusSnapshot *
weft_bus_index_get_snapshot (const WeftBusIndex *self)
{
  return self->snapshot;
}

guint32
weft_bus_index_get_n_rows (const WeftBusIndex *self)
{
  return self->n_rows;
}

guint32
weft_bus_index_get_idle (const WeftBusIndex *self, gint64 *from, gint64 *to)
{
  *from = self->idle_from;
  *to = self->idle_to;
  return self->n_before_idle;
}

guint32
weft_bus_index_get_row (const WeftBusIndex *self, guint32 number)
{
  return row_at (self, &self->end_edge, number);
}

/* --- looking for ticks ------------------------------------------------------------------------ */

/* The last block that begins before `tick`; 0 where none does. */
static guint32
find_block (const WeftBusIndex *self, const Edge *edge, gint64 tick)
{
  guint32 low = 0, high = self->n_blocks;

  while (high - low > 1)
    {
      guint32 middle = low + (high - low) / 2;

      if (edge->ticks[middle] < tick)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* A block of an edge, as much of it as is before a tick. */
typedef struct
{
  guint32 block;
  guint32 frame;    /* the first access of the cells that are read together, */
  guint begin, end; /* and which of them are the block's that are before the tick */
  gint64 ticks[WEFT_SEALED_CELLS];
} BlockTicks;

/* Of an index that is not empty. */
static void
read_block (const WeftBusIndex *self, const Edge *edge, gint64 tick, BlockTicks *block)
{
  guint end;

  block->block = find_block (self, edge, tick);
  block->frame = block->block * BLOCK & ~(WEFT_SEALED_CELLS - 1);
  block->begin = block->block * BLOCK - block->frame;
  end = MIN (block->begin + BLOCK, self->n_rows - block->frame);
  weft_packed_cells_read (edge->all_ticks, block->frame, block->ticks);
  for (block->end = block->begin; block->end < end && block->ticks[block->end] < tick; block->end++)
    ;
}

/* How many accesses have their edge before `tick`. */
static guint32
count_before (const WeftBusIndex *self, const Edge *edge, gint64 tick)
{
  BlockTicks block;

  if (self->n_blocks == 0)
    return 0;
  read_block (self, edge, tick, &block);
  return block.frame + block.end;
}

guint32
weft_bus_index_count_ends (const WeftBusIndex *self, gint64 tick)
{
  return count_before (self, &self->end_edge, tick);
}

/* --- sums ------------------------------------------------------------------------------------- */

/* Σ (tick − edge) over the accesses whose edge is before `tick`, by group. */
static void
integrate (const WeftBusIndex *self, const Edge *edge, gint64 tick, guint64 *slots)
{
  guint8 groups[WEFT_SEALED_CELLS];
  BlockTicks block;
  gsize base;

  read_block (self, edge, tick, &block);
  base = (gsize) block.block * edge->n_groups;
  for (guint i = 0; i < edge->n_groups; i++)
    slots[i] = (guint64) tick * edge->counts[base + i] - edge->sums[base + i];
  weft_packed_cells_read (edge->groups, block.frame, groups);
  for (guint i = block.begin; i < block.end; i++)
    slots[groups[i]] += (guint64) tick - (guint64) block.ticks[i];
}

void
weft_bus_index_sum_lanes (const WeftBusIndex *self, gint64 tick,
                          WeftBusLaneSum sums[WEFT_BUS_N_MASTERS])
{
  guint64 starts[WEFT_BUS_N_MASTERS];
  guint64 services[WEFT_BUS_N_MASTERS * WEFT_BUS_KIND_SLOTS];
  guint64 ends[WEFT_BUS_N_MASTERS * WEFT_BUS_KIND_SLOTS];

  memset (sums, 0, WEFT_BUS_N_MASTERS * sizeof *sums);
  if (self->n_blocks == 0)
    return;
  integrate (self, &self->starts, tick, starts);
  integrate (self, &self->services, tick, services);
  integrate (self, &self->end_edge, tick, ends);
  for (guint master = 0; master < WEFT_BUS_N_MASTERS; master++)
    {
      sums[master].wait = starts[master];
      for (guint i = 0; i < WEFT_BUS_KIND_SLOTS; i++)
        {
          guint group = master * WEFT_BUS_KIND_SLOTS + i;

          sums[master].service[i] = services[group] - ends[group];
          sums[master].wait -= services[group];
        }
    }
}

void
weft_bus_index_sum_lane (const WeftBusIndex *self, guint master, gint64 tick, WeftBusLaneSum *sum)
{
  WeftBusLaneSum sums[WEFT_BUS_N_MASTERS];

  weft_bus_index_sum_lanes (self, tick, sums);
  *sum = sums[master];
}

/* TRUE: a block of the end edge may have accesses of that sum. */
static gboolean
has_ended (const WeftBusIndex *self, guint32 block, guint sum_index)
{
  return block + 1 == self->n_blocks
         || self->ends[block].sums[sum_index].n_accesses
              != self->ends[block + 1].sums[sum_index].n_accesses;
}

/* Sums up what ended before `tick` in a region or by a master, `cells` (of the end edge) being where, from `first` to
 * below `end`: up to a block in its sum in Ends, and in the block one by one. */
static void
sum_ended (const WeftBusIndex *self, guint sum_index, const WeftPackedCells *cells, guint first,
           guint end, gint64 tick, WeftBusEndSum *sum)
{
  guint64 waits[WEFT_SEALED_CELLS], retries[WEFT_SEALED_CELLS];
  guint8 places[WEFT_SEALED_CELLS];
  BlockTicks block;

  memset (sum, 0, sizeof *sum);
  if (self->n_blocks == 0)
    return;
  block.block = find_block (self, &self->end_edge, tick);
  *sum = self->ends[block.block].sums[sum_index];
  if (!has_ended (self, block.block, sum_index))
    return;
  read_block (self, &self->end_edge, tick, &block);
  weft_packed_cells_read (cells, block.frame, places);
  weft_packed_cells_read (self->waits, block.frame, waits);
  weft_packed_cells_read (self->retries, block.frame, retries);
  for (guint i = block.begin; i < block.end; i++)
    if (places[i] >= first && places[i] < end)
      add_ended (sum, waits[i], retries[i]);
}

void
weft_bus_index_sum_region (const WeftBusIndex *self, guint region, gint64 tick, WeftBusEndSum *sum)
{
  sum_ended (self, region, self->regions, region, region + 1, tick, sum);
}

void
weft_bus_index_sum_master (const WeftBusIndex *self, guint master, gint64 tick, WeftBusEndSum *sum)
{
  sum_ended (self, FIRST_MASTER + master, self->end_edge.groups, master * WEFT_BUS_KIND_SLOTS,
             (master + 1) * WEFT_BUS_KIND_SLOTS, tick, sum);
}

/* --- single accesses -------------------------------------------------------------------------- */

guint32
weft_bus_index_count (const WeftBusIndex *self, gint64 first, gint64 last)
{
  if (first >= last)
    return 0;
  return count_before (self, &self->starts, last) - count_before (self, &self->end_edge, first);
}

gboolean
weft_bus_index_list (const WeftBusIndex *self, gint64 first, gint64 last, guint max, GArray *rows)
{
  guint32 left = weft_bus_index_count (self, first, last);
  guint32 place = weft_bus_index_count_ends (self, first);

  while (left > 0 && place < self->n_rows)
    {
      guint32 row = row_at (self, &self->end_edge, place);
      WeftBusRecord record;
      WeftBusSpan span;

      if (place % BLOCK == 0 && self->least_starts[place / BLOCK] >= last)
        {
          place += BLOCK;
          continue;
        }
      place++;
      read_span (self, row, &record, &span);
      if (span.start >= last)
        continue;
      if (max-- == 0)
        return FALSE;
      g_array_append_val (rows, row);
      left--;
    }
  return TRUE;
}

/* Where `row` stands among the starts, or, where it is not in the index, what starts with it or
 * next. */
static guint32
find_start (const WeftBusIndex *self, guint32 row)
{
  WeftBusRecord record;
  WeftBusSpan span;
  guint32 first, last;

  read_span (self, row, &record, &span);
  first = count_before (self, &self->starts, span.start);
  last = count_before (self, &self->starts, span.start + (span.start < G_MAXINT64));
  for (guint32 i = first; i < last; i++)
    if (self->starts.rows[i] == row)
      return i;
  return first;
}

guint32
weft_bus_index_step (const WeftBusIndex *self, guint master, guint32 row, gint64 tick,
                     int direction)
{
  gint64 i;

  if (row != WEFT_NO_ROW)
    i = (gint64) find_start (self, row) + direction;
  else
    i = count_before (self, &self->starts, tick);
  for (; i >= 0 && i < self->n_rows; i += direction)
    {
      WeftBusRecord record;

      weft_bus_record_read (self->snapshot->trace, self->starts.rows[i], &record);
      if (record.master == master)
        return self->starts.rows[i];
    }
  return WEFT_NO_ROW;
}

static int
compare_blockers (gconstpointer a, gconstpointer b)
{
  const WeftBusBlocker *x = a, *y = b;

  if (x->overlap != y->overlap)
    return x->overlap > y->overlap ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

GArray *
weft_bus_index_find_blockers (const WeftBusIndex *self, guint32 row)
{
  GArray *blockers = g_array_new (FALSE, FALSE, sizeof (WeftBusBlocker));
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  WeftBusRecord record;
  WeftBusSpan span;

  read_span (self, row, &record, &span);
  weft_bus_index_list (self, span.start, span.service, MAX_OVERLAPPING, rows);
  for (guint i = 0; i < rows->len; i++)
    {
      WeftBusBlocker blocker = { .row = g_array_index (rows, guint32, i) };
      WeftBusRecord other;
      WeftBusSpan served;

      read_span (self, blocker.row, &other, &served);
      blocker.overlap = MIN (served.end, span.service) - MAX (served.service, span.start);
      if (other.master != record.master && blocker.overlap > 0)
        g_array_append_val (blockers, blocker);
    }
  g_array_sort (blockers, compare_blockers);
  g_array_set_size (blockers, MIN (blockers->len, MAX_BLOCKERS));
  return blockers;
}
