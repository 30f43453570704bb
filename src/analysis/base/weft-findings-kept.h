/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-findings.h"
#include "weft-trace-origin.h"

G_BEGIN_DECLS

/* Findings of a whole trace, of any family, that rest on nothing else, kept beside its index file (weft-derived.h), in the
 * language in which they were made. `origin` (nullable): as there. Any thread. */

/* (transfer full). NULL: there are none, and they must be made. Where they lead to is anything. */
GArray *weft_findings_restore (const WeftTraceOrigin *origin);

void weft_findings_keep (const GArray *findings, const WeftTraceOrigin *origin);

G_END_DECLS
