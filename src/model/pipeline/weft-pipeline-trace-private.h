/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-compact.h"
#include "weft-index-reader.h"
#include "weft-pipeline-trace.h"
#include "weft-sealer.h"
#include "weft-string-pool.h"

/* The columns behind a pipeline trace, for its writer, its pyramid and its own functions. All
 * ticks are the log's own. Cells marked * complete after publication. */

/* ops */
enum
{
  OP_FETCH,      /* i64 tick */
  OP_ID,         /* compact, of id − op, so that a log with ids in order stores zeros */
  OP_GID,        /* compact */
  OP_TID,        /* compact */
  OP_LINE,       /* compact */
  OP_RID,        /* compact * */
  OP_END,        /* compact * tick − fetch; NONE: open */
  OP_CONSUMES,   /* compact * tick − fetch; NONE */
  OP_PRODUCES,   /* compact * tick − fetch; NONE */
  OP_STORE,      /* compact * tick − fetch; NONE */
  OP_PC,         /* u32 * index of the PC; WEFT_NO_ROW: none */
  OP_LAST_STAGE, /* u32 * link */
  OP_LAST_TEXT,  /* u32 * link */
  OP_LAST_DEP,   /* u32 * link */
  OP_FLAGS,      /* u8 * */
  N_OP_COLUMNS
};

#define OP_STATE_MASK 0x03u /* a WeftOpState */
#define OP_PC_OPEN 0x04u    /* the label so far is a bare number: the next piece may go on */
#define OP_HAS_LABEL 0x08u
#define OP_DEEP 0x10u /* so many stages that the writer indexes them */

/* stages; each op's hang on its OP_LAST_STAGE, latest first, so that appending changes one cell */
enum
{
  STAGE_PREVIOUS, /* u32 link */
  STAGE_START,    /* compact, tick − fetch of the op */
  STAGE_LENGTH,   /* compact * ticks; NONE: open; SPECIAL: one cycle, see weft_stage_end_cycle() */
  STAGE_KIND,     /* u16 */
  N_STAGE_COLUMNS
};

/* texts: pieces of label, detail and stage text, by place in the source */
enum
{
  TEXT_PLACE,    /* u64: offset << 20 | length << 2 | WeftTextType */
  TEXT_PREVIOUS, /* u32 link */
  TEXT_STAGE,    /* u32 stage of a stage text; gem5: compact, tick − fetch of its line */
  N_TEXT_COLUMNS
};

typedef enum
{
  WEFT_TEXT_LABEL,
  WEFT_TEXT_DETAIL,
  WEFT_TEXT_STAGE,
  WEFT_TEXT_FETCH, /* gem5: the fetch line, of which label and detail are made */
} WeftTextType;

/* Of one row: a longer text goes on in the rows that follow, for as long as these are as long. */
#define TEXT_MAX_LENGTH 0x3ffffu
#define TEXT_MAX_OFFSET ((guint64) 1 << 44)

/* dependencies */
enum
{
  DEP_PREVIOUS, /* u32 link */
  DEP_PRODUCER, /* compact * of the op, or of −1 − id while no such op is known */
  DEP_CYCLE,    /* compact, tick − fetch of the consumer */
  DEP_TYPE,     /* compact */
  N_DEP_COLUMNS
};

/* what the log says of an op's stalls, by op, as far as it says anything */
enum
{
  ATTRIBUTION_REASON, /* u32: id in names; WEFT_NO_NAME: none */
  ATTRIBUTION_SECOND, /* u32: likewise */
  ATTRIBUTION_CYCLES, /* compact; NONE: not said */
  N_ATTRIBUTION_COLUMNS
};

/* A block of ops is what a revision counts for, and the finest block of a pyramid. */
#define WEFT_BLOCK_SHIFT 6
#define WEFT_BLOCK_OPS (1u << WEFT_BLOCK_SHIFT)

/* kinds; a handful of rows */
enum
{
  KIND_LANE,  /* u32 lane index */
  KIND_NAME,  /* u32 id in names */
  KIND_RANK,  /* u32 */
  KIND_DEPTH, /* u32 */
  KIND_FLAGS, /* u8: KIND_EXECUTES */
  N_KIND_COLUMNS
};

#define KIND_EXECUTES 1u

#define WEFT_PYRAMID_MAX_LEVELS 14

