/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-stats.h"

G_BEGIN_DECLS

/* When the engine that should be busy was not: the TE that was busy longest, or where there is none,
 * whatever engine was. */

typedef struct
{
  guint lane;    /* the engine's */
  gint64 cycles; /* in which it was not busy, from the run’s begin to the end that was given */
  gint64 from;   /* the longest stretch of these, half-open */
  gint64 to;
  gint64 stalled; /* of these, cycles in which it was stalled */
  guint
    other; /* the lane of the engine that was busy most of that stretch; WEFT_NPU_NO_LANE: none */
  gint64 other_busy; /* cycles of it in which that was busy */
} WeftNpuGap;

/* Up to the cycle `end`. FALSE: no engine did anything, or the one that counts was always busy. */
gboolean weft_npu_find_gap (const WeftNpuStats *stats, gint64 end, WeftNpuGap *gap);

G_END_DECLS
