/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-state.h"
#include "weft-panel.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Charts of an NPU run: layers by engine, latency of tokens with its percentiles, stalls, and the
 * roofline. They follow the state's result. */

#define WEFT_TYPE_NPU_CHARTS_VIEW (weft_npu_charts_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftNpuChartsView, weft_npu_charts_view, WEFT, NPU_CHARTS_VIEW, WeftPanel)

GtkWidget *weft_npu_charts_view_new (WeftNpuState *state);

G_END_DECLS
