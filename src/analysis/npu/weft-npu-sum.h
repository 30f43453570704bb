/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-trace.h"
#include "weft-wide-sum.h"

G_BEGIN_DECLS

#define WEFT_NPU_N_LANE_KINDS (WEFT_NPU_GENERIC + 1)

/* A sum over events. Its numbers are at least 0, and end at 2⁶³ − 1. */
typedef struct
{
  guint64 n_events;
  gint64 cycles[WEFT_NPU_N_LANE_KINDS]; /* summed lengths, so that overlaps count twice */
  gint64 read;                          /* bytes that DRAM moved: bytes_aligned, or else bytes */
  gint64 write;
  gint64 asked_read; /* bytes that were asked for: bytes */
  gint64 asked_write;
  gint64 kv_read; /* of `read`, for the key-value cache */
  gint64 kv_write;
  gint64 macs;
  gint64 stall; /* cycles of its stalls, which overlap */
} WeftNpuSum;

static inline gint64
weft_npu_sum_get_cycles (const WeftNpuSum *self)
{
  gint64 cycles = 0;

  for (guint i = 0; i < WEFT_NPU_N_LANE_KINDS; i++)
    weft_sum_add (&cycles, self->cycles[i]);
  return cycles;
}

/* Bytes that were read or written. */
static inline gint64
weft_npu_sum_get_moved (const WeftNpuSum *self)
{
  gint64 moved = self->read;

  weft_sum_add (&moved, self->write);
  return moved;
}

/* All that is in `part` counts in `sum` as well. */
static inline void
weft_npu_sum_add (WeftNpuSum *sum, const WeftNpuSum *part)
{
  sum->n_events += part->n_events;
  for (guint i = 0; i < WEFT_NPU_N_LANE_KINDS; i++)
    weft_sum_add (&sum->cycles[i], part->cycles[i]);
  weft_sum_add (&sum->read, part->read);
  weft_sum_add (&sum->write, part->write);
  weft_sum_add (&sum->asked_read, part->asked_read);
  weft_sum_add (&sum->asked_write, part->asked_write);
  weft_sum_add (&sum->kv_read, part->kv_read);
  weft_sum_add (&sum->kv_write, part->kv_write);
  weft_sum_add (&sum->macs, part->macs);
  weft_sum_add (&sum->stall, part->stall);
}

G_END_DECLS
