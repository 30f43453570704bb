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

/* Likewise cells of at most 32 bits. */
void weft_number_block_read_narrow (const WeftTable *table, guint column, guint first, guint n,
                                    guint32 *numbers);

/* Compact integers, 0 where there is none: returns how many these are, and has `gaps` where there are any. */
guint weft_number_block_read_compact (const WeftTable *table, const WeftCompact *compact,
                                      guint column, guint first, guint n, gint64 *numbers,
                                      guint8 *gaps);

/* The same where `none` stands for a number that is not there: WEFT_FIELD_ONE_BY_ONE where the file itself has that. */
guint weft_number_block_read_known (const WeftTable *table, const WeftCompact *compact,
                                    guint column, gint64 none, guint first, guint n,
                                    gint64 *numbers, guint8 *gaps);

/* Where what begins at the numbers of `start` ends: as much later as the compact integers of `span` say. */
void weft_number_block_read_ends (const WeftTable *table, const WeftCompact *compact, guint start,
                                  guint span, guint first, guint n, gint64 *numbers);

/* Makes the numbers 0 that have gaps. */
void weft_number_block_clear (guint n, gint64 *numbers, const guint8 *gaps);

/* Keeps the numbers of the rows that have `value` in the bits `mask` of a column of 8 bits, and makes gaps of the
 * others, besides those that there are (`n_gaps`, as returned of them): returns how many there are then. Their
 * numbers are 0. */
guint weft_number_block_keep (const WeftTable *table, guint column, guint mask, guint value,
                              guint first, guint n, guint n_gaps, gint64 *numbers, guint8 *gaps);

G_END_DECLS
