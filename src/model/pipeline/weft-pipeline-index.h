/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-index-reader.h"
#include "weft-index-writer.h"
#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* A pipeline trace in its index file. */

/* The trace rests: its log was read to the end. */
void weft_pipeline_trace_put (WeftTrace *trace, WeftIndexWriter *writer);

/* Fills a new trace with what is in the file, and publishes it; holds the reader. FALSE: the reader is bad, and the
 * trace of no use. */
gboolean weft_pipeline_trace_take (WeftPipelineTrace *self, WeftIndexReader *reader);

G_END_DECLS
