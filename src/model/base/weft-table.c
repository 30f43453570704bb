/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-table.h"

#include "weft-chunk-store-private.h"
#include "weft-exhausted.h"

#include <stdlib.h>
#include <string.h>

/* One pointer per chunk that there may be. It costs address space, not memory, until
 * chunks are entered; growing it in place would move what readers look at. */
#define DIRECTORY_SIZE ((size_t) WEFT_TABLE_CHUNKS * sizeof (WeftChunk))

/* From one directory to the next: entries of the same number, which are read together, would all share one set of a
 * processor's cache if they lay a power of two apart. */
#define DIRECTORY_STRIDE (DIRECTORY_SIZE + 64)

/* A byte per chunk. */
#define SEALS_SIZE ((size_t) WEFT_TABLE_CHUNKS)

/* Tables of fewer full chunks than this are not packed, but beside one of more: what it would spare is less than what
 * packing and unpacking them take meanwhile. */
#define SEALED_FROM 4

/* Parts of a chunk are given back in multiples of this, which any system's pages fit into. */
#define PART ((size_t) 65536)

static char *
reserve (const WeftTable *table, size_t size)
{
  char *space = weft_chunk_store_reserve (table->store, size);

  if (space == NULL)
    weft_exhausted ("a table");
  return space;
}

static void *
chunk_at (const WeftColumn *column, uint32_t chunk)
{
  return weft_chunk_address (atomic_load_explicit (&column->chunks[chunk], memory_order_relaxed));
}

void
weft_chunk_enter (WeftChunk *place, void *address, uint64_t sealed)
{
  uint64_t generation =
    (atomic_load_explicit (place, memory_order_relaxed) | WEFT_CHUNK_ADDRESS | 1) + 2;

  /* The carry runs through the address, so that the bits on both sides of it are one number. */
  atomic_store_explicit (place,
                         (generation & ~(WEFT_CHUNK_ADDRESS | 1)) | (uintptr_t) address | sealed,
                         memory_order_release);
}

void
weft_table_init (WeftTable *table, WeftChunkStore *store, const uint8_t *widths, unsigned n_columns)
{
  char *directories;

  memset (table, 0, sizeof *table);
  table->store = store;
  table->n_columns = n_columns;
  directories = reserve (table, n_columns * DIRECTORY_STRIDE);
  for (unsigned i = 0; i < n_columns; i++)
    {
      table->columns[i].width = widths[i];
      table->columns[i].chunks = (WeftChunk *) (void *) (directories + i * DIRECTORY_STRIDE);
    }
}

/* --- sealing ------------------------------------------------------------------------------------ */

void
weft_table_set_sealer (WeftTable *table, WeftSealer *sealer)
{
  char *space = reserve (table, table->n_columns * DIRECTORY_STRIDE + SEALS_SIZE);

  table->sealer = sealer;
  for (unsigned i = 0; i < table->n_columns; i++, space += DIRECTORY_STRIDE)
    table->columns[i].packed = (void **) (void *) space;
  table->seals = (uint8_t *) space;
}

/* Chunks below `end` are full, and what still happens to them is rare. */
static void
hand_over (WeftTable *table, uint32_t end)
{
  for (; table->n_handed < end; table->n_handed++)
    weft_sealer_hand_over (table->sealer, table, table->n_handed, true);
}

/* The last chunk may never fill up. */
static void
give_end_back (WeftTable *table)
{
  const size_t n_used = table->n_rows & WEFT_CHUNK_MASK;

  for (unsigned i = 0; i < table->n_columns && n_used > 0; i++)
    {
      const WeftColumn *column = &table->columns[i];

      weft_chunk_store_give_end_back (table->store,
                                      chunk_at (column, table->n_rows >> WEFT_CHUNK_SHIFT),
                                      n_used * column->width, weft_column_chunk_size (column));
    }
}

