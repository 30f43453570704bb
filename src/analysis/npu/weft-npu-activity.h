/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-bandwidth.h"
#include "weft-npu-series.h"

G_BEGIN_DECLS

/* The stretches in which nothing happens, by rising time: (transfer full) (element-type
 * WeftCycleRange). In the others an event of any kind lasts, a sample counts something, or another of its
 * numbers changes; a sample of nothing is no event. See WeftActivity. Any thread. */
GArray *weft_npu_find_quiet (const WeftNpuSnapshot *snapshot, const WeftNpuBandwidth *bandwidth,
                             const WeftNpuSeriesSet *series);

G_END_DECLS
