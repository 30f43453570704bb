/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query.h"

#include <sqlite3.h>
#include <stdio.h>
#include <time.h>

#include "verdict.h"
#include "weft-load.h"

/* Queries over a log, each beside the same one over a table of SQLite's own in memory that has the same rows.
 *
 * bench-query LOG TRACE…
 *
 * Of each trace, ranges of 1 % of its time are asked of each table that has times. */

#define N_ROUNDS 5

#define GROUP_LIMIT 1.6 /* times as long */
#define SCAN_LIMIT 4.0
#define FIRST_LIMIT 50.0 /* ms */
#define RANGE_LIMIT 20.0
#define AGAIN_LIMIT 10.0
#define RANGE_ROWS 1000 /* at least, of a table whose ranges are asked for */

static sqlite3 *db;

static double
get_ms (void)
{
  return (double) g_get_monotonic_time () / 1e3;
}

static void
free_trace (gpointer trace)
{
  weft_query_trace_free (trace);
}

static WeftQuery *
ask_trace (WeftTrace *trace)
{
  GPtrArray *traces = g_ptr_array_new_with_free_func (free_trace);
  const WeftQueryOptions options = { NULL };
  WeftQuery *query;

  g_ptr_array_add (traces, weft_query_trace_new (trace, NULL, &options, NULL));
  query = weft_query_new (traces, NULL);
  g_assert_nonnull (query);
  return query;
}

/* Goes through all rows, and adds their numbers up. */
static double
run_ours (WeftQuery *query, const char *sql)
{
  g_autoptr (GError) error = NULL;
  WeftTextPlace place;
  double sum = 0;

  weft_query_prepare (query, sql, NULL, &place, &error);
  g_assert_no_error (error);
  while (weft_query_step (query, &error))
    for (guint i = 0; i < weft_query_get_n_columns (query); i++)
      {
        const WeftCell cell = weft_query_get_cell (query, i);

        if (cell.type == WEFT_CELL_SIGNED || cell.type == WEFT_CELL_REAL)
          sum += weft_cell_to_real (&cell);
      }
  g_assert_no_error (error);
  return sum;
}

static double
run_theirs (const char *sql)
{
  sqlite3_stmt *statement;
  double sum = 0;

  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    for (int i = 0; i < sqlite3_column_count (statement); i++)
      sum += sqlite3_column_double (statement, i);
  sqlite3_finalize (statement);
  return sum;
}

static void
bind (sqlite3_stmt *insert, int column, const WeftCell *cell)
{
  if (cell->type == WEFT_CELL_SIGNED)
    sqlite3_bind_int64 (insert, column, cell->integer);
  else if (cell->type == WEFT_CELL_REAL)
    sqlite3_bind_double (insert, column, cell->real);
  else if (cell->type == WEFT_CELL_TEXT)
    sqlite3_bind_text (insert, column, cell->text, -1, SQLITE_TRANSIENT);
  else
    sqlite3_bind_null (insert, column);
}

static void
fill (WeftQuery *query, const char *table, const char *columns)
{
  g_autofree char *create = g_strdup_printf ("CREATE TABLE %s (%s)", table, columns);
  g_autofree char *select = g_strdup_printf ("SELECT %s FROM %s", columns, table);
  g_autoptr (GString) sql = g_string_new (NULL);
  sqlite3_stmt *insert;
  WeftTextPlace place;

  g_assert_cmpint (sqlite3_exec (db, create, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_true (weft_query_prepare (query, select, NULL, &place, NULL));
  g_string_printf (sql, "INSERT INTO %s VALUES (?", table);
  for (guint i = 1; i < weft_query_get_n_columns (query); i++)
    g_string_append (sql, ", ?");
  g_string_append_c (sql, ')');
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql->str, -1, &insert, NULL), ==, SQLITE_OK);
  while (weft_query_step (query, NULL))
    {
      for (guint i = 0; i < weft_query_get_n_columns (query); i++)
        {
          const WeftCell cell = weft_query_get_cell (query, i);

          bind (insert, (int) i + 1, &cell);
        }
      g_assert_cmpint (sqlite3_step (insert), ==, SQLITE_DONE);
      sqlite3_reset (insert);
    }
  sqlite3_finalize (insert);
}

/* In turns; the fastest of each. */
static void
compare (WeftQuery *query, const char *sql, double limit)
{
  double ours = G_MAXDOUBLE, theirs = G_MAXDOUBLE;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      double begin = get_ms (), middle;
      double sum = run_ours (query, sql);

      middle = get_ms ();
      g_assert_cmpfloat_with_epsilon (run_theirs (sql), sum, 1e-6 * sum);
      ours = MIN (ours, middle - begin);
      theirs = MIN (theirs, get_ms () - middle);
    }
  printf ("%s\n  %.0f ms, SQLite's own table %.0f ms, ratio %.2f (limit %.1f): %s\n", sql, ours,
          theirs, ours / theirs, limit, verdict (ours <= limit * theirs));
}

/* Once, of queries that were never asked before. */
static void
bench_first (WeftTrace *trace, const char *sql, double limit)
{
  double least = G_MAXDOUBLE;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      double begin = get_ms ();
      g_autoptr (WeftQuery) query = ask_trace (trace);

      run_ours (query, sql);
      least = MIN (least, get_ms () - begin);
    }
  printf ("%s\n  %.1f ms with setting up (limit %.0f): %s\n", sql, least, limit,
          verdict (least <= limit));
}

