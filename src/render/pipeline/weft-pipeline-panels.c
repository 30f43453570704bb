/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-panels.h"

#include <glib/gi18n-lib.h>

#include "weft-number.h"
#include "weft-pipeline-cpi-bars.h"
#include "weft-pipeline-drawing.h"

/* Of a graph of a structure; and of the line above each graph in place of the ops. Logical pixels at
 * text scale 1. */
#define STRUCTURE_HEIGHT 26
#define HEADER_HEIGHT 20

typedef enum
{
  GRAPH_STAGES,
  GRAPH_IPC,
  GRAPH_SLOTS,
  GRAPH_FLUSHED,
  GRAPH_STRUCTURE, /* this and those behind it: one for each */
} Graph;

#define MAX_GRAPHS (GRAPH_STRUCTURE + WEFT_N_STRUCTURES)

typedef struct
{
  Graph graph;
  int y; /* of all of it */
  int header;
  int height; /* of the curve below the header */
} Panel;

typedef struct
{
  const WeftPipelineScene *scene;
  const WeftPipelineViewport *viewport;
  const WeftPipelineHistory *history; /* that the columns are read from */
  int x;                              /* of the columns */
  Panel panels[MAX_GRAPHS];
  guint n_panels;
} Layout;

/* Cycles that a column of pixels stands for. */
typedef struct
{
  gint64 from;
  gint64 to;
} Column;

/* --- what there is --------------------------------------------------------------------------------- */

static gboolean
has_structure (const WeftPipelineHistory *history, WeftPipelineStructure structure)
{
  gint64 first, end;
  guint64 sum;

  weft_pipeline_history_get_cycles (history, &first, &end);
  return weft_pipeline_history_sum_structure (history, structure, first, first, &sum);
}

/* FALSE where the graph would show nothing of this log. */
static gboolean
has_graph (const WeftPipelinePanels *self, Graph graph)
{
  if (graph >= GRAPH_STRUCTURE)
    return self->set == WEFT_PANELS_STRUCTURES
           && has_structure (self->whole, (WeftPipelineStructure) (graph - GRAPH_STRUCTURE));
  if (self->set != WEFT_PANELS_RUN)
    return FALSE;
  if (graph == GRAPH_STAGES)
    return weft_pipeline_history_get_n_stages (self->whole) > 0;
  return graph != GRAPH_SLOTS || weft_pipeline_history_get_width (self->whole) > 0;
}

static guint
get_weight (Graph graph)
{
  static const guint weights[] = {
    [GRAPH_STAGES] = 4, [GRAPH_IPC] = 2, [GRAPH_SLOTS] = 3, [GRAPH_FLUSHED] = 1
  };

  return graph < GRAPH_STRUCTURE ? weights[graph] : 1;
}

int
weft_pipeline_panels_measure (const WeftPipelinePanels *self, const WeftStyle *style)
{
  int height = 0;

  for (guint graph = 0; self->whole != NULL && graph < MAX_GRAPHS; graph++)
    if (has_graph (self, (Graph) graph))
      height += weft_style_text_px (style, STRUCTURE_HEIGHT);
  return height;
}

/* The part where it knows all cycles in sight, and is the finer one. */
static const WeftPipelineHistory *
choose_history (const WeftPipelinePanels *self, const WeftPipelineViewport *viewport)
{
  gint64 from = weft_pipeline_viewport_x_to_cycle (viewport, 0, NULL), first, end, whole_first;
  gint64 to = weft_pipeline_viewport_x_to_cycle (viewport, viewport->width, NULL), whole_end;

  if (self->part == NULL)
    return self->whole;
  weft_pipeline_history_get_cycles (self->whole, &whole_first, &whole_end);
  weft_pipeline_history_get_cycles (self->part, &first, &end);
  return first <= MAX (from, whole_first) && end > MIN (to, whole_end - 1) ? self->part
                                                                           : self->whole;
}

