/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-ask.h"
#include "weft-cli-load.h"
#include "weft-cli-options.h"
#include "weft-cli-page.h"
#include "weft-cli-rows.h"
#include "weft-html.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

/* So many of the rows that should not be there are shown, on a terminal and on a page. */
#define SHOWN 10
#define SHOWN_ON_PAGE 200

static const char *const format_words[] = { "text", "html", NULL };

enum
{
  FORMAT_TEXT,
  FORMAT_HTML,
};

typedef struct
{
  WeftCliRowsFormat format;
  FILE *stream;
  guint64 max_rows;
  char **names; /* NULL: the query did not come to a row or to its end */
  guint n_columns;
  gboolean has_begun;
  WeftCliRows *rows; /* NULL: there is none, which is good */
  guint64 n_rows;
} Output;

static void
begin (const char *const *names, guint n_columns, gpointer data)
{
  Output *self = data;

  self->names = g_strdupv ((char **) names);
  self->n_columns = n_columns;
  self->has_begun = TRUE;
}

static void
add (const WeftCell *cells, gpointer data)
{
  Output *self = data;

  if (self->rows == NULL)
    self->rows = weft_cli_rows_new (self->format, (const char *const *) self->names,
                                    self->n_columns, self->stream);
  if (self->n_rows++ < self->max_rows)
    weft_cli_rows_add (self->rows, cells);
}

static void
end (gpointer data)
{
  Output *self = data;

  g_clear_pointer (&self->rows, weft_cli_rows_free);
  g_clear_pointer (&self->names, g_strfreev);
}

static const WeftCliAnswer answer = { begin, add, end };

/* (transfer full) */
static char *
describe (const Output *output, const char *message)
{
  g_autofree char *number = weft_number_count (output->n_rows);
  g_autofree char *count =
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "there is %s row that should not be",
                                  "there are %s rows that should not be", output->n_rows),
                     number);

  return message != NULL ? g_strdup_printf ("%s: %s", message, count) : g_steal_pointer (&count);
}

/* --- the page ----------------------------------------------------------------------------------- */

static void
write_page (const WeftCliAsk *ask, const Output *output, const char *message, const char *rows)
{
  g_autofree char *title = weft_cli_join_file_names (ask->files);
  g_autofree char *failure = describe (output, message);
  g_autofree char *line = output->n_rows > 0
                            ? g_strdup_printf ("✗ %s", failure)
                            : g_strdup_printf ("✓ %s", _ ("There is no row that should not be."));

  weft_cli_page_begin (stdout, title, line);
  weft_html_write_element (stdout, "pre", ask->sql);
  fputs (rows, stdout);
  if (output->n_rows > output->max_rows)
    {
      g_autofree char *number = weft_number_count (output->n_rows - output->max_rows);
      g_autofree char *more = g_strdup_printf (_ ("… and %s more"), number);

      weft_cli_page_write_paragraph (stdout, more);
    }
  weft_cli_page_end (stdout);
}

/* Rows come before it is known how many there are. */
static int
ask_for_page (const WeftCliAsk *ask, Output *output, const char *message)
{
  char *rows = NULL;
  size_t length;
  int status;

  output->format = WEFT_CLI_ROWS_HTML;
  output->max_rows = SHOWN_ON_PAGE;
  output->stream = open_memstream (&rows, &length);
  status = weft_cli_ask (ask, &answer, output);
  fclose (output->stream);
  if (output->has_begun && (status == WEFT_CLI_SUCCESS || output->n_rows > 0))
    write_page (ask, output, message, rows);
  free (rows);
  return status;
}

/* --- the command -------------------------------------------------------------------------------- */

static int
judge (const WeftCliAsk *ask, guint format, const char *message)
{
  Output output = { .format = WEFT_CLI_ROWS_TABLE, .stream = stdout, .max_rows = SHOWN };
  int status = format == FORMAT_HTML ? ask_for_page (ask, &output, message)
                                     : weft_cli_ask (ask, &answer, &output);
  g_autofree char *failure = describe (&output, message);

  if (output.n_rows == 0)
    return status;
  weft_cli_complain ("%s", failure);
  return status != WEFT_CLI_SUCCESS ? status : WEFT_CLI_FINDINGS;
}

static int
run_assert (char **arguments)
{
  g_auto (WeftCliAsk) ask = { NULL };
  g_autofree char *message = NULL, *format = NULL;
  g_autofree char *format_list = g_strjoinv (", ", (char **) format_words);
  g_autofree char *format_help = g_strdup_printf (_ ("What to write: %s"), format_list);
  const GOptionEntry entries[] = {
    { "message", 0, 0, G_OPTION_ARG_STRING, &message,
      N_ ("What to say where the query returns a row"), N_ ("TEXT") },
    { "format", 0, 0, G_OPTION_ARG_STRING, &format, format_help, N_ ("FORMAT") },
    WEFT_CLI_ASK_OPTIONS (ask),
    G_OPTION_ENTRY_NULL
  };
  char **rest = weft_cli_parse_options (
    &weft_cli_assert, WEFT_CLI_N_TASKS, arguments, entries, _ ("FILE… SQL"),
    _ ("Exit status: 0 the query returns no row; 1 it returns some, the first of which are "
       "printed; 2 input that can't be used or not all of it; 64 usage."));
  guint place = FORMAT_TEXT;

  if (rest == NULL || !weft_cli_ask_take (&ask, rest)
      || !weft_cli_parse_word ("--format", format, format_words, &place))
    return WEFT_CLI_USAGE;
  return judge (&ask, place, message);
}

const WeftCliCommand weft_cli_assert = { "assert",
                                         N_ ("Fail where a query in SQL returns a row, as a gate"),
                                         run_assert };
