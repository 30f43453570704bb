/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-passing-file.h"
#include "weft-program.h"

#include <glib/gstdio.h>
#include <libintl.h>
#include <locale.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* How every program of Weft begins. Each test does so in a process of its own. */

static int
wait_for (pid_t child)
{
  int status;

  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  return status;
}

/* Texts are those of the user's language, in UTF-8, from where they are installed. */
static void
test_language (void)
{
  pid_t child = fork ();

  if (child == 0)
    {
      g_setenv ("LC_ALL", "C.UTF-8", TRUE);
      weft_program_begin ();
      g_assert_cmpstr (setlocale (LC_MESSAGES, NULL), ==, "C.UTF-8");
      g_assert_cmpstr (textdomain (NULL), ==, GETTEXT_PACKAGE);
      g_assert_cmpstr (bindtextdomain (GETTEXT_PACKAGE, NULL), ==, LOCALEDIR);
      g_assert_cmpstr (bind_textdomain_codeset (GETTEXT_PACKAGE, NULL), ==, "UTF-8");
      _exit (0);
    }
  g_assert_cmpint (wait_for (child), ==, 0);
}

/* A file that would be too large is told of as a full disk is. */
static void
test_large_file (void)
{
  pid_t child = fork ();

  if (child == 0)
    {
      weft_program_begin ();
      raise (SIGXFSZ);
      _exit (7);
    }
  g_assert_cmpint (WEXITSTATUS (wait_for (child)), ==, 7);
}

/* A file that is half written goes with the program. */
static void
test_signal (void)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-program-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "out.csv", NULL);
  pid_t child = fork ();
  int status;

  if (child == 0)
    {
      char *beside;

      weft_program_begin ();
      close (weft_passing_file_open (path, 0666, &beside));
      raise (SIGTERM);
      _exit (0);
    }
  status = wait_for (child);
  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, SIGTERM);
  g_assert_cmpint (g_rmdir (folder), ==, 0); /* as it is empty */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/program/language", test_language);
  g_test_add_func ("/program/large-file", test_large_file);
  g_test_add_func ("/program/signal", test_signal);
  return g_test_run ();
}
