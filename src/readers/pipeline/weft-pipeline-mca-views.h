/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-reading.h"
#include "weft-pipeline-resources.h"

G_BEGIN_DECLS

/* The views of llvm-mca that are about a code region as a whole. Names of resources stand behind the
 * regions, so that what refers to them waits. */

/* The members of a region, by their slots. */
#define WEFT_MCA_REGION_KEYS(M) \
  M (MCA_NAME, "Name") \
  M (MCA_INSTRUCTIONS, "Instructions") \
  M (MCA_INFO, "InstructionInfoView") \
  M (MCA_INFO_LIST, "InstructionInfoView.InstructionList") \
  M (MCA_TIMELINE, "TimelineView") \
  M (MCA_TIMELINE_INFO, "TimelineView.TimelineInfo") \
  M (MCA_PRESSURE, "ResourcePressureView") \
  M (MCA_PRESSURE_INFO, "ResourcePressureView.ResourcePressureInfo") \
  M (MCA_STALLS, "DispatchStatistics") \
  M (MCA_SUMMARY, "SummaryView") \
  M (MCA_ITERATIONS, "SummaryView.Iterations") \
  M (MCA_N_INSTRUCTIONS, "SummaryView.Instructions") \
  M (MCA_CYCLES, "SummaryView.TotalCycles") \
  M (MCA_UOPS, "SummaryView.TotaluOps") \
  M (MCA_WIDTH, "SummaryView.DispatchWidth") \
  M (MCA_IPC, "SummaryView.IPC") \
  M (MCA_UOPS_PER_CYCLE, "SummaryView.uOpsPerCycle") \
  M (MCA_THROUGHPUT, "SummaryView.BlockRThroughput")

enum
{
  WEFT_MCA_REGION_KEYS (WEFT_JSON_SLOT)
};

typedef struct
{
  WeftPipelineResources *resources; /* of which regions and stalls are there at once */
  GArray *uses;                     /* of resources, until these have names */
  WeftJsonSchema *use_schema;
} WeftMcaViews;

void weft_mca_views_init (WeftMcaViews *self);
void weft_mca_views_clear (WeftMcaViews *self);

/* Reads a region, whose instructions are `labels` (of char *). FALSE: a view of it has another shape
 * than is known, and is left out; `offset` is where. */
gboolean weft_mca_views_read (WeftMcaViews *self, const WeftJsonRecord *region, const char *name,
                              const GPtrArray *labels, guint64 *offset);

/* All regions have been read. `target` (nullable) is the object that names the resources. (transfer
 * full): (nullable) there was no region. */
WeftPipelineResources *weft_mca_views_finish (WeftMcaViews *self, const WeftJsonValue *target);

G_END_DECLS
