/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sanitizers.h"
#include "weft-memory-budget.h"
#include "weft-sealer.h"

#include <glib.h>
#include <signal.h>
#include <sys/resource.h>

enum
{
  ROW_TIME,  /* rises */
  ROW_LINK,  /* to a row shortly before */
  ROW_COUNT, /* * */
  ROW_FLAGS,
  N_COLUMNS
};

static const uint8_t widths[N_COLUMNS] = { 8, 4, 4, 1 };

typedef struct
{
  WeftChunkStore *store;
  WeftSealer *sealer;
  WeftTable table;
  gint stopped;
  gint n_wrong;
} Fixture;

static void
setup (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  fixture->store = weft_chunk_store_new (WEFT_CHUNKS_ANONYMOUS, NULL);
  fixture->sealer = weft_sealer_new (weft_chunk_store_new (WEFT_CHUNKS_ANONYMOUS, NULL));
  weft_table_init (&fixture->table, fixture->store, widths, N_COLUMNS);
  weft_table_set_sealer (&fixture->table, fixture->sealer);
}

static void
teardown (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  weft_sealer_free (fixture->sealer);
  weft_chunk_store_free (fixture->store);
}

/* FALSE: there is no room for one more. */
static gboolean
append_row (WeftTable *table)
{
  uint32_t row = 0;

  if (!weft_table_append (table, &row))
    return FALSE;
  weft_table_set_i64 (table, ROW_TIME, row, (gint64) row * 1000 + row % 7);
  weft_table_set_u32 (table, ROW_LINK, row, row == 0 ? WEFT_NO_ROW : row - 1 - row % 50);
  weft_table_set_u32 (table, ROW_COUNT, row, 0);
  weft_table_set_u8 (table, ROW_FLAGS, row, row % 11 == 0);
  return TRUE;
}

static void
append_rows (WeftTable *table, uint32_t n_rows)
{
  for (uint32_t i = 0; i < n_rows; i++)
    g_assert_true (append_row (table));
  weft_table_publish (table);
}

static gboolean
is_right (const WeftTable *table, uint32_t row)
{
  return weft_table_get_i64 (table, ROW_TIME, row) == (gint64) row * 1000 + row % 7
         && weft_table_get_u32 (table, ROW_LINK, row)
              == (row == 0 ? WEFT_NO_ROW : row - 1 - row % 50)
         && weft_table_get_u8 (table, ROW_FLAGS, row) == (row % 11 == 0);
}

/* Many rows at once are what they are one by one; the last ones end within a frame. */
static void
check_blocks (const WeftTable *table)
{
  enum
  {
    BLOCK = 4 * WEFT_SEALED_CELLS
  };
  int64_t times[BLOCK];
  uint32_t links[BLOCK], n;
  uint8_t flags[BLOCK];

  for (uint32_t row = 0; row < weft_table_length (table); row += n)
    {
      n = MIN (weft_table_length (table) - row, BLOCK);
      weft_table_read (table, ROW_TIME, row, n, times);
      weft_table_read (table, ROW_LINK, row, n, links);
      weft_table_read (table, ROW_FLAGS, row, n, flags);
      for (uint32_t i = 0; i < n; i++)
        {
          g_assert_cmpint (times[i], ==, weft_table_get_i64 (table, ROW_TIME, row + i));
          g_assert_cmpuint (links[i], ==, weft_table_get_u32 (table, ROW_LINK, row + i));
          g_assert_cmpuint (flags[i], ==, weft_table_get_u8 (table, ROW_FLAGS, row + i));
        }
    }
}

static void
check_rows (const WeftTable *table)
{
  check_blocks (table);
  for (uint32_t row = 0; row < weft_table_length (table); row++)
    g_assert_true (is_right (table, row));
  check_blocks (table);
}

static gboolean
is_sealed (const WeftTable *table, uint32_t chunk)
{
  return table->columns[ROW_TIME].packed[chunk] != NULL;
}

/* Full chunks are packed while the table grows, but for the last ones; they take a fraction of what their
 * cells took, and are what they were. */
