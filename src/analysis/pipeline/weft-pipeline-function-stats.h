/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-pc-stats.h"
#include "weft-pipeline-symbols.h"

G_BEGIN_DECLS

/* Sums up an array of WeftPipelinePcStats by function: (transfer full), an array of the same, the most
 * stalled first, then those with most ops, then by name. Of these, PCs, labels and how many retired
 * are not known. */
GArray *weft_pipeline_function_stats_new (const GArray *pcs, WeftPipelineSymbols *symbols);

G_END_DECLS
