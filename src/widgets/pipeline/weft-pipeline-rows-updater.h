/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"
#include "weft-pipeline-rows.h"

G_BEGIN_DECLS

/* Keeps the rows of a picture: a worker brings them up to date while the trace grows, and makes those
 * that are to be shown in their stead, with another filter or order, while they are shown still. Main
 * thread only. */

typedef struct _WeftPipelineRowsUpdater WeftPipelineRowsUpdater;

/* Which rows, in what order. */
typedef struct
{
  WeftExpression *filter; /* NULL: all (transfer none) */
  gboolean hide_flushed;
  WeftRowsOrder order;
  gboolean straighten; /* for the straightened layout, see weft_pipeline_rows_straighten() */
} WeftRowsRequest;

/* The rows were brought up to date, or others have taken the place of `before` (NULL: none have). */
typedef void (*WeftRowsKept) (WeftPipelineRows *before, gpointer user_data);

/* With all rows in the order of their fetch. */
WeftPipelineRowsUpdater *weft_pipeline_rows_updater_new (WeftPipelineTrace *trace,
                                                         WeftRowsKept kept, gpointer user_data);
void weft_pipeline_rows_updater_free (WeftPipelineRowsUpdater *self);

/* Those that are shown: (transfer none). */
WeftPipelineRows *weft_pipeline_rows_updater_get_rows (WeftPipelineRowsUpdater *self);

/* Begins to make others. What was being made before is given up. */
void weft_pipeline_rows_updater_make (WeftPipelineRowsUpdater *self,
                                      const WeftRowsRequest *request);

/* Whether others are being made. */
gboolean weft_pipeline_rows_updater_is_making (WeftPipelineRowsUpdater *self);

/* Why those that were asked for last could not be made, in whose stead the ones before stay, or why those that are shown
 * are not up to date: (transfer none) (nullable). */
const GError *weft_pipeline_rows_updater_get_error (WeftPipelineRowsUpdater *self);

G_END_DECLS
