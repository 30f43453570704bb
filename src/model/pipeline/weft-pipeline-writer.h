/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-pc.h"
#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* The one writer of a pipeline trace: what a reader calls for each record. Keeps what only writing
 * needs: ids to ops, the indexes of ops with very many stages, PCs to their numbers.
 *
 * Functions return FALSE or WEFT_NO_ROW where the storage is exhausted (after which
 * weft_pipeline_writer_is_full() holds), unless they say otherwise. */

typedef struct _WeftPipelineWriter WeftPipelineWriter;

/* Writes into `trace`, which must be empty; holds it. */
WeftPipelineWriter *weft_pipeline_writer_new (WeftPipelineTrace *trace,
                                              WeftPipelineDialect dialect);

/* Goes on with a trace that is whole up to here, as from an index file; holds it. NULL where no writer has made it. */
WeftPipelineWriter *weft_pipeline_writer_new_behind (WeftPipelineTrace *trace);

void weft_pipeline_writer_free (WeftPipelineWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineWriter, weft_pipeline_writer_free)

WeftPipelineTrace *weft_pipeline_writer_get_trace (WeftPipelineWriter *self);
gboolean weft_pipeline_writer_is_full (WeftPipelineWriter *self);

/* The op with id `id`; WEFT_NO_ROW where none began. */
guint32 weft_pipeline_writer_find_op (WeftPipelineWriter *self, gint64 id);

/* FALSE where none began, or it has ended. */
gboolean weft_pipeline_writer_find_open_op (WeftPipelineWriter *self, gint64 id, guint32 *op);

/* How many ops began. */
guint32 weft_pipeline_writer_get_n_ops (WeftPipelineWriter *self);

/* Begins an op, fetched at tick `tick`, whose id no other op has. Returns the op. */
guint32 weft_pipeline_writer_begin_op (WeftPipelineWriter *self, gint64 id, gint64 gid, gint64 tid,
                                       gint64 line, gint64 tick);

/* The id that a word stands for, or a number that is none of 64 bits (WEFT_FIRST_WORD). Any bytes. */
gint64 weft_pipeline_writer_intern_word (WeftPipelineWriter *self, const char *word, gsize length);

/* The kind for a stage name in a lane. Both are any bytes. A log with more than 65,535 kinds gets
 * the last one for all that follow. */
WeftKind weft_pipeline_writer_intern_kind (WeftPipelineWriter *self, const char *lane,
                                           gsize lane_length, const char *name, gsize name_length);

/* Starts a stage; closes the lane's open stage at the same tick. */
gboolean weft_pipeline_writer_start_stage (WeftPipelineWriter *self, guint32 op, WeftKind kind,
                                           gint64 tick);

/* Ends the latest stage of that kind, open or not (as the reference viewer does). FALSE where the
 * op has no such stage. */
gboolean weft_pipeline_writer_end_stage (WeftPipelineWriter *self, guint32 op, WeftKind kind,
                                         gint64 tick);

/* Starts (weft_pipeline_writer_start_stage()) or ends a stage of the op with id `id`. FALSE where that has not begun, or has
 * ended, or there is no such stage, and nothing is changed. */
gboolean weft_pipeline_writer_go_on (WeftPipelineWriter *self, gint64 id, WeftKind kind,
                                     gboolean starts, gint64 tick);

/* Ends a stage of the op with id `id`, and starts the next in its lane at the same tick, as the two do in turn. FALSE where
 * the op has not begun, or has ended, or `from` is not the lane's last at hand, and nothing is changed. */
gboolean weft_pipeline_writer_move_on (WeftPipelineWriter *self, gint64 id, WeftKind from,
                                       WeftKind to, gint64 tick);

/* The stage that was started last in `op`; WEFT_NO_ROW: none. */
guint32 weft_pipeline_writer_last_stage (WeftPipelineWriter *self, guint32 op);

/* The tick at which that stage started; the fetch tick where there is none. */
gint64 weft_pipeline_writer_last_start (WeftPipelineWriter *self, guint32 op);

/* Ends that stage one cycle after its start, however many ticks a cycle turns out to be. */
void weft_pipeline_writer_last_for_one_cycle (WeftPipelineWriter *self, guint32 op);

/* Retires or flushes the op and closes the last open stage of every lane. FALSE, and nothing is
 * changed, where that has happened before. */
gboolean weft_pipeline_writer_end_op (WeftPipelineWriter *self, guint32 op, WeftOpState state,
                                      gint64 rid, gint64 tick);

WeftOpState weft_pipeline_writer_get_state (WeftPipelineWriter *self, guint32 op);

/* Where arrows to and from the op attach, and where its store completed. */
void weft_pipeline_writer_set_consumes (WeftPipelineWriter *self, guint32 op, gint64 tick);
void weft_pipeline_writer_set_produces (WeftPipelineWriter *self, guint32 op, gint64 tick);
void weft_pipeline_writer_set_store (WeftPipelineWriter *self, guint32 op, gint64 tick);
void weft_pipeline_writer_set_tid (WeftPipelineWriter *self, guint32 op, gint64 tid);

/* A piece of text at `offset` of the source, `text` being its bytes (needed for labels, where the
 * PC is). FALSE for a stage text of an op without a stage. */
gboolean weft_pipeline_writer_add_label (WeftPipelineWriter *self, guint32 op, guint64 offset,
                                         const char *text, gsize length);

/* The same, with what weft_pipeline_pc_parse() finds in the piece, where it is the first one. */
gboolean weft_pipeline_writer_add_first_label (WeftPipelineWriter *self, guint32 op, guint64 offset,
                                               const char *text, gsize length, WeftPcState state,
                                               guint64 pc);

gboolean weft_pipeline_writer_add_detail (WeftPipelineWriter *self, guint32 op, guint64 offset,
                                          gsize length);
gboolean weft_pipeline_writer_add_stage_text (WeftPipelineWriter *self, guint32 op, guint64 offset,
                                              gsize length);

/* gem5: a line about the op at a tick (below 0: at none), which belongs to the stage that is open then, or
 * else to the detail. */
gboolean weft_pipeline_writer_add_note (WeftPipelineWriter *self, guint32 op, guint64 offset,
                                        gsize length, gint64 tick);

/* gem5: the fetch line, from its "O3PipeView:" on, and its PC (nullable). */
gboolean weft_pipeline_writer_add_fetch_line (WeftPipelineWriter *self, guint32 op, guint64 offset,
                                              gsize length, const guint64 *pc);

/* gem5: the digits of the tick that the log has for the stage started last, where it was started
 * at another because the log's ran backwards. */
gboolean weft_pipeline_writer_add_raw_tick (WeftPipelineWriter *self, guint32 op, guint64 offset,
                                            gsize length);

/* An edge from the op with id `producer_id`, which may not have begun yet (it is completed when it
 * does). FALSE in that case. */
gboolean weft_pipeline_writer_add_dependency (WeftPipelineWriter *self, guint32 consumer,
                                              gint64 producer_id, gint64 type, gint64 tick);

/* Forgets the op's dependencies, so that they can be written anew. */
void weft_pipeline_writer_clear_dependencies (WeftPipelineWriter *self, guint32 op);

/* Calls `function` with the tick at which each stage began, in any order. */
typedef void (*WeftPipelineTickFunc) (gint64 tick, gpointer data);
void weft_pipeline_writer_each_start (WeftPipelineWriter *self, WeftPipelineTickFunc function,
                                      gpointer data);

/* Publishes all that was written, with `last_tick` the last tick that the log reached. */
void weft_pipeline_writer_publish (WeftPipelineWriter *self, gint64 last_tick);

G_END_DECLS
