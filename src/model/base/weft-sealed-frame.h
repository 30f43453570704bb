/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* So many cells of a packed column lie on one line (weft-sealed-column.h). */
#define WEFT_SEALED_SHIFT 7
#define WEFT_SEALED_CELLS (1u << WEFT_SEALED_SHIFT)
#define WEFT_SEALED_SLOPE_SHIFT 8

typedef struct
{
  uint64_t base;   /* of the line, at the first of the cells; one less where has_none */
  int64_t slope;   /* of the line, in 1 / 256 a cell; sums wrap */
  uint32_t offset; /* of the residuals, in bytes from the column's first */
  uint8_t width;   /* bits of a residual: 0 to 57, or 64 */
  uint8_t
    has_none; /* residuals count from 1: 0 is the cell with all bits set, which links and compact
                       integers have where there is nothing */
} WeftSealedFrame;
