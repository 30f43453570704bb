/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-figure.h"

#include <glib/gi18n-lib.h>

#include "weft-pipeline-panels.h"
#include "weft-pipeline-trace-private.h"

/* Where the parts of a figure are. */
typedef struct
{
  WeftPipelineScene scene;
  int header; /* heights, */
  int minimap;
  int ruler;
  int legend;
  int labels; /* and the width of the label pane */
  int gap;
  cairo_rectangle_int_t canvas;
} Layout;

/* The labels and rulers around the canvas take their room first. */
static void
measure_parts (WeftPipelineRenderer *renderer, const WeftPipelineFigure *figure, Layout *layout)
{
  const WeftStyle *style = figure->style;

  layout->header = figure->title != NULL ? weft_style_text_px (style, 26) : 0;
  layout->minimap = weft_style_text_px (style, 44);
  layout->ruler = weft_axis_ruler_height (style);
  layout->legend = weft_pipeline_renderer_measure_legend (renderer, &layout->scene, figure->width);
  layout->labels = MIN (weft_style_text_px (style, 420), figure->width / 4);
  /* A small figure gives up what is not the picture, piece by piece. */
  if (figure->title == NULL
      || figure->height < 3 * (layout->header + layout->minimap + layout->legend))
    layout->minimap = 0;
  if (figure->title == NULL || figure->height < 3 * (layout->header + layout->legend))
    layout->legend = 0;
  if (figure->width < weft_style_text_px (style, 480))
    layout->labels = 0;
}

static void
lay_out (WeftPipelineRenderer *renderer, const WeftPipelineFigure *figure, Layout *layout)
{
  const WeftStyle *style = figure->style;
  int top;

  *layout = (Layout){ .labels = figure->label_width - weft_style_px (style, 1),
                      .gap = weft_style_px (style, 1) };
  layout->scene = (WeftPipelineScene){ .rows = figure->rows,
                                       .style = figure->style,
                                       .custom = figure->custom,
                                       .op_colors = figure->op_colors,
                                       .viewport = figure->viewport };
  if (!figure->bare)
    measure_parts (renderer, figure, layout);
  top = layout->header + layout->minimap + layout->ruler + (figure->bare ? 0 : 2 * layout->gap);
  layout->canvas = (cairo_rectangle_int_t){
    .x = layout->labels > 0 ? layout->labels + layout->gap : 0,
    .y = top,
    .height = MAX (figure->height - top - layout->legend - layout->gap, 1),
  };
  layout->canvas.width = MAX (figure->width - layout->canvas.x, 1);
  layout->scene.viewport.width = layout->canvas.width;
  layout->scene.viewport.height = layout->canvas.height;
}

void
weft_pipeline_figure_get_canvas (WeftPipelineRenderer *renderer, const WeftPipelineFigure *figure,
                                 cairo_rectangle_int_t *canvas)
{
  Layout layout;

  g_return_if_fail (renderer != NULL && figure != NULL && canvas != NULL);

  lay_out (renderer, figure, &layout);
  *canvas = layout.canvas;
}

/* --- viewports ---------------------------------------------------------------------------- */

void
weft_pipeline_figure_set_start (WeftPipelineRenderer *renderer, WeftPipelineFigure *figure)
{
  WeftPipelineViewport old;
  WeftPipelineExtent extent;
  Layout layout;

  g_return_if_fail (renderer != NULL && figure != NULL);

  old = figure->viewport;
  lay_out (renderer, figure, &layout);
  weft_pipeline_extent_read (figure->rows, &extent);
  figure->viewport =
    weft_pipeline_viewport_open (&extent, figure->style, layout.canvas.width, layout.canvas.height);
  figure->viewport.layout = old.layout;
  figure->viewport.lanes = old.lanes;
  figure->viewport.scheme = old.scheme;
  figure->viewport.arrows = old.arrows;
  if (old.layout == WEFT_PIPELINE_STRAIGHTENED)
    figure->viewport.origin_cycle = 0;
}

