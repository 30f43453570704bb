/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-index.h"

#include "weft-bus-order.h"
#include "weft-bus-trace-private.h"
#include "weft-packed-cells.h"

#include <string.h>

#define BLOCK WEFT_BUS_EDGE_BLOCK
#define MAX_BLOCKERS 64
#define MAX_OVERLAPPING 4096 /* accesses that are looked at to find them */

struct _WeftBusIndex
{
  gatomicrefcount ref_count;
  WeftBusSnapshot *snapshot;
  guint32 n_rows;
  WeftBusEdge starts;
  WeftBusEdge services;
  WeftBusEdge end_edge;
  WeftBusEnds *ends;        /* before each block of end_edge */
  WeftPackedCells *regions; /* by access of end_edge, */
  WeftPackedCells *waits;
  WeftPackedCells *retries;
  gint64 *least_starts; /* of the accesses in each block of end_edge */
  gint64 idle_from;     /* the longest stretch without an access */
  gint64 idle_to;
  guint32 n_before_idle;
};

/* --- one access ------------------------------------------------------------------------------- */

static inline void
read_span (const WeftBusIndex *self, guint32 row, WeftBusRecord *record, WeftBusSpan *span)
{
  weft_bus_record_read (self->snapshot->trace, row, record);
  weft_bus_access_get_span (record, span);
}

static inline guint32
row_at (const WeftBusIndex *self, guint32 number)
{
  return weft_bus_edge_get_row (&self->end_edge, self->snapshot, number);
}

/* --- making it -------------------------------------------------------------------------------- */

/* Those of the ends, for an order of their own: (transfer full). */
static guint32 *
copy_rows (const WeftBusIndex *self)
{
  guint32 *rows = g_new (guint32, self->n_rows);

  for (guint32 i = 0; i < self->n_rows; i++)
    rows[i] = row_at (self, i);
  return rows;
}

/* Those in `only` in replay order: (transfer full). */
static guint32 *
choose_rows (WeftBusIndex *self, const WeftBitset *only)
{
  guint32 *rows = g_new (guint32, only->n_set);

  self->n_rows = 0;
  for (guint32 place = 0; place < self->snapshot->n_rows; place++)
    {
      guint32 row = weft_bus_snapshot_row_at (self->snapshot, place);

      if (weft_bitset_has (only, row))
        rows[self->n_rows++] = row;
    }
  return rows;
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
  WeftBusEnds ends = { .n_rows = 0 };
  gint64 before = 0;

  self->ends = g_new (WeftBusEnds, self->end_edge.n_blocks);
  self->least_starts = g_new (gint64, self->end_edge.n_blocks);
  self->regions = weft_packed_cells_new (sizeof (guint8));
  self->waits = weft_packed_cells_new (sizeof (guint64));
  self->retries = weft_packed_cells_new (sizeof (guint64));
  for (guint32 place = 0; place < self->n_rows; place++)
    {
      guint32 block = place / BLOCK;
      WeftBusRecord record;
      WeftBusSpan span;
      guint64 wait;

      read_span (self, row_at (self, place), &record, &span);
      wait = weft_bus_access_get_wait (&record, weft_bus_access_get_elapsed (&record));
      if (place % BLOCK == 0)
        {
          self->ends[block] = ends;
          self->least_starts[block] = span.start;
        }
      self->least_starts[block] = MIN (self->least_starts[block], span.start);
      look_for_idle (self, place, before, span.start);
      before = span.end;
      ends.n_rows++;
      add_ended (&ends.regions[weft_bus_region_of (record.addr)], wait, record.retries);
      add_ended (&ends.masters[record.master], wait, record.retries);
      add_end_cells (self, &record, wait);
    }
  weft_packed_cells_end (self->regions);
  weft_packed_cells_end (self->waits);
  weft_packed_cells_end (self->retries);
}

WeftBusIndex *
weft_bus_index_new (WeftBusSnapshot *snapshot, const WeftBitset *only, GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (WeftBusIndex) self = g_new0 (WeftBusIndex, 1);
  guint32 *rows = NULL;

  g_atomic_ref_count_init (&self->ref_count);
  self->snapshot = weft_bus_snapshot_ref (snapshot);
  self->n_rows = snapshot->n_rows;
  if (only != NULL)
    rows = choose_rows (self, only);
  weft_bus_edge_init (&self->end_edge, snapshot, rows, self->n_rows, WEFT_BUS_EDGE_END);
  sum_ends (self);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  weft_bus_edge_init (&self->starts, snapshot, copy_rows (self), self->n_rows, WEFT_BUS_EDGE_START);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  weft_bus_edge_init (&self->services, snapshot, copy_rows (self), self->n_rows,
                      WEFT_BUS_EDGE_SERVICE);
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
  weft_bus_edge_clear (&self->starts);
  weft_bus_edge_clear (&self->services);
  weft_bus_edge_clear (&self->end_edge);
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
  return row_at (self, number);
}

/* --- looking for ticks ------------------------------------------------------------------------ */

