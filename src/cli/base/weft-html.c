/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-html.h"

#include "weft-cli-records.h"

#include <glib/gi18n-lib.h>

void
weft_html_write_text (FILE *stream, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "—", -1);
  g_autofree char *escaped = g_markup_escape_text (valid, -1);

  fputs (escaped, stream);
}

void
weft_html_write_element (FILE *stream, const char *name, const char *text)
{
  fprintf (stream, "<%s>", name);
  weft_html_write_text (stream, text);
  fprintf (stream, "</%s>\n", name);
}

/* With what it is sorted by, where that is a number. */
static void
write_cell (FILE *stream, const char *text, const WeftCell *cell)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  fputs ("<td", stream);
  if (cell->type == WEFT_CELL_TEXT)
    fputs (" class=\"text\"", stream);
  else if (weft_cell_is_known (cell))
    fprintf (stream, " data-v=\"%s\"",
             g_ascii_dtostr (number, sizeof number, weft_cell_to_real (cell)));
  fputc ('>', stream);
  weft_html_write_text (stream, text);
  fputs ("</td>", stream);
}

void
weft_html_write_row (FILE *stream, char **texts, const WeftCell *cells, guint n_cells)
{
  fputs ("<tr>", stream);
  for (guint i = 0; i < n_cells; i++)
    write_cell (stream, texts[i], &cells[i]);
  fputs ("</tr>\n", stream);
}

void
weft_html_begin_rows (FILE *stream)
{
  fputs ("<div class=\"rows\"><table><thead><tr>", stream);
}

void
weft_html_write_title (FILE *stream, const char *title, gboolean is_text)
{
  fprintf (stream, "<th scope=\"col\"%s>", is_text ? " class=\"text\"" : "");
  weft_html_write_element (stream, "button", title);
  fputs ("</th>", stream);
}

void
weft_html_end_titles (FILE *stream)
{
  fputs ("</tr></thead><tbody>\n", stream);
}

void
weft_html_end_rows (FILE *stream)
{
  fputs ("</tbody></table></div>\n", stream);
}

/* --- tables of facts ---------------------------------------------------------------------------- */

static void
write_row (FILE *stream, const WeftFacts *facts, guint row)
{
  char *texts[WEFT_FACTS_MAX_COLUMNS];
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];

  weft_facts_get_row (facts, row, cells);
  for (guint i = 0; i < facts->n_columns; i++)
    texts[i] = weft_cli_format_cell (facts, i, &cells[i]);
  weft_html_write_row (stream, texts, cells, facts->n_columns);
  for (guint i = 0; i < facts->n_columns; i++)
    g_free (texts[i]);
  weft_facts_clear_row (facts, cells);
}

/* A column of texts is one whose first row has one. */
static void
write_titles (FILE *stream, const WeftFacts *facts)
{
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];

  weft_facts_get_row (facts, 0, cells);
  for (guint i = 0; i < facts->n_columns; i++)
    {
      const char *column = weft_facts_get_column (facts, i)->title;

      weft_html_write_title (stream, column != NULL ? _ (column) : "",
                             cells[i].type == WEFT_CELL_TEXT);
    }
  weft_facts_clear_row (facts, cells);
}

void
weft_html_write_rows (FILE *stream, const WeftFacts *facts, guint max_rows)
{
  guint n = MIN (facts->n_rows, max_rows);

  if (n == 0)
    return;
  weft_html_begin_rows (stream);
  write_titles (stream, facts);
  weft_html_end_titles (stream);
  for (guint row = 0; row < n; row++)
    write_row (stream, facts, row);
  weft_html_end_rows (stream);
  if (n < facts->n_rows)
    {
      g_autofree char *more = g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%u more row", "%u more rows", facts->n_rows - n),
        facts->n_rows - n);

      weft_html_write_element (stream, "p", more);
    }
}
