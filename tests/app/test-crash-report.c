/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-crash-report.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sanitizers.h"
#include "test-homes.h"

/* A process that crashes leaves a report. */

static void
note_many (void)
{
  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *name = g_strdup_printf ("action-%u", i);

      weft_crash_report_note (name);
    }
}

/* Crashes in a process of its own, after forty actions: (transfer full), its report. */
static char *
crash (void (*function) (void), int expected)
{
  pid_t child = fork ();
  int status = 0;

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      close (STDOUT_FILENO); /* where the framework would tell of a check that fails */
      weft_crash_report_watch ("7.8.9");
      weft_crash_report_set_open ("Kanata 0004");
      note_many ();
      function ();
      _exit (0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, expected);
  return weft_crash_report_take ();
}

static gpointer
abort_there (gpointer data G_GNUC_UNUSED)
{
  abort ();
}

static void
abort_on_thread (void)
{
  g_thread_join (g_thread_new ("weft-load", abort_there, NULL));
}

static void
test_abort (void)
{
  g_autofree char *report = crash (abort_on_thread, SIGABRT);

  g_assert_nonnull (report);
  g_assert_true (g_str_has_prefix (report, "Weft 7.8.9\n"));
  g_assert_nonnull (strstr (report, "\nSignal: SIGABRT, thread weft-load\n"));
  g_assert_nonnull (strstr (report, "\nOpen: Kanata 0004\n"));
  /* the latest of the actions, in their order */
  g_assert_null (strstr (report, ": action-7\n"));
  g_assert_nonnull (strstr (report, ": action-8\n"));
  g_assert_true (g_str_has_suffix (strstr (report, ": action-39\n"), "\n"));
  g_assert_true (strstr (report, ": action-8\n") < strstr (report, ": action-39\n"));
  g_assert_nonnull (strstr (report, "abort"));
}

static void
write_nowhere (void)
{
  volatile gsize address = 0x10;

  *(volatile guint8 *) address = 1;
}

static guint
run_over (guint depth)
{
  volatile char room[4096];

  room[depth % sizeof room] = (char) depth;
  return depth < G_MAXUINT ? run_over (depth + 1) + (guint) room[depth % 7] : 0;
}

static void
run_over_stack (void)
{
  run_over (getpid () > 0 ? 1 : G_MAXUINT);
}

static void
fail_check (void)
{
  g_error ("a text with what stands in a file");
}

/* A sanitizer has these for itself. */
static void
test_signals (void)
{
  g_autofree char *nowhere = NULL, *deep = NULL, *check = NULL;

  if (ADDRESS_IS_SANITIZED || THREADS_ARE_SANITIZED)
    {
      g_test_skip ("the sanitizer watches these signals");
      return;
    }
  nowhere = crash (write_nowhere, SIGSEGV);
  g_assert_nonnull (strstr (nowhere, "Signal: SIGSEGV at 0x10, thread "));
  deep = crash (run_over_stack, SIGSEGV);
  g_assert_nonnull (strstr (deep, "Signal: SIGSEGV at 0x"));
  check = crash (fail_check, SIGTRAP);
  g_assert_nonnull (strstr (check, "Signal: SIGTRAP, thread "));
  g_assert_null (strstr (check, "stands in a file"));
}

/* It is told once, and stays beside, for its user alone; there may be none. */
static void
test_told_once (void)
{
  g_autofree char *report = crash (abort, SIGABRT);
  g_autofree char *told =
    g_build_filename (g_get_user_cache_dir (), "weft", "crash-told.txt", NULL);
  g_autofree char *text = NULL;
  GStatBuf info;

  g_assert_null (weft_crash_report_take ());
  g_assert_cmpint (g_stat (told, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 07777, ==, 0600);
  g_assert_true (g_file_get_contents (told, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, report);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/crash-report/abort", test_abort);
  g_test_add_func ("/crash-report/signals", test_signals);
  g_test_add_func ("/crash-report/told-once", test_told_once);
  status = g_test_run ();
  remove_folder (homes);
  return status;
}
