/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run-cli.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <signal.h>

static JsonNode *
parse (const char *text)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;

  json_parser_load_from_data (parser, text, -1, &error);
  g_assert_no_error (error);
  return json_node_copy (json_parser_get_root (parser));
}

/* --- formats ------------------------------------------------------------------------------------ */

#define SQL "SELECT id, label, 0.5 AS half, NULL AS missing FROM op WHERE id < 2"

static void
test_formats (void)
{
  g_autofree char *path = cli_sample ("kanata-core.log");
  g_auto (CliResult) table = cli_run ("query", path, SQL);
  g_auto (CliResult) csv = cli_run ("query", path, SQL, "--format", "csv");
  g_auto (CliResult) json = cli_run ("query", path, SQL, "--format", "json");
  g_auto (CliResult) lines = cli_run ("query", path, SQL, "--format=jsonl");
  g_auto (CliResult) other = cli_run ("query", path, SQL, "--format", "xml");
  g_auto (CliResult) far = cli_run ("query", path, "SELECT 1.5e-9 AS little, -2e300 AS much");

  g_assert_cmpstr (table.out, ==,
                   "id  label                         half  missing\n"
                   " 0  80000000: addi sp, sp, -48  0.5000  —\n"
                   " 1  80000004: lui s1, 0x80004   0.5000  —\n");
  g_assert_cmpstr (csv.out, ==,
                   "id,label,half,missing\n"
                   "0,\"80000000: addi sp, sp, -48\",0.5,\n"
                   "1,\"80000004: lui s1, 0x80004\",0.5,\n");
  g_assert_cmpstr (json.out, ==,
                   "[{\"id\":0,\"label\":\"80000000: addi sp, sp, -48\",\"half\":0.5,\"missing\":"
                   "null},{\"id\":1,\"label\":\"80000004: lui s1, 0x80004\",\"half\":0.5,"
                   "\"missing\":null}]\n");
  g_assert_cmpstr (lines.out, ==,
                   "{\"id\":0,\"label\":\"80000000: addi sp, sp, -48\",\"half\":0.5,\"missing\":"
                   "null}\n{\"id\":1,\"label\":\"80000004: lui s1, 0x80004\",\"half\":0.5,"
                   "\"missing\":null}\n");
  g_assert_cmpstr (far.out, ==,
                   "   little         much\n"
                   "1.500e-09  −2.000e+300\n");
  g_assert_cmpint (table.status, ==, 0);
  g_assert_cmpint (other.status, ==, 64);
}

static void
test_arguments (void)
{
  g_autofree char *path = cli_sample ("kanata-core.log");
  g_autofree char *sql = cli_write_file ("q.sql", "SELECT count(*)\nFROM b.op -- all\n;\n", -1);
  g_auto (CliResult) file = cli_run ("query", path, path, "--file", sql, "--format", "csv");
  g_auto (CliResult) nothing = cli_run ("query", path);
  g_auto (CliResult) missing = cli_run ("query", path, "--file", "/nowhere/q.sql");
  g_auto (CliResult) wrong = cli_run ("query", path, "SELECT idd FROM op");
  g_auto (CliResult) write = cli_run ("query", path, "CREATE TABLE t (x)");
  g_auto (CliResult) none = cli_run ("query", "/nowhere/a.log", "SELECT 1");

  g_assert_cmpstr (file.out, ==, "count(*)\n400\n");
  g_assert_cmpint (nothing.status, ==, 64);
  g_assert_cmpint (missing.status, ==, 64);
  g_assert_cmpint (wrong.status, ==, 64);
  g_assert_cmpstr (wrong.err, ==,
                   "weft-cli: no such column: idd\n  SELECT idd FROM op\n         ^^^\n");
  g_assert_cmpint (write.status, ==, 64);
  g_assert_nonnull (strstr (write.err, "A query reads"));
  g_assert_cmpint (none.status, ==, 2);
}

/* --- against what dumps say --------------------------------------------------------------------- */

static gint64
get_integer (JsonObject *object, const char *key)
{
  g_assert_true (json_object_has_member (object, key));
  return json_object_get_int_member (object, key);
}

