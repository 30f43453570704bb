/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-input.h"
#include "weft-text-store.h"

G_BEGIN_DECLS

/* The text of a trace, whatever it lies in: a plain file, gzip (of one or more members), zstd (of
 * one or more frames), a pipe, a device or standard input. What it is shows in its first bytes,
 * never in its name. Used on one thread, but for the progress.
 *
 * Files are read, not mapped: as fast, and a file that is cut while it is open cannot end the
 * program. */

typedef struct _WeftSource WeftSource;

/* Opens `path`; "-" is standard input. Waits for nothing. Errors: WEFT_LOAD_ERROR_OPEN,
 * WEFT_LOAD_ERROR_DIRECTORY. */
WeftSource    *weft_source_open         (const char *path, GError **error);
void           weft_source_free         (WeftSource *self);

/* Fills `buffer` with up to `size` bytes of text. Returns fewer only at the end, before an error,
 * or where the rest of a pipe has not arrived yet; waits only while it has none. 0 is the end, −1
 * an error: WEFT_LOAD_ERROR_BROKEN (all text that could be had before it was returned by earlier
 * calls) or WEFT_LOAD_ERROR_CANCELLED. */
gssize         weft_source_read         (WeftSource *self, void *buffer, gsize size,
                                         GCancellable *cancellable, GError **error);

/* Where texts are kept that are to be read back: the file itself, or where that is compressed or no
 * file, an empty temporary file. (transfer none) (nullable): NULL before the first read, and where
 * there is no room for a temporary file. */
WeftTextStore *weft_source_get_text     (WeftSource *self);

/* The name for people. Any thread. */
const char    *weft_source_get_title    (WeftSource *self);

/* Any thread. Bytes of the input (not of the text) taken so far, and how many there are (0: not
 * known). */
void           weft_source_get_progress (WeftSource *self, guint64 *done, guint64 *total);

/* Whether the input is compressed. FALSE before the first read. */
gboolean       weft_source_is_compressed (WeftSource *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSource, weft_source_free)

G_END_DECLS
