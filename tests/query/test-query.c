/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "ask.h"
#include "made-log.h"
#include "npu-fixture.h"
#include "sample-trace.h"
#include "timeline-fixture.h"
#include "weft-bus-writer.h"
#include "weft-memory-budget.h"
#include "weft-pipeline-explainer.h"
#include "weft-query-column.h"

static const char *const samples[] = { "kanata-core.log",           "o3pipeview-core.out",
                                       "noc-eight-cores.json",      "npu-two-layers.json",
                                       "timeline-three-steps.json", "saturnis-bus.jsonl",
                                       "live-two-chips.weftlive",   "device-log-eight-cores.csv" };

/* Where the linker put the first byte of this program, whatever it is loaded at. */
extern const char __executable_start[];

static WeftQuery *
ask_sample (const char *name)
{
  WeftTrace *trace = load_sample (name);

  return ask_open (&trace, 1);
}

/* A log of so many ops, whose snapshot is in `snapshot` (nullable). */
static WeftQuery *
ask_made (guint n_ops, WeftPipelineSnapshot **snapshot)
{
  g_autoptr (WeftPipelineSnapshot) published = NULL;
  WeftTrace *trace;
  WeftQuery *query;
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, n_ops);
  published = made_log_publish (&log, n_ops);
  trace = WEFT_TRACE (g_object_ref (log.trace));
  made_log_close (&log);
  query = ask_open (&trace, 1);
  if (snapshot != NULL)
    *snapshot = g_steal_pointer (&published);
  return query;
}

/* --- what tables say ---------------------------------------------------------------------------- */

/* Numbers are numbers, and texts texts; what is not known is NULL. */
static void
check_column (WeftQuery *query, const char *table, const char *column, const char *type)
{
  g_autofree char *sql = g_strdup_printf (
    "SELECT group_concat(DISTINCT lower(typeof(\"%s\"))) FROM \"%s\"", column, table);
  g_autofree char *found = ask (query, sql);
  g_auto (GStrv) types = g_strsplit (found, ",", -1);
  g_autofree char *expected = g_ascii_strdown (type, -1);

  for (guint i = 0; types[i] != NULL; i++)
    if (*expected != '\0' && *types[i] != '\0' && !g_str_equal (types[i], "null"))
      g_assert_cmpstr (types[i], ==, expected);
}

static void
check_table (WeftQuery *query, const char *table)
{
  g_autofree char *sql =
    g_strdup_printf ("SELECT name || '|' || type FROM pragma_table_info('%s')", table);
  g_autofree char *count = g_strdup_printf ("SELECT count(*) FROM \"%s\"", table);
  g_autofree char *all = g_strdup_printf ("SELECT * FROM \"%s\"", table);
  g_autofree char *found = ask (query, sql);
  g_autofree char *rows = ask (query, all);
  g_auto (GStrv) columns = g_strsplit (found, "\n", -1);

  g_assert_nonnull (columns[0]);
  for (guint i = 0; columns[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (columns[i], "|", 2);

      check_column (query, table, words[0], words[1]);
    }
  g_assert_true ((ask_number (query, count) == 0) == (*rows == '\0'));
}

/* Every table of every family answers, and its cells are what it says of them. */
static void
test_tables (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (WeftQuery) query = ask_sample (samples[i]);
      g_autofree char *names = ask (query, "SELECT name FROM a.sqlite_schema ORDER BY rowid");
      g_auto (GStrv) tables = g_strsplit (names, "\n", -1);

      g_assert_cmpuint (g_strv_length (tables), >, 5);
      for (guint j = 0; tables[j] != NULL; j++)
        check_table (query, tables[j]);
    }
}

static void
append_known (GString *line, gboolean known, gint64 number)
{
  if (known)
    g_string_append_printf (line, "|%" G_GINT64_FORMAT, number);
  else
    g_string_append_c (line, '|');
}

