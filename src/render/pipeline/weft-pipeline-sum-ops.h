/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-stage-block.h"
#include "weft-pipeline-summation.h"

G_BEGIN_DECLS

/* Adds the stages of ops of the block, from place `first` to before `last`, to the band. */
void weft_pipeline_sum_ops (WeftPipelineSummation *self, const WeftStageBlock *block, guint first,
                            guint last);

/* The same of an op, which may have more than a block has room for. */
void weft_pipeline_sum_op (WeftPipelineSummation *self, guint32 op);

/* Adds up amounts by kind for the cycles that lie between the two places, in cycles from the
 * viewport's origin: of an op. `amounts`: pairs of all and flushed, by kind. */
void weft_pipeline_measure_op (const WeftPipelineDrawing *drawing, guint32 op, double from,
                               double to, double *amounts);

G_END_DECLS
