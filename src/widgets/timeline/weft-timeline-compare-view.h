/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-compare-view.h"
#include "weft-timeline-state.h"

G_BEGIN_DECLS

/* Another timeline beside the one that is open: what differs by the names of slices. */

#define WEFT_TYPE_TIMELINE_COMPARE_VIEW (weft_timeline_compare_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftTimelineCompareView, weft_timeline_compare_view, WEFT,
                      TIMELINE_COMPARE_VIEW, WeftCompareView)

GtkWidget *weft_timeline_compare_view_new (WeftTimelineState *state);

G_END_DECLS
