/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-description.h"
#include "weft-load-error.h"
#include "weft-reader.h"
#include "weft-source.h"

G_BEGIN_DECLS

/* The load of one input: opens it, recognises the format by its content, and runs the reader. One
 * thread pulls and decompresses blocks while another reads their lines.
 *
 * What was read can be seen at once: the trace is published after the first 4,000 lines or so, and
 * then about ten times a second, but never so often that publishing takes more than a tenth of the
 * load. */

#define WEFT_TYPE_LOAD (weft_load_get_type ())
G_DECLARE_FINAL_TYPE (WeftLoad, weft_load, WEFT, LOAD, GObject)

/* A load of the file at `path`; "-" is standard input. `context` (nullable) is where the trace's
 * signals are emitted. An input of more than 4 GiB of text (or 1 GiB compressed) has its columns
 * put into a file, whatever `storage` says. */
WeftLoad *weft_load_new (const char *path, WeftStorage storage, GMainContext *context);

/* Called with each diagnostic as it is found, on the reading thread; set before the load runs. */
void weft_load_set_diagnostic_sink (WeftLoad *self, WeftDiagnosticSink sink, gpointer user_data);

/* Which format it is of, whatever it looks like; before the load runs. Not of directories. */
void weft_load_set_description (WeftLoad *self, WeftDescription *description);

/* How the input is to be read; before the load runs. Plainly unless this says otherwise. */
void weft_load_set_flags (WeftLoad *self, WeftReadFlags flags);

/* Loads on the calling thread; once. FALSE with a WEFT_LOAD_ERROR where not all of the input was
 * read; weft_load_get_trace() then still returns what was, if anything, marked partial. */
gboolean weft_load_run (WeftLoad *self, GCancellable *cancellable, GError **error);

/* Loads on a thread of its own. `recognized` (nullable) is called in the context of the caller as
 * soon as there is a trace to show, `callback` when the load has ended. */
typedef void (*WeftLoadRecognized) (WeftLoad *load, WeftTrace *trace, gpointer user_data);

void weft_load_run_async (WeftLoad *self, GCancellable *cancellable, WeftLoadRecognized recognized,
                          GAsyncReadyCallback callback, gpointer user_data);
gboolean weft_load_run_finish (WeftLoad *self, GAsyncResult *result, GError **error);

/* Reading pauses for so many milliseconds (0 unless this says otherwise) once the first rows are
 * published, where there is more to read: a window then draws them with all processors. Before the
 * load runs. */
void weft_load_set_pause (WeftLoad *self, guint milliseconds);

/* Enough for the first frames of a window of usual size: of its page, and of the picture in it. */
#define WEFT_LOAD_FIRST_FRAMES 60

/* --- files that are still being written ------------------------------------------------------- */

/* Whether the file may get longer (weft_source_set_growth()): what it ends with, if it is not a
 * whole line, is then not read. Before the load runs; WEFT_GROWTH_NONE unless this says
 * otherwise. Only plain and compressed files of formats of lines grow. */
void weft_load_set_growth (WeftLoad *self, WeftGrowth growth);

/* After a run that read all there was, or a resumption: whether the load can be resumed, and
 * whether the end of what is there was not read because it is but the beginning of a line. */
gboolean weft_load_can_resume (WeftLoad *self);
gboolean weft_load_has_rest (WeftLoad *self);

/* Reads what the file has got since, on the calling thread, as a file of that `growth`. `grown`
 * (nullable): whether it has got anything. FALSE with a WEFT_LOAD_ERROR, after which it can't be
 * resumed any more: the trace is partial then; or, with WEFT_LOAD_ERROR_REPLACED and
 * WEFT_LOAD_ERROR_CUT_LINE, it is as it was before, and only another load can show what is
 * there. */
gboolean weft_load_resume (WeftLoad *self, WeftGrowth growth, gboolean *grown,
                           GCancellable *cancellable, GError **error);

/* The same on a thread of its own. */
void weft_load_resume_async (WeftLoad *self, WeftGrowth growth, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data);
gboolean weft_load_resume_finish (WeftLoad *self, GAsyncResult *result, gboolean *grown,
                                  GError **error);

/* --- what is known of it ---------------------------------------------------------------------- */

/* Any thread. The trace, once it is recognised: (transfer none) (nullable). */
WeftTrace *weft_load_get_trace (WeftLoad *self);

/* Any thread. Bytes of the input that were taken in, and how many there are (0: not known). */
void weft_load_get_progress (WeftLoad *self, guint64 *done, guint64 *total);

G_END_DECLS
