/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-format.h"

G_BEGIN_DECLS

/* Which files are timelines, and which of a directory make one trace of several ranks. */

WeftSniff weft_timeline_files_sniff (const char *head, gsize length);

/* The files of a directory that are timelines, by their ranks and names: (transfer full) (nullable), NULL
 * where none is. */
char **weft_timeline_files_list (const char *directory);

/* The rank that a file's name tells, "rank3.json" or "worker_3.pt.trace.json"; negative: none. */
gint64 weft_timeline_files_guess_rank (const char *name);

G_END_DECLS
