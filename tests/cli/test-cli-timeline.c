/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run-cli.h"

#include <json-glib/json-glib.h>

/* Something of all that the format has: threads, a stream, asynchronous and unfinished slices, instants,
 * counters, flows, labels, colours, texts with everything in them. */
static const char everything[] =
  "{\"schemaVersion\":1,\"baseTimeNanoseconds\":1000,\"distributedInfo\":{\"rank\":3},"
  "\"traceEvents\":["
  "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":100,\"args\":{\"name\":\"python\"}},\n"
  "{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":0,\"args\":{\"labels\":\"GPU 0\"}},\n"
  "{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":0,\"args\":{\"sort_index\":-5}},\n"
  "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":0,\"tid\":7,\"args\":{\"name\":\"stream 7\"}},\n"
  "{\"ph\":\"X\",\"name\":\"step\",\"cat\":\"cpu_op\",\"pid\":100,\"tid\":100,\"ts\":"
  "1712195495506161.201,"
  "\"dur\":100.5,\"cname\":\"good\",\"args\":{\"a\":[1,2.5,true,null,\"q\\\"\\u00e9\"],\"b\":{"
  "\"c\":-1}}},\n"
  "{\"ph\":\"X\",\"name\":\"cudaLaunchKernel\",\"cat\":\"cuda_runtime\",\"pid\":100,\"tid\":100,"
  "\"ts\":1712195495506171.201,\"dur\":5,\"args\":{\"correlation\":8}},\n"
  "{\"ph\":\"B\",\"name\":\"half\",\"pid\":100,\"tid\":101,\"ts\":1712195495506180,\"args\":{\"x\":"
  "1}},\n"
  "{\"ph\":\"E\",\"pid\":100,\"tid\":101,\"ts\":1712195495506190,\"args\":{\"y\":2}},\n"
  "{\"ph\":\"B\",\"name\":\"never\",\"pid\":100,\"tid\":\"worker\",\"ts\":1712195495506180},\n"
  "{\"ph\":\"X\",\"name\":\"gemm\",\"cat\":\"kernel\",\"pid\":0,\"tid\":7,\"ts\":1712195495506191."
  "201,"
  "\"dur\":20,\"args\":{\"correlation\":8,\"stream\":7}},\n"
  "{\"ph\":\"X\",\"name\":\"copy\",\"cat\":\"gpu_memcpy\",\"pid\":0,\"tid\":7,\"ts\":"
  "1712195495506221.201,"
  "\"dur\":0,\"args\":{\"bytes\":64}},\n"
  "{\"ph\":\"s\",\"cat\":\"ac2g\",\"name\":\"ac2g\",\"id\":8,\"pid\":100,\"tid\":100,"
  "\"ts\":1712195495506171.201},\n"
  "{\"ph\":\"f\",\"cat\":\"ac2g\",\"name\":\"ac2g\",\"id\":8,\"bp\":\"e\",\"pid\":0,\"tid\":7,"
  "\"ts\":1712195495506191.201},\n"
  "{\"ph\":\"b\",\"cat\":\"net\",\"name\":\"get\",\"id\":1,\"pid\":100,\"ts\":1712195495506170},\n"
  "{\"ph\":\"n\",\"cat\":\"net\",\"name\":\"byte\",\"id\":1,\"pid\":100,\"ts\":1712195495506175},\n"
  "{\"ph\":\"e\",\"cat\":\"net\",\"name\":\"get\",\"id\":1,\"pid\":100,\"ts\":1712195495506199},\n"
  "{\"ph\":\"i\",\"name\":\"mark\",\"s\":\"t\",\"pid\":100,\"tid\":100,\"ts\":1712195495506172},\n"
  "{\"ph\":\"i\",\"name\":\"all\",\"s\":\"g\",\"pid\":\"\",\"tid\":\"\",\"ts\":1712195495506173},\n"
  "{\"ph\":\"C\",\"name\":\"load\",\"pid\":100,\"ts\":1712195495506170,\"args\":{\"a\":1,\"b\":0."
  "25}},\n"
  "{\"ph\":\"C\",\"name\":\"load\",\"pid\":100,\"ts\":1712195495506180,\"args\":{\"a\":3,\"b\":0.5}"
  "},\n"
  "{\"ph\":\"X\",\"name\":\"no time\",\"pid\":100,\"tid\":100,\"dur\":5}\n"
  "]}";

static JsonNode *
parse (const char *text, JsonParser **parser)
{
  g_autoptr (GError) error = NULL;

  *parser = json_parser_new ();
  json_parser_load_from_data (*parser, text, -1, &error);
  g_assert_no_error (error);
  return json_parser_get_root (*parser);
}

