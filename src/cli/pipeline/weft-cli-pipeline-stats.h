/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-stats.h"
#include "weft-report.h"

G_BEGIN_DECLS

/* Lines that stats and info of a pipeline both print. */

/* How many ops there are, and what became of them; from which cycle to which. */
/* How many dependencies there are, and where what is known of them comes from. */
void weft_cli_report_dependencies (WeftReport *report, const WeftPipelineStats *stats);

void weft_cli_report_ops (WeftReport *report, const WeftPipelineStats *stats);
void weft_cli_report_cycles (WeftReport *report, const WeftPipelineStats *stats);

/* The findings of a whole log, whose statistics these are: for machines in English whatever the
 * locale, for people a title with a line each. */
void weft_cli_pipeline_report_findings (WeftReport *report, WeftPipelineSnapshot *snapshot,
                                        const WeftPipelineStats *stats);

G_END_DECLS
