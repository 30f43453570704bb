/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-assumptions.h"
#include "weft-pipeline-resources.h"
#include "weft-trace.h"

#include "weft-table.h"

G_BEGIN_DECLS

/* A pipeline log: ops, their stages in lanes, their dependencies and texts. Rows keep file order
 * and raw ticks; what is known only later (where cycle 0 is, ticks per cycle, display order,
 * retire ids of a log that has none) comes in snapshots that replace one another.
 *
 * Words: an *op* is a number counted from 0 in file order; a *row* is a line of the picture. */

#define WEFT_TYPE_PIPELINE_TRACE (weft_pipeline_trace_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineTrace, weft_pipeline_trace, WEFT, PIPELINE_TRACE, WeftTrace)

/* Which document the texts of the log follow. */
typedef enum
{
  WEFT_PIPELINE_KANATA,
  WEFT_PIPELINE_O3, /* gem5 O3PipeView */
} WeftPipelineDialect;

/* A new, empty, growing trace. `context` (nullable) is where WeftTrace::changed is emitted. */
WeftPipelineTrace *weft_pipeline_trace_new (const char *title, GMainContext *context,
                                            WeftStorage storage);

/* --- stage kinds ---------------------------------------------------------------------------- */

/* A kind is a stage name in a lane, numbered in order of first appearance in the file. */
typedef guint16 WeftKind;

typedef struct
{
  const char *name;  /* as in the file, zero-terminated, any bytes; lives as long as the trace */
  const char *lane;  /* likewise */
  guint lane_index;  /* lanes in order of first appearance */
  guint rank;        /* order of first appearance within the lane, the index of its colour */
  guint depth;       /* stages of the same lane before it in the op where it appeared first */
  gboolean executes; /* arrows begin and end here: the name has an X (gem5: Cm) */
} WeftKindInfo;

/* Any thread. Kinds below this number exist. */
guint weft_pipeline_trace_get_n_kinds (WeftPipelineTrace *self);
void weft_pipeline_trace_get_kind (WeftPipelineTrace *self, WeftKind kind, WeftKindInfo *info);

/* The name of a kind, and the index of its lane, for whoever asks once a stage. */
const char *weft_pipeline_trace_get_kind_name (WeftPipelineTrace *self, WeftKind kind);
guint weft_pipeline_trace_get_kind_lane (WeftPipelineTrace *self, WeftKind kind);

/* Any thread. Lanes in order of first appearance; lane 0 is the one whose name is "0", or else the
 * first. */
guint weft_pipeline_trace_get_n_lanes (WeftPipelineTrace *self);
const char *weft_pipeline_trace_get_lane_name (WeftPipelineTrace *self, guint lane);

/* --- ids ------------------------------------------------------------------------------------- */

/* Ids of ops, of the simulator, of threads and of retirement are numbers. Where a log has words in
 * their place, or numbers beyond 64 bits, each stands for a number from here on, which is no id of
 * any log. */
#define WEFT_FIRST_WORD (G_MININT64 + 1)

/* The word that an id stands for, as in the file, zero-terminated, any bytes; NULL: it is a number.
 * Lives as long as the trace. Any thread. */
const char *weft_pipeline_trace_get_word (WeftPipelineTrace *self, gint64 id);

/* The id as the file has it, in valid UTF-8: (transfer full). */
char *weft_pipeline_trace_format_id (WeftPipelineTrace *self, gint64 id);

/* --- snapshots ------------------------------------------------------------------------------- */

/* One consistent state, which a view draws from; immutable. All functions below that take one are
 * for any thread, and answer in cycles. */
typedef struct
{
  gatomicrefcount ref_count;
  WeftPipelineTrace *trace; /* held by the copies that are handed out, not by the trace's own */
  guint generation;
  guint32 n_ops;
  guint32 n_dependencies; /* edges */
  guint32 stable_rows;    /* rows below show the same ops as in the snapshot before */

  /* For the functions below. */
  gboolean ids_rise;      /* from row to row */
  gint64 origin;          /* tick of cycle 0 */
  gint64 ticks_per_cycle; /* 1 or more */
  gint64 last_tick;       /* the last that the log reached, */
  gint64 last_end;        /* and the last in which an op ended */
  gint64 id_origin;       /* subtracted from the raw id */
  /* from weft_shared_new(), as snapshots share them */
  guint32 *ops_by_row; /* NULL: row = op */
  guint32 *rows_by_op;
  gint32 *rids; /* by op; NULL: OP_RID holds them */
} WeftPipelineSnapshot;

/* The newest snapshot: (transfer full), never NULL. It keeps the trace alive. */
WeftPipelineSnapshot *weft_pipeline_trace_ref_snapshot (WeftPipelineTrace *self);

/* The types of dependencies that the log has by now: bit 31 is for 31 and all above. Any thread. */
guint32 weft_pipeline_trace_get_dependency_types (WeftPipelineTrace *self);

/* The basis of analyses that begin from now on: (transfer none), and (transfer full), never NULL.
 * Any thread. */
void weft_pipeline_trace_set_assumptions (WeftPipelineTrace *self,
                                          WeftPipelineAssumptions *assumptions);
WeftPipelineAssumptions *weft_pipeline_trace_ref_assumptions (WeftPipelineTrace *self);

/* The code as a whole, as a model of the core tells of it: (transfer none), NULL where none does. It
 * is there once the file was read, and lives as long as the trace. Any thread. */
const WeftPipelineResources *weft_pipeline_trace_get_resources (WeftPipelineTrace *self);

