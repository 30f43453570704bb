/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stage-cells.h"

#include "weft-pipeline-drawing.h"

/* Near: every stage is a cell, with border, hatch and text as its size allows. */

#define MAX_COUNT 9999 /* the highest number written into a cell */

typedef struct
{
  WeftPipelineDrawing *drawing;
  guint n_parts;
  double border; /* opacities */
  double text;
  double veil_hatch;
  double wait_hatch;
  double small; /* how far flushed cells look as they do far out */
  double font_size;
  int digit_width;
  int hatch_period;
  gint64 first_cycle; /* in sight, of the layout's kind */
  gint64 last_cycle;
} Cells;

/* One stage of an op on the canvas, in the list's coordinates. */
typedef struct
{
  const WeftKindLook *kind;
  const WeftLook *look;
  WeftColor fill;
  const WeftStage *stage;
  gint64 start; /* cycles of the layout's kind */
  gint64 end;
  int x0;
  int x1;
  int y0;
  int y1;
} Cell;

/* --- geometry ----------------------------------------------------------------------------- */

guint
weft_pipeline_row_parts (const WeftPipelineViewport *viewport, guint n_lanes)
{
  if (viewport->lanes != WEFT_LANES_SPLIT || viewport->px_per_row < 1.5 * n_lanes)
    return 1;
  return MAX (n_lanes, 1);
}

void
weft_pipeline_cell_rows (const WeftPipelineViewport *viewport, gint64 row, guint part,
                         guint n_parts, gint64 *y0, gint64 *y1)
{
  gint64 top = weft_pipeline_viewport_row_edge (viewport, row);
  gint64 bottom = weft_pipeline_viewport_row_edge (viewport, row + 1);
  gint64 height = bottom - top;
  gint64 gap = (gint64) (viewport->px_per_row / n_parts * 0.08 + 0.5);

  *y0 = top + height * part / n_parts + gap;
  *y1 = top + height * (part + 1) / n_parts - gap;
  if (*y1 <= *y0)
    *y1 = *y0 + 1;
}

int
weft_pipeline_tick_width (const WeftStyle *style)
{
  return MAX (2, weft_style_px (style, 2));
}

/* FALSE where the cell is out of sight. */
static gboolean
place_cell (const Cells *cells, guint32 row, gint64 fetch, const WeftStage *stage, Cell *cell)
{
  const WeftPipelineDrawing *drawing = cells->drawing;
  const WeftPipelineViewport *viewport = drawing->viewport;
  guint part = MIN (cell->kind->lane, cells->n_parts - 1);
  gint64 x0, x1, y0, y1;

  cell->stage = stage;
  cell->start = weft_pipeline_layout_cycle (viewport, stage->start, fetch);
  cell->end = weft_pipeline_layout_cycle (viewport, stage->end, fetch);
  x0 = weft_pipeline_viewport_cycle_edge (viewport, cell->start);
  x1 = weft_pipeline_viewport_cycle_edge (viewport, cell->end);
  if (x1 < drawing->area.x - 16 || x0 > drawing->area.x + drawing->area.width + 16)
    return FALSE;
  weft_pipeline_cell_rows (viewport, row, part, cells->n_parts, &y0, &y1);
  cell->x0 = weft_pipeline_local (x0, drawing->area.x);
  cell->x1 = weft_pipeline_local (x1, drawing->area.x);
  cell->y0 = weft_pipeline_local (y0, drawing->area.y);
  cell->y1 = weft_pipeline_local (y1, drawing->area.y);
  return TRUE;
}

/* --- texts -------------------------------------------------------------------------------- */

static guint32
name_string (const Cells *cells, WeftKind kind, int *width)
{
  WeftPipelineRenderer *self = cells->drawing->self;
  guint32 *string = &g_array_index (self->name_strings, guint32, kind);
  int *known = &g_array_index (self->name_widths, int, kind);

  if (*string == 0)
    {
      WeftGlyphAtlas *atlas = cells->drawing->style->atlas;
      WeftKindInfo info;

      weft_pipeline_trace_get_kind (cells->drawing->snapshot->trace, kind, &info);
      *string = 1
                + weft_paint_list_intern (cells->drawing->list, WEFT_FONT_CELL, cells->font_size,
                                          info.name, -1);
      *known = weft_glyph_atlas_measure (atlas, WEFT_FONT_CELL, cells->font_size, info.name, -1);
    }
  *width = *known;
  return *string - 1;
}

static guint32
count_string (const Cells *cells, guint count)
{
  GArray *strings = cells->drawing->self->count_strings;
  guint32 *string;

  if (count >= strings->len)
    g_array_set_size (strings, count + 1);
  string = &g_array_index (strings, guint32, count);
  if (*string == 0)
    {
      char text[16];

      g_snprintf (text, sizeof text, "%u", count);
      *string =
        1
        + weft_paint_list_intern (cells->drawing->list, WEFT_FONT_CELL, cells->font_size, text, -1);
    }
  return *string - 1;
}

