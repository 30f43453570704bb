/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <json-glib/json-glib.h>
#include <math.h>

#include "run-cli.h"

/* The comparison of a bus trace with the model of the arbiter: its parts add up, and text and JSON say the same.
 * Whether the model itself is right is asked by reference_bus.py. */

static JsonObject *
parse (JsonParser *parser, const char *text)
{
  g_autoptr (GError) error = NULL;

  json_parser_load_from_data (parser, text, -1, &error);
  g_assert_no_error (error);
  return json_node_get_object (json_parser_get_root (parser));
}

static gint64
sum_members (JsonObject *object)
{
  g_autoptr (GList) values = json_object_get_values (object);
  gint64 sum = 0;

  for (GList *value = values; value != NULL; value = value->next)
    sum += json_node_get_int (value->data);
  return sum;
}

/* Records of the worst: by rank, each at least as far off as the next, and each in the trace. */
static void
check_tops (JsonArray *tops, const char *key, gint64 n_records)
{
  gint64 before = G_MAXINT64;

  g_assert_cmpuint (json_array_get_length (tops), >, 3);
  for (guint i = 0; i < json_array_get_length (tops); i++)
    {
      JsonObject *top = json_array_get_object_element (tops, i);
      gint64 off = ABS (json_object_get_int_member (top, key));

      g_assert_cmpint (json_object_get_int_member (top, "rank"), ==, i + 1);
      g_assert_cmpint (json_object_get_int_member (top, "seq"), <, n_records);
      g_assert_cmpint (off, <=, before);
      before = off;
    }
}

static void
test_model (void)
{
  g_autofree char *path = cli_sample ("saturnis-bus.jsonl");
  g_auto (CliResult) result = cli_run ("stats", "--model", "--json", path);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *root = parse (parser, result.out), *model, *parts;
  g_autoptr (GList) names = NULL;
  gint64 n, n_mismatches, n_of_parts = 0, n_records = 0;

  g_assert_cmpint (result.status, ==, 0);
  model = json_object_get_object_member (root, "model_comparison");
  n = json_object_get_int_member (root, "total_events");
  g_assert_cmpint (n, ==, cli_count_lines (path, "{", "}"));
  n_mismatches = json_object_get_int_member (model, "hypothesis_mismatch_count");
  g_assert_cmpint (n_mismatches, >, 0);
  g_assert_cmpint (json_object_get_int_member (model, "hypothesis_agreement_count") + n_mismatches,
                   ==, n);
  g_assert_cmpint (sum_members (json_object_get_object_member (root, "delta_histogram")), ==, n);
  g_assert_cmpint (
    sum_members (json_object_get_object_member (model, "hypothesis_mismatch_by_master")), ==,
    n_mismatches);
  g_assert_cmpint (
    sum_members (json_object_get_object_member (model, "hypothesis_mismatch_by_region")), ==,
    n_mismatches);
  g_assert_cmpint (
    sum_members (json_object_get_object_member (model, "hypothesis_mismatch_by_size")), ==,
    n_mismatches);
  parts = json_object_get_object_member (model, "hypothesis_mismatch_by_master_region_access_kind");
  names = json_object_get_members (parts);
  for (GList *name = names; name != NULL; name = name->next)
    {
      JsonObject *part = json_object_get_object_member (parts, name->data);

      n_of_parts += json_object_get_int_member (part, "mismatch_count");
      n_records += json_object_get_int_member (part, "sample_size");
    }
  g_assert_cmpint (n_of_parts, ==, n_mismatches);
  g_assert_cmpint (n_records, ==, n);
  g_assert_cmpfloat_with_epsilon (
    json_object_get_double_member (model, "mean_model_predicted_total"),
    json_object_get_double_member (model, "mean_model_predicted_service")
      + json_object_get_double_member (model, "mean_model_predicted_wait"),
    1e-5);
  g_assert_cmpfloat_with_epsilon (
    json_object_get_double_member (model, "drift_rate_total_per_record"),
    (double) json_object_get_int_member (model, "final_cumulative_drift_total") / (double) n, 1e-5);
  check_tops (json_object_get_array_member (model, "top_cumulative_drifts"),
              "cumulative_drift_total", n);
  check_tops (json_object_get_array_member (model, "top_model_vs_trace_wait_deltas"),
              "model_vs_trace_wait_delta", n);
}

