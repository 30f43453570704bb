/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-scene.h"

G_BEGIN_DECLS

/* The cells of stages, near enough to tell ops apart. Painting and hit testing share their
 * geometry. */

/* Split lanes where they have room: how many parts a row has. */
guint weft_pipeline_row_parts (const WeftPipelineViewport *viewport, guint n_lanes);

/* The pixels of a row's cells in one part: without the gap between rows. */
void weft_pipeline_cell_rows (const WeftPipelineViewport *viewport, gint64 row, guint part,
                              guint n_parts, gint64 *y0, gint64 *y1);

/* Width of the mark of a stage of length 0, and of a store's. */
int weft_pipeline_tick_width (const WeftStyle *style);

void weft_pipeline_paint_cells (WeftPipelineDrawing *drawing);

G_END_DECLS
