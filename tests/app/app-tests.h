/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "test-homes.h"
#include "weft-application.h"

/* The beginning and the end of test programs that open windows. Their folders of the user's are
 * their own (isolate_homes(), which comes first). */

/* The application, which does not end with the last window of a test. */
static inline WeftApplication *
app_tests_begin (int *argc, char ***argv)
{
  WeftApplication *app;

  g_test_init (argc, argv, NULL);
  app = weft_application_new ();
  g_assert_true (g_application_register (G_APPLICATION (app), NULL, NULL));
  g_application_hold (G_APPLICATION (app));
  return app;
}

/* Runs the tests: the exit status. Removes the folder `homes`. */
static inline int
app_tests_run (const char *homes)
{
  int status = g_test_run ();

  remove_folder (homes);
  return status;
}
