/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-tracks.h"

G_BEGIN_DECLS

/* The tracks of an NPU run: tokens and markers, a lane for each engine whose overlapping events lie in
 * sub-lanes, bandwidth as graph and as heat, utilization of each engine over time. The number of a
 * thing is the row of its event. */

WeftTrackScene *weft_npu_scene_new (const WeftNpuSceneOptions *options);

/* The time that the trace covers, at least a cycle. */
void weft_npu_scene_get_extent (const WeftNpuSnapshot *snapshot, gint64 *first, gint64 *last);

G_END_DECLS
