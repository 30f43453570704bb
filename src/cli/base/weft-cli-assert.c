/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-ask.h"
#include "weft-cli-options.h"
#include "weft-cli-rows.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>

/* So many of the rows that should not be there are shown. */
#define SHOWN 10

typedef struct
{
  char **names;
  guint n_columns;
  WeftCliRows *rows; /* NULL: there is none, which is good */
  guint64 n_rows;
} Output;

static void
begin (const char *const *names, guint n_columns, gpointer data)
{
  Output *self = data;

  self->names = g_strdupv ((char **) names);
  self->n_columns = n_columns;
}

static void
add (const WeftCell *cells, gpointer data)
{
  Output *self = data;

  if (self->rows == NULL)
    self->rows = weft_cli_rows_new (WEFT_CLI_ROWS_TABLE, (const char *const *) self->names,
                                    self->n_columns, stdout);
  if (self->n_rows++ < SHOWN)
    weft_cli_rows_add (self->rows, cells);
}

static void
end (gpointer data)
{
  Output *self = data;

  g_clear_pointer (&self->rows, weft_cli_rows_free);
  g_clear_pointer (&self->names, g_strfreev);
}

static void
complain (const Output *output, const char *message)
{
  g_autofree char *number = weft_number_count (output->n_rows);
  g_autofree char *count =
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "there is %s row that should not be",
                                  "there are %s rows that should not be", output->n_rows),
                     number);

  if (message != NULL)
    weft_cli_complain ("%s: %s", message, count);
  else
    weft_cli_complain ("%s", count);
}

static int
run_assert (char **arguments)
{
  static const WeftCliAnswer answer = { begin, add, end };
  g_auto (WeftCliAsk) ask = { NULL };
  Output output = { NULL };
  g_autofree char *message = NULL;
  const GOptionEntry entries[] = { { "message", 0, 0, G_OPTION_ARG_STRING, &message,
                                     N_ ("What to say where the query returns a row"),
                                     N_ ("TEXT") },
                                   WEFT_CLI_ASK_OPTIONS (ask),
                                   G_OPTION_ENTRY_NULL };
  char **rest = weft_cli_parse_options (
    &weft_cli_assert, WEFT_CLI_N_TASKS, arguments, entries, _ ("FILE… SQL"),
    _ ("Exit status: 0 the query returns no row; 1 it returns some, the first of which are "
       "printed; 2 input that can't be used or not all of it; 64 usage."));
  int status;

  if (rest == NULL || !weft_cli_ask_take (&ask, rest))
    return WEFT_CLI_USAGE;
  status = weft_cli_ask (&ask, &answer, &output);
  if (output.n_rows == 0)
    return status;
  complain (&output, message);
  return status != WEFT_CLI_SUCCESS ? status : WEFT_CLI_FINDINGS;
}

const WeftCliCommand weft_cli_assert = { "assert",
                                         N_ ("Fail where a query in SQL returns a row, as a gate"),
                                         run_assert };
