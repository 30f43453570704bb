/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-stats-view.h"

G_BEGIN_DECLS

/* The statistics of a timeline: "flame", a flame graph, and by their words among
 * weft_timeline_table_words tables of names, categories, processes, threads, streams, devices, counters
 * and instants. Of the brushed range where there is one, and of what the filter lets through. */
extern const WeftStatsKind weft_timeline_stats;

G_END_DECLS
