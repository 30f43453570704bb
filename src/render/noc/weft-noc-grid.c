/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-grid.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-number.h"

WeftNocGrid
weft_noc_grid_fit (const WeftNocMatrix *matrix, const WeftStyle *style, int x, int y, int width,
                   int height)
{
  int label = weft_style_text_px (style, 44), title = weft_style_text_px (style, 22);
  double top = title + label * 0.6;
  WeftNocGrid grid = { x + label, y + top, 0 };

  if (matrix->n_rows > 0)
    grid.pitch = MAX (
      MIN ((width - label - 8.0) / matrix->n_columns, (height - top - 8.0) / matrix->n_rows), 1);
  grid.pitch = MIN (grid.pitch, weft_style_text_px (style, 40));
  return grid;
}

/* Bytes over eight powers of two, the largest being 1. */
static double
get_heat (const WeftNocMatrix *matrix, guint64 bytes)
{
  return CLAMP (1 + log2 ((double) bytes / (double) matrix->largest) / 8, 0.04, 1);
}

/* The colour of a cell, which has stripes where a query says nothing of it. */
static WeftColor
get_color (const WeftNocGridScene *scene, const WeftNocCell *cell, gboolean *is_unknown)
{
  const WeftNocMatrix *matrix = scene->matrix;
  guint class;

  *is_unknown = FALSE;
  if (!weft_noc_colors_get_pair (scene->said, scene->device, matrix->rows[cell->row],
                                 matrix->columns[cell->column], &class))
    return weft_style_heat (scene->style, get_heat (matrix, cell->bytes));
  *is_unknown = class == WEFT_ROW_COLORS_NONE;
  return weft_row_colors_get (scene->said->said, scene->style, class);
}

static void
paint_cells (const WeftNocGridScene *scene, const WeftNocGrid *grid, WeftPaintList *list)
{
  const WeftNocMatrix *matrix = scene->matrix;
  int gap = grid->pitch > 5 ? 1 : 0;

  for (guint i = 0; i < matrix->cells->len; i++)
    {
      const WeftNocCell *cell = &g_array_index (matrix->cells, WeftNocCell, i);
      int x = weft_paint_coord (grid->x + cell->column * grid->pitch);
      int y = weft_paint_coord (grid->y + cell->row * grid->pitch);
      int width = weft_paint_coord (grid->x + (cell->column + 1) * grid->pitch) - x - gap;
      int height = weft_paint_coord (grid->y + (cell->row + 1) * grid->pitch) - y - gap;
      gboolean is_unknown;
      WeftColor color;

      if (cell->bytes == 0)
        continue;
      color = get_color (scene, cell, &is_unknown);
      weft_paint_list_fill (list, x, y, MAX (width, 1), MAX (height, 1), color);
      if (is_unknown)
        weft_row_colors_hatch (scene->style, x, y, MAX (width, 1), MAX (height, 1), list);
    }
}

/* Every so many rows or columns have their name, so that names of this size do not touch. */
static guint
get_label_step (double size, double pitch)
{
  return (guint) MAX (ceil (size / pitch), 1);
}

static void
paint_labels (const WeftNocMatrix *matrix, const WeftNocGrid *grid, guint grid_width,
              const WeftStyle *style, int left, WeftPaintList *list)
{
  double size = weft_style_font_size (style, WEFT_FONT_UI_SMALL) * 0.9;
  WeftColor color = weft_style_color (style, WEFT_COLOR_TEXT_MUTED);
  int height = weft_paint_coord (size * 1.4);
  int width = weft_glyph_atlas_measure (style->atlas, WEFT_FONT_UI_SMALL, size, "00,00", -1) + 4;
  guint step = get_label_step (height, grid->pitch);
  char text[16];

  for (guint i = 0; i < matrix->n_rows; i += step)
    {
      int y = weft_paint_coord (grid->y + (i + 0.5) * grid->pitch) - height / 2;

      g_snprintf (text, sizeof text, "%u,%u", matrix->rows[i] % grid_width,
                  matrix->rows[i] / grid_width);
      weft_paint_list_text (list, left, y, weft_paint_coord (grid->x) - left - 4, height,
                            WEFT_FONT_UI_SMALL, size, WEFT_ALIGN_END, WEFT_FIT_WHOLE, color, text,
                            -1);
    }
  step = get_label_step (width, grid->pitch);
  for (guint i = 0; i < matrix->n_columns; i += step)
    {
      int x = weft_paint_coord (grid->x + (i + 0.5) * grid->pitch) - width / 2;

      g_snprintf (text, sizeof text, "%u,%u", matrix->columns[i] % grid_width,
                  matrix->columns[i] / grid_width);
      weft_paint_list_text (list, x, weft_paint_coord (grid->y) - height, width, height,
                            WEFT_FONT_UI_SMALL, size, WEFT_ALIGN_CENTER, WEFT_FIT_WHOLE, color,
                            text, -1);
    }
}

