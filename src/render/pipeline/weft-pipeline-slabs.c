/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-slabs.h"

#include "weft-pipeline-summation.h"

/* Which ops a part of the picture is summed up from, and whether one by one. It is decided for
 * whole slabs of columns, so that the answer is the same for all tiles. */

/* Up to how many blocks ops are summed up one by one: more where a pixel is so few cycles that
 * profiles are too coarse. (That many blocks touch so few cycles only where many ops last for
 * ever.) */
#define SLAB_MAX_BLOCKS 64
#define SLAB_MAX_FINE_BLOCKS 1024
#define FINE_CYCLES 4.0

typedef struct
{
  WeftPipelineRows *rows;
  gboolean time;
  gint64 from; /* cycles of the layout's kind */
  gint64 to;
  guint32 first_row;
  guint32 last_row;
  guint max_blocks;
  GArray *blocks;
} Search;

/* Goes down to the blocks that touch. FALSE where they are too many. */
static gboolean
search_blocks (Search *search, guint level, guint32 index)
{
  guint shift = WEFT_PYRAMID_SHIFT + level * WEFT_PYRAMID_FANOUT_SHIFT;
  WeftBlockSummary summary;

  if ((guint64) index << shift >= search->last_row
      || ((guint64) index + 1) << shift <= search->first_row
      || !weft_pipeline_rows_get_summary (search->rows, level, index, &summary)
      || (search->time ? summary.first_fetch >= search->to || summary.last_end <= search->from
                       : summary.longest <= search->from))
    return TRUE;
  if (level == 0)
    {
      g_array_append_val (search->blocks, index);
      return search->blocks->len <= search->max_blocks;
    }
  for (guint i = 0; i < 1 << WEFT_PYRAMID_FANOUT_SHIFT; i++)
    if (!search_blocks (search, level - 1, (index << WEFT_PYRAMID_FANOUT_SHIFT) + i))
      return FALSE;
  return TRUE;
}

gint64
weft_pipeline_slab_of (gint64 x)
{
  gint64 rest = x % SLAB_WIDTH;

  return x - (rest < 0 ? rest + SLAB_WIDTH : rest);
}

gboolean
weft_pipeline_find_blocks (const WeftPipelineDrawing *drawing, gint64 x, guint32 first_row,
                           guint32 last_row, guint max_blocks, GArray *blocks)
{
  const WeftPipelineViewport *viewport = drawing->viewport;
  Search search = { .rows = drawing->rows,
                    .time = viewport->layout == WEFT_PIPELINE_TIME,
                    .first_row = first_row,
                    .last_row = last_row,
                    .max_blocks = max_blocks,
                    .blocks = blocks };
  guint n_levels = weft_pipeline_rows_get_n_levels (drawing->rows);
  gint64 slab = weft_pipeline_slab_of (x);

  g_array_set_size (blocks, 0);
  search.from = weft_pipeline_viewport_x_to_cycle (viewport, (double) slab, NULL);
  search.to = weft_pipeline_next_cycle (
    weft_pipeline_viewport_x_to_cycle (viewport, (double) (slab + SLAB_WIDTH), NULL));
  return n_levels == 0 || search_blocks (&search, n_levels - 1, 0);
}

gboolean
weft_pipeline_is_by_ops (const WeftPipelineDrawing *drawing, gint64 x)
{
  guint32 n_rows = weft_pipeline_rows_get_n_rows (drawing->rows);
  gboolean fine = drawing->viewport->px_per_cycle * FINE_CYCLES > 1;

  if (drawing->viewport->px_per_row * (1 << WEFT_PYRAMID_SHIFT) >= 1)
    return TRUE;
  return drawing->viewport->layout == WEFT_PIPELINE_TIME
         && weft_pipeline_find_blocks (drawing, x, 0, n_rows,
                                       fine ? SLAB_MAX_FINE_BLOCKS : SLAB_MAX_BLOCKS,
                                       drawing->self->aggregate->blocks);
}
