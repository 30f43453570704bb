/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-name-cache.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  WeftChunkStore *store;
  WeftStringPool pool;
} Fixture;

static void
setup (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  fixture->store = weft_chunk_store_new (WEFT_CHUNKS_ANONYMOUS, NULL);
  weft_string_pool_init (&fixture->pool, fixture->store);
}

static void
teardown (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  weft_string_pool_clear (&fixture->pool);
  weft_chunk_store_free (fixture->store);
}

static void
check_name (const WeftStringPool *pool, uint32_t id, const char *name, size_t length)
{
  size_t found_length;
  const char *found = weft_string_pool_get (pool, id, &found_length);

  g_assert_cmpmem (found, found_length, name, length);
  g_assert_cmpint (found[length], ==, '\0');
}

static void
test_ids (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  static const struct
  {
    const char *name;
    uint32_t id;
  } names[] = { { "F", 0 }, { "Dc", 1 }, { "F", 0 },   { "", 2 },
                { "f", 3 }, { "Dc", 1 }, { "Dc ", 4 }, { "", 2 } };

  g_assert_cmpuint (weft_string_pool_size (&fixture->pool), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      uint32_t id = weft_string_pool_intern (&fixture->pool, names[i].name, strlen (names[i].name));

      g_assert_cmpuint (id, ==, names[i].id);
      check_name (&fixture->pool, id, names[i].name, strlen (names[i].name));
    }
  g_assert_cmpuint (weft_string_pool_size (&fixture->pool), ==, 5);
}

/* A name of up to 4 bytes that says `number`, zero bytes and all. */
static size_t
make_name (guint number, char *name)
{
  for (guint i = 0; i < 4; i++)
    name[i] = (char) (number >> (8 * i));
  return number >> 24 ? 4 : number >> 16 ? 3 : number >> 8 ? 2 : 1;
}

/* Every name of one and of two bytes, and some longer: all apart, whatever their bytes. */
static void
test_any_bytes (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  const guint n_names = 70000;

  for (guint round = 0; round < 2; round++)
    for (guint i = 0; i < n_names; i++)
      {
        char name[4];
        size_t length = make_name (i, name);

        g_assert_cmpuint (weft_string_pool_intern (&fixture->pool, name, length), ==, i);
      }
  for (guint i = 0; i < n_names; i++)
    {
      char name[4];
      size_t length = make_name (i, name);

      check_name (&fixture->pool, i, name, length);
    }
}

/* Names as long as a chunk, one byte apart; what is longer is cut. */
static void
test_long_names (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  const size_t size = WEFT_NAME_MAX + 100;
  g_autofree char *name = g_malloc (size);
  uint32_t ids[3];

  memset (name, 'a', size);
  ids[0] = weft_string_pool_intern (&fixture->pool, name, WEFT_NAME_MAX - 1);
  ids[1] = weft_string_pool_intern (&fixture->pool, name, WEFT_NAME_MAX);
  g_assert_cmpuint (weft_string_pool_intern (&fixture->pool, name, size), ==, ids[1]);
  name[WEFT_NAME_MAX - 1] = 'b';
  ids[2] = weft_string_pool_intern (&fixture->pool, name, size);
  check_name (&fixture->pool, ids[2], name, WEFT_NAME_MAX);
  name[WEFT_NAME_MAX - 1] = 'a';
  check_name (&fixture->pool, ids[1], name, WEFT_NAME_MAX);
  check_name (&fixture->pool, ids[0], name, WEFT_NAME_MAX - 1);
  g_assert_cmpuint (weft_string_pool_size (&fixture->pool), ==, 3);
}

/* Names stay where they are while others come: readers keep pointers to them. */
static void
test_names_stay (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u%*s", i, g_rand_int_range (random, 1, 200), "");
      uint32_t id = weft_string_pool_intern (&fixture->pool, name, strlen (name));

      g_assert_cmpuint (id, ==, i);
      g_ptr_array_add (names, (gpointer) weft_string_pool_get (&fixture->pool, id, NULL));
    }
  for (guint i = 0; i < names->len; i++)
    {
      g_assert_true (g_ptr_array_index (names, i)
                     == weft_string_pool_get (&fixture->pool, i, NULL));
      g_assert_cmpint (atoi (g_ptr_array_index (names, i)), ==, (int) i);
    }
}

/* So many names that some share a hash: 30 pairs in 2³² are to be expected. */
static void
test_collisions (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  for (guint round = 0; round < 2; round++)
    for (guint i = 0; i < 500000; i++)
      {
        char name[12];
        int length = g_snprintf (name, sizeof name, "%u", i);

        if (weft_string_pool_intern (&fixture->pool, name, (size_t) length) != i)
          g_error ("“%s” is taken for another name", name);
      }
  g_assert_cmpuint (weft_string_pool_size (&fixture->pool), ==, 500000);
}

/* A cache says what the pool says, of names that differ in any byte, or in their length alone. */
static void
test_cache (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  g_autofree WeftNameCache *cache = g_new (WeftNameCache, 1);
  char name[40];

  weft_name_cache_init (cache, &fixture->pool);
  for (guint i = 0; i < 20000; i++)
    {
      size_t length = (size_t) g_test_rand_int_range (0, sizeof name);

      memset (name, g_test_rand_int_range (0, 2), length);
      if (length > 0)
        name[g_test_rand_int_range (0, (gint32) length)] = (char) g_test_rand_int_range (0, 256);
      g_assert_cmpuint (weft_name_cache_intern (cache, name, length), ==,
                        weft_string_pool_intern (&fixture->pool, name, length));
    }
}

/* A pool that has forgotten all but the tables learns them again, unless a name is there twice. */
static void
test_learn (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  static const char *const names[] = { "", "a", "b", "longer than eight bytes" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    weft_string_pool_intern (&fixture->pool, names[i], strlen (names[i]));
  weft_map64_clear (&fixture->pool.by_hash);
  g_assert_true (weft_string_pool_learn (&fixture->pool));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpuint (weft_string_pool_intern (&fixture->pool, names[i], strlen (names[i])), ==, i);
  g_assert_cmpuint (weft_string_pool_intern (&fixture->pool, "new", 3), ==, G_N_ELEMENTS (names));
  weft_map64_clear (&fixture->pool.by_hash);
  weft_string_pool_intern (&fixture->pool, "b", 1);
  weft_map64_clear (&fixture->pool.by_hash);
  g_assert_false (weft_string_pool_learn (&fixture->pool));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/string-pool/ids", Fixture, NULL, setup, test_ids, teardown);
  g_test_add ("/string-pool/any-bytes", Fixture, NULL, setup, test_any_bytes, teardown);
  g_test_add ("/string-pool/long-names", Fixture, NULL, setup, test_long_names, teardown);
  g_test_add ("/string-pool/names-stay", Fixture, NULL, setup, test_names_stay, teardown);
  g_test_add ("/string-pool/cache", Fixture, NULL, setup, test_cache, teardown);
  g_test_add ("/string-pool/learn", Fixture, NULL, setup, test_learn, teardown);
  g_test_add ("/string-pool/collisions", Fixture, NULL, setup, test_collisions, teardown);
  return g_test_run ();
}
