/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-writer.h"

G_BEGIN_DECLS

/* The files that the profiler left beside NoC event traces: its log of zones, whose zones join the
 * trace, and its report of ops, which names runs (docs/formats/device-log.md). */

typedef struct _WeftNocBeside WeftNocBeside;

/* Reads what lies beside the trace at `path`, a file or a directory, and takes chip and clock of it.
 * What can't be used is said in the trace's diagnostics. */
WeftNocBeside *weft_noc_beside_new (const char *path, WeftNocTrace *trace);

/* The files that are read with the trace at `path`, one that is no directory: those of the chips, the profiler's log, and
 * the report of ops: (transfer full) (element-type utf8). */
GPtrArray *weft_noc_beside_list (const char *path);

void weft_noc_beside_free (WeftNocBeside *self);

/* The op of a run; of no length where that is not known. As long as `self`. */
WeftNocText weft_noc_beside_get_op (const WeftNocBeside *self, gint32 device, gint64 run_host_id);

/* Before a record is added: files of 2025 count time from the begin of the core's kernel, and the log
 * has when that was. */
void weft_noc_beside_set_time (WeftNocBeside *self, WeftNocRow *row, gint32 device,
                               gint64 run_host_id);

/* After the last record: adds the log's zones of the runs that the trace is of, but for those that it
 * has already. FALSE where the store is exhausted. */
gboolean weft_noc_beside_join (WeftNocBeside *self, WeftNocWriter *writer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocBeside, weft_noc_beside_free)

G_END_DECLS
