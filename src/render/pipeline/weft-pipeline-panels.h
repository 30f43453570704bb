/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-history.h"
#include "weft-pipeline-scene.h"

G_BEGIN_DECLS

/* The machine over the cycles that a viewport shows, in graphs below one another: columns of pixels
 * are means over the cycles that they stand for. Each graph reaches from 0 to a round number above
 * the largest value in sight, which it names. */

typedef enum
{
  WEFT_PANELS_STRUCTURES, /* below the ops: one for each structure that the log tells of */
  WEFT_PANELS_RUN, /* in place of ops that would be too small to be seen: the stages stacked, IPC, what
                    * retire slots went to, flushed ops */
} WeftPipelinePanelSet;

/* `part` (nullable) is exact where `whole` is not, and used where all that is in sight lies in it. */
typedef struct
{
  WeftPipelinePanelSet set;
  const WeftPipelineHistory *whole;
  const WeftPipelineHistory *part;
} WeftPipelinePanels;

/* The height in device pixels that they want: 0 where there are none. */
int weft_pipeline_panels_measure (const WeftPipelinePanels *self, const WeftStyle *style);

/* Appends them in a box at (x, y), as wide as the viewport. */
void weft_pipeline_renderer_paint_panels (WeftPipelineRenderer *renderer,
                                          const WeftPipelineScene *scene,
                                          const WeftPipelinePanels *self, int x, int y, int height,
                                          WeftPaintList *list);

/* Appends the titles of structures in a box beside them, with the values in the cycle at `x`
 * (NaN: nowhere). */
void weft_pipeline_panels_paint_titles (const WeftPipelineScene *scene,
                                        const WeftPipelinePanels *self, double x, int width,
                                        int height, WeftPaintList *list);

/* The values of the graph at (x, y), in lines: (transfer full) (nullable). */
char *weft_pipeline_panels_describe (const WeftPipelineScene *scene, const WeftPipelinePanels *self,
                                     int height, double x, double y);

/* The name of a structure for people. */
const char *weft_pipeline_structure_to_words (WeftPipelineStructure structure);

G_END_DECLS
