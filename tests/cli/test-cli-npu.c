/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <json-glib/json-glib.h>

#include "run-cli.h"

/* The output for NPU runs that scripts and other viewers rely on. */

static JsonObject *
parse (const char *text, JsonParser **parser)
{
  g_autoptr (GError) error = NULL;

  *parser = json_parser_new ();
  json_parser_load_from_data (*parser, text, -1, &error);
  g_assert_no_error (error);
  return json_node_get_object (json_parser_get_root (*parser));
}

/* --- Chrome's rules ------------------------------------------------------------------------------- */

/* A slice of a thread. */
typedef struct
{
  gint64 from;
  gint64 to;
} Slice;

static gboolean
is_number (JsonObject *event, const char *key)
{
  JsonNode *node = json_object_get_member (event, key);

  return node != NULL
         && (json_node_get_value_type (node) == G_TYPE_INT64
             || json_node_get_value_type (node) == G_TYPE_DOUBLE);
}

/* "pid/tid" → GArray of Slice, in the order of the file. */
static GArray *
get_thread (GHashTable *threads, JsonObject *event)
{
  g_autofree char *key = NULL;
  GArray *slices;

  g_assert_true (is_number (event, "pid"));
  g_assert_true (is_number (event, "tid"));
  key = g_strdup_printf ("%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT,
                         json_object_get_int_member (event, "pid"),
                         json_object_get_int_member (event, "tid"));
  slices = g_hash_table_lookup (threads, key);
  if (slices != NULL)
    return slices;
  slices = g_array_new (FALSE, FALSE, sizeof (Slice));
  g_hash_table_insert (threads, g_steal_pointer (&key), slices);
  return slices;
}

static void
check_slice (GHashTable *threads, JsonObject *event)
{
  GArray *slices = get_thread (threads, event);
  Slice slice;

  g_assert_true (is_number (event, "ts"));
  g_assert_true (is_number (event, "dur"));
  g_assert_nonnull (json_object_get_string_member (event, "name"));
  slice.from = json_object_get_int_member (event, "ts");
  slice.to = slice.from + json_object_get_int_member (event, "dur");
  g_assert_cmpint (slice.from, <=, slice.to);
  /* Those of a thread follow one another. */
  if (slices->len > 0)
    g_assert_cmpint (g_array_index (slices, Slice, slices->len - 1).to, <=, slice.from);
  g_array_append_val (slices, slice);
}

/* A flow begins and ends within a slice, and goes on in time. */
static void
check_flow (GHashTable *threads, GHashTable *open, JsonObject *event)
{
  GArray *slices = get_thread (threads, event);
  gpointer id = GINT_TO_POINTER (json_object_get_int_member (event, "id") + 1);
  gint64 time = json_object_get_int_member (event, "ts");
  guint i = 0;

  while (i < slices->len
         && !(g_array_index (slices, Slice, i).from <= time
              && time <= g_array_index (slices, Slice, i).to))
    i++;
  g_assert_cmpuint (i, <, slices->len);
  if (g_str_equal (json_object_get_string_member (event, "ph"), "s"))
    {
      g_assert_false (g_hash_table_contains (open, id));
      g_hash_table_insert (open, id, GINT_TO_POINTER (time));
      return;
    }
  g_assert_cmpstr (json_object_get_string_member (event, "bp"), ==, "e");
  g_assert_true (g_hash_table_contains (open, id));
  g_assert_cmpint (GPOINTER_TO_INT (g_hash_table_lookup (open, id)), <=, time);
}

/* An export keeps to the format's document, and comes back as it was. */
static void
test_chrome (void)
{
  g_autofree char *path = cli_sample ("npu-two-layers.json");
  g_autoptr (GHashTable) threads =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  g_autoptr (GHashTable) open = g_hash_table_new (NULL, NULL);
  g_auto (CliResult) result = cli_run ("export", path, "--format", "chrome", "-o", "-");
  g_autoptr (JsonParser) parser = NULL;
  JsonArray *events = json_object_get_array_member (parse (result.out, &parser), "traceEvents");
  guint n_slices = 0, n_flows = 0;

  /* An arrow may arrive before, in the file, it leaves. */
  for (guint i = 0; i < 2 * json_array_get_length (events); i++)
    {
      gboolean is_again = i >= json_array_get_length (events);
      JsonObject *event =
        json_array_get_object_element (events, i % json_array_get_length (events));
      const char *phase = json_object_get_string_member (event, "ph");

      g_assert_nonnull (strstr ("MCiXsf", phase));
      if (is_again != g_str_equal (phase, "f"))
        continue;
      n_slices += g_str_equal (phase, "X");
      n_flows += g_str_equal (phase, "f");
      if (g_str_equal (phase, "X"))
        check_slice (threads, event);
      else if (g_str_equal (phase, "s") || g_str_equal (phase, "f"))
        check_flow (threads, open, event);
    }
  g_assert_cmpuint (n_slices, >, 150);
  /* The sample's commands wait for one another so often. */
  g_assert_cmpuint (n_flows, >, 150);
  g_assert_cmpuint (n_flows, ==, g_hash_table_size (open));
}

