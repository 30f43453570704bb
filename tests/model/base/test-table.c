/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-row-buffer.h"

#include <glib/gstdio.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

static const uint8_t widths[] = { 1, 2, 4, 8 };

typedef struct
{
  WeftChunkStore *store;
  WeftTable table;
} Fixture;

static void
setup (Fixture *fixture, gconstpointer backend)
{
  fixture->store = weft_chunk_store_new ((WeftChunkBackend) GPOINTER_TO_INT (backend), NULL);
  g_assert_nonnull (fixture->store);
  weft_table_init (&fixture->table, fixture->store, widths, G_N_ELEMENTS (widths));
}

static void
teardown (Fixture *fixture, gconstpointer backend G_GNUC_UNUSED)
{
  weft_chunk_store_free (fixture->store);
}

static void
write_row (WeftTable *table, uint32_t row)
{
  weft_table_set_u8 (table, 0, row, (uint8_t) (row * 3));
  weft_table_set_u16 (table, 1, row, (uint16_t) (row * 5));
  weft_table_set_u32 (table, 2, row, row * 7);
  weft_table_set_i64 (table, 3, row, -(int64_t) row * G_GINT64_CONSTANT (0x100000001));
}

static void
append_rows (WeftTable *table, uint32_t n_rows)
{
  for (uint32_t i = 0; i < n_rows; i++)
    {
      uint32_t row = 0;

      g_assert_true (weft_table_append (table, &row));
      write_row (table, row);
    }
}

static void
check_rows (const WeftTable *table, uint32_t first, uint32_t last)
{
  for (uint32_t row = first; row < last; row++)
    if (weft_table_get_u8 (table, 0, row) != (uint8_t) (row * 3)
        || weft_table_get_u16 (table, 1, row) != (uint16_t) (row * 5)
        || weft_table_get_u32 (table, 2, row) != row * 7
        || weft_table_get_i64 (table, 3, row) != -(int64_t) row * G_GINT64_CONSTANT (0x100000001))
      g_error ("row %u does not hold what was written", row);
}

/* Appended rows are read back, over many chunks, and none of them ever moves. */
static void
test_growth (Fixture *fixture, gconstpointer backend G_GNUC_UNUSED)
{
  WeftTable *table = &fixture->table;
  const uint64_t *first_cell;
  _Atomic uintptr_t *directory = table->columns[3].chunks;

  append_rows (table, 1);
  first_cell = weft_table_cells (table, 3, 0);
  append_rows (table, 20 * WEFT_CHUNK_ROWS + 5);
  weft_table_publish (table);
  g_assert_cmpuint (weft_table_length (table), ==, 20 * WEFT_CHUNK_ROWS + 6);
  check_rows (table, 0, weft_table_length (table));
  g_assert_true (weft_table_cells (table, 3, 0) == first_cell);
  g_assert_true (table->columns[3].chunks == directory);
}

/* Rows that go through a buffer are there when it is flushed, wherever that is. */
static void
test_buffer (Fixture *fixture, gconstpointer backend G_GNUC_UNUSED)
{
  WeftTable *table = &fixture->table;
  g_autofree WeftRowBuffer *buffer = g_new (WeftRowBuffer, 1);

  append_rows (table, 5);
  weft_row_buffer_init (buffer, table);
  while (table->n_rows < 3 * WEFT_CHUNK_ROWS)
    {
      for (gint32 i = g_test_rand_int_range (0, 300); i >= 0; i--)
        {
          uint32_t row = 0;

          g_assert_true (weft_row_buffer_append (buffer, &row));
          weft_row_buffer_set (buffer, 0, row, (uint8_t) (row * 3));
          weft_row_buffer_set (buffer, 1, row, (uint16_t) (row * 5));
          weft_row_buffer_set (buffer, 2, row, row * 7);
          weft_row_buffer_set (buffer, 3, row,
                               (uint64_t) (-(int64_t) row * G_GINT64_CONSTANT (0x100000001)));
        }
      weft_row_buffer_flush (buffer);
      check_rows (table, table->n_rows - MIN (table->n_rows, 300), table->n_rows);
    }
  check_rows (table, 0, table->n_rows);
}

