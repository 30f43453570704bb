/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-findings.h"
#include "weft-npu-stats.h"

G_BEGIN_DECLS

/* The most telling things of an NPU run: the slowest token and what it took longer for, the layer that
 * waits for memory most, how often DRAM is near its peak, what engines stall on, what failed. Targets are
 * "row:N" and "filter:EXPRESSION". (transfer full), as weft-findings.h has it. */
GArray *weft_npu_findings_new (const WeftNpuStats *stats);

/* --- a token beside another one ----------------------------------------------------------------------- */

/* A layer's cycles in two tokens. */
typedef struct
{
  guint32 layer; /* name; WEFT_NO_NAME: none */
  gint64 cycles[2];
} WeftNpuLayerPair;

/* The token whose latency is the median (nearest rank) of those with the phase: (nullable). */
const WeftNpuTokenStats *weft_npu_find_median_token (const WeftNpuStats *stats, guint32 phase);

/* Cycles of the layers in each of two tokens, those that differ most first: (transfer full)
 * (element-type WeftNpuLayerPair). Goes over all events once. */
GArray *weft_npu_compare_layers (const WeftNpuStats *stats, const WeftNpuTokenStats *a,
                                 const WeftNpuTokenStats *b);

G_END_DECLS
