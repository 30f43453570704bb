/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-viewport.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* Where a movement leads: each function takes what is seen and returns what will be. Beyond what a
 * viewport knows of itself they look at the ops, so that the picture never stands beside them. All
 * take the rows' lock. */
typedef struct
{
  WeftPipelineRows *rows;
  const WeftPipelineExtent *extent; /* of these rows */
  WeftStyle *style;
  gboolean follow; /* vertical movement takes the picture along sideways, with the execution */
} WeftPipelineGround;

/* By device pixels. */
WeftPipelineViewport weft_pipeline_move_pan (const WeftPipelineGround *ground,
                                             WeftPipelineViewport from, double dx, double dy);

/* Around a point, as weft_pipeline_viewport_zoom(): cycle and row of the point stay there, over ops and
 * beside them. Far out, where no rows are seen, the ops of its cycle come to it instead. In the straightened
 * layout cycles do not become wider than can be of use while rows catch up. */
WeftPipelineViewport weft_pipeline_move_zoom (const WeftPipelineGround *ground,
                                              WeftPipelineViewport from, double x, double y,
                                              double factor_x, double factor_y);

/* Around a point, to the size at which names are legible: the one that a file opens at. Goes sideways
 * where the op at that height would be out of sight. `holds_row`: that height is what counts, far out
 * too. */
WeftPipelineViewport weft_pipeline_move_to_reading_size (const WeftPipelineGround *ground,
                                                         WeftPipelineViewport from, double x,
                                                         double y, gboolean holds_row);

/* The same place at the size at which names are legible, unless they are so already: cells at least as
 * large as where texts in them can be read. */
WeftPipelineViewport weft_pipeline_move_to_legible_size (const WeftPipelineGround *ground,
                                                         WeftPipelineViewport from);

/* Brings the op's fetch to the left edge, and its row into the window; `gently` only where it is out
 * of sight. The same viewport where it is left out of the rows. */
WeftPipelineViewport weft_pipeline_move_to_op (const WeftPipelineGround *ground,
                                               WeftPipelineViewport from, guint32 op,
                                               gboolean gently);

/* Brings the cycle to the middle, and the ops that are in flight then into the window. The same
 * viewport in the straightened layout. */
WeftPipelineViewport weft_pipeline_move_to_cycle (const WeftPipelineGround *ground,
                                                  WeftPipelineViewport from, gint64 cycle);

/* Brings the last row to the bottom where it is below the window, and its op into it. */
WeftPipelineViewport weft_pipeline_move_to_end (const WeftPipelineGround *ground,
                                                WeftPipelineViewport from);

/* Brings the row of an op, or of the next one that is shown, to the top, and the op there into the
 * window: after the rows were exchanged for others. */
WeftPipelineViewport weft_pipeline_move_to_row_of (const WeftPipelineGround *ground,
                                                   WeftPipelineViewport from, guint32 op);

/* Brings the ops that are in flight in [first, last) into the window, the first at its top, and all
 * of them where they fit without being higher than at the reading size. Cycles stay. */
WeftPipelineViewport weft_pipeline_move_rows_along (const WeftPipelineGround *ground,
                                                    WeftPipelineViewport from, gint64 first,
                                                    gint64 last);

G_END_DECLS
