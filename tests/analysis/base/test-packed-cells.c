/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-packed-cells.h"

#include <string.h>

/* Cells come back as they were added, whole frames of them and the last that is not whole. */

static guint64
make_cell (guint32 i)
{
  return (guint64) i * 1000 + i * 2654435761u % 700;
}

static guint64
read_cell (gconstpointer cells, guint width, guint i)
{
  return width == 1   ? ((const guint8 *) cells)[i]
         : width == 2 ? ((const guint16 *) cells)[i]
         : width == 4 ? ((const guint32 *) cells)[i]
                      : ((const guint64 *) cells)[i];
}

static void
check_cells (guint width, guint32 n_cells)
{
  g_autoptr (WeftPackedCells) packed = weft_packed_cells_new (width);
  const guint64 mask = G_MAXUINT64 >> (64 - 8 * width);
  guint8 cells[WEFT_SEALED_CELLS * 8];

  for (guint32 i = 0; i < n_cells; i++)
    weft_packed_cells_add (packed, make_cell (i) & mask);
  weft_packed_cells_end (packed);
  for (guint32 first = 0; first < n_cells; first += WEFT_SEALED_CELLS)
    {
      const guint n = MIN (n_cells - first, WEFT_SEALED_CELLS);

      memset (cells, 0xa5, sizeof cells);
      weft_packed_cells_read (packed, first, cells);
      for (guint i = 0; i < n; i++)
        g_assert_cmpuint (read_cell (cells, width, i), ==, make_cell (first + i) & mask);
      /* Eight at a time may be written. */
      for (guint i = ((n + 7) & ~7u) * width; i < sizeof cells; i++)
        g_assert_cmpuint (cells[i], ==, 0xa5);
    }
}

/* Some cells of a frame are those of all of it, and each is there by itself. */
static void
check_some (guint width, guint32 n_cells, guint64 mask)
{
  g_autoptr (WeftPackedCells) packed = weft_packed_cells_new (width);
  g_autoptr (GRand) rand = g_rand_new_with_seed (width);
  const guint32 last_frame = (n_cells - 1) / WEFT_SEALED_CELLS;

  mask &= G_MAXUINT64 >> (64 - 8 * width);
  for (guint32 i = 0; i < n_cells; i++)
    weft_packed_cells_add (packed, make_cell (i) & mask);
  weft_packed_cells_end (packed);
  for (guint trial = 0; trial < 500; trial++)
    {
      const guint32 first =
        (guint32) g_rand_int_range (rand, 0, (gint32) last_frame + 1) * WEFT_SEALED_CELLS;
      const guint n = MIN (n_cells - first, WEFT_SEALED_CELLS);
      const guint begin = (guint) g_rand_int_range (rand, 0, (gint32) n) & ~7u;
      const guint end = (guint) g_rand_int_range (rand, (gint32) begin, (gint32) n + 1);
      guint64 cells[WEFT_SEALED_CELLS];

      weft_packed_cells_read_some (packed, first, begin, end, cells);
      for (guint i = begin; i < end; i++)
        {
          g_assert_cmpuint (read_cell (cells, width, i), ==, make_cell (first + i) & mask);
          g_assert_cmpuint (weft_packed_cells_get (packed, first + i), ==,
                            make_cell (first + i) & mask);
        }
    }
}

/* Cells that lie along a line, and such as are told by few bits or by many from one. */
static void
test_some (void)
{
  static const guint64 masks[] = { G_MAXUINT64, 0, 1, 0xfffff, G_MAXUINT64 ^ 0xff };

  for (guint width = 1; width <= 8; width *= 2)
    for (guint i = 0; i < G_N_ELEMENTS (masks); i++)
      {
        check_some (width, 70, masks[i]);
        check_some (width, 70000, masks[i]);
      }
}

static void
test_read (void)
{
  static const guint32 counts[] = { 1, 127, 128, 65536, 65537, 200000 };

  for (guint width = 1; width <= 8; width *= 2)
    for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
      check_cells (width, counts[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/packed-cells/read", test_read);
  g_test_add_func ("/packed-cells/some", test_some);
  return g_test_run ();
}
