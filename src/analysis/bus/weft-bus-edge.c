/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-edge.h"

#include "weft-bus-order.h"
#include "weft-bus-trace-private.h"

#include <string.h>

#define BLOCK WEFT_BUS_EDGE_BLOCK

/* No edge has such a one. */
#define NO_BLOCK G_MAXUINT32

/* --- making it -------------------------------------------------------------------------------- */

static gint64
get_tick (const WeftBusSpan *span, WeftBusEdgeKind kind)
{
  return kind == WEFT_BUS_EDGE_START     ? span->start
         : kind == WEFT_BUS_EDGE_SERVICE ? span->service
                                         : span->end;
}

static guint
read_group (const WeftBusTrace *trace, guint32 row, WeftBusEdgeKind kind)
{
  const guint master = weft_table_get_u8 (&trace->records, BUS_MASTER, row);
  const guint kind_of_access = weft_table_get_u8 (&trace->records, BUS_KIND, row);

  if (kind == WEFT_BUS_EDGE_START)
    return master;
  return master * WEFT_BUS_KIND_SLOTS + MIN (kind_of_access, WEFT_BUS_N_KINDS);
}

/* By row, of those that the edge has: (transfer full). */
static gint64 *
read_ticks (const WeftBusEdge *self, const WeftBusSnapshot *snapshot, WeftBusEdgeKind kind)
{
  gint64 *ticks = g_new (gint64, snapshot->n_rows);

  for (guint32 i = 0; i < self->n_rows; i++)
    {
      const guint32 row = weft_bus_edge_get_row (self, snapshot, i);
      WeftBusRecord record;
      WeftBusSpan span;

      weft_bus_record_read_times (snapshot->trace, row, &record);
      weft_bus_access_get_span (&record, &span);
      ticks[row] = get_tick (&span, kind);
    }
  return ticks;
}

static gboolean
is_after (guint32 a, guint32 b, gconstpointer ticks)
{
  return ((const gint64 *) ticks)[a] > ((const gint64 *) ticks)[b];
}

static void
sum_rows (WeftBusEdge *self, const WeftBusSnapshot *snapshot, const gint64 *ticks,
          WeftBusEdgeKind kind)
{
  guint32 counts[WEFT_BUS_EDGE_MAX_GROUPS] = { 0 };
  guint64 sums[WEFT_BUS_EDGE_MAX_GROUPS] = { 0 };

  for (guint32 i = 0; i < self->n_rows; i++)
    {
      const guint32 row = weft_bus_edge_get_row (self, snapshot, i);
      const guint group = read_group (snapshot->trace, row, kind);
      gsize block = i / BLOCK;

      if (i % BLOCK == 0)
        {
          self->ticks[block] = ticks[row];
          memcpy (self->counts + block * self->n_groups, counts, self->n_groups * sizeof *counts);
          memcpy (self->sums + block * self->n_groups, sums, self->n_groups * sizeof *sums);
        }
      counts[group]++;
      sums[group] += (guint64) ticks[row];
      weft_packed_cells_add (self->all_ticks, (guint64) ticks[row]);
      weft_packed_cells_add (self->groups, group);
    }
}

void
weft_bus_edge_init (WeftBusEdge *self, const WeftBusSnapshot *snapshot, guint32 *rows,
                    guint32 n_rows, WeftBusEdgeKind kind)
{
  g_autofree gint64 *ticks = NULL;

  self->rows = rows;
  self->n_rows = n_rows;
  ticks = read_ticks (self, snapshot, kind);
  if (kind != WEFT_BUS_EDGE_END)
    weft_bus_order_sort (rows, n_rows, is_after, ticks);
  self->n_blocks = n_rows / BLOCK + (n_rows % BLOCK != 0);
  self->n_groups =
    kind == WEFT_BUS_EDGE_START ? WEFT_BUS_N_MASTERS : WEFT_BUS_N_MASTERS * WEFT_BUS_KIND_SLOTS;
  self->ticks = g_new (gint64, self->n_blocks);
  self->counts = g_new (guint32, (gsize) self->n_blocks * self->n_groups);
  self->sums = g_new (guint64, (gsize) self->n_blocks * self->n_groups);
  self->all_ticks = weft_packed_cells_new (sizeof (gint64));
  self->groups = weft_packed_cells_new (sizeof (guint8));
  sum_rows (self, snapshot, ticks, kind);
  weft_packed_cells_end (self->all_ticks);
  weft_packed_cells_end (self->groups);
}

void
weft_bus_edge_clear (WeftBusEdge *self)
{
  g_free (self->rows);
  g_free (self->ticks);
  g_free (self->counts);
  g_free (self->sums);
  g_clear_pointer (&self->all_ticks, weft_packed_cells_free);
  g_clear_pointer (&self->groups, weft_packed_cells_free);
}

