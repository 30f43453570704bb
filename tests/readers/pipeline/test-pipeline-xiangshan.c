/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load.h"
#include "weft-pipeline-texts.h"
#include "weft-pipeline-xiangshan-reader.h"

#include "test-files.h"

#include <sqlite3.h>

/* XiangShan's databases: the real ones are asked with SQL, row by row, for what Weft makes of them. */

static const char *const stages[][2] = {
  { "AtFetch", "F" },         { "AtDecode", "Dc" },   { "AtRename", "Rn" },
  { "AtDispQue", "Dq" },      { "AtIssueQue", "Iq" }, { "AtIssueArb", "Ia" },
  { "AtIssueReadReg", "Rr" }, { "AtFU", "X" },        { "AtBypassVal", "Bp" },
  { "AtWriteVal", "Wb" },     { "AtCommit", "Cm" },
};

typedef struct
{
  WeftLoad *load;
  WeftPipelineSnapshot *snapshot;
} Log;

static Log
load_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  Log log = { .load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL) };

  g_assert_true (weft_load_run (log.load, NULL, &error));
  g_assert_no_error (error);
  log.snapshot =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (weft_load_get_trace (log.load)));
  return log;
}

static void
log_clear (Log *log)
{
  weft_pipeline_snapshot_unref (log->snapshot);
  g_object_unref (log->load);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Log, log_clear)

static char *
list_stages (const Log *log, guint32 op)
{
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };
  GString *text = g_string_new (NULL);

  weft_pipeline_snapshot_get_stages (log->snapshot, op, &buffer);
  for (guint i = 0; i < buffer.n_stages; i++)
    g_string_append_printf (
      text, "%s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "\n",
      weft_pipeline_trace_get_kind_name (log->snapshot->trace, buffer.stages[i].kind),
      buffer.stages[i].start, buffer.stages[i].end);
  return g_string_free (text, FALSE);
}

static sqlite3 *
open_database (const char *path)
{
  sqlite3 *database;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  return database;
}