void
weft_pipeline_figure_set_all (WeftPipelineRenderer *renderer, WeftPipelineFigure *figure)
{
  WeftPipelineExtent extent;

  g_return_if_fail (renderer != NULL && figure != NULL);

  weft_pipeline_figure_set_start (renderer, figure);
  weft_pipeline_extent_read (figure->rows, &extent);
  figure->viewport = weft_pipeline_viewport_fit_all (figure->viewport, &extent);
}

void
weft_pipeline_figure_set_range (WeftPipelineRenderer *renderer, WeftPipelineFigure *figure,
                                gint64 from, gint64 to)
{
  WeftPipelineExtent extent;
  guint32 first, last;

  g_return_if_fail (renderer != NULL && figure != NULL);

  weft_pipeline_figure_set_start (renderer, figure);
  weft_pipeline_extent_read (figure->rows, &extent);
  weft_pipeline_rows_lock (figure->rows);
  weft_pipeline_rows_find_range (figure->rows, from, to, &first, &last);
  weft_pipeline_rows_unlock (figure->rows);
  if (figure->viewport.layout == WEFT_PIPELINE_STRAIGHTENED)
    {
      from = 0;
      to = MAX (extent.typical, 1);
    }
  figure->viewport = weft_pipeline_viewport_fit (figure->viewport, &extent, first, last, from, to);
}

/* --- painting ----------------------------------------------------------------------------- */

static void
append_count (GString *text, gint64 n, const char *noun)
{
  char buffer[WEFT_AXIS_LABEL_SIZE];

  g_string_append_printf (text, "%s%s %s", text->len > 0 ? " · " : "",
                          weft_axis_format_integer (n, buffer), noun);
}

static char *
make_summary (WeftPipelineRows *rows)
{
  GString *text = g_string_new (NULL);
  WeftBlockSummary all = { 0 };
  const WeftPipelineSnapshot *snapshot;
  gint64 first, last;
  guint n_levels;

  weft_pipeline_rows_lock (rows);
  n_levels = weft_pipeline_rows_get_n_levels (rows);
  if (n_levels > 0)
    weft_pipeline_rows_get_summary (rows, n_levels - 1, 0, &all);
  /* As the statistics count them: an op that is open ends a cycle after the last. */
  snapshot = weft_pipeline_rows_get_snapshot (rows);
  first = weft_pipeline_snapshot_get_first_cycle (snapshot);
  last = weft_pipeline_snapshot_get_last_cycle (snapshot);
  weft_pipeline_rows_unlock (rows);
  append_count (text, all.n_ops, _ ("ops"));
  append_count (text, (gint64) ((guint64) last - (guint64) first), _ ("cycles"));
  if (all.n_flushed > 0)
    append_count (text, all.n_flushed, _ ("flushed"));
  return g_string_free (text, FALSE);
}

static void
paint_header (const WeftPipelineFigure *figure, const Layout *layout, WeftPaintList *list)
{
  const WeftStyle *style = figure->style;
  g_autofree char *summary = make_summary (figure->rows);
  double size = weft_style_font_size (style, WEFT_FONT_UI);
  int padding = weft_style_px (style, 8);
  int wanted = weft_glyph_atlas_measure (style->atlas, WEFT_FONT_UI, size, summary, -1) + 1;
  int room = figure->width - 3 * padding, right = MIN (wanted, room * 2 / 3);

  weft_paint_list_fill (list, 0, 0, figure->width, layout->header,
                        weft_style_color (style, WEFT_COLOR_PANE));
  weft_paint_list_text (list, padding, 0, room - right, layout->header, WEFT_FONT_UI_BOLD,
                        weft_style_font_size (style, WEFT_FONT_UI_BOLD), WEFT_ALIGN_START,
                        WEFT_FIT_MIDDLE, weft_style_color (style, WEFT_COLOR_TEXT), figure->title,
                        -1);
  weft_paint_list_text (list, figure->width - padding - right, 0, right, layout->header,
                        WEFT_FONT_UI, size, WEFT_ALIGN_END, WEFT_FIT_END,
                        weft_style_color (style, WEFT_COLOR_TEXT_MUTED), summary, -1);
}

