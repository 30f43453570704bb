/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-api-column.h"

G_BEGIN_DECLS

/**
 * WeftApiTable:
 *
 * What a query answers: columns of the same length.
 *
 * It never changes, and any thread may read it.
 */
#define WEFT_API_TYPE_TABLE (weft_api_table_get_type ())
WEFT_API_EXTERN
G_DECLARE_FINAL_TYPE (WeftApiTable, weft_api_table, WEFT_API, TABLE, GObject)

WEFT_API_EXTERN
gsize weft_api_table_get_n_rows (WeftApiTable *self);
WEFT_API_EXTERN
guint weft_api_table_get_n_columns (WeftApiTable *self);
WEFT_API_EXTERN
WeftApiColumn *weft_api_table_get_column (WeftApiTable *self, guint column);
WEFT_API_EXTERN
WeftApiColumn *weft_api_table_find_column (WeftApiTable *self, const char *name);

G_END_DECLS