/* --- runs ------------------------------------------------------------------------------------------- */

/* A run with one product of so many cycles. */
static char *
make_run (const char *name, int cycles)
{
  g_autofree char *text = g_strdup_printf (
    "{\"version\": \"1.0\", \"run_metadata\": {\"model_name\": \"m\"}, \"config_snapshot\": {},\n"
    "\"timeline_events\": [{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, "
    "\"op\": \"GEMM\", \"start_cycle\": 0, \"end_cycle\": %d}],\n"
    "\"bandwidth_samples\": [], \"summary_metrics\": {}}\n",
    cycles);

  return cli_write_file (name, text, -1);
}

static void
test_runs (void)
{
  g_autofree char *a = make_run ("a.json", 100), *b = make_run ("b.json", 104),
                  *c = make_run ("c.json", 300),
                  *other = cli_write_file ("notes.txt", "not a trace\n", -1),
                  *folder = g_path_get_dirname (a);
  g_auto (CliResult) three = cli_run ("compare", "--csv", "--tolerance", "5", a, b, c);
  g_auto (CliResult) same = cli_run ("compare", "--tolerance", "5", a, b, b);
  g_auto (CliResult) all = cli_run ("compare", "--json", folder);
  g_auto (CliResult) one = cli_run ("compare", a);
  g_auto (GStrv) lines = g_strsplit (three.out, "\n", -1);
  g_autoptr (JsonParser) parser = NULL;
  JsonObject *root = parse (all.out, &parser);
  JsonArray *runs = json_object_get_array_member (root, "runs");

  g_assert_nonnull (other);
  g_assert_cmpint (three.status, ==, 1);
  g_assert_cmpuint (g_strv_length (lines), ==, 5);
  g_assert_true (g_str_has_prefix (lines[0], "run,model,events,cycles,"));
  g_assert_true (g_str_has_suffix (lines[2], ",0"));
  g_assert_false (g_str_has_suffix (lines[3], ",0"));
  g_assert_cmpint (same.status, ==, 0);

  /* A folder's runs by name; what else lies there is counted. */
  g_assert_cmpint (all.status, ==, 1);
  g_assert_cmpuint (json_array_get_length (runs), ==, 3);
  g_assert_cmpint (json_object_get_int_member (root, "left_out"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (json_array_get_object_element (runs, 2), "cycles"),
                   ==, 300);
  g_assert_cmpint (one.status, ==, 64);
}

/* The text with each `old` in it replaced: (transfer full); `n` takes how many there were. */
static char *
replace (const char *text, const char *old, const char *new, guint *n)
{
  g_auto (GStrv) parts = g_strsplit (text, old, -1);

  *n = g_strv_length (parts) - 1;
  return g_strjoinv (new, parts);
}

/* A run whose loads are twice as long as those of another: all that was read more is in its layers. */
static void
test_layers (void)
{
  g_autofree char *a = cli_sample ("npu-two-layers.json"), *text = NULL, *more = NULL, *b = NULL;
  g_auto (CliResult) words = { 0 }, json = { 0 };
  g_autoptr (JsonParser) parser = NULL;
  JsonArray *layers;
  gint64 sum = 0;
  guint n;

  g_assert_true (g_file_get_contents (a, &text, NULL, NULL));
  more = replace (text, "\"bytes_aligned\": 6144", "\"bytes_aligned\": 12288", &n);
  g_assert_cmpuint (n, >, 0);
  b = cli_write_file ("more.json", more, -1);
  words = cli_run ("compare", a, b);
  json = cli_run ("compare", "--json", a, b);
  g_assert_cmpint (words.status, ==, 1);
  g_assert_nonnull (strstr (words.out, "Layers, B − A"));
  layers = json_object_get_array_member (parse (json.out, &parser), "layers");
  g_assert_cmpuint (json_array_get_length (layers), ==, 4);
  for (guint i = 0; i < json_array_get_length (layers); i++)
    {
      JsonObject *layer = json_array_get_object_element (layers, i);

      sum += json_object_get_int_member (layer, "bytes_read_delta");
      g_assert_cmpint (json_object_get_int_member (layer, "cycles_delta"), ==, 0);
    }
  g_assert_cmpint (sum, ==, n * 6144);
}

/* Settings are compared one by one, however deep they stand in lists and objects. */
static void
test_settings (void)
{
  static const char run[] =
    "{\"version\": \"1.0\", \"run_metadata\": {\"run_id\": \"r\"}, \"config_snapshot\": "
    "{\"tiles\": [[[1, 2], [{\"banks\": [[%d]]}]], []]}, \"summary_metrics\": {}}\n";
  g_autofree char *first = g_strdup_printf (run, 3), *second = g_strdup_printf (run, 4),
                  *a = cli_write_file ("first.json", first, -1),
                  *b = cli_write_file ("second.json", second, -1);
  g_auto (CliResult) result = cli_run ("compare", "--json", a, b);
  g_autoptr (JsonParser) parser = NULL;
  JsonArray *settings = json_object_get_array_member (parse (result.out, &parser), "settings");
  JsonObject *setting = json_array_get_object_element (settings, 0);

  g_assert_cmpuint (json_array_get_length (settings), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (setting, "key"), ==,
                   "tiles[0][1][0].banks[0][0]");
  g_assert_cmpint (json_object_get_int_member (setting, "a"), ==, 3);
  g_assert_cmpint (json_object_get_int_member (setting, "b"), ==, 4);
}

/* --- the clock -------------------------------------------------------------------------------------- */

static gint64
get_integer (JsonObject *root, const char *object, const char *member)
{
  return json_object_get_int_member (json_object_get_object_member (root, object), member);
}

/* A frequency makes times and rates of cycles; without its unit it is none, and a trace with times of its
 * own takes none. */
static void
test_clock (void)
{
  g_autofree char *path = cli_sample ("npu-two-layers.json");
  g_autofree char *chrome = cli_write_file (
    "chrome.json", "[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":2,\"name\":\"a\"}]", -1);
  g_auto (CliResult) plain = cli_run ("stats", "--json", path);
  g_auto (CliResult) clocked = cli_run ("stats", "--json", "--clock", "0.5 GHz", path);
  g_auto (CliResult) words = cli_run ("stats", "--clock=500MHz", path);
  g_auto (CliResult) bad = cli_run ("stats", "--clock", "500", path);
  g_auto (CliResult) other = cli_run ("stats", "--clock", "500MHz", chrome);
  g_autoptr (JsonParser) plain_parser = NULL, parser = NULL;
  JsonObject *before = parse (plain.out, &plain_parser), *root = parse (clocked.out, &parser);
  JsonObject *clock = json_object_get_object_member (root, "clock");
  double cycles = (double) get_integer (root, "cycles", "total");

  g_assert_false (json_object_has_member (before, "clock"));
  g_assert_cmpint (json_object_get_int_member (clock, "hertz"), ==, 500000000);
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (clock, "seconds"), cycles / 5e8,
                                  1e-15);
  g_assert_cmpfloat_with_epsilon (
    json_object_get_double_member (clock, "read_bytes_per_second"),
    (double) get_integer (root, "bandwidth", "bytes_read") / cycles * 5e8, 1);
  g_assert_nonnull (strstr (words.out, " GB/s\n"));
  g_assert_cmpint (bad.status, ==, 64);
  g_assert_cmpint (other.status, ==, 64);
}

