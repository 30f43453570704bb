/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-events-state.h"
#include "weft-npu-result.h"

G_BEGIN_DECLS

/* What the widgets around one NPU run share: what every state of events has, and how the run is
 * shown. Main thread only. */

#define WEFT_TYPE_NPU_STATE (weft_npu_state_get_type ())
G_DECLARE_FINAL_TYPE (WeftNpuState, weft_npu_state, WEFT, NPU_STATE, WeftEventsState)

WeftNpuState *weft_npu_state_new (WeftNpuTrace *trace);

/* The latest result: (transfer none) (nullable). */
WeftNpuResult *weft_npu_state_get_result (WeftNpuState *self);

/* What events are coloured by. */
WeftNpuScheme weft_npu_state_get_scheme (WeftNpuState *self);
void weft_npu_state_set_scheme (WeftNpuState *self, WeftNpuScheme scheme);

/* Whether the axis of bandwidth is logarithmic. */
gboolean weft_npu_state_get_logarithmic (WeftNpuState *self);
void weft_npu_state_set_logarithmic (WeftNpuState *self, gboolean logarithmic);

/* Whether arrows show which events waited for which, and whether the critical path stands out, where
 * dependencies are known. */
gboolean weft_npu_state_get_arrows (WeftNpuState *self);
void weft_npu_state_set_arrows (WeftNpuState *self, gboolean arrows);
gboolean weft_npu_state_get_path (WeftNpuState *self);
void weft_npu_state_set_path (WeftNpuState *self, gboolean path);

G_END_DECLS
