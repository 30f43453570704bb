/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-near-cells.h"
#include "weft-number-block.h"
#include "weft-number-list.h"

/* Blocks of a column are what its cells are one by one, and are only left to be read one by one where it has to be. */

#define NONE G_GINT64_CONSTANT (-77)

typedef struct
{
  WeftChunkStore *store;
  WeftTable table; /* of a column of 32 bits */
  WeftCompact compact;
} Fixture;

static void
fixture_open (Fixture *fixture)
{
  static const uint8_t widths[] = { 4 };

  fixture->store = weft_chunk_store_new (WEFT_CHUNKS_ANONYMOUS, NULL);
  weft_table_init (&fixture->table, fixture->store, widths, G_N_ELEMENTS (widths));
  weft_compact_init (&fixture->compact, fixture->store);
}

static void
fixture_close (Fixture *fixture)
{
  weft_chunk_store_free (fixture->store);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_close)

static void
add (Fixture *fixture, guint32 cell)
{
  guint32 row = 0;

  g_assert_true (weft_table_append (&fixture->table, &row));
  weft_table_set_u32 (&fixture->table, 0, row, cell);
}

/* Small numbers, far ones, gaps, and at last the very number that stands for a gap: only that has no block. */
static void
test_known (void)
{
  static const gint64 far[] = { -1, G_GINT64_CONSTANT (1) << 40, NONE };
  g_auto (Fixture) fixture;
  gint64 numbers[8];
  guint8 gaps[8];

  fixture_open (&fixture);
  for (guint32 i = 0; i < 3; i++)
    add (&fixture, i);
  g_assert_cmpuint (
    weft_number_block_read_known (&fixture.table, &fixture.compact, 0, NONE, 0, 3, numbers, gaps),
    ==, 0);
  g_assert_cmpint (numbers[2], ==, 2);
  add (&fixture, WEFT_COMPACT_NONE);
  for (guint i = 0; i < 2; i++)
    add (&fixture, weft_compact_encode (&fixture.compact, far[i]));
  g_assert_cmpuint (
    weft_number_block_read_known (&fixture.table, &fixture.compact, 0, NONE, 0, 6, numbers, gaps),
    ==, 1);
  for (guint i = 0; i < 6; i++)
    {
      g_assert_cmpuint (gaps[i], ==, i == 3);
      g_assert_cmpint (numbers[i], ==, i < 3 ? i : i == 3 ? 0 : far[i - 4]);
    }
  add (&fixture, weft_compact_encode (&fixture.compact, far[2]));
  g_assert_cmpuint (
    weft_number_block_read_known (&fixture.table, &fixture.compact, 0, NONE, 0, 7, numbers, gaps),
    ==, WEFT_FIELD_ONE_BY_ONE);
}

/* Of the table's last block the rows that are there are read, published or not, and not those that come later. */
static void
test_near_last (void)
{
  const guint32 n = 3 * WEFT_FIELD_BLOCK + 5;
  g_auto (Fixture) fixture;
  WeftNearCells cells;

  fixture_open (&fixture);
  for (guint32 i = 0; i < n; i++)
    add (&fixture, 2 * i);
  weft_table_publish (&fixture.table);
  weft_near_cells_init (&cells, &fixture.table, 0);
  for (guint32 i = n; i-- > 0;)
    g_assert_cmpuint (weft_near_cells_get (&cells, i), ==, 2 * i);
  for (guint32 i = n; i < n + 3; i++)
    {
      add (&fixture, 2 * i);
      g_assert_cmpuint (weft_near_cells_get (&cells, i), ==, 2 * i);
    }
}

/* A list that is used again has no gaps from before. */
static void
test_list (void)
{
  WeftNumberList list = { NULL };

  weft_number_list_set_size (&list, 3);
  list.n_gaps = 2;
  for (guint n = 2; n < 9; n += 3)
    {
      weft_number_list_set_size (&list, n);
      g_assert_cmpuint (list.n, ==, n);
      g_assert_cmpuint (list.n_gaps, ==, 0);
    }
  weft_number_list_clear (&list);
  g_assert_null (list.numbers);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/number-block/known", test_known);
  g_test_add_func ("/number-block/near-last", test_near_last);
  g_test_add_func ("/number-block/list", test_list);
  return g_test_run ();
}
