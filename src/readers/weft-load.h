/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* The load of one input: opens it, recognises the format by its content, and runs the reader. One
 * thread pulls and decompresses blocks while another reads their lines. */

#define WEFT_LOAD_ERROR (weft_load_error_quark ())
GQuark weft_load_error_quark (void);

typedef enum
{
  WEFT_LOAD_ERROR_OPEN,         /* missing, no permission, a device that fails */
  WEFT_LOAD_ERROR_DIRECTORY,    /* a directory that is no capture */
  WEFT_LOAD_ERROR_EMPTY,
  WEFT_LOAD_ERROR_UNRECOGNIZED, /* no trace of a known format */
  WEFT_LOAD_ERROR_BROKEN,       /* the input ended or failed in the middle: what came stays */
  WEFT_LOAD_ERROR_EXHAUSTED,    /* memory or disk: what came stays */
  WEFT_LOAD_ERROR_CANCELLED,    /* what came stays */
} WeftLoadError;

#define WEFT_TYPE_LOAD (weft_load_get_type ())
G_DECLARE_FINAL_TYPE (WeftLoad, weft_load, WEFT, LOAD, GObject)

/* A load of the file at `path`; "-" is standard input. `context` (nullable) is where the trace's
 * signals are emitted. */
WeftLoad  *weft_load_new        (const char *path, WeftStorage storage, GMainContext *context);

/* Called with each diagnostic as it is found, on the reading thread; set before the load runs. */
void       weft_load_set_diagnostic_sink (WeftLoad *self, WeftDiagnosticSink sink,
                                          gpointer user_data);

/* Loads on the calling thread. FALSE with a WEFT_LOAD_ERROR where not all of the input was read;
 * weft_load_get_trace() then still returns what was, if anything, marked partial. */
gboolean   weft_load_run        (WeftLoad *self, GCancellable *cancellable, GError **error);

/* Loads on a thread of its own. `recognized` (nullable) is called in the context of the caller as
 * soon as there is a trace to show, `callback` when the load has ended. */
typedef void (*WeftLoadRecognized) (WeftLoad *load, WeftTrace *trace, gpointer user_data);

void       weft_load_run_async  (WeftLoad *self, GCancellable *cancellable,
                                 WeftLoadRecognized recognized, GAsyncReadyCallback callback,
                                 gpointer user_data);
gboolean   weft_load_run_finish (WeftLoad *self, GAsyncResult *result, GError **error);

/* Any thread. The trace, once it is recognised: (transfer none) (nullable). */
WeftTrace *weft_load_get_trace  (WeftLoad *self);

/* Any thread. Bytes of the input that were taken in, and how many there are (0: not known). */
void       weft_load_get_progress (WeftLoad *self, guint64 *done, guint64 *total);

G_END_DECLS
