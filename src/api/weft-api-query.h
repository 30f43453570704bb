/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-api-table.h"
#include "weft-api-trace.h"

G_BEGIN_DECLS

WEFT_API_EXTERN
WeftApiTable *weft_api_trace_query (WeftApiTrace *self, const char *sql, GCancellable *cancellable,
                                    GError **error);
WEFT_API_EXTERN
void weft_api_trace_query_async (WeftApiTrace *self, const char *sql, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data);
WEFT_API_EXTERN
WeftApiTable *weft_api_trace_query_finish (WeftApiTrace *self, GAsyncResult *result,
                                           GError **error);
WEFT_API_EXTERN
WeftApiTable *weft_api_trace_query_together (WeftApiTrace **traces, gsize n_traces, const char *sql,
                                             GCancellable *cancellable, GError **error);

WEFT_API_EXTERN
WeftApiColumn *weft_api_trace_read_column (WeftApiTrace *self, const char *table,
                                           const char *column, GCancellable *cancellable,
                                           GError **error);
WEFT_API_EXTERN
WeftApiTable *weft_api_trace_find (WeftApiTrace *self, GCancellable *cancellable, GError **error);
WEFT_API_EXTERN
WeftApiTable *weft_api_trace_diagnose (WeftApiTrace *self, GCancellable *cancellable,
                                       GError **error);

G_END_DECLS
