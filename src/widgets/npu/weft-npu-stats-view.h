/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-pages.h"
#include "weft-npu-state.h"

G_BEGIN_DECLS

/* The statistics of an NPU run: "charts" and a roofline, and by their words among
 * weft_npu_table_words tables of engines, layers, ops, tokens, stalls, bits and banks. Of the
 * brushed range where there is one, and of what the filter lets through. */
GtkWidget *weft_npu_stats_view_new (WeftNpuState *state);

/* The pages by their numbers from 0. FALSE beyond the last. */
gboolean weft_npu_stats_view_list_page (guint number, WeftFactPage *page);

G_END_DECLS
