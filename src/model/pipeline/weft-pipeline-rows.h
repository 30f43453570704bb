/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-block.h"
#include "weft-pipeline-profile.h"
#include "weft-pipeline-row-filter.h"
#include "weft-pipeline-row-order.h"

G_BEGIN_DECLS

/* The rows of a picture: an order over the ops of a trace, perhaps with some left out, and a
 * pyramid over it, so that a far-out picture costs no more than its pixels. One worker at a time
 * updates; any thread reads between weft_pipeline_rows_lock() and _unlock().
 *
 * The pyramid: level 0 has blocks of 64 rows, each further level blocks of four times as many. A
 * block holds two profiles, of how many of its ops are in which stage when: over absolute cycles,
 * and over cycles since each op's own fetch. */

#define WEFT_TYPE_PIPELINE_ROWS (weft_pipeline_rows_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineRows, weft_pipeline_rows, WEFT, PIPELINE_ROWS, GObject)

/* The rows of `trace`, none until the first update. Holds the trace. */
WeftPipelineRows *weft_pipeline_rows_new (WeftPipelineTrace *trace, WeftRowsFilter filter);

/* The rows that both `filter` and `ask` let through; ops that come later are asked for too, and
 * those that change anew. `free_data` (nullable) is called with `user_data` at the end. */
WeftPipelineRows *weft_pipeline_rows_new_filtered (WeftPipelineTrace *trace, WeftRowsFilter filter,
                                                   WeftRowsAsk ask, gpointer user_data,
                                                   GDestroyNotify free_data);

/* Before the first update. Rows that are not in the order of the fetch take a few bytes for each op
 * and are sorted with each update. */
void weft_pipeline_rows_set_order (WeftPipelineRows *self, WeftRowsOrder order);
WeftRowsOrder weft_pipeline_rows_get_order (WeftPipelineRows *self);

/* From the next update on the pyramid has relative profiles too, which the straightened layout is
 * drawn from; most never look at that, and making them takes as long as all the rest. Any thread;
 * whoever waits for the trace to grow is woken. */
void weft_pipeline_rows_straighten (WeftPipelineRows *self);

WeftPipelineTrace *weft_pipeline_rows_get_trace (WeftPipelineRows *self);

/* Brings order and pyramid up to the newest snapshot: new ops are added, blocks whose ops changed
 * are made anew. One thread at a time; locks readers out only while blocks are exchanged. */
void weft_pipeline_rows_update (WeftPipelineRows *self);

/* Rises with each update that changed anything. Any thread. */
guint weft_pipeline_rows_get_generation (WeftPipelineRows *self);

/* The generation in which rows [first, last), or some near them, or what the look of a whole
 * picture depends on (stage kinds, lanes, the number of digits of cycles and ids) last changed. What
 * was drawn of these rows alone under the lock at that generation or later still holds. Takes the
 * lock. */
guint weft_pipeline_rows_get_revision (WeftPipelineRows *self, gint64 first, gint64 last);

/* Between these two, rows, snapshot and blocks do not change. A thread may take the lock again while
 * it holds it. */
void weft_pipeline_rows_lock (WeftPipelineRows *self);
void weft_pipeline_rows_unlock (WeftPipelineRows *self);

/* The snapshot of the last update: (transfer none), for use under the lock or with a reference. */
WeftPipelineSnapshot *weft_pipeline_rows_get_snapshot (WeftPipelineRows *self);

guint32 weft_pipeline_rows_get_n_rows (WeftPipelineRows *self);

/* The ids of an op: in the log, in the simulator, of its thread, and in the order of retirement. */
typedef enum
{
  WEFT_OP_ID,
  WEFT_OP_SIMULATOR_ID,
  WEFT_OP_THREAD_ID,
  WEFT_OP_RETIRE_ID,
  WEFT_N_OP_IDS
} WeftOpIdKind;

/* Characters that such ids take in most ops of the log. Under the lock. */
guint weft_pipeline_rows_get_id_length (WeftPipelineRows *self, WeftOpIdKind kind);

/* The op in a row, and the row of an op: WEFT_NO_ROW where it is left out. Under the lock. */
guint32 weft_pipeline_rows_get_op (WeftPipelineRows *self, guint32 row);
guint32 weft_pipeline_rows_find_op (WeftPipelineRows *self, guint32 op);

/* [first, last) are the rows from the first to the last op that is in flight in the cycles
 * [from, to), or ends at `from`; equal where there is none. Under the lock; time grows with the
 * depth of the pyramid. */
void weft_pipeline_rows_find_range (WeftPipelineRows *self, gint64 from, gint64 to, guint32 *first,
                                    guint32 *last);

/* --- the pyramid, under the lock ----------------------------------------------------------------- */

/* How many levels there are: the last has one block. 0 for a trace without rows. */
guint weft_pipeline_rows_get_n_levels (WeftPipelineRows *self);

/* Block `index` of `level`, which covers rows
 * [index << (6 + 2 level), (index + 1) << (6 + 2 level)). FALSE where no such block is built. */
gboolean weft_pipeline_rows_get_summary (WeftPipelineRows *self, guint level, guint32 index,
                                         WeftBlockSummary *summary);
/* Likewise of the rows [first, last); of none everything is 0. */
void weft_pipeline_rows_sum (WeftPipelineRows *self, guint32 first, guint32 last,
                             WeftBlockSummary *sum);
gboolean weft_pipeline_rows_get_profile (WeftPipelineRows *self, WeftProfileLayout layout,
                                         guint level, guint32 index, WeftProfile *profile);

G_END_DECLS
