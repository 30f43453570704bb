/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* The cycles in which an op was stalled (formats/kanata, "Stall cycles of an op"). One lane is the
 * pipeline: the one called "0", or else the first. Stages in any other lane say that the op waits:
 *
 *   - in a log that has such lanes, the stall cycles of an op are the cycles from its fetch to its
 *     end that lie in any stage of them, those that lie in two counted once. An open stage lasts
 *     until the op's end.
 *   - in a log that has none, they are an estimate: for each stage, the cycles that it lasted
 *     beyond the shortest stage of its kind that has ended in an op that retired (a flush cuts
 *     stages short), or in any op where there is no such. An open stage has lasted until the op's
 *     end.
 *
 * Apart from these, the cycles from fetch to end in which an op was in no stage of any lane are
 * gaps. */

typedef struct _WeftPipelineStalls WeftPipelineStalls;

typedef enum
{
  WEFT_STALL_LANE,   /* in a stage of another lane than the pipeline's */
  WEFT_STALL_GAP,    /* in no stage */
  WEFT_STALL_LENGTH, /* in a stage for longer than need be: the estimate */
  WEFT_N_STALL_TYPES
} WeftStallType;

/* Some cycles of an op. Where it was in several stages of a lane at once, the one that began last
 * counts, of those the one that stands last in the file. */
typedef struct
{
  WeftStallType type;
  WeftKind reason; /* LANE: the stage in the other lane */
  gboolean has_stage;
  WeftKind stage; /* of the pipeline. LANE: that the op was in, if any; GAP: the one that had ended
                       * last, if any; LENGTH: that was longer */
  guint64 cycles; /* one or more */
} WeftStall;

/* The index of the lane that is the pipeline. */
guint weft_pipeline_stalls_find_pipeline_lane (WeftPipelineTrace *trace);

/* Looks at the log once, where stalls must be estimated. NULL with G_IO_ERROR_CANCELLED when
 * cancelled. Holds the snapshot. */
WeftPipelineStalls *weft_pipeline_stalls_new (WeftPipelineSnapshot *snapshot,
                                              GCancellable *cancellable, GError **error);
void weft_pipeline_stalls_free (WeftPipelineStalls *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineStalls, weft_pipeline_stalls_free)

/* Whether the log has but one lane, so that the cycles are an estimate. */
gboolean weft_pipeline_stalls_is_estimate (const WeftPipelineStalls *self);

/* The stalls of `op`, `n_stalls` of them, and its gaps; LANE and GAP in order of time. Valid
 * until the next call. One thread at a time, as all that follows. */
const WeftStall *weft_pipeline_stalls_find (WeftPipelineStalls *self, guint32 op, guint *n_stalls);

/* The stall cycles of an op: of the above, without the gaps. */
guint64 weft_pipeline_stalls_get_cycles (WeftPipelineStalls *self, guint32 op);

/* "stall", "gap", "long": the word of machine output. */
const char *weft_stall_type_to_string (WeftStallType type);

G_END_DECLS
