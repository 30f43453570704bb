/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-matrix.h"

#include <string.h>

/* Who is in it, and their places by tile. */
typedef struct
{
  const WeftNocCapture *capture;
  guint n_tiles;    /* of the grid */
  guint32 *rows;    /* places; G_MAXUINT32: not in it */
  guint32 *columns; /* likewise */
  WeftNocMatrix *matrix;
} Building;

/* Marks the sender and the receivers, or, where there are cells already, adds the bytes. */
static void
add_route (Building *self, const WeftNocUsedRoute *route)
{
  guint n_series, n_links, from = 0;
  const guint32 *series =
    weft_noc_capture_get_route (self->capture, route->route, &n_series, &n_links);

  /* The source stands before the sinks. */
  for (guint i = n_links; i < n_series; i++)
    {
      WeftNocSeries info;
      guint64 *cell;
      guint tile;

      weft_noc_capture_get_series (self->capture, series[i], &info);
      tile = info.index % self->n_tiles;
      if (info.kind == WEFT_SERIES_SOURCE)
        from = tile;
      if (info.kind != WEFT_SERIES_SINK)
        continue;
      if (self->matrix->bytes == NULL)
        {
          self->rows[from] = self->columns[tile] = 0;
          continue;
        }
      cell = &self->matrix
                ->bytes[(gsize) self->rows[from] * self->matrix->n_columns + self->columns[tile]];
      *cell += route->bytes;
      self->matrix->largest = MAX (self->matrix->largest, *cell);
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
  matrix->bytes = g_new0 (guint64, (gsize) matrix->n_rows * matrix->n_columns + 1);
}

WeftNocMatrix *
weft_noc_matrix_new (const WeftNocCapture *capture, const GArray *routes)
{
  WeftNocMatrix *matrix = g_new0 (WeftNocMatrix, 1);
  Building self = { .capture = capture, .matrix = matrix };

  self.n_tiles = weft_noc_capture_get_topology (capture, NULL)->n_tiles;
  self.rows = g_new (guint32, self.n_tiles);
  self.columns = g_new (guint32, self.n_tiles);
  memset (self.rows, 0xff, self.n_tiles * sizeof *self.rows);
  memset (self.columns, 0xff, self.n_tiles * sizeof *self.columns);
  add_routes (&self, routes);
  number_places (&self);
  add_routes (&self, routes);
  g_free (self.rows);
  g_free (self.columns);
  return matrix;
}

void
weft_noc_matrix_free (WeftNocMatrix *self)
{
  g_free (self->rows);
  g_free (self->columns);
  g_free (self->bytes);
  g_free (self);
}
