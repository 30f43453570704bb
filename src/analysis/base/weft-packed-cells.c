/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-packed-cells.h"

#include <string.h>

/* Cells that are packed together. */
#define PIECE_SHIFT 16
#define PIECE_CELLS (1u << PIECE_SHIFT)

struct _WeftPackedCells
{
  guint cell_width;
  guint32 n_cells;
  GPtrArray *pieces; /* WeftSealedColumn */
  char *cells;       /* that are not packed yet; NULL: all are */
};

WeftPackedCells *
weft_packed_cells_new (guint cell_width)
{
  WeftPackedCells *self = g_new0 (WeftPackedCells, 1);

  self->cell_width = cell_width;
  self->pieces = g_ptr_array_new_with_free_func (g_free);
  self->cells = g_malloc ((gsize) PIECE_CELLS * cell_width);
  return self;
}

void
weft_packed_cells_free (WeftPackedCells *self)
{
  g_ptr_array_unref (self->pieces);
  g_free (self->cells);
  g_free (self);
}

static void
pack (WeftPackedCells *self, guint32 n_cells)
{
  g_autofree WeftSealedColumn *column = g_malloc (weft_sealed_column_bound (n_cells));
  gsize size = weft_sealed_column_pack (self->cells, self->cell_width, n_cells, column);

  g_ptr_array_add (self->pieces, g_memdup2 (column, size));
}

void
weft_packed_cells_add (WeftPackedCells *self, guint64 cell)
{
  const guint32 at = self->n_cells++ % PIECE_CELLS;

  if (self->cell_width == 1)
    ((guint8 *) self->cells)[at] = (guint8) cell;
  else if (self->cell_width == 2)
    ((guint16 *) (gpointer) self->cells)[at] = (guint16) cell;
  else if (self->cell_width == 4)
    ((guint32 *) (gpointer) self->cells)[at] = (guint32) cell;
  else
    ((guint64 *) (gpointer) self->cells)[at] = cell;
  if (at == PIECE_CELLS - 1)
    pack (self, PIECE_CELLS);
}

void
weft_packed_cells_end (WeftPackedCells *self)
{
  if (self->n_cells % PIECE_CELLS != 0)
    pack (self, self->n_cells % PIECE_CELLS);
  g_clear_pointer (&self->cells, g_free);
}

static const WeftSealedFrame *
get_frame (const WeftPackedCells *self, guint32 first, const WeftSealedColumn **column)
{
  *column = self->pieces->pdata[first >> PIECE_SHIFT];
  return &(*column)->frames[first % PIECE_CELLS >> WEFT_SEALED_SHIFT];
}

void
weft_packed_cells_prefetch (const WeftPackedCells *self, guint32 first)
{
  const WeftSealedColumn *column;

  __builtin_prefetch (get_frame (self, first, &column));
}

void
weft_packed_cells_prefetch_cells (const WeftPackedCells *self, guint32 first)
{
  const WeftSealedColumn *column;
  const WeftSealedFrame *frame = get_frame (self, first, &column);
  const char *cells = (const char *) column + frame->offset;

  for (guint at = 0; at < frame->width * WEFT_SEALED_CELLS / 8; at += 64)
    __builtin_prefetch (cells + at);
}

guint64
weft_packed_cells_get (const WeftPackedCells *self, guint32 index)
{
  const WeftSealedColumn *column = self->pieces->pdata[index >> PIECE_SHIFT];

  return weft_sealed_column_get (column, index % PIECE_CELLS)
         & G_MAXUINT64 >> (64 - 8 * self->cell_width);
}

/* Of the frame that begins there: the last may have fewer than others. */
static guint32
count_cells (const WeftPackedCells *self, guint32 first)
{
  return MIN (self->n_cells - first, WEFT_SEALED_CELLS);
}

void
weft_packed_cells_read_some (const WeftPackedCells *self, guint32 first, guint begin, guint end,
                             void *cells)
{
  weft_sealed_column_unpack_some (self->pieces->pdata[first >> PIECE_SHIFT],
                                  first % PIECE_CELLS >> WEFT_SEALED_SHIFT, begin, end, cells,
                                  count_cells (self, first));
}

void
weft_packed_cells_read (const WeftPackedCells *self, guint32 first, void *cells)
{
  weft_packed_cells_read_some (self, first, 0, count_cells (self, first), cells);
}