/* Appends the op as the snapshot has it, in the columns of the query below. */
static void
append_op (GString *text, WeftPipelineSnapshot *snapshot, guint32 number)
{
  WeftOp op;

  weft_pipeline_snapshot_get_op (snapshot, number, &op);
  g_string_append_printf (text, "%s%u|%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT,
                          text->len > 0 ? "\n" : "", number, op.id, op.gid, op.tid);
  append_known (text, op.rid >= 0, op.rid);
  append_known (text, TRUE, op.fetch);
  append_known (text, op.state != WEFT_OP_OPEN, op.end);
  append_known (text, TRUE, op.end - op.fetch);
  append_known (text, op.has_pc,
                op.has_pc ? (gint64) weft_pipeline_trace_get_pc (snapshot->trace, op.pc_index) : 0);
  g_string_append_printf (text, "|%s|%d", weft_op_state_to_string (op.state),
                          op.state == WEFT_OP_FLUSHED);
}

static void
test_ops (void)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  g_autoptr (WeftQuery) query = ask_made (5000, &snapshot);
  g_autoptr (GString) expected = g_string_new (NULL);

  for (guint32 op = 0; op < snapshot->n_ops; op++)
    append_op (expected, snapshot, op);
  assert_answer (query,
                 "SELECT rowid, id, gid, tid, rid, fetch, end, latency, pc, state, flushed FROM op",
                 expected->str);
  assert_answer (query, "SELECT label FROM op WHERE id = 5", "80000014: lw a1, 0(sp)");
  assert_answer (query, "SELECT detail FROM op WHERE id = 5", "");
}

/* The stalls alone, as the explainer has them. */
static void
test_stalls (void)
{
  WeftTrace *trace = load_sample ("kanata-core.log");
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));
  g_autoptr (WeftPipelineExplainer) explainer = weft_pipeline_explainer_new (snapshot, NULL, NULL);
  g_autoptr (WeftQuery) query = ask_open (&trace, 1);
  guint64 stalls = 0;

  for (guint32 i = 0; i < snapshot->n_ops; i++)
    {
      WeftOp op;

      weft_pipeline_snapshot_get_op (snapshot, i, &op);
      if (op.state != WEFT_OP_OPEN)
        stalls += weft_pipeline_explainer_get_stall_cycles (explainer, i);
    }
  g_assert_cmpuint (stalls, >, 0);
  g_assert_cmpuint (ask_number (query, "SELECT sum(stall) FROM op"), ==, stalls);
}

static void
test_stages (void)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  g_autoptr (WeftQuery) query = ask_made (3000, &snapshot);
  g_autoptr (GString) expected = g_string_new (NULL);
  g_auto (WeftStageBuffer) stages = { NULL };

  for (guint32 op = 0; op < snapshot->n_ops; op++)
    {
      weft_pipeline_snapshot_get_stages (snapshot, op, &stages);
      for (guint i = 0; i < stages.n_stages; i++)
        {
          const WeftStage *stage = &stages.stages[i];

          g_string_append_printf (
            expected, "%s%u|%s|%s|%" G_GINT64_FORMAT, expected->len > 0 ? "\n" : "", op,
            weft_pipeline_trace_get_kind_name (snapshot->trace, stage->kind),
            weft_pipeline_trace_get_lane_name (
              snapshot->trace, weft_pipeline_trace_get_kind_lane (snapshot->trace, stage->kind)),
            stage->start);
          append_known (expected, !stage->open, stage->end);
        }
    }
  assert_answer (query, "SELECT op, name, lane, start, end FROM stage", expected->str);
  g_assert_cmpint (ask_number (query, "SELECT count(*) FROM stage JOIN op ON op.id = stage.op "
                                      "WHERE stage.start < op.fetch"),
                   ==, 0);
  g_assert_cmpint (ask_number (query, "SELECT count(*) FROM stage WHERE op = 40"), ==,
                   ask_number (query, "SELECT stages FROM op WHERE id = 40"));
}

static void
test_meta (void)
{
  g_autoptr (WeftQuery) query = ask_sample ("kanata-core.log");

  assert_answer (query,
                 "SELECT value FROM meta WHERE key IN ('file', 'kind', 'format', 'time_unit', "
                 "'partial', 'errors') ORDER BY rowid",
                 "a file\npipeline\nKanata 0004\ncycles\n0\n0");
  assert_answer (query, "SELECT (SELECT value FROM meta WHERE key = 'first') = min(fetch) FROM op",
                 "1");
  g_assert_cmpint (ask_number (query, "SELECT count(*) FROM finding WHERE weight > 0"), >, 0);
}

