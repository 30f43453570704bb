/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-matrix.h"

#include "weft-noc-stats.h"

#include <string.h>

#define TRANSFERS_PER_LOOK 65536u

/* Who is in it, and their places by tile. */
typedef struct
{
  const WeftNocCapture *capture;
  guint n_tiles;    /* of the grid */
  guint32 *rows;    /* places; G_MAXUINT32: not in it */
  guint32 *columns; /* likewise */
  WeftNocMatrix *matrix;
} Building;

/* Calls for each receiver of the transfer. */
static void
add_transfer (Building *self, const WeftNocTransfer *transfer)
{
  guint n_series, n_links;
  const guint32 *series =
    weft_noc_capture_get_route (self->capture, transfer->route, &n_series, &n_links);

  for (guint i = n_links; i < n_series; i++)
    {
      WeftNocSeries info;
      guint64 *cell;
      guint to;

      weft_noc_capture_get_series (self->capture, series[i], &info);
      if (info.kind != WEFT_SERIES_SINK)
        continue;
      to = info.index % self->n_tiles;
      if (self->matrix->bytes == NULL)
        {
          self->rows[transfer->from] = self->columns[to] = 0;
          continue;
        }
      cell = &self->matrix->bytes[(gsize) self->rows[transfer->from] * self->matrix->n_columns
                                  + self->columns[to]];
      *cell += transfer->bytes;
      self->matrix->largest = MAX (self->matrix->largest, *cell);
    }
}

static gboolean
add_transfers (Building *self, guint device, const WeftCycleRange *range, const WeftBitset *records,
               GCancellable *cancellable, GError **error)
{
  guint32 n;
  const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (self->capture, device, &n);

  for (guint32 i = 0; i < n; i++)
    {
      if (i % TRANSFERS_PER_LOOK == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (transfers[i].issue >= range->from && transfers[i].issue < range->to
          && weft_bitset_lets (records, transfers[i].record))
        add_transfer (self, &transfers[i]);
    }
  return TRUE;
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
weft_noc_matrix_new (const WeftNocCapture *capture, guint device, const WeftCycleRange *range,
                     const WeftBitset *records, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftNocMatrix) matrix = g_new0 (WeftNocMatrix, 1);
  Building self = { .capture = capture, .matrix = matrix };
  WeftCycleRange closed = weft_noc_close_range (capture, range);
  gboolean done;

  self.n_tiles = weft_noc_topology_get_n_tiles (weft_noc_capture_get_topology (capture, NULL));
  self.rows = g_new (guint32, self.n_tiles);
  self.columns = g_new (guint32, self.n_tiles);
  memset (self.rows, 0xff, self.n_tiles * sizeof *self.rows);
  memset (self.columns, 0xff, self.n_tiles * sizeof *self.columns);
  done = add_transfers (&self, device, &closed, records, cancellable, error);
  if (done)
    {
      number_places (&self);
      done = add_transfers (&self, device, &closed, records, cancellable, error);
    }
  g_free (self.rows);
  g_free (self.columns);
  return done ? g_steal_pointer (&matrix) : NULL;
}

void
weft_noc_matrix_free (WeftNocMatrix *self)
{
  g_free (self->rows);
  g_free (self->columns);
  g_free (self->bytes);
  g_free (self);
}
