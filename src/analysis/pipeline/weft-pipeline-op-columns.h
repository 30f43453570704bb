/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-pipeline-rows.h"

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

/* Whether the cycles are an estimate. */
gboolean weft_pipeline_shared_stalls_is_estimate (WeftPipelineSharedStalls *self);

/* What the columns of a table of ops are read from: the data of its facts, whose rows are ops. */
typedef struct
{
  WeftPipelineSnapshot *snapshot;
  WeftPipelineRows *rows; /* nullable: the picture shows all ops */
  WeftPipelineSharedStalls *stalls;
} WeftPipelineOpColumns;

extern const WeftSchema weft_pipeline_op_columns;

/* "retired", "flushed" or "open", for people: (transfer none). */
const char *weft_op_state_describe (WeftOpState state);

G_END_DECLS
