/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-stats.h"

G_BEGIN_DECLS

/* The bound of a layer, by its bytes and macs: the times that they would take at the peak bandwidth and
 * at the roof, in cycles; NAN where that is not known. */
typedef struct
{
  double memory;
  double compute;
  double intensity; /* macs per byte */
} WeftNpuBound;

WeftNpuBound weft_npu_stats_bound (const WeftNpuStats *self, const WeftNpuSum *sum);

/* "memory", "compute", or NULL where it is not known. */
const char *weft_npu_bound_to_string (const WeftNpuBound *bound);

G_END_DECLS
