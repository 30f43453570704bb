/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-pipeline-cpi-bars.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* CPI stacks as bars, in the style of a view state; hidden where there are none. What they are is said
 * by facts or a table beside them. */

#define WEFT_TYPE_PIPELINE_CPI_VIEW (weft_pipeline_cpi_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineCpiView, weft_pipeline_cpi_view, WEFT, PIPELINE_CPI_VIEW,
                      GtkWidget)

GtkWidget *weft_pipeline_cpi_view_new (WeftViewState *state);

/* (transfer floating): a box of the bars above the table of what they are made of. */
GtkWidget *weft_pipeline_cpi_view_put_above (WeftPipelineCpiView *self, GtkWidget *table);

/* The bars to show from now on, at most two; copied, and their parts are held. */
void weft_pipeline_cpi_view_set (WeftPipelineCpiView *self, const WeftCpiBar *bars, guint n_bars);

G_END_DECLS
