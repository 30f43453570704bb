/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-cli-command.h"
#include "weft-cli-family.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

/* The commands that draw, as weft-cli has them: they are those of another program, and what does not draw starts in half
 * the time, as it loads none of the libraries that draw. */

#define PROGRAM "weft-cli-draw"

const WeftCliPainter *const weft_cli_painters[] = { NULL };

/* Beside this program where it was built, and installed where programs are that nobody calls: (transfer full). */
static char *
find_program (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = self != NULL ? g_path_get_dirname (self) : g_strdup (BINDIR);
  g_autofree char *beside = g_build_filename (folder, PROGRAM, NULL);

  if (g_file_test (beside, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&beside);
  return g_build_filename (folder, LIBEXECDIR_FROM_BINDIR, PROGRAM, NULL);
}

static int
run_elsewhere (char **arguments)
{
  g_autofree char *program = find_program ();
  g_autoptr (GPtrArray) line = g_ptr_array_new ();

  g_ptr_array_add (line, (gpointer) "weft-cli");
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (line, arguments[i]);
  g_ptr_array_add (line, NULL);
  execv (program, (char **) line->pdata);
  weft_cli_complain (_ ("“%s” can't be run: %s"), program, g_strerror (errno));
  return WEFT_CLI_UNUSABLE;
}

const WeftCliCommand weft_cli_render = { "render",
                                         N_ ("Draw a view of a trace into a PNG, SVG or PDF file"),
                                         run_elsewhere };
const WeftCliCommand weft_cli_export = { "export",
                                         N_ ("Write a trace or its tables in another format"),
                                         run_elsewhere };
const WeftCliCommand weft_cli_report = {
  "report", N_ ("Write a page about traces: findings, pictures, tables"), run_elsewhere
};