static void
lay_out (Layout *self, const WeftPipelineScene *scene, const WeftPipelinePanels *panels, int x,
         int y, int height)
{
  guint weights = 0, before = 0;
  int header =
    panels->set == WEFT_PANELS_RUN ? weft_style_text_px (scene->style, HEADER_HEIGHT) : 0;
  int room;

  self->scene = scene;
  self->x = x;
  self->viewport = &scene->viewport;
  self->history = choose_history (panels, &scene->viewport);
  self->n_panels = 0;
  for (guint graph = 0; graph < MAX_GRAPHS; graph++)
    if (has_graph (panels, (Graph) graph))
      {
        self->panels[self->n_panels++].graph = (Graph) graph;
        weights += get_weight ((Graph) graph);
      }
  room = MAX (height - (int) self->n_panels * header, 0);
  for (guint i = 0; i < self->n_panels; i++)
    {
      Panel *panel = &self->panels[i];
      int from = (int) ((gint64) room * before / weights);

      before += get_weight (panel->graph);
      panel->y = y + (int) i * header + from;
      panel->header = header;
      panel->height = (int) ((gint64) room * before / weights) - from;
    }
}

/* --- values ------------------------------------------------------------------------------------------- */

/* FALSE: the log has no cycle there. */
static gboolean
get_column (const Layout *self, int x, Column *column)
{
  column->from = weft_pipeline_viewport_x_to_cycle (self->viewport, x + 0.5, NULL);
  column->to = weft_pipeline_viewport_x_to_cycle (self->viewport, x + 1.5, NULL);
  column->to = MAX (column->to, weft_pipeline_next_cycle (column->from));
  return weft_pipeline_history_align (self->history, &column->from, &column->to);
}

static double
get_mean (const Layout *self, WeftHistorySeries series, guint index, const Column *column)
{
  return (double) weft_pipeline_history_sum (self->history, series, index, column->from, column->to)
         / (double) weft_cycles_between (column->from, column->to);
}

static guint
get_n_layers (const Layout *self, Graph graph)
{
  if (graph == GRAPH_STAGES)
    return weft_pipeline_history_get_n_stages (self->history);
  return graph == GRAPH_SLOTS ? WEFT_N_CPI_PARTS : 1;
}

/* Ops, or slots, of a cycle in one layer of a graph's column. */
static double
get_value (const Layout *self, Graph graph, guint layer, const Column *column)
{
  guint64 sum;

  switch (graph)
    {
    case GRAPH_STAGES:
      return get_mean (self, WEFT_HISTORY_STAGE, layer, column);
    case GRAPH_SLOTS:
      return get_mean (self, WEFT_HISTORY_SLOTS, layer, column);
    case GRAPH_IPC:
      return get_mean (self, WEFT_HISTORY_RETIRED, 0, column);
    case GRAPH_FLUSHED:
      return get_mean (self, WEFT_HISTORY_FLUSHED, 0, column);
    case GRAPH_STRUCTURE:
    default:
      weft_pipeline_history_sum_structure (self->history,
                                           (WeftPipelineStructure) (graph - GRAPH_STRUCTURE),
                                           column->from, column->to, &sum);
      return (double) sum / (double) weft_cycles_between (column->from, column->to);
    }
}

/* The smallest of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten that is no less. */
static double
round_up (double value)
{
  static const double steps[] = { 1, 1.5, 2, 3, 4, 5, 6, 8, 10 };
  double power = value > 0 ? pow (10, floor (log10 (value))) : 1;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i] * power >= value * (1 - 1e-9))
      return steps[i] * power;
  return 10 * power;
}

/* --- colours ----------------------------------------------------------------------------------------------- */

static WeftColor
get_color (const Layout *self, const WeftPipelineDrawing *drawing, Graph graph, guint layer)
{
  const WeftStyle *style = self->scene->style;

  if (graph == GRAPH_STAGES)
    {
      WeftKind kind = weft_pipeline_history_get_stage (self->history, layer);

      return weft_pipeline_colors_get_kind (&drawing->self->colors, kind);
    }
  if (graph == GRAPH_SLOTS)
    return weft_cpi_category_get_color (style, (WeftCpiCategory) layer);
  if (graph == GRAPH_FLUSHED)
    return weft_style_color (style, WEFT_COLOR_ERROR);
  return weft_pipeline_faded (weft_style_color (style, WEFT_COLOR_ACCENT), 0.65);
}

