/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-cycle-range.h"
#include "weft-pipeline-rows.h"

G_BEGIN_DECLS

/* Which ops are wanted: those of the rows [first_row, last_row) that were in flight within the
 * cycles. */
typedef struct
{
  WeftCycleRange cycles;
  guint32 first_row;
  guint32 last_row;
} WeftOpRange;

#define WEFT_OP_RANGE_ALL ((WeftOpRange){ WEFT_CYCLE_RANGE_ALL, 0, G_MAXUINT32 })

/* Some or all ops of a snapshot in the order of the picture; immutable. Any thread. */
typedef struct
{
  WeftPipelineSnapshot *snapshot;
  const guint32 *ops; /* by place; NULL: each op has its own number as place */
  guint32 n_ops;
  guint32 *owned; /* `ops` where they are not the snapshot's */
} WeftPipelineOps;

/* All ops, which takes neither time nor memory. */
WeftPipelineOps *weft_pipeline_ops_new_all (WeftPipelineSnapshot *snapshot);

/* Those of the range. `rows` (nullable: all ops) says which ops the picture shows, in which rows;
 * ops that `snapshot` does not know yet are left out. NULL with G_IO_ERROR_CANCELLED when
 * cancelled. */
WeftPipelineOps *weft_pipeline_ops_new (WeftPipelineSnapshot *snapshot, WeftPipelineRows *rows,
                                        const WeftOpRange *range, GCancellable *cancellable,
                                        GError **error);
void weft_pipeline_ops_free (WeftPipelineOps *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineOps, weft_pipeline_ops_free)

/* Whether the range leaves out none of so many rows. */
gboolean weft_op_range_is_everything (const WeftOpRange *self, guint32 n_rows);

/* The op in a place below `n_ops`. */
static inline guint32
weft_pipeline_ops_get (const WeftPipelineOps *self, guint32 place)
{
  return self->ops != NULL ? self->ops[place] : place;
}

G_END_DECLS
