/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-sealed-column.h"

#include <glib.h>

#define MAX_CELLS 70000

typedef uint64_t (*MakeCell) (GRand *random, uint32_t index);

static uint64_t
random64 (GRand *random)
{
  return (uint64_t) g_rand_int (random) << 32 | g_rand_int (random);
}

static uint64_t
make_zero (GRand *random G_GNUC_UNUSED, uint32_t index G_GNUC_UNUSED)
{
  return 0;
}

static uint64_t
make_none (GRand *random G_GNUC_UNUSED, uint32_t index G_GNUC_UNUSED)
{
  return UINT64_MAX;
}

static uint64_t
make_any (GRand *random, uint32_t index G_GNUC_UNUSED)
{
  return random64 (random);
}

/* Small numbers, some of which are missing. */
static uint64_t
make_length (GRand *random, uint32_t index)
{
  return index % 5 == 0 ? UINT64_MAX : (uint64_t) g_rand_int_range (random, 0, 100);
}

/* Links to a row shortly before, and rows without one. */
static uint64_t
make_link (GRand *random, uint32_t index)
{
  return g_rand_int_range (random, 0, 8) == 0 ? UINT64_MAX
                                              : index - (uint64_t) g_rand_int_range (random, 1, 64);
}

/* Times that rise by some 1,000 with a jitter of 4 bits. */
static uint64_t
make_time (GRand *random, uint32_t index)
{
  return 1700000000000000000u + (uint64_t) index * 1000
         + (uint64_t) g_rand_int_range (random, 0, 16);
}

static uint64_t
make_falling (GRand *random, uint32_t index)
{
  return (uint64_t) - ((int64_t) index * 3) + (uint64_t) g_rand_int_range (random, 0, 3);
}

/* A rise of which each cell is off by up to so many bits, one more from frame to frame, or missing. */
static uint64_t
make_width (GRand *random, uint32_t index)
{
  return index % 7 == 0 ? UINT64_MAX
                        : (uint64_t) index * 37 + (random64 (random) >> (63 - index / 128 % 40));
}

/* From one end of the numbers to the other, and every width of residual on the way. */
static uint64_t
make_extreme (GRand *random, uint32_t index)
{
  static const uint64_t ends[] = {
    0, 1, INT64_MAX, (uint64_t) INT64_MIN, UINT64_MAX, UINT64_MAX - 1, UINT32_MAX, UINT32_MAX - 1
  };

  return index % 3 == 0 ? ends[g_rand_int_range (random, 0, G_N_ELEMENTS (ends))]
                        : random64 (random) >> (index / 128 % 64);
}

static const struct
{
  const char *name;
  MakeCell make;
  double max_bits; /* of a cell of 8 bytes; 0: as they come */
} shapes[] = {
  { "zeros", make_zero, 2 },      { "nothing", make_none, 2 },     { "any", make_any, 0 },
  { "lengths", make_length, 9 },  { "links", make_link, 9 },       { "times", make_time, 8 },
  { "falling", make_falling, 5 }, { "extremes", make_extreme, 0 }, { "widths", make_width, 0 },
};

static void
put_cell (void *cells, unsigned width, uint32_t index, uint64_t cell)
{
  if (width == 1)
    ((uint8_t *) cells)[index] = (uint8_t) cell;
  else if (width == 2)
    ((uint16_t *) cells)[index] = (uint16_t) cell;
  else if (width == 4)
    ((uint32_t *) cells)[index] = (uint32_t) cell;
  else
    ((uint64_t *) cells)[index] = cell;
}

static uint64_t
get_cell (const void *cells, unsigned width, uint32_t index)
{
  return width == 1   ? ((const uint8_t *) cells)[index]
         : width == 2 ? ((const uint16_t *) cells)[index]
         : width == 4 ? ((const uint32_t *) cells)[index]
                      : ((const uint64_t *) cells)[index];
}

/* Each cell comes back, alone and unpacked with the others. */
static size_t
check_cells (MakeCell make, unsigned width, uint32_t n_cells)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (g_test_rand_int ());
  g_autofree void *cells = g_malloc0 (MAX_CELLS * sizeof (uint64_t));
  g_autofree void *unpacked = g_malloc0 (MAX_CELLS * sizeof (uint64_t));
  g_autofree WeftSealedColumn *scratch = g_malloc (weft_sealed_column_bound (n_cells));
  g_autofree WeftSealedColumn *column = NULL;
  uint64_t mask = UINT64_MAX >> (64 - 8 * width);
  size_t size;

  for (uint32_t i = 0; i < n_cells; i++)
    put_cell (cells, width, i, make (random, i));
  size = weft_sealed_column_pack (cells, width, n_cells, scratch);
  g_assert_cmpuint (size, <=, weft_sealed_column_bound (n_cells));
  column = g_memdup2 (scratch, size); /* to the byte, so that reading beyond is seen */
  weft_sealed_column_unpack (column, unpacked, n_cells);
  for (uint32_t i = 0; i < n_cells; i++)
    {
      uint64_t cell = get_cell (cells, width, i);

      g_assert_cmpuint (weft_sealed_column_get (column, i) & mask, ==, cell);
      g_assert_cmpuint (get_cell (unpacked, width, i), ==, cell);
    }
  return size;
}

static void
test_cells (gconstpointer data)
{
  guint shape = GPOINTER_TO_UINT (data);

  for (unsigned width = 1; width <= 8; width *= 2)
    for (int i = 0; i < 20; i++)
      check_cells (shapes[shape].make, width, (uint32_t) g_test_rand_int_range (1, 1000));
  for (unsigned width = 1; width <= 8; width *= 2)
    {
      size_t size = check_cells (shapes[shape].make, width, 65536);

      if (width == 8 && shapes[shape].max_bits > 0)
        g_assert_cmpfloat ((double) size * 8 / 65536, <=, shapes[shape].max_bits);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autofree char *path = g_strdup_printf ("/sealed-column/%s", shapes[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_cells);
    }
  return g_test_run ();
}
