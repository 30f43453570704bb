/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-compact.h"

#include <glib.h>

typedef struct
{
  WeftChunkStore *store;
  WeftCompact compact;
} Fixture;

static void
setup (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  fixture->store = weft_chunk_store_new (WEFT_CHUNKS_ANONYMOUS, NULL);
  weft_compact_init (&fixture->compact, fixture->store);
}

static void
teardown (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  weft_chunk_store_free (fixture->store);
}

static void
check_value (Fixture *fixture, gint64 value)
{
  uint32_t cell = weft_compact_encode (&fixture->compact, value);

  g_assert_cmpuint (cell, !=, WEFT_COMPACT_NONE);
  g_assert_cmpint (weft_compact_decode (&fixture->compact, cell), ==, value);
}

/* Every power of two of either sign, and its neighbours. */
static void
test_extremes (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  for (guint bit = 0; bit < 64; bit++)
    for (guint64 near = 0; near < 5; near++)
      {
        guint64 value = ((guint64) 1 << bit) + near - 2;

        check_value (fixture, (gint64) value);
        check_value (fixture, (gint64) -value);
      }
  check_value (fixture, G_MININT64);
  check_value (fixture, G_MAXINT64);
}

static void
test_random (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < 300000; i++)
    {
      gint64 value = (gint64) ((guint64) g_rand_int (random) << 32 | g_rand_int (random))
                     >> g_rand_int_range (random, 0, 64);
      uint32_t cell = weft_compact_encode (&fixture->compact, value);

      g_array_append_val (values, value);
      g_array_append_val (cells, cell);
    }
  for (guint i = 0; i < values->len; i++)
    g_assert_cmpint (weft_compact_decode (&fixture->compact, g_array_index (cells, guint32, i)), ==,
                     g_array_index (values, gint64, i));
}

/* Values as nearly all logs hold them cost no memory beside their cells. */
static void
test_small_values_are_free (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  for (gint64 value = 0; value <= G_MAXINT32; value += 65537)
    check_value (fixture, value);
  check_value (fixture, G_MAXINT32);
  g_assert_cmpuint (weft_table_get_memory (&fixture->compact.wide), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/compact/extremes", Fixture, NULL, setup, test_extremes, teardown);
  g_test_add ("/compact/random", Fixture, NULL, setup, test_random, teardown);
  g_test_add ("/compact/small-values-are-free", Fixture, NULL, setup, test_small_values_are_free,
              teardown);
  return g_test_run ();
}
