/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-state.h"
#include "weft-panel.h"

G_BEGIN_DECLS

/* Other runs beside the one that is open: the conclusion in a sentence, a table of what each took, in what
 * one of them differs from the open one by layer, by number and in its settings, and pictures of all on the
 * same axis with one minimap. A brushed range and a filter count for all. */

#define WEFT_TYPE_NPU_COMPARE_VIEW (weft_npu_compare_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftNpuCompareView, weft_npu_compare_view, WEFT, NPU_COMPARE_VIEW, WeftPanel)

GtkWidget *weft_npu_compare_view_new (WeftNpuState *state);

/* Loads another run, or those in a folder. What can't be compared is told above the table. */
void weft_npu_compare_view_open (WeftNpuCompareView *self, const char *path);

/* The state of another run, from 0: (transfer none) (nullable). */
WeftNpuState *weft_npu_compare_view_get_other (WeftNpuCompareView *self, guint index);

G_END_DECLS
