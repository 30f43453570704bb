/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-cell.h"
#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* Stall cycles of ops, which are there once they were computed, for several snapshots of a trace.
 * Any thread. */
typedef struct _WeftPipelineSharedStalls WeftPipelineSharedStalls;

WeftPipelineSharedStalls *weft_pipeline_shared_stalls_new (void);
WeftPipelineSharedStalls *weft_pipeline_shared_stalls_ref (WeftPipelineSharedStalls *self);
void weft_pipeline_shared_stalls_unref (WeftPipelineSharedStalls *self);

/* Computes them for a snapshot: FALSE with G_IO_ERROR_CANCELLED when cancelled. */
gboolean weft_pipeline_shared_stalls_read (WeftPipelineSharedStalls *self,
                                           WeftPipelineSnapshot *snapshot,
                                           GCancellable *cancellable, GError **error);

/* The cycles of an op: not known before they were computed for a snapshot that has it. */
WeftCell weft_pipeline_shared_stalls_get (WeftPipelineSharedStalls *self, guint32 op);

G_END_DECLS
