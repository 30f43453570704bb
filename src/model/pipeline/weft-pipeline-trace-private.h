/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-compact.h"
#include "weft-pipeline-trace.h"
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
  TEXT_STAGE,    /* u32 stage of a stage text */
  N_TEXT_COLUMNS
};

typedef enum
{
  WEFT_TEXT_LABEL,
  WEFT_TEXT_DETAIL,
  WEFT_TEXT_STAGE,
  WEFT_TEXT_FETCH, /* gem5: the fetch line, of which label and detail are made */
} WeftTextType;

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

struct _WeftPipelineTrace
{
  WeftTrace parent_instance;

  WeftPipelineDialect dialect;
  WeftChunkStore *store;
  WeftCompact compact;
  WeftTable ops;
  WeftTable stages;
  WeftTable texts;
  WeftTable deps;
  WeftTable revisions; /* u32 *: one per block of ops, raised after each change in the block */
  WeftTable kinds;
  WeftTable pcs;   /* u64 */
  WeftTable lanes; /* u32: id in names */
  WeftStringPool names;
  gint64 last_retire;     /* the largest tick of a retirement: the writer's */
  guint32 n_cleared_deps; /* rows of deps that no op refers to any more: the writer's */

  WeftLock lock; /* of the pointer below */
  struct _WeftPipelineSnapshot *newest;
};

struct _WeftPipelineSnapshot
{
  gatomicrefcount ref_count;
  WeftPipelineTrace *trace; /* held by the copies that are handed out, not by `newest` */
  guint generation;
  guint32 n_ops;
  guint32 n_deps;
  guint32 stable_rows;
  gboolean ids_rise;      /* from row to row */
  gint64 origin;          /* tick of cycle 0 */
  gint64 ticks_per_cycle; /* 1 or more */
  gint64 last_tick;       /* the last that the log reached, */
  gint64 last_retire;     /* and the last with a retirement */
  gint64 id_origin;       /* subtracted from the raw id */
  /* from weft_shared_new(), as snapshots share them */
  guint32 *ops_by_row; /* NULL: row = op */
  guint32 *rows_by_op;
  gint32 *rids; /* by op; NULL: OP_RID holds them */
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
