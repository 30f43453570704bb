/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-viewport.h"

G_BEGIN_DECLS

/* The selection in a pipeline: an op or one of its stages, a brushed range of cycles, one of rows.
 * A plain value. */

#define WEFT_NO_STAGE G_MAXUINT

typedef struct
{
  guint32 op;  /* WEFT_NO_ROW: none */
  guint stage; /* index among its stages in start order; WEFT_NO_STAGE: the whole op */
  gboolean has_cycles;
  gint64 first_cycle; /* brushed range of cycles, half-open, absolute */
  gint64 last_cycle;
  gboolean has_rows;
  guint32 first_row; /* brushed range of rows, half-open */
  guint32 last_row;
} WeftPipelineSelection;

#define WEFT_PIPELINE_SELECTION_NONE \
  ((WeftPipelineSelection){ .op = WEFT_NO_ROW, .stage = WEFT_NO_STAGE })

/* A part of the picture: rows and cycles (of the layout's kind), half-open. */
typedef struct
{
  guint32 first_row;
  guint32 last_row;
  gint64 first_cycle;
  gint64 last_cycle;
} WeftPipelineBounds;

/* The span of the ranges, or else of the op: FALSE where nothing is selected, or nothing that is shown.
 * Takes the rows' lock. */
gboolean weft_pipeline_selection_get_bounds (const WeftPipelineSelection *self,
                                             WeftPipelineRows *rows,
                                             const WeftPipelineExtent *extent,
                                             WeftPipelineLayout layout, WeftPipelineBounds *bounds);

/* The op so many rows below the selected one, or (where none is in the rows) the one of row `top`;
 * and of that op the stage so many behind the selected one, WEFT_NO_STAGE for 0. At the ends it
 * stays. There must be rows. Takes the rows' lock. */
void weft_pipeline_selection_step (const WeftPipelineSelection *self, WeftPipelineRows *rows,
                                   guint32 top, int n_rows, int n_stages, guint32 *op,
                                   guint *stage);

/* As a value that holds in another session: ops have the ids that the file gives them. Floating. */
GVariant *weft_pipeline_selection_save (const WeftPipelineSelection *self,
                                        const WeftPipelineSnapshot *snapshot);

/* FALSE where it is none of a pipeline, or there is no such op or (of `n_rows`) row. */
gboolean weft_pipeline_selection_restore (WeftPipelineSelection *self, GVariant *saved,
                                          const WeftPipelineSnapshot *snapshot, guint32 n_rows);

G_END_DECLS
