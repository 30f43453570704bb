/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-map64.h"

#include "cpu-time.h"

/* g_int64_hash() makes one chain of keys that differ in their high half alone. */
static guint
hash_key (gconstpointer key)
{
  return (guint) (*(const guint64 *) key % 2147483629u);
}

/* Runs random operations on a map and on a GHashTable; `n_keys` few enough that they collide. */
static void
compare_with_hash_table (guint32 seed, guint n_operations, guint64 n_keys, guint64 stride)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GHashTable) expected = g_hash_table_new_full (hash_key, g_int64_equal, g_free, NULL);
  WeftMap64 map = WEFT_MAP64_INIT;

  for (guint i = 0; i < n_operations; i++)
    {
      guint64 key = (g_rand_int (random) % n_keys) * stride;
      guint32 value = g_rand_int (random) >> 1;
      gpointer found = NULL;

      if (g_rand_int_range (random, 0, 5) < 2)
        {
          weft_map64_remove (&map, key);
          g_hash_table_remove (expected, &key);
        }
      else
        {
          weft_map64_set (&map, key, value);
          g_hash_table_replace (expected, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (value));
        }
      key = (g_rand_int (random) % n_keys) * stride;
      value = weft_map64_get (&map, key);
      g_assert_cmpint (g_hash_table_lookup_extended (expected, &key, NULL, &found), ==,
                       value != WEFT_MAP64_NONE);
      g_assert_true (value == WEFT_MAP64_NONE || value == GPOINTER_TO_UINT (found));
      g_assert_cmpuint (map.n_used, ==, g_hash_table_size (expected));
    }
  weft_map64_clear (&map);
}

static void
test_like_hash_table (void)
{
  static const guint64 strides[] = { 1,           64,
                                     1 << 16,     (guint64) 1 << 32,
                                     G_MAXUINT64, G_GUINT64_CONSTANT (0x123456789abcdef1) };

  for (guint i = 0; i < G_N_ELEMENTS (strides); i++)
    {
      compare_with_hash_table (i, 20000, 30, strides[i]);
      compare_with_hash_table (i, 60000, 3000, strides[i]);
      compare_with_hash_table (i, 60000, 1000000, strides[i]);
    }
}

static void
test_empty (void)
{
  WeftMap64 map = WEFT_MAP64_INIT;

  g_assert_cmpuint (weft_map64_get (&map, 0), ==, WEFT_MAP64_NONE);
  weft_map64_remove (&map, 0);
  weft_map64_set (&map, 0, 0);
  g_assert_cmpuint (weft_map64_get (&map, 0), ==, 0);
  g_assert_cmpuint (weft_map64_get (&map, G_MAXUINT64), ==, WEFT_MAP64_NONE);
  weft_map64_remove (&map, 0);
  g_assert_cmpuint (weft_map64_get (&map, 0), ==, WEFT_MAP64_NONE);
  weft_map64_clear (&map);
}

/* Keys that come and go leave no graves behind: a map that holds few stays small. */
static void
test_stays_small (void)
{
  WeftMap64 map = WEFT_MAP64_INIT;

  for (guint64 key = 0; key < 1000000; key++)
    {
      weft_map64_set (&map, key, 1);
      if (key >= 10)
        weft_map64_remove (&map, key - 10);
    }
  g_assert_cmpuint (map.n_used, ==, 10);
  g_assert_cmpuint (map.n_slots, ==, 64);
  weft_map64_clear (&map);
}

/* --- keys that were made to collide ------------------------------------------------------------------ */

static guint64
inverse (guint64 odd)
{
  guint64 x = odd;

  for (guint i = 0; i < 6; i++)
    x *= 2 - odd * x;
  return x;
}

/* The key that weft_map64_mix() takes to `hash`. */
static guint64
unmix (guint64 hash)
{
  guint64 key = hash ^ hash >> 32;

  key *= inverse (0xbf58476d1ce4e5b9u);
  key ^= key >> 29 ^ key >> 58;
  key *= inverse (0x9e3779b97f4a7c15u);
  return key ^ key >> 32;
}

static gint64
time_to_fill (gboolean hostile)
{
  WeftMap64 map = WEFT_MAP64_INIT;
  gint64 start = cpu_time ();

  for (guint64 i = 0; i < 60000; i++)
    weft_map64_set (&map, hostile ? unmix (i << 40) : i, 0);
  weft_map64_clear (&map);
  return cpu_time () - start;
}

/* The ids of a log are its author's choice, and must not make its load quadratic. */
static void
test_hostile_keys (void)
{
  gint64 harmless, hostile;

  g_assert_cmpuint (weft_map64_mix (unmix ((guint64) 12345 << 40)), ==, (guint64) 12345 << 40);
  harmless = time_to_fill (FALSE);
  hostile = time_to_fill (TRUE);
  g_test_message ("harmless %.4f s, hostile %.4f s", harmless * 1e-6, hostile * 1e-6);
  g_assert_cmpint (hostile, <, 50 * harmless + 100000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/map64/like-hash-table", test_like_hash_table);
  g_test_add_func ("/map64/empty", test_empty);
  g_test_add_func ("/map64/stays-small", test_stays_small);
  g_test_add_func ("/map64/hostile-keys", test_hostile_keys);
  return g_test_run ();
}
