/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-capture.h"
#include "weft-trace-origin.h"

G_BEGIN_DECLS

/* Where what is derived of a capture is kept (weft-derived.h): beside the index file of its trace, if the capture is all of
 * that, and rests on nothing that a user said (`options`, nullable). (transfer full): NULL, nothing is kept. */
WeftTraceOrigin *weft_noc_derived_ref_origin (const WeftNocCapture *capture,
                                              const WeftNocOptions *options);

G_END_DECLS
