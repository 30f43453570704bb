/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-program.h"

#include "weft-passing-file.h"

#include <libintl.h>
#include <locale.h>
#include <signal.h>

void
weft_program_begin (void)
{
  signal (SIGXFSZ, SIG_IGN);
  weft_passing_file_watch_signals ();
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}
