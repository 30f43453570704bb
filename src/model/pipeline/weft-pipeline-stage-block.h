/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace-private.h"

/* The stages of some ops, read at once: each op's one behind the other, latest first. For loops over many ops of which
 * all stages count, where it is much faster than a walk through each op's. */

#define WEFT_STAGE_BLOCK_OPS 64
#define WEFT_STAGE_BLOCK_STAGES 1024

/* More cells may be read than an op has, up to so many. */
#define WEFT_STAGE_BLOCK_PADDING 8

typedef struct
{
  guint32 starts[WEFT_STAGE_BLOCK_STAGES + WEFT_STAGE_BLOCK_PADDING];  /* as in STAGE_START */
  guint32 lengths[WEFT_STAGE_BLOCK_STAGES + WEFT_STAGE_BLOCK_PADDING]; /* as in STAGE_LENGTH */
  guint16 kinds[WEFT_STAGE_BLOCK_STAGES + WEFT_STAGE_BLOCK_PADDING];   /* WeftKind */
} WeftStageBlockCells;

typedef struct
{
  guint n_ops;
  guint32 ops[WEFT_STAGE_BLOCK_OPS];
  gint64 fetch_ticks[WEFT_STAGE_BLOCK_OPS];
  guint8 states[WEFT_STAGE_BLOCK_OPS];      /* WeftOpState */
  guint32 firsts[WEFT_STAGE_BLOCK_OPS + 1]; /* place in `cells`; behind the last, where they end */
  WeftStageBlockCells cells;
} WeftStageBlock;

/* Reads the stages of self->ops, of which there are self->n_ops; fewer where there is no room for more, and none where
 * the first has too many. Where `after` is above 0, ops that ended so many ticks or less after
 * their fetch have none. */
void weft_stage_block_read (WeftStageBlock *self, const WeftPipelineSnapshot *snapshot,
                            gint64 after);
