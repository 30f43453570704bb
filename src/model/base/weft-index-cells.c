/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-index-cells.h"

#include "weft-bulk.h"
#include "weft-table.h"

/* The cells from `first` on that are packed together. */
static guint32
count_cells (guint32 n, guint64 first)
{
  return (guint32) MIN (n - first, WEFT_CHUNK_ROWS);
}

void
weft_index_put_cells (WeftIndexWriter *writer, const void *cells, unsigned cell_width, guint32 n)
{
  g_autofree WeftSealedColumn *packed = g_malloc0 (weft_sealed_column_bound (count_cells (n, 0)));

  for (guint64 first = 0; first < n && weft_index_writer_is_good (writer); first += WEFT_CHUNK_ROWS)
    {
      gsize size = weft_sealed_column_pack ((const char *) cells + first * cell_width, cell_width,
                                            count_cells (n, first), packed);

      weft_index_writer_put_column (writer, packed, size, FALSE);
    }
}

void *
weft_index_take_cells (WeftIndexReader *reader, unsigned cell_width, guint32 n,
                       const WeftCellRule *rule)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new ();
  char *cells;

  for (guint64 first = 0; first < n && weft_index_reader_is_good (reader); first += WEFT_CHUNK_ROWS)
    g_ptr_array_add (columns, weft_index_reader_take_column (
                                reader, cell_width, count_cells (n, first), (guint32) first, rule));
  if (!weft_index_reader_check (reader))
    return NULL;
  cells = weft_bulk_alloc_items ((gsize) n + 1, cell_width);
  if (cells == NULL)
    weft_index_reader_set_bad (reader);
  for (guint i = 0; i < columns->len && cells != NULL; i++)
    {
      guint64 first = (guint64) i * WEFT_CHUNK_ROWS;

      weft_sealed_column_unpack (g_ptr_array_index (columns, i), cells + first * cell_width,
                                 count_cells (n, first));
    }
  return cells;
}
