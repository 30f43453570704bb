/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-index-cache.h"

#include <utime.h>

#include "test-homes.h"
#include "weft-index-format.h"

/* The folder of index files stays within its quota, and is cleared of what broke off. */

#define DAY (24 * 60 * 60)

/* A file of the folder, of `size` bytes, that was of use last so many seconds ago: (transfer full). */
static char *
leave_file (const char *name, gsize size, gint64 ago)
{
  g_autofree char *folder = weft_index_cache_get_folder (), *bytes = g_strnfill (size, 'x');
  char *path = g_build_filename (folder, name, NULL);
  const gint64 used = g_get_real_time () / G_USEC_PER_SEC - ago;

  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
  g_assert_cmpint (g_utime (path, &(struct utimbuf){ used, used }), ==, 0);
  return path;
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
  g_autofree char *old = NULL, *current = NULL;

  g_assert_true (weft_index_cache_make ());
  old = leave_file (WEFT_INDEX_PASSING "-old", 10, DAY);
  current = leave_file (WEFT_INDEX_PASSING "-current", 10, 10);
  weft_index_cache_trim ();
  check (old, FALSE);
  check (current, TRUE);
}

/* Those go that were of use the longest ago. */
static void
test_quota (void)
{
  g_autofree char *kept_path = weft_index_cache_get_path ("/traces/kept.log");
  g_autofree char *gone_path = weft_index_cache_get_path ("/traces/gone.log");
  g_autofree char *kept_name = g_path_get_basename (kept_path);
  g_autofree char *gone_name = g_path_get_basename (gone_path);
  g_autofree char *kept = NULL, *gone = NULL;

  g_assert_true (weft_index_cache_make ());
  g_setenv ("WEFT_INDEX_QUOTA", "150", TRUE);
  kept = leave_file (kept_name, 100, 10);
  gone = leave_file (gone_name, 100, 20);
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
