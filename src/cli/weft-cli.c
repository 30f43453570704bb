/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-cli-command.h"
#include "weft-cli-exhausted.h"
#include "weft-load-index.h"
#include "weft-program.h"
#include "weft-task.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

static const WeftCliCommand *const commands[] = {
  &weft_cli_info,   &weft_cli_check,        &weft_cli_dump,    &weft_cli_stats,  &weft_cli_why,
  &weft_cli_render, &weft_cli_export,       &weft_cli_compare, &weft_cli_record, &weft_cli_query,
  &weft_cli_assert, &weft_cli_check_format, &weft_cli_report,  &weft_cli_index,
};

/* Flushes standard output. Output that could not be written is complained about and makes the status
 * WEFT_CLI_UNUSABLE. */
static int
finish (int status)
{
  if (fflush (stdout) == 0 && !ferror (stdout))
    return status;
  weft_cli_complain (_ ("Writing the output failed: %s"), g_strerror (errno));
  return WEFT_CLI_UNUSABLE;
}

static void
print_help (FILE *stream)
{
  fprintf (stream, "%s\n  weft-cli %s\n\n%s\n", _ ("Usage:"), _ ("COMMAND [OPTION…] FILE…"),
           _ ("Commands:"));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    fprintf (stream, "  %-12s %s\n", commands[i]->name, _ (commands[i]->summary));
  fprintf (stream, "\n%s\n",
           _ ("“weft-cli COMMAND --help” lists the options of a command. FILE may be “-” for "
              "standard input.\nExit status: 0; 1 check found warnings; 2 input that can't be "
              "used or not all of it; 64 usage."));
}

static const WeftCliCommand *
find_command (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i]->name, name) == 0)
      return commands[i];
  return NULL;
}

static int
run (char **arguments)
{
  const char *name = arguments[0] != NULL ? arguments[1] : NULL;
  const WeftCliCommand *command;

  if (name == NULL)
    {
      print_help (stderr);
      return WEFT_CLI_USAGE;
    }
  if (strcmp (name, "--help") == 0 || strcmp (name, "-h") == 0 || strcmp (name, "help") == 0)
    {
      print_help (stdout);
      return WEFT_CLI_SUCCESS;
    }
  if (strcmp (name, "--version") == 0)
    {
      printf ("weft-cli %s\n", WEFT_VERSION);
      return WEFT_CLI_SUCCESS;
    }
  command = find_command (name);
  if (command != NULL)
    return command->run (arguments + 1);
  weft_cli_complain (_ ("There is no command “%s”."), name);
  print_help (stderr);
  return WEFT_CLI_USAGE;
}

int
main (int argc G_GNUC_UNUSED, char **argv)
{
  int status;

  weft_program_begin ();
  g_set_prgname ("weft-cli");
  weft_cli_exhausted_watch ();
  weft_load_index_set_default ();
  status = finish (run (argv));
  /* Whoever waits for the output has it by now. */
  weft_load_index_wait ();
  /* A thread that still frees a trace while the process ends looks like a leak to whoever watches for those. */
  weft_task_wait_all ();
  return status;
}