/* Every key of run_metadata is there, nested ones too; a summary alone opens, and is compared. */
static void
test_metadata (void)
{
  g_autofree char *path = cli_write_file (
    "alone.json",
    "{\"version\": \"1.0\", \"run_metadata\": {\"run_id\": \"r\", \"timestamp\": \"2025-11-30\", "
    "\"tokens\": {\"decode_tokens\": 64}, \"seeds\": [1, {\"deep\": true}]}, "
    "\"summary_metrics\": {\"cycles_total\": 12345}}",
    -1);
  g_auto (CliResult) words = cli_run ("info", path);
  g_auto (CliResult) machine = cli_run ("info", "--json", path);
  g_auto (CliResult) compared = cli_run ("compare", path, path);
  g_autoptr (JsonParser) parser = NULL;
  JsonObject *metadata =
    json_object_get_object_member (parse (machine.out, &parser), "run_metadata");

  g_assert_cmpint (words.status, ==, 0);
  g_assert_nonnull (strstr (words.out, "timestamp: 2025-11-30\n"));
  g_assert_nonnull (strstr (words.out, "tokens · decode_tokens: 64\n"));
  g_assert_nonnull (strstr (words.out, "seeds [1] · deep: true\n"));
  g_assert_nonnull (strstr (words.out, "cycles_total: 12"));
  g_assert_cmpint (get_integer (metadata, "tokens", "decode_tokens"), ==, 64);
  g_assert_cmpstr (json_object_get_string_member (metadata, "timestamp"), ==, "2025-11-30");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (metadata, "seeds")), ==,
                    2);
  g_assert_cmpint (compared.status, ==, 0);
}