/* A row of the query is what the line of the dump says. */
static void
check_op (JsonObject *row, const char *line)
{
  g_autoptr (JsonNode) node = parse (line);
  JsonObject *op = json_node_get_object (node);

  g_assert_cmpint (get_integer (row, "id"), ==, get_integer (op, "id"));
  g_assert_cmpint (get_integer (row, "gid"), ==, get_integer (op, "gid"));
  g_assert_cmpint (get_integer (row, "tid"), ==, get_integer (op, "tid"));
  g_assert_cmpint (get_integer (row, "fetch"), ==, get_integer (op, "fetched"));
  g_assert_cmpint (get_integer (row, "line"), ==, get_integer (op, "line"));
  g_assert_cmpstr (json_object_get_string_member (row, "state"), ==,
                   json_object_get_string_member (op, "state"));
  g_assert_cmpstr (json_object_get_string_member (row, "label"), ==,
                   json_object_get_string_member (op, "name"));
  if (json_object_get_null_member (row, "end"))
    g_assert_cmpstr (json_object_get_string_member (op, "state"), ==, "eof");
  else
    g_assert_cmpint (get_integer (row, "end"), ==, get_integer (op, "end"));
  if (json_object_get_null_member (row, "rid"))
    g_assert_cmpint (get_integer (op, "rid"), ==, -1);
  else
    g_assert_cmpint (get_integer (row, "rid"), ==, get_integer (op, "rid"));
}

static void
check_ops (const char *path)
{
  g_auto (CliResult) query =
    cli_run ("query", path, "SELECT * FROM op ORDER BY id", "--format", "json");
  g_auto (CliResult) dump = cli_run ("dump", path);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (dump.out), "\n", -1);
  g_autoptr (JsonNode) node = parse (query.out);
  JsonArray *rows = json_node_get_array (node);

  g_assert_cmpuint (json_array_get_length (rows), ==, g_strv_length (lines));
  for (guint i = 0; lines[i] != NULL; i++)
    check_op (json_array_get_object_element (rows, i), lines[i]);
}

static void
test_ops (void)
{
  g_autofree char *kanata = cli_sample ("kanata-core.log");
  g_autofree char *gem5 = cli_sample ("o3pipeview-core.out");

  check_ops (kanata);
  check_ops (gem5);
}

/* Of lines of a dump that are objects, those members that both have are the same. */
static void
check_same (const char *path, const char *table, const char *const *keys)
{
  g_autofree char *sql = g_strdup_printf ("SELECT * FROM \"%s\"", table);
  g_auto (CliResult) query = cli_run ("query", path, sql, "--format", "json");
  g_auto (CliResult) dump = cli_run ("dump", path);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (dump.out), "\n", -1);
  g_autoptr (JsonNode) node = parse (query.out);
  JsonArray *rows = json_node_get_array (node);

  g_assert_cmpuint (json_array_get_length (rows), >, 0);
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      g_autoptr (JsonNode) line = parse (lines[i]);
      JsonObject *row = json_array_get_object_element (rows, i);
      JsonObject *other = json_node_get_object (line);

      for (guint j = 0; keys[j] != NULL; j++)
        {
          JsonNode *a = json_object_get_member (row, keys[j]);
          JsonNode *b = json_object_get_member (other, keys[j]);

          g_assert_nonnull (a);
          if (b == NULL)
            g_assert_true (
              json_node_is_null (a)
              || (json_node_get_value_type (a) == G_TYPE_INT64 && json_node_get_int (a) == 0));
          else
            g_assert_true (json_node_equal (a, b));
        }
    }
}

static void
test_others (void)
{
  static const char *const accesses[] = {
    "seq", "master", "tick_first_attempt", "tick_complete", "size",
    "rw",  "kind",   "service_cycles",     "retries",       NULL
  };
  static const char *const events[] = { "type",  "start",         "end",  "engine", "phase",
                                        "bytes", "bytes_aligned", "macs", "line",   NULL };
  static const char *const records[] = { "stream",   "chip",   "kind",        "program",
                                         "start_ns", "end_ns", "start_ticks", NULL };
  g_autofree char *bus = cli_sample ("saturnis-bus.jsonl");
  g_autofree char *npu = cli_sample ("npu-two-layers.json");
  g_autofree char *live = cli_sample ("live-two-chips.weftlive");

  check_same (bus, "access", accesses);
  check_same (npu, "npu_event", events);
  check_same (live, "record", records);
}

