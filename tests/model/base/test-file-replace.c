/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-file-replace.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* The file is there as a whole, or as it was, and nothing stays beside it. */
static void
test_replace (void)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-replace-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "file", NULL), *text = NULL;
  g_autofree char *large = g_malloc0 (100000);
  g_autoptr (GError) error = NULL;
  const struct rlimit narrow = { 4096, RLIM_INFINITY }, wide = { RLIM_INFINITY, RLIM_INFINITY };
  struct stat status;

  g_assert_true (weft_file_replace (path, "first", 5, 0600, TRUE, &error));
  g_assert_no_error (error);
  g_assert_true (weft_file_replace (path, "second", 6, 0600, FALSE, &error));
  g_assert_cmpint (stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &narrow), ==, 0);
  g_assert_false (weft_file_replace (path, large, 100000, 0600, TRUE, &error));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &wide), ==, 0);
  g_assert_cmpstr (error->message, ==, g_strerror (EFBIG));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "second");
  g_assert_cmpuint (count_files (folder), ==, 1);
  g_unlink (path);
  g_rmdir (folder);
}

/* The reason is all that is said: whoever asked knows the name. */
static void
test_no_folder (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (weft_file_replace ("/nowhere/file", "", 0, 0600, FALSE, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_assert_cmpstr (error->message, ==, g_strerror (ENOENT));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/file-replace/replace", test_replace);
  g_test_add_func ("/file-replace/no-folder", test_no_folder);
  return g_test_run ();
}
