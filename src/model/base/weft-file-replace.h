/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Writes all of the bytes where the file stands. FALSE with errno. */
gboolean weft_file_write_all (int fd, const void *data, gsize length);

/* Writes a file as a whole: it is there with these bytes, or as it was before. `mode` is as open() has
 * it, before the user's mask. `lasts`: it is there even if the machine fails right afterwards, which
 * takes a while. FALSE with a G_FILE_ERROR whose message is the reason alone, for a sentence that says
 * what can't be written. */
gboolean weft_file_replace (const char *path, const void *bytes, gsize length, int mode,
                            gboolean lasts, GError **error);

G_END_DECLS