/* Where end_cycle is an event's last cycle, each event is a cycle longer. */
static void
test_ends (void)
{
  g_autofree char *path = make_run ("ends.json", 100);
  g_auto (CliResult) exclusive = cli_run ("dump", path);
  g_auto (CliResult) inclusive = cli_run ("dump", "--inclusive-ends", path);
  g_autofree char *total = cli_write_file (
    "total.json",
    "{\"version\": \"1.0\", \"run_metadata\": {}, \"config_snapshot\": {}, \"timeline_events\": ["
    "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"start_cycle\": 0, "
    "\"end_cycle\": 100}],"
    "\"bandwidth_samples\": [], \"summary_metrics\": {\"cycles_total\": 100}}",
    -1);
  g_auto (CliResult) checked = cli_run ("check", total);
  g_auto (CliResult) checked_inclusive = cli_run ("check", "--inclusive-ends", total);

  g_assert_nonnull (strstr (exclusive.out, "\"start\":0,\"end\":100"));
  g_assert_nonnull (strstr (inclusive.out, "\"start\":0,\"end\":101"));

  /* Checks run on the same cycles. */
  g_assert_cmpint (checked.status, ==, 0);
  g_assert_cmpint (checked_inclusive.status, ==, 1);
  g_assert_nonnull (strstr (checked_inclusive.out, "the last event ends in cycle 101"));
}

/* The cycles in which the engine of that name was busy. */
static gint64
get_busy (JsonObject *root, const char *name)
{
  JsonArray *engines = json_object_get_array_member (root, "engines");

  for (guint i = 0; i < json_array_get_length (engines); i++)
    {
      JsonObject *engine = json_array_get_object_element (engines, i);
      JsonNode *id = json_object_get_member (engine, "id");
      g_autofree char *whole =
        json_node_is_null (id) ? g_strdup (json_object_get_string_member (engine, "engine"))
                               : g_strdup_printf ("%s %" G_GINT64_FORMAT,
                                                  json_object_get_string_member (engine, "engine"),
                                                  json_node_get_int (id));

      if (strcmp (whole, name) == 0)
        return json_object_get_int_member (engine, "busy_cycles");
    }
  g_assert_not_reached ();
}

/* The nanoseconds in which the thread that stands for the engine was busy: behind its name stands its
 * number. */
static gint64
get_thread_busy (JsonObject *root, const char *name)
{
  JsonArray *threads = json_object_get_array_member (root, "threads");

  for (guint i = 0; i < json_array_get_length (threads); i++)
    {
      JsonObject *thread = json_array_get_object_element (threads, i);
      const char *title = json_object_get_string_member (thread, "thread");
      gsize length = strlen (name);

      if (g_str_has_prefix (title, name) && title[length] == ' '
          && g_ascii_isdigit (title[length + 1]))
        return json_object_get_int_member (thread, "busy_ns");
    }
  g_assert_not_reached ();
}

/* Chrome's events of an export are read again with the same figures: a cycle as a microsecond, or
 * as long as the clock says. */
static void
test_again (void)
{
  static const struct
  {
    const char *clock;
    gint64 nanoseconds;
  } cases[] = {
    { NULL, 1000 },
    { "--clock=500MHz", 2 },
  };
  static const char *const names[] = { "DMA 0", "TE 0", "VE 0" };
  g_autofree char *path = cli_sample ("npu-two-layers.json");
  g_auto (CliResult) first = cli_run ("stats", "--json", path);
  g_autoptr (JsonParser) first_parser = NULL;
  JsonObject *before = parse (first.out, &first_parser);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (CliResult) written =
        cli_run ("export", path, "--format", "chrome", "-o", "-", cases[i].clock);
      g_autofree char *copy = cli_write_file ("again.json", written.out, -1);
      g_auto (CliResult) second = cli_run ("stats", "--json", copy);
      g_autoptr (JsonParser) parser = NULL;
      JsonObject *root = parse (second.out, &parser);

      for (guint j = 0; j < G_N_ELEMENTS (names); j++)
        g_assert_cmpint (get_thread_busy (root, names[j]), ==,
                         cases[i].nanoseconds * get_busy (before, names[j]));
      g_assert_cmpint (get_integer (root, "time", "total"), <=,
                       cases[i].nanoseconds * get_integer (before, "cycles", "total"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-npu/chrome", test_chrome);
  g_test_add_func ("/cli-npu/runs", test_runs);
  g_test_add_func ("/cli-npu/layers", test_layers);
  /* Behind it, as they write into the same folder. */
  g_test_add_func ("/cli-npu/clock", test_clock);
  g_test_add_func ("/cli-npu/metadata", test_metadata);
  g_test_add_func ("/cli-npu/settings", test_settings);
  g_test_add_func ("/cli-npu/ends", test_ends);
  g_test_add_func ("/cli-npu/again", test_again);
  return g_test_run ();
}
