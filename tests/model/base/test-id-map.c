/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-id-map.h"

#include <glib.h>

/* How a log may number its ops. */
typedef gint64 (*Numbering) (GRand *random, guint32 op);

static gint64
in_order (GRand *random G_GNUC_UNUSED, guint32 op)
{
  return op;
}

static gint64
one_in_ten (GRand *random, guint32 op)
{
  return (gint64) op * 10 + g_rand_int_range (random, 0, 10);
}

static gint64
backwards (GRand *random G_GNUC_UNUSED, guint32 op)
{
  return 1000000 - (gint64) op;
}

static gint64
anywhere (GRand *random, guint32 op G_GNUC_UNUSED)
{
  return (gint64) ((guint64) g_rand_int (random) << 31 | g_rand_int (random) >> 1);
}

static gint64
near_the_end (GRand *random G_GNUC_UNUSED, guint32 op)
{
  return G_MAXINT64 - op;
}

static gint64
mixed (GRand *random, guint32 op)
{
  static const Numbering numberings[] = { in_order, one_in_ten, anywhere, near_the_end };

  return numberings[g_rand_int_range (random, 0, 4)](random, op);
}

static void
test_like_hash_table (gconstpointer data)
{
  const Numbering *numbering = data;
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autoptr (GHashTable) expected =
    g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  WeftIdMap map = { NULL, 0, WEFT_MAP64_INIT };

  for (guint32 op = 0; op < 100000; op++)
    {
      gint64 id = (*numbering) (random, op), other = (*numbering) (random, op / 2);
      gpointer found = NULL;

      if (weft_id_map_get (&map, id) == WEFT_MAP64_NONE)
        {
          weft_id_map_set (&map, id, op);
          g_assert_true (
            g_hash_table_insert (expected, g_memdup2 (&id, sizeof id), GUINT_TO_POINTER (op)));
        }
      if (!g_hash_table_lookup_extended (expected, &other, NULL, &found))
        found = GUINT_TO_POINTER (WEFT_MAP64_NONE);
      g_assert_cmpuint (weft_id_map_get (&map, other), ==, GPOINTER_TO_UINT (found));
    }
  weft_id_map_clear (&map);
}

static void
test_never_seen (void)
{
  static const gint64 ids[] = { 0, 1, 4095, 4096, 1 << 20, G_MAXINT64, -1, G_MININT64 };
  WeftIdMap map = { NULL, 0, WEFT_MAP64_INIT };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_assert_cmpuint (weft_id_map_get (&map, ids[i]), ==, WEFT_MAP64_NONE);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      weft_id_map_set (&map, ids[i], i);
      g_assert_cmpuint (weft_id_map_get (&map, ids[i]), ==, i);
      if (i + 1 < G_N_ELEMENTS (ids))
        g_assert_cmpuint (weft_id_map_get (&map, ids[i + 1]), ==, WEFT_MAP64_NONE);
    }
  weft_id_map_clear (&map);
}

static gsize
memory_of (const WeftIdMap *map)
{
  return map->n_dense * sizeof *map->dense
         + map->sparse.n_slots * (sizeof *map->sparse.keys + sizeof *map->sparse.values);
}

/* Whatever the ids are, memory follows the number of ops. */
static void
test_memory (void)
{
  static const Numbering numberings[] = { in_order, one_in_ten,   backwards,
                                          anywhere, near_the_end, mixed };
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (guint i = 0; i < G_N_ELEMENTS (numberings); i++)
    {
      WeftIdMap map = { NULL, 0, WEFT_MAP64_INIT };

      for (guint32 op = 0; op < 100000; op++)
        {
          gint64 id = numberings[i](random, op);

          if (weft_id_map_get (&map, id) == WEFT_MAP64_NONE)
            weft_id_map_set (&map, id, op);
          g_assert_cmpuint (memory_of (&map), <=, 65536 + 64 * (gsize) op);
        }
      weft_id_map_clear (&map);
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    Numbering numbering;
  } numberings[] = {
    { "/id-map/in-order", in_order },         { "/id-map/one-in-ten", one_in_ten },
    { "/id-map/backwards", backwards },       { "/id-map/anywhere", anywhere },
    { "/id-map/near-the-end", near_the_end }, { "/id-map/mixed", mixed },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (numberings); i++)
    g_test_add_data_func (numberings[i].name, &numberings[i].numbering, test_like_hash_table);
  g_test_add_func ("/id-map/never-seen", test_never_seen);
  g_test_add_func ("/id-map/memory", test_memory);
  return g_test_run ();
}