/* The text has the same counts; without --model there is none of it. */
static void
test_text (void)
{
  g_autofree char *path = cli_sample ("saturnis-bus.jsonl");
  g_auto (CliResult) json = cli_run ("stats", "--model", "--json", path);
  g_auto (CliResult) text = cli_run ("stats", "--model", path);
  g_auto (CliResult) plain = cli_run ("stats", path);
  g_auto (CliResult) plain_json = cli_run ("stats", "--json", path);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *model = json_object_get_object_member (parse (parser, json.out), "model_comparison");
  g_autofree char *waits =
    g_strdup_printf ("waits equal %d, differ %d\n",
                     (int) json_object_get_int_member (model, "hypothesis_agreement_count"),
                     (int) json_object_get_int_member (model, "hypothesis_mismatch_count"));
  g_autofree char *drift =
    g_strdup_printf ("%d cycles at the end",
                     (int) json_object_get_int_member (model, "final_cumulative_drift_total"));

  g_assert_nonnull (strstr (text.out, waits));
  g_assert_nonnull (strstr (text.out, drift));
  g_assert_null (strstr (plain.out, "waits equal"));
  g_assert_null (strstr (plain_json.out, "model_comparison"));
}

/* A trace differs from one in which an access waited longer, in the rows that this access is in, and not from itself,
 * however it is written. */
static void
test_compare (void)
{
  g_autofree char *path = cli_sample ("saturnis-bus.jsonl"), *text = NULL, *other = NULL;
  g_autofree char *packed = cli_sample ("saturnis-bus.btr1");
  g_auto (GStrv) parts = NULL;
  g_auto (CliResult) same = cli_run ("compare", path, packed);
  g_auto (CliResult) words = { 0 }, json = { 0 };
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *root, *all;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  parts = g_strsplit (text, "\"tick_complete\":300000011,", -1);
  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  g_free (text);
  text = g_strjoinv ("\"tick_complete\":300000015,", parts);
  other = cli_write_file ("later.jsonl", text, -1);
  words = cli_run ("compare", path, other);
  json = cli_run ("compare", "--json", path, other);
  g_assert_cmpint (same.status, ==, 0);
  g_assert_nonnull (strstr (same.out, "0 of 30 rows, by more than 0 %"));
  g_assert_cmpint (words.status, ==, 1);
  root = parse (parser, json.out);
  g_assert_cmpint (json_object_get_int_member (root, "different"), ==, 6);
  all = json_array_get_object_element (json_object_get_array_member (root, "buckets"), 0);
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (all, "b_wait_rate")
                                    - json_object_get_double_member (all, "a_wait_rate"),
                                  1.0 / cli_count_lines (path, "{", "}"), 1e-9);
}

/* Queries that ask for the model have its verdicts, access by access. */
static void
test_query (void)
{
  g_autofree char *path = cli_sample ("saturnis-bus.jsonl");
  g_auto (CliResult) json = cli_run ("stats", "--model", "--json", path);
  g_auto (CliResult) result = cli_run (
    "query", path, "SELECT sum(known_gap) AS gaps, sum(wait_delta = 0) AS equal FROM access",
    "--format", "csv");
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *model = json_object_get_object_member (parse (parser, json.out), "model_comparison");
  g_autofree char *expected = g_strdup_printf (
    "gaps,equal\n%d,%d\n", (int) json_object_get_int_member (model, "known_gap_count"),
    (int) json_object_get_int_member (model, "hypothesis_agreement_count"));

  g_assert_cmpstr (result.out, ==, expected);
}

