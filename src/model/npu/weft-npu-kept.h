/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-index-reader.h"
#include "weft-index-writer.h"
#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* The trace of an NPU run in its index file. Its events are put into the order of time anew when it is taken. */

/* The trace rests: its file was read to the end. */
void weft_npu_trace_put (WeftTrace *trace, WeftIndexWriter *writer);

/* Fills a new trace with what is in the file, and publishes it; holds the reader. FALSE: the reader is bad, and the
 * trace of no use. */
gboolean weft_npu_trace_take (WeftNpuTrace *self, WeftIndexReader *reader);

G_END_DECLS
