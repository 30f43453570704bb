/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>

#include "weft-application.h"
#include "weft-crash-report.h"
#include "weft-load-index.h"
#include "weft-passing-file.h"
#include "weft-task.h"

int
main (int argc, char **argv)
{
  g_autoptr (WeftApplication) application = NULL;
  int status;

  /* a write beyond the largest size that a file may have fails, as on a full disk */
  signal (SIGXFSZ, SIG_IGN);
  weft_passing_file_watch_signals ();
  weft_crash_report_watch (WEFT_VERSION);
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_application_name (_ ("Weft"));
  application = weft_application_new ();
  status = g_application_run (G_APPLICATION (application), argc, argv);
  weft_load_index_wait ();
  weft_task_wait_all ();
  return status;
}