/* A single event, or a sample without any, is when a run was; without both it was at no time. */
static void
test_times (void)
{
  static const struct
  {
    const char *text, *counts, *times;
  } runs[] = {
    { NPU_DOCUMENT ("", "{\"cycle\": 40, \"window_cycles\": 8, \"dram_read_bytes\": 1}", ""), "0|1",
      "40\n48" },
    { NPU_DOCUMENT ("{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, "
                    "\"name\": \"mm\", \"start_cycle\": 7, \"end_cycle\": 9}",
                    "", ""),
      "1|0", "7\n9" },
    { NPU_DOCUMENT ("", "", "\"total_cycles\": 50"), "0|0", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_auto (NpuFixture) fixture = { NULL };
      g_autoptr (WeftQuery) query = NULL;
      WeftTrace *trace;

      npu_fixture_read (&fixture, runs[i].text, strlen (runs[i].text), G_MAXSIZE);
      trace = WEFT_TRACE (g_object_ref (fixture.trace));
      query = ask_open (&trace, 1);
      assert_answer (query,
                     "SELECT (SELECT count(*) FROM npu_event), (SELECT count(*) FROM sample)",
                     runs[i].counts);
      assert_answer (query, "SELECT value FROM meta WHERE key IN ('first', 'last') ORDER BY key",
                     runs[i].times);
    }
}

/* So is a single access of a bus; a trace without any is at no time. */
static void
test_times_of_few (void)
{
  for (guint n = 0; n < 2; n++)
    {
      WeftBusTrace *made = weft_bus_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
      g_autoptr (WeftBusWriter) writer = weft_bus_writer_new (made, FALSE);
      g_autoptr (WeftQuery) query = NULL;
      WeftTrace *trace = WEFT_TRACE (made);

      if (n > 0)
        g_assert_true (weft_bus_writer_add (
          writer, &(WeftBusRecord){ .line = 1, .first_attempt = 30, .complete = 42 }));
      weft_bus_writer_publish (writer);
      query = ask_open (&trace, 1);
      assert_answer (query, "SELECT count(*) FROM access", n > 0 ? "1" : "0");
      assert_answer (query, "SELECT value FROM meta WHERE key IN ('first', 'last') ORDER BY key",
                     n > 0 ? "30\n42" : "");
    }
}

/* Slices are numbered by themselves, also where the first other event comes after thousands of them. */
static void
test_late_instants (void)
{
  g_autoptr (GString) text = g_string_new ("[");
  g_autoptr (WeftTimelineSnapshot) snapshot = NULL;
  g_autoptr (WeftQuery) query = NULL;
  WeftTrace *trace;

  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (
      text, "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":%u,\"dur\":1,\"name\":\"s\"},", 10 * i);
  g_string_append (text,
                   "{\"ph\":\"i\",\"pid\":1,\"tid\":1,\"ts\":40000,\"s\":\"t\",\"name\":\"i\"},"
                   "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":50000,\"dur\":1,\"name\":\"s\"}]");
  snapshot = timeline_fixture_read (text->str);
  trace = WEFT_TRACE (g_object_ref (snapshot->trace));
  query = ask_open (&trace, 1);
  assert_answer (query, "SELECT count(*), min(start), max(start) FROM slice", "3001|0|50000000");
  assert_answer (query, "SELECT count(*) FROM slice WHERE start = rowid * 10000", "3000");
}

/* --- functions ---------------------------------------------------------------------------------- */

static void
test_percentile (void)
{
  g_autoptr (WeftQuery) query = ask_made (4000, NULL);

  for (gint64 percent = 0; percent <= 100; percent += 5)
    {
      gint64 n = ask_number (query, "SELECT count(latency) FROM op");
      gint64 rank = MAX ((percent * n + 99) / 100, 1);
      g_autofree char *sorted = g_strdup_printf (
        "SELECT latency FROM op ORDER BY latency LIMIT 1 OFFSET %" G_GINT64_FORMAT, rank - 1);
      g_autofree char *asked =
        g_strdup_printf ("SELECT percentile(latency, %" G_GINT64_FORMAT ") FROM op", percent);

      g_assert_cmpint (ask_number (query, asked), ==, ask_number (query, sorted));
    }
  assert_answer (query, "SELECT percentile(latency, 50) FROM op WHERE id < 0", "");
  assert_answer (query,
                 "SELECT percentile(x, 50) FROM (SELECT 3 AS x UNION ALL SELECT NULL UNION "
                 "ALL SELECT 1.5 UNION ALL SELECT 7)",
                 "3");
  assert_answer (query, "SELECT percentile(x, 0) FROM (SELECT 9223372036854775807 AS x)",
                 "9223372036854775807");
}

static void
test_hist (void)
{
  g_autoptr (WeftQuery) query = ask_made (4000, NULL);

  assert_answer (query, "SELECT hist(value, 2) FROM json_each('[1, 2, 3, 4, 9, null]')",
                 "[[1,6,4],[6,11,1]]");
  assert_answer (query, "SELECT hist(value, 2) FROM json_each('[0.5, 1.5, 2.5]')",
                 "[[0.5,1.5,1],[1.5,2.5,2]]");
  assert_answer (query,
                 "SELECT sum(value ->> 2) = (SELECT count(*) FROM op) FROM (SELECT hist(latency, "
                 "10) AS h FROM op), json_each(h)",
                 "1");
  assert_answer (query,
                 "SELECT count(*) FROM (SELECT hist(latency, 10) AS h FROM op), json_each(h) WHERE "
                 "value ->> 2 <> (SELECT count(*) FROM op WHERE latency >= value ->> 0 AND latency "
                 "< value ->> 1)",
                 "0");
}

/* Against what the cycles say one by one; what takes no time has its first. */
static gboolean
share_cycle (gint64 a, gint64 b, gint64 c, gint64 d)
{
  for (gint64 cycle = 0; cycle < 8; cycle++)
    if (((cycle >= a && cycle < b) || cycle == a) && ((cycle >= c && cycle < d) || cycle == c))
      return TRUE;
  return FALSE;
}

static void
test_overlaps (void)
{
  g_autoptr (WeftQuery) query = ask_made (10, NULL);

  for (guint i = 0; i < 6 * 6 * 6 * 6; i++)
    {
      gint64 a = i % 6, b = i / 6 % 6, c = i / 36 % 6, d = i / 216;
      g_autofree char *sql =
        g_strdup_printf ("SELECT overlaps(%d, %d, %d, %d)", (int) a, (int) b, (int) c, (int) d);

      if (b >= a && d >= c)
        g_assert_cmpint (ask_number (query, sql), ==, share_cycle (a, b, c, d));
    }
  assert_answer (query,
                 "SELECT overlaps(5, NULL, 100, 101), overlaps(5, NULL, 1, 5), "
                 "overlaps(NULL, 4, 1, 5)",
                 "1|0|");
  assert_answer (query,
                 "SELECT at_cycle(3, 5, 2), at_cycle(3, 5, 3), at_cycle(3, 5, 5), "
                 "at_cycle(3, 3, 3), at_cycle(3, NULL, 9), at_cycle(NULL, 1, 1)",
                 "0|1|0|1|1|");
  assert_answer (query, "SELECT pc_symbol(4096)", "");
}

/* The function of the program that ran: here it is this one. */
static void
test_pc_symbol (void)
{
  WeftTrace *trace = load_sample ("kanata-core.log");
  g_autoptr (WeftQuery) query =
    ask_open_with (&trace, 1, &(const WeftQueryOptions){ .elf = "/proc/self/exe" });
  const guintptr address = (guintptr) test_pc_symbol - (guintptr) __executable_start;
  g_autofree char *sql =
    g_strdup_printf ("SELECT pc_symbol(%" G_GUINTPTR_FORMAT "), pc_symbol(-2)", address);

  assert_answer (query, sql, "test_pc_symbol|");
}

/* --- several traces ----------------------------------------------------------------------------- */

static void
test_several (void)
{
  WeftTrace *traces[] = { load_sample ("kanata-core.log"), load_sample ("o3pipeview-core.out"),
                          load_sample ("saturnis-bus.jsonl") };
  g_autoptr (WeftPipelineSnapshot) first =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (traces[0]));
  g_autoptr (WeftPipelineSnapshot) second =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (traces[1]));
  g_autoptr (WeftQuery) query = ask_open (traces, G_N_ELEMENTS (traces));

  g_assert_cmpint (ask_number (query, "SELECT count(*) FROM a.op"), ==, first->n_ops);
  g_assert_cmpint (ask_number (query, "SELECT count(*) FROM b.op"), ==, second->n_ops);
  g_assert_cmpint (ask_number (query, "SELECT count(*) FROM op"), ==, first->n_ops);
  g_assert_cmpint (ask_number (query, "SELECT count(*) FROM access"), ==,
                   ask_number (query, "SELECT count(*) FROM c.access"));
  assert_answer (query,
                 "SELECT (SELECT value FROM a.meta WHERE key = 'kind'), (SELECT value FROM "
                 "c.meta WHERE key = 'kind')",
                 "pipeline|bus");
}

