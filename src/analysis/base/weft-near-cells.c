/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-near-cells.h"

#include "weft-number-block.h"

/* Rows may have come since the table was last published: those up to one that something refers to. */
void
weft_near_cells_read (WeftNearCells *self, guint32 row)
{
  const guint slot = row / WEFT_FIELD_BLOCK % WEFT_NEAR_BLOCKS;
  const guint32 start = row - row % WEFT_FIELD_BLOCK;
  const guint32 n_known = MAX (weft_table_length (self->table), row + 1) - start;
  const guint32 n = MIN (n_known, WEFT_FIELD_BLOCK);

  self->starts[slot] = start;
  self->lengths[slot] = n;
  weft_number_block_read_narrow (self->table, self->column, start, n, self->cells[slot]);
}
