/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-summation.h"

G_BEGIN_DECLS

/* Adds the profiles of a band's blocks. */
void weft_pipeline_sum_profiles (WeftPipelineSummation *self, const WeftPipelineBand *band);

/* As weft_pipeline_measure_op(), of a band. */
void weft_pipeline_measure_profiles (const WeftPipelineDrawing *drawing,
                                     const WeftPipelineBand *band, double from, double to,
                                     double *amounts);

G_END_DECLS
