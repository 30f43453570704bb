/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-stats.h"

G_BEGIN_DECLS

/* When DRAM moved more than WEFT_NPU_HIGH_BANDWIDTH of its peak, or more than the peak itself. */

typedef struct
{
  gint64 high; /* cycles of the windows above that share of the peak */
  gint64 over; /* likewise: above the peak */
  gint64
    from;    /* the longest stretch of such windows that follow one another, half-open: above the */
  gint64 to; /* peak where there are any, else above that share of it */
  double top; /* the most that a window of this stretch moved, bytes per cycle */
} WeftNpuHighWindows;

/* FALSE: no window did, or the peak is not known. */
gboolean weft_npu_find_high_windows (const WeftNpuBandwidth *bandwidth, WeftNpuHighWindows *found);

G_END_DECLS
