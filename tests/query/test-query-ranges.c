/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "ask.h"
#include "made-log.h"
#include "sample-trace.h"

/* Ranges that are looked up, and comparisons that are made before SQLite is given a row, leave the same rows as
 * SQLite finds in an ordinary table of its own. */

#define N_QUERIES 400

typedef struct
{
  const char *name;
  gint64 least; /* of the numbers that it is compared with; a text: NULL in `texts` ends them */
  gint64 greatest;
  const char *const *texts;
} Column;

static char *
make_value (GRand *rand, const Column *column)
{
  if (column->texts != NULL)
    return g_strdup_printf (
      "'%s'",
      column->texts[g_rand_int_range (rand, 0, (int) g_strv_length ((char **) column->texts))]);
  switch (g_rand_int_range (rand, 0, 12))
    {
    case 0:
      return g_strdup ("NULL");
    case 1:
      return g_strdup_printf (
        "%g", g_rand_double_range (rand, (double) column->least, (double) column->greatest));
    case 2:
      return g_strdup_printf ("'%d'",
                              g_rand_int_range (rand, (int) column->least, (int) column->greatest));
    case 3:
      return g_strdup (g_rand_boolean (rand) ? "9223372036854775807" : "-9223372036854775808");
    default:
      return g_strdup_printf ("%d",
                              g_rand_int_range (rand, (int) column->least, (int) column->greatest));
    }
}

static void
append_test (GRand *rand, GString *sql, const Column *column)
{
  static const char *const operators[] = { "=", "<", "<=", ">", ">=", "<>", "IS" };
  const char *op = operators[g_rand_int_range (rand, 0, (int) G_N_ELEMENTS (operators))];
  g_autofree char *value = make_value (rand, column);

  g_string_append_printf (sql, " AND %s %s %s", column->name, op, value);
}

static int
append_line (void *data, int n_columns, char **cells, char **names G_GNUC_UNUSED)
{
  GString *text = data;

  if (text->len > 0)
    g_string_append_c (text, '\n');
  for (int i = 0; i < n_columns; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", cells[i] != NULL ? cells[i] : "");
  return 0;
}

/* The same rows in a database of their own: (transfer full), for sqlite3_close(). */
static sqlite3 *
copy_rows (WeftQuery *query)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-query-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "rows.db", NULL);
  sqlite3 *db;

  g_assert_true (weft_query_export (query, path, NULL, NULL));
  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  g_unlink (path);
  g_rmdir (folder);
  return db;
}

/* `shown` are the columns that are held against each other. */
static void
check_ranges (WeftQuery *query, const char *table, const char *shown, const Column *columns,
              guint n_columns)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  sqlite3 *db = copy_rows (query);
  guint n_some = 0;

  for (guint i = 0; i < N_QUERIES; i++)
    {
      g_autoptr (GString) sql = g_string_new (NULL), expected = g_string_new (NULL);
      guint n_tests = (guint) g_rand_int_range (rand, 1, 4);
      g_autofree char *found = NULL;

      g_string_printf (sql, "SELECT %s FROM %s WHERE 1", shown, table);
      for (guint j = 0; j < n_tests; j++)
        append_test (rand, sql, &columns[g_rand_int_range (rand, 0, (int) n_columns)]);
      found = ask (query, sql->str);
      g_assert_cmpint (sqlite3_exec (db, sql->str, append_line, expected, NULL), ==, SQLITE_OK);
      if (strcmp (found, expected->str) != 0)
        g_error ("%s: %u bytes of rows, %u expected", sql->str, (guint) strlen (found),
                 (guint) expected->len);
      n_some += *found != '\0';
    }
  g_assert_cmpuint (n_some, >, N_QUERIES / 10);
  sqlite3_close (db);
}

static const char *const states[] = { "retired", "flush", "eof", "RETIRED", NULL };
static const char *const stage_names[] = { "F", "X", "stl", "x", "", NULL };

/* Ops whose order of fetch is not that of the file, where `shuffled`. */
static WeftQuery *
ask_made (gboolean shuffled)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  WeftTrace *trace;
  MadeLog log;

  made_log_open (&log, NULL);
  if (shuffled)
    for (guint i = 0; i < 5000; i++)
      {
        guint32 op = made_log_begin (&log, i % 3, (gint64) (i * 7919u % 3000u), NULL);

        made_log_stage (&log, op, "0", i % 2 == 0 ? "F" : "X", i * 7919u % 3000u,
                        i % 5 == 0 ? -1 : (gint64) (i * 7919u % 3000u + i % 50));
        /* No log should say that a stage is before the op, or long after it. */
        if (i % 700 == 3)
          made_log_stage (&log, op, "1", "stl", (gint64) (i * 7919u % 3000u) - 400, 2900);
      }
  else
    made_log_fill (&log, 6000);
  snapshot = made_log_publish (&log, 6000);
  trace = WEFT_TRACE (g_object_ref (log.trace));
  made_log_close (&log);
  return ask_open (&trace, 1);
}

static void
test_ops (gconstpointer shuffled)
{
  static const Column columns[] = {
    { "id", -10, 6100, NULL },  { "fetch", -10, 3100, NULL }, { "end", -10, 3100, NULL },
    { "latency", 0, 60, NULL }, { "rid", -2, 5000, NULL },    { "state", 0, 0, states },
    { "flushed", 0, 2, NULL },  { "line", 0, 60100, NULL },
  };
  g_autoptr (WeftQuery) query = ask_made (GPOINTER_TO_INT (shuffled));

  check_ranges (query, "op", "id, fetch, end", columns, G_N_ELEMENTS (columns));
}

