/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-section.h"
#include "weft-pipeline-state.h"
#include "weft-pipeline-stats-result.h"

G_BEGIN_DECLS

/* The inspector's text about one op. Links lead to "op:N" (an op) and "stage:N" (the Nth stage
 * of this op). */

typedef struct
{
  WeftPipelineSnapshot *snapshot;
  WeftPipelineRows *rows;
  const WeftPipelineStatsResult *whole; /* nullable: statistics of the log, not there yet */
  guint32 op;
  guint stage; /* WEFT_NO_STAGE: none */
  WeftClock clock;
} WeftPipelineOpFacts;

/* The sentence that says why it took as long, by what it was held up, and the ops on the way to that. */
void weft_pipeline_op_facts_write_why (const WeftPipelineOpFacts *facts, WeftFactSection *section);
void weft_pipeline_op_facts_write_op (const WeftPipelineOpFacts *facts, WeftFactSection *section);
void weft_pipeline_op_facts_write_stage (const WeftPipelineOpFacts *facts,
                                         WeftFactSection *section);
void weft_pipeline_op_facts_write_stages (const WeftPipelineOpFacts *facts,
                                          WeftFactSection *section);
void weft_pipeline_op_facts_write_producers (const WeftPipelineOpFacts *facts,
                                             WeftFactSection *section);
void weft_pipeline_op_facts_write_consumers (const WeftPipelineOpFacts *facts,
                                             WeftFactSection *section);

G_END_DECLS
