/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-row-buffer.h"

#include <string.h>

void
weft_row_buffer_init (WeftRowBuffer *self, WeftTable *table)
{
  self->table = table;
  self->first = table->n_rows;
}

/* Whole cells, as a reader of what lay in that memory before may look at them. */
#define STORE(type) \
  for (uint32_t i = 0; i < n; i++) \
  atomic_store_explicit ((_Atomic type *) cells + i, (type) values[i], memory_order_release)

static void
store_cells (void *cells, unsigned width, const uint64_t *values, uint32_t n)
{
  switch (width)
    {
    case 1:
      STORE (uint8_t);
      break;
    case 2:
      STORE (uint16_t);
      break;
    case 4:
      STORE (uint32_t);
      break;
    default:
      STORE (uint64_t);
      break;
    }
}

void
weft_row_buffer_flush (WeftRowBuffer *self)
{
  const WeftTable *table = self->table;
  uint32_t n = table->n_rows - self->first;

  for (unsigned i = 0; i < table->n_columns && n > 0; i++)
    store_cells (weft_table_cells (table, i, self->first), table->columns[i].width,
                 self->cells[i] + self->first % WEFT_ROW_BUFFER_ROWS, n);
  self->first = table->n_rows;
}