/* The reader, once at most: (transfer full). */
void weft_pipeline_trace_take_resources (WeftPipelineTrace *self, WeftPipelineResources *resources);
WeftPipelineSnapshot *weft_pipeline_snapshot_ref (WeftPipelineSnapshot *snapshot);
void weft_pipeline_snapshot_unref (WeftPipelineSnapshot *snapshot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineSnapshot, weft_pipeline_snapshot_unref)

/* Fetch cycle of the first op in row order; the last cycle that the log reached. 0 and 0 where
 * there is no op. */
gint64 weft_pipeline_snapshot_get_first_cycle (const WeftPipelineSnapshot *snapshot);
gint64 weft_pipeline_snapshot_get_last_cycle (const WeftPipelineSnapshot *snapshot);

/* The op that stands in display row `row` (fetch order), and the row of an op. */
guint32 weft_pipeline_snapshot_op_at_row (const WeftPipelineSnapshot *snapshot, guint32 row);
guint32 weft_pipeline_snapshot_row_of_op (const WeftPipelineSnapshot *snapshot, guint32 op);

/* All ops in id order: a bulk (weft-bulk.h) for the caller, NULL where that is file order. */
guint32 *weft_pipeline_snapshot_order_by_id (const WeftPipelineSnapshot *snapshot);

/* The op with id `id`; WEFT_NO_ROW where there is none. Time grows with the number of ops only in
 * logs whose ids are not in file order. */
guint32 weft_pipeline_snapshot_find_id (const WeftPipelineSnapshot *snapshot, gint64 id);

/* The op nearest to line `line` of the file: the last one that begins there or before, as what the
 * log says of an op follows its first line. The first op where all begin later; WEFT_NO_ROW where
 * there is none. */
guint32 weft_pipeline_snapshot_find_line (const WeftPipelineSnapshot *snapshot, gint64 line);

/* --- ops --------------------------------------------------------------------------------------- */

typedef enum
{
  WEFT_OP_OPEN, /* no retire yet; at the end of the file that is the state "eof" */
  WEFT_OP_RETIRED,
  WEFT_OP_FLUSHED,
} WeftOpState;

/* "eof", "retired" or "flush": the word of machine output. */
const char *weft_op_state_to_string (WeftOpState state);

typedef struct
{
  guint32 op;
  WeftOpState state;
  gint64 id;  /* of the file */
  gint64 gid; /* of the simulator */
  gint64 rid; /* retire id; −1: none */
  gint64 tid;
  gint64 line;     /* of the I or fetch, from 1 */
  gint64 fetch;    /* cycle */
  gint64 end;      /* cycle of the retire or flush; open: last cycle + 1 */
  gint64 consumes; /* cycle in which it takes its inputs, WEFT_NO_CYCLE: none */
  gint64 produces; /* cycle in which its result is there, WEFT_NO_CYCLE: none */
  gint64 store;    /* cycle in which its store completed, WEFT_NO_CYCLE: none */
  gboolean has_pc;
  guint32 pc_index; /* small number of the PC, where has_pc */
} WeftOp;

gint64 weft_pipeline_snapshot_get_id (const WeftPipelineSnapshot *snapshot, guint32 op);
void weft_pipeline_snapshot_get_op (const WeftPipelineSnapshot *snapshot, guint32 op,
                                    WeftOp *result);

/* The fetch cycle alone: for loops over many ops. */
gint64 weft_pipeline_snapshot_get_fetch (const WeftPipelineSnapshot *snapshot, guint32 op);

/* The cycles from the fetch of an op within which its stages start and end, of all ops: no less than *least and
 * no more than *greatest. */
void weft_pipeline_snapshot_get_lags (const WeftPipelineSnapshot *snapshot, gint64 *least,
                                      gint64 *greatest);

/* Whether no op of the file is fetched before the one that stands before it. */
gboolean weft_pipeline_snapshot_fetch_rises (const WeftPipelineSnapshot *snapshot);

/* The PC with small number `index`, and how many there are. */
guint64 weft_pipeline_trace_get_pc (WeftPipelineTrace *self, guint32 index);
guint32 weft_pipeline_trace_get_n_pcs (WeftPipelineTrace *self);

/* --- stages ------------------------------------------------------------------------------------- */

typedef struct
{
  guint32 stage; /* number of the stage in file order */
  WeftKind kind;
  gboolean open; /* not ended: `end` is the op's end */
  gint64 start;  /* cycle */
  gint64 end;    /* first cycle after it; equal to start for a stage of length 0 */
} WeftStage;

/* A growing buffer for the stages of one op after another: zero-initialise, free with
 * weft_stage_buffer_clear(). */
typedef struct
{
  WeftStage *stages;
  guint n_stages;
  guint capacity;
} WeftStageBuffer;

void weft_stage_buffer_clear (WeftStageBuffer *buffer);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftStageBuffer, weft_stage_buffer_clear)

/* Fills `buffer` with the op's stages in start (file) order. */
void weft_pipeline_snapshot_get_stages (const WeftPipelineSnapshot *snapshot, guint32 op,
                                        WeftStageBuffer *buffer);

/* --- dependencies --------------------------------------------------------------------------------- */

typedef struct
{
  guint32 producer;   /* op, WEFT_NO_ROW where the log never names it */
  gint64 producer_id; /* as the file says */
  gint64 type;
  gint64 cycle; /* in which the log says so */
} WeftDependency;

/* The edges to the op's producers, in file order: appends to `dependencies` (of WeftDependency). */
void weft_pipeline_snapshot_get_producers (const WeftPipelineSnapshot *snapshot, guint32 op,
                                           GArray *dependencies);

G_END_DECLS
