/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-diagnostics.h"
#include "weft-noc-cluster.h"

/* The chips, as the files beside the trace at `path`, a file or a directory, have them: (transfer
 * full). Those that can't be used are said in `diagnostics`. */
WeftNocCluster *weft_noc_sidecars_read (const char *path, WeftDiagnostics *diagnostics);

/* The paths of these files: (transfer full) (element-type utf8). */
GPtrArray *weft_noc_sidecars_list (const char *path);

/* The names in a directory, sorted: (transfer full) (element-type utf8). */
GPtrArray *weft_noc_list_names (const char *directory);
