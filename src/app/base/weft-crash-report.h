/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Written by a program that crashes, for a bug report, in the user's cache: the versions, the signal, where in the code it came, what
 * was done last and which kinds of files were open. No name of a file and nothing that stands in one. Main thread only,
 * but the report is written on whatever thread crashes. */

/* Has a report written should the program crash from now on; the signal then ends the program as it would have without.
 * Signals that somebody handles already are left to them. `version` is the program's. */
void weft_crash_report_watch (const char *version);

/* Something was done: the name of an action. */
void weft_crash_report_note (const char *action);

/* Which kinds of files are open, such as "Kanata 0004, NoC events". */
void weft_crash_report_set_open (const char *kinds);

/* The report of a crash that nobody was told of yet, which this is: (transfer full) (nullable), UTF-8. It stays beside,
 * under another name, until there is another. */
char *weft_crash_report_take (void);

G_END_DECLS