static void
run_sql (sqlite3 *database, const char *sql)
{
  char *message = NULL;

  sqlite3_exec (database, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
}

/* --- real files --------------------------------------------------------------------------------- */

/* The stages of a row that were passed, by SQL: each lasts to the next. */
static char *
ask_stages (sqlite3 *database, gint64 id)
{
  g_autoptr (GString) sql = g_string_new (NULL);
  GString *text = g_string_new (NULL);
  sqlite3_stmt *query;

  for (guint i = 0; i < G_N_ELEMENTS (stages); i++)
    g_string_append_printf (sql,
                            "%s SELECT '%s' AS name, %u AS place, %s AS tick FROM "
                            "LifeTimeCommitTrace WHERE ID = %" G_GINT64_FORMAT " AND tick > 0",
                            i > 0 ? " UNION ALL" : "", stages[i][1], i, stages[i][0], id);
  g_string_prepend (sql, "SELECT name, tick, lead (tick, 1, tick + 1) OVER (ORDER BY tick, place) "
                         "FROM (");
  g_string_append (sql, ") ORDER BY tick, place");
  g_assert_cmpint (sqlite3_prepare_v2 (database, sql->str, -1, &query, NULL), ==, SQLITE_OK);
  while (sqlite3_step (query) == SQLITE_ROW)
    g_string_append_printf (
      text, "%s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "\n", sqlite3_column_text (query, 0),
      (gint64) sqlite3_column_int64 (query, 1), (gint64) sqlite3_column_int64 (query, 2));
  sqlite3_finalize (query);
  return g_string_free (text, FALSE);
}

/* Each row is an op, whose stages are those that SQL finds. */
static void
check_real (const char *path)
{
  g_autofree char *uri = g_strdup_printf ("file:%s?mode=ro&immutable=1", path);
  g_auto (Log) log = load_file (path);
  sqlite3 *database;
  sqlite3_stmt *query;
  guint32 op = 0;

  g_assert_cmpint (sqlite3_open_v2 (uri, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL),
                   ==, SQLITE_OK);
  sqlite3_prepare_v2 (database, "SELECT ID, PC, AtCommit FROM LifeTimeCommitTrace ORDER BY ID", -1,
                      &query, NULL);
  for (; sqlite3_step (query) == SQLITE_ROW; op++)
    {
      g_autofree char *expected = ask_stages (database, sqlite3_column_int64 (query, 0));
      g_autofree char *got = list_stages (&log, op);
      WeftOp info;

      weft_pipeline_snapshot_get_op (log.snapshot, op, &info);
      g_assert_cmpstr (got, ==, expected);
      g_assert_cmpint (info.id, ==, sqlite3_column_int64 (query, 0));
      g_assert_cmpint (info.state, ==,
                       sqlite3_column_int64 (query, 2) > 0 ? WEFT_OP_RETIRED : WEFT_OP_FLUSHED);
      g_assert_true (info.has_pc);
      g_assert_cmpint ((gint64) weft_pipeline_trace_get_pc (log.snapshot->trace, info.pc_index), ==,
                       sqlite3_column_int64 (query, 1));
    }
  sqlite3_finalize (query);
  sqlite3_close (database);
  g_assert_cmpuint (log.snapshot->n_ops, ==, op);
  g_assert_cmpuint (op, >, 50);
}

static void
test_sample (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_SAMPLES"), "xiangshan-loop.db", NULL);

  check_real (path);
}

static void
test_real (void)
{
  static const char *const names[] = { "xs-rtl-2025-04.db", "xs-rtl-2025-10.db" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path =
        g_build_filename (g_getenv ("WEFT_SHARED_TRACES"), "intake", "xiangshan", names[i], NULL);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        {
          g_test_skip ("there are no real traces here");
          return;
        }
      check_real (path);
    }
}

/* --- made ones ------------------------------------------------------------------------------------ */

static const char schema[] =
  "CREATE TABLE LifeTimeCommitTrace (PC BIGINT UNSIGNED, ID INTEGER PRIMARY KEY, SN INT, UopIdx "
  "INT, "
  "AtFetch INT, AtDecode INT, AtRename INT, AtDispQue INT, AtIssueQue INT, AtIssueArb INT, "
  "AtIssueReadReg INT, AtFU INT, AtBypassVal INT, AtWriteVal INT, AtCommit INT, DisAsm INT, "
  "TID INT, Mood TEXT, StallReason TEXT);";

/* gem5's ticks, columns in another order, one that is not known, a PC that SQLite rounds, a negative one, stages
 * that are not passed, and a load. */
static const char rows[] =
  "INSERT INTO LifeTimeCommitTrace VALUES "
  "(2147483648, 1, 70, 0, 333, 666, 0, 0, 1332, 0, 0, 1665, 0, 2331, 3330, 341379, 1, 'calm', "
  "'L2'),"
  "(18446744071562067968, 2, 71, 1, 333, 666, 999, 0, 0, 0, 0, 0, 0, 0, 0, 'ld a0, 0(a1)', 0, '', "
  "''),"
  "(-2147483648, 3, 72, 0, 999, 666, 0, 0, 0, 0, 0, 0, 0, 0, 1998, 19, 0, NULL, NULL),"
  "(4, 4, 73, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL);"
  "CREATE TABLE LoadLifeTimeCommitTrace (ID INT, VAddress INT, PAddress INT, LastReplay INT, "
  "ReplayStr TEXT, \"Odd \"\"one\" INT);"
  "INSERT INTO LoadLifeTimeCommitTrace VALUES (1, 64, 128, 1998, 'TC', 5);"
  "CREATE TABLE SquashedLifeTimeTrace (ID INT); CREATE TABLE TLLog (ID INT);";

static const char *
make_database (const char *name)
{
  const char *path = test_path (name);
  sqlite3 *database = open_database (path);

  run_sql (database, "PRAGMA page_size = 512");
  run_sql (database, schema);
  run_sql (database, rows);
  sqlite3_close (database);
  return path;
}

static void
check_made (const Log *log)
{
  static const char *const expected[][3] = {
    { "80000000: 00053583", "F 1-2\nDc 2-4\nIq 4-5\nX 5-7\nWb 7-10\nCm 10-11\n",
      "\nMood: calm\nStallReason: L2\nVAddress: 64\nPAddress: 128\nLastReplay: 1998\n"
      "ReplayStr: TC (TLB miss, cache miss)\nOdd \"one: 5" },
    { "≈ffffffff80000000: ld a0, 0(a1) · uop 1", "F 1-2\nDc 2-3\nRn 3-4\n", "\nUopIdx: 1\n" },
    { "ffffffff80000000: 00000013", "Dc 2-3\nF 3-6\nCm 6-7\n", "PC: -2147483648\n" },
  };
  static const WeftOpState states[] = { WEFT_OP_RETIRED, WEFT_OP_FLUSHED, WEFT_OP_RETIRED };

  g_assert_cmpuint (log->snapshot->n_ops, ==, G_N_ELEMENTS (expected));
  for (guint32 op = 0; op < G_N_ELEMENTS (expected); op++)
    {
      g_autofree char *label = weft_pipeline_snapshot_get_label (log->snapshot, op);
      g_autofree char *detail = weft_pipeline_snapshot_get_detail (log->snapshot, op);
      g_autofree char *got = list_stages (log, op);
      WeftOp info;

      weft_pipeline_snapshot_get_op (log->snapshot, op, &info);
      g_assert_cmpstr (label, ==, expected[op][0]);
      g_assert_cmpstr (got, ==, expected[op][1]);
      g_assert_nonnull (strstr (detail, expected[op][2]));
      g_assert_cmpint (info.state, ==, states[op]);
      g_assert_cmpint (info.gid, ==, 70 + op);
      g_assert_cmpint (info.tid, ==, op == 0);
      g_assert_cmpint (info.has_pc, ==, op != 1);
    }
}

static gboolean
says (const Log *log, const char *words)
{
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (WEFT_TRACE (log->snapshot->trace));
  guint n = weft_diagnostics_get_n_kept (diagnostics);
  gboolean found = FALSE;

  for (guint i = 0; i < n; i++)
    {
      WeftDiagnostic diagnostic;

      weft_diagnostics_get (diagnostics, i, &diagnostic);
      found |= strstr (diagnostic.message, words) != NULL;
      weft_diagnostic_clear (&diagnostic);
    }
  return found;
}

static void
test_made (void)
{
  const char *path = make_database ("made.db");
  g_autofree char *bytes = NULL;
  g_autoptr (GByteArray) packed = NULL;
  gsize length;

  {
    g_auto (Log) log = load_file (path);

    check_made (&log);
    g_assert_true (says (&log, "The column “Mood” is not known here; 2 ops have a value in it"));
    g_assert_true (says (&log, "The column “Odd \"one” is not known here; 1 op has a value in it"));
    g_assert_true (says (&log, "2 other tables, which are not read: SquashedLifeTimeTrace, TLLog"));
    g_assert_true (says (&log, "carry a ≈ and count as none: 1"));
    g_assert_true (says (&log, "Rows without any tick"));
  }
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  packed = compress_gzip (bytes, length);
  {
    g_auto (Log) log = load_file (write_file ("made.db.gz", packed->data, packed->len));

    check_made (&log);
  }
}

/* Rows that its writer has not put into the file itself yet stand beside it. */
static void
test_beside (void)
{
  const char *path = make_database ("wal.db");
  sqlite3 *database = open_database (path);

  run_sql (database, "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;");
  run_sql (database, "INSERT INTO LifeTimeCommitTrace (ID, SN, AtFetch, AtCommit, PC) "
                     "VALUES (9, 80, 3330, 6660, 64)");
  {
    g_auto (Log) log = load_file (path);

    g_assert_cmpuint (log.snapshot->n_ops, ==, 4);
  }
  sqlite3_close (database);
}

/* A file that ends within its pages: what can be read of it is there, and it says so. */
static void
test_cut (void)
{
  const char *path = make_database ("whole.db");
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftLoad) load = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  load = weft_load_new (write_file ("cut.db", bytes, length - 512), WEFT_STORAGE_MEMORY, NULL);
  g_assert_false (weft_load_run (load, NULL, &error));
  g_assert_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_MALFORMED);
  g_assert_cmpint (weft_pipeline_xiangshan_reader_sniff (bytes, 10), ==, WEFT_SNIFF_MORE);
  g_assert_cmpint (weft_pipeline_xiangshan_reader_sniff (bytes, length), ==, WEFT_SNIFF_YES);
  g_assert_cmpint (weft_pipeline_xiangshan_reader_sniff ("SQLite v2", 9), ==, WEFT_SNIFF_NO);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/xiangshan/sample", test_sample);
  g_test_add_func ("/xiangshan/real", test_real);
  g_test_add_func ("/xiangshan/made", test_made);
  g_test_add_func ("/xiangshan/beside", test_beside);
  g_test_add_func ("/xiangshan/cut", test_cut);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