static void
test_grow (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  WeftTable *table = &fixture->table;

  append_rows (table, 8 * WEFT_CHUNK_ROWS + 5);
  weft_sealer_wait (fixture->sealer);
  for (uint32_t i = 0; i < 9; i++)
    g_assert_true (is_sealed (table, i) == (i < 7));
  check_rows (table);
  g_assert_cmpuint (weft_sealer_get_memory (fixture->sealer), <,
                    7 * WEFT_CHUNK_ROWS * (8 + 4 + 4 + 1) / 5);
  weft_table_seal (table);
  weft_sealer_wait (fixture->sealer);
  g_assert_true (is_sealed (table, 7));
  g_assert_false (is_sealed (table, 8));
  check_rows (table);
}

static gboolean
is_unpacked (const WeftTable *table, uint32_t chunk)
{
  return is_sealed (table, chunk)
         && (atomic_load (&table->columns[ROW_TIME].chunks[chunk]) & WEFT_CHUNK_SEALED) == 0;
}

/* Columns that were unpacked for those who read along with a load go when it has ended, and come again for others. */
static void
test_forget (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  WeftTable *table = &fixture->table;

  append_rows (table, 8 * WEFT_CHUNK_ROWS + 5);
  weft_sealer_wait (fixture->sealer);
  for (guint i = 0; i < 2; i++)
    {
      check_rows (table);
      for (uint32_t chunk = 0; chunk < 7; chunk++)
        g_assert_true (is_unpacked (table, chunk));
      weft_table_seal (table);
      weft_sealer_wait (fixture->sealer);
      for (uint32_t chunk = 0; chunk < 8; chunk++)
        g_assert_true (is_sealed (table, chunk) && !is_unpacked (table, chunk));
    }
  check_rows (table);
}

/* A small table stays as it is. */
static void
test_small (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  append_rows (&fixture->table, 3 * WEFT_CHUNK_ROWS + 5);
  weft_table_seal (&fixture->table);
  weft_sealer_wait (fixture->sealer);
  for (uint32_t i = 0; i < 3; i++)
    g_assert_false (is_sealed (&fixture->table, i));
  g_assert_cmpuint (weft_sealer_get_memory (fixture->sealer), ==, 0);
  check_rows (&fixture->table);
}

/* A small table beside a large one is packed when its file has ended, but for its last
 * rows, of which there may still be more. */
static void
test_small_beside (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  WeftTable small;

  weft_chunk_store_set_eager (fixture->store, 0);
  weft_table_init (&small, fixture->store, widths, N_COLUMNS);
  weft_table_set_sealer (&small, fixture->sealer);
  append_rows (&small, WEFT_CHUNK_ROWS + 5);
  append_rows (&fixture->table, 8 * WEFT_CHUNK_ROWS + 5);
  weft_table_seal (&small);
  weft_sealer_wait (fixture->sealer);
  g_assert_true (is_sealed (&small, 0));
  g_assert_false (is_sealed (&small, 1));
  check_rows (&small);
  append_rows (&small, 2 * WEFT_CHUNK_ROWS);
  check_rows (&small);
}

/* A row of long ago changes: that row alone, for now and once it is packed anew. */
static void
test_change (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  WeftTable *table = &fixture->table;
  const uint32_t row = WEFT_CHUNK_ROWS + 1234;

  append_rows (table, 4 * WEFT_CHUNK_ROWS + 1);
  weft_sealer_wait (fixture->sealer);
  g_assert_true (is_sealed (table, 1));
  weft_table_set_u32 (table, ROW_COUNT, row, 77);
  g_assert_false (is_sealed (table, 1));
  for (guint i = 0; i < 3; i++)
    {
      check_rows (table);
      for (uint32_t other = 0; other < weft_table_length (table); other++)
        g_assert_cmpuint (weft_table_get_u32 (table, ROW_COUNT, other), ==, other == row ? 77 : 0);
      append_rows (table, WEFT_CHUNK_ROWS);
      if (i == 1)
        weft_table_seal (table);
      weft_sealer_wait (fixture->sealer);
      g_assert_true (is_sealed (table, 1) == (i >= 1));
    }
  g_assert_false (table->exhausted);
}