/* --- words --------------------------------------------------------------------------------------------------- */

const char *
weft_pipeline_structure_to_words (WeftPipelineStructure structure)
{
  static const char *const words[WEFT_N_STRUCTURES] = {
    [WEFT_STRUCTURE_FETCH_QUEUE] = N_ ("Fetch queue"),
    [WEFT_STRUCTURE_REORDER_BUFFER] = N_ ("Reorder buffer"),
    [WEFT_STRUCTURE_ISSUE_QUEUE] = N_ ("Issue queue"),
    [WEFT_STRUCTURE_LOAD_STORE] = N_ ("Load/store"),
  };

  g_return_val_if_fail (structure < WEFT_N_STRUCTURES, NULL);
  return _ (words[structure]);
}

static const char *
get_title (Graph graph)
{
  static const char *const titles[GRAPH_STRUCTURE] = {
    [GRAPH_STAGES] = N_ ("Ops in each stage"),
    [GRAPH_IPC] = N_ ("IPC"),
    [GRAPH_SLOTS] = N_ ("CPI stack"),
    [GRAPH_FLUSHED] = N_ ("Flushed ops per cycle"),
  };

  return graph < GRAPH_STRUCTURE
           ? _ (titles[graph])
           : weft_pipeline_structure_to_words ((WeftPipelineStructure) (graph - GRAPH_STRUCTURE));
}

/* (transfer full) */
static char *
get_layer_name (const Layout *self, Graph graph, guint layer)
{
  WeftKindInfo info;

  if (graph == GRAPH_SLOTS)
    return g_strdup (weft_cpi_category_to_words ((WeftCpiCategory) layer));
  if (graph != GRAPH_STAGES)
    return g_strdup (get_title (graph));
  weft_pipeline_trace_get_kind (weft_pipeline_rows_get_trace (self->scene->rows),
                                weft_pipeline_history_get_stage (self->history, layer), &info);
  return g_utf8_make_valid (info.name, -1);
}

/* "3", "170.4": (transfer full). */
static char *
format_value (double value)
{
  if (value == floor (value) && value < 1e15)
    return weft_number_count ((guint64) value);
  return weft_number_ratio (value, value < 10 ? 2 : 1);
}

/* --- painting --------------------------------------------------------------------------------------------------- */

/* The values of the layers below one another that have come to this, in each column; NaN where there is
 * no cycle. */
static double *
stack_up (const Layout *self, Graph graph, int width, double *highest)
{
  guint n_layers = get_n_layers (self, graph);
  double *sums = g_new (double, (gsize) n_layers *(gsize) width);
  Column column, before = { 0, 0 };

  *highest = 0;
  for (int x = 0; x < width; x++)
    {
      double *here = sums + (gsize) x * n_layers, sum = 0;
      gboolean is_there = get_column (self, x, &column);

      if (is_there && x > 0 && column.from == before.from && column.to == before.to)
        {
          memcpy (here, here - n_layers, n_layers * sizeof *here);
          continue;
        }
      for (guint layer = 0; layer < n_layers; layer++)
        here[layer] = is_there ? sum += get_value (self, graph, layer, &column) : (double) NAN;
      if (is_there)
        *highest = MAX (*highest, sum);
      before = column;
    }
  return sums;
}

/* The value at the top of a graph. */
static double
choose_scale (const Layout *self, Graph graph, double highest)
{
  if (graph == GRAPH_SLOTS)
    return weft_pipeline_history_get_width (self->history);
  return highest > 0 ? round_up (highest) : 1;
}