/* Graphs of the run in place of ops that would be too small to be seen; FALSE: they are not. */
static gboolean
paint_run (WeftPipelineRenderer *renderer, const WeftPipelineFigure *figure, const Layout *layout,
           WeftPaintList *list)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  g_autoptr (WeftPipelineExplainer) explainer = NULL;
  g_autoptr (WeftPipelineSlots) slots = NULL;
  g_autoptr (WeftPipelineHistory) history = NULL;
  WeftPipelinePanels panels = { .set = WEFT_PANELS_RUN };
  WeftPipelineExtent extent;

  weft_pipeline_extent_read (figure->rows, &extent);
  if (weft_pipeline_viewport_get_distance (&layout->scene.viewport, &extent, figure->style) < 1)
    return FALSE;
  weft_pipeline_rows_lock (figure->rows);
  snapshot = weft_pipeline_snapshot_ref (weft_pipeline_rows_get_snapshot (figure->rows));
  weft_pipeline_rows_unlock (figure->rows);
  explainer = weft_pipeline_explainer_new (snapshot, figure->cancellable, NULL);
  if (explainer == NULL)
    return FALSE;
  slots = weft_pipeline_slots_new (explainer, figure->cancellable, NULL);
  if (slots != NULL)
    panels.whole = history = weft_pipeline_history_new (
      explainer, slots, weft_pipeline_snapshot_get_first_cycle (snapshot),
      weft_pipeline_snapshot_get_open_end (snapshot), WEFT_HISTORY_BUCKETS, figure->cancellable,
      NULL);
  if (history == NULL)
    return FALSE;
  weft_pipeline_renderer_paint_panels (renderer, &layout->scene, &panels, layout->canvas.x,
                                       layout->canvas.y, layout->canvas.height, list);
  return TRUE;
}

/* Parts of the picture are painted as if the figure were a part of it, and cut to their box. */
static void
paint_picture (WeftPipelineRenderer *renderer, const WeftPipelineFigure *figure,
               const Layout *layout, WeftPaintList *list)
{
  const cairo_rectangle_int_t *canvas = &layout->canvas;
  WeftPipelineArea area = { -canvas->x, -canvas->y, figure->width, canvas->y + canvas->height };

  if (!paint_run (renderer, figure, layout, list))
    {
      weft_paint_list_push_clip (list, canvas->x, canvas->y, canvas->width, canvas->height);
      weft_pipeline_renderer_paint_canvas (renderer, &layout->scene, &area, list);
      weft_paint_list_pop_clip (list);
    }
  if (layout->labels == 0)
    return;
  area.x = 0;
  weft_paint_list_push_clip (list, 0, canvas->y, layout->labels, canvas->height);
  weft_pipeline_renderer_paint_labels (renderer, &layout->scene, &area, layout->labels, list);
  weft_paint_list_pop_clip (list);
}

void
weft_pipeline_figure_paint (WeftPipelineRenderer *renderer, const WeftPipelineFigure *figure,
                            WeftPaintList *list)
{
  const WeftStyle *style;
  Layout layout;
  int y;

  g_return_if_fail (renderer != NULL && figure != NULL && list != NULL);

  style = figure->style;
  lay_out (renderer, figure, &layout);
  weft_paint_list_fill (list, 0, 0, figure->width, figure->height,
                        weft_style_color (style, WEFT_COLOR_PANE));
  if (layout.header > 0)
    paint_header (figure, &layout, list);
  if (layout.minimap > 0)
    weft_pipeline_renderer_paint_minimap (renderer, &layout.scene, 0, layout.header, figure->width,
                                          layout.minimap, list);
  y = layout.header + layout.minimap + layout.gap;
  if (layout.ruler > 0)
    weft_pipeline_renderer_paint_ruler (renderer, &layout.scene, NULL, layout.canvas.x, y,
                                        layout.canvas.width, layout.ruler, list);
  paint_picture (renderer, figure, &layout, list);
  if (layout.legend > 0)
    weft_pipeline_renderer_paint_legend (renderer, &layout.scene, 0, figure->height - layout.legend,
                                         figure->width, layout.legend, list);
}
