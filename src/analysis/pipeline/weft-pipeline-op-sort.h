/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-cycle-range.h"
#include "weft-pipeline-rows.h"

G_BEGIN_DECLS

/* What ops are sorted by. */
typedef enum
{
  WEFT_OP_KEY_ROW, /* the order of the picture */
  WEFT_OP_KEY_ID,
  WEFT_OP_KEY_GID,
  WEFT_OP_KEY_RID, /* missing where the op did not retire */
  WEFT_OP_KEY_TID,
  WEFT_OP_KEY_PC,    /* as a number; missing where the label has none */
  WEFT_OP_KEY_LABEL, /* by its bytes; missing where it can't be read back */
  WEFT_OP_KEY_FETCH,
  WEFT_OP_KEY_END,     /* missing while the op is open */
  WEFT_OP_KEY_LATENCY, /* end − fetch; of an open op until the cycle after the log's last */
  WEFT_OP_KEY_STALL,   /* stall cycles, see WeftPipelineStalls */
  WEFT_OP_KEY_STATE,   /* open, retired, flushed */
  WEFT_OP_KEY_STAGES,  /* how many stages the op has */
  WEFT_N_OP_KEYS
} WeftOpKey;

/* Which ops are wanted: those of the rows [first_row, last_row) that were in flight within the
 * cycles. */
typedef struct
{
  WeftCycleRange cycles;
  guint32 first_row;
  guint32 last_row;
} WeftOpRange;

#define WEFT_OP_RANGE_ALL ((WeftOpRange){ WEFT_CYCLE_RANGE_ALL, 0, G_MAXUINT32 })

/* Some or all ops of a snapshot in an order; immutable. Any thread. */
typedef struct _WeftPipelineOpSort WeftPipelineOpSort;

/* Sorts ops by `key`. Those that have no such value stand last either way; equal ones keep the
 * order of the picture. `rows` (nullable: all ops) says which ops the picture shows, in which rows;
 * ops that `snapshot` does not know yet are left out. `range` is nullable: all of them.
 *
 * A million ops take about 20 ms, by label 0.3 s, as labels are read back from the source. Memory
 * besides the result is 16 bytes an op, and by label at most 64 MiB of text. All ops by row take
 * neither time nor memory. NULL with G_IO_ERROR_CANCELLED when cancelled. */
WeftPipelineOpSort *weft_pipeline_op_sort_run (WeftPipelineSnapshot *snapshot,
                                               WeftPipelineRows *rows, WeftOpKey key,
                                               gboolean descending, const WeftOpRange *range,
                                               GCancellable *cancellable, GError **error);

WeftPipelineOpSort *weft_pipeline_op_sort_ref (WeftPipelineOpSort *self);
void weft_pipeline_op_sort_unref (WeftPipelineOpSort *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineOpSort, weft_pipeline_op_sort_unref)

/* (transfer none) */
WeftPipelineSnapshot *weft_pipeline_op_sort_get_snapshot (const WeftPipelineOpSort *self);

guint32 weft_pipeline_op_sort_get_n_ops (const WeftPipelineOpSort *self);

/* The op in place `index`, counted from 0. */
guint32 weft_pipeline_op_sort_get_op (const WeftPipelineOpSort *self, guint32 index);

/* The place of an op; WEFT_NO_ROW where it is left out. Looks at every place (0.3 ms per million),
 * but where all ops stand in the order of the picture. */
guint32 weft_pipeline_op_sort_find (const WeftPipelineOpSort *self, guint32 op);

G_END_DECLS
