/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-summary.h"
#include "weft-findings.h"

G_BEGIN_DECLS

/* The findings of a bus trace, ranked: (transfer full), see WeftFinding. `summary` is of the whole
 * trace, with the model and overlaps. Targets are "row:N" and "filter:EXPRESSION". Any thread. */
GArray *weft_bus_findings_new (const WeftBusSummary *summary);

G_END_DECLS
