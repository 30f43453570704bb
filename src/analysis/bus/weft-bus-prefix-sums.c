/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-prefix-sums.h"

#include "weft-bus-edge.h"
#include "weft-packed-cells.h"

#include <string.h>

struct _WeftBusPrefixSums
{
  WeftBusEndSum all;
  GArray *ticks; /* gint64, of the first access of each frame of cells */

  /* By access, */
  WeftPackedCells *ends;
  WeftPackedCells *waits; /* and before it. */
  WeftPackedCells *retries;
};

WeftBusPrefixSums *
weft_bus_prefix_sums_new (void)
{
  WeftBusPrefixSums *self = g_new0 (WeftBusPrefixSums, 1);

  self->ticks = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->ends = weft_packed_cells_new (sizeof (gint64));
  self->waits = weft_packed_cells_new (sizeof (guint64));
  self->retries = weft_packed_cells_new (sizeof (guint64));
  return self;
}

void
weft_bus_prefix_sums_free (WeftBusPrefixSums *self)
{
  g_array_unref (self->ticks);
  weft_packed_cells_free (self->ends);
  weft_packed_cells_free (self->waits);
  weft_packed_cells_free (self->retries);
  g_free (self);
}

void
weft_bus_prefix_sums_add (WeftBusPrefixSums *self, gint64 end, guint64 wait, guint64 retries)
{
  if (self->all.n_accesses % WEFT_SEALED_CELLS == 0)
    g_array_append_val (self->ticks, end);
  weft_packed_cells_add (self->ends, (guint64) end);
  weft_packed_cells_add (self->waits, self->all.wait);
  weft_packed_cells_add (self->retries, self->all.retries);
  self->all.n_accesses++;
  self->all.wait += wait;
  self->all.retries += retries;
}

void
weft_bus_prefix_sums_end (WeftBusPrefixSums *self)
{
  weft_packed_cells_end (self->ends);
  weft_packed_cells_end (self->waits);
  weft_packed_cells_end (self->retries);
}

static WeftBusEndSum
get_sum (const WeftBusPrefixSums *self, guint32 place)
{
  if (place == self->all.n_accesses)
    return self->all;
  return (WeftBusEndSum){ place, weft_packed_cells_get (self->waits, place),
                          weft_packed_cells_get (self->retries, place) };
}

void
weft_bus_prefix_sums_read (const WeftBusPrefixSums *self, const gint64 *ticks, guint n_ticks,
                           WeftBusEndSum *sums)
{
  const gint64 *first_ticks = (const gint64 *) (gconstpointer) self->ticks->data;
  gint64 ends[WEFT_SEALED_CELLS];
  guint32 frame = 0, read = G_MAXUINT32, at = 0;

  if (self->all.n_accesses == 0)
    {
      memset (sums, 0, n_ticks * sizeof *sums);
      return;
    }
  for (guint i = 0; i < n_ticks; i++)
    {
      guint32 first, n;

      frame = weft_bus_find_block (first_ticks, self->ticks->len, frame, ticks[i]);
      first = frame * WEFT_SEALED_CELLS;
      n = (guint32) MIN (self->all.n_accesses - first, WEFT_SEALED_CELLS);
      if (frame != read)
        {
          weft_packed_cells_read (self->ends, first, ends);
          read = frame;
          at = 0;
        }
      at = weft_bus_find_block (ends, n, at, ticks[i]);
      sums[i] = get_sum (self, first + at + (ends[at] < ticks[i]));
    }
}
