/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-chart.h"
#include "weft-npu-stats.h"

G_BEGIN_DECLS

/* Charts of an NPU run's statistics: where layers spend their cycles, how long tokens take, and what
 * engines were stalled on. */

/* A chart with all that it points at. */
typedef struct
{
  WeftChart chart;
  WeftChartSeries series[4];
  double *values; /* of all series */
  GPtrArray *labels;
} WeftNpuChart;

void weft_npu_chart_clear (WeftNpuChart *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftNpuChart, weft_npu_chart_clear)

/* Cycles of each layer in DMA, TE and VE engines, below one another. */
void weft_npu_chart_layers (const WeftNpuStats *stats, const WeftStyle *style, WeftNpuChart *chart);

/* Time of the ops that took most of it, the most first; overlaps count twice. */
void weft_npu_chart_ops (const WeftNpuStats *stats, const WeftStyle *style, WeftNpuChart *chart);

/* The latency of each token of the phase, in the order of time. */
void weft_npu_chart_tokens (const WeftNpuStats *stats, const char *phase, const WeftStyle *style,
                            WeftNpuChart *chart);

/* Cycles that each kind of stall took. */
void weft_npu_chart_stalls (const WeftNpuStats *stats, const WeftStyle *style, WeftNpuChart *chart);

G_END_DECLS