static gpointer
read_rows (gpointer data)
{
  Fixture *fixture = data;
  g_autoptr (GRand) random = g_rand_new ();
  g_autofree uint32_t *counts = g_new0 (uint32_t, 64);

  while (!g_atomic_int_get (&fixture->stopped))
    {
      uint32_t length = weft_table_length (&fixture->table), row, slot, count;

      if (length < 64)
        continue;
      row = (uint32_t) g_rand_int (random) % length;
      if (!is_right (&fixture->table, row))
        g_atomic_int_inc (&fixture->n_wrong);
      slot = (uint32_t) g_rand_int (random) % 64;
      count = weft_table_get_u32 (&fixture->table, ROW_COUNT, slot);
      if (count < counts[slot])
        g_atomic_int_inc (&fixture->n_wrong);
      counts[slot] = count;
    }
  return NULL;
}

/* Readers never see a cell that is not what was written, nor an older one after a newer, while chunks are packed,
 * unpacked for the writer, and their memory used again. */
static void
test_readers (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  GThread *readers[3];

  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    readers[i] = g_thread_new ("reader", read_rows, fixture);
  for (guint i = 1; i <= 60; i++)
    {
      append_rows (&fixture->table, WEFT_CHUNK_ROWS / 2);
      for (uint32_t slot = 0; slot < 64; slot++)
        weft_table_set_u32 (&fixture->table, ROW_COUNT, slot, i);
      if (i % 10 == 0)
        weft_table_seal (&fixture->table);
      if (i % 20 == 0)
        weft_sealer_wait (fixture->sealer);
    }
  g_atomic_int_set (&fixture->stopped, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    g_thread_join (readers[i]);
  g_assert_cmpint (fixture->n_wrong, ==, 0);
  check_rows (&fixture->table);
}

/* Who goes through all rows finds them unpacked, of which no more stay than a bound; they are right however often they
 * are unpacked and dropped, and can be changed. */
static void
test_unpack (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  WeftTable *table = &fixture->table;
  guint n_unpacked = 0;

  append_rows (table, 60 * WEFT_CHUNK_ROWS + 1);
  weft_table_seal (table);
  weft_sealer_wait (fixture->sealer);
  for (guint i = 0; i < 2; i++)
    check_rows (table);
  for (uint32_t chunk = 0; chunk < 60; chunk++)
    n_unpacked += (table->columns[ROW_TIME].chunks[chunk] & WEFT_CHUNK_SEALED) == 0;
  g_assert_cmpuint (n_unpacked, >, 20);
  g_assert_cmpuint (n_unpacked, <, 60);
  weft_table_set_u32 (table, ROW_COUNT, 59 * WEFT_CHUNK_ROWS, 3);
  g_assert_cmpuint (weft_table_get_u32 (table, ROW_COUNT, 59 * WEFT_CHUNK_ROWS), ==, 3);
  check_rows (table);
  weft_table_seal (table);
  weft_sealer_wait (fixture->sealer);
  /* A load that has ended leaves nothing unpacked. */
  for (uint32_t chunk = 0; chunk < 60; chunk++)
    g_assert_true ((table->columns[ROW_TIME].chunks[chunk] & WEFT_CHUNK_SEALED) != 0);
  check_rows (table);
  g_assert_cmpuint (weft_table_get_u32 (table, ROW_COUNT, 59 * WEFT_CHUNK_ROWS), ==, 3);
}

static gpointer
read_all_rows (gpointer data)
{
  Fixture *fixture = data;

  for (uint32_t row = 0; row < weft_table_length (&fixture->table); row++)
    if (!is_right (&fixture->table, row))
      g_atomic_int_inc (&fixture->n_wrong);
  return NULL;
}

/* Readers who come to the same columns at once, more of them than may stay unpacked, all read what was written, also where
 * the writer changes such a column meanwhile. */
static void
test_unpack_together (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  WeftTable *table = &fixture->table;
  GThread *readers[4];

  append_rows (table, 60 * WEFT_CHUNK_ROWS + 1);
  weft_table_seal (table);
  weft_sealer_wait (fixture->sealer);
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    readers[i] = g_thread_new ("reader", read_all_rows, fixture);
  for (uint32_t chunk = 0; chunk < 60; chunk += 7)
    weft_table_set_u32 (table, ROW_COUNT, chunk * WEFT_CHUNK_ROWS, chunk);
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    g_thread_join (readers[i]);
  g_assert_cmpint (fixture->n_wrong, ==, 0);
  for (uint32_t chunk = 0; chunk < 60; chunk += 7)
    g_assert_cmpuint (weft_table_get_u32 (table, ROW_COUNT, chunk * WEFT_CHUNK_ROWS), ==, chunk);
  check_rows (table);
}

/* A column is unpacked for who reads it also where the count of reads is beyond the one that it is unpacked at, as two
 * readers may leave it. */
static void
test_late_count (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  WeftTable *table = &fixture->table;
  WeftChunk *place = &table->columns[ROW_TIME].chunks[0];
  WeftSealedColumn *packed;

  append_rows (table, 5 * WEFT_CHUNK_ROWS);
  weft_table_seal (table);
  weft_sealer_wait (fixture->sealer);
  g_assert_true ((*place & WEFT_CHUNK_SEALED) != 0);
  packed = weft_chunk_address (*place);
  packed->n_reads = WEFT_SEALED_READS + 7;
  weft_table_get_i64 (table, ROW_TIME, 5);
  g_assert_true ((*place & WEFT_CHUNK_SEALED) == 0);
  check_rows (table);
}

/* TRUE: nothing of the budget is taken. */
static gboolean
is_whole (size_t budget)
{
  if (!weft_memory_budget_take (budget))
    return FALSE;
  weft_memory_budget_give (budget);
  return TRUE;
}

/* A chunk that is written to while it is being packed is not used, and what it took of the budget is there for others. */
static void
test_budget (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const size_t budget = (size_t) 1 << 30;
  WeftTable *table = &fixture->table;
  guint n_dropped = 0;

  append_rows (table, 4 * WEFT_CHUNK_ROWS);
  weft_memory_budget_set (budget);
  for (guint i = 0; i < 200 && n_dropped < 3; i++)
    {
      const size_t before = weft_sealer_get_memory (fixture->sealer);

      weft_sealer_hand_over (fixture->sealer, table, 0, FALSE);
      table->n_handed = 1;
      while (is_whole (budget - before))
        g_thread_yield ();
      weft_table_set_u32 (table, ROW_COUNT, 7, i);
      weft_sealer_wait (fixture->sealer);
      n_dropped += weft_sealer_get_memory (fixture->sealer) == before;
      g_assert_true (is_whole (budget - weft_sealer_get_memory (fixture->sealer)));
      g_assert_cmpuint (weft_table_get_u32 (table, ROW_COUNT, 7), ==, i);
    }
  g_assert_cmpuint (n_dropped, >, 0);
  weft_memory_budget_set (0);
}

/* Chunks that wait to be packed are given up with the trace. */
static void
test_give_up (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  append_rows (&fixture->table, 40 * WEFT_CHUNK_ROWS);
}

/* Where the disk is full, packed rows take a quarter more memory than they may, and then no more rows come: those that are
 * there stay. */
static void
test_full_disk (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const size_t budget = (size_t) 4 << 20;
  WeftChunkStore *file = weft_chunk_store_new (WEFT_CHUNKS_FILE, NULL);
  struct rlimit limit;
  uint32_t n_rows = 0;

  weft_chunk_store_free (file);
  if (file == NULL)
    {
      g_test_skip ("there is no disk for temporary files");
      return;
    }
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  limit.rlim_cur = 1 << 20;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  weft_memory_budget_set (budget);
  while (append_row (&fixture->table))
    g_assert_cmpuint (++n_rows, <, 200 * WEFT_CHUNK_ROWS);
  weft_table_publish (&fixture->table);
  weft_sealer_wait (fixture->sealer);
  g_assert_true (weft_sealer_is_full (fixture->sealer));
  g_assert_cmpuint (weft_sealer_get_memory (fixture->sealer), >, budget);
  g_assert_cmpuint (weft_sealer_get_memory (fixture->sealer), <=, budget + budget / 4);
  check_rows (&fixture->table);
  weft_memory_budget_set (0);
  limit.rlim_cur = limit.rlim_max;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/sealer/grow", test_grow },       { "/sealer/forget", test_forget },
    { "/sealer/small", test_small },     { "/sealer/small-beside", test_small_beside },
    { "/sealer/change", test_change },   { "/sealer/readers", test_readers },
    { "/sealer/unpack", test_unpack },   { "/sealer/unpack-together", test_unpack_together },
    { "/sealer/budget", test_budget },   { "/sealer/full-disk", test_full_disk },
    { "/sealer/give-up", test_give_up }, { "/sealer/late-count", test_late_count }
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, setup, tests[i].test, teardown);
  return g_test_run ();
}
