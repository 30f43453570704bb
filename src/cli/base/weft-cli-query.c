/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-ask.h"
#include "weft-cli-options.h"
#include "weft-cli-rows.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  WeftCliRowsFormat format;
  WeftCliRows *rows;
} Output;

static void
begin (const char *const *names, guint n_columns, gpointer data)
{
  Output *self = data;

  self->rows = weft_cli_rows_new (self->format, names, n_columns, stdout);
}

static void
add (const WeftCell *cells, gpointer data)
{
  weft_cli_rows_add (((Output *) data)->rows, cells);
}

static void
end (gpointer data)
{
  weft_cli_rows_free (((Output *) data)->rows);
}

static int
run_query (char **arguments)
{
  static const WeftCliAnswer answer = { begin, add, end };
  g_auto (WeftCliAsk) ask = { NULL };
  Output output = { WEFT_CLI_ROWS_TABLE, NULL };
  g_autofree char *format = NULL;
  g_autofree char *format_list = g_strjoinv (", ", (char **) weft_cli_rows_words);
  g_autofree char *format_help = g_strdup_printf (_ ("What to write: %s"), format_list);
  const GOptionEntry entries[] = { { "format", 0, 0, G_OPTION_ARG_STRING, &format, format_help,
                                     N_ ("FORMAT") },
                                   WEFT_CLI_ASK_OPTIONS (ask),
                                   G_OPTION_ENTRY_NULL };
  char **rest = weft_cli_parse_options (
    &weft_cli_query, WEFT_CLI_N_TASKS, arguments, entries, _ ("FILE… SQL"),
    _ ("The tables of the first FILE are also called a.op and so on, those of the second b.op. "
       "“SELECT name FROM a.sqlite_schema” lists them."));
  guint place = WEFT_CLI_ROWS_TABLE;

  if (rest == NULL || !weft_cli_ask_take (&ask, rest)
      || !weft_cli_parse_word ("--format", format, weft_cli_rows_words, &place))
    return WEFT_CLI_USAGE;
  output.format = (WeftCliRowsFormat) place;
  return weft_cli_ask (&ask, &answer, &output);
}

const WeftCliCommand weft_cli_query = { "query", N_ ("Ask traces in SQL"), run_query };
