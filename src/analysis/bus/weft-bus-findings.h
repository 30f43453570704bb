/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-summary.h"
#include "weft-findings.h"

G_BEGIN_DECLS

/* The findings of a bus trace, by what they cost: (transfer full), see WeftFinding. `summary` is of the
 * whole trace, with the model and overlaps, and `index` of all accesses. Their targets are those of
 * weft-bus-target.h; what they lead to is a range of which the summary has their figures. Where nothing
 * waited the first says so, and whether that is known. Any thread; goes over all accesses once. */
GArray *weft_bus_findings_new (const WeftBusSummary *summary, const WeftBusIndex *index);

G_END_DECLS
