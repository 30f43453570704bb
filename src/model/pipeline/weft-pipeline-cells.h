/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace-private.h"

/* The few cells of an op and of a stage that loops over many ops look at, read straight from their
 * columns: weft_pipeline_snapshot_get_op() decodes them all, which is too slow there. */

/* The end of an op that is open: a cycle after the last. */
static inline gint64
weft_pipeline_snapshot_get_open_end (const WeftPipelineSnapshot *snapshot)
{
  return MIN (weft_pipeline_snapshot_get_last_cycle (snapshot), G_MAXINT64 - 1) + 1;
}

static inline gint64
weft_op_fetch_tick (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  return *weft_table_i64 (&snapshot->trace->ops, OP_FETCH, op);
}

static inline gint64
weft_op_fetch (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  return weft_pipeline_snapshot_to_cycle (snapshot, weft_op_fetch_tick (snapshot, op));
}

static inline WeftOpState
weft_op_state (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  return weft_cell_load8 (weft_table_u8 (&snapshot->trace->ops, OP_FLAGS, op)) & OP_STATE_MASK;
}

/* The cycle behind a gem5 retirement, which stands in the log with the cycle that it takes. Kanata
 * logs say when the op has retired. */
static inline gint64
weft_cycle_after_retire (const WeftPipelineSnapshot *snapshot, gint64 tick)
{
  gint64 cycle = weft_pipeline_snapshot_to_cycle (snapshot, tick);

  return snapshot->trace->dialect == WEFT_PIPELINE_O3 && cycle < G_MAXINT64 ? cycle + 1 : cycle;
}

/* The cycle of the retire or flush, behind the op's last; the log's last cycle + 1 where there is
 * none yet. */
static inline gint64
weft_op_end (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  const WeftPipelineTrace *trace = snapshot->trace;
  guint32 cell = weft_cell_load (weft_table_u32 (&trace->ops, OP_END, op));
  gint64 tick;

  if (cell == WEFT_COMPACT_NONE)
    return weft_pipeline_snapshot_get_open_end (snapshot);
  tick = weft_ticks_after (weft_op_fetch_tick (snapshot, op),
                           weft_compact_decode (&trace->compact, cell));
  if (weft_op_state (snapshot, op) == WEFT_OP_RETIRED)
    return weft_cycle_after_retire (snapshot, tick);
  return weft_pipeline_snapshot_to_cycle (snapshot, tick);
}

static inline gint64
weft_op_thread (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  const WeftPipelineTrace *trace = snapshot->trace;

  return weft_compact_decode (&trace->compact,
                              weft_cell_load (weft_table_u32 (&trace->ops, OP_TID, op)));
}

/* The small number of the op's PC; WEFT_NO_ROW: none. */
static inline guint32
weft_op_pc_index (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  return weft_cell_load (weft_table_u32 (&snapshot->trace->ops, OP_PC, op));
}

/* --- stages, latest first -------------------------------------------------------------------- */

/* The stage that the op started last; WEFT_NO_ROW: none. */
static inline guint32
weft_op_last_stage (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  return weft_cell_load (weft_table_u32 (&snapshot->trace->ops, OP_LAST_STAGE, op));
}

/* The stage that the same op started before this one; WEFT_NO_ROW: none. */
static inline guint32
weft_stage_previous (const WeftPipelineSnapshot *snapshot, guint32 stage)
{
  return *weft_table_u32 (&snapshot->trace->stages, STAGE_PREVIOUS, stage);
}

static inline WeftKind
weft_stage_kind (const WeftPipelineSnapshot *snapshot, guint32 stage)
{
  return *weft_table_u16 (&snapshot->trace->stages, STAGE_KIND, stage);
}

/* The cycles of a stage of an op that was fetched at `fetch_tick`. FALSE where the stage is still
 * open: `end` is not set. */
static inline gboolean
weft_stage_cycles (const WeftPipelineSnapshot *snapshot, guint32 stage, gint64 fetch_tick,
                   gint64 *start, gint64 *end)
{
  const WeftPipelineTrace *trace = snapshot->trace;
  guint32 length = weft_cell_load (weft_table_u32 (&trace->stages, STAGE_LENGTH, stage));
  guint32 delta = *weft_table_u32 (&trace->stages, STAGE_START, stage);
  gint64 tick = weft_ticks_after (fetch_tick, weft_compact_decode (&trace->compact, delta));

  *start = weft_pipeline_snapshot_to_cycle (snapshot, tick);
  if (length == WEFT_COMPACT_NONE)
    return FALSE;
  *end = weft_stage_end_cycle (snapshot, tick, length);
  return TRUE;
}
