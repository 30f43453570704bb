/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-stats-view.h"

G_BEGIN_DECLS

/* The statistics of a bus trace, of what is shown and in the brushed range: an overview, the tables
 * and a comparison with another trace. A row leads to its access, or to the accesses that it
 * counts. */
extern const WeftStatsKind weft_bus_stats;

G_END_DECLS
