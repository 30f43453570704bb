/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-writer.h"
#include "weft-pipeline-stats.h"

G_BEGIN_DECLS

/* What stats and info of a pipeline have in common. */

/* "cycles" as a member of a JSON object. */
void weft_cli_write_cycles (WeftJsonWriter *writer, const WeftPipelineStats *stats);

/* Lines for people. */
void weft_cli_print_ops (const WeftPipelineStats *stats);
void weft_cli_print_cycles (const WeftPipelineStats *stats);
void weft_cli_print_dependencies (const WeftPipelineStats *stats);

/* The findings of a whole log, whose statistics these are: "findings" as a member of a JSON object,
 * in English whatever the locale, and for people a title with a line each. */
void weft_cli_write_findings (WeftJsonWriter *writer, WeftPipelineSnapshot *snapshot,
                              const WeftPipelineStats *stats);
void weft_cli_print_findings (WeftPipelineSnapshot *snapshot, const WeftPipelineStats *stats);

G_END_DECLS
