/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-bound.h"

#include <math.h>

WeftNpuBound
weft_npu_stats_bound (const WeftNpuStats *self, const WeftNpuSum *sum)
{
  double bytes = (double) sum->read + (double) sum->write;
  gint64 peak = self->snapshot->run->peak;

  return (WeftNpuBound){
    .memory = peak != WEFT_NPU_NONE && peak > 0 ? bytes / (double) peak : (double) NAN,
    .compute = (double) sum->macs / self->roof,
    .intensity = bytes > 0 ? (double) sum->macs / bytes : (double) NAN,
  };
}

const char *
weft_npu_bound_to_string (const WeftNpuBound *bound)
{
  if (isnan (bound->memory) || isnan (bound->compute)
      || (bound->memory <= 0 && bound->compute <= 0))
    return NULL;
  return bound->memory > bound->compute ? "memory" : "compute";
}
