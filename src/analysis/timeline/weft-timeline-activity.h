/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-timeline-trace.h"

G_BEGIN_DECLS

/* The stretches in which nothing happens, by rising time: (transfer full) (element-type
 * WeftCycleRange). In the others a slice lasts, an instant is, or a counter changes. See WeftActivity.
 * Any thread. */
GArray *weft_timeline_find_quiet (const WeftTimelineSnapshot *snapshot);

G_END_DECLS
