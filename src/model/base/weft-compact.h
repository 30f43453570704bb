/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-table.h"

/* Compact integers: 64-bit values in 32-bit cells. Nearly all differences (a stage's start from
 * its op's fetch, a length, a retire id) are small and stand in the cell itself; a negative or
 * large one stands in a side column, and the cell holds its place there. One word either way, so
 * that a cell can be completed atomically. */

typedef struct
{
  WeftTable wide;
} WeftCompact;

/* The cell of a value that is not there (yet). */
#define WEFT_COMPACT_NONE UINT32_MAX
#define WEFT_COMPACT_WIDE 0x80000000u

/* One more cell that no value has: a column's own document says what it means there. */
#define WEFT_COMPACT_SPECIAL (WEFT_COMPACT_NONE - 1)

void weft_compact_init (WeftCompact *compact, WeftChunkStore *store);

/* Writer: appends `value` to the side column and returns its cell; WEFT_COMPACT_NONE when the
 * store is exhausted. */
uint32_t weft_compact_widen (WeftCompact *compact, int64_t value);

/* Writer: the cell for `value`. */
static inline uint32_t
weft_compact_encode (WeftCompact *compact, int64_t value)
{
  if (value >= 0 && value < (int64_t) WEFT_COMPACT_WIDE)
    return (uint32_t) value;
  return weft_compact_widen (compact, value);
}

/* Any thread: the value of a cell. 0 for WEFT_COMPACT_NONE and WEFT_COMPACT_SPECIAL, which a caller
 * asks for first where they mean something; elsewhere they are what storage had no room for. */
static inline int64_t
weft_compact_decode (const WeftCompact *compact, uint32_t cell)
{
  if (cell < WEFT_COMPACT_WIDE)
    return cell;
  if (cell >= WEFT_COMPACT_SPECIAL)
    return 0;
  return weft_table_get_i64 (&compact->wide, 0, cell & ~WEFT_COMPACT_WIDE);
}
