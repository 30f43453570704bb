/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-drawing.h"

G_BEGIN_DECLS

/* Columns of the picture for which it is decided together how they are summed up. */
#define SLAB_WIDTH 256

/* The first column of the slab that x is in. */
gint64 weft_pipeline_slab_of (gint64 x);

/* Whether ops are summed up one by one: the rows of a pixel are few, or the ops that touch the slab
 * of x are. */
gboolean weft_pipeline_is_by_ops (const WeftPipelineDrawing *drawing, gint64 x);

/* Finds the blocks of these rows; over absolute cycles those that touch the slab of x: not those
 * that touch a part of it, so that the answer is the same for all tiles. Over cycles since the fetch those with an op that
 * lasts until the slab. FALSE where they are more than `max_blocks`. */
gboolean weft_pipeline_find_blocks (const WeftPipelineDrawing *drawing, gint64 x, guint32 first_row,
                                    guint32 last_row, guint max_blocks, GArray *blocks);

G_END_DECLS
