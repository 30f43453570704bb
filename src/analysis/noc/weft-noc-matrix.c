/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-matrix.h"

#include "weft-map64.h"

#include <string.h>

/* Who is in it, and their places by tile. */
typedef struct
{
  const WeftNocCapture *capture;
  guint n_tiles;     /* of the grid */
  guint32 *rows;     /* places; G_MAXUINT32: not in it */
  guint32 *columns;  /* likewise */
  WeftMap64 places;  /* of cells, by row and column */
  GArray *receivers; /* of a route */
  WeftNocMatrix *matrix;
} Building;

static void
add_bytes (Building *self, guint row, guint column, guint64 bytes)
{
  GArray *cells = self->matrix->cells;
  guint64 key = (guint64) row << 32 | column;
  guint32 place = weft_map64_get (&self->places, key);
  WeftNocCell *cell;

  if (place == WEFT_MAP64_NONE)
    {
      place = cells->len;
      weft_map64_set (&self->places, key, place);
      g_array_append_val (cells, ((WeftNocCell){ row, column, 0 }));
    }
  cell = &g_array_index (cells, WeftNocCell, place);
  cell->bytes += bytes;
  self->matrix->largest = MAX (self->matrix->largest, cell->bytes);
}

guint
weft_noc_list_receivers (const WeftNocCapture *capture, guint32 route, GArray *receivers)
{
  guint n_tiles = weft_noc_capture_get_topology (capture, NULL)->n_tiles;
  guint n_series, n_links, from = 0;
  const guint32 *series = weft_noc_capture_get_route (capture, route, &n_series, &n_links);

  g_array_set_size (receivers, 0);
  for (guint i = n_links; i < n_series; i++)
    {
      WeftNocSeries info;
      guint tile;

      weft_noc_capture_get_series (capture, series[i], &info);
      tile = info.index % n_tiles;
      if (info.kind == WEFT_SERIES_SOURCE)
        from = tile;
      if (info.kind == WEFT_SERIES_SINK)
        g_array_append_val (receivers, tile);
    }
  return from;
}

/* Marks the sender and the receivers, or, where there are cells already, adds the bytes. */
static void
add_route (Building *self, const WeftNocUsedRoute *route)
{
  guint from = weft_noc_list_receivers (self->capture, route->route, self->receivers);

  for (guint i = 0; i < self->receivers->len; i++)
    {
      guint tile = g_array_index (self->receivers, guint, i);

      if (self->matrix->cells == NULL)
        self->rows[from] = self->columns[tile] = 0;
      else
        add_bytes (self, self->rows[from], self->columns[tile], route->bytes);
    }
}

static void
add_routes (Building *self, const GArray *routes)
{
  for (guint i = 0; i < routes->len; i++)
    add_route (self, &g_array_index (routes, WeftNocUsedRoute, i));
}

/* Gives those that were marked their places. */
static guint16 *
number_tiles (guint32 *places, guint n_tiles, guint *n)
{
  guint16 *tiles = g_new (guint16, n_tiles);

  for (guint tile = 0; tile < n_tiles; tile++)
    if (places[tile] != G_MAXUINT32)
      {
        places[tile] = *n;
        tiles[(*n)++] = (guint16) tile;
      }
  return tiles;
}

static void
number_places (Building *self)
{
  WeftNocMatrix *matrix = self->matrix;

  matrix->rows = number_tiles (self->rows, self->n_tiles, &matrix->n_rows);
  matrix->columns = number_tiles (self->columns, self->n_tiles, &matrix->n_columns);
  matrix->cells = g_array_new (FALSE, FALSE, sizeof (WeftNocCell));
}

static int
compare_cells (gconstpointer a, gconstpointer b)
{
  const WeftNocCell *x = a, *y = b;

  return x->row != y->row ? (x->row > y->row) - (x->row < y->row)
                          : (x->column > y->column) - (x->column < y->column);
}

static void
order_cells (WeftNocMatrix *matrix)
{
  guint row = 0;

  g_array_sort (matrix->cells, compare_cells);
  matrix->starts = g_new (guint, matrix->n_rows + 1);
  for (guint i = 0; i < matrix->cells->len; i++)
    while (row <= g_array_index (matrix->cells, WeftNocCell, i).row)
      matrix->starts[row++] = i;
  while (row <= matrix->n_rows)
    matrix->starts[row++] = matrix->cells->len;
}

WeftNocMatrix *
weft_noc_matrix_new (const WeftNocCapture *capture, const GArray *routes)
{
  WeftNocMatrix *matrix = g_new0 (WeftNocMatrix, 1);
  Building self = { .capture = capture, .places = WEFT_MAP64_INIT, .matrix = matrix };

  self.n_tiles = weft_noc_capture_get_topology (capture, NULL)->n_tiles;
  self.rows = g_new (guint32, self.n_tiles);
  self.columns = g_new (guint32, self.n_tiles);
  memset (self.rows, 0xff, self.n_tiles * sizeof *self.rows);
  memset (self.columns, 0xff, self.n_tiles * sizeof *self.columns);
  self.receivers = g_array_new (FALSE, FALSE, sizeof (guint));
  add_routes (&self, routes);
  number_places (&self);
  add_routes (&self, routes);
  order_cells (matrix);
  weft_map64_clear (&self.places);
  g_array_unref (self.receivers);
  g_free (self.rows);
  g_free (self.columns);
  return matrix;
}

void
weft_noc_matrix_free (WeftNocMatrix *self)
{
  g_free (self->rows);
  g_free (self->columns);
  g_array_unref (self->cells);
  g_free (self->starts);
  g_free (self);
}

guint64
weft_noc_matrix_get (const WeftNocMatrix *self, guint row, guint column)
{
  guint low = self->starts[row], high = self->starts[row + 1];

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const WeftNocCell *cell = &g_array_index (self->cells, WeftNocCell, middle);

      if (cell->column == column)
        return cell->bytes;
      if (cell->column < column)
        low = middle + 1;
      else
        high = middle;
    }
  return 0;
}
