/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "weft-api-extern.h"

G_BEGIN_DECLS

/**
 * WeftApiColumnType:
 * @WEFT_API_COLUMN_INTEGER: whole numbers, `gint64`
 * @WEFT_API_COLUMN_REAL: real numbers, `double`
 * @WEFT_API_COLUMN_TEXT: texts, UTF-8
 *
 * What the values of a [class@Column] are.
 */
typedef enum
{
  WEFT_API_COLUMN_INTEGER,
  WEFT_API_COLUMN_REAL,
  WEFT_API_COLUMN_TEXT,
} WeftApiColumnType;

/**
 * WeftApiColumn:
 *
 * A column of a [class@Table]: values of one type, one behind the other.
 *
 * It never changes, and any thread may read it.
 */
#define WEFT_API_TYPE_COLUMN (weft_api_column_get_type ())
WEFT_API_EXTERN
G_DECLARE_FINAL_TYPE (WeftApiColumn, weft_api_column, WEFT_API, COLUMN, GObject)

WEFT_API_EXTERN
const char *weft_api_column_get_name (WeftApiColumn *self);
WEFT_API_EXTERN
WeftApiColumnType weft_api_column_get_column_type (WeftApiColumn *self);
WEFT_API_EXTERN
gsize weft_api_column_get_n_rows (WeftApiColumn *self);
WEFT_API_EXTERN
GBytes *weft_api_column_get_bytes (WeftApiColumn *self);
WEFT_API_EXTERN
GBytes *weft_api_column_get_offsets (WeftApiColumn *self);
WEFT_API_EXTERN
GBytes *weft_api_column_get_missing (WeftApiColumn *self);
WEFT_API_EXTERN
GBytes *weft_api_column_get_codes (WeftApiColumn *self);
WEFT_API_EXTERN
gboolean weft_api_column_has_codes (WeftApiColumn *self);
WEFT_API_EXTERN
WeftApiColumn *weft_api_column_get_words (WeftApiColumn *self);
WEFT_API_EXTERN
guint64 weft_api_address_of_bytes (GBytes *bytes);

G_END_DECLS