/* Of all threads, so that what else runs on the machine does not count. */
static double
get_processor_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static double
ask_range (WeftQuery *query, const char *table, const char *time, double first, double length)
{
  g_autofree char *sql =
    g_strdup_printf ("SELECT count(*), sum(\"%s\") FROM %s WHERE \"%s\" >= %.0f AND \"%s\" < %.0f",
                     time, table, time, first, time, first + length);
  double begin = get_processor_ms ();

  run_ours (query, sql);
  return get_processor_ms () - begin;
}

/* The first range that is asked for, and the median of others: each query is of another one. */
static void
bench_range (WeftQuery *query, const char *table, const char *time)
{
  g_autofree char *least = g_strdup_printf ("SELECT min(\"%s\") FROM %s", time, table);
  g_autofree char *greatest = g_strdup_printf ("SELECT max(\"%s\") FROM %s", time, table);
  double start = run_ours (query, least), length = run_ours (query, greatest) - start;
  double again[N_ROUNDS], once = ask_range (query, table, time, start + length / 2, length / 100);

  for (guint round = 0; round < N_ROUNDS; round++)
    again[round] = ask_range (query, table, time, start + (round + 1) * length / 8, length / 100);
  for (guint i = 1; i < N_ROUNDS; i++)
    for (guint j = i; j > 0 && again[j] < again[j - 1]; j--)
      {
        double swap = again[j];

        again[j] = again[j - 1];
        again[j - 1] = swap;
      }
  printf ("1 %% of the time of %s, by %s\n  %.1f ms of processor (limit %.0f): %s, then %.1f ms "
          "(limit %.0f): %s\n",
          table, time, once, RANGE_LIMIT, verdict (once <= RANGE_LIMIT), again[N_ROUNDS / 2],
          AGAIN_LIMIT, verdict (again[N_ROUNDS / 2] <= AGAIN_LIMIT));
}

/* All tables whose rows have times, once what they are made of is there. */
static void
bench_ranges (WeftTrace *trace)
{
  g_autoptr (WeftQuery) query = ask_trace (trace);
  WeftQueryTrace *tables = weft_query_get_trace (query, 0);

  for (guint i = 0; i < weft_query_trace_get_n_tables (tables); i++)
    {
      const WeftQueryTable *table = weft_query_trace_get_table (tables, i);
      g_autofree char *count = g_strdup_printf ("SELECT count(*) FROM %s", table->name);

      if (table->times == NULL || run_ours (query, count) < RANGE_ROWS)
        continue;
      for (guint j = 0; table->times[j] != NULL; j++)
        {
          const WeftField *field = weft_query_table_find_column (table, table->times[j]);

          if (weft_query_table_is_indexed (table, field))
            bench_range (query, table->name, table->times[j]);
        }
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (WeftLoad) load = NULL;
  g_autoptr (WeftQuery) query = NULL;
  g_autofree char *ops = NULL, *stages = NULL;
  WeftTrace *trace;
  double first, last;

  if (argc < 2)
    return 77;
  load = weft_load_new (argv[1], WEFT_STORAGE_MEMORY, NULL);
  g_assert_true (weft_load_run (load, NULL, NULL));
  trace = weft_load_get_trace (load);
  query = ask_trace (trace);
  first = run_ours (query, "SELECT min(fetch) FROM op");
  last = run_ours (query, "SELECT max(fetch) FROM op");
  first += (last - first) / 2;
  ops =
    g_strdup_printf ("SELECT count(*), sum(latency) FROM op WHERE fetch >= %.0f AND fetch < %.0f",
                     first, first + (last - first) / 50);
  stages =
    g_strdup_printf ("SELECT count(*), sum(cycles) FROM stage WHERE start >= %.0f AND start < %.0f",
                     first, first + (last - first) / 50);
  bench_first (trace, "SELECT id, label FROM op LIMIT 1", FIRST_LIMIT);
  bench_first (trace, "SELECT name, start FROM stage LIMIT 1", FIRST_LIMIT);
  bench_first (trace, ops, RANGE_LIMIT);
  bench_first (trace, stages, RANGE_LIMIT);
  sqlite3_open (":memory:", &db);
  sqlite3_exec (db, "BEGIN", NULL, NULL, NULL);
  fill (query, "op",
        "id, gid, rid, tid, row, line, state, pc, label, detail, fetch, end, latency, consumes, "
        "produces, store, stages, dependencies, retired, flushed, open");
  fill (query, "stage", "op, lane, name, start, end, cycles, open, text");
  compare (query, "SELECT pc, count(*), avg(latency) FROM op GROUP BY pc", GROUP_LIMIT);
  compare (query, "SELECT count(*), sum(cycles) FROM stage WHERE cycles > 20", SCAN_LIMIT);
  compare (query, "SELECT count(*), max(start) FROM stage WHERE name = 'X' AND cycles > 2",
           SCAN_LIMIT);
  sqlite3_close (db);
  bench_ranges (trace);
  for (int i = 2; i < argc; i++)
    {
      g_autoptr (WeftLoad) other = weft_load_new (argv[i], WEFT_STORAGE_MEMORY, NULL);

      g_assert_true (weft_load_run (other, NULL, NULL));
      bench_ranges (weft_load_get_trace (other));
    }
  return verdict_status ();
}
