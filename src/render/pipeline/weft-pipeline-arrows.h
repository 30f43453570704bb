/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-scene.h"

G_BEGIN_DECLS

/* Arrows from producers to consumers. */

/* The arrows from and to one op, straight and whatever the viewport says, and its outline, lit up:
 * for the op under the pointer. */
void weft_pipeline_renderer_paint_op (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                      guint32 op, const WeftPipelineArea *area,
                                      WeftPaintList *list);

/* --- for the canvas and hit testing -------------------------------------------------------------- */

/* Where the arrow of a dependency begins and ends. FALSE where it has no arrow. */
typedef struct
{
  guint32 producer_row;
  guint32 consumer_row;
  guint32 producer;
  guint32 consumer;
  gint64 type;
  gboolean is_far; /* a mark at the consumer says where it comes from, as long as the points tell */
  WeftPoint points[4]; /* 2 of them, or a curve's 4; picture coordinates */
} WeftPipelineArrow;

/* Calls `visit` for each arrow that may touch the area, or (`op` is not WEFT_NO_ROW) for those of
 * one op. */
typedef void (*WeftPipelineArrowVisitor) (const WeftPipelineArrow *arrow, gpointer user_data);

void weft_pipeline_visit_arrows (WeftPipelineDrawing *drawing, guint32 op,
                                 WeftPipelineArrowVisitor visit, gpointer user_data);

/* Arrows across more rows than this, and those from a later row, are marks: no window of ops is that
 * long. */
#define WEFT_ARROW_REACH 1024

/* The colour of arrows of a type, and what that is for people: (transfer full). */
WeftColor weft_pipeline_arrow_get_color (const WeftStyle *style, gint64 type);
char *weft_pipeline_arrow_describe_type (gint64 type);

/* How visible arrows are at this zoom, 0 to 1. */
double weft_pipeline_arrow_opacity (const WeftPipelineViewport *viewport);

void weft_pipeline_paint_arrows (WeftPipelineDrawing *drawing);

G_END_DECLS
