/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-folder-words.h"

/* How the folder of a file is named to people. */

static void
assert_words (const char *path, const char *expected)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *words = weft_folder_words (file);

  g_assert_cmpstr (words, ==, expected);
}

/* Folders below the user's home are named from there. */
static void
test_home (void)
{
  g_autofree char *beside = g_build_filename (g_get_home_dir (), "a.log", NULL);
  g_autofree char *below = g_build_filename (g_get_home_dir (), "runs", "today", "a.log", NULL);

  assert_words (beside, "~");
  assert_words (below, "~/runs/today");
}

/* The root is in no folder. */
static void
test_others (void)
{
  assert_words ("/srv/runs/a.log", "/srv/runs");
  assert_words ("/a.log", "/");
  assert_words ("/", "");
}

int
main (int argc, char **argv)
{
  g_setenv ("HOME", "/home/somebody", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/folder-words/home", test_home);
  g_test_add_func ("/folder-words/others", test_others);
  return g_test_run ();
}
