/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-timeline-state.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The files' own words in a timeline: metadata, devices, distributed training. Follows the state.
 * (transfer floating) */
GtkWidget *weft_timeline_run_view_new (WeftTimelineState *state);

G_END_DECLS