/* --- queries that must not ---------------------------------------------------------------------- */

static void
assert_refused (WeftQuery *query, const char *sql, int code)
{
  g_autoptr (GError) error = NULL;
  WeftTextPlace place;

  if (weft_query_prepare (query, sql, NULL, &place, &error))
    while (weft_query_step (query, &error))
      ;
  if (error == NULL)
    g_error ("%s: it was done", sql);
  g_assert_error (error, WEFT_QUERY_ERROR, code);
}

static void
test_hostile (void)
{
  static const char *const denied[] = {
    "CREATE TABLE t (x)",
    "CREATE TABLE a.t (x)",
    "CREATE TEMP TABLE t (x)",
    "CREATE TEMP VIEW v AS SELECT 1",
    "CREATE VIRTUAL TABLE t USING fts5 (x)",
    "DROP TABLE a.op",
    "ATTACH 'weft-written.db' AS x",
    "DETACH a",
    "VACUUM INTO 'weft-written.db'",
    "PRAGMA writable_schema = ON",
    "PRAGMA hard_heap_limit = 0",
    "PRAGMA a.journal_mode = WAL",
    "BEGIN",
    "SAVEPOINT x",
    "ANALYZE",
  };
  static const char *const refused[] = {
    "INSERT INTO op (id) VALUES (1)",
    "UPDATE op SET id = 1",
    "DELETE FROM op",
    "DELETE FROM a.sqlite_schema",
    "ALTER TABLE a.op RENAME TO po",
    "CREATE TRIGGER a.t AFTER INSERT ON op BEGIN SELECT 1; END",
    "SELECT load_extension('weft')",
    "SELECT writefile('weft-written', 'x')",
    "SELECT * FROM",
    "SELECT percentile(latency, 101) FROM op",
    "SELECT hist(latency, 0) FROM op",
  };
  g_autoptr (WeftQuery) query = ask_made (100, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (denied); i++)
    assert_refused (query, denied[i], WEFT_QUERY_ERROR_DENIED);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;
      WeftTextPlace place;

      if (weft_query_prepare (query, refused[i], NULL, &place, &error))
        while (weft_query_step (query, &error))
          ;
      g_assert_nonnull (error);
    }
  g_assert_false (g_file_test ("weft-written.db", G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test ("weft-written", G_FILE_TEST_EXISTS));
  g_assert_cmpint (ask_number (query, "SELECT count(*) FROM op"), ==, 100);
}

