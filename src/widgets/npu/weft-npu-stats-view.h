/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-stats-view.h"

G_BEGIN_DECLS

/* The statistics of an NPU run: "charts" and a roofline, and by their words among
 * weft_npu_table_words tables of engines, layers, ops, tokens, stalls, bits and banks. Of the
 * brushed range where there is one, and of what the filter lets through. */
extern const WeftStatsKind weft_npu_stats;

G_END_DECLS
