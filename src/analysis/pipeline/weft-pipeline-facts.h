/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-pipeline-critical-path.h"
#include "weft-pipeline-curves.h"
#include "weft-pipeline-occupancy.h"
#include "weft-pipeline-stats.h"
#include "weft-pipeline-symbols.h"

G_BEGIN_DECLS

/* The tables of a pipeline's statistics, for terminals and windows alike. Keys and their order are
 * those of docs/cli.md. */

typedef enum
{
  WEFT_PIPELINE_FACTS_STAGES,
  WEFT_PIPELINE_FACTS_STALLS,
  WEFT_PIPELINE_FACTS_PCS,
  WEFT_PIPELINE_FACTS_THREADS,
  WEFT_PIPELINE_FACTS_SQUASHES,
  WEFT_PIPELINE_FACTS_STORMS,
  WEFT_PIPELINE_FACTS_FUNCTIONS, /* without symbols there is none */
  WEFT_PIPELINE_FACTS_PATH,      /* without a path there is none */
  WEFT_PIPELINE_FACTS_CURVES,    /* without curves there is none */
  WEFT_PIPELINE_FACTS_CPI,
  WEFT_PIPELINE_FACTS_OCCUPANCY, /* without one there is none */
  /* Without resources there are none: */
  WEFT_PIPELINE_FACTS_REGIONS,
  WEFT_PIPELINE_FACTS_BOTTLENECKS,
  WEFT_PIPELINE_FACTS_PRESSURE,
  WEFT_PIPELINE_FACTS_REASONS, /* none where the log attributes no stalls */
  WEFT_N_PIPELINE_FACTS
} WeftPipelineFactsKey;

/* The schemas of their rows; all of the fields are columns. */
extern const WeftSchema weft_pipeline_table_schemas[WEFT_N_PIPELINE_FACTS];

/* The tables read from these. All of it must live as long as a table is in use. */
typedef struct
{
  WeftPipelineSnapshot *snapshot;
  const WeftPipelineStats *stats;
  WeftPipelineSymbols *symbols;           /* nullable: nothing is known of functions and sources */
  const GArray *functions;                /* WeftPipelinePcStats of functions; nullable likewise */
  const WeftPipelineCriticalPath *path;   /* nullable */
  const WeftPipelineCurves *curves;       /* nullable */
  const GArray *occupancy;                /* WeftPipelineOccupancy; nullable */
  const WeftPipelineResources *resources; /* nullable */
} WeftPipelineFacts;

/* One of the tables, valid as long as `self`. */
WeftFacts weft_pipeline_facts_get (const WeftPipelineFacts *self, WeftPipelineFactsKey key);

/* The op that a row of the table is about, where one best sees why it is there: the longest stage,
 * the slowest op of a PC, a squash's cause. WEFT_NO_ROW: there is none. */
guint32 weft_pipeline_facts_get_op (const WeftPipelineFacts *self, WeftPipelineFactsKey key,
                                    guint row);

/* The steps of a critical path that cost this, in words: (transfer full). */
char *weft_path_cost_describe (const WeftPathCost *cost, WeftPipelineTrace *trace);

/* The cycles that a row is about, where it is about cycles rather than an op. FALSE: it is not. */
gboolean weft_pipeline_facts_get_cycles (const WeftPipelineFacts *self, WeftPipelineFactsKey key,
                                         guint row, WeftCycleRange *cycles);

G_END_DECLS
