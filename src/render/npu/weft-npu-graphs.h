/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-drawing.h"

/* The tracks of what is summed up over time: bandwidth, its heat, banks and
 * utilization. Coordinates are those of the list. */

/* The windows that touch [first, last), in sums. */
typedef struct
{
  double read; /* bytes per cycle, on the average of the windows' cycles */
  double write;
  double kv;
  double top; /* the most that one window moved, read and write together */
  guint32 n_windows;
} WeftNpuFlow;

/* The least that the axis of bandwidth shows, bytes per cycle. */
double weft_npu_get_bottom (const WeftNpuScene *scene);

void weft_npu_get_flow (const WeftNpuBandwidth *bandwidth, gint64 first, gint64 last,
                        WeftNpuFlow *flow);

void weft_npu_paint_bandwidth (const WeftNpuScene *scene, const WeftTrackView *view,
                               WeftPaintList *list);
void weft_npu_paint_kv (const WeftNpuScene *scene, const WeftTrackView *view, WeftPaintList *list);
void weft_npu_paint_heat (const WeftNpuScene *scene, gboolean is_write, const WeftTrackView *view,
                          WeftPaintList *list);
void weft_npu_paint_utilization (const WeftNpuScene *scene, guint lane, const WeftTrackView *view,
                                 WeftPaintList *list);

void weft_npu_paint_bank (const WeftNpuScene *scene, guint place, const WeftTrackView *view,
                          WeftPaintList *list);
