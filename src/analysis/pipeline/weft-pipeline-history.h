/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-slots.h"

G_BEGIN_DECLS

/* The machine over time: how many ops were in each stage of the pipeline's lane, how many retired
 * and were flushed, and where retire slots went (weft-pipeline-slots.h). It is kept in buckets of
 * equally many cycles, a power of two, of which there are so few that a picture of all of them
 * costs no more than its pixels; close up, a part of it is made anew, exact to the cycle.
 *
 * Ops that never end are in no stage here: when they left it nobody knows. Holds neither explainer
 * nor slots, which must outlive it. One thread at a time, as those. */

typedef struct _WeftPipelineHistory WeftPipelineHistory;

typedef enum
{
  WEFT_HISTORY_STAGE,   /* op cycles in a stage, by its place from the front of the pipeline */
  WEFT_HISTORY_SLOTS,   /* slots, by WeftCpiCategory */
  WEFT_HISTORY_RETIRED, /* ops, as the next */
  WEFT_HISTORY_FLUSHED,
} WeftHistorySeries;

/* Of as many buckets as a picture of the whole needs. */
#define WEFT_HISTORY_BUCKETS 65536u

/* The cycles [first, end) in at most so many buckets, one at least. Looks at every op and every cycle
 * once; a few megabytes, however long the log is. Of WEFT_HISTORY_BUCKETS, which are asked for of a whole log,
 * it is kept for the next time. NULL with G_IO_ERROR_CANCELLED when cancelled. */
WeftPipelineHistory *weft_pipeline_history_new (WeftPipelineExplainer *explainer,
                                                const WeftPipelineSlots *slots, gint64 first,
                                                gint64 end, guint max_buckets,
                                                GCancellable *cancellable, GError **error);

/* The cycles [first, end) of a history, with a bucket for each cycle: as quick as there are ops in flight
 * in them. The history must outlive it. */
WeftPipelineHistory *weft_pipeline_history_new_part (const WeftPipelineHistory *whole, gint64 first,
                                                     gint64 end);
void weft_pipeline_history_free (WeftPipelineHistory *self);

/* A history of so many buckets in an index file; and the same again: NULL, with the reader bad, where there is none of
 * these cycles, or more in a bucket than there can be. */
void weft_pipeline_history_put (const WeftPipelineHistory *self, WeftIndexWriter *writer);
WeftPipelineHistory *weft_pipeline_history_take (WeftPipelineExplainer *explainer,
                                                 const WeftPipelineSlots *slots, gint64 first,
                                                 gint64 end, WeftIndexReader *reader);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineHistory, weft_pipeline_history_free)

/* The cycles [*first, *end) that it knows. */
void weft_pipeline_history_get_cycles (const WeftPipelineHistory *self, gint64 *first, gint64 *end);

/* Cycles of a bucket, 1 or more. */
guint64 weft_pipeline_history_get_bucket (const WeftPipelineHistory *self);

/* The stages, from the front of the pipeline to its end, and the kind of each; none where there are more
 * names than a pipeline has stages. */
guint weft_pipeline_history_get_n_stages (const WeftPipelineHistory *self);
WeftKind weft_pipeline_history_get_stage (const WeftPipelineHistory *self, guint stage);

/* The phase of each stage: (transfer none) */
WeftPipelinePhases *weft_pipeline_history_get_phases (const WeftPipelineHistory *self);

/* Slots of a cycle; 0: there are none. */
guint32 weft_pipeline_history_get_width (const WeftPipelineHistory *self);

/* Widens [*from, *to) to whole buckets, and cuts it to the cycles that are known. FALSE where nothing
 * is left. */
gboolean weft_pipeline_history_align (const WeftPipelineHistory *self, gint64 *from, gint64 *to);

/* The sum of a series over the cycles [from, to), which are aligned. `index` is of a stage or a
 * category, else 0. */
guint64 weft_pipeline_history_sum (const WeftPipelineHistory *self, WeftHistorySeries series,
                                   guint index, gint64 from, gint64 to);

/* --- structures ------------------------------------------------------------------------------------- */

/* The queues of a core, as far as stages tell who is in them: an op holds a place in all that its phase
 * says (docs/statistics.md, "Structures"). */
typedef enum
{
  WEFT_STRUCTURE_FETCH_QUEUE,    /* fetched, and not yet dispatched */
  WEFT_STRUCTURE_REORDER_BUFFER, /* dispatched, and not yet retired */
  WEFT_STRUCTURE_ISSUE_QUEUE,    /* waits for its inputs or a unit */
  WEFT_STRUCTURE_LOAD_STORE,     /* executes in the load/store unit */
  WEFT_N_STRUCTURES
} WeftPipelineStructure;

/* "fetch-queue", "reorder-buffer", "issue-queue", "load-store": the word of machine output. */
const char *weft_pipeline_structure_to_string (WeftPipelineStructure structure);

/* Op cycles in the structure; FALSE where no stage is part of it, so that nothing is known. */
gboolean weft_pipeline_history_sum_structure (const WeftPipelineHistory *self,
                                              WeftPipelineStructure structure, gint64 from,
                                              gint64 to, guint64 *op_cycles);

G_END_DECLS
