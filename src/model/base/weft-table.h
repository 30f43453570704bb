/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-chunk-store.h"
#include "weft-handover.h"
#include "weft-sealed-column.h"

/* A table is a struct of arrays: columns of 1, 2, 4 or 8 byte cells that grow together, in chunks
 * of 64 Ki rows; the directory of chunks never moves. (What is few and always read whole
 * is a column of structs: weft_table_row().) One writer thread appends rows
 * and then publishes the new length; any thread reads published rows without a lock. Cells that
 * complete later (32 or 8 bits) change through weft_table_set_u32() and weft_table_set_u8().
 *
 * Where the table has a sealer, chunks that are full are packed behind the writer's back. A chunk that the
 * writer changes once more is unpacked for it.
 *
 * A table has a first row as well as a length: weft_table_expire() forgets the oldest chunks once
 * no reader is inside them. */

/* A table is cut into chunks of so many rows, at most so many of them. */
#ifdef WEFT_SMALL_CHUNKS
#define WEFT_CHUNK_SHIFT 10
#define WEFT_TABLE_CHUNKS 256u
#else
#define WEFT_CHUNK_SHIFT 16
#define WEFT_TABLE_CHUNKS 65536u
#endif
#define WEFT_CHUNK_ROWS (1u << WEFT_CHUNK_SHIFT)
#define WEFT_CHUNK_MASK (WEFT_CHUNK_ROWS - 1)
#define WEFT_TABLE_MAX_ROWS ((WEFT_TABLE_CHUNKS - 1) * WEFT_CHUNK_ROWS)
#define WEFT_TABLE_MAX_COLUMNS 23

/* No such row: the value of an empty link. Tables hold fewer rows than this. */
#define WEFT_NO_ROW UINT32_MAX

typedef struct _WeftSealer WeftSealer;

/* An entry of a directory: where the chunk is, whether that is a WeftSealedColumn, and which time it is that the
 * entry changes, so that a reader that looks twice sees that it did. */
#define WEFT_CHUNK_SEALED ((uint64_t) 1)
#define WEFT_CHUNK_ADDRESS ((uint64_t) 0x0000fffffffff000)

typedef _Atomic uint64_t WeftChunk;

typedef struct
{
  unsigned width;    /* bytes of a cell */
  WeftChunk *chunks; /* the directory */
  void **packed;     /* where there is a sealer, by chunk: its WeftSealedColumn, the sealer's */
} WeftColumn;

typedef struct
{
  WeftChunkStore *store;
  WeftSealer *sealer; /* NULL: no chunk is sealed */
  uint8_t *seals;     /* by chunk, where there is a sealer: the sealer's */
  uint32_t n_handed;  /* chunks below were handed to the sealer: the writer's */
  bool exhausted;     /* there was no room for a change to a sealed chunk: the writer's */
  unsigned n_columns;
  unsigned n_grown; /* of them have the chunk for which there was no room in others: the writer's */
  WeftColumn columns[WEFT_TABLE_MAX_COLUMNS];
  uint32_t n_rows; /* the writer's count, published or not */
  WeftPublished length;
  WeftPublished first;
  _Atomic uint32_t readers; /* holds that keep expired chunks alive */
  uint32_t n_released;      /* chunks whose memory was given back, */
  uint32_t n_forgotten;     /* and rows, as far as whole parts of a chunk are of them */
} WeftTable;

/* For the table's sealer (weft-sealer.c). */

/* Writer: hands a chunk over. `grows`: more rows are to come, which can use its memory. */
void weft_sealer_hand_over (WeftSealer *sealer, WeftTable *table, uint32_t chunk, bool grows);

/* Writer: prepares a chunk that was handed over for being changed. False when its store is exhausted. */
bool weft_sealer_reopen (WeftSealer *sealer, WeftTable *table, uint32_t chunk);

/* Writer: has the thread that packs give the memory of columns that were unpacked for reading back, where a load has
 * looked at all of them, and nobody may ever again. */
void weft_sealer_forget_unpacked (WeftSealer *sealer);

/* Writer: gives the memory of chunks that were packed since back to their tables' stores. */
void weft_sealer_recycle (WeftSealer *sealer);

/* Any thread: whether there was no room for a packed chunk, neither in memory nor on disk. It stays as it is, and more
 * of them would fill all memory. */
bool weft_sealer_is_full (WeftSealer *sealer);

/* Writer: whether any chunk was handed over. */
bool weft_sealer_is_used (WeftSealer *sealer);

/* Any thread: unpacks a packed column beside its packed form, in the place of the one unpacked first where there
 * are many. */
void weft_sealer_unpack (WeftSealer *sealer, const WeftTable *table, unsigned column,
                         uint32_t chunk);

/* Prepares `table` with `n_columns` columns of the given cell widths; no row, no memory but the
 * address space of the directories. `store` must outlive the table. */
void weft_table_init (WeftTable *table, WeftChunkStore *store, const uint8_t *widths,
                      unsigned n_columns);

/* Lets `sealer` (which must outlive the table) pack chunks of the table, which has no row yet. Not for tables
 * that expire, nor for cells that are read as arrays. */
void weft_table_set_sealer (WeftTable *table, WeftSealer *sealer);

/* Writer: hands every chunk that is full to the sealer, also those that were unpacked: when a file has ended. */
void weft_table_seal (WeftTable *table);

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

/* Bytes of a chunk of cells of the column. */
static inline size_t
weft_column_chunk_size (const WeftColumn *column)
{
  return (size_t) column->width << WEFT_CHUNK_SHIFT;
}

