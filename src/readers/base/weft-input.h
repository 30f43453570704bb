/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The bytes of a named file, a pipe, a device or standard input, as they lie there. Used on one
 * thread, but for the progress. */

typedef struct _WeftInput WeftInput;

/* Opens `path`; "-" is standard input. Does not wait for the other end of a pipe. Errors:
 * WEFT_LOAD_ERROR_OPEN, WEFT_LOAD_ERROR_DIRECTORY. */
WeftInput *weft_input_open (const char *path, GError **error);

/* Says of a file that GLib could not open what is said of one that can't be opened here; `failure` is (transfer full). */
void weft_input_take_error (GError **error, const char *title, GError *failure);

void weft_input_free (WeftInput *self);

/* The regular file at `path`, which is open as `fd` (duplicated), from byte `offset` on. NULL, with
 * WEFT_LOAD_ERROR_OPEN, where it can't be read from there. */
WeftInput *weft_input_open_behind (const char *path, int fd, guint64 offset, GError **error);

/* Takes up to `size` bytes. Returns how many, 0 at the end, −1 with an error
 * (WEFT_LOAD_ERROR_BROKEN or WEFT_LOAD_ERROR_CANCELLED). Where nothing has arrived yet it waits, or
 * without `wait` returns WEFT_INPUT_LATER. */
gssize weft_input_read (WeftInput *self, void *buffer, gsize size, gboolean wait,
                        GCancellable *cancellable, GError **error);

#define WEFT_INPUT_LATER ((gssize) -2)

/* The name for people: the file's own name without its folder. */
const char *weft_input_get_title (WeftInput *self);

/* The file, where all of it can be read back by offset; −1 where it is a pipe or a device. */
int weft_input_get_file (WeftInput *self);

/* A regular file has been read to its end and may have grown: looks anew how long it is. FALSE with
 * WEFT_LOAD_ERROR_REPLACED where it is shorter than what was taken, or another file has taken its
 * place. */
gboolean weft_input_resume (WeftInput *self, GError **error);

/* Whether it is a regular file that was written to within the last seconds. */
gboolean weft_input_is_fresh (WeftInput *self);

/* Any thread. Bytes taken so far, and the size of a regular file (0: not known). */
void weft_input_get_progress (WeftInput *self, guint64 *done, guint64 *total);

/* Bytes of all these files together, as far as they are there. */
guint64 weft_input_measure (const char *const *paths);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftInput, weft_input_free)

G_END_DECLS
