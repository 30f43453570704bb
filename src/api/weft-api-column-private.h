/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-api-column.h"
#include "weft-cell.h"

G_BEGIN_DECLS

/* A column is filled cell by cell, then sealed, and only then handed out. Its type is the narrowest that holds all
 * its cells: whole numbers, real numbers, texts. */
WeftApiColumn *weft_api_column_new (const char *name);
void weft_api_column_add (WeftApiColumn *self, const WeftCell *cell);

/* Whole numbers. `gaps` (nullable) has a byte for each, 1 where it is not known, and then 0. */
void weft_api_column_add_numbers (WeftApiColumn *self, const gint64 *numbers, const guint8 *gaps,
                                  guint n);

/* Real numbers likewise. */
void weft_api_column_add_reals (WeftApiColumn *self, const double *reals, const guint8 *gaps,
                                guint n);

/* Texts that rows share: a text, which is none of those before, and rows that have such texts, by their numbers, from
 * 0, or −1: not known. */
void weft_api_column_add_word (WeftApiColumn *self, const char *text);
void weft_api_column_add_words (WeftApiColumn *self, const gint32 *places, guint n);

/* There are about so many rows in all. Once it has some, that can be said anew. */
void weft_api_column_reserve (WeftApiColumn *self, gsize n_rows);

void weft_api_column_seal (WeftApiColumn *self);

/* Bytes that it takes. */
gsize weft_api_column_get_size (const WeftApiColumn *self);

G_END_DECLS
