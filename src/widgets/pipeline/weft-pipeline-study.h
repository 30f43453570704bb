/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-attachable.h"
#include "weft-pipeline-dependencies.h"
#include "weft-pipeline-panels.h"
#include "weft-pipeline-state.h"
#include "weft-pipeline-stats-result.h"

G_BEGIN_DECLS

/* Analyses of one open pipeline beside its picture, shared by all panels that show them:
 * statistics of the whole and of the brushed range, the symbols of its program, its dependencies in
 * both directions, and what of all that is drawn over the picture. All of it is computed on workers.
 * Main thread only.
 *
 * Signals, all without arguments but the study:
 *   "changed"  there are new statistics, or others were asked for
 *   "overlay"  what is drawn over the picture changed */

#define WEFT_TYPE_PIPELINE_STUDY (weft_pipeline_study_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineStudy, weft_pipeline_study, WEFT, PIPELINE_STUDY, GObject)

/* The study of a state, made when it is first asked for; it goes with the state.
 * (transfer none) */
WeftPipelineStudy *weft_pipeline_study_of (WeftPipelineState *state);

/* --- statistics --------------------------------------------------------------------------------- */

/* Asks for the statistics of what there is now, of the whole and of the brushed range: to be called by
 * whoever shows them, when it is shown and whenever the trace grew or the selection changed. */
void weft_pipeline_study_ask (WeftPipelineStudy *self);

/* The latest of the whole, and of the brushed range: (transfer none) (nullable). */
WeftPipelineStatsResult *weft_pipeline_study_get_whole (WeftPipelineStudy *self);
WeftPipelineStatsResult *weft_pipeline_study_get_range (WeftPipelineStudy *self);

/* Those of the range where one is brushed, else of the whole: (transfer none) (nullable). */
WeftPipelineStatsResult *weft_pipeline_study_get_shown (WeftPipelineStudy *self);

/* Whether what is shown is not yet what was asked for. */
gboolean weft_pipeline_study_is_stale (WeftPipelineStudy *self);

/* Why what was asked for can't be shown: (transfer none) (nullable). */
const GError *weft_pipeline_study_get_error (WeftPipelineStudy *self);

/* Whether the critical path is computed as well, and drawn over the picture. */
void weft_pipeline_study_set_shows_path (WeftPipelineStudy *self, gboolean shows_path);
gboolean weft_pipeline_study_get_shows_path (WeftPipelineStudy *self);

/* --- symbols ------------------------------------------------------------------------------------ */

/* The attachment of a pipeline: the ELF file of its program, which says from then on which
 * function and line a PC is of. */
void weft_pipeline_study_attachable_init (WeftAttachableInterface *iface);

/* --- dependencies ------------------------------------------------------------------------------- */

/* All that `op` depends on and all that depends on it, near ones first: (transfer none) (nullable),
 * an array of WeftDependencyStep, valid until the next call. NULL until a worker has seen all
 * dependencies of a log that has been read, which this starts; "overlay" is emitted then. */
const GArray *weft_pipeline_study_trace (WeftPipelineStudy *self, guint32 op);

/* The ops that `op` depends on as registers say, in a log that states no dependencies; none until the
 * statistics of the whole are there. Valid until there are new ones. */
const guint32 *weft_pipeline_study_infer (WeftPipelineStudy *self, guint32 op, guint32 *n_ops);

/* --- lateness ----------------------------------------------------------------------------------- */

/* The op and the ops on the way to what made it late: (transfer none) (nullable), an array of
 * WeftLatenessStep, valid until the next call or new statistics. NULL until those of the whole are
 * there. */
const GArray *weft_pipeline_study_explain (WeftPipelineStudy *self, guint32 op);

/* --- over time ---------------------------------------------------------------------------------- */

/* The graphs of what the machine did, for where the window stands: those of nothing until the
 * statistics of the whole are there. Valid until new statistics or the next call. */
WeftPipelinePanels weft_pipeline_study_get_panels (WeftPipelineStudy *self,
                                                   WeftPipelinePanelSet set);

/* How far the graphs of the run stand in for the ops (weft_pipeline_viewport_get_distance()); 0 as long
 * as there are none. */
double weft_pipeline_study_get_distance (WeftPipelineStudy *self);

/* The CPI stack of the brushed cycles, or of the whole where none are: (transfer full) (nullable), of
 * WeftCpiPart; NULL for rows, and as long as nothing is known of the whole. At once, however many cycles
 * there are. */
GArray *weft_pipeline_study_sum_cpi (WeftPipelineStudy *self);

/* The content of structures and stages in the same cycles: (transfer full) (nullable), of
 * WeftPipelineOccupancy, exact to the cycle. At once for a few cycles or all of them, else with the
 * statistics of the range. */
GArray *weft_pipeline_study_count_occupancy (WeftPipelineStudy *self);

/* The ops in each stage in a cycle, "F 4, Dc 4, Sc 12": (transfer full) (nullable), NULL where it is not
 * known, or the cycle is far out of sight. */
char *weft_pipeline_study_describe_cycle (WeftPipelineStudy *self, gint64 cycle);

/* --- places ------------------------------------------------------------------------------------- */

/* Goes where a link of facts or findings leads: "op:N", "stage:N" of the selected op,
 * "cycles:A:B" (brushes and shows them), "filter:EXPR" (the ops that it holds for), "clear:" (the
 * brushed range). */
void weft_pipeline_study_follow (WeftPipelineStudy *self, const char *target);

G_END_DECLS