static void
paint_layers (const Layout *self, const WeftPipelineDrawing *drawing, const Panel *panel,
              const double *sums, double scale)
{
  guint n_layers = get_n_layers (self, panel->graph);
  int width = self->viewport->width, bottom = panel->y + panel->header + panel->height;
  double px = (panel->height - 1) / scale;

  for (guint layer = 0; layer < n_layers; layer++)
    {
      float *area = weft_paint_list_area (drawing->list, self->x, (gsize) width,
                                          get_color (self, drawing, panel->graph, layer));

      for (int x = 0; x < width; x++)
        {
          const double *here = sums + (gsize) x * n_layers;

          area[2 * x] = (float) (bottom - here[layer] * px);
          area[2 * x + 1] = (float) (bottom - (layer > 0 ? here[layer - 1] : 0) * px);
        }
    }
}

static int
paint_word (const WeftPipelineDrawing *drawing, int x, int right, const Panel *panel,
            WeftColorRole role, const char *text)
{
  const WeftStyle *style = drawing->style;
  double size = weft_style_font_size (style, WEFT_FONT_UI_SMALL);
  int width = weft_glyph_atlas_measure (style->atlas, WEFT_FONT_UI_SMALL, size, text, -1) + 1;

  weft_paint_list_text (drawing->list, x, panel->y, MAX (MIN (width, right - x), 0), panel->header,
                        WEFT_FONT_UI_SMALL, size, WEFT_ALIGN_START, WEFT_FIT_END,
                        weft_style_color (style, role), text, -1);
  return x + width;
}

/* Title, colours, and what the top of the graph stands for. */
static void
paint_header (const Layout *self, const WeftPipelineDrawing *drawing, const Panel *panel,
              double scale)
{
  const WeftStyle *style = drawing->style;
  int width = self->viewport->width, gap = weft_style_px (style, 6), x = self->x + gap;
  int swatch = weft_style_text_px (style, 11);
  g_autofree char *top = format_value (scale), *words = NULL;

  weft_paint_list_fill (drawing->list, self->x, panel->y, width, panel->header,
                        weft_style_color (style, WEFT_COLOR_PANE));
  width += self->x;
  x = paint_word (drawing, x, width, panel, WEFT_COLOR_TEXT, get_title (panel->graph)) + gap;
  /* TRANSLATORS: how far a graph reaches up: "0 – 300" */
  words = panel->graph == GRAPH_SLOTS ? g_strdup_printf (_ ("0 – %s retire slots"), top)
                                      : g_strdup_printf (_ ("0 – %s"), top);
  x = paint_word (drawing, x, width, panel, WEFT_COLOR_TEXT_MUTED, words) + 2 * gap;
  for (guint layer = 0;
       get_n_layers (self, panel->graph) > 1 && layer < get_n_layers (self, panel->graph); layer++)
    {
      g_autofree char *name = get_layer_name (self, panel->graph, layer);

      weft_paint_list_fill (drawing->list, x, panel->y + (panel->header - swatch) / 2, swatch,
                            swatch, get_color (self, drawing, panel->graph, layer));
      x = paint_word (drawing, x + swatch + gap / 2, width, panel, WEFT_COLOR_TEXT, name) + gap;
    }
}

static void
paint_panel (const Layout *self, const WeftPipelineDrawing *drawing, const Panel *panel)
{
  double highest, scale;
  g_autofree double *sums = stack_up (self, panel->graph, self->viewport->width, &highest);

  scale = choose_scale (self, panel->graph, highest);
  if (panel->header > 0)
    paint_header (self, drawing, panel, scale);
  else
    weft_paint_list_fill (drawing->list, self->x, panel->y, self->viewport->width, 1,
                          weft_style_color (drawing->style, WEFT_COLOR_GRID_MINOR));
  paint_layers (self, drawing, panel, sums, scale);
  weft_pipeline_drawing_paint_folded (drawing, panel->y + panel->header, panel->height);
}

