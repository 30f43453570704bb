/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-cycle-range.h"
#include "weft-trace.h"

G_BEGIN_DECLS

/* A trace, or what a filter and a range leave of it, written in another format by what `weft-cli export` writes it
 * with, on a worker. Main thread only, but for what it writes. */

#define WEFT_TYPE_DATA_EXPORT (weft_data_export_get_type ())
G_DECLARE_FINAL_TYPE (WeftDataExport, weft_data_export, WEFT, DATA_EXPORT, GObject)

/* The formats that such a trace can be written in: (transfer none) (nullable), ends with NULL. */
const char *const *weft_data_export_list_formats (WeftTrace *trace);

/* For people, and how names of files of the format end, without a dot. */
const char *weft_data_export_get_format_title (const char *format);
const char *weft_data_export_get_suffix (const char *format);

/* `format` is its place in the list; `filter` (nullable) an expression of the trace's language; `range` (nullable) in
 * its own ticks. */
WeftDataExport *weft_data_export_new (WeftTrace *trace, guint format, const char *filter,
                                      const WeftCycleRange *range);

/* Writes the file, which is there as a whole or, where that fails or is cancelled, as it was. */
void weft_data_export_run_async (WeftDataExport *self, const char *path, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data);
gboolean weft_data_export_run_finish (WeftDataExport *self, GAsyncResult *result, GError **error);

/* Bytes that were written so far. */
guint64 weft_data_export_get_written (WeftDataExport *self);

G_END_DECLS
