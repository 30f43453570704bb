/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-state.h"
#include "weft-panel.h"

G_BEGIN_DECLS

/* How long the runs of the state's program took, as a histogram, and how often it began over the time
 * of the figures. Follows the state. */

#define WEFT_TYPE_LIVE_CHARTS (weft_live_charts_get_type ())
G_DECLARE_FINAL_TYPE (WeftLiveCharts, weft_live_charts, WEFT, LIVE_CHARTS, WeftPanel)

GtkWidget *weft_live_charts_new (WeftLiveState *state);

G_END_DECLS
