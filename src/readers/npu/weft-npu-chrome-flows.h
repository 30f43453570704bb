/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* The flows of a Chrome trace: arrows from slice to slice, whose ends are points in time on a thread. Which
 * slices they belong to is only known once all of them were read. */

typedef struct _WeftNpuChromeFlows WeftNpuChromeFlows;

typedef enum
{
  WEFT_CHROME_FLOW_START, /* s */
  WEFT_CHROME_FLOW_STEP,  /* t */
  WEFT_CHROME_FLOW_END,   /* f */
} WeftChromeFlowKind;

WeftNpuChromeFlows *weft_npu_chrome_flows_new (void);
void weft_npu_chrome_flows_free (WeftNpuChromeFlows *self);

/* A point of the flow that `key` (copied) tells from others. `is_next`: it belongs to the next slice that
 * begins on the lane, not to the one that is under way. */
void weft_npu_chrome_flows_add (WeftNpuChromeFlows *self, const char *key, WeftChromeFlowKind kind,
                                gboolean is_next, guint lane, gint64 time);

/* Which slices of the snapshot wait for which: (transfer full) (nullable). `n_unbound` receives how many
 * points belong to no slice, or to a flow that did not begin. */
WeftNpuDependencies *weft_npu_chrome_flows_bind (WeftNpuChromeFlows *self,
                                                 const WeftNpuSnapshot *snapshot, guint *n_unbound);

G_END_DECLS
