/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-page.h"

#include "weft-cli-records.h"
#include "weft-findings.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#define WIDTH 1200
#define SCALE 2

/* Rows of a table; the others are counted below it. */
#define MAX_ROWS 200

static const char style_sheet[] =
  "body{font:14px sans-serif;margin:2em auto;max-width:1200px;color:#222;background:#fff}"
  "img{width:100%;border:1px solid #ccc}h2{margin-top:2em}"
  "table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
  "th,td{padding:2px 10px;border-bottom:1px solid #ddd;text-align:right;white-space:nowrap}"
  "th:first-child,td:first-child{text-align:left;max-width:40em;overflow:hidden;"
  "text-overflow:ellipsis}";

static void
write_text (FILE *stream, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "—", -1);
  g_autofree char *escaped = g_markup_escape_text (valid, -1);

  fputs (escaped, stream);
}

/* An element with nothing but a text in it. */
static void
write_element (FILE *stream, const char *name, const char *text)
{
  fprintf (stream, "<%s>", name);
  write_text (stream, text);
  fprintf (stream, "</%s>", name);
}

void
weft_cli_page_begin (FILE *stream, const char *title, const char *summary)
{
  fputs ("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">", stream);
  write_element (stream, "title", title);
  fprintf (stream, "<style>%s</style></head><body>\n", style_sheet);
  write_element (stream, "h1", title);
  if (summary != NULL)
    weft_cli_page_write_paragraph (stream, summary);
}

void
weft_cli_page_end (FILE *stream)
{
  fputs ("</body></html>\n", stream);
}

void
weft_cli_page_write_heading (FILE *stream, const char *title)
{
  write_element (stream, "h2", title);
  fputc ('\n', stream);
}

void
weft_cli_page_write_paragraph (FILE *stream, const char *text)
{
  write_element (stream, "p", text);
  fputc ('\n', stream);
}

void
weft_cli_page_write_findings (FILE *stream, const GArray *findings)
{
  if (findings->len == 0)
    return;
  weft_cli_page_write_heading (stream, _ ("Findings"));
  fputs ("<ol>\n", stream);
  for (guint i = 0; i < findings->len; i++)
    {
      const WeftFinding *finding = &g_array_index (findings, WeftFinding, i);

      fputs ("<li>", stream);
      write_text (stream, finding->text);
      if (finding->definition != NULL)
        {
          fputs ("<br>", stream);
          write_element (stream, "small", finding->definition);
        }
      fputs ("</li>\n", stream);
    }
  fputs ("</ol>\n", stream);
}

static void
write_row (FILE *stream, const WeftFacts *facts, guint row)
{
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];

  weft_facts_get_row (facts, row, cells);
  fputs ("<tr>", stream);
  for (guint i = 0; i < facts->n_columns; i++)
    {
      g_autofree char *text = weft_cli_format_cell (facts, i, &cells[i]);

      write_element (stream, "td", text);
    }
  fputs ("</tr>\n", stream);
  weft_facts_clear_row (facts, cells);
}

void
weft_cli_page_write_table (FILE *stream, const char *title, const WeftFacts *facts)
{
  guint n = MIN (facts->n_rows, MAX_ROWS);

  if (n == 0)
    return;
  weft_cli_page_write_heading (stream, title);
  fputs ("<table><tr>", stream);
  for (guint i = 0; i < facts->n_columns; i++)
    {
      const char *column = weft_facts_get_column (facts, i)->title;

      write_element (stream, "th", column != NULL ? _ (column) : "");
    }
  fputs ("</tr>\n", stream);
  for (guint row = 0; row < n; row++)
    write_row (stream, facts, row);
  fputs ("</table>\n", stream);
  if (n < facts->n_rows)
    {
      g_autofree char *more = g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%u more row", "%u more rows", facts->n_rows - n),
        facts->n_rows - n);

      weft_cli_page_write_paragraph (stream, more);
    }
}

gboolean
weft_cli_page_write_picture (FILE *stream, const char *title, WeftTrace *trace,
                             const WeftCliRequest *request, guint view, int height)
{
  const WeftCliRun run = weft_cli_family_get_run (weft_cli_family_of (trace), WEFT_CLI_RENDER);
  WeftCliRequest picture = *request;
  g_autofree char *encoded = NULL;
  char *bytes = NULL;
  size_t length = 0;
  int status;

  picture.stream = open_memstream (&bytes, &length);
  picture.view = view;
  picture.picture = WEFT_PICTURE_PNG;
  picture.width = WIDTH;
  picture.height = height;
  picture.scale = SCALE;
  weft_cli_page_write_heading (stream, title);
  status = run (trace, &picture);
  fclose (picture.stream);
  if (status == WEFT_CLI_SUCCESS)
    {
      encoded = g_base64_encode ((const guchar *) bytes, length);
      fputs ("<img alt=\"", stream);
      write_text (stream, title);
      fprintf (stream, "\" src=\"data:image/png;base64,%s\">\n", encoded);
    }
  free (bytes);
  return status == WEFT_CLI_SUCCESS;
}
