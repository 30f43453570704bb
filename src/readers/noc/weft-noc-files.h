/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-format.h"

G_BEGIN_DECLS

/* Files and directories that are NoC event traces, or another tool's .npeviz timelines: see WeftFormat. */

WeftSniff weft_noc_files_sniff (const char *head, gsize length);

/* Where some files of a directory are named by their device, only those are parts. */
char **weft_noc_files_list (const char *directory);

/* Those traces in it that are left out as they repeat others: (transfer full) (element-type utf8), full paths. */
GPtrArray *weft_noc_files_list_left_out (const char *directory);

G_END_DECLS
