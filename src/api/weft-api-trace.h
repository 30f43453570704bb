/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-api-extern.h"

G_BEGIN_DECLS

/**
 * WeftApiProgress:
 * @done: bytes of the input that were taken in
 * @total: how many there are, 0 where that is not known
 * @data: the data of whoever asked for it
 *
 * Says how far a load has come, about ten times a second.
 */
typedef void (*WeftApiProgress) (guint64 done, guint64 total, gpointer data);

/**
 * WeftApiTrace:
 *
 * A trace of what hardware did: a file, a folder of files, or what a live session sends.
 *
 * A trace is made, told how it is to be read (its properties), and loaded, once. Then it does not change any
 * more, and any thread may ask it: two that ask at once wait for each other. [ctor@Trace.open] is the first
 * two steps in one, for what needs no properties.
 */
#define WEFT_API_TYPE_TRACE (weft_api_trace_get_type ())
WEFT_API_EXTERN
G_DECLARE_FINAL_TYPE (WeftApiTrace, weft_api_trace, WEFT_API, TRACE, GObject)

WEFT_API_EXTERN
WeftApiTrace *weft_api_trace_new (const char *location);
WEFT_API_EXTERN
WeftApiTrace *weft_api_trace_open (const char *location, GCancellable *cancellable, GError **error);

WEFT_API_EXTERN
gboolean weft_api_trace_load (WeftApiTrace *self, WeftApiProgress progress, gpointer progress_data,
                              GCancellable *cancellable, GError **error);
WEFT_API_EXTERN
void weft_api_trace_load_async (WeftApiTrace *self, WeftApiProgress progress,
                                gpointer progress_data, GDestroyNotify progress_destroy,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
WEFT_API_EXTERN
gboolean weft_api_trace_load_finish (WeftApiTrace *self, GAsyncResult *result, GError **error);

WEFT_API_EXTERN
const char *weft_api_trace_get_location (WeftApiTrace *self);
WEFT_API_EXTERN
const char *weft_api_trace_get_kind (WeftApiTrace *self);
WEFT_API_EXTERN
const char *weft_api_trace_get_format (WeftApiTrace *self);
WEFT_API_EXTERN
const char *weft_api_trace_get_time_unit (WeftApiTrace *self);
WEFT_API_EXTERN
gboolean weft_api_trace_is_partial (WeftApiTrace *self);

G_END_DECLS
