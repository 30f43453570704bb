/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-api-table.h"
#include "weft-query.h"

G_BEGIN_DECLS

/* All that the query answers: (transfer full). NULL with an error of weft_api_error_quark(), or where it was
 * cancelled. */
WeftApiTable *weft_api_table_read (WeftQuery *query, const char *sql, GCancellable *cancellable,
                                   GError **error);

G_END_DECLS
