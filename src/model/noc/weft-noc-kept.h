/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-index-reader.h"
#include "weft-index-writer.h"
#include "weft-noc-trace.h"

G_BEGIN_DECLS

/* A NoC trace in its index file. */

/* The trace rests: its file was read to the end. */
void weft_noc_trace_put (WeftTrace *trace, WeftIndexWriter *writer);

/* Fills a new trace with what is in the file, and publishes it; holds the reader. FALSE: the reader is bad, and the
 * trace of no use. */
gboolean weft_noc_trace_take (WeftNocTrace *self, WeftIndexReader *reader);

G_END_DECLS
