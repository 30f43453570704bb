/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-compare-view.h"
#include "weft-live-state.h"

G_BEGIN_DECLS

/* Another recording beside the session or recording that is open: which programs take longer or less. */

#define WEFT_TYPE_LIVE_COMPARE_VIEW (weft_live_compare_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftLiveCompareView, weft_live_compare_view, WEFT, LIVE_COMPARE_VIEW,
                      WeftCompareView)

GtkWidget *weft_live_compare_view_new (WeftLiveState *state);

G_END_DECLS
