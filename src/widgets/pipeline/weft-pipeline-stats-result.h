/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-curves.h"
#include "weft-pipeline-explainer.h"
#include "weft-pipeline-facts.h"
#include "weft-pipeline-findings.h"
#include "weft-pipeline-history.h"
#include "weft-pipeline-op-counts.h"
#include "weft-runner.h"

G_BEGIN_DECLS

/* Computes statistics of a pipeline: see weft-runner.h. */

typedef struct
{
  WeftPipelineSnapshot *snapshot;
  WeftOpRange range;
  WeftPipelineRows *rows;               /* whose rows the range means; nullable: all ops */
  WeftPipelineSymbols *symbols;         /* (nullable) of functions and sources */
  gboolean wants_path;                  /* the critical path is computed too */
  gboolean loading;                     /* more of the log is to come */
  WeftPipelineAssumptions *assumptions; /* that the trace had when this was asked */
} WeftPipelineStatsQuestion;

/* The figures. A new range is computed at once, in place of what is being computed; the same one
 * again, for a trace that has grown, at most once per second while it is loading, and as soon as it is read. */
#define WEFT_TYPE_PIPELINE_STATS_RESULT (weft_pipeline_stats_result_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineStatsResult, weft_pipeline_stats_result, WEFT,
                      PIPELINE_STATS_RESULT, WeftResult)

struct _WeftPipelineStatsResult
{
  WeftResult parent_instance;

  WeftPipelineStatsQuestion question;
  WeftPipelineStats *stats;   /* of its ops. Where it has rows alone, its cycles are those from
                                  * their first fetch to their last end */
  WeftPipelineCurves *curves; /* over its cycles */
  WeftPipelineExplainer *explainer; /* this and `slots` are the main thread's from then on */
  WeftPipelineSlots *slots;         /* indexed for the whole log */
  WeftPipelineHistory
    *history;        /* of its cycles, in one bucket but for the whole log; NULL for rows */
  GArray *occupancy; /* WeftPipelineOccupancy, likewise */
  GArray *findings;  /* WeftFinding; NULL but for the whole log */
  WeftPipelineOpCounts counts;    /* of its rows, where it has rows */
  GArray *functions;              /* WeftPipelinePcStats of functions; NULL without symbols */
  WeftPipelineCriticalPath *path; /* NULL unless it was wanted */
  WeftPipelineFacts facts;        /* tables of all that; this keeps them */
};

/* Whether the result of a runner is not of the range that was asked for last. */
gboolean weft_pipeline_stats_result_is_stale (WeftRunner *runner);

G_END_DECLS