static void
test_publish (Fixture *fixture, gconstpointer backend G_GNUC_UNUSED)
{
  WeftTable *table = &fixture->table;

  g_assert_cmpuint (weft_table_length (table), ==, 0);
  append_rows (table, 10);
  g_assert_cmpuint (weft_table_length (table), ==, 0);
  weft_table_publish (table);
  append_rows (table, 10);
  g_assert_cmpuint (weft_table_length (table), ==, 10);
}

static void
test_new_rows_are_zero (Fixture *fixture, gconstpointer backend G_GNUC_UNUSED)
{
  for (uint32_t i = 0; i < 2 * WEFT_CHUNK_ROWS; i++)
    {
      uint32_t row = 0;

      g_assert_true (weft_table_append (&fixture->table, &row));
      g_assert_cmpuint (row, ==, i);
      g_assert_cmpuint (weft_table_get_u8 (&fixture->table, 0, row), ==, 0);
      g_assert_cmpuint (weft_table_get_u64 (&fixture->table, 3, row), ==, 0);
    }
}

/* A run lies in one chunk, whatever stood before, and runs do not overlap. */
static void
test_runs (Fixture *fixture, gconstpointer backend G_GNUC_UNUSED)
{
  WeftTable *table = &fixture->table;
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  uint32_t end = 0;

  for (int i = 0; i < 400; i++)
    {
      uint32_t n_rows = (uint32_t) g_rand_int_range (random, 1, i % 7 == 0 ? 65537 : 3000);
      uint32_t row = 0;

      g_assert_true (weft_table_append_run (table, n_rows, &row));
      g_assert_cmpuint (row, >=, end);
      g_assert_cmpuint (row >> WEFT_CHUNK_SHIFT, ==, (row + n_rows - 1) >> WEFT_CHUNK_SHIFT);
      g_assert_cmpuint (row - end, <, WEFT_CHUNK_ROWS);
      end = row + n_rows;
      memset (weft_table_cells (table, 0, row), 0xff, n_rows);
      weft_table_publish (table);
      g_assert_cmpuint (weft_table_length (table), ==, end);
    }
}

/* A run that fits to the last row goes there; one row more goes to the next chunk. */
static void
test_run_fills_chunk (Fixture *fixture, gconstpointer backend G_GNUC_UNUSED)
{
  static const struct
  {
    uint32_t n_rows, row;
  } runs[] = {
    { WEFT_CHUNK_ROWS, 0 },           { WEFT_CHUNK_ROWS - 10, WEFT_CHUNK_ROWS },
    { 10, 2 * WEFT_CHUNK_ROWS - 10 }, { WEFT_CHUNK_ROWS - 10, 2 * WEFT_CHUNK_ROWS },
    { 11, 3 * WEFT_CHUNK_ROWS },
  };
  uint32_t row = 0;

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_assert_true (weft_table_append_run (&fixture->table, runs[i].n_rows, &row));
      g_assert_cmpuint (row, ==, runs[i].row);
    }
  g_assert_true (weft_table_append (&fixture->table, &row));
  g_assert_cmpuint (row, ==, 3 * WEFT_CHUNK_ROWS + 11);
}

/* --- expiry ---------------------------------------------------------------------------------------- */

static gboolean
is_given_back (const WeftTable *table, uint32_t chunk)
{
  return chunk < table->n_released;
}

/* A row has 15 bytes, and each of the four columns may keep a part of 64 KiB more at either end. */
static void
check_memory (const WeftTable *table)
{
  size_t n_rows = table->n_rows - weft_table_first (table), memory = weft_table_get_memory (table);

  g_assert_cmpuint (memory, >=, n_rows * (1 + 2 + 4 + 8));
  g_assert_cmpuint (memory, <=, n_rows * (1 + 2 + 4 + 8) + 4 * 2 * 65536);
}