/* x of a cycle in the list. */
static int
cycle_x (const Cells *cells, gint64 cycle)
{
  return weft_pipeline_local (weft_pipeline_viewport_cycle_edge (cells->drawing->viewport, cycle),
                              cells->drawing->area.x);
}

static void
paint_text (const Cells *cells, const Cell *cell, gint64 from, gint64 to, WeftColor color,
            guint32 string)
{
  int x0 = cycle_x (cells, from);
  int x1 = cycle_x (cells, to);

  weft_paint_list_string (cells->drawing->list, x0 + 1, cell->y0, x1 - x0, cell->y1 - cell->y0,
                          WEFT_ALIGN_CENTER, WEFT_FIT_WHOLE, color, string);
}

/* 1, 2, 3 … in the cycles from `first` on, while they have room. */
static void
paint_counts (const Cells *cells, const Cell *cell, gint64 first, WeftColor color)
{
  double px = cells->drawing->viewport->px_per_cycle;
  gint64 from = MAX (first, weft_pipeline_cycles_between (cell->start, cells->first_cycle));
  gint64 last = MIN (weft_pipeline_cycles_between (cell->start, cell->end) - 1,
                     weft_pipeline_cycles_between (cell->start, cells->last_cycle));
  gint64 room = (gint64) ((px - 2) / cells->digit_width);
  gint64 highest = 0;

  for (; room > 0 && highest < MAX_COUNT; room--)
    highest = highest * 10 + 9;
  last = MIN (last, highest);
  for (gint64 k = from; k <= last; k++)
    paint_text (cells, cell, cell->start + k, cell->start + k + 1, color,
                count_string (cells, (guint) k));
}

static void
paint_cell_texts (const Cells *cells, const Cell *cell)
{
  double px = cells->drawing->viewport->px_per_cycle;
  WeftColor color = weft_pipeline_faded (cell->look->text, cells->text);
  int width;
  guint32 name = name_string (cells, cell->stage->kind, &width);
  /* The cycles that the name takes up: the first, unless it is too long for one. */
  gint64 n_cycles = width + 2 <= px ? 1 : (gint64) ceil ((width + 4) / px);

  if (n_cycles > weft_pipeline_cycles_between (cell->start, cell->end))
    return;
  paint_text (cells, cell, cell->start, cell->start + n_cycles, color, name);
  paint_counts (cells, cell, n_cycles, weft_pipeline_faded (color, 0.85));
}

/* `weight` of 256 of `a`, the rest of `b`, both opaque. */
static WeftColor
blend (WeftColor a, WeftColor b, guint weight)
{
  guint32 even = (a & 0xff00ff) * weight + (b & 0xff00ff) * (256 - weight);
  guint32 odd = (a & 0x00ff00) * weight + (b & 0x00ff00) * (256 - weight);

  return 0xff000000u | (even >> 8 & 0xff00ff) | (odd >> 8 & 0x00ff00);
}

/* --- cells -------------------------------------------------------------------------------- */

/* A stage that has not ended fades away instead of having a right edge. */
static void
paint_open_end (const Cells *cells, const Cell *cell, int from)
{
  enum
  {
    N_STEPS = 4
  };
  int width = cell->x1 - from;

  for (int i = 0; i < N_STEPS; i++)
    {
      int x0 = from + width * i / N_STEPS, x1 = from + width * (i + 1) / N_STEPS;

      weft_paint_list_fill (cells->drawing->list, x0, cell->y0, x1 - x0, cell->y1 - cell->y0,
                            weft_pipeline_faded (cell->fill, 0.85 - 0.22 * i));
    }
}

/* The colour of a cell's edge: between border and fill while borders fade in. */
static WeftColor
edge_color (const Cells *cells, const Cell *cell)
{
  return blend (cell->look->border, cell->fill, (guint) (cells->border * 256));
}

static void
paint_open_cell (const Cells *cells, const Cell *cell)
{
  WeftPaintList *list = cells->drawing->list;
  int fade = MIN (cell->x1 - cell->x0, weft_style_px (cells->drawing->style, 14));
  int solid = cell->x1 - fade - cell->x0, height = cell->y1 - cell->y0;
  WeftColor edge = edge_color (cells, cell);

  weft_paint_list_fill (list, cell->x0, cell->y0, solid, height, cell->fill);
  paint_open_end (cells, cell, cell->x0 + solid);
  weft_paint_list_fill (list, cell->x0, cell->y0, 1, height, edge);
  weft_paint_list_fill (list, cell->x0 + 1, cell->y0, solid - 1, 1, edge);
  weft_paint_list_fill (list, cell->x0 + 1, cell->y1 - 1, solid - 1, 1, edge);
}

