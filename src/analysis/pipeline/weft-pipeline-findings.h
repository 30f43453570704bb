/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-findings.h"
#include "weft-pipeline-stats.h"

G_BEGIN_DECLS

/* The findings of a pipeline, ranked: (transfer full), see WeftFinding. `stats` are those of the
 * whole snapshot. Targets are "op:N", "cycles:A:B" and "filter:EXPR". NULL with G_IO_ERROR_CANCELLED when
 * cancelled. Any thread; a few milliseconds per million ops. */
GArray *weft_pipeline_findings_new (WeftPipelineSnapshot *snapshot, const WeftPipelineStats *stats,
                                    GCancellable *cancellable, GError **error);

G_END_DECLS
