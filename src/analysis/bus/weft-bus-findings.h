/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-summary.h"
#include "weft-findings-kept.h"

G_BEGIN_DECLS

/* The findings of a bus trace, by what they cost: (transfer full), see WeftFinding. `summary` is of the
 * whole trace, with the model and overlaps, and `index` of all accesses. Their targets are those of
 * weft-bus-target.h; what they lead to is a range of which the summary has their figures. Where nothing
 * waited the first says so, and whether that is known. Any thread; goes over all accesses once. */
GArray *weft_bus_findings_new (const WeftBusSummary *summary, const WeftBusIndex *index);

/* Those of all that the trace has, kept beside its index file (weft-findings-kept.h), or what `make` makes of the snapshot,
 * which is then kept where it shows all. */
GArray *weft_bus_findings_find (const WeftBusSnapshot *snapshot, WeftFindingsMake make,
                                gpointer data, GCancellable *cancellable, GError **error);

G_END_DECLS
