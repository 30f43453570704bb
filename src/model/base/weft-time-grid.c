/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-time-grid.h"

#include "weft-bulk.h"

/* Times for which there is one cell. */
#define TIMES_PER_CELL 6

void
weft_time_grid_init (WeftTimeGrid *self, gint64 first, gint64 last, guint32 n)
{
  guint64 length = (guint64) last - (guint64) first;

  *self = (WeftTimeGrid){ .first = first };
  if (n < 2 * TIMES_PER_CELL)
    return;
  while (length >> self->shift >= n / TIMES_PER_CELL)
    self->shift++;
  self->n_cells = (guint32) (length >> self->shift) + 1;
  self->places = weft_bulk_alloc_anyway (((gsize) self->n_cells + 1) * sizeof *self->places);
}

void
weft_time_grid_finish (WeftTimeGrid *self, guint32 end)
{
  while (self->n_cells > 0 && self->n_set <= self->n_cells)
    self->places[self->n_set++] = end;
}

void
weft_time_grid_clear (WeftTimeGrid *self)
{
  g_clear_pointer (&self->places, weft_bulk_free);
}
