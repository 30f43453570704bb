/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-index-reader.h"
#include "weft-index-writer.h"
#include "weft-timeline-trace.h"

G_BEGIN_DECLS

/* A timeline in its index file. How its slices nest is found anew when it is taken. */

/* Whether it can be put there: it is of one file, whose events are read back as they stand there. */
gboolean weft_timeline_trace_can_put (WeftTrace *trace);

/* The trace rests: its file was read to the end. */
void weft_timeline_trace_put (WeftTrace *trace, WeftIndexWriter *writer);

/* Fills a new trace with what is in the file, and publishes it; holds the reader. FALSE: the reader is bad, and the
 * trace of no use. */
gboolean weft_timeline_trace_take (WeftTimelineTrace *self, WeftIndexReader *reader);

G_END_DECLS
