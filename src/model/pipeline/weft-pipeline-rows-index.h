/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-index-writer.h"
#include "weft-pipeline-rows.h"

G_BEGIN_DECLS

/* The pyramid over all ops of a trace in its index file, so that it need not be made when the trace is opened
 * again. */

/* Of rows that are up to date and leave nothing out. */
void weft_pipeline_rows_put (WeftPipelineRows *self, WeftIndexWriter *writer);

G_END_DECLS
