/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-state.h"
#include "weft-view-options.h"

G_BEGIN_DECLS

GType weft_pipeline_layout_get_type (void);
GType weft_pipeline_lanes_get_type (void);
GType weft_pipeline_scheme_get_type (void);
GType weft_pipeline_arrows_get_type (void);

#define WEFT_TYPE_PIPELINE_LAYOUT (weft_pipeline_layout_get_type ())
#define WEFT_TYPE_PIPELINE_LANES (weft_pipeline_lanes_get_type ())
#define WEFT_TYPE_PIPELINE_SCHEME (weft_pipeline_scheme_get_type ())
#define WEFT_TYPE_PIPELINE_ARROWS (weft_pipeline_arrows_get_type ())

/* The manner in which a pipeline is shown, as properties: "layout", "lanes", "scheme", "arrows",
 * "fixed-op-height", and "colors", a weft-pipeline-color-table.h text; of the state, "order", "hide-flushed",
 * "follow", "structures", "infer", "phases" and "width". */

#define WEFT_TYPE_PIPELINE_OPTIONS (weft_pipeline_options_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineOptions, weft_pipeline_options, WEFT, PIPELINE_OPTIONS,
                      WeftViewOptions)

G_END_DECLS
