/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-measure.h"

#include "weft-pipeline-slabs.h"
#include "weft-pipeline-sum-ops.h"
#include "weft-pipeline-sum-profiles.h"
#include "weft-pipeline-trace-private.h"

/* The numbers behind a pixel of shares: for hit testing. */

static void
add_shares (WeftPipelineDrawing *drawing, const double *amounts, WeftPipelineHit *hit)
{
  for (guint kind = 0; kind <= drawing->self->colors.n_kinds; kind++)
    {
      WeftPipelineShare share = { .kind = (WeftKind) MIN (kind, G_MAXUINT16),
                                  .amount = amounts[2 * kind],
                                  .flushed = amounts[2 * kind + 1] };

      if (share.amount > 0)
        g_array_append_val (hit->shares, share);
    }
}

/* Amounts of the ops one by one: those in blocks that touch the pixel's slab. */
static void
measure_blocks (WeftPipelineDrawing *drawing, const WeftPipelineHit *hit, gint64 x, double from,
                double to, double *amounts)
{
  GArray *blocks = drawing->self->aggregate->blocks;

  weft_pipeline_find_blocks (drawing, x, hit->first_row, hit->last_row, G_MAXUINT, blocks);
  for (guint i = 0; i < blocks->len; i++)
    {
      guint32 first = g_array_index (blocks, guint32, i) << WEFT_PYRAMID_SHIFT;
      guint32 last = MIN (first + WEFT_BLOCK_OPS, hit->last_row);

      for (guint32 row = MAX (first, hit->first_row); row < last; row++)
        weft_pipeline_measure_op (drawing, weft_pipeline_rows_get_op (drawing->rows, row), from, to,
                                  amounts);
    }
}

void
weft_pipeline_measure_pixel (WeftPipelineDrawing *drawing, gint64 x, gint64 y, WeftPipelineHit *hit)
{
  const WeftPipelineViewport *viewport = drawing->viewport;
  g_autofree double *amounts = g_new0 (double, 2 * ((gsize) drawing->self->colors.n_kinds + 1));
  double from = (double) x / viewport->px_per_cycle;
  double to = (double) (x + 1) / viewport->px_per_cycle;
  WeftPipelineBand band = { .y0 = y };
  WeftBlockSummary sum;

  if (weft_pipeline_viewport_shows_cycles (viewport))
    {
      /* The cycle that the pixel's middle is in. */
      from = floor ((from + to) / 2 + viewport->origin_fraction) - viewport->origin_fraction;
      to = from + 1;
    }
  weft_pipeline_aggregate_get (drawing->self, 0);
  drawing->area = (WeftPipelineArea){ x, y, 1, 1 };
  weft_pipeline_viewport_pixel_rows (viewport, y, &band.first, &band.last);
  weft_pipeline_drawing_get_rows (drawing, &hit->first_row, &hit->last_row);
  band.n_rows = hit->last_row - hit->first_row;
  hit->shares = g_array_new (FALSE, FALSE, sizeof (WeftPipelineShare));
  hit->capacity = band.n_rows * (to - from);
  hit->first_cycle = weft_pipeline_viewport_x_to_cycle (viewport, (double) x, NULL);
  hit->last_cycle =
    weft_pipeline_next_cycle (weft_pipeline_viewport_x_to_cycle (viewport, (double) x + 1, NULL));
  weft_pipeline_rows_sum (drawing->rows, hit->first_row, hit->last_row, &sum);
  hit->n_ops = sum.n_ops;
  hit->n_flushed = sum.n_flushed;
  if (!weft_pipeline_is_by_ops (drawing, x))
    weft_pipeline_measure_profiles (drawing, &band, from, to, amounts);
  else
    measure_blocks (drawing, hit, x, from, to, amounts);
  add_shares (drawing, amounts, hit);
}
