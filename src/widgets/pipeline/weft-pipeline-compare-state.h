/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-compare-facts.h"
#include "weft-pipeline-state.h"

G_BEGIN_DECLS

/* Two pipelines that are looked at together: a state for each, which move and select together, and
 * the comparison of their logs, which a worker makes, and makes anew when they grow. Main thread
 * only.
 *
 * Signals:
 *   "compared"  there is another comparison
 *   "arrived"   of the first one: the pictures have gone to its first group of differences */

#define WEFT_TYPE_PIPELINE_COMPARE_STATE (weft_pipeline_compare_state_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineCompareState, weft_pipeline_compare_state, WEFT,
                      PIPELINE_COMPARE_STATE, GObject)

WeftPipelineCompareState *weft_pipeline_compare_state_new (WeftPipelineTrace *a,
                                                           WeftPipelineTrace *b);

/* The state of WEFT_LOG_A or WEFT_LOG_B: (transfer none). */
WeftPipelineState *weft_pipeline_compare_state_get_state (WeftPipelineCompareState *self, int log);

/* (transfer none) (nullable): NULL before there is one. It lives as long as
 * weft_pipeline_compare_state_get_owner() is held. */
const WeftPipelineCompare *weft_pipeline_compare_state_get_result (WeftPipelineCompareState *self);
GObject *weft_pipeline_compare_state_get_owner (WeftPipelineCompareState *self);

/* Which ops are the same. */
void weft_pipeline_compare_state_set_alignment (WeftPipelineCompareState *self,
                                                WeftPipelineAlignment alignment);

/* Whether both pictures show the same time, counted from the first op that both have, or (at first)
 * the same op at their upper left corners, each at its own time. */
void weft_pipeline_compare_state_set_same_time (WeftPipelineCompareState *self, gboolean same_time);

/* Whether B's picture lies over A's: then each log has shades of a colour of its own, and B goes where
 * A is, never A where B is. */
void weft_pipeline_compare_state_set_overlaid (WeftPipelineCompareState *self, gboolean overlaid);

/* Both pictures go to what a row of the table is about: the op with which it begins, and the cycle in
 * which that one differs, which lies at the same place in both (unless they show the same time) as long
 * as it is in sight. The op, the stage and the cycle are selected in both. */
void weft_pipeline_compare_state_show (WeftPipelineCompareState *self, WeftCompareFactsKey key,
                                       guint row);

G_END_DECLS