/* The times are those of the clocks that were chosen, which the answer can say. */
static void
test_clocks (void)
{
  g_autofree char *path = cli_sample ("noc-eight-cores.json");
  const char *sql =
    "SELECT min(cycle) AS first, (SELECT value FROM meta WHERE key = 'offsets') AS offsets FROM "
    "event";
  g_auto (CliResult) plain = cli_run ("query", path, sql, "--format", "csv");
  g_auto (CliResult) later =
    cli_run ("query", path, sql, "--format", "csv", "--offset", "1=7", "--offset", "0=5000");
  g_auto (CliResult) wrong = cli_run ("query", path, sql, "--offset", "0=x");

  g_assert_cmpstr (plain.out, ==, "first,offsets\n0,\n");
  g_assert_cmpstr (later.out, ==, "first,offsets\n5000,\"1=7,0=5000\"\n");
  g_assert_cmpint (wrong.status, !=, 0);
  g_assert_nonnull (strstr (wrong.err, "0=x"));
}

/* The sample's ops end as its lines say. */
static void
test_sample (void)
{
  g_autofree char *path = cli_sample ("kanata-core.log");
  guint n_ops = cli_count_lines (path, "I\t", "");
  guint n_retired = cli_count_lines (path, "R\t", "\t0");
  guint n_flushed = cli_count_lines (path, "R\t", "\t1");
  g_autofree char *expected = g_strdup_printf ("state,n\neof,%u\nflush,%u\nretired,%u\n",
                                               n_ops - n_retired - n_flushed, n_flushed, n_retired);
  g_auto (CliResult) result = cli_run (
    "query", path, "SELECT state, count(*) AS n FROM op GROUP BY state", "--format", "csv");

  g_assert_cmpstr (result.out, ==, expected);
}

/* A real log, whose counts are known, where it is. */
static void
test_shared (void)
{
  g_autofree char *path = cli_shared ("kanata/izumi-sargantana-addi.kanata");
  g_auto (CliResult) result = { 0 };

  if (path == NULL)
    return;
  result = cli_run ("query", path, "SELECT state, count(*) AS n FROM op GROUP BY state", "--format",
                    "csv");
  g_assert_cmpstr (result.out, ==, "state,n\neof,24\nflush,71\nretired,293\n");
}

/* --- bounds ------------------------------------------------------------------------------------- */

#define ENDLESS \
  "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"

static void
test_timeout (void)
{
  g_autofree char *path = cli_sample ("kanata-core.log");
  g_auto (CliResult) result = cli_run ("query", path, ENDLESS, "--timeout", "0.2");
  g_auto (CliResult) wrong = cli_run ("query", path, ENDLESS, "--timeout", "-1");

  g_assert_cmpint (result.status, ==, 2);
  g_assert_cmpstr (result.err, ==, "weft-cli: The query was stopped after 0.2 s (--timeout).\n");
  g_assert_cmpint (wrong.status, ==, 64);
}

/* Once a row came, it is running. */
static void
test_interrupt (void)
{
  g_autofree char *path = cli_sample ("kanata-core.log");
  g_autoptr (GSubprocess) process = g_subprocess_new (
    G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, NULL, g_getenv ("WEFT_CLI"),
    "query", path,
    "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n", "--format",
    "csv", NULL);
  GInputStream *out = g_subprocess_get_stdout_pipe (process);
  char bytes[65536];
  gint64 begin;

  g_assert_cmpint (g_input_stream_read (out, bytes, sizeof bytes, NULL, NULL), >, 0);
  g_subprocess_send_signal (process, SIGINT);
  begin = g_get_monotonic_time ();
  while (g_input_stream_read (out, bytes, sizeof bytes, NULL, NULL) > 0)
    ;
  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  g_test_message ("it ended %.1f ms after Ctrl+C",
                  (double) (g_get_monotonic_time () - begin) / 1000);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 2);
}