/* Whoever has had enough is heard: in SQLite's own loops, and in ours, through which no row comes. */
static void
test_cancel (void)
{
  static const char *const endless[] = {
    "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n",
    "SELECT count(*) FROM stage a, stage b, stage c, stage d WHERE a.name = b.text",
    "SELECT count(*) FROM op a, op b, op c, op d WHERE a.latency < -1 OR b.latency < -1",
  };

  for (guint i = 0; i < G_N_ELEMENTS (endless); i++)
    {
      g_autoptr (WeftQuery) query = ask_made (3000, NULL);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      WeftTextPlace place;

      g_assert_true (weft_query_prepare (query, endless[i], cancellable, &place, &error));
      g_cancellable_cancel (cancellable);
      g_assert_false (weft_query_step (query, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpint (ask_number (query, "SELECT count(*) FROM op"), ==, 3000);
    }
}

static void
test_memory (void)
{
  g_autoptr (WeftQuery) query = NULL;

  weft_memory_budget_set (64 << 20);
  query = ask_made (100, NULL);
  assert_refused (query,
                  "SELECT count(*) FROM (SELECT DISTINCT a.rowid || b.rowid || c.rowid || "
                  "hex(randomblob(500000)) FROM op a, op b, op c)",
                  WEFT_QUERY_ERROR_MEMORY);
  assert_refused (query, "SELECT length(zeroblob(100000000))", WEFT_QUERY_ERROR_FAILED);
  g_assert_cmpint (ask_number (query, "SELECT count(*) FROM op"), ==, 100);
  weft_memory_budget_set (0);
}

/* SQLite in other hands of the process is not bounded by the memory that a query may have. */
static void
test_others (void)
{
  g_autoptr (WeftQuery) query = NULL;
  sqlite3_stmt *statement = NULL;
  sqlite3 *db = NULL;

  weft_memory_budget_set (64 << 20);
  query = ask_made (100, NULL);
  g_assert_cmpint (ask_number (query, "SELECT count(*) FROM op"), ==, 100);
  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_cmpint (
    sqlite3_prepare_v2 (db, "SELECT length(hex(zeroblob(80000000)))", -1, &statement, NULL), ==,
    SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  g_assert_cmpint (sqlite3_column_int64 (statement, 0), ==, 160000000);
  /* and what it has already is not the query's */
  g_assert_cmpint (ask_number (query, "SELECT count(*) FROM op, stage"), >, 0);
  sqlite3_finalize (statement);
  sqlite3_close (db);
  weft_memory_budget_set (0);
}

static void
test_places (void)
{
  static const struct
  {
    const char *sql;
    const char *marked;
  } cases[] = {
    { "SELECT id, nme FROM op", "nme" },
    { "SELECT id FROM nothing", "nothing" },
    { "SELEC id FROM op", "SELEC" },
    { "SELECT id FROM op WHERE fetch >> > 5", ">" },
    { "SELECT id FROM op; SELECT 1", " SELECT 1" },
    { "SELECT percentil(latency, 5) FROM op", "percentil" },
  };
  g_autoptr (WeftQuery) query = ask_made (10, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *marked = NULL;
      WeftTextPlace place;

      g_assert_false (weft_query_prepare (query, cases[i].sql, NULL, &place, &error));
      g_assert_error (error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_SQL);
      marked = place.start != WEFT_QUERY_NO_PLACE
                 ? g_strndup (cases[i].sql + place.start, place.length)
                 : g_strdup ("");
      g_assert_cmpstr (marked, ==, cases[i].marked);
    }
  assert_answer (query, "SELECT 1; -- and no more", "1");
}

/* --- databases ---------------------------------------------------------------------------------- */

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

static void
check_database (WeftQuery *query, const char *path)
{
  g_autofree char *names = ask (query, "SELECT name FROM a.sqlite_schema ORDER BY rowid");
  g_auto (GStrv) tables = g_strsplit (names, "\n", -1);
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  for (guint i = 0; tables[i] != NULL; i++)
    {
      g_autofree char *sql =
        g_strdup_printf ("SELECT quote(x.rowid), x.* FROM \"%s\" x LIMIT 1", tables[i]);
      g_autofree char *count = g_strdup_printf ("SELECT count(*) FROM \"%s\"", tables[i]);
      g_autoptr (GString) rows = g_string_new (NULL);

      g_assert_cmpint (sqlite3_exec (db, sql, append_line, rows, NULL), ==, SQLITE_OK);
      g_string_truncate (rows, 0);
      g_assert_cmpint (sqlite3_exec (db, count, append_line, rows, NULL), ==, SQLITE_OK);
      assert_answer (query, count, rows->str);
    }
  sqlite3_close (db);
}

/* An ordinary database has the same rows. */
static void
test_export (void)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-query-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (WeftQuery) query = ask_sample (samples[i]);
      g_autofree char *path = g_strdup_printf ("%s/%u.db", folder, i);
      g_autoptr (GError) error = NULL;

      g_assert_true (weft_query_export (query, path, NULL, &error));
      g_assert_no_error (error);
      check_database (query, path);
      assert_refused (query, "CREATE TABLE t (x)", WEFT_QUERY_ERROR_DENIED);
      g_unlink (path);
    }
  g_rmdir (folder);
}

/* --- columns that are read by themselves ------------------------------------------------------------ */

static void
take_nothing (gsize n G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
}

static void
count_cell (const WeftCell *cell G_GNUC_UNUSED, gpointer n)
{
  *(gsize *) n += 1;
}

static void
count_numbers (const gint64 *numbers G_GNUC_UNUSED, const guint8 *gaps G_GNUC_UNUSED, guint more,
               gpointer n)
{
  *(gsize *) n += more;
}

static void
count_reals (const double *reals G_GNUC_UNUSED, const guint8 *gaps G_GNUC_UNUSED, guint more,
             gpointer n)
{
  *(gsize *) n += more;
}

static void
take_word (const char *text G_GNUC_UNUSED, gpointer n G_GNUC_UNUSED)
{
}

static void
count_words (const gint32 *words G_GNUC_UNUSED, guint more, gpointer n)
{
  *(gsize *) n += more;
}

static const WeftQueryTaker taker = { take_nothing, count_cell, count_numbers,
                                      count_reals,  take_word,  count_words };

/* Whoever no longer wants a column is told so, whatever its table is made of. */
static void
test_blocks_cancel (void)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  g_cancellable_cancel (cancelled);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (WeftTrace) sample = load_sample (samples[i]);
      const WeftQueryOptions options = { NULL };
      g_autoptr (WeftQueryTrace) trace = weft_query_trace_new (sample, NULL, &options, NULL);

      for (guint k = 0; k < weft_query_trace_get_n_tables (trace); k++)
        {
          const WeftQueryTable *table = weft_query_trace_get_table (trace, k);
          g_autoptr (GPtrArray) columns = weft_query_table_list_columns (table);
          g_autoptr (GError) error = NULL;
          gboolean is_slow;
          gsize n = 0;

          g_test_message ("%s", table->name);
          g_assert_false (weft_query_column_read (
            trace, table->name, weft_query_table_get_name (table, columns->pdata[0]), &taker, &n,
            &is_slow, cancelled, &error));
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
        }
    }
}

