/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-index-label.h"

G_BEGIN_DECLS

/* The file that all of a trace is of, where that has or gets an index file. What was derived from the whole trace is
 * kept beside that, in files of their own, one for each kind of it, which a word names: whoever counted it first puts it
 * there. Immutable, for any thread. */

typedef struct _WeftTraceOrigin WeftTraceOrigin;

/* The stamp of the label has its hash; its language is nobody's concern. */
WeftTraceOrigin *weft_trace_origin_new (const WeftIndexLabel *label);
WeftTraceOrigin *weft_trace_origin_ref (WeftTraceOrigin *self);
void weft_trace_origin_unref (WeftTraceOrigin *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTraceOrigin, weft_trace_origin_unref)

/* A reader of what was derived from the file as it is, which is what was put into the writer of weft_trace_origin_create().
 * NULL: there is nothing. */
WeftIndexReader *weft_trace_origin_open (const WeftTraceOrigin *self, const char *what);

/* For what was derived: to be finished with weft_trace_origin_keep(), which puts it in the place of what was there. NULL
 * where there can be none. */
WeftIndexWriter *weft_trace_origin_create (const WeftTraceOrigin *self);
void weft_trace_origin_keep (const WeftTraceOrigin *self, WeftIndexWriter *writer,
                             const char *what);

G_END_DECLS