/* --- databases and gates ------------------------------------------------------------------------ */

static void
test_export (void)
{
  g_autofree char *path = cli_sample ("kanata-core.log");
  g_autofree char *database = cli_write_file ("core.db", "before", -1);
  g_auto (CliResult) result = cli_run ("export", path, "--format", "sqlite", "-o", database);
  g_auto (CliResult) standard = cli_run ("export", path, "--format", "sqlite", "-o", "-");
  g_auto (CliResult) filtered =
    cli_run ("export", path, "--format", "sqlite", "-o", database, "--filter", "id < 5");
  g_autofree char *bytes = NULL;

  g_assert_cmpstr (result.err, ==, "");
  g_assert_cmpint (result.status, ==, 0);
  g_assert_true (g_file_get_contents (database, &bytes, NULL, NULL));
  g_assert_true (g_str_has_prefix (bytes, "SQLite format 3"));
  g_assert_cmpint (standard.status, ==, 2);
  g_assert_cmpint (filtered.status, ==, 64);
}

static void
test_assert (void)
{
  g_autofree char *path = cli_sample ("kanata-core.log");
  g_auto (CliResult) good = cli_run ("assert", path, "SELECT * FROM op WHERE latency > 100000");
  g_auto (CliResult) bad =
    cli_run ("assert", path, "SELECT id FROM op WHERE id < 12", "--message", "ops are late");
  g_auto (CliResult) wrong = cli_run ("assert", path, "SELECT nothing");

  g_assert_cmpint (good.status, ==, 0);
  g_assert_cmpstr (good.out, ==, "");
  g_assert_cmpint (bad.status, ==, 1);
  g_assert_cmpstr (bad.out, ==, "id\n 0\n 1\n 2\n 3\n 4\n 5\n 6\n 7\n 8\n 9\n");
  g_assert_cmpstr (bad.err, ==, "weft-cli: ops are late: there are 12 rows that should not be\n");
  g_assert_cmpint (wrong.status, ==, 64);
}

/* --- gates between two traces ------------------------------------------------------------------- */

static double
get_stat (const char *path, const char *key)
{
  g_auto (CliResult) stats = cli_run ("stats", path, "--json");
  g_autoptr (JsonNode) node = parse (stats.out);

  return json_object_get_double_member (json_node_get_object (node), key);
}

static JsonObject *
find_metric (JsonNode *node, const char *name)
{
  JsonArray *metrics = json_object_get_array_member (json_node_get_object (node), "metrics");

  for (guint i = 0; i < json_array_get_length (metrics); i++)
    {
      JsonObject *metric = json_array_get_object_element (metrics, i);

      if (g_str_equal (json_object_get_string_member (metric, "metric"), name))
        return metric;
    }
  g_assert_not_reached ();
}

/* The metrics are those of the statistics, and the conditions what they say of the change. */
static void
test_gate (void)
{
  g_autofree char *a = cli_sample ("kanata-core.log");
  g_autofree char *b = cli_sample ("o3pipeview-core.out");
  g_auto (CliResult) result = cli_run ("compare", a, b, "--fail-on", "ipc > -100%", "--fail-on",
                                       "ops < -1000", "--format", "json");
  g_autoptr (JsonNode) node = parse (result.out);
  JsonObject *ipc = find_metric (node, "ipc");
  JsonArray *conditions = json_object_get_array_member (json_node_get_object (node), "conditions");

  g_assert_cmpint (result.status, ==, 1);
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (ipc, "a"), get_stat (a, "ipc"),
                                  1e-12);
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (ipc, "b"), get_stat (b, "ipc"),
                                  1e-12);
  g_assert_true (
    json_object_get_boolean_member (json_array_get_object_element (conditions, 0), "fails"));
  g_assert_false (
    json_object_get_boolean_member (json_array_get_object_element (conditions, 1), "fails"));
  g_assert_nonnull (strstr (result.err, "fails on “ipc > -100%”: ipc: "));
}

