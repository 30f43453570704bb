/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-state.h"
#include "weft-stats-view.h"

G_BEGIN_DECLS

/* The tables of a NoC trace: links, tiles, controllers, interfaces, zones, types, cables, each on a
 * page. A row selects what it is about. */
extern const WeftStatsKind weft_noc_stats;

G_END_DECLS
