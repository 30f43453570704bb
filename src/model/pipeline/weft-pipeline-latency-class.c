/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-latency-class.h"

const guint16 weft_latency_bounds[WEFT_N_LATENCY_BOUNDS] = { 8,  11, 16,  23,  32,  45,
                                                             64, 91, 128, 181, 256, 362 };

guint
weft_latency_classify (gint64 latency)
{
  guint latency_class = 0;

  while (latency_class < WEFT_N_LATENCY_BOUNDS && latency >= weft_latency_bounds[latency_class])
    latency_class++;
  return latency_class;
}
