/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-state.h"

G_BEGIN_DECLS

/* `describe` of a pipeline's state: what the status line says of a picture that is open, in cycles,
 * ops and rows. (transfer full) */
char *weft_pipeline_status_describe (WeftViewState *state, WeftStatusPart part);

/* The brushed ranges of a selection: "Rows 10 – 59 · Cycles 100 – 200"; `in_flight`: of ops that are
 * in flight in these cycles. (transfer full), NULL where there is none. */
char *weft_pipeline_status_describe_ranges (const WeftPipelineSelection *selection,
                                            gboolean in_flight);

G_END_DECLS
