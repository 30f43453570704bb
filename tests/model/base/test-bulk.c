/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bulk.h"

#include <errno.h>
#include <glib.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>

#include "weft-chunk-store.h"
#include "weft-memory-budget.h"

#define MIB ((gsize) 1 << 20)

static gboolean
has_disk (void)
{
  WeftChunkStore *store = weft_chunk_store_new (WEFT_CHUNKS_FILE, NULL);

  weft_chunk_store_free (store);
  if (store == NULL)
    g_test_skip ("there is no disk for temporary files");
  return store != NULL;
}

/* Whether it is mapped of a file that has no name any more. */
static gboolean
is_on_disk (gconstpointer bulk)
{
  g_autofree char *maps = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL));
  lines = g_strsplit (maps, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *end;
      guint64 first = g_ascii_strtoull (lines[i], &end, 16);
      guint64 last = g_ascii_strtoull (*end == '-' ? end + 1 : end, NULL, 16);

      if ((guintptr) bulk >= first && (guintptr) bulk < last)
        return strstr (lines[i], "(deleted)") != NULL;
    }
  g_assert_not_reached ();
}

/* No file may be longer: what a full disk is to those who ask for room on it. */
static void
limit_files (gsize bytes)
{
  struct rlimit limit;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  limit.rlim_cur = bytes == 0 ? limit.rlim_max : bytes;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

/* Fills it, and finds all of it again. */
static void
use (guint32 *items, gsize n)
{
  g_assert_nonnull (items);
  g_assert_cmpuint ((guintptr) items % 16, ==, 0);
  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpuint (items[i], ==, 0);
      items[i] = (guint32) (i * 2654435761u);
    }
  for (gsize i = 0; i < n; i++)
    g_assert_cmpuint (items[i], ==, (guint32) (i * 2654435761u));
}

static void
test_memory (void)
{
  weft_auto_bulk guint32 *large = NULL, *small = NULL;

  weft_memory_budget_set (4 * MIB);
  large = weft_bulk_new (guint32, MIB);
  use (large, MIB);
  g_assert_false (is_on_disk (large));
  g_assert_false (weft_memory_budget_take (1));
  small = weft_bulk_new (guint32, 16);
  use (small, 16);
  g_assert_false (is_on_disk (small));
  weft_bulk_free (NULL);
}

/* All that is beyond the budget lies in a file, until there is memory again. */
static void
test_disk (void)
{
  weft_auto_bulk guint32 *first = NULL, *second = NULL, *third = NULL;

  if (!has_disk ())
    return;
  weft_memory_budget_set (4 * MIB);
  first = weft_bulk_new (guint32, MIB);
  second = weft_bulk_new (guint32, MIB);
  use (first, MIB);
  use (second, MIB);
  g_assert_false (is_on_disk (first));
  g_assert_true (is_on_disk (second));
  g_clear_pointer (&first, weft_bulk_free);
  third = weft_bulk_new (guint32, MIB);
  g_assert_false (is_on_disk (third));
}

/* It keeps what it has on its way to the disk and back. */
static void
test_resize (void)
{
  guint32 *items = NULL;
  guint32 *none;

  if (!has_disk ())
    return;
  weft_memory_budget_set (4 * MIB);
  items = weft_bulk_resize (items, MIB);
  use (items, MIB / 4);
  for (gsize size = 2 * MIB; size <= 8 * MIB; size *= 2)
    {
      items = weft_bulk_resize (items, size);
      for (gsize i = 0; i < size / 4; i++)
        g_assert_cmpuint (items[i], ==, i < MIB / 4 ? (guint32) (i * 2654435761u) : 0);
    }
  g_assert_true (is_on_disk (items));
  none = weft_bulk_resize (items, SIZE_MAX);
  g_assert_null (none);
  items = weft_bulk_resize (items, 4096);
  g_assert_false (is_on_disk (items));
  g_assert_cmpuint (items[1023], ==, (guint32) (1023 * 2654435761u));
  weft_bulk_free (items);
}

/* A full disk is told when room is asked for: a little more than the budget is memory then, and what there is stays whole. */
static void
test_full_disk (void)
{
  const gsize n = MIB / 2;
  weft_auto_bulk guint32 *on_disk = NULL, *overdrawn = NULL, *small = NULL;
  guint32 *none;

  if (!has_disk ())
    return;
  weft_memory_budget_set (n * 4 - 4096);
  on_disk = weft_bulk_new (guint32, n);
  g_assert_true (is_on_disk (on_disk));
  limit_files (MIB);
  overdrawn = weft_bulk_new (guint32, n);
  use (overdrawn, n);
  g_assert_false (is_on_disk (overdrawn));
  none = weft_bulk_new (guint32, n);
  g_assert_cmpint (errno, ==, EFBIG);
  g_assert_null (none);
  small = weft_bulk_new (guint32, 1024);
  use (small, 1024);
  use (on_disk, n);
  limit_files (0);
  none = weft_bulk_new (guint32, n);
  g_assert_true (is_on_disk (none));
  weft_bulk_free (none);
}

/* No size is so large that it comes out small. */
static void
test_sizes (void)
{
  const gsize huge = (SIZE_MAX >> 2) + 2;
  void *none = weft_bulk_alloc_items (huge, sizeof (guint32));

  g_assert_null (none);
  none = weft_bulk_alloc (SIZE_MAX);
  g_assert_null (none);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bulk/memory", test_memory);
  g_test_add_func ("/bulk/disk", test_disk);
  g_test_add_func ("/bulk/resize", test_resize);
  g_test_add_func ("/bulk/full-disk", test_full_disk);
  g_test_add_func ("/bulk/sizes", test_sizes);
  return g_test_run ();
}
