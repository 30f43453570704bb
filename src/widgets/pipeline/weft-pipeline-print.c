/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-print.h"

#include <math.h>

#include "weft-pipeline-figure.h"
#include "weft-pipeline-state.h"
#include "weft-shown-results.h"

typedef struct
{
  WeftPipelineTrace *trace;
  WeftPipelineRows *rows;
  WeftPipelineExtent extent;
  WeftPipelineViewport viewport; /* to scale, */
  gint64 first;                  /* and the cycles that it showed; of the layout's kind */
  gint64 last;
  const WeftPipelineCustom *custom;
  WeftRowColors *op_colors; /* nullable */
  gboolean whole;
} Print;

/* The rows and cycles that were in sight fill the new picture. */
static void
show_same (WeftPipelineFigure *figure, const Print *print)
{
  const WeftPipelineViewport *seen = &print->viewport;

  figure->viewport = weft_pipeline_viewport_fit (figure->viewport, &print->extent, seen->origin_row,
                                                 seen->origin_row + seen->height / seen->px_per_row,
                                                 print->first, MAX (print->last, print->first + 1));
}

/* The rows stay, over the time of the lane. */
static void
show_span (WeftPipelineFigure *figure, const WeftTimeSpan *span)
{
  figure->viewport.origin_cycle = span->start;
  figure->viewport.origin_fraction = span->fraction;
  figure->viewport.px_per_cycle = figure->viewport.width / span->length;
}

static void
paint (gpointer data, WeftStyle *style, int width, int height, const WeftPrintLane *lane,
       WeftPaintList *list)
{
  const Print *print = data;
  g_autoptr (WeftPipelineRenderer) renderer = weft_pipeline_renderer_new ();
  WeftPipelineFigure figure = {
    .rows = print->rows,
    .style = style,
    .custom = print->custom,
    .op_colors = print->op_colors,
    .title = weft_trace_get_title (WEFT_TRACE (print->trace)),
    .width = width,
    .height = height,
    .viewport = print->viewport,
    .bare = lane != NULL,
    .label_width = lane != NULL ? lane->label_width : 0,
  };
  cairo_rectangle_int_t canvas;

  if (print->whole)
    weft_pipeline_figure_set_all (renderer, &figure);
  else
    {
      weft_pipeline_figure_get_canvas (renderer, &figure, &canvas);
      figure.viewport.width = canvas.width;
      figure.viewport.height = canvas.height;
      show_same (&figure, print);
    }
  if (lane != NULL)
    show_span (&figure, &lane->span);
  weft_pipeline_figure_paint (renderer, &figure, list);
}

static void
print_free (gpointer data)
{
  Print *print = data;

  g_object_unref (print->rows);
  g_object_unref (print->trace);
  g_clear_pointer (&print->op_colors, weft_row_colors_unref);
  g_free (print);
}

static WeftPrint
copy (WeftPrintable *printable, gboolean whole)
{
  WeftPipelineState *state = WEFT_PIPELINE_STATE (printable);
  Print *print = g_new0 (Print, 1);
  WeftPipelineScene scene;
  gint64 n_places;

  weft_pipeline_state_get_scene (state, &scene);
  n_places = (gint64) MIN (ceil (scene.viewport.width / scene.viewport.px_per_cycle), 0x1p62);
  print->trace = g_object_ref (weft_pipeline_state_get_trace (state));
  print->rows = g_object_ref (scene.rows);
  print->custom = scene.custom;
  print->op_colors = weft_shown_results_ref_colors (WEFT_VIEW_STATE (state));
  print->viewport = scene.viewport;
  print->first = weft_pipeline_viewport_x_to_cycle (&scene.viewport, 0, NULL);
  print->last =
    weft_pipeline_viewport_find (&scene.viewport, scene.viewport.origin_cycle + n_places);
  print->viewport.folds = NULL;
  print->extent = *weft_pipeline_state_get_extent (state);
  print->whole = whole || !weft_view_state_is_open (WEFT_VIEW_STATE (state));
  return (WeftPrint){ paint, NULL, print, print_free };
}

void
weft_pipeline_print_init (WeftPrintableInterface *iface)
{
  iface->copy = copy;
}