/* Numbers, flags and texts that rows share are read many rows at a time, not cell by cell. */
static void
test_blocks (void)
{
  static const struct
  {
    const char *sample, *table, *columns;
  } reads[] = {
    { "live-two-chips.weftlive", "record",
      "record stream chip process host kind program start_ns end_ns length_ns lost runtime_id "
      "subdevice "
      "start_ticks end_ticks epoch reversed no_end bad_clock sources" },
    { "noc-eight-cores.json", "event", "type noc bytes read write multicast line" },
    { "kanata-core.log", "op", "fetch gid tid retired" },
    { "saturnis-bus.jsonl", "access", "seq addr" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (reads); i++)
    {
      g_autoptr (WeftTrace) sample = load_sample (reads[i].sample);
      const WeftQueryOptions options = { NULL };
      g_autoptr (WeftQueryTrace) trace = weft_query_trace_new (sample, NULL, &options, NULL);
      g_auto (GStrv) columns = g_strsplit (reads[i].columns, " ", -1);

      for (guint k = 0; columns[k] != NULL; k++)
        {
          g_autoptr (GError) error = NULL;
          gboolean is_slow;
          gsize n = 0;

          weft_query_column_read (trace, reads[i].table, columns[k], &taker, &n, &is_slow, NULL,
                                  &error);
          g_assert_no_error (error);
          g_assert_cmpuint (n, >, 0);
          g_test_message ("%s.%s", reads[i].table, columns[k]);
          g_assert_false (is_slow);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query/tables", test_tables);
  g_test_add_func ("/query/ops", test_ops);
  g_test_add_func ("/query/stalls", test_stalls);
  g_test_add_func ("/query/stages", test_stages);
  g_test_add_func ("/query/meta", test_meta);
  g_test_add_func ("/query/times", test_times);
  g_test_add_func ("/query/times-of-few", test_times_of_few);
  g_test_add_func ("/query/late-instants", test_late_instants);
  g_test_add_func ("/query/percentile", test_percentile);
  g_test_add_func ("/query/hist", test_hist);
  g_test_add_func ("/query/overlaps", test_overlaps);
  g_test_add_func ("/query/pc-symbol", test_pc_symbol);
  g_test_add_func ("/query/several", test_several);
  g_test_add_func ("/query/hostile", test_hostile);
  g_test_add_func ("/query/cancel", test_cancel);
  g_test_add_func ("/query/memory", test_memory);
  g_test_add_func ("/query/others", test_others);
  g_test_add_func ("/query/places", test_places);
  g_test_add_func ("/query/export", test_export);
  g_test_add_func ("/query/blocks", test_blocks);
  g_test_add_func ("/query/blocks-cancel", test_blocks_cancel);
  return g_test_run ();
}
