/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-cli-command.h"
#include "weft-cli-family.h"
#include "weft-own-program.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

/* The commands that draw, as weft-cli has them: they are those of another program, and what does not draw starts in half
 * the time, as it loads none of the libraries that draw. */

#define PROGRAM "weft-cli-draw"

const WeftCliPainter *const weft_cli_painters[] = { NULL };

static int
run_elsewhere (char **arguments)
{
  g_autofree char *program = weft_own_program_find (PROGRAM);
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
