/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-stats.h"
#include "weft-paint-list.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* Why a picture of an NPU run has nothing to show, and what in a file would bring it: all are (transfer
 * full) (nullable), NULL where there is something. */

char *weft_npu_explain_bandwidth (const WeftNpuBandwidth *bandwidth);
char *weft_npu_explain_layers (const WeftNpuStats *stats);

/* Of the latency of decoded tokens. */
char *weft_npu_explain_tokens (const WeftNpuStats *stats);

/* Of lanes or of utilization over time. */
char *weft_npu_explain_lanes (const WeftNpuSnapshot *snapshot);

/* Appends such words in place of a picture, opaque, a sentence on a line. */
void weft_npu_paint_missing (const char *text, const WeftStyle *style, WeftPaintList *list, int x,
                             int y, int width, int height);

G_END_DECLS
