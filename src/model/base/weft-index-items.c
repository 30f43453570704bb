/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-index-items.h"

#include <string.h>

/* --- writing ---------------------------------------------------------------------------------------------- */

static void
add_items (WeftIndexWriter *writer, const char *items, guint32 n, gsize item_size,
           const WeftIndexMember *member)
{
  for (guint32 i = 0; i < n; i++)
    weft_index_writer_add (writer, items + i * item_size + member->offset, member->size);
}

void
weft_index_put_array (WeftIndexWriter *writer, const GArray *array, const WeftIndexLayout *layout)
{
  weft_index_writer_put_number (writer, array->len);
  for (guint i = 0; i < layout->n_members; i++)
    {
      weft_index_writer_begin_block (writer);
      add_items (writer, array->data, array->len, layout->item_size, &layout->members[i]);
      weft_index_writer_end_block (writer);
    }
}

/* Rows of the chunk that begins with `row`. */
static guint32
rows_in_chunk (const WeftTable *table, guint32 row)
{
  return MIN (WEFT_CHUNK_ROWS, table->n_rows - row);
}

void
weft_index_put_rows (WeftIndexWriter *writer, const WeftTable *table, const WeftIndexLayout *layout)
{
  weft_index_writer_put_number (writer, table->n_rows);
  for (guint i = 0; i < layout->n_members; i++)
    {
      weft_index_writer_begin_block (writer);
      for (guint32 row = 0; row < table->n_rows; row += rows_in_chunk (table, row))
        add_items (writer, weft_table_row (table, row), rows_in_chunk (table, row),
                   layout->item_size, &layout->members[i]);
      weft_index_writer_end_block (writer);
    }
}

/* --- reading ---------------------------------------------------------------------------------------------- */

typedef const char *Members[WEFT_INDEX_MAX_MEMBERS];

/* Finds the members of `n` items. */
static gboolean
take_members (WeftIndexReader *reader, const WeftIndexLayout *layout, gsize n, Members members)
{
  for (guint i = 0; i < layout->n_members; i++)
    members[i] = weft_index_reader_take_block (reader, n * layout->members[i].size);
  return weft_index_reader_is_good (reader);
}

/* Writes the items from `first` on. */
static void
fill (const WeftIndexLayout *layout, const Members members, gsize first, gsize n, char *items)
{
  for (guint i = 0; i < layout->n_members; i++)
    {
      const WeftIndexMember *member = &layout->members[i];

      for (gsize k = 0; k < n; k++)
        memcpy (items + k * layout->item_size + member->offset,
                members[i] + (first + k) * member->size, member->size);
    }
}

GArray *
weft_index_take_array (WeftIndexReader *reader, const WeftIndexLayout *layout, guint64 most)
{
  GArray *array = g_array_new (FALSE, TRUE, (guint) layout->item_size);
  const gsize n =
    weft_index_reader_take_at_most (reader, MIN (most, G_MAXUINT / layout->item_size));
  Members members;

  if (take_members (reader, layout, n, members))
    {
      g_array_set_size (array, (guint) n);
      fill (layout, members, 0, n, array->data);
    }
  return array;
}

gboolean
weft_index_take_rows (WeftIndexReader *reader, WeftTable *table, const WeftIndexLayout *layout)
{
  const guint32 n = (guint32) weft_index_reader_take_at_most (reader, WEFT_TABLE_MAX_ROWS);
  Members members;

  if (!take_members (reader, layout, n, members))
    return FALSE;
  for (guint32 row = 0; row < n; row = table->n_rows)
    {
      if (!weft_table_grow (table))
        {
          weft_index_reader_set_bad (reader);
          return FALSE;
        }
      table->n_rows += MIN (WEFT_CHUNK_ROWS, n - row);
      fill (layout, members, row, table->n_rows - row, weft_table_row (table, row));
    }
  weft_table_publish (table);
  return TRUE;
}
