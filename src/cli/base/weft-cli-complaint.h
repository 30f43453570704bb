/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Complaints about a command line or its input: sentences for whoever gave it. */

/* Prints "weft-cli: …" on standard error, or keeps it where this thread does so. */
void weft_cli_complain (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Complaints of this thread are kept from here on, a line each, until weft_cli_complaints_end() returns them:
 * (transfer full), UTF-8, "" where there was none. */
void weft_cli_complaints_begin (void);
char *weft_cli_complaints_end (void);

gboolean weft_cli_complaints_are_kept (void);

G_END_DECLS