static void
test_gate_formats (void)
{
  g_autofree char *path = cli_sample ("kanata-core.log");
  g_auto (CliResult) junit =
    cli_run ("compare", path, path, "--fail-on", "ipc < -1%", "--format", "junit");
  g_auto (CliResult) markdown =
    cli_run ("compare", path, path, "--fail-on", "ops > -1", "--format", "markdown");
  g_auto (CliResult) html =
    cli_run ("compare", path, path, "--fail-on", "ops > -1", "--format", "html");
  g_auto (CliResult) text = cli_run ("compare", path, path, "--fail-on", "ops > 0");
  g_auto (CliResult) unknown = cli_run ("compare", path, path, "--fail-on", "speed < 0");
  g_auto (CliResult) broken = cli_run ("compare", path, path, "--fail-on", "ipc < 5 %%");
  g_auto (CliResult) alone = cli_run ("compare", path, path, "--format", "junit");

  g_assert_cmpint (junit.status, ==, 0);
  g_assert_cmpstr (junit.out, ==,
                   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                   "<testsuite name=\"weft-cli compare\" tests=\"1\" failures=\"0\">\n"
                   "  <testcase classname=\"weft-cli compare\" name=\"ipc &lt; -1%\"/>\n"
                   "</testsuite>\n");
  g_assert_cmpint (markdown.status, ==, 1);
  g_assert_nonnull (strstr (markdown.out, "| ✗ `ops` | 400 | 400 | 0.000 % |\n"));
  g_assert_cmpint (html.status, ==, 1);
  g_assert_nonnull (strstr (html.out, "<p>✗ ops &gt; -1 — ops: 400 → 400, 0.000 %</p>"));
  g_assert_nonnull (strstr (html.out, "<td class=\"text\">ops</td><td data-v=\"400\">400</td>"));
  g_assert_cmpint (text.status, ==, 0);
  g_assert_cmpint (unknown.status, ==, 64);
  g_assert_nonnull (strstr (unknown.err, "The metrics are: ops, retired, "));
  g_assert_cmpint (broken.status, ==, 64);
  g_assert_cmpint (alone.status, ==, 64);
}

/* Every metric of every family is there for a sample. */
static void
test_gate_families (void)
{
  static const char *const files[][2] = {
    { "kanata-core.log", "ipc < 0" },
    { "noc-eight-cores.json", "link_peak > 0" },
    { "npu-two-layers.json", "dram_bytes > 0" },
    { "timeline-three-steps.json", "slices < 0" },
    { "saturnis-bus.jsonl", "wait_rate > 0" },
    { "live-two-chips.weftlive", "lost > 0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = cli_sample (files[i][0]);
      g_auto (CliResult) result =
        cli_run ("compare", path, path, "--fail-on", files[i][1], "--format", "json");
      g_autoptr (JsonNode) node = parse (result.out);
      JsonArray *metrics = json_object_get_array_member (json_node_get_object (node), "metrics");

      g_assert_cmpint (result.status, ==, 0);
      g_assert_cmpuint (json_array_get_length (metrics), >, 3);
      for (guint j = 0; j < json_array_get_length (metrics); j++)
        g_assert_false (
          json_object_get_null_member (json_array_get_object_element (metrics, j), "a"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-query/formats", test_formats);
  g_test_add_func ("/cli-query/arguments", test_arguments);
  g_test_add_func ("/cli-query/ops", test_ops);
  g_test_add_func ("/cli-query/others", test_others);
  g_test_add_func ("/cli-query/clocks", test_clocks);
  g_test_add_func ("/cli-query/sample", test_sample);
  g_test_add_func ("/cli-query/shared", test_shared);
  g_test_add_func ("/cli-query/timeout", test_timeout);
  g_test_add_func ("/cli-query/interrupt", test_interrupt);
  g_test_add_func ("/cli-query/export", test_export);
  g_test_add_func ("/cli-query/assert", test_assert);
  g_test_add_func ("/cli-query/gate", test_gate);
  g_test_add_func ("/cli-query/gate/formats", test_gate_formats);
  g_test_add_func ("/cli-query/gate/families", test_gate_families);
  return g_test_run ();
}