static void
test_expire (Fixture *fixture, gconstpointer backend G_GNUC_UNUSED)
{
  WeftTable *table = &fixture->table;

  append_rows (table, 4 * WEFT_CHUNK_ROWS + 1);
  weft_table_publish (table);
  check_memory (table);
  weft_table_expire (table, 2 * WEFT_CHUNK_ROWS - 1);
  g_assert_cmpuint (weft_table_first (table), ==, 2 * WEFT_CHUNK_ROWS - 1);
  check_memory (table);
  g_assert_true (is_given_back (table, 0));
  g_assert_false (is_given_back (table, 1));
  check_rows (table, 2 * WEFT_CHUNK_ROWS - 1, weft_table_length (table));
  /* An older first row brings nothing back. */
  weft_table_expire (table, 5);
  g_assert_cmpuint (weft_table_first (table), ==, 2 * WEFT_CHUNK_ROWS - 1);
  append_rows (table, 2 * WEFT_CHUNK_ROWS);
  weft_table_publish (table);
  check_rows (table, 2 * WEFT_CHUNK_ROWS - 1, weft_table_length (table));
}

static void
test_expire_waits_for_readers (Fixture *fixture, gconstpointer backend G_GNUC_UNUSED)
{
  WeftTable *table = &fixture->table;

  append_rows (table, 3 * WEFT_CHUNK_ROWS);
  weft_table_publish (table);
  weft_table_hold (table);
  weft_table_hold (table);
  weft_table_expire (table, 2 * WEFT_CHUNK_ROWS);
  check_rows (table, 0, 3 * WEFT_CHUNK_ROWS);
  weft_table_release (table);
  weft_table_expire (table, 2 * WEFT_CHUNK_ROWS);
  check_rows (table, 0, 3 * WEFT_CHUNK_ROWS);
  weft_table_release (table);
  weft_table_expire (table, 2 * WEFT_CHUNK_ROWS);
  g_assert_true (is_given_back (table, 0));
  g_assert_true (is_given_back (table, 1));
  check_rows (table, 2 * WEFT_CHUNK_ROWS, 3 * WEFT_CHUNK_ROWS);
}

/* Expired chunks make room for new ones: a table that goes on and on takes no more memory. */
static void
test_expired_chunks_serve_again (Fixture *fixture, gconstpointer backend G_GNUC_UNUSED)
{
  WeftTable *table = &fixture->table;
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);

  for (uint32_t chunk = 0; chunk < 40; chunk++)
    {
      append_rows (table, WEFT_CHUNK_ROWS);
      weft_table_publish (table);
      g_hash_table_add (places, weft_table_cells (table, 3, chunk << WEFT_CHUNK_SHIFT));
      check_rows (table, weft_table_first (table), weft_table_length (table));
      if (chunk >= 2)
        weft_table_expire (table, (chunk - 1) << WEFT_CHUNK_SHIFT);
    }
  g_assert_cmpuint (g_hash_table_size (places), ==, 3);
}

/* Of a chunk that is read yet, what expired is given back in parts: reading it is for this test
 * alone. */
static void
test_expire_parts (Fixture *fixture, gconstpointer backend G_GNUC_UNUSED)
{
  WeftTable *table = &fixture->table;
  const uint32_t start = WEFT_CHUNK_ROWS;

  append_rows (table, 3 * WEFT_CHUNK_ROWS);
  weft_table_publish (table);
  for (uint32_t first = start; first < start + 40000; first += 1000)
    {
      weft_table_expire (table, first);
      check_rows (table, first, weft_table_length (table));
    }
  /* 8 bytes each: four parts of 8192 rows lie below row 39000 */
  g_assert_cmpuint (weft_table_get_u64 (table, 3, start + 1), ==, 0);
  g_assert_cmpuint (weft_table_get_u64 (table, 3, start + 4 * 8192 - 1), ==, 0);
  g_assert_cmpuint (weft_table_get_u64 (table, 3, start + 4 * 8192), !=, 0);
}

/* All rows may expire, published or not, and rows that come later are there. */
static void
test_expire_everything (Fixture *fixture, gconstpointer backend G_GNUC_UNUSED)
{
  WeftTable *table = &fixture->table;

  append_rows (table, 2 * WEFT_CHUNK_ROWS);
  weft_table_expire (table, UINT32_MAX);
  g_assert_cmpuint (weft_table_get_memory (table), ==, 0);
  g_assert_cmpuint (weft_table_first (table), ==, 2 * WEFT_CHUNK_ROWS);
  append_rows (table, 10);
  weft_table_publish (table);
  check_memory (table);
  check_rows (table, weft_table_first (table), weft_table_length (table));
  g_assert_cmpuint (weft_table_length (table) - weft_table_first (table), ==, 10);
}

