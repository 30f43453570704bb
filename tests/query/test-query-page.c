/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-functions.h"

#include <string.h>

#include "weft-query-questions.h"

/* docs/sql.md is made of the program's own tables: test-query-page --write. */

static const char head[] =
  "# SQL\n"
  "\n"
  "`weft-cli query` asks traces in SQL. The tables below are read where their rows lie: nothing is "
  "copied,\n"
  "and what is derived, such as statistics, is made when a query first asks for it. The language "
  "is that of\n"
  "[SQLite](https://sqlite.org/lang.html), with window functions, common table expressions, JSON "
  "and its\n"
  "mathematical functions.\n"
  "\n"
  "    weft-cli query core.log 'SELECT pc, count(*), avg(latency) FROM op GROUP BY pc'\n"
  "    weft-cli query before.log after.log --file compare.sql --format csv\n"
  "    weft-cli export core.log --format sqlite -o core.db\n"
  "\n"
  "This page is made of the program's own tables by `test-query-page --write`; its queries run in "
  "the tests.\n"
  "\n"
  "## What a query says\n"
  "\n"
  "- Several files, up to ten, are `a`, `b` and so on in their order: `a.op`, `b.op`. A name "
  "without a letter is\n"
  "  that of the first file that has such a table. Files may be of different kinds.\n"
  "- A number is an integer of 64 bits or a real number. What is not known is NULL, never 0. A "
  "flag is 0 or 1. An\n"
  "  address is an integer: `printf('0x%x', pc)` writes it, and `pc = 0x80000018` asks for it. "
  "Those from 2⁶³ on\n"
  "  are negative, as SQLite's integers are signed; their hexadecimal literals are, too.\n"
  "- Of a column without a type below, each cell says what it is.\n"
  "- Times are in the unit that `meta` calls `time_unit`. Intervals do not include their end.\n"
  "- Columns such as `from`, `to` and `index` are words of SQL, and stand in double quotes.\n"
  "- Each table has a `rowid`: the row's number from 0. Of tables of what is in an op or a "
  "transfer it holds both\n"
  "  numbers.\n"
  "- Comparisons of rowids and of columns that say “yes” under “Ranges” with numbers are looked "
  "up: they cost\n"
  "  what they find, not what there is. All other comparisons with numbers, and `=` with texts, "
  "are made\n"
  "  before SQLite sees the row, which is fast, too.\n"
  "- A query reads only. Whatever would write, attach, create or set something is refused.\n"
  "- It may use as much memory as `--memory` says (without: a quarter of what there is), as much "
  "time as\n"
  "  `--timeout` says in seconds (without: as much as it needs), and Ctrl+C stops it.\n"
  "- `SELECT name FROM a.sqlite_schema` lists the tables, `SELECT * FROM pragma_table_info('op')` "
  "the columns of\n"
  "  one.\n"
  "- `--format` is `table` (for people), `csv`, `json` (one array of objects) or `jsonl` (an "
  "object a line).\n"
  "- A mistake is shown with its place, and the exit status is 64; it is 2 where a query was "
  "stopped, ran out of\n"
  "  memory, or a file could not be read whole.\n"
  "\n"
  "`weft-cli export --format sqlite` writes all tables of a trace into an ordinary database of "
  "SQLite, for whatever\n"
  "reads those. `weft-cli assert core.log 'SELECT ...' --message 'ops are late'` is a gate: where "
  "the query\n"
  "returns a row, it prints the first ten and ends with 1.\n";

static void
append_functions (GString *page)
{
  g_string_append (page, "\n## Functions\n\nBesides those of SQLite there are:\n\n");
  for (const WeftQueryFunction *function = weft_query_functions; function->call != NULL; function++)
    g_string_append_printf (page, "- `%s`: %s\n", function->call, function->doc);
}

/* --- tables ------------------------------------------------------------------------------------- */

static const char *
describe (const WeftField *column)
{
  return column->doc != NULL ? column->doc : (column->title != NULL ? column->title : "");
}

static void
append_table (GString *page, const WeftQueryTable *table)
{
  g_autoptr (GPtrArray) columns = weft_query_table_list_columns (table);

  g_string_append_printf (page,
                          "\n#### %s\n\n%s.\n\n| Column | Type | Ranges | Meaning |\n"
                          "|--------|------|--------|---------|\n",
                          table->name, table->schema->doc);
  for (guint i = 0; i < columns->len; i++)
    {
      const WeftField *column = columns->pdata[i];
      g_autofree char *type = g_ascii_strdown (weft_query_table_get_type (column), -1);

      g_string_append_printf (
        page, "| `%s` | %s | %s | %s |\n", weft_query_table_get_name (table, column), type,
        weft_query_table_is_indexed (table, column) ? "yes" : "", describe (column));
    }
}

