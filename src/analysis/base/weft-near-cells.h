/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-field.h"
#include "weft-table.h"

G_BEGIN_DECLS

/* Reads cells of a column, of at most 32 bits, that lie near one another, such as those of the stages of one op after
 * another: block by block, of which it has those that were read last. One thread, and for as long as the column does not
 * change. */

#define WEFT_NEAR_BLOCKS 16u

typedef struct
{
  const WeftTable *table;
  guint column;
  guint32 starts[WEFT_NEAR_BLOCKS];  /* the first row of a block, */
  guint32 lengths[WEFT_NEAR_BLOCKS]; /* and how many there are of it */
  guint32 cells[WEFT_NEAR_BLOCKS][WEFT_FIELD_BLOCK];
} WeftNearCells;

static inline void
weft_near_cells_init (WeftNearCells *self, const WeftTable *table, guint column)
{
  self->table = table;
  self->column = column;
  for (guint i = 0; i < WEFT_NEAR_BLOCKS; i++)
    self->starts[i] = self->lengths[i] = 0;
}

/* Called by weft_near_cells_get() alone. */
void weft_near_cells_read (WeftNearCells *self, guint32 row);

/* The cell of a row that may be read. */
static inline guint32
weft_near_cells_get (WeftNearCells *self, guint32 row)
{
  const guint slot = row / WEFT_FIELD_BLOCK % WEFT_NEAR_BLOCKS;

  if (G_UNLIKELY (row - self->starts[slot] >= self->lengths[slot]))
    weft_near_cells_read (self, row);
  return self->cells[slot][row % WEFT_FIELD_BLOCK];
}

G_END_DECLS
