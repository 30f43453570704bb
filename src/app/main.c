/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "weft-application.h"
#include "weft-crash-report.h"
#include "weft-load-index.h"
#include "weft-program.h"
#include "weft-task.h"

int
main (int argc, char **argv)
{
  g_autoptr (WeftApplication) application = NULL;
  int status;

  weft_program_begin ();
  weft_crash_report_watch (WEFT_VERSION);
  g_set_application_name (_ ("Weft"));
  application = weft_application_new ();
  status = g_application_run (G_APPLICATION (application), argc, argv);
  weft_load_index_wait ();
  weft_task_wait_all ();
  return status;
}