void
weft_table_seal (WeftTable *table)
{
  uint32_t end = table->n_rows >> WEFT_CHUNK_SHIFT;

  if (table->sealer == NULL || (end < SEALED_FROM && !weft_sealer_is_used (table->sealer)))
    return;
  for (uint32_t i = 0; i < end; i++)
    weft_sealer_hand_over (table->sealer, table, i, false);
  table->n_handed = end;
  /* Only now nothing more is put aside for the writer. */
  weft_sealer_recycle (table->sealer);
  weft_sealer_forget_unpacked (table->sealer);
  give_end_back (table);
  weft_chunk_store_trim (table->store);
}

bool
weft_table_reopen (WeftTable *table, uint32_t chunk)
{
  bool done = weft_sealer_reopen (table->sealer, table, chunk);

  table->exhausted |= !done;
  return done;
}

static uint64_t
read_cell (const void *cells, unsigned width, uint32_t index)
{
  switch (width)
    {
    case 1:
      return atomic_load_explicit ((_Atomic uint8_t *) cells + index, memory_order_acquire);
    case 2:
      return atomic_load_explicit ((_Atomic uint16_t *) cells + index, memory_order_acquire);
    case 4:
      return atomic_load_explicit ((_Atomic uint32_t *) cells + index, memory_order_acquire);
    default:
      return atomic_load_explicit ((_Atomic uint64_t *) cells + index, memory_order_acquire);
    }
}

uint64_t
weft_table_get_packed (const WeftTable *table, unsigned column, uint32_t row)
{
  const WeftColumn *cells = &table->columns[column];
  WeftChunk *place = &cells->chunks[row >> WEFT_CHUNK_SHIFT];
  uint64_t chunk;

  while (((chunk = atomic_load_explicit (place, memory_order_acquire)) & WEFT_CHUNK_SEALED) == 0)
    {
      uint64_t cell = read_cell (weft_chunk_address (chunk), cells->width, row & WEFT_CHUNK_MASK);

      if (atomic_load_explicit (place, memory_order_relaxed) == chunk)
        return cell;
    }
  /* Of two readers that count at once, one may put an old count back: no single count is sure to come. */
  if (weft_sealed_column_count (weft_chunk_address (chunk)) >= WEFT_SEALED_READS)
    weft_sealer_unpack (table->sealer, table, column, row >> WEFT_CHUNK_SHIFT);
  return weft_sealed_column_get (weft_chunk_address (chunk), row & WEFT_CHUNK_MASK);
}

/* The writer may change cells meanwhile, each in one piece, and the chunk may be packed, which its entry then says. */
WEFT_UNCHECKED static void
copy_cells (const void *from, size_t size, void *cells)
{
#ifdef WEFT_CHECKS_THREADS
  for (size_t i = 0; i < size; i++)
    ((volatile char *) cells)[i] = ((const volatile char *) from)[i];
#else
  memcpy (cells, from, size);
#endif
}

static void
unpack_cells (const WeftSealedColumn *packed, unsigned width, uint32_t index, uint32_t n,
              void *cells)
{
  for (uint32_t at = 0; at < n; at += WEFT_SEALED_CELLS)
    weft_sealed_column_unpack_frame (packed, (index + at) >> WEFT_SEALED_SHIFT,
                                     (char *) cells + (size_t) at * width,
                                     n - at < WEFT_SEALED_CELLS ? n - at : WEFT_SEALED_CELLS);
}

void
weft_table_read (const WeftTable *table, unsigned column, uint32_t row, uint32_t n, void *cells)
{
  const WeftColumn *entries = &table->columns[column];
  WeftChunk *place = &entries->chunks[row >> WEFT_CHUNK_SHIFT];
  const uint32_t index = row & WEFT_CHUNK_MASK;
  uint64_t chunk;

  while (((chunk = atomic_load_explicit (place, memory_order_acquire)) & WEFT_CHUNK_SEALED) == 0)
    {
      copy_cells ((const char *) weft_chunk_address (chunk) + (size_t) index * entries->width,
                  (size_t) n * entries->width, cells);
      atomic_thread_fence (memory_order_acquire);
      if (atomic_load_explicit (place, memory_order_relaxed) == chunk)
        return;
    }
  unpack_cells (weft_chunk_address (chunk), entries->width, index, n, cells);
}

