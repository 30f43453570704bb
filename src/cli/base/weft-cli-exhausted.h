/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Has the program end with WEFT_CLI_UNUSABLE and a message, and without what it has half written, where GLib gets no
 * thread, or no memory for what is no trace's: it would abort. To be called before any thread is there. */
void weft_cli_exhausted_watch (void);

G_END_DECLS