static void
test_stages (gconstpointer shuffled)
{
  static const Column columns[] = {
    { "op", -10, 6100, NULL }, { "start", -10, 3100, NULL },  { "end", -10, 3100, NULL },
    { "cycles", 0, 60, NULL }, { "name", 0, 0, stage_names }, { "lane", 0, 2, NULL },
    { "open", 0, 2, NULL },
  };
  g_autoptr (WeftQuery) query = ask_made (GPOINTER_TO_INT (shuffled));

  check_ranges (query, "stage", "op, name, start, end", columns, G_N_ELEMENTS (columns));
}

/* Some lie before the fetch of the op that waits, or long after it, none of them among the first. */
static void
test_dependencies (gconstpointer shuffled)
{
  static const Column columns[] = { { "op", -10, 5100, NULL },
                                    { "cycle", -500, 6100, NULL },
                                    { "type", -1, 3, NULL } };
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  g_autoptr (WeftQuery) query = NULL;
  WeftTrace *trace;
  MadeLog log;

  made_log_open (&log, NULL);
  for (guint i = 0; i < 5000; i++)
    {
      gint64 fetch = GPOINTER_TO_INT (shuffled) ? i * 7919u % 3000u : i / 2;
      guint32 op = made_log_begin (&log, 0, fetch, NULL);

      for (guint j = 0; j < i % 4; j++)
        g_assert_true (weft_pipeline_writer_add_dependency (
          log.writer, op, i - MIN (i, j + 1), j, i % 900 == 803 ? fetch - 400 : fetch + i % 31));
      if (i % 1100 == 1005)
        weft_pipeline_writer_add_dependency (log.writer, op, 0, 0, fetch + 3000);
    }
  snapshot = made_log_publish (&log, 6000);
  trace = WEFT_TRACE (g_object_ref (log.trace));
  made_log_close (&log);
  query = ask_open (&trace, 1);
  check_ranges (query, "dependency", "op, producer, cycle", columns, G_N_ELEMENTS (columns));
}

/* A “+” before a name keeps it from being looked up. */
static void
check_rowids (WeftQuery *query, const char *table, const char *some)
{
  static const char *const operators[] = { "=", "<", "<=", ">", ">=" };
  g_autofree char *sql = g_strdup_printf ("SELECT rowid FROM %s WHERE %s", table, some);
  g_autofree char *rowids = ask (query, sql);
  g_auto (GStrv) numbers = g_strsplit (rowids, "\n", -1);

  g_assert_cmpuint (g_strv_length (numbers), >, 5);
  for (guint i = 0; numbers[i] != NULL; i++)
    for (guint j = 0; j < G_N_ELEMENTS (operators); j++)
      {
        g_autofree char *with = g_strdup_printf (
          "SELECT sum(rowid), count(*) FROM %s WHERE rowid %s %s", table, operators[j], numbers[i]);
        g_autofree char *without =
          g_strdup_printf ("SELECT sum(rowid), count(*) FROM %s WHERE +rowid %s %s", table,
                           operators[j], numbers[i]);
        g_autofree char *expected = ask (query, without);

        assert_answer (query, with, expected);
      }
}

static void
test_rowids (void)
{
  g_autoptr (WeftQuery) query = ask_made (FALSE);

  check_rowids (query, "op", "id % 500 = 7");
  check_rowids (query, "stage", "op % 500 = 7");
  g_assert_cmpint (ask_number (query, "SELECT count(*) FROM op WHERE rowid = -1"), ==, 0);
  g_assert_cmpint (ask_number (query, "SELECT count(*) FROM op WHERE rowid > 5999"), ==, 0);
  g_assert_cmpint (ask_number (query, "SELECT count(*) FROM op WHERE rowid >= -1"), ==, 6000);
  assert_answer (query, "SELECT id FROM op WHERE rowid > 5996 ORDER BY rowid DESC",
                 "5999\n5998\n5997");
}

static void
test_others (void)
{
  static const Column accesses[] = { { "seq", -1, 300, NULL },
                                     { "tick_complete", 0, 3000, NULL },
                                     { "wait", 0, 30, NULL } };
  static const Column events[] = { { "cycle", -1, 5000, NULL },
                                   { "bytes", 0, 9000, NULL },
                                   { "noc", -1, 3, NULL },
                                   { "line", 0, 500, NULL } };
  WeftTrace *bus = load_sample ("saturnis-bus.jsonl");
  WeftTrace *noc = load_sample ("noc-eight-cores.json");
  g_autoptr (WeftQuery) bus_query = ask_open (&bus, 1);
  g_autoptr (WeftQuery) noc_query = ask_open (&noc, 1);

  check_ranges (bus_query, "access", "seq, wait", accesses, G_N_ELEMENTS (accesses));
  check_ranges (noc_query, "event", "line, cycle, bytes", events, G_N_ELEMENTS (events));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/query-ranges/ops", GINT_TO_POINTER (FALSE), test_ops);
  g_test_add_data_func ("/query-ranges/ops/shuffled", GINT_TO_POINTER (TRUE), test_ops);
  g_test_add_data_func ("/query-ranges/stages", GINT_TO_POINTER (FALSE), test_stages);
  g_test_add_data_func ("/query-ranges/stages/shuffled", GINT_TO_POINTER (TRUE), test_stages);
  g_test_add_data_func ("/query-ranges/dependencies", GINT_TO_POINTER (FALSE), test_dependencies);
  g_test_add_data_func ("/query-ranges/dependencies/shuffled", GINT_TO_POINTER (TRUE),
                        test_dependencies);
  g_test_add_func ("/query-ranges/rowids", test_rowids);
  g_test_add_func ("/query-ranges/others", test_others);
  return g_test_run ();
}