/* --- growing ------------------------------------------------------------------------------------ */

bool
weft_table_grow (WeftTable *table)
{
  uint32_t chunk = table->n_rows >> WEFT_CHUNK_SHIFT;

  /* The last chunk stays unused, so that WEFT_NO_ROW is never a row. */
  if (chunk == WEFT_TABLE_CHUNKS - 1)
    return false;
  if (table->sealer != NULL && chunk >= SEALED_FROM)
    {
      /* The last chunk but one: what is written to again lies in the last. */
      hand_over (table, chunk - 1);
      weft_sealer_recycle (table->sealer);
      if (weft_sealer_is_full (table->sealer))
        return false;
    }
  /* Entries are not read first, since a page that is read before it is written to costs the system twice. */
  for (; table->n_grown < table->n_columns; table->n_grown++)
    {
      WeftColumn *column = &table->columns[table->n_grown];
      void *cells = weft_chunk_store_alloc (table->store, weft_column_chunk_size (column));

      if (cells == NULL)
        return false;
      atomic_store_explicit (&column->chunks[chunk], (uintptr_t) cells, memory_order_release);
    }
  table->n_grown = 0;
  return true;
}

bool
weft_table_append_run (WeftTable *table, uint32_t n_rows, uint32_t *row)
{
  uint32_t room = WEFT_CHUNK_ROWS - (table->n_rows & WEFT_CHUNK_MASK);

  if (room != WEFT_CHUNK_ROWS && n_rows > room)
    table->n_rows += room;
  if ((table->n_rows & WEFT_CHUNK_MASK) == 0 && !weft_table_grow (table))
    return false;
  *row = table->n_rows;
  table->n_rows += n_rows;
  return true;
}

void
weft_table_hold (WeftTable *table)
{
  atomic_fetch_add (&table->readers, 1);
}

void
weft_table_release (WeftTable *table)
{
  atomic_fetch_sub (&table->readers, 1);
}

/* Gives back what it can of the chunk that `first` is in: rows of a table that grows slowly would
 * stay for long. */
static void
forget_part (WeftTable *table, uint32_t first)
{
  uint32_t start = first & ~WEFT_CHUNK_MASK;
  uint32_t from = table->n_forgotten > start ? table->n_forgotten - start : 0;

  for (unsigned i = 0; i < table->n_columns && first < table->n_rows; i++)
    {
      const WeftColumn *column = &table->columns[i];
      size_t begin = (size_t) from * column->width & ~(PART - 1);
      size_t end = (size_t) (first - start) * column->width & ~(PART - 1);

      if (begin < end)
        weft_chunk_store_forget (
          table->store, (char *) chunk_at (column, start >> WEFT_CHUNK_SHIFT) + begin, end - begin);
    }
  table->n_forgotten = first;
}

void
weft_table_expire (WeftTable *table, uint32_t first)
{
  if (first > table->n_rows)
    first = table->n_rows;
  if (first > weft_table_first (table))
    atomic_store (&table->first, first);
  /* Sequentially consistent on both sides: a reader either counts here, or began after `first`
   * was raised and looks at no expired row. */
  if (atomic_load (&table->readers) != 0)
    return;
  for (; table->n_released < first >> WEFT_CHUNK_SHIFT; table->n_released++)
    for (unsigned i = 0; i < table->n_columns; i++)
      weft_chunk_store_release (table->store, chunk_at (&table->columns[i], table->n_released),
                                weft_column_chunk_size (&table->columns[i]));
  forget_part (table, weft_table_first (table));
}

size_t
weft_table_get_memory (const WeftTable *table)
{
  uint32_t first = weft_table_first (table), start = first & ~WEFT_CHUNK_MASK;
  size_t bytes = 0;

  for (unsigned i = 0; i < table->n_columns; i++)
    {
      size_t width = table->columns[i].width;
      size_t end = ((size_t) (table->n_rows - start) * width + PART - 1) & ~(PART - 1);

      bytes += end - ((size_t) (first - start) * width & ~(PART - 1));
    }
  return bytes;
}