/* How many accesses have their edge before `tick`. */
static guint32
count_before (const WeftBusEdge *edge, gint64 tick)
{
  WeftBusEdgePlace place;

  if (edge->n_rows == 0)
    return 0;
  weft_bus_edge_place_init (&place, edge);
  weft_bus_edge_place_move (&place, weft_bus_edge_find (edge, 0, tick), tick);
  return weft_bus_edge_place_count (&place);
}

guint32
weft_bus_index_count_ends (const WeftBusIndex *self, gint64 tick)
{
  return count_before (&self->end_edge, tick);
}

/* --- sums ------------------------------------------------------------------------------------- */

static void
sum_lanes_at (const WeftBusEdgeIntegral *starts, const WeftBusEdgeIntegral *services,
              const WeftBusEdgeIntegral *ends, WeftBusLaneSum *sums)
{
  for (guint master = 0; master < WEFT_BUS_N_MASTERS; master++)
    {
      WeftBusLaneSum *sum = &sums[master];

      sum->wait = weft_bus_edge_integral_get (starts, master);
      for (guint i = 0; i < WEFT_BUS_KIND_SLOTS; i++)
        {
          guint group = master * WEFT_BUS_KIND_SLOTS + i;
          guint64 begun = weft_bus_edge_integral_get (services, group);

          sum->service[i] = begun - weft_bus_edge_integral_get (ends, group);
          sum->wait -= begun;
        }
    }
}

/* The cells of a block of the end edge, where they are in its frame. */
typedef struct
{
  guint32 block;
  guint8 regions[WEFT_SEALED_CELLS];
  guint64 waits[WEFT_SEALED_CELLS];
  guint64 retries[WEFT_SEALED_CELLS];
} EndCells;

static void
read_end_cells (const WeftBusIndex *self, const WeftBusEdgePlace *place, EndCells *cells)
{
  if (place->begin == place->end || place->block == cells->block)
    return;
  cells->block = place->block;
  weft_bus_edge_place_read (place, self->regions, cells->regions);
  weft_bus_edge_place_read (place, self->waits, cells->waits);
  weft_bus_edge_place_read (place, self->retries, cells->retries);
}

/* The sums of all regions and masters before a place that is moved along. */
typedef struct
{
  WeftBusEdgeIntegral integral;
  guint32 block; /* that is summed up, */
  guint end;     /* and as far as that */
  EndCells cells;
  WeftBusEnds sums;
} EndsPlace;

static void
init_ends (const WeftBusIndex *self, EndsPlace *at)
{
  weft_bus_edge_integral_init (&at->integral, &self->end_edge);
  at->block = G_MAXUINT32;
  at->end = 0;
  at->cells.block = G_MAXUINT32;
}

/* Brings the sums to where the integral is. */
static void
follow_integral (const WeftBusIndex *self, EndsPlace *at)
{
  const WeftBusEdgePlace *place = &at->integral.place;
  const EndCells *cells = &at->cells;

  if (place->block != at->block || place->end < at->end)
    {
      at->sums = self->ends[place->block];
      at->block = place->block;
      at->end = place->begin;
    }
  read_end_cells (self, place, &at->cells);
  for (guint i = at->end; i < place->end; i++)
    {
      guint master = at->integral.groups[i] / WEFT_BUS_KIND_SLOTS;

      add_ended (&at->sums.regions[cells->regions[i]], cells->waits[i], cells->retries[i]);
      add_ended (&at->sums.masters[master], cells->waits[i], cells->retries[i]);
    }
  at->end = place->end;
  at->sums.n_rows = weft_bus_edge_place_count (place);
}

/* Ticks that are prepared for together. */
#define N_AHEAD 16u

/* The blocks of an edge at some ticks. */
typedef struct
{
  guint32 at[N_AHEAD];
  guint32 last;
  guint32 step; /* from the one before it */
} Blocks;

typedef struct
{
  Blocks starts;
  Blocks services;
  Blocks ends;
} Ahead;

/* Ticks are mostly as far from each other as those before them, and so are their blocks. */
static guint32
find_next (Blocks *blocks, guint i, const WeftBusEdge *edge, gint64 tick)
{
  const guint32 guess = MIN (blocks->last + blocks->step, edge->n_blocks - 1);
  const guint32 block = weft_bus_edge_find (edge, guess, tick);

  blocks->step = block - blocks->last;
  blocks->last = block;
  blocks->at[i] = block;
  return block;
}

static void
prefetch_ends (const WeftBusIndex *self, guint32 block)
{
  const guint32 first = weft_bus_edge_frame_of (block);

  weft_packed_cells_prefetch (self->regions, first);
  weft_packed_cells_prefetch (self->waits, first);
  weft_packed_cells_prefetch (self->retries, first);
  for (gsize at = 0; at < sizeof *self->ends; at += 64)
    __builtin_prefetch ((const char *) &self->ends[block] + at);
}