/* --- places ----------------------------------------------------------------------------------- */

/* In steps that double from `near` on, then by halves. */
guint32
weft_bus_find_block (const gint64 *ticks, guint32 n_blocks, guint32 near, gint64 tick)
{
  guint32 low = near, high = near, step = 1;

  if (ticks[near] < tick)
    {
      for (; step < n_blocks - low && ticks[low + step] < tick; step *= 2)
        low += step;
      high = MIN (step, n_blocks - low) + low;
    }
  else
    {
      for (; step < high && ticks[high - step] >= tick; step *= 2)
        high -= step;
      low = high - MIN (step, high);
    }
  while (high > low + 1)
    {
      guint32 middle = low + (high - low) / 2;

      if (ticks[middle] < tick)
        low = middle;
      else
        high = middle;
    }
  return low;
}

guint32
weft_bus_edge_find (const WeftBusEdge *self, guint32 near, gint64 tick)
{
  return weft_bus_find_block (self->ticks, self->n_blocks, near, tick);
}

static void
prefetch (gconstpointer from, gsize size)
{
  for (gsize at = 0; at < size; at += 64)
    __builtin_prefetch ((const char *) from + at);
}

void
weft_bus_edge_prefetch (const WeftBusEdge *self, guint32 block)
{
  const gsize base = (gsize) block * self->n_groups;

  prefetch (self->counts + base, self->n_groups * sizeof *self->counts);
  prefetch (self->sums + base, self->n_groups * sizeof *self->sums);
  weft_packed_cells_prefetch (self->all_ticks, weft_bus_edge_frame_of (block));
  weft_packed_cells_prefetch (self->groups, weft_bus_edge_frame_of (block));
}

void
weft_bus_edge_prefetch_cells (const WeftBusEdge *self, guint32 block)
{
  weft_packed_cells_prefetch_cells (self->all_ticks, weft_bus_edge_frame_of (block));
  weft_packed_cells_prefetch_cells (self->groups, weft_bus_edge_frame_of (block));
}

void
weft_bus_edge_place_init (WeftBusEdgePlace *self, const WeftBusEdge *edge)
{
  self->edge = edge;
  self->block = NO_BLOCK;
  self->frame = 0;
  self->begin = 0;
  self->end = 0;
  self->tick = G_MININT64;
}

void
weft_bus_edge_place_read (const WeftBusEdgePlace *self, const WeftPackedCells *packed, void *cells)
{
  const guint32 rest = self->edge->n_rows - self->frame;

  weft_packed_cells_read_some (packed, self->frame, self->begin, MIN (self->begin + BLOCK, rest),
                               cells);
}

void
weft_bus_edge_place_move (WeftBusEdgePlace *self, guint32 block, gint64 tick)
{
  const guint32 frame = weft_bus_edge_frame_of (block);
  const guint begin = block * BLOCK - frame;
  const guint limit = MIN (begin + BLOCK, self->edge->n_rows - frame);
  const gboolean is_other = block != self->block;

  self->block = block;
  self->frame = frame;
  self->begin = begin;
  if (is_other)
    weft_bus_edge_place_read (self, self->edge->all_ticks, self->ticks);
  if (is_other || tick < self->tick)
    self->end = begin;
  self->tick = tick;
  while (self->end < limit && self->ticks[self->end] < tick)
    self->end++;
}

/* --- integrals -------------------------------------------------------------------------------- */

void
weft_bus_edge_integral_init (WeftBusEdgeIntegral *self, const WeftBusEdge *edge)
{
  weft_bus_edge_place_init (&self->place, edge);
  self->block = NO_BLOCK;
  self->end = 0;
  self->read = NO_BLOCK;
}

void
weft_bus_edge_integral_move (WeftBusEdgeIntegral *self, guint32 block, gint64 tick)
{
  const WeftBusEdge *edge = self->place.edge;
  const WeftBusEdgePlace *place = &self->place;

  weft_bus_edge_place_move (&self->place, block, tick);
  if (place->block != self->block || place->end < self->end)
    {
      const gsize base = (gsize) place->block * edge->n_groups;

      for (guint i = 0; i < edge->n_groups; i++)
        {
          self->counts[i] = edge->counts[base + i];
          self->sums[i] = edge->sums[base + i];
        }
      self->block = place->block;
      self->end = place->begin;
    }
  if (self->end < place->end && place->block != self->read)
    {
      weft_bus_edge_place_read (place, edge->groups, self->groups);
      self->read = place->block;
    }
  for (; self->end < place->end; self->end++)
    {
      self->counts[self->groups[self->end]]++;
      self->sums[self->groups[self->end]] += (guint64) place->ticks[self->end];
    }
}
