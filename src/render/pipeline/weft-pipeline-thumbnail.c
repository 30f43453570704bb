/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-thumbnail.h"

#include <glib/gi18n-lib.h>

#include "weft-pipeline-figure.h"

/* Logical pixels of an op's row: enough for its stages to be told apart by their colours. */
#define ROW_HEIGHT 5

/* The first ops that there is room for, and the cycles that they take. */
static void
show_first_ops (WeftPipelineRenderer *renderer, WeftPipelineFigure *figure, WeftThumbnail *picture)
{
  cairo_rectangle_int_t canvas;
  WeftPipelineExtent extent;
  WeftBlockSummary sum;
  guint32 n;

  weft_pipeline_figure_set_start (renderer, figure);
  weft_pipeline_figure_get_canvas (renderer, figure, &canvas);
  weft_pipeline_extent_read (figure->rows, &extent);
  n = (guint32) MAX (canvas.height / weft_style_px (figure->style, ROW_HEIGHT), 1);
  n = MIN (n, extent.n_rows);
  weft_pipeline_rows_lock (figure->rows);
  weft_pipeline_rows_sum (figure->rows, 0, n, &sum);
  weft_pipeline_rows_unlock (figure->rows);
  figure->viewport = weft_pipeline_viewport_fit (figure->viewport, &extent, 0, n, sum.first_fetch,
                                                 MAX (sum.last_end, sum.first_fetch + 1));
  picture->n_shown = n;
}

static gboolean
paint (WeftTrace *any, WeftThumbnail *picture)
{
  WeftPipelineTrace *trace = WEFT_PIPELINE_TRACE (any);
  g_autoptr (WeftPipelineRows) rows = weft_pipeline_rows_new (trace, WEFT_ROWS_ALL);
  g_autoptr (WeftPipelineRenderer) renderer = weft_pipeline_renderer_new ();
  WeftPipelineFigure figure = { .rows = rows,
                                .style = picture->style,
                                .width = picture->width,
                                .height = picture->height,
                                .cancellable = picture->cancellable };

  weft_pipeline_rows_update (rows);
  show_first_ops (renderer, &figure, picture);
  if (picture->n_shown > 0)
    weft_pipeline_figure_paint (renderer, &figure, picture->list);
  return picture->n_shown > 0;
}

static guint64
count_rows (WeftTrace *trace)
{
  g_autoptr (WeftPipelineSnapshot) ops =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));

  return ops->n_ops;
}

static const char *
get_rows_format (guint64 n, gboolean whole)
{
  return whole ? g_dngettext (GETTEXT_PACKAGE, "%s op", "%s ops", (gulong) n)
               : g_dngettext (GETTEXT_PACKAGE, "more than %s op", "more than %s ops", (gulong) n);
}

static const char *
get_part_format (guint64 n)
{
  return g_dngettext (GETTEXT_PACKAGE, "The first %s op", "The first %s ops", (gulong) n);
}

const WeftThumbnailKind weft_pipeline_thumbnail = {
  .get_trace_type = weft_pipeline_trace_get_type,
  .paint = paint,
  .count_rows = count_rows,
  .get_rows_format = get_rows_format,
  .get_part_format = get_part_format,
};
