/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* Oddities of a log that was read whole, though every line of it can be used: ops that never end,
 * ids that go back, and types of dependencies that the format reserves. Calls `sink` with an
 * information for each kind, at the line of the first op. */
void weft_pipeline_check (WeftPipelineSnapshot *snapshot, WeftDiagnosticSink sink, gpointer data);

G_END_DECLS
