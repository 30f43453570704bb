/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-drawing.h"

/* The tracks of events: engines, tokens and markers. Coordinates are those of the list. */

/* The colour of an engine's kind. */
WeftColor weft_npu_kind_color (const WeftStyle *style, WeftNpuLaneKind kind);

/* That of a lane: of one whose kind does not tell what it is, by the way in which it moves data. */
WeftColor weft_npu_lane_color (const WeftStyle *style, const WeftNpuLane *lane);

/* WEFT_NPU_READ or WEFT_NPU_WRITE, where a lane's colour and title say that; 0: they do not. */
static inline guint
weft_npu_lane_direction (const WeftNpuLane *lane)
{
  return lane->kind == WEFT_NPU_OTHER_ENGINE ? lane->moves : 0;
}

WeftColor weft_npu_phase_color (const WeftNpuScene *scene, const WeftStyle *style, guint32 name);

/* The sub-lane of a lane's events that has the one in `row`; G_MAXUINT: none has. */
guint weft_npu_find_sub (const WeftNpuScene *scene, guint lane, guint32 row);

void weft_npu_paint_lane (const WeftNpuScene *scene, guint lane, const WeftTrackView *view,
                          WeftPaintList *list);
void weft_npu_paint_tokens (const WeftNpuScene *scene, const WeftTrackView *view,
                            WeftPaintList *list);
void weft_npu_paint_markers (const WeftNpuScene *scene, const WeftTrackView *view,
                             WeftPaintList *list);