/* Accesses that a time touches, as a query has them. */
static void
test_range (void)
{
  g_autofree char *path = cli_sample ("saturnis-bus.jsonl");
  g_auto (CliResult) dump = cli_run ("dump", "--range=300000012:300000040", path);
  g_auto (CliResult) query = cli_run ("query", path,
                                      "SELECT seq FROM access WHERE overlaps(tick_first_attempt, "
                                      "tick_complete, 300000012, 300000040)",
                                      "--format", "jsonl");
  g_auto (GStrv) lines = g_strsplit (dump.out, "\n", -1);
  g_auto (GStrv) rows = g_strsplit (query.out, "\n", -1);

  g_assert_cmpuint (g_strv_length (lines), ==, g_strv_length (rows));
  g_assert_cmpuint (g_strv_length (lines), >, 5);
  for (guint i = 0; *lines[i] != '\0'; i++)
    {
      g_autoptr (JsonParser) line = json_parser_new (), row = json_parser_new ();

      g_assert_cmpint (json_object_get_int_member (parse (line, lines[i]), "seq"), ==,
                       json_object_get_int_member (parse (row, rows[i]), "seq"));
    }
}

/* Each access is a slice, the first and the last too. */
static void
test_export (void)
{
  g_autofree char *path = cli_sample ("saturnis-bus.jsonl");
  g_auto (CliResult) result = cli_run ("export", "--format=chrome", "-o", "-", path);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonArray *events = json_object_get_array_member (parse (parser, result.out), "traceEvents");
  g_autoptr (GHashTable) seqs = g_hash_table_new (NULL, NULL);
  guint n = cli_count_lines (path, "{", "}");

  for (guint i = 0; i < json_array_get_length (events); i++)
    {
      JsonObject *event = json_array_get_object_element (events, i), *args;

      if (!g_str_equal (json_object_get_string_member_with_default (event, "ph", ""), "X"))
        continue;
      args = json_object_has_member (event, "args") ? json_object_get_object_member (event, "args")
                                                    : NULL;
      if (args != NULL && json_object_has_member (args, "seq"))
        g_hash_table_add (seqs, GINT_TO_POINTER (json_object_get_int_member (args, "seq") + 1));
    }
  g_assert_cmpuint (g_hash_table_size (seqs), ==, n);
  for (guint seq = 0; seq < n; seq++)
    g_assert_true (g_hash_table_contains (seqs, GUINT_TO_POINTER (seq + 1)));
}

/* Accesses of ten ticks each, of which `n` waited for `wait` of them. */
static char *
write_waits (guint n, guint wait)
{
  g_autoptr (GString) log = g_string_new (NULL);

  for (guint i = 0; i < 64; i++)
    {
      const guint waited = i < n ? wait : 0;

      g_string_append_printf (log,
                              "{\"seq\":%u,\"master\":\"DMA\",\"tick_first_attempt\":%u,"
                              "\"tick_complete\":%u,\"addr\":\"0x06000000\",\"size\":4,"
                              "\"rw\":\"R\",\"kind\":\"read\",\"service_cycles\":5,"
                              "\"retries\":%u}\n",
                              i, i * 10, i * 10 + 5 + waited, waited);
    }
  return cli_write_file ("waits.jsonl", log->str, (gssize) log->len);
}

/* A part of the time with at least twice as much waiting as it would have if that were even is told of. */
static void
test_window (void)
{
  g_autofree char *even = write_waits (33, 2);
  g_auto (CliResult) more = cli_run ("info", even);
  g_autofree char *twice = write_waits (32, 2);
  g_auto (CliResult) told = cli_run ("info", twice);

  g_assert_null (strstr (more.out, "Most waiting is in cycles"));
  g_assert_nonnull (strstr (told.out, "Most waiting is in cycles 0 to 9: 2 cycles"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-bus/model", test_model);
  g_test_add_func ("/cli-bus/text", test_text);
  g_test_add_func ("/cli-bus/compare", test_compare);
  g_test_add_func ("/cli-bus/query", test_query);
  g_test_add_func ("/cli-bus/range", test_range);
  g_test_add_func ("/cli-bus/export", test_export);
  g_test_add_func ("/cli-bus/window", test_window);
  return g_test_run ();
}