/* Neighbours share the line between them. */
static void
paint_closed_cell (const Cells *cells, const Cell *cell)
{
  WeftPaintList *list = cells->drawing->list;
  int width = cell->x1 - cell->x0, height = cell->y1 - cell->y0;

  if (cells->border <= 0)
    {
      weft_paint_list_fill (list, cell->x0, cell->y0, width, height, cell->fill);
      return;
    }
  weft_paint_list_fill (list, cell->x0, cell->y0, width + 1, height, edge_color (cells, cell));
  weft_paint_list_fill (list, cell->x0 + 1, cell->y0 + 1, width - 1, height - 2, cell->fill);
}

static void
paint_cell (const Cells *cells, const Cell *cell, gboolean flushed)
{
  WeftPaintList *list = cells->drawing->list;
  const WeftStyle *style = cells->drawing->style;
  int width = cell->x1 - cell->x0 - 1, height = cell->y1 - cell->y0 - 2;

  if (cell->stage->open)
    paint_open_cell (cells, cell);
  else
    paint_closed_cell (cells, cell);
  if (cell->kind->over && cells->wait_hatch > 0)
    weft_paint_list_hatch (
      list, cell->x0 + 1, cell->y0 + 1, width, height, WEFT_HATCH_UP, cells->hatch_period,
      weft_pipeline_faded (weft_style_color (style, WEFT_COLOR_WAIT_HATCH), cells->wait_hatch));
  if (cell->kind->unknown && cells->wait_hatch > 0)
    weft_paint_list_hatch (
      list, cell->x0 + 1, cell->y0 + 1, width, height, WEFT_HATCH_DOWN, cells->hatch_period,
      weft_pipeline_faded (weft_style_color (style, WEFT_COLOR_UNKNOWN_HATCH), cells->wait_hatch));
  if (flushed && cells->veil_hatch > 0)
    weft_paint_list_hatch (
      list, cell->x0 + 1, cell->y0 + 1, width, height, WEFT_HATCH_DOWN, cells->hatch_period,
      weft_pipeline_faded (weft_style_color (style, WEFT_COLOR_FLUSH_HATCH), cells->veil_hatch));
  if (cells->text > 0)
    paint_cell_texts (cells, cell);
}

/* A stage that starts and ends in one cycle: as high as the row where there is a gap between rows,
 * and never higher, since the row above may be of another tile. */
static void
paint_tick (const Cells *cells, const Cell *cell)
{
  WeftPaintList *list = cells->drawing->list;
  int beyond = cells->drawing->viewport->px_per_row / cells->n_parts * 0.08 >= 0.5 ? 1 : 0;
  int width = weft_pipeline_tick_width (cells->drawing->style);
  int x = cell->x0 - width / 2, y = cell->y0 - beyond, height = cell->y1 + beyond - y;

  weft_paint_list_fill (list, x - 1, y, width + 2, height,
                        weft_style_color (cells->drawing->style, WEFT_COLOR_CANVAS));
  weft_paint_list_fill (list, x, y, width, height, cell->look->border);
}

/* Where the store of an op completed: a flag that hangs from the top of the row. */
static void
paint_store (const Cells *cells, guint32 row, const WeftOp *op)
{
  const WeftPipelineDrawing *drawing = cells->drawing;
  gint64 cycle = weft_pipeline_layout_cycle (drawing->viewport, op->store, op->fetch);
  WeftColor color = weft_style_color (drawing->style, WEFT_COLOR_WRITE);
  int width = weft_pipeline_tick_width (drawing->style);
  int x = cycle_x (cells, cycle), top, height;
  gint64 y0, y1;

  weft_pipeline_cell_rows (drawing->viewport, row, 0, cells->n_parts, &y0, &y1);
  top = weft_pipeline_local (y0, drawing->area.y);
  height = (int) (y1 - y0);
  weft_paint_list_fill (drawing->list, x, top, width, height, color);
  if (height >= 6)
    {
      double flag = MIN (height * 0.5, drawing->viewport->px_per_cycle * 0.6);
      const WeftPoint points[3] = { { x, top }, { x + flag, top + flag / 2 }, { x, top + flag } };

      weft_paint_list_polygon (drawing->list, points, 3, color);
    }
}

enum
{
  PASS_LANE0,
  PASS_OVER,
  PASS_TICKS,
  N_PASSES
};

static guint
pass_of (const WeftStage *stage, const WeftKindLook *kind)
{
  if (stage->start == stage->end && !stage->open)
    return PASS_TICKS;
  return kind->over ? PASS_OVER : PASS_LANE0;
}

