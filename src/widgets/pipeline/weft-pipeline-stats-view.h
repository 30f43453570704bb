/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-pages.h"
#include "weft-pipeline-state.h"

G_BEGIN_DECLS

/* The statistics of a pipeline: findings, totals and curves, and tables of stages, PCs, functions,
 * threads, squashes, storms and of the critical path, each row of which leads to its place in the
 * picture. Of the brushed range where there is one, else of the whole log. */

#define WEFT_TYPE_PIPELINE_STATS_VIEW (weft_pipeline_stats_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineStatsView, weft_pipeline_stats_view, WEFT, PIPELINE_STATS_VIEW,
                      GtkWidget)

GtkWidget *weft_pipeline_stats_view_new (WeftPipelineState *state);

/* The pages by their numbers from 0. FALSE beyond the last. */
gboolean weft_pipeline_stats_view_list_page (guint number, WeftFactPage *page);

/* The page that is shown: "overview", "stage", "pc", "function", "thread", "squash", "storm" or
 * "path". */
const char *weft_pipeline_stats_view_get_page (WeftPipelineStatsView *self);
void weft_pipeline_stats_view_set_page (WeftPipelineStatsView *self, const char *name);

/* The widget that a page shows, for tests: a WeftFactTable, but for the overview. (transfer none) */
GtkWidget *weft_pipeline_stats_view_get_table (WeftPipelineStatsView *self, const char *name);

/* Puts the focus on what the page is about. */
void weft_pipeline_stats_view_focus (WeftPipelineStatsView *self);

G_END_DECLS
