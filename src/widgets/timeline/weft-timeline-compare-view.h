/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-panel.h"
#include "weft-timeline-state.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Another timeline beside the one that is open: in a sentence what it comes to, what differs by the names of
 * slices as bars and as a table, and its picture on the axis of the open one. A brushed range and a filter count
 * for both. */

#define WEFT_TYPE_TIMELINE_COMPARE_VIEW (weft_timeline_compare_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftTimelineCompareView, weft_timeline_compare_view, WEFT,
                      TIMELINE_COMPARE_VIEW, WeftPanel)

GtkWidget *weft_timeline_compare_view_new (WeftTimelineState *state);

/* Loads the other one, in place of the one before. What can't be compared is told above. */
void weft_timeline_compare_view_open (WeftTimelineCompareView *self, const char *path);

/* Its state: (transfer none) (nullable). */
WeftTimelineState *weft_timeline_compare_view_get_other (WeftTimelineCompareView *self);

G_END_DECLS
