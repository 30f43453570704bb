/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-sealed-column.h"

/* Rules for the cells of a column, so that none of them leads to where nothing is: for columns that come from
 * elsewhere. */

typedef enum
{
  WEFT_CELLS_ANY,
  WEFT_CELLS_BELOW,   /* less than `limit`; all bits set (WEFT_NO_ROW): no such thing */
  WEFT_CELLS_EARLIER, /* an earlier row than the cell's own; all bits set: none */
  WEFT_CELLS_COMPACT, /* compact integers (weft-compact.h): less than `limit`, or one of the `n_wide` wide ones */
  WEFT_CELLS_MASKED, /* less than `limit` after & `mask` */
} WeftCellRuleKind;

typedef struct
{
  WeftCellRuleKind kind;
  uint32_t limit;
  uint32_t n_wide;
  uint32_t mask;
} WeftCellRule;

/* Of each kind: cells that are references say how many things there are. */
#define WEFT_CELL_ANY \
  { \
    .kind = WEFT_CELLS_ANY \
  }
#define WEFT_CELL_LINK(n) \
  { \
    .kind = WEFT_CELLS_BELOW, .limit = (n) \
  }
#define WEFT_CELL_EXISTING(n) \
  { \
    .kind = WEFT_CELLS_MASKED, .mask = UINT32_MAX, .limit = (n) \
  }
#define WEFT_CELL_EARLIER \
  { \
    .kind = WEFT_CELLS_EARLIER \
  }
#define WEFT_CELL_COMPACT(wide) \
  { \
    .kind = WEFT_CELLS_COMPACT, .limit = WEFT_COMPACT_WIDE, .n_wide = (wide) \
  }

/* Whether the first `n_cells` cells of a sound column, in rows from `row` on, keep the rule. */
bool weft_cell_rule_holds (const WeftCellRule *rule, const WeftSealedColumn *column,
                           uint32_t n_cells, uint32_t row);
