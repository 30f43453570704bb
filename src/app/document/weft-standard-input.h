/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The pipe into a program, as a file among others. It may be the input of another process than
 * the one whose window shows it. */

/* The file behind a process's input: the file itself where it is one, else a name by which the pipe
 * is read, as long as the GFile lives. (transfer full), NULL with an error where the input cannot be
 * read. */
GFile *weft_standard_input_open (GInputStream *stream, GError **error);

/* Whether a file is such a pipe: it has no name for people, can be read once, and is not to be
 * remembered. */
gboolean weft_standard_input_is (GFile *file);

G_END_DECLS
