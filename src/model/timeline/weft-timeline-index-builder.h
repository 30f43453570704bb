/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bitset.h"
#include "weft-timeline-trace.h"

/* The index of the events in `rows` (nullable: of all): (transfer full). Those that are left out are
 * nobody's parents and take no time from them. Any thread. */
WeftTimelineIndex *weft_timeline_index_build (const WeftTimelineSnapshot *snapshot,
                                              const WeftBitset *rows);