/* --- where the chunks lie ---------------------------------------------------------------------------- */

/* The file that `address` is mapped from, "" where it is from none. */
static char *
mapped_file (const void *address)
{
  FILE *maps = fopen ("/proc/self/maps", "r");
  char line[4096];
  char *name = NULL;

  while (name == NULL && fgets (line, sizeof line, maps) != NULL)
    {
      unsigned long from, to;
      int start = 0;

      if (sscanf (line, "%lx-%lx %*s %*s %*s %*s %n", &from, &to, &start) == 2
          && (unsigned long) (uintptr_t) address >= from
          && (unsigned long) (uintptr_t) address < to)
        name = g_strchomp (g_strdup (line + start));
    }
  fclose (maps);
  return name;
}

static void
check_directory (const char *directory, const char *expected)
{
  WeftChunkStore *store = weft_chunk_store_new (WEFT_CHUNKS_FILE, directory);
  g_autofree char *name = NULL;

  g_assert_nonnull (store);
  name = mapped_file (weft_chunk_store_alloc (store, 1));
  g_test_message ("chunks lie in %s", name);
  g_assert_true (g_str_has_prefix (name, expected));
  g_assert_true (g_str_has_suffix (name, " (deleted)"));
  weft_chunk_store_free (store);
}

static void
test_file_is_on_disk (void)
{
  g_autofree char *directory = g_build_filename ("/var/tmp", "weft-table-XXXXXX", NULL);

  g_assert_nonnull (g_mkdtemp (directory));
  g_setenv ("TMPDIR", directory, TRUE);
  check_directory (NULL, directory);
  check_directory ("/var/tmp", "/var/tmp/");
  g_unsetenv ("TMPDIR");
  check_directory (NULL, "/var/tmp/");
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

static void
test_file_is_never_on_tmpfs (void)
{
  if (!weft_chunk_store_is_memory ("/dev/shm"))
    {
      g_test_skip ("/dev/shm is no tmpfs here");
      return;
    }
  g_assert_null (weft_chunk_store_new (WEFT_CHUNKS_FILE, "/dev/shm"));
  g_assert_cmpint (errno, ==, EMEDIUMTYPE);
  g_setenv ("TMPDIR", "/dev/shm", TRUE);
  check_directory (NULL, "/var/tmp/");
  g_unsetenv ("TMPDIR");
}

static void
test_memory_is_from_no_file (void)
{
  WeftChunkStore *store = weft_chunk_store_new (WEFT_CHUNKS_ANONYMOUS, NULL);
  g_autofree char *name = mapped_file (weft_chunk_store_alloc (store, 1));

  g_assert_cmpstr (name, ==, "");
  weft_chunk_store_free (store);
}

/* A chunk that was given back comes again, as zeros, or with what was in it for those who write to all of it. */
static void
test_chunk_comes_again (Fixture *fixture, gconstpointer backend G_GNUC_UNUSED)
{
  const gsize size = 3 * 4096 + 5;
  guint8 *first = weft_chunk_store_alloc (fixture->store, size), *second;

  memset (first, 0x5a, size);
  weft_chunk_store_release (fixture->store, first, size);
  second = weft_chunk_store_alloc_uncleared (fixture->store, size);
  g_assert_true (second == first);
  g_assert_cmpuint (second[size - 1], ==, 0x5a);
  weft_chunk_store_release (fixture->store, second, size);
  second = weft_chunk_store_alloc (fixture->store, size);
  g_assert_true (second == first);
  for (gsize i = 0; i < size; i++)
    g_assert_cmpuint (second[i], ==, 0);
  second = weft_chunk_store_alloc_uncleared (fixture->store, size);
  g_assert_true (second >= first + size || second + size <= first);
  memset (second, 1, size);
}

/* Directories of many tables take more address space than is mapped at once. */
static void
test_many_tables (Fixture *fixture, gconstpointer backend G_GNUC_UNUSED)
{
  WeftTable tables[40];

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      weft_table_init (&tables[i], fixture->store, widths, G_N_ELEMENTS (widths));
      append_rows (&tables[i], 10 + i);
      weft_table_publish (&tables[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_assert_cmpuint (weft_table_length (&tables[i]), ==, 10 + i);
      check_rows (&tables[i], 0, 10 + i);
    }
}

/* Chunks of any size are aligned, zero and apart from one another. */
static void
test_alloc (Fixture *fixture, gconstpointer backend G_GNUC_UNUSED)
{
  static const size_t sizes[] = {
    1, 4096, 4097, 65536, 524288, (size_t) 40 << 20, 100, (size_t) 31 << 20, (size_t) 2 << 20
  };
  char *chunks[G_N_ELEMENTS (sizes)];

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      chunks[i] = weft_chunk_store_alloc (fixture->store, sizes[i]);
      g_assert_nonnull (chunks[i]);
      g_assert_cmpuint ((uintptr_t) chunks[i] % 64, ==, 0);
      for (size_t j = 0; j < sizes[i]; j++)
        if (chunks[i][j] != 0)
          g_error ("chunk %u is not zero at %zu", i, j);
      memset (chunks[i], 1, sizes[i]);
    }
}

/* A disk that is full: the table says so and keeps what it has. */
static void
test_exhausted (void)
{
  if (g_test_subprocess ())
    {
      const struct rlimit limit = { (rlim_t) 80 << 20, (rlim_t) 80 << 20 };
      Fixture fixture;
      uint32_t row, n_rows = 0;

      signal (SIGXFSZ, SIG_IGN);
      g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
      setup (&fixture, GINT_TO_POINTER (WEFT_CHUNKS_FILE));
      for (; weft_table_append (&fixture.table, &row); n_rows++)
        write_row (&fixture.table, row);
      g_assert_cmpuint (n_rows, >=, 60 * WEFT_CHUNK_ROWS);
      g_assert_false (weft_table_append (&fixture.table, &row));
      g_assert_false (weft_table_append_run (&fixture.table, 5, &row));
      weft_table_publish (&fixture.table);
      g_assert_cmpuint (weft_table_length (&fixture.table), ==, n_rows);
      check_rows (&fixture.table, 0, n_rows);
      teardown (&fixture, NULL);
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

static void
add (const char *name, void (*test) (Fixture *fixture, gconstpointer backend))
{
  static const struct
  {
    const char *name;
    WeftChunkBackend backend;
  } backends[] = { { "memory", WEFT_CHUNKS_ANONYMOUS }, { "file", WEFT_CHUNKS_FILE } };

  for (guint i = 0; i < G_N_ELEMENTS (backends); i++)
    {
      g_autofree char *path = g_strdup_printf ("/table/%s/%s", backends[i].name, name);

      g_test_add (path, Fixture, GINT_TO_POINTER (backends[i].backend), setup, test, teardown);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("growth", test_growth);
  add ("buffer", test_buffer);
  add ("publish", test_publish);
  add ("new-rows-are-zero", test_new_rows_are_zero);
  add ("runs", test_runs);
  add ("run-fills-chunk", test_run_fills_chunk);
  add ("expire", test_expire);
  add ("expire-waits-for-readers", test_expire_waits_for_readers);
  add ("expire-everything", test_expire_everything);
  add ("expired-chunks-serve-again", test_expired_chunks_serve_again);
  add ("expire-parts", test_expire_parts);
  add ("alloc", test_alloc);
  add ("many-tables", test_many_tables);
  add ("chunk-comes-again", test_chunk_comes_again);
  g_test_add_func ("/table/file-is-on-disk", test_file_is_on_disk);
  g_test_add_func ("/table/file-is-never-on-tmpfs", test_file_is_never_on_tmpfs);
  g_test_add_func ("/table/memory-is-from-no-file", test_memory_is_from_no_file);
  g_test_add_func ("/table/exhausted", test_exhausted);
  return g_test_run ();
}
