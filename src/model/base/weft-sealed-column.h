/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "weft-sealed-frame.h"

/* The cells of one column of a chunk that are complete, in few bits each; none changes. Every 128 cells lie
 * on a line of their own: a cell is what the line says at its place, plus a residual of as many bits as
 * the largest one of the 128 needs (frame of reference). Any cell is read by itself, in about the time of a
 * cell that is not packed: nothing is unpacked, and nothing is shared between threads that read. */

typedef struct
{
  _Atomic uint32_t n_reads; /* about: threads may overwrite each other's count */
  uint32_t cell_width;      /* bytes of an unpacked cell */
  WeftSealedFrame frames[];
} WeftSealedColumn;

/* Room for any packed column of so many cells, in bytes. */
size_t weft_sealed_column_bound (uint32_t n_cells);

/* Packs `n_cells` (1 or more) cells of `cell_width` 1, 2, 4 or 8 bytes into `column`, aligned to 8 bytes and
 * of weft_sealed_column_bound(). Returns the bytes that it takes; they may be moved. */
size_t weft_sealed_column_pack (const void *cells, unsigned cell_width, uint32_t n_cells,
                                WeftSealedColumn *column);

/* The bytes that a packed column of so many cells takes. */
size_t weft_sealed_column_size (const WeftSealedColumn *column, uint32_t n_cells);

/* Whether `size` bytes that came from elsewhere, aligned to 8, are a packed column of `n_cells` (1 or more) such
 * cells: what it holds may be anything, but reading it leads nowhere else. */
bool weft_sealed_column_is_sound (const WeftSealedColumn *column, size_t size, unsigned cell_width,
                                  uint32_t n_cells);

/* Writes the first `n_cells` cells as they were before they were packed. */
void weft_sealed_column_unpack (const WeftSealedColumn *column, void *cells, uint32_t n_cells);

/* The same of one frame, the `frame`th, which has `n_cells` cells. */
void weft_sealed_column_unpack_frame (const WeftSealedColumn *column, uint32_t frame, void *cells,
                                      uint32_t n_cells);

/* Some of its cells, from `first`, a multiple of eight, to before `end`, to where they are were `cells` the first of the
 * frame; others of it may be written as well. */
void weft_sealed_column_unpack_some (const WeftSealedColumn *column, uint32_t frame, uint32_t first,
                                     uint32_t end, void *cells, uint32_t n_cells);

/* Residuals lie in memory from the lowest bit of the lowest byte on, on any machine. */
static inline uint64_t
weft_sealed_word (uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return __builtin_bswap64 (word);
#else
  return word;
#endif
}

/* Counts a read, and says how many there were. */
static inline uint32_t
weft_sealed_column_count (WeftSealedColumn *column)
{
  uint32_t n_reads = atomic_load_explicit (&column->n_reads, memory_order_relaxed) + 1;

  atomic_store_explicit (&column->n_reads, n_reads, memory_order_relaxed);
  return n_reads;
}

/* The cell at `index`, whose bits above its width say nothing: any thread. */
static inline uint64_t
weft_sealed_column_get (const WeftSealedColumn *column, uint32_t index)
{
  const WeftSealedFrame *frame = &column->frames[index >> WEFT_SEALED_SHIFT];
  const unsigned at = index & (WEFT_SEALED_CELLS - 1), width = frame->width;
  const size_t bit = (size_t) at * width;
  uint64_t line =
    frame->base + (uint64_t) ((int64_t) ((uint64_t) frame->slope * at) >> WEFT_SEALED_SLOPE_SHIFT);
  uint64_t residual;

  memcpy (&residual, (const char *) column + frame->offset + bit / 8, sizeof residual);
  residual = weft_sealed_word (residual) >> bit % 8;
  if (width < 64)
    residual &= ((uint64_t) 1 << width) - 1;
  return frame->has_none && residual == 0 ? UINT64_MAX : line + residual;
}
