/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-panel.h"
#include "weft-timeline-state.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The flame graph of a timeline, of the brushed range where there is one, and the same as a table. A click
 * has the slices of a name stand out, a double click fills the width with a node, Escape goes back; arrow
 * keys walk from node to node. */

#define WEFT_TYPE_TIMELINE_FLAME_VIEW (weft_timeline_flame_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftTimelineFlameView, weft_timeline_flame_view, WEFT, TIMELINE_FLAME_VIEW,
                      WeftPanel)

GtkWidget *weft_timeline_flame_view_new (WeftTimelineState *state);

G_END_DECLS
