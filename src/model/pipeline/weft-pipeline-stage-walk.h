/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace-private.h"

/* Goes through the stages of an op, latest first, in loops over many ops: several stages are read at once, which is
 * much faster than cell by cell. */

#define WEFT_STAGE_BATCH 12

typedef struct
{
  guint32 stage;  /* number of the stage */
  guint32 start;  /* as in STAGE_START */
  guint32 length; /* as in STAGE_LENGTH */
  WeftKind kind;
} WeftStageCells;

typedef struct
{
  const WeftPipelineSnapshot *snapshot;
  WeftStageCells at; /* the stage that the walk has come to */
  guint32 next;      /* the stage behind the batch; WEFT_NO_ROW: none */
  guint n, i;
  WeftStageCells batch[WEFT_STAGE_BATCH];
} WeftStageWalk;

/* Reads the next stages: of a walk that has come to the end of its batch and has more. */
void weft_stage_walk_read (WeftStageWalk *walk);

/* Begins before the stage that `op` started last. */
static inline void
weft_stage_walk_begin (WeftStageWalk *walk, const WeftPipelineSnapshot *snapshot, guint32 op)
{
  walk->snapshot = snapshot;
  walk->next = weft_op_last_stage (snapshot, op);
  walk->n = walk->i = 0;
}

/* FALSE: there is no further stage. */
static inline gboolean
weft_stage_walk_next (WeftStageWalk *walk)
{
  if (walk->i == walk->n)
    {
      if (walk->next == WEFT_NO_ROW)
        return FALSE;
      weft_stage_walk_read (walk);
    }
  walk->at = walk->batch[walk->i++];
  return TRUE;
}

/* The cycles of the stage, whose op was fetched at `fetch_tick`. FALSE where it is still open: `end` is not set. */
static inline gboolean
weft_stage_walk_cycles (const WeftStageWalk *walk, gint64 fetch_tick, gint64 *start, gint64 *end)
{
  return weft_stage_cells_cycles (walk->snapshot, walk->at.start, walk->at.length, fetch_tick,
                                  start, end);
}