static void
choose_look (const Cells *cells, Cell *cell, gboolean flushed)
{
  cell->look = flushed ? &cell->kind->flushed : &cell->kind->live;
  cell->fill = cell->look->fill;
  if (flushed && cells->small > 0)
    cell->fill = blend (cell->kind->flushed_small, cell->fill, (guint) (cells->small * 256));
}

/* Stages in three passes, so that what is small lies above what is large. */
static void
paint_op (const Cells *cells, guint32 row, const WeftOp *op)
{
  WeftPipelineRenderer *self = cells->drawing->self;
  gboolean flushed = op->state == WEFT_OP_FLUSHED;
  gboolean needed[N_PASSES] = { TRUE };
  guint op_class = weft_pipeline_colors_classify (&self->colors, cells->drawing->snapshot, op->op);

  for (guint pass = 0; pass < N_PASSES; pass++)
    for (guint i = 0; i < self->stages.n_stages && needed[pass]; i++)
      {
        const WeftStage *stage = &self->stages.stages[i];
        Cell cell = { .kind = weft_pipeline_colors_get (&self->colors, stage->kind, op_class) };
        guint wanted = pass_of (stage, cell.kind);

        needed[wanted] = TRUE;
        if (wanted != pass || !place_cell (cells, row, op->fetch, stage, &cell))
          continue;
        choose_look (cells, &cell, flushed);
        if (pass == PASS_TICKS)
          paint_tick (cells, &cell);
        else
          paint_cell (cells, &cell, flushed);
      }
}

/* The strings of the list before are not those of this one. */
static void
forget_strings (WeftPipelineRenderer *self)
{
  guint n_kinds = self->colors.n_kinds + 1;

  g_array_set_size (self->name_strings, 0);
  g_array_set_size (self->name_strings, n_kinds);
  g_array_set_size (self->name_widths, n_kinds);
  g_array_set_size (self->count_strings, 0);
}

static void
choose_sizes (Cells *cells)
{
  const WeftPipelineViewport *viewport = cells->drawing->viewport;
  const WeftStyle *style = cells->drawing->style;
  double scale = style->options.device_scale;
  double normal = weft_style_font_size (style, WEFT_FONT_CELL);
  double height = viewport->px_per_row / cells->n_parts * 0.84;
  double least = MIN (viewport->px_per_cycle, height), most;

  /* Texts grow with the cells, but not so that a name or a count no longer fits into a cycle. */
  most = CLAMP ((viewport->px_per_cycle - 4 * scale) / 1.8, normal, normal * 1.5);
  cells->font_size = CLAMP (height * 0.6, MIN (normal, height * 0.8), most);
  if (weft_style_legible (style, cells->font_size))
    cells->text = weft_pipeline_fade (cells->font_size / scale, WEFT_FONT_LEGIBLE_PX - 1,
                                      WEFT_FONT_LEGIBLE_PX + 1);
  cells->border = weft_pipeline_fade (least, 4, 9);
  cells->veil_hatch = weft_pipeline_fade (least, 5, 9);
  cells->wait_hatch = weft_pipeline_fade (least, 4, 7);
  cells->small = 1 - weft_pipeline_fade (least, 4, 9);
  if (cells->text > 0)
    {
      cells->veil_hatch *= 0.8;
      cells->wait_hatch *= 0.8;
    }
  cells->hatch_period = CLAMP (weft_style_px (style, 6), 3, 64);
  weft_glyph_atlas_get_metrics (style->atlas, WEFT_FONT_CELL, cells->font_size, NULL, NULL,
                                &cells->digit_width);
  cells->digit_width = MAX (cells->digit_width, 1);
}

void
weft_pipeline_paint_cells (WeftPipelineDrawing *drawing)
{
  Cells cells = { .drawing = drawing };
  WeftPipelineRenderer *self = drawing->self;
  guint32 first, last;

  cells.n_parts = weft_pipeline_row_parts (drawing->viewport, self->colors.n_lanes);
  cells.first_cycle =
    weft_pipeline_viewport_x_to_cycle (drawing->viewport, (double) drawing->area.x, NULL);
  cells.last_cycle = weft_pipeline_viewport_x_to_cycle (
    drawing->viewport, (double) (drawing->area.x + drawing->area.width), NULL);
  choose_sizes (&cells);
  forget_strings (self);
  weft_pipeline_drawing_get_rows (drawing, &first, &last);
  for (guint32 row = first; row < last; row++)
    {
      guint32 number = weft_pipeline_rows_get_op (drawing->rows, row);
      WeftOp op;

      weft_pipeline_snapshot_get_op (drawing->snapshot, number, &op);
      weft_pipeline_snapshot_get_stages (drawing->snapshot, number, &self->stages);
      paint_op (&cells, row, &op);
      if (op.store != WEFT_NO_CYCLE)
        paint_store (&cells, row, &op);
    }
}