/* A level of the pyramid over all ops, in an index file. */
typedef struct
{
  WeftIndexBlock blocks;   /* records of the blocks, */
  WeftIndexBlock profiles; /* to which their profiles belong */
} WeftKeptLevel;

struct _WeftPipelineTrace
{
  WeftTrace parent_instance;

  WeftPipelineDialect dialect;
  WeftChunkStore *store;
  WeftSealer *sealer; /* of ops, stages, texts and deps */
  WeftCompact compact;
  WeftTable ops;
  WeftTable stages;
  WeftTable texts;
  WeftTable deps;
  WeftTable revisions; /* u32 *: one per block of ops, raised after each change in the block */
  WeftTable kinds;
  WeftTable pcs;   /* u64 */
  WeftTable lanes; /* u32: id in names */
  WeftTable attributions;
  WeftStringPool reasons; /* the first ones of attributions */
  WeftStringPool names;
  gint64 last_end_tick;             /* the largest tick that an op ended in: the writer's */
  guint32 n_cleared_deps;           /* rows of deps that no op refers to any more: the writer's */
  _Atomic guint32 dependency_types; /* bits of the types that there are, the last for all above */
  /* Ticks from the fetch of an op to a start or an end of one of its stages: the least and the most of all. */
  _Atomic gint64 least_lag;
  _Atomic gint64 greatest_lag;
  _Atomic gboolean
    fetch_falls; /* some op was fetched before the one that stands before it in the file */

  WeftLock lock; /* of the pointers below */
  WeftPipelineSnapshot *newest;
  WeftPipelineAssumptions *assumptions;
  WeftPipelineResources *resources; /* NULL: there are none */

  WeftIndexReader *index; /* where sealed columns lie, and what follows; NULL: the log was read */
  guint32 n_kept_ops;     /* of the index file, */
  guint kept_as;          /* and the generation that they were first shown in */
  guint n_kept_levels;
  WeftKeptLevel kept_levels[WEFT_PYRAMID_MAX_LEVELS];
};

/* The writer: publishes all rows, then makes a snapshot with these fields the newest: of
 * `snapshot` counts what follows `stable_rows`, and its arrays are handed over. */
void weft_pipeline_trace_publish (WeftPipelineTrace *self, const WeftPipelineSnapshot *snapshot);

/* Differences and sums that wrap rather than overflow: hostile ticks span all 64 bits, and adding
 * the difference back gives the tick again. */
static inline gint64
weft_ticks_between (gint64 from, gint64 to)
{
  return (gint64) ((guint64) to - (guint64) from);
}

static inline gint64
weft_ticks_after (gint64 from, gint64 ticks)
{
  return (gint64) ((guint64) from + (guint64) ticks);
}

/* The writer: takes what lies so many ticks behind the fetch of its op. */
static inline void
weft_pipeline_trace_widen_lags (WeftPipelineTrace *self, gint64 lag)
{
  if (G_UNLIKELY (lag < atomic_load_explicit (&self->least_lag, memory_order_relaxed)))
    atomic_store_explicit (&self->least_lag, lag, memory_order_relaxed);
  if (G_UNLIKELY (lag > atomic_load_explicit (&self->greatest_lag, memory_order_relaxed)))
    atomic_store_explicit (&self->greatest_lag, lag, memory_order_relaxed);
}

static inline gint64
weft_pipeline_snapshot_to_cycle (const WeftPipelineSnapshot *snapshot, gint64 tick)
{
  gint64 ticks = weft_ticks_between (snapshot->origin, tick);

  if (snapshot->ticks_per_cycle == 1)
    return ticks;
  /* Rounded down; ~t is −1 − t, which is always there. */
  return ticks >= 0 ? ticks / snapshot->ticks_per_cycle : ~(~ticks / snapshot->ticks_per_cycle);
}

/* The first cycle after a stage that began at tick `start` and whose STAGE_LENGTH is `length`, not
 * NONE. gem5's Rt lasts one cycle, and how many ticks that is may show only later. */
static inline gint64
weft_stage_end_cycle (const WeftPipelineSnapshot *snapshot, gint64 start, guint32 length)
{
  if (length == WEFT_COMPACT_SPECIAL)
    return weft_ticks_after (weft_pipeline_snapshot_to_cycle (snapshot, start), 1);
  return weft_pipeline_snapshot_to_cycle (
    snapshot, weft_ticks_after (start, weft_compact_decode (&snapshot->trace->compact, length)));
}

