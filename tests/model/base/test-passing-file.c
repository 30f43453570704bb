/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-passing-file.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
setup (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  fixture->folder = g_dir_make_tmp ("weft-passing-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "out.csv", NULL);
}

static void
teardown (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_unlink (fixture->path);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0); /* nothing else was left */
  g_free (fixture->path);
  g_free (fixture->folder);
}

static void
test_keep (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *beside = NULL;
  g_autofree char *text = NULL;
  const mode_t mask = umask (027);
  int fd = weft_passing_file_open (fixture->path, 0666, &beside);
  GStatBuf status;

  umask (mask);
  g_assert_cmpint (fd, >=, 0);
  g_assert_true (g_str_has_prefix (beside, fixture->path));
  g_assert_cmpint (write (fd, "whole", 5), ==, 5);
  close (fd);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  g_assert_true (weft_passing_file_keep (beside, fixture->path));
  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "whole");
  g_assert_cmpint (g_stat (fixture->path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0640);
}

static void
test_drop (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *beside = NULL;

  close (weft_passing_file_open (fixture->path, 0666, &beside));
  errno = ENOSPC;
  weft_passing_file_drop (beside);
  g_assert_cmpint (errno, ==, ENOSPC);
}

static void
test_no_folder (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *path = g_build_filename (fixture->folder, "none", "out.csv", NULL);
  g_autofree char *beside = NULL;

  g_assert_cmpint (weft_passing_file_open (path, 0666, &beside), ==, -1);
  g_assert_cmpint (errno, ==, ENOENT);
  g_assert_null (beside);
}

/* A child has two such files, of which one is kept, and ends by a signal, which it ignores if it is to. */
static int
end_by_signal (Fixture *fixture, int number, gboolean ignores)
{
  pid_t child = fork ();
  int status;

  if (child == 0)
    {
      char *beside[2];

      signal (number, ignores ? SIG_IGN : SIG_DFL);
      weft_passing_file_watch_signals ();
      for (guint i = 0; i < 2; i++)
        close (weft_passing_file_open (fixture->path, 0666, &beside[i]));
      weft_passing_file_keep (beside[0], fixture->path);
      raise (number);
      weft_passing_file_drop (beside[1]);
      _exit (0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  return status;
}

/* Nothing that is half written stays, the program ends as it would have, and what is whole stays. */
static void
test_signals (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  static const int numbers[] = { SIGHUP, SIGINT, SIGTERM };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      int status = end_by_signal (fixture, numbers[i], FALSE);

      g_assert_true (WIFSIGNALED (status));
      g_assert_cmpint (WTERMSIG (status), ==, numbers[i]);
      g_assert_true (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
    }
}

/* As under nohup. */
static void
test_ignored (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_assert_cmpint (end_by_signal (fixture, SIGHUP, TRUE), ==, 0);
}

static void
add (const char *path, void (*test) (Fixture *fixture, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, setup, test, teardown);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/passing-file/keep", test_keep);
  add ("/passing-file/drop", test_drop);
  add ("/passing-file/no-folder", test_no_folder);
  add ("/passing-file/signals", test_signals);
  add ("/passing-file/ignored", test_ignored);
  return g_test_run ();
}
