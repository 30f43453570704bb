/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-places.h"
#include "weft-npu-reading.h"

G_BEGIN_DECLS

/* Reads the elements of an NPU trace: its events and samples. A WeftNpuElements is the first member of
 * the reader, and begins with a WeftNpuReading. */

typedef struct
{
  WeftNpuReading in;
  gint64 end_step;      /* from end_cycle to the cycle behind the event */
  WeftNpuPlaces places; /* of which it counts what was moved */
} WeftNpuElements;

/* The record becomes a row of the trace, or is skipped, which is said. */
void weft_npu_read_event (WeftNpuElements *self, const WeftJsonRecord *record);
void weft_npu_read_sample (WeftNpuElements *self, const WeftJsonRecord *record);

G_END_DECLS
