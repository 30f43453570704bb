/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-pipeline-explanation.h"

G_BEGIN_DECLS

/* Why one op is late, as two tables: the parts of its life, and the ops on the way to what made it
 * late. Holds copies: the explainer may go on to other ops. */
typedef struct
{
  WeftPipelineExplainer *explainer;
  guint32 op;
  GArray *parts; /* WeftLatencyPart */
  GArray *chain; /* WeftLatenessStep; the first is the op itself */
} WeftPipelineExplanation;

/* The explainer must outlive it. */
WeftPipelineExplanation *weft_pipeline_explanation_new (WeftPipelineExplainer *explainer,
                                                        guint32 op);
void weft_pipeline_explanation_free (WeftPipelineExplanation *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineExplanation, weft_pipeline_explanation_free)

/* Keys and their order are those of docs/cli.md, "why". Valid as long as `self`. */
WeftFacts weft_pipeline_explanation_get_parts (WeftPipelineExplanation *self);
WeftFacts weft_pipeline_explanation_get_chain (WeftPipelineExplanation *self);

G_END_DECLS