void
weft_pipeline_renderer_paint_panels (WeftPipelineRenderer *renderer, const WeftPipelineScene *scene,
                                     const WeftPipelinePanels *self, int x, int y, int height,
                                     WeftPaintList *list)
{
  int width = scene->viewport.width;
  WeftPipelineArea area = { -x, -y, x + width, y + height };
  WeftPipelineDrawing drawing;
  Layout layout;

  if (self->whole == NULL || width <= 0 || height <= 0)
    return;
  weft_pipeline_drawing_begin (&drawing, renderer, scene, &area, list);
  lay_out (&layout, scene, self, x, y, height);
  weft_paint_list_push_clip (list, x, y, width, height);
  weft_paint_list_fill (list, x, y, width, height,
                        weft_style_color (scene->style, WEFT_COLOR_CANVAS));
  weft_pipeline_drawing_paint_grid (&drawing);
  for (guint i = 0; i < layout.n_panels; i++)
    paint_panel (&layout, &drawing, &layout.panels[i]);
  weft_paint_list_pop_clip (list);
  weft_pipeline_drawing_end (&drawing);
}

void
weft_pipeline_panels_paint_titles (const WeftPipelineScene *scene, const WeftPipelinePanels *self,
                                   double x, int width, int height, WeftPaintList *list)
{
  const WeftStyle *style = scene->style;
  double size = weft_style_font_size (style, WEFT_FONT_UI_SMALL);
  int gap = weft_style_px (style, 6), value_width = weft_style_text_px (style, 56);
  gboolean has_column;
  Column column;
  Layout layout;

  weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_PANE));
  if (self->whole == NULL)
    return;
  lay_out (&layout, scene, self, 0, 0, height);
  has_column = isfinite (x) && get_column (&layout, (int) floor (x), &column);
  for (guint i = 0; i < layout.n_panels; i++)
    {
      const Panel *panel = &layout.panels[i];
      g_autofree char *value =
        has_column ? format_value (get_value (&layout, panel->graph, 0, &column)) : NULL;

      weft_paint_list_fill (list, 0, panel->y, width, 1,
                            weft_style_color (style, WEFT_COLOR_GRID_MINOR));
      weft_paint_list_text (list, gap, panel->y, MAX (width - value_width - 2 * gap, 0),
                            panel->height, WEFT_FONT_UI_SMALL, size, WEFT_ALIGN_START, WEFT_FIT_END,
                            weft_style_color (style, WEFT_COLOR_TEXT), get_title (panel->graph),
                            -1);
      if (value != NULL)
        weft_paint_list_text (list, width - value_width - gap, panel->y, value_width, panel->height,
                              WEFT_FONT_UI_SMALL, size, WEFT_ALIGN_END, WEFT_FIT_END,
                              weft_style_color (style, WEFT_COLOR_TEXT), value, -1);
    }
}

/* --- at a point ------------------------------------------------------------------------------------------- */

/* "Cycle 120", "Cycles 120 – 135, on average": (transfer full). */
static char *
describe_column (const Column *column)
{
  g_autofree char *first = weft_number_integer (column->from),
                  *last = weft_number_integer (column->to);

  if (weft_cycles_between (column->from, column->to) == 1)
    return g_strdup_printf (_ ("Cycle %s"), first);
  /* TRANSLATORS: "Cycles 120 – 136, on average" */
  return g_strdup_printf (_ ("Cycles %s – %s, on average"), first, last);
}

char *
weft_pipeline_panels_describe (const WeftPipelineScene *scene, const WeftPipelinePanels *self,
                               int height, double x, double y)
{
  GString *text;
  Column column;
  Layout layout;

  if (self->whole == NULL)
    return NULL;
  lay_out (&layout, scene, self, 0, 0, height);
  if (!get_column (&layout, (int) floor (x), &column))
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < layout.n_panels; i++)
    {
      const Panel *panel = &layout.panels[i];
      g_autofree char *cycles = describe_column (&column);

      if (y < panel->y || y >= panel->y + panel->header + panel->height)
        continue;
      g_string_append_printf (text, "%s\n%s", get_title (panel->graph), cycles);
      for (guint layer = 0; layer < get_n_layers (&layout, panel->graph); layer++)
        {
          g_autofree char *name = get_layer_name (&layout, panel->graph, layer);
          g_autofree char *value = format_value (get_value (&layout, panel->graph, layer, &column));

          g_string_append_printf (text, "\n%s: %s", name, value);
        }
    }
  return g_string_free (text, text->len == 0);
}
