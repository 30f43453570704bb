/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-rows.h"

#include "weft-cli-records.h"
#include "weft-cli-text.h"
#include "weft-html.h"

/* A table's columns are as wide as its first rows need. */
#define MEASURED_ROWS 1000

const char *const weft_cli_rows_words[] = { "table", "csv", "json", "jsonl", NULL };

struct _WeftCliRows
{
  WeftCliRowsFormat format;
  char **names;
  guint n_columns;
  FILE *stream;
  WeftJsonWriter *json; /* of JSON */
  GString *line;
  GPtrArray *texts; /* of a table: cells that wait, row by row; NULL: its widths are known */
  gsize *widths;
  gboolean *to_right;
  gboolean has_titles; /* of HTML */
};

/* --- tables ------------------------------------------------------------------------------------- */

static char *
format_cell (const WeftCell *cell)
{
  char buffer[WEFT_CELL_SIZE];

  switch (cell->type)
    {
    case WEFT_CELL_NONE:
      return g_strdup ("—");
    case WEFT_CELL_REAL:
      return weft_cli_format_real (cell->real);
    case WEFT_CELL_TEXT:
      return weft_cli_format_text (cell->text);
    case WEFT_CELL_COUNT:
    case WEFT_CELL_SIGNED:
    case WEFT_CELL_ADDRESS:
    case WEFT_CELL_FLAG:
    default:
      return g_strdup (weft_cell_print (cell, buffer));
    }
}

static void
pad (FILE *stream, gsize n_blanks)
{
  for (gsize i = 0; i < n_blanks; i++)
    fputc (' ', stream);
}

/* Blanks at a line's end are left out. */
static void
print_line (const WeftCliRows *self, char **texts)
{
  gsize pending = 0;

  for (guint i = 0; i < self->n_columns; i++)
    {
      gsize width = weft_cli_measure_text (texts[i]);
      gsize gap = self->widths[i] > width ? self->widths[i] - width : 0;

      pad (self->stream, pending + (self->to_right[i] ? gap : 0));
      fputs (texts[i], self->stream);
      pending = 2 + (self->to_right[i] ? 0 : gap);
    }
  fputc ('\n', self->stream);
}

static void
measure (WeftCliRows *self, guint column, const char *text)
{
  self->widths[column] = MAX (self->widths[column], weft_cli_measure_text (text));
}

/* Prints the names and the rows that wait; rows that follow are printed at once. */
static void
print_waiting (WeftCliRows *self)
{
  g_autoptr (GPtrArray) texts = g_steal_pointer (&self->texts);

  for (guint i = 0; i < texts->len; i++)
    measure (self, i % self->n_columns, texts->pdata[i]);
  for (guint i = 0; i < texts->len; i += self->n_columns)
    print_line (self, (char **) texts->pdata + i);
}

static void
add_to_table (WeftCliRows *self, const WeftCell *cells)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->n_columns; i++)
    {
      char *text = format_cell (&cells[i]);

      g_ptr_array_add (self->texts != NULL ? self->texts : texts, text);
      if (self->texts != NULL)
        self->to_right[i] |= cells[i].type != WEFT_CELL_TEXT && cells[i].type != WEFT_CELL_NONE;
    }
  if (self->texts == NULL)
    print_line (self, (char **) texts->pdata);
  else if (self->texts->len >= (MEASURED_ROWS + 1) * self->n_columns)
    print_waiting (self);
}

/* --- pages -------------------------------------------------------------------------------------- */

/* A column of texts is one whose first row has one. */
static void
write_titles (WeftCliRows *self, const WeftCell *cells)
{
  self->has_titles = TRUE;
  weft_html_begin_rows (self->stream);
  for (guint i = 0; i < self->n_columns; i++)
    weft_html_write_title (self->stream, self->names[i], cells[i].type == WEFT_CELL_TEXT);
  weft_html_end_titles (self->stream);
}

