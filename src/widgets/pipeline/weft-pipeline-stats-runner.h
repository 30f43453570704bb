/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-curves.h"
#include "weft-pipeline-facts.h"
#include "weft-pipeline-findings.h"
#include "weft-pipeline-op-counts.h"
#include "weft-pipeline-stalls.h"
#include "weft-runner.h"

G_BEGIN_DECLS

/* Computes statistics of a pipeline: see weft-runner.h. */

#define WEFT_TYPE_PIPELINE_STATS_RUNNER (weft_pipeline_stats_runner_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineStatsRunner, weft_pipeline_stats_runner, WEFT,
                      PIPELINE_STATS_RUNNER, WeftRunner)

/* What was computed. */
#define WEFT_TYPE_STATS_RESULT (weft_stats_result_get_type ())
G_DECLARE_FINAL_TYPE (WeftStatsResult, weft_stats_result, WEFT, STATS_RESULT, WeftResult)

struct _WeftStatsResult
{
  WeftResult parent_instance;

  WeftPipelineRows *rows; /* whose rows the range means; nullable: all ops */
  gboolean wants_path;

  WeftOpRange range; /* that this is about */
  WeftPipelineSnapshot *snapshot;
  WeftPipelineStats *stats;       /* of its ops. Where it has rows alone, its cycles are those from
                                  * their first fetch to their last end */
  WeftPipelineCurves *curves;     /* over its cycles */
  WeftPipelineStalls *stalls;     /* NULL but for the whole log */
  GArray *findings;               /* WeftFinding; NULL but for the whole log */
  WeftPipelineOpCounts counts;    /* of its rows, where it has rows */
  WeftPipelineSymbols *symbols;   /* nullable */
  GArray *functions;              /* WeftPipelineFunctionStats; NULL without symbols */
  WeftPipelineCriticalPath *path; /* NULL unless it was wanted */
  WeftPipelineFacts facts;        /* tables of all that; this keeps them */
};

WeftPipelineStatsRunner *weft_pipeline_stats_runner_new (void);

/* Asks for the statistics of a range. `rows` (nullable: all ops) says what its rows are. A new
 * range is computed at once, in place of what is being computed; the same one again, for a trace
 * that has grown, at most once per second. */
void weft_pipeline_stats_runner_ask (WeftPipelineStatsRunner *self, WeftPipelineSnapshot *snapshot,
                                     WeftPipelineRows *rows, const WeftOpRange *range);

/* Functions and sources are those of `symbols` (nullable) from now on; and whether the critical path
 * is computed too. What was computed last is computed again. */
void weft_pipeline_stats_runner_set_symbols (WeftPipelineStatsRunner *self,
                                             WeftPipelineSymbols *symbols);
void weft_pipeline_stats_runner_set_wants_path (WeftPipelineStatsRunner *self, gboolean wants_path);

/* Stops computing and forgets the results. */
void weft_pipeline_stats_runner_forget (WeftPipelineStatsRunner *self);

/* The latest results: (transfer none) (nullable). */
WeftStatsResult *weft_pipeline_stats_runner_get_result (WeftPipelineStatsRunner *self);

/* Whether the results are not those of the range that was asked for last. */
gboolean weft_pipeline_stats_runner_is_stale (WeftPipelineStatsRunner *self);

G_END_DECLS
