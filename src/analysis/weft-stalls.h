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
 *     end. */

typedef struct _WeftStalls WeftStalls;

/* The index of the lane that is the pipeline. */
guint       weft_stalls_find_pipeline_lane (WeftPipelineTrace *trace);

/* Looks at the log once, where stalls must be estimated. NULL with G_IO_ERROR_CANCELLED when
 * cancelled. Holds the snapshot. */
WeftStalls *weft_stalls_new         (WeftPipelineSnapshot *snapshot, GCancellable *cancellable,
                                     GError **error);
void        weft_stalls_free        (WeftStalls *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftStalls, weft_stalls_free)

/* Whether the log has but one lane, so that the cycles are an estimate. */
gboolean    weft_stalls_is_estimate (const WeftStalls *self);

/* The stall cycles of an op. One thread at a time. */
guint64     weft_stalls_get_cycles  (WeftStalls *self, guint32 op);

G_END_DECLS
