/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cycle-range.h"
#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* The cycles that the ops cover, [*first, *last), and the stretches of them in which none is in flight, by
 * rising time: (transfer full) (element-type WeftCycleRange). An op that never ends is in flight until the
 * log ends, and one that is flushed until that. See WeftActivity. Any thread. */
GArray *weft_pipeline_find_quiet (const WeftPipelineSnapshot *snapshot, gint64 *first,
                                  gint64 *last);

G_END_DECLS
