/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-trace-origin.h"

G_BEGIN_DECLS

/* Things derived of a whole trace, of any family, kept beside its index file for the next time that they are needed.
 * `origin` (nullable) is that of the trace (weft_trace_ref_origin()) from before it was made sure that they are of all that
 * the trace has: NULL, nothing is kept of it. Any thread. */

/* A reader of what was kept by that word; NULL: nothing was. */
WeftIndexReader *weft_derived_open (const WeftTraceOrigin *origin, const char *what);

typedef void (*WeftDerivedPut) (gconstpointer derived, WeftIndexWriter *writer);

/* Keeps what `put` puts. */
void weft_derived_keep (const WeftTraceOrigin *origin, const char *what, WeftDerivedPut put,
                        gconstpointer derived);

G_END_DECLS
