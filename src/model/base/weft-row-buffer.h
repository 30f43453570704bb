/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-table.h"

/* Rows on their way into a table whose writer appends them whole and never changes them. The chunks of a table lie
 * multiples of their size apart, so that the cells of one row share a few places of the processor's caches and push
 * one another out of them; gathered here, those of a column are stored one behind the other, as many as fill
 * cache lines. What was appended is in the table once it is flushed, which goes before each publication and before
 * weft_table_seal(). */

#define WEFT_ROW_BUFFER_ROWS 64u

typedef struct
{
  WeftTable *table;
  uint32_t first; /* rows below it are in the table */
  uint64_t cells[WEFT_TABLE_MAX_COLUMNS][WEFT_ROW_BUFFER_ROWS];
} WeftRowBuffer;

void weft_row_buffer_init (WeftRowBuffer *self, WeftTable *table);
void weft_row_buffer_flush (WeftRowBuffer *self);

/* Appends a row, each of whose cells has to be set before the next one is appended. False when the store is
 * exhausted. */
static inline bool
weft_row_buffer_append (WeftRowBuffer *self, uint32_t *row)
{
  if (self->table->n_rows % WEFT_ROW_BUFFER_ROWS == 0)
    weft_row_buffer_flush (self);
  return weft_table_append (self->table, row);
}

static inline void
weft_row_buffer_set (WeftRowBuffer *self, unsigned column, uint32_t row, uint64_t value)
{
  self->cells[column][row % WEFT_ROW_BUFFER_ROWS] = value;
}
