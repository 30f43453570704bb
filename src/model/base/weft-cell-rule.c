/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cell-rule.h"

#include "weft-compact.h"

/* All loops are over whole frames, for compilers that make vectors of those alone. */
#define WIDEN(type) \
  for (uint32_t i = 0; i < WEFT_SEALED_CELLS; i++) \
  cells[i] = ((const type *) room)[i]

/* The first `n` cells of one frame, widened with all bits set kept; the first stands for what is missing of a whole
 * frame. */
static void
read_cells (const WeftSealedColumn *column, uint32_t frame, uint32_t n, uint32_t *cells)
{
  uint64_t room[WEFT_SEALED_CELLS];

  if (column->cell_width == 4)
    weft_sealed_column_unpack_frame (column, frame, cells, n);
  else
    weft_sealed_column_unpack_frame (column, frame, room, n);
  if (column->cell_width == 1)
    WIDEN (uint8_t);
  else if (column->cell_width == 2)
    WIDEN (uint16_t);
  else if (column->cell_width == 8)
    for (uint32_t i = 0; i < WEFT_SEALED_CELLS; i++)
      cells[i] = room[i] < UINT32_MAX ? (uint32_t) room[i] : UINT32_MAX;
  for (uint32_t i = n; i < WEFT_SEALED_CELLS; i++)
    cells[i] = cells[0];
}

static bool
cells_hold (const WeftCellRule *rule, const uint32_t *cells, uint32_t row)
{
  uint32_t bad = 0;

  /* With one added, all bits set come to 0. */
  if (rule->kind == WEFT_CELLS_BELOW)
    for (uint32_t i = 0; i < WEFT_SEALED_CELLS; i++)
      bad |= cells[i] + 1 > rule->limit;
  else if (rule->kind == WEFT_CELLS_EARLIER)
    for (uint32_t i = 0; i < WEFT_SEALED_CELLS; i++)
      bad |= cells[i] + 1 > row + i;
  else if (rule->kind == WEFT_CELLS_MASKED)
    for (uint32_t i = 0; i < WEFT_SEALED_CELLS; i++)
      bad |= (cells[i] & rule->mask) >= rule->limit;
  else if (rule->kind == WEFT_CELLS_COMPACT)
    for (uint32_t i = 0; i < WEFT_SEALED_CELLS; i++)
      bad |= cells[i] < WEFT_COMPACT_WIDE
               ? cells[i] >= rule->limit
               : cells[i] < WEFT_COMPACT_SPECIAL && (cells[i] & ~WEFT_COMPACT_WIDE) >= rule->n_wide;
  return bad == 0;
}

/* Whether the frame's line and the bits of its residuals alone say that all cells are below `limit`, or, where that rises
 * by one a row, below what it has come to, which spares looking at each. */
static bool
is_surely_below (const WeftSealedFrame *frame, uint64_t limit, bool limit_rises)
{
  const int64_t most_rise = INT64_MAX >> WEFT_SEALED_SHIFT;
  const uint64_t last = WEFT_SEALED_CELLS - 1;
  uint64_t base = frame->base + frame->has_none, rise;

  if (frame->width > 32 || frame->slope < 0 || frame->slope > most_rise || base > UINT32_MAX)
    return false;
  rise = ((uint64_t) frame->slope * last) >> WEFT_SEALED_SLOPE_SHIFT;
  if (rise > UINT32_MAX)
    return false;
  if (limit_rises)
    rise = rise > last ? rise - last : 0;
  return base + rise + (((uint64_t) 1 << frame->width) - 1) < limit;
}

static bool
frame_holds (const WeftCellRule *rule, const WeftSealedColumn *column, uint32_t frame, uint32_t n,
             uint32_t row)
{
  uint32_t cells[WEFT_SEALED_CELLS];
  const bool is_earlier = rule->kind == WEFT_CELLS_EARLIER;
  uint64_t limit = is_earlier ? row : rule->limit;

  if ((rule->kind != WEFT_CELLS_MASKED || !column->frames[frame].has_none)
      && limit <= UINT64_MAX >> (64 - 8 * column->cell_width)
      && is_surely_below (&column->frames[frame], limit, is_earlier))
    return true;
  read_cells (column, frame, n, cells);
  return cells_hold (rule, cells, row);
}

bool
weft_cell_rule_holds (const WeftCellRule *rule, const WeftSealedColumn *column, uint32_t n_cells,
                      uint32_t row)
{
  if (rule->kind == WEFT_CELLS_ANY)
    return true;
  for (uint32_t first = 0; first < n_cells; first += WEFT_SEALED_CELLS)
    {
      uint32_t rest = n_cells - first;

      if (!frame_holds (rule, column, first >> WEFT_SEALED_SHIFT,
                        rest < WEFT_SEALED_CELLS ? rest : WEFT_SEALED_CELLS, row + first))
        return false;
    }
  return true;
}