static inline void *
weft_chunk_address (uint64_t chunk)
{
  return (void *) (uintptr_t) (chunk & WEFT_CHUNK_ADDRESS);
}

/* Changes an entry of a directory. One thread at a time. */
void weft_chunk_enter (WeftChunk *place, void *address, uint64_t sealed);

/* The cell of a chunk that is packed, or was packed or unpacked just now; any thread. Called by
 * weft_table_get_…() alone. After so many reads the column is unpacked for a while, for those that go through all of it. */
#define WEFT_SEALED_READS 1024
uint64_t weft_table_get_packed (const WeftTable *table, unsigned column, uint32_t row);

/* get: the cell of a column of that width, in a row that may be read; any thread. What the cell refers
 * to may be read, too. A chunk that is packed meanwhile may be another's memory by the time that the cell is
 * loaded: its entry in the directory has changed then, and what was loaded is not used.
 * set: the writer, in any row that was appended. */
#define WEFT_TABLE_CELL_FUNCTIONS(type, suffix) \
  static inline type weft_table_get_##suffix (const WeftTable *table, unsigned column, \
                                              uint32_t row) \
  { \
    WeftChunk *place = &table->columns[column].chunks[row >> WEFT_CHUNK_SHIFT]; \
    uint64_t chunk = atomic_load_explicit (place, memory_order_acquire); \
    if ((chunk & WEFT_CHUNK_SEALED) == 0) \
      { \
        type cell = atomic_load_explicit ((_Atomic type *) weft_chunk_address (chunk) \
                                            + (row & WEFT_CHUNK_MASK), \
                                          memory_order_acquire); \
        if (atomic_load_explicit (place, memory_order_relaxed) == chunk) \
          return cell; \
      } \
    return (type) weft_table_get_packed (table, column, row); \
  } \
  static inline void weft_table_set_##suffix (WeftTable *table, unsigned column, uint32_t row, \
                                              type value) \
  { \
    uint32_t number = row >> WEFT_CHUNK_SHIFT; \
    uint64_t chunk; \
    if (number < table->n_handed && !weft_table_reopen (table, number)) \
      return; \
    chunk = atomic_load_explicit (&table->columns[column].chunks[number], memory_order_relaxed); \
    atomic_store_explicit ((_Atomic type *) weft_chunk_address (chunk) + (row & WEFT_CHUNK_MASK), \
                           value, memory_order_release); \
  }

/* Writer: makes a chunk that was handed to the sealer one of cells again, for as long as the table grows. False
 * when the store is exhausted. Called by weft_table_set_…() alone. */
bool weft_table_reopen (WeftTable *table, uint32_t chunk);

/* The cells of many rows at once, as get reads each: of `n` rows from `row` on, a multiple of WEFT_SEALED_CELLS, which
 * lie in one chunk. `cells` are of the column's width. Any thread. */
void weft_table_read (const WeftTable *table, unsigned column, uint32_t row, uint32_t n,
                      void *cells);

WEFT_TABLE_CELL_FUNCTIONS (uint8_t, u8)
WEFT_TABLE_CELL_FUNCTIONS (uint16_t, u16)
WEFT_TABLE_CELL_FUNCTIONS (uint32_t, u32)
WEFT_TABLE_CELL_FUNCTIONS (uint64_t, u64)
WEFT_TABLE_CELL_FUNCTIONS (int64_t, i64)

/* Lets the cells of a row that is read soon come near; any thread. Packed ones lie close together. */
static inline void
weft_table_prefetch (const WeftTable *table, uint32_t row)
{
  for (unsigned i = 0; i < table->n_columns; i++)
    {
      uint64_t chunk = atomic_load_explicit (&table->columns[i].chunks[row >> WEFT_CHUNK_SHIFT],
                                             memory_order_relaxed);

      if ((chunk & WEFT_CHUNK_SEALED) == 0)
        __builtin_prefetch ((const char *) weft_chunk_address (chunk)
                            + (size_t) (row & WEFT_CHUNK_MASK) * table->columns[i].width);
    }
}

/* The cells of a column from `row` to the end of its chunk, of a table without a sealer, or, for the writer, of a
 * chunk that the sealer does not have; valid until the row expires. */
static inline void *
weft_table_cells (const WeftTable *table, unsigned column, uint32_t row)
{
  uint64_t chunk = atomic_load_explicit (&table->columns[column].chunks[row >> WEFT_CHUNK_SHIFT],
                                         memory_order_relaxed);

  return (char *) weft_chunk_address (chunk)
         + (size_t) (row & WEFT_CHUNK_MASK) * table->columns[column].width;
}

/* The writer: a cell of those that weft_table_cells() returned, as weft_table_set_…() does. */
#define WEFT_PUT_FUNCTION(type, suffix) \
  static inline void weft_put_##suffix (void *cells, uint32_t index, type value) \
  { \
    atomic_store_explicit ((_Atomic type *) cells + index, value, memory_order_release); \
  }

WEFT_PUT_FUNCTION (uint16_t, u16)
WEFT_PUT_FUNCTION (uint32_t, u32)
WEFT_PUT_FUNCTION (uint64_t, u64)
WEFT_PUT_FUNCTION (int64_t, i64)

/* The row of a table of one column whose cells are structs, of any size up to 255 bytes. */
static inline void *
weft_table_row (const WeftTable *table, uint32_t row)
{
  return weft_table_cells (table, 0, row);
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