static void
prefetch_end_cells (const WeftBusIndex *self, guint32 block)
{
  const guint32 first = weft_bus_edge_frame_of (block);

  weft_packed_cells_prefetch_cells (self->regions, first);
  weft_packed_cells_prefetch_cells (self->waits, first);
  weft_packed_cells_prefetch_cells (self->retries, first);
}

/* Finds the blocks, of starts and services where there are lanes to be summed up, and has them fetched, with what is summed
 * up of ends where these are. */
static void
look_ahead (const WeftBusIndex *self, const gint64 *ticks, guint n, gboolean with_lanes,
            gboolean with_ends, Ahead *ahead)
{
  for (guint i = 0; i < n; i++)
    {
      const guint32 before = ahead->ends.last,
                    end = find_next (&ahead->ends, i, &self->end_edge, ticks[i]);

      if (end != before)
        weft_bus_edge_prefetch (&self->end_edge, end);
      if (end != before && with_ends)
        prefetch_ends (self, end);
      if (!with_lanes)
        continue;
      weft_bus_edge_prefetch (&self->starts,
                              find_next (&ahead->starts, i, &self->starts, ticks[i]));
      weft_bus_edge_prefetch (&self->services,
                              find_next (&ahead->services, i, &self->services, ticks[i]));
    }
  for (guint i = 0; i < n; i++)
    {
      weft_bus_edge_prefetch_cells (&self->end_edge, ahead->ends.at[i]);
      if (with_ends)
        prefetch_end_cells (self, ahead->ends.at[i]);
      if (with_lanes)
        {
          weft_bus_edge_prefetch_cells (&self->starts, ahead->starts.at[i]);
          weft_bus_edge_prefetch_cells (&self->services, ahead->services.at[i]);
        }
    }
}

static void
sum_all (const WeftBusIndex *self, const gint64 *ticks, guint n_ticks, WeftBusLaneSum *lanes,
         WeftBusEnds *ends, guint32 *counts)
{
  WeftBusEdgeIntegral starts, services;
  Ahead ahead = { 0 };
  EndsPlace at;

  weft_bus_edge_integral_init (&starts, &self->starts);
  weft_bus_edge_integral_init (&services, &self->services);
  init_ends (self, &at);
  for (guint i = 0; i < n_ticks; i++)
    {
      const guint next = i % N_AHEAD;

      if (next == 0)
        look_ahead (self, ticks + i, MIN (N_AHEAD, n_ticks - i), lanes != NULL, ends != NULL,
                    &ahead);
      weft_bus_edge_integral_move (&at.integral, ahead.ends.at[next], ticks[i]);
      if (lanes != NULL)
        {
          weft_bus_edge_integral_move (&starts, ahead.starts.at[next], ticks[i]);
          weft_bus_edge_integral_move (&services, ahead.services.at[next], ticks[i]);
          sum_lanes_at (&starts, &services, &at.integral, lanes + (gsize) i * WEFT_BUS_N_MASTERS);
        }
      if (counts != NULL)
        counts[i] = weft_bus_edge_place_count (&at.integral.place);
      if (ends == NULL)
        continue;
      follow_integral (self, &at);
      ends[i] = at.sums;
    }
}

void
weft_bus_index_sum (const WeftBusIndex *self, const gint64 *ticks, guint n_ticks,
                    WeftBusLaneSum *lanes, WeftBusEnds *ends, guint32 *counts)
{
  if (self->n_rows > 0)
    {
      sum_all (self, ticks, n_ticks, lanes, ends, counts);
      return;
    }
  if (lanes != NULL)
    memset (lanes, 0, (gsize) n_ticks * WEFT_BUS_N_MASTERS * sizeof *lanes);
  if (ends != NULL)
    memset (ends, 0, n_ticks * sizeof *ends);
  if (counts != NULL)
    memset (counts, 0, n_ticks * sizeof *counts);
}

void
weft_bus_index_sum_lane (const WeftBusIndex *self, guint master, gint64 tick, WeftBusLaneSum *sum)
{
  WeftBusLaneSum sums[WEFT_BUS_N_MASTERS];

  weft_bus_index_sum (self, &tick, 1, sums, NULL, NULL);
  *sum = sums[master];
}

/* --- single accesses -------------------------------------------------------------------------- */

guint32
weft_bus_index_count (const WeftBusIndex *self, gint64 first, gint64 last)
{
  if (first >= last)
    return 0;
  return count_before (&self->starts, last) - count_before (&self->end_edge, first);
}

gboolean
weft_bus_index_list (const WeftBusIndex *self, gint64 first, gint64 last, guint max, GArray *rows)
{
  guint32 left = weft_bus_index_count (self, first, last);
  guint32 place = weft_bus_index_count_ends (self, first);

  while (left > 0 && place < self->n_rows)
    {
      guint32 row = row_at (self, place);
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
  first = count_before (&self->starts, span.start);
  last = count_before (&self->starts, span.start + (span.start < G_MAXINT64));
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
    i = count_before (&self->starts, tick);
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
