/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-events-state.h"
#include "weft-npu-result.h"

G_BEGIN_DECLS

/* The state that the widgets around one NPU run share: what every state of events has, and how the
 * run is shown. Main thread only.
 *
 * Properties:
 *   "scheme"       (WeftNpuScheme) what events are coloured by
 *   "logarithmic"  (boolean) the axis of bandwidth
 *   "arrows"       (boolean) which events waited for which, and
 *   "path"         (boolean) the critical path, where dependencies are known */

#define WEFT_TYPE_NPU_SCHEME (weft_npu_scheme_get_type ())
GType weft_npu_scheme_get_type (void);

#define WEFT_TYPE_NPU_STATE (weft_npu_state_get_type ())
G_DECLARE_FINAL_TYPE (WeftNpuState, weft_npu_state, WEFT, NPU_STATE, WeftEventsState)

WeftNpuState *weft_npu_state_new (WeftNpuTrace *trace);

/* The latest result: (transfer none) (nullable). */
WeftNpuResult *weft_npu_state_get_result (WeftNpuState *self);

G_END_DECLS