/* --- reading back ------------------------------------------------------------------------------------- */

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* The `dump` without lines of the file, in an order of its own: (transfer full). */
static char *
dump (const char *path)
{
  g_auto (CliResult) result = cli_run ("dump", path);
  g_autoptr (GRegex) line = g_regex_new (",\"(from_|to_)?line\":[0-9]+", 0, 0, NULL);
  g_autofree char *text = g_regex_replace (line, result.out, -1, 0, "", 0, NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  g_assert_cmpint (result.status, ==, 0);
  qsort (lines, g_strv_length (lines), sizeof *lines, compare_lines);
  return g_strjoinv ("\n", lines);
}

static void
test_again (void)
{
  g_autofree char *path = cli_write_file ("everything.json", everything, -1);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *copy = g_build_filename (folder, "copy.json", NULL);
  g_auto (CliResult) written = cli_run ("export", path, "--format", "chrome", "-o", copy);
  g_autofree char *before = dump (path), *after = dump (copy), *text = NULL;

  g_assert_cmpint (written.status, ==, 0);
  g_assert_cmpstr (before, ==, after);
  g_assert_nonnull (strstr (before, "\"start\":1712195495506161201,\"end\":1712195495506261701"));
  g_assert_nonnull (
    strstr (before, "\"kind\":\"flow\",\"name\":\"ac2g\",\"from\":\"cudaLaunchKernel\""));
  g_assert_nonnull (strstr (before, "\"name\":\"never\""));
  g_assert_nonnull (strstr (before, "\"rank\":3"));

  /* Members that Weft has no words for are there as well. */
  g_assert_true (g_file_get_contents (copy, &text, NULL, NULL));
  g_assert_nonnull (
    strstr (text, "\"args\":{\"a\":[1,2.5,true,null,\"q\\\"é\"],\"b\":{\"c\":-1}}"));
  g_assert_nonnull (strstr (text, "\"args\":{\"x\":1,\"y\":2}"));
  g_assert_nonnull (strstr (text, "\"distributedInfo\":{\"rank\":3}"));
  g_assert_nonnull (strstr (text, "\"ts\":1712195495506161.201,\"dur\":100.5"));
}

/* A part is what a filter and a range let through. */
static void
test_part (void)
{
  g_autofree char *path = cli_write_file ("everything.json", everything, -1);
  g_auto (CliResult) kernels = cli_run ("dump", "--filter", "category == \"kernel\"", path);
  g_auto (CliResult) range = cli_run ("dump", "--range", ":1712195495506171201", path);
  g_auto (CliResult) part =
    cli_run ("export", path, "--format", "chrome", "-o", "-", "--filter", "category == \"kernel\"");
  g_auto (GStrv) lines = g_strsplit (range.out, "\n", -1);

  g_assert_true (g_str_has_prefix (kernels.out, "{\"kind\":\"slice\",\"name\":\"gemm\""));
  g_assert_cmpuint (g_strrstr (kernels.out, "{") - kernels.out, ==, 0);
  g_assert_cmpuint (g_strv_length (lines) - 1, ==, 4); /* step, get, and the counter's two values */
  g_assert_nonnull (strstr (part.out, "gemm"));
  g_assert_null (strstr (part.out, "\"ph\":\"C\""));
  g_assert_null (strstr (part.out, "cudaLaunchKernel"));
}

/* --- figures ------------------------------------------------------------------------------------------ */

static JsonObject *
find_row (JsonArray *rows, const char *key, const char *name)
{
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);

      if (g_strcmp0 (json_object_get_string_member (row, key), name) == 0)
        return row;
    }
  g_error ("no %s “%s”", key, name);
}

static void
test_stats (void)
{
  g_autofree char *path = cli_write_file ("everything.json", everything, -1);
  g_auto (CliResult) result = cli_run ("stats", "--json", path);
  g_auto (CliResult) stacks = cli_run ("stats", "--json", "--by", "stack", path);
  g_auto (CliResult) csv = cli_run ("stats", "--csv", "--by", "counter", path);
  g_auto (CliResult) words = cli_run ("stats", path);
  g_autoptr (JsonParser) parser = NULL, stack_parser = NULL;
  JsonObject *root = json_node_get_object (parse (result.out, &parser)), *row;
  JsonArray *list = json_node_get_array (parse (stacks.out, &stack_parser));

  g_assert_cmpint (json_object_get_int_member (root, "slices"), ==, 7);
  g_assert_cmpint (json_object_get_int_member (root, "instant_count"), ==, 3);
  g_assert_cmpint (json_object_get_int_member (root, "flows"), ==, 1);
  row = find_row (json_object_get_array_member (root, "names"), "name", "step");
  g_assert_cmpint (json_object_get_int_member (row, "total_ns"), ==, 100500);
  g_assert_cmpint (json_object_get_int_member (row, "self_ns"), ==, 95500);
  row = json_array_get_object_element (json_object_get_array_member (root, "devices"), 0);
  g_assert_cmpstr (json_object_get_string_member (row, "device"), ==, "Process 0 (GPU 0)");
  g_assert_cmpint (json_object_get_int_member (row, "launch_p50_ns"), ==, 20000);
  g_assert_cmpint (json_object_get_int_member (row, "copy_bytes"), ==, 64);
  row = find_row (list, "stack", "step;cudaLaunchKernel");
  g_assert_cmpint (json_object_get_int_member (row, "depth"), ==, 1);
  g_assert_true (g_str_has_prefix (csv.out, "counter,process,values,min,mean,max,last\n"));
  g_assert_nonnull (strstr (csv.out, "load · b,python 100,2,0.25,"));
  g_assert_nonnull (strstr (words.out, "100.5 µs"));
}