/* The column of a query that cells, or rows of them, have the colours of, and where its ramp begins and ends. */
static char *
make_said_title (const WeftNocColors *colors, gint32 device)
{
  const WeftRowColors *said = colors->said;

  if (said->is_ramp && colors->pairs != NULL)
    return g_strdup_printf (_ ("Device %d: row → column, coloured by “%s”, %s to %s"), device,
                            said->title, said->low, said->high);
  if (said->is_ramp)
    return g_strdup_printf (_ ("Device %d: row → column, rows coloured by “%s”, %s to %s"), device,
                            said->title, said->low, said->high);
  if (colors->pairs != NULL)
    return g_strdup_printf (_ ("Device %d: row → column, coloured by “%s”"), device, said->title);
  return g_strdup_printf (_ ("Device %d: row → column, rows coloured by “%s”"), device,
                          said->title);
}

static char *
make_title (const WeftNocGridScene *scene)
{
  gint32 device = weft_noc_capture_get_device_id (scene->capture, scene->device);
  g_autofree char *largest = weft_number_bytes (scene->matrix->largest);

  if (scene->matrix->largest == 0)
    return g_strdup_printf (_ ("Device %d: nothing was sent in this interval"), device);
  if (scene->said != NULL && scene->said->tiles != NULL)
    return make_said_title (scene->said, device);
  return g_strdup_printf (_ ("Device %d: row → column, at most %s, log scale"), device, largest);
}

void
weft_noc_grid_paint (const WeftNocGridScene *scene, const WeftNocGrid *grid, int x, int y,
                     int width, int height, WeftPaintList *list)
{
  const WeftNocMatrix *matrix = scene->matrix;
  const WeftStyle *style = scene->style;
  guint grid_width = weft_noc_capture_get_topology (scene->capture, NULL)->width;
  g_autofree char *title = make_title (scene);
  int pad = weft_style_px (style, 8);
  int across = weft_paint_coord (grid->pitch * matrix->n_columns);
  int down = weft_paint_coord (grid->pitch * matrix->n_rows);

  weft_paint_list_push_clip (list, x, y, width, height);
  weft_paint_list_fill (list, x, y, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
  weft_paint_list_text (list, x + pad, y + pad / 2, width - 2 * pad, weft_style_text_px (style, 18),
                        WEFT_FONT_UI_SMALL, weft_style_font_size (style, WEFT_FONT_UI_SMALL),
                        WEFT_ALIGN_START, WEFT_FIT_END, weft_style_color (style, WEFT_COLOR_TEXT),
                        title, -1);
  if (matrix->n_rows > 0)
    {
      weft_paint_list_fill (list, weft_paint_coord (grid->x), weft_paint_coord (grid->y), across,
                            down, weft_style_color (style, WEFT_COLOR_ZEBRA));
      paint_cells (scene, grid, list);
      paint_labels (matrix, grid, grid_width, style, x, list);
    }
  weft_paint_list_pop_clip (list);
}

gboolean
weft_noc_grid_hit (const WeftNocMatrix *matrix, const WeftNocGrid *grid, double x, double y,
                   guint *row, guint *column)
{
  if (grid->pitch <= 0 || x < grid->x || y < grid->y)
    return FALSE;
  *column = (guint) MIN ((x - grid->x) / grid->pitch, G_MAXINT);
  *row = (guint) MIN ((y - grid->y) / grid->pitch, G_MAXINT);
  return *column < matrix->n_columns && *row < matrix->n_rows;
}

void
weft_noc_grid_mark (const WeftNocMatrix *matrix, const WeftNocGrid *grid, guint sender,
                    guint receiver, const WeftStyle *style, WeftPaintList *list)
{
  WeftColor color = weft_style_color (style, WEFT_COLOR_ACCENT);
  int across = weft_paint_coord (grid->pitch * matrix->n_columns);
  int down = weft_paint_coord (grid->pitch * matrix->n_rows);
  int x = weft_paint_coord (grid->x), y = weft_paint_coord (grid->y);
  int pitch = MAX (weft_paint_coord (grid->pitch), 2);

  for (guint i = 0; i < matrix->n_rows; i++)
    if (matrix->rows[i] == sender)
      weft_paint_list_frame (list, x, y + weft_paint_coord (i * grid->pitch), across, pitch, 1,
                             color);
  for (guint i = 0; i < matrix->n_columns; i++)
    if (matrix->columns[i] == receiver)
      weft_paint_list_frame (list, x + weft_paint_coord (i * grid->pitch), y, pitch, down, 1,
                             color);
}
