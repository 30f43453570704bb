/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-index-reader.h"
#include "weft-index-writer.h"
#include "weft-timeline-trace.h"

G_BEGIN_DECLS

/* A timeline in its index file. How its slices nest is found anew when it is taken. */

/* Whether it can be put there: its events are read back as they stand in its files. */
gboolean weft_timeline_trace_can_put (WeftTrace *trace);

/* The trace rests: its files were read to the end. */
void weft_timeline_trace_put (WeftTrace *trace, WeftIndexWriter *writer);

/* The texts of its files that have one of their own: (transfer full) (element-type WeftTextStore). */
GPtrArray *weft_timeline_trace_list_texts (WeftTrace *trace);

/* Fills a new trace with what is in the file, and publishes it; holds the reader. `texts` (nullable) are those of
 * weft_timeline_trace_list_texts(): the trace is of a directory. FALSE: the reader is bad, and the trace of no use. */
gboolean weft_timeline_trace_take (WeftTimelineTrace *self, WeftIndexReader *reader,
                                   const GPtrArray *texts);

G_END_DECLS