/* `info` says what there is, what it comes to, and what was odd. */
static void
test_info (void)
{
  g_autofree char *path = cli_write_file ("everything.json", everything, -1);
  g_autofree char *cut = cli_write_file ("cut.json", everything, 1200);
  g_auto (CliResult) result = cli_run ("info", "--json", path);
  g_auto (CliResult) words = cli_run ("info", path);
  g_auto (CliResult) part = cli_run ("info", cut);
  g_auto (CliResult) check = cli_run ("check", path);
  g_autoptr (JsonParser) parser = NULL;
  JsonObject *root = json_node_get_object (parse (result.out, &parser));
  JsonArray *findings = json_object_get_array_member (root, "findings");

  g_assert_cmpstr (json_object_get_string_member (root, "kind"), ==, "timeline");
  g_assert_cmpint (json_object_get_int_member (root, "events"), ==, 11);
  g_assert_cmpint (json_object_get_int_member (root, "counter_values"), ==, 4);
  g_assert_cmpint (json_object_get_int_member (root, "flows"), ==, 1);
  g_assert_cmpuint (json_array_get_length (findings), >, 0);
  g_assert_nonnull (strstr (words.out, "Process 0 (GPU 0)"));
  g_assert_nonnull (strstr (words.out, "\nFindings\n"));
  g_assert_null (strstr (words.out, "So far"));
  g_assert_cmpint (part.status, ==, 2);
  g_assert_nonnull (strstr (part.out, "So far"));
  g_assert_cmpint (check.status, ==, 1);
  g_assert_nonnull (strstr (check.out, "Expected “ts” here"));
}

static void
test_compare (void)
{
  g_autofree char *a = cli_write_file (
    "a.json", "[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":20,\"name\":\"gemm\"}]", -1);
  g_autofree char *b = cli_write_file (
    "b.json", "[{\"ph\":\"X\",\"pid\":2,\"tid\":2,\"ts\":7,\"dur\":30,\"name\":\"gemm\"}]", -1);
  g_auto (CliResult) same = cli_run ("compare", a, a);
  g_auto (CliResult) other = cli_run ("compare", a, b);
  g_auto (CliResult) near = cli_run ("compare", "--tolerance", "60", a, b);
  g_auto (CliResult) json = cli_run ("compare", "--json", a, b);
  g_auto (CliResult) csv = cli_run ("compare", "--csv", a, b);
  g_autoptr (JsonParser) parser = NULL;
  JsonObject *root = json_node_get_object (parse (json.out, &parser)), *row;

  g_assert_cmpint (same.status, ==, 0);
  g_assert_cmpint (other.status, ==, 1);
  g_assert_nonnull (
    strstr (other.out,
            "“b.json” takes 10 µs longer than “a.json” (50.0\302\240%); self time differs most in "
            "gemm (+10 µs)."));
  g_assert_nonnull (strstr (near.out, "“b.json” differs from “a.json” in no number."));
  row = find_row (json_object_get_array_member (root, "rows"), "name", "gemm");
  g_assert_cmpint (json_object_get_int_member (row, "delta"), ==, 10000);
  g_assert_nonnull (json_object_get_string_member (root, "conclusion"));
  g_assert_true (g_str_has_prefix (csv.out, "group,name,what,"));
}

/* --- pictures ----------------------------------------------------------------------------------------- */

static void
test_pictures (void)
{
  static const char *const views[] = { "tracks", "flame", "gantt" };
  g_autofree char *path = cli_write_file ("everything.json", everything, -1);
  g_autofree char *folder = g_path_get_dirname (path);
  g_auto (CliResult) unknown = cli_run ("render", path, "--view", "roofline", "-o", "x.svg");
  g_auto (CliResult) page = cli_run ("export", path, "--format", "html", "-o", "-");

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autofree char *name = g_strconcat (views[i], ".svg", NULL);
      g_autofree char *out = g_build_filename (folder, name, NULL), *text = NULL;
      g_auto (CliResult) result =
        cli_run ("render", path, "--view", views[i], "--color", "category", "-o", out);
      gsize length;

      g_assert_cmpint (result.status, ==, 0);
      g_assert_true (g_file_get_contents (out, &text, &length, NULL));
      g_assert_cmpuint (length, >, 2000);
    }
  g_assert_cmpint (unknown.status, ==, 64);
  g_assert_nonnull (strstr (unknown.err, "tracks, flame, gantt"));
  g_assert_cmpint (page.status, ==, 0);
  g_assert_nonnull (strstr (page.out, "<h2>Slices by name</h2>"));
  g_assert_nonnull (strstr (page.out, "data:image/svg+xml;base64,"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-timeline/again", test_again);
  g_test_add_func ("/cli-timeline/part", test_part);
  g_test_add_func ("/cli-timeline/stats", test_stats);
  g_test_add_func ("/cli-timeline/info", test_info);
  g_test_add_func ("/cli-timeline/compare", test_compare);
  g_test_add_func ("/cli-timeline/pictures", test_pictures);
  return g_test_run ();
}
