/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-cycle-range.h"
#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* The longest time from a cycle in which an op retired to the next such, of whatever thread: `gap`
 * is the cycles between, in which none did. FALSE where there is no such cycle, or when
 * cancelled, with G_IO_ERROR_CANCELLED. Any thread. */
gboolean weft_pipeline_retire_gap_find (const WeftPipelineSnapshot *snapshot, WeftCycleRange *gap,
                                        GCancellable *cancellable, GError **error);

G_END_DECLS
