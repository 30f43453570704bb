/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-compact.h"

void
weft_compact_init (WeftCompact *compact, WeftChunkStore *store)
{
  weft_table_init (&compact->wide, store, (const uint8_t[]){ 8 }, 1);
}

uint32_t
weft_compact_widen (WeftCompact *compact, int64_t value)
{
  uint32_t row;

  if (compact->wide.n_rows >= WEFT_COMPACT_WIDE - 2 || !weft_table_append (&compact->wide, &row))
    return WEFT_COMPACT_NONE;
  weft_table_set_i64 (&compact->wide, 0, row, value);
  /* Published by the release store of the cell that refers to the row. */
  return WEFT_COMPACT_WIDE | row;
}
