/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-index-cache.h"

#include <utime.h>

#include "test-homes.h"
#include "weft-index-format.h"

/* The folder of index files stays within its quota, and is cleared of what broke off. */

#define DAY (24 * 60 * 60)

/* Leaves a file of `size` bytes that was of use last so many seconds ago. */
static void
leave_file (const char *path, gsize size, gint64 ago)
{
  const gint64 used = g_get_real_time () / G_USEC_PER_SEC - ago;
  g_autofree char *bytes = g_strnfill (size, 'x');

  g_assert_true (weft_index_cache_make ());
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
  g_assert_cmpint (g_utime (path, &(struct utimbuf){ used, used }), ==, 0);
}

static void
check (const char *path, gboolean there)
{
  g_assert_cmpint (g_file_test (path, G_FILE_TEST_EXISTS), ==, there);
}

/* A writer that is at work is left alone; one that came to no end long ago is not. */
static void
test_broken_off (void)
{
  g_autofree char *folder = weft_index_cache_get_folder ();
  g_autofree char *old = g_build_filename (folder, WEFT_INDEX_PASSING "-old", NULL);
  g_autofree char *current = g_build_filename (folder, WEFT_INDEX_PASSING "-current", NULL);

  leave_file (old, 10, DAY);
  leave_file (current, 10, 10);
  weft_index_cache_trim ();
  check (old, FALSE);
  check (current, TRUE);
}

/* Those go that were of use the longest ago. */
static void
test_quota (void)
{
  g_autofree char *kept = weft_index_cache_get_path ("/traces/kept.log");
  g_autofree char *gone = weft_index_cache_get_path ("/traces/gone.log");

  g_setenv ("WEFT_INDEX_QUOTA", "150", TRUE);
  leave_file (kept, 100, 10);
  leave_file (gone, 100, 20);
  weft_index_cache_trim ();
  check (kept, TRUE);
  check (gone, FALSE);
  g_unsetenv ("WEFT_INDEX_QUOTA");
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/index-cache/broken-off", test_broken_off);
  g_test_add_func ("/index-cache/quota", test_quota);
  status = g_test_run ();
  remove_folder (homes);
  return status;
}
