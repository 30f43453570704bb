/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-chunk-store.h"
#include "weft-handover.h"

/* A table is a struct of arrays: columns of 1, 2, 4 or 8 byte cells that grow together, in chunks
 * of 64 Ki rows that never move, nor does the directory of chunks. (What is few and always read whole
 * is a column of structs: weft_table_row().) One writer thread appends rows
 * and then publishes the new length; any thread reads published rows without a lock. Cells that
 * complete later (32 or 8 bits) change through weft_cell_store().
 *
 * A table has a first row as well as a length: weft_table_expire() forgets the oldest chunks once
 * no reader is inside them. */

#define WEFT_CHUNK_SHIFT 16
#define WEFT_CHUNK_ROWS (1u << WEFT_CHUNK_SHIFT)
#define WEFT_CHUNK_MASK (WEFT_CHUNK_ROWS - 1)
#define WEFT_TABLE_MAX_COLUMNS 21

/* No such row: the value of an empty link. Tables hold fewer rows than this. */
#define WEFT_NO_ROW UINT32_MAX

typedef struct
{
  unsigned width; /* bytes of a cell */
  void **chunks;  /* the directory */
} WeftColumn;

typedef struct
{
  WeftChunkStore *store;
  unsigned n_columns;
  WeftColumn columns[WEFT_TABLE_MAX_COLUMNS];
  uint32_t n_rows; /* the writer's count, published or not */
  WeftPublished length;
  WeftPublished first;
  _Atomic uint32_t readers; /* holds that keep expired chunks alive */
  uint32_t n_released;      /* chunks whose memory was given back, */
  uint32_t n_forgotten;     /* and rows, as far as whole parts of a chunk are of them */
} WeftTable;

/* Prepares `table` with `n_columns` columns of the given cell widths; no row, no memory but the
 * address space of the directories. `store` must outlive the table. */
void weft_table_init (WeftTable *table, WeftChunkStore *store, const uint8_t *widths,
                      unsigned n_columns);

/* Frees the directories; the chunks belong to the store. */
void weft_table_clear (WeftTable *table);

/* Writer: makes room for the chunk that row `table->n_rows` begins. False when memory, disk or
 * the 2³² − 1 rows of a table are exhausted. Called by weft_table_append() alone. */
bool weft_table_grow (WeftTable *table);

/* Writer: appends one zeroed row, unpublished, and returns its number in `row`. False when the
 * store is exhausted; the table is as it was. */
static inline bool
weft_table_append (WeftTable *table, uint32_t *row)
{
  if ((table->n_rows & WEFT_CHUNK_MASK) == 0 && !weft_table_grow (table))
    return false;
  *row = table->n_rows++;
  return true;
}

/* Writer: appends `n_rows` zeroed rows (1 to WEFT_CHUNK_ROWS) that lie in one chunk, skipping the
 * rest of the current chunk where they do not fit, and returns the first in `row`. */
bool weft_table_append_run (WeftTable *table, uint32_t n_rows, uint32_t *row);

/* Writer: publishes all rows appended so far. */
static inline void
weft_table_publish (WeftTable *table)
{
  weft_publish (&table->length, table->n_rows);
}

/* Any thread: rows below this number may be read. */
static inline uint32_t
weft_table_length (const WeftTable *table)
{
  return weft_published (&table->length);
}

/* Any thread: rows from this number on may be read. */
static inline uint32_t
weft_table_first (const WeftTable *table)
{
  /* Sequentially consistent, because weft_table_expire() counts readers after it raises this. */
  return atomic_load ((WeftPublished *) &table->first);
}

#define WEFT_TABLE_CELL_FUNCTION(type, suffix) \
  static inline type *weft_table_##suffix (const WeftTable *table, unsigned column, uint32_t row) \
  { \
    return (type *) table->columns[column].chunks[row >> WEFT_CHUNK_SHIFT] \
           + (row & WEFT_CHUNK_MASK); \
  }

/* The cell of a column of that width; the pointer stays valid until the row expires. */
WEFT_TABLE_CELL_FUNCTION (uint8_t, u8)
WEFT_TABLE_CELL_FUNCTION (uint16_t, u16)
WEFT_TABLE_CELL_FUNCTION (uint32_t, u32)
WEFT_TABLE_CELL_FUNCTION (uint64_t, u64)
WEFT_TABLE_CELL_FUNCTION (int64_t, i64)

/* The row of a table of one column whose cells are structs, of any size up to 255 bytes. */
static inline void *
weft_table_row (const WeftTable *table, uint32_t row)
{
  return (char *) table->columns[0].chunks[row >> WEFT_CHUNK_SHIFT]
         + (size_t) (row & WEFT_CHUNK_MASK) * table->columns[0].width;
}

/* Any thread: keeps the chunks that are readable now until weft_table_release(). Hold briefly. */
void weft_table_hold (WeftTable *table);
void weft_table_release (WeftTable *table);

/* Writer: rows below `first` (at most all) may no longer be read by holds that begin after this
 * call. Chunks that lie wholly below, and what can be of the one that `first` is in, are given back
 * now, or at a later call when a reader still holds. */
void weft_table_expire (WeftTable *table, uint32_t first);

/* Writer: bytes that the rows from the first on take, in parts of 64 KiB of a column, which are what is given
 * back. Rows that expired while a reader holds are in memory besides. */
size_t weft_table_get_memory (const WeftTable *table);