static void
add_to_page (WeftCliRows *self, const WeftCell *cells)
{
  g_auto (GStrv) texts = g_new0 (char *, self->n_columns + 1);

  if (!self->has_titles)
    write_titles (self, cells);
  for (guint i = 0; i < self->n_columns; i++)
    texts[i] = format_cell (&cells[i]);
  weft_html_write_row (self->stream, texts, cells, self->n_columns);
}

/* --- machines ----------------------------------------------------------------------------------- */

static void
write_line (WeftCliRows *self)
{
  g_string_append_c (self->line, '\n');
  fwrite (self->line->str, 1, self->line->len, self->stream);
  g_string_truncate (self->line, 0);
}

static void
add_to_csv (WeftCliRows *self, const WeftCell *cells)
{
  for (guint i = 0; i < self->n_columns; i++)
    weft_csv_append_cell (self->line, &cells[i], i == 0);
  write_line (self);
}

static void
add_to_json (WeftCliRows *self, const WeftCell *cells)
{
  weft_json_writer_begin_object (self->json);
  for (guint i = 0; i < self->n_columns; i++)
    {
      weft_json_writer_any_key (self->json, self->names[i]);
      weft_cli_records_write_cell (&cells[i], self->json);
    }
  weft_json_writer_end_object (self->json);
  if (self->format == WEFT_CLI_ROWS_LINES)
    weft_json_writer_newline (self->json);
}

/* --- all of them -------------------------------------------------------------------------------- */

static void
begin_table (WeftCliRows *self)
{
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->widths = g_new0 (gsize, self->n_columns);
  self->to_right = g_new0 (gboolean, self->n_columns);
  for (guint i = 0; i < self->n_columns; i++)
    g_ptr_array_add (self->texts, weft_cli_format_text (self->names[i]));
}

static void
begin_csv (WeftCliRows *self)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      const WeftCell name = weft_cell_lent (self->names[i]);

      weft_csv_append_cell (self->line, &name, i == 0);
    }
  write_line (self);
}

WeftCliRows *
weft_cli_rows_new (WeftCliRowsFormat format, const char *const *names, guint n_columns,
                   FILE *stream)
{
  WeftCliRows *self = g_new0 (WeftCliRows, 1);

  self->format = format;
  self->names = g_strdupv ((char **) names);
  self->n_columns = n_columns;
  self->stream = stream;
  self->line = g_string_new (NULL);
  if (format == WEFT_CLI_ROWS_TABLE)
    begin_table (self);
  else if (format == WEFT_CLI_ROWS_CSV)
    begin_csv (self);
  else if (format != WEFT_CLI_ROWS_HTML)
    self->json = weft_json_writer_new (stream);
  if (format == WEFT_CLI_ROWS_JSON)
    weft_json_writer_begin_array (self->json);
  return self;
}

void
weft_cli_rows_add (WeftCliRows *self, const WeftCell *cells)
{
  switch (self->format)
    {
    case WEFT_CLI_ROWS_TABLE:
      add_to_table (self, cells);
      break;
    case WEFT_CLI_ROWS_CSV:
      add_to_csv (self, cells);
      break;
    case WEFT_CLI_ROWS_HTML:
      add_to_page (self, cells);
      break;
    case WEFT_CLI_ROWS_JSON:
    case WEFT_CLI_ROWS_LINES:
    default:
      add_to_json (self, cells);
    }
}

void
weft_cli_rows_free (WeftCliRows *self)
{
  if (self->texts != NULL)
    print_waiting (self);
  if (self->has_titles)
    weft_html_end_rows (self->stream);
  if (self->format == WEFT_CLI_ROWS_JSON)
    {
      weft_json_writer_end_array (self->json);
      weft_json_writer_newline (self->json);
    }
  g_clear_pointer (&self->json, weft_json_writer_free);
  g_string_free (self->line, TRUE);
  g_strfreev (self->names);
  g_free (self->widths);
  g_free (self->to_right);
  g_free (self);
}
