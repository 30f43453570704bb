/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-sealed-frame.h"

/* Whole frames of packed columns unpacked eight cells at a time, on processors that have AVX2. */

/* Bits of a residual at most: one load of 32 bits gets such a one wherever it begins in its byte. */
#define WEFT_SEALED_VECTOR_WIDTH 25

/* TRUE: this processor can. */
bool weft_sealed_vector_works (void);

/* Writes the cells from `first` to before `end`, multiples of eight, of `cell_width` 1, 2, 4 or 8 bytes, of a frame of 128
 * whose residuals have WEFT_SEALED_VECTOR_WIDTH bits at most. `cells` is where its first one would be. Reads up to 16
 * bytes behind the frame's residuals. */
void weft_sealed_vector_unpack (const WeftSealedFrame *frame, const char *residuals,
                                unsigned cell_width, unsigned first, unsigned end, void *cells);

/* --- packing ---------------------------------------------------------------------------------- */

/* Widens the 128 cells of a frame. Returns whether one of them has all bits set. */
bool weft_sealed_vector_widen (const void *cells, unsigned cell_width, uint64_t *wide);

/* A line and how far cells are from it, least and most, as differences that wrap. */
typedef struct
{
  int64_t slope, least, most;
} WeftSealedSpan;

/* Fills in the spans of 128 cells from lines of three slopes. */
void weft_sealed_vector_span (const uint64_t *cells, WeftSealedSpan spans[3]);

/* Residuals of at most so many bits are put in place four at a time. */
#define WEFT_SEALED_VECTOR_PUT_WIDTH 16

/* Writes the residuals of 128 cells as the frame says, up to 8 bytes behind the last; 0 where `is_none`. */
void weft_sealed_vector_put (const uint64_t *cells, const bool *is_none,
                             const WeftSealedFrame *frame, char *residuals);

/* The cells of a frame, of 4 bytes at most, widened to these. */
typedef struct
{
  uint32_t cells[WEFT_SEALED_CELLS];
  uint32_t none;        /* the cell with all bits set */
  uint32_t least, most; /* of those that are not, */
  unsigned n_none;      /* and how many are */
} WeftSealedWords;

/* Reads 128 cells of `cell_width` 1, 2 or 4 bytes. */
void weft_sealed_vector_read (const void *cells, unsigned cell_width, WeftSealedWords *words);

/* Between the least and the most of words that are taken eight at a time. */
#define WEFT_SEALED_VECTOR_RANGE ((uint32_t) 1 << 22)

/* Fills in the spans of words, which are within WEFT_SEALED_VECTOR_RANGE and not all without a value, from lines of two
 * slopes, along which as much is between the first and the last. */
void weft_sealed_vector_span_words (const WeftSealedWords *words, WeftSealedSpan spans[2]);

/* As weft_sealed_vector_put(), of words within WEFT_SEALED_VECTOR_RANGE, up to 16 bytes behind the last residual. */
void weft_sealed_vector_put_words (const WeftSealedWords *words, const WeftSealedFrame *frame,
                                   char *residuals);
