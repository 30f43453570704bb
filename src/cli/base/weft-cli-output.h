/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdio.h>

G_BEGIN_DECLS

/* The file that a command writes. It appears complete or not at all; a pipe or a device gets what
 * is written at once. */

typedef struct _WeftCliOutput WeftCliOutput;

/* Opens `path` ("-": standard output). NULL after a complaint. */
WeftCliOutput *weft_cli_output_open (const char *path);

FILE *weft_cli_output_get_stream (WeftCliOutput *self);

/* The path that the stream writes to, for writers that take a path instead; NULL where it is no file. */
const char *weft_cli_output_get_path (WeftCliOutput *self);

/* Ends the writing and frees `self`: the file then is there, if `keep`. FALSE after a complaint. */
gboolean weft_cli_output_close (WeftCliOutput *self, gboolean keep);

G_END_DECLS
