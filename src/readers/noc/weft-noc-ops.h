/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-diagnostics.h"
#include "weft-noc-writer.h"

G_BEGIN_DECLS

/* The names of the ops that ran on devices, by tt-metal's report ops_perf_results*.csv: which op a
 * run is of (docs/formats/device-log.md). */

typedef struct _WeftNocOps WeftNocOps;

/* Those of the newest report beside the trace at `path`, a file or a directory; of one in .logs, where
 * the profiler writes it, else of the newest in reports/<date>. No names where there is none. What can't be used is said in `diagnostics`. */
WeftNocOps *weft_noc_ops_read (const char *path, WeftDiagnostics *diagnostics);
void weft_noc_ops_free (WeftNocOps *self);

/* The path of that report: (transfer full) (nullable). One of reports/<date> is said in `diagnostics` (nullable). */
char *weft_noc_ops_find (const char *path, WeftDiagnostics *diagnostics);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocOps, weft_noc_ops_free)

/* The op of a run on a device; of no length where that is not known. As long as `self`. */
WeftNocText weft_noc_ops_get (const WeftNocOps *self, gint32 device, gint64 run_host_id);

/* Explains an input named `title` that begins with `head`, if it is such a report: a sentence for
 * people, (transfer full) (nullable). */
char *weft_noc_ops_explain (const char *head, gsize length, const char *title);

G_END_DECLS