static void
append_metrics (GString *page, const WeftQueryFamily *family)
{
  g_string_append (page, "\n#### Metrics\n\nFor `weft-cli compare --fail-on`.\n\n"
                         "| Metric | Meaning |\n|--------|---------|\n");
  for (guint i = 0; i < family->n_metrics; i++)
    g_string_append_printf (page, "| `%s` | %s |\n", family->metrics[i].name,
                            family->metrics[i].doc);
}

static void
append_tables (GString *page)
{
  const WeftQueryTable *common;
  guint n;

  g_string_append (page, "\n## Tables\n\n### Of every trace\n");
  common = weft_query_trace_list_common (&n);
  for (guint i = 0; i < n; i++)
    append_table (page, &common[i]);
  for (guint i = 0; weft_query_families[i] != NULL; i++)
    {
      const WeftQueryFamily *family = weft_query_families[i];

      g_string_append_printf (page, "\n### %s\n\n%s.\n", family->name, family->doc);
      for (guint j = 0; j < family->n_tables; j++)
        append_table (page, &family->tables[j]);
      append_metrics (page, family);
    }
}

/* --- questions ---------------------------------------------------------------------------------- */

/* Code in a list stands four blanks to the right of its text. */
static void
append_question (GString *page, guint number, const WeftQueryQuestion *question)
{
  const char *blanks = number < 10 ? "       " : "        ";
  g_auto (GStrv) lines = g_strsplit (question->sql, "\n", -1);

  g_string_append_printf (page, "\n%u. %s `weft-cli query", number, question->question);
  for (guint i = 0; i < G_N_ELEMENTS (question->files) && question->files[i] != NULL; i++)
    if (*question->files[i] == '/')
      g_string_append_printf (page, " %s", question->files[i] + 1);
    else
      g_string_append_printf (page, " samples/%s", question->files[i]);
  g_string_append (page, "`\n\n");
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (page, "%s%s\n", blanks, lines[i]);
}

static char *
write_page (void)
{
  GString *page = g_string_new (head);

  g_string_append (page, "\n## Twelve questions\n");
  for (guint i = 0; weft_query_questions[i].sql != NULL; i++)
    append_question (page, i + 1, &weft_query_questions[i]);
  append_functions (page);
  append_tables (page);
  return g_string_free (page, FALSE);
}

static char *
get_path (void)
{
  return g_test_build_filename (G_TEST_DIST, "..", "..", "docs", "sql.md", NULL);
}

static void
test_page (void)
{
  g_autofree char *page = write_page (), *path = get_path (), *found = NULL;

  g_assert_true (g_file_get_contents (path, &found, NULL, NULL));
  if (strcmp (found, page) != 0)
    g_error ("docs/sql.md is not what the tables say: write it with test-query-page --write");
}

/* Whoever reads the page is told what a column is. */
static void
test_columns (void)
{
  for (guint i = 0; weft_query_families[i] != NULL; i++)
    for (guint j = 0; j < weft_query_families[i]->n_tables; j++)
      {
        const WeftQueryTable *table = &weft_query_families[i]->tables[j];
        g_autoptr (GPtrArray) columns = weft_query_table_list_columns (table);
        guint n_indexed = 0;

        g_assert_cmpuint (columns->len, >, 2);
        for (guint k = 0; k < columns->len; k++)
          {
            const WeftField *column = columns->pdata[k];

            if (weft_query_table_is_indexed (table, column))
              {
                g_assert_cmpstr (weft_query_table_get_type (column), ==, "INTEGER");
                n_indexed++;
              }
          }
        if (table->indexed != NULL)
          g_assert_cmpuint (n_indexed, ==, g_strv_length ((char **) table->indexed));
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc > 1 && strcmp (argv[1], "--write") == 0)
    {
      g_autofree char *page = write_page (), *path = get_path ();

      return g_file_set_contents (path, page, -1, NULL) ? 0 : 1;
    }
  g_test_add_func ("/query-page/page", test_page);
  g_test_add_func ("/query-page/columns", test_columns);
  return g_test_run ();
}
