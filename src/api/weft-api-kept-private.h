/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-api-column.h"

G_BEGIN_DECLS

/* Columns of a trace that took long to read, for whoever asks for them once more: those that were asked for last, up
 * to a quarter of a gibibyte, or a quarter of the memory that there may be for packed columns. One thread at a
 * time. */
typedef struct _WeftApiKept WeftApiKept;

WeftApiKept *weft_api_kept_new (void);
void weft_api_kept_free (WeftApiKept *self);

/* The column: (transfer full) (nullable), NULL where it is not there. */
WeftApiColumn *weft_api_kept_find (WeftApiKept *self, const char *table, const char *column);

/* Keeps one that is sealed. */
void weft_api_kept_add (WeftApiKept *self, const char *table, const char *column,
                        WeftApiColumn *kept);

G_END_DECLS