/* --- cells ---------------------------------------------------------------------------------------
 *
 * The few of an op and of a stage that loops over many ops look at, read straight from their
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
  return weft_table_get_i64 (&snapshot->trace->ops, OP_FETCH, op);
}

static inline gint64
weft_op_fetch (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  return weft_pipeline_snapshot_to_cycle (snapshot, weft_op_fetch_tick (snapshot, op));
}

static inline WeftOpState
weft_op_state (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  return weft_table_get_u8 (&snapshot->trace->ops, OP_FLAGS, op) & OP_STATE_MASK;
}

/* The cycle behind a gem5 op's last stage, which stands in the log with the cycle that it takes, retired or
 * flushed. Kanata logs say when the op has ended. */
static inline gint64
weft_cycle_after_end (const WeftPipelineSnapshot *snapshot, gint64 tick)
{
  gint64 cycle = weft_pipeline_snapshot_to_cycle (snapshot, tick);

  return snapshot->trace->dialect == WEFT_PIPELINE_O3 && cycle < G_MAXINT64 ? cycle + 1 : cycle;
}

/* Ticks from the fetch to the retire or flush; G_MAXINT64 where there is none yet. */
static inline gint64
weft_op_ticks (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  const WeftPipelineTrace *trace = snapshot->trace;
  guint32 cell = weft_table_get_u32 (&trace->ops, OP_END, op);

  return cell == WEFT_COMPACT_NONE ? G_MAXINT64 : weft_compact_decode (&trace->compact, cell);
}

/* The cycle of the retire or flush, behind the op's last; the log's last cycle + 1 where there is
 * none yet. */
static inline gint64
weft_op_end (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  const WeftPipelineTrace *trace = snapshot->trace;
  guint32 cell = weft_table_get_u32 (&trace->ops, OP_END, op);
  gint64 tick;

  if (cell == WEFT_COMPACT_NONE)
    return weft_pipeline_snapshot_get_open_end (snapshot);
  tick = weft_ticks_after (weft_op_fetch_tick (snapshot, op),
                           weft_compact_decode (&trace->compact, cell));
  return weft_cycle_after_end (snapshot, tick);
}

static inline gint64
weft_op_thread (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  const WeftPipelineTrace *trace = snapshot->trace;

  return weft_compact_decode (&trace->compact, weft_table_get_u32 (&trace->ops, OP_TID, op));
}

/* The small number of the op's PC; WEFT_NO_ROW: none. */
static inline guint32
weft_op_pc_index (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  return weft_table_get_u32 (&snapshot->trace->ops, OP_PC, op);
}

/* --- stages, latest first -------------------------------------------------------------------- */

/* The stage that the op started last; WEFT_NO_ROW: none. */
static inline guint32
weft_op_last_stage (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  return weft_table_get_u32 (&snapshot->trace->ops, OP_LAST_STAGE, op);
}

static inline WeftKind
weft_stage_kind (const WeftPipelineSnapshot *snapshot, guint32 stage)
{
  return weft_table_get_u16 (&snapshot->trace->stages, STAGE_KIND, stage);
}

/* The cycles of a stage with these cells, of an op that was fetched at `fetch_tick`. FALSE where the stage is
 * still open: `end` is not set. */
static inline gboolean
weft_stage_cells_cycles (const WeftPipelineSnapshot *snapshot, guint32 start_cell,
                         guint32 length_cell, gint64 fetch_tick, gint64 *start, gint64 *end)
{
  gint64 tick =
    weft_ticks_after (fetch_tick, weft_compact_decode (&snapshot->trace->compact, start_cell));

  *start = weft_pipeline_snapshot_to_cycle (snapshot, tick);
  if (length_cell == WEFT_COMPACT_NONE)
    return FALSE;
  *end = weft_stage_end_cycle (snapshot, tick, length_cell);
  return TRUE;
}

/* The same, of a stage by its number. */
static inline gboolean
weft_stage_cycles (const WeftPipelineSnapshot *snapshot, guint32 stage, gint64 fetch_tick,
                   gint64 *start, gint64 *end)
{
  const WeftTable *stages = &snapshot->trace->stages;

  return weft_stage_cells_cycles (snapshot, weft_table_get_u32 (stages, STAGE_START, stage),
                                  weft_table_get_u32 (stages, STAGE_LENGTH, stage), fetch_tick,
                                  start, end);
}
