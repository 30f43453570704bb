/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-state.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The run by the trace itself: metadata, configuration, summary, beside what was counted. Follows
 * the state. (transfer floating) */
GtkWidget *weft_npu_run_view_new (WeftNpuState *state);

G_END_DECLS
