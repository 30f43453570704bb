/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-index-table.h"

#include "weft-index-format.h"
#include "weft-sealer.h"

static guint32
rows_in_chunk (const WeftTable *table, guint32 chunk)
{
  return MIN (WEFT_CHUNK_ROWS, table->n_rows - (chunk << WEFT_CHUNK_SHIFT));
}

static guint32
count_chunks (guint32 n_rows)
{
  return (guint32) (((guint64) n_rows + WEFT_CHUNK_MASK) >> WEFT_CHUNK_SHIFT);
}

/* Whether a chunk with so many rows is read as it is packed. */
static gboolean
stays (const WeftTable *table, guint32 n_rows)
{
  return table->sealer != NULL && n_rows == WEFT_CHUNK_ROWS;
}

/* --- writing ---------------------------------------------------------------------------------------------- */

static void
put_chunk (WeftIndexWriter *writer, WeftTable *table, unsigned column, guint32 chunk,
           WeftSealedColumn *scratch)
{
  const WeftColumn *cells = &table->columns[column];
  const WeftSealedColumn *packed = cells->packed != NULL ? cells->packed[chunk] : NULL;
  guint32 n_rows = rows_in_chunk (table, chunk);
  gsize size;

  if (packed != NULL)
    size = weft_sealed_column_size (packed, n_rows);
  else
    {
      size = weft_sealed_column_pack (weft_table_cells (table, column, chunk << WEFT_CHUNK_SHIFT),
                                      cells->width, n_rows, scratch);
      packed = scratch;
    }
  weft_index_writer_put_column (writer, packed, size, stays (table, n_rows));
}

void
weft_index_put_table (WeftIndexWriter *writer, WeftTable *table)
{
  g_autofree WeftSealedColumn *scratch =
    g_malloc0 (weft_sealed_column_bound (MIN (table->n_rows, WEFT_CHUNK_ROWS)));
  guint32 n_chunks = count_chunks (table->n_rows);

  weft_table_seal (table);
  if (table->sealer != NULL)
    weft_sealer_wait (table->sealer);
  weft_index_writer_put_number (writer, table->n_rows);
  for (guint32 chunk = 0; chunk < n_chunks; chunk++)
    for (unsigned i = 0; i < table->n_columns && weft_index_writer_is_good (writer); i++)
      put_chunk (writer, table, i, chunk, scratch);
}

void
weft_index_put_names (WeftIndexWriter *writer, WeftStringPool *pool)
{
  weft_index_put_table (writer, &pool->bytes);
  weft_index_put_table (writer, &pool->names);
}

/* --- reading ---------------------------------------------------------------------------------------------- */

/* Columns of a chunk that is packed where it is mapped. */
static void
take_sealed (WeftIndexReader *reader, WeftTable *table, guint32 chunk, const WeftCellRule *rules)
{
  void *columns[WEFT_TABLE_MAX_COLUMNS];

  for (unsigned i = 0; i < table->n_columns; i++)
    {
      columns[i] = weft_index_reader_take_column (reader, table->columns[i].width, WEFT_CHUNK_ROWS,
                                                  chunk << WEFT_CHUNK_SHIFT, &rules[i]);
      if ((guintptr) columns[i] % WEFT_INDEX_PAGE != 0)
        weft_index_reader_set_bad (reader);
    }
  if (weft_index_reader_is_good (reader))
    weft_sealer_adopt (table->sealer, table, chunk, columns);
}

/* Columns of a chunk whose cells are to be in memory. */
static void
take_cells (WeftIndexReader *reader, WeftTable *table, guint32 chunk, guint32 n_rows,
            const WeftCellRule *rules)
{
  WeftSealedColumn *columns[WEFT_TABLE_MAX_COLUMNS];

  for (unsigned i = 0; i < table->n_columns; i++)
    columns[i] = weft_index_reader_take_column (reader, table->columns[i].width, n_rows,
                                                chunk << WEFT_CHUNK_SHIFT, &rules[i]);
  if (!weft_index_reader_is_good (reader) || !weft_index_reader_check (reader)
      || !weft_table_grow (table))
    {
      weft_index_reader_set_bad (reader);
      return;
    }
  for (unsigned i = 0; i < table->n_columns; i++)
    weft_sealed_column_unpack (columns[i], weft_table_cells (table, i, chunk << WEFT_CHUNK_SHIFT),
                               n_rows);
}

gboolean
weft_index_take_table (WeftIndexReader *reader, WeftTable *table, const WeftCellRule *rules)
{
  guint32 n_rows = (guint32) weft_index_reader_take_at_most (reader, WEFT_TABLE_MAX_ROWS);
  guint32 n_chunks = count_chunks (n_rows);

  for (guint32 chunk = 0; chunk < n_chunks && weft_index_reader_is_good (reader); chunk++)
    {
      guint32 n = MIN (WEFT_CHUNK_ROWS, n_rows - (chunk << WEFT_CHUNK_SHIFT));

      if (stays (table, n))
        take_sealed (reader, table, chunk, rules);
      else
        take_cells (reader, table, chunk, n, rules);
      table->n_rows += n;
    }
  if (!weft_index_reader_is_good (reader))
    return FALSE;
  weft_table_publish (table);
  return TRUE;
}

/* Whether the name lies in one chunk, with its zero. */
static gboolean
name_is_whole (const WeftStringPool *pool, guint32 id)
{
  guint32 offset = weft_table_get_u32 (&pool->names, 0, id);
  guint32 length = weft_table_get_u32 (&pool->names, 1, id);
  guint32 room = WEFT_CHUNK_ROWS - (offset & WEFT_CHUNK_MASK);

  return offset < pool->bytes.n_rows && length < room && length < pool->bytes.n_rows - offset
         && weft_table_get_u8 (&pool->bytes, 0, offset + length) == 0;
}

gboolean
weft_index_take_names (WeftIndexReader *reader, WeftStringPool *pool)
{
  static const WeftCellRule any[2] = { { WEFT_CELLS_ANY, 0, 0, 0 }, { WEFT_CELLS_ANY, 0, 0, 0 } };

  if (!weft_index_take_table (reader, &pool->bytes, any)
      || !weft_index_take_table (reader, &pool->names, any))
    return FALSE;
  for (guint32 id = 0; id < pool->names.n_rows; id++)
    if (!name_is_whole (pool, id))
      {
        weft_index_reader_set_bad (reader);
        return FALSE;
      }
  return TRUE;
}
