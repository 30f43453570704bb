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

/* Makes room for so many in all. */
void weft_api_column_reserve (WeftApiColumn *self, gsize n_rows);

void weft_api_column_seal (WeftApiColumn *self);

/* Bytes that it takes, while it is filled. */
gsize weft_api_column_get_size (const WeftApiColumn *self);

G_END_DECLS
