/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-compact.h"
#include "weft-field.h"

G_BEGIN_DECLS

/* The ground of WeftFieldNumbers: the cells of a column of a table, of `n` rows from row `first` on, as that has
 * them. */

/* Cells of any width, as numbers without a sign but for those of 64 bits. */
void weft_number_block_read (const WeftTable *table, guint column, guint first, guint n,
                             gint64 *numbers);

/* Compact integers, 0 where there is none: returns how many these are, and has `gaps` where there are any. */
guint weft_number_block_read_compact (const WeftTable *table, const WeftCompact *compact,
                                      guint column, guint first, guint n, gint64 *numbers,
                                      guint8 *gaps);

/* Keeps the numbers of the rows that have `value` in the bits `mask` of a column of 8 bits, and makes gaps of the
 * others, besides those that there are (`n_gaps`, as returned of them): returns how many there are then. Their
 * numbers are 0. */
guint weft_number_block_keep (const WeftTable *table, guint column, guint mask, guint value,
                              guint first, guint n, guint n_gaps, gint64 *numbers, guint8 *gaps);

G_END_DECLS
