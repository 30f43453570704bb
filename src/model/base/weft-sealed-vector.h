/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-sealed-frame.h"

/* Whole frames of packed columns unpacked eight cells at a time, on processors that have AVX2. */

/* Bits of a residual at most: one load of 32 bits gets such a one wherever it begins in its byte. */
#define WEFT_SEALED_VECTOR_WIDTH 25

/* TRUE: this processor can. */
bool weft_sealed_vector_works (void);

/* Writes the 128 cells, of `cell_width` 1, 2, 4 or 8 bytes, of a frame whose residuals have WEFT_SEALED_VECTOR_WIDTH
 * bits at most. Reads up to 16 bytes behind its residuals. */
void weft_sealed_vector_unpack (const WeftSealedFrame *frame, const char *residuals,
                                unsigned cell_width, void *cells);
