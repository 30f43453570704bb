/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "npu-measured.h"
#include "weft-npu-activity.h"
#include "weft-npu-runs.h"

/* --- the shared runs ------------------------------------------------------------------------------ */

static char *
print_tables (const WeftNpuStats *stats)
{
  GString *text = g_string_new (NULL);

  for (guint table = 0; table < WEFT_NPU_N_TABLES; table++)
    {
      WeftFacts facts = weft_npu_facts_get (stats, table);

      if (table != WEFT_NPU_TABLE_OP) /* equal ones stand in the order of the file */
        weft_facts_append_csv (&facts, NULL, facts.n_rows, text);
    }
  return g_string_free (text, FALSE);
}

static void
check_engines (const WeftNpuStats *stats, JsonObject *busy)
{
  for (guint i = 0; i < stats->n_engines; i++)
    {
      g_autofree char *name =
        g_strdup_printf ("%s%d", stats->engines[i].info.engine, (int) stats->engines[i].info.id);

      g_assert_cmpint (stats->engines[i].busy, ==, json_object_get_int_member (busy, name));
    }
  g_assert_cmpuint (stats->n_engines, ==, json_object_get_size (busy));
}

static void
check_layers (const WeftNpuStats *stats, JsonObject *layers)
{
  g_assert_cmpuint (stats->n_layers, ==, json_object_get_size (layers));
  for (guint i = 0; i < stats->n_layers; i++)
    {
      const char *name = weft_npu_trace_get_name (stats->snapshot->trace, stats->layers[i].name);
      JsonObject *cycles = json_object_get_object_member (layers, name);

      for (guint kind = 0; kind < WEFT_NPU_HOST; kind++)
        g_assert_cmpint (
          stats->layers[i].sum.cycles[kind], ==,
          json_object_get_int_member_with_default (cycles, weft_npu_kind_to_string (kind), 0));
    }
}

static void
check_tokens (const WeftNpuStats *stats, JsonArray *tokens)
{
  g_assert_cmpuint (stats->n_tokens, ==, json_array_get_length (tokens));
  for (guint i = 0; i < stats->n_tokens; i++)
    {
      JsonObject *token = json_array_get_object_element (tokens, i);

      g_assert_cmpint (stats->tokens[i].start, ==, json_object_get_int_member (token, "start"));
      g_assert_cmpint (stats->tokens[i].end, ==, json_object_get_int_member (token, "end"));
      g_assert_cmpint (stats->tokens[i].index, ==,
                       json_object_get_int_member (token, "token_index"));
      g_assert_cmpint (stats->tokens[i].sum.kv_read, ==,
                       json_object_get_int_member (token, "kv_read"));
      g_assert_cmpint (stats->tokens[i].sum.kv_write, ==,
                       json_object_get_int_member (token, "kv_write"));
    }
}

static void
check_run (const char *run, const char *suffix)
{
  g_autofree char *name = g_strconcat ("synth/", run, suffix, NULL);
  g_autofree char *expected_name = g_strconcat ("synth/", run, ".expected.json", NULL);
  gsize length, expected_length;
  g_autofree char *text = npu_fixture_load (name, &length);
  g_autofree char *expected = npu_fixture_load (expected_name, &expected_length);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_auto (NpuFixture) fixture = { NULL };
  g_autoptr (WeftNpuStats) stats = NULL;
  JsonObject *root, *summary;

  npu_fixture_read (&fixture, text, length, 100000);
  stats = measure_all (&fixture);
  g_assert_true (json_parser_load_from_data (parser, expected, (gssize) expected_length, NULL));
  root = json_node_get_object (json_parser_get_root (parser));
  summary = json_object_get_object_member (root, "summary");
  g_assert_cmpuint (stats->n_events, ==, json_object_get_int_member (root, "events"));
  g_assert_cmpuint (stats->n_samples, ==, json_object_get_int_member (root, "samples"));
  g_assert_cmpint (stats->n_cycles, ==, json_object_get_int_member (summary, "cycles_total"));
  g_assert_cmpint (stats->window_read, ==, json_object_get_int_member (summary, "dram_bytes_read"));
  g_assert_cmpint (stats->window_write, ==,
                   json_object_get_int_member (summary, "dram_bytes_write"));
  g_assert_cmpint (stats->sum.read, ==, json_object_get_int_member (summary, "dram_bytes_read"));
  check_engines (stats, json_object_get_object_member (root, "busy"));
  check_layers (stats, json_object_get_object_member (root, "layers"));
  check_tokens (stats, json_object_get_array_member (root, "tokens"));
}

static void
test_shared (void)
{
  static const char *const runs[] = { "small_lines", "small_compact", "small_pretty",
                                      "cmp_4te",     "cmp_w8",        "seedspec_only" };
  gsize length;
  g_autofree char *there = npu_fixture_load ("synth/small_lines.json", &length);

  if (there == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    check_run (runs[i], ".json");
  check_run ("small_jsonl", ".jsonl");
}

static char *
load_sample (gsize *length)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_SAMPLES"), "npu-two-layers.json", NULL);
  char *text;

  g_assert_true (g_file_get_contents (path, &text, length, NULL));
  return text;
}

static gint64
get_number (JsonObject *object, const char *name)
{
  return json_object_get_int_member_with_default (object, name, 0);
}

/* How many cycles an engine is in some event, and what its transfers moved, counted one by one. */
static void
check_engine (const WeftNpuEngineStats *stats, JsonArray *events, gint64 n_cycles)
{
  g_autofree guint8 *is_busy = g_new0 (guint8, n_cycles);
  gint64 busy = 0, read = 0, written = 0;

  for (guint i = 0; i < json_array_get_length (events); i++)
    {
      JsonObject *event = json_array_get_object_element (events, i), *details;
      const char *direction;

      if (!json_object_has_member (event, "engine")
          || strcmp (json_object_get_string_member (event, "engine"), stats->info.engine) != 0
          || get_number (event, "engine_id") != stats->info.id)
        continue;
      for (gint64 k = get_number (event, "start_cycle"); k < get_number (event, "end_cycle"); k++)
        is_busy[k] = 1;
      details = json_object_get_object_member (event, "details");
      direction = json_object_get_string_member_with_default (details, "direction", "");
      read += g_str_equal (direction, "read") ? get_number (details, "bytes_aligned") : 0;
      written += g_str_equal (direction, "write") ? get_number (details, "bytes_aligned") : 0;
    }
  for (gint64 k = 0; k < n_cycles; k++)
    busy += is_busy[k];
  g_assert_cmpint (stats->busy, ==, busy);
  g_assert_cmpint (stats->sum.read, ==, read);
  g_assert_cmpint (stats->sum.write, ==, written);
}

static void
test_sample (void)
{
  gsize length;
  g_autofree char *text = load_sample (&length);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_auto (NpuFixture) fixture = { NULL };
  g_autoptr (WeftNpuStats) stats = NULL;
  JsonObject *root;
  JsonArray *events;

  g_assert_true (json_parser_load_from_data (parser, text, (gssize) length, NULL));
  root = json_node_get_object (json_parser_get_root (parser));
  events = json_object_get_array_member (root, "timeline_events");
  npu_fixture_read (&fixture, text, length, 1000);
  stats = measure_all (&fixture);
  g_assert_cmpint (
    stats->n_cycles, ==,
    get_number (json_object_get_object_member (root, "summary_metrics"), "cycles_total"));
  g_assert_cmpuint (stats->n_events, ==, json_array_get_length (events));
  g_assert_cmpuint (stats->n_engines, ==, 5);
  for (guint i = 0; i < stats->n_engines; i++)
    check_engine (&stats->engines[i], events, stats->n_cycles);
}

/* The run is quiet in windows of which no figure is above 0, whichever it is. */
static void
test_quiet (void)
{
#define WINDOW(cycle, read, write, kv, stall) \
  "{\"cycle\": " #cycle ", \"window_cycles\": 64, \"dram_read_bytes\": " #read \
  ", \"dram_write_bytes\": " #write ", \"kv_bytes\": " #kv ", \"stall_cycles\": " #stall "}"
  static const char text[] = NPU_DOCUMENT (
    "",
    WINDOW (0, 64, 0, 0, 0) "," WINDOW (64, 0, 0, 0, 0) "," WINDOW (128, 0, 64, 0, 0) "," WINDOW (
      192, 0, 0, 0, 0) "," WINDOW (256, 0, 0, 64, 0) "," WINDOW (320, 0, 0, 0,
                                                                 0) "," WINDOW (384, 0, 0, 0, 64),
    "\"cycles_total\": 448");
  static const gint64 expected[] = { 64, 192, 320 };
  g_auto (NpuFixture) fixture = { NULL };
  g_autoptr (WeftNpuBandwidth) bandwidth = NULL;
  g_autoptr (GArray) quiet = NULL;

#undef WINDOW
  npu_fixture_read (&fixture, text, strlen (text), G_MAXINT);
  bandwidth = weft_npu_bandwidth_new (fixture.snapshot);
  quiet = weft_npu_find_quiet (fixture.snapshot, bandwidth, NULL);
  g_assert_cmpuint (quiet->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_cmpint (g_array_index (quiet, WeftCycleRange, i).from, ==, expected[i]);
      g_assert_cmpint (g_array_index (quiet, WeftCycleRange, i).to, ==, expected[i] + 64);
    }
}

/* Lines of events in another order: all figures stay the same. */
static void
test_shuffled (void)
{
  static const char begin[] = "\"timeline_events\": [\n", end[] = "\n],";
  gsize length;
  g_autofree char *text = load_sample (&length);
  g_autofree char *head = NULL, *body = NULL;
  const char *first, *last;
  g_auto (GStrv) lines = NULL;
  g_autofree char *mixed_body = NULL, *shuffled = NULL, *expected = NULL, *got = NULL;
  g_auto (NpuFixture) straight = { NULL }, mixed = { NULL };
  g_autoptr (WeftNpuStats) a = NULL, b = NULL;

  first = strstr (text, begin);
  g_assert_nonnull (first);
  first += strlen (begin);
  last = strstr (first, end);
  head = g_strndup (text, (gsize) (first - text));
  body = g_strndup (first, (gsize) (last - first));
  lines = g_strsplit (body, ",\n", -1);
  g_assert_cmpuint (g_strv_length (lines), >, 100);
  for (guint n = g_strv_length (lines), i = n - 1; i > 0; i--)
    {
      guint j = (guint) g_test_rand_int_range (0, (gint32) i + 1);
      char *line = lines[i];

      lines[i] = lines[j];
      lines[j] = line;
    }
  mixed_body = g_strjoinv (",\n", lines);
  shuffled = g_strconcat (head, mixed_body, last, NULL);
  npu_fixture_read (&straight, text, length, G_MAXINT);
  npu_fixture_read (&mixed, shuffled, strlen (shuffled), G_MAXINT);
  a = measure_all (&straight);
  b = measure_all (&mixed);
  expected = print_tables (a);
  got = print_tables (b);
  g_assert_cmpuint (a->n_ops, ==, b->n_ops);
  g_assert_cmpint (a->window_read, ==, b->window_read);
  g_assert_cmpint (strlen (expected), ==, strlen (got));
}

/* The costs of W8 over W4, as the format's page has them. */
static void
test_compare (void)
{
  gsize length_a, length_b;
  g_autofree char *text_a = npu_fixture_load ("synth/small_lines.json", &length_a);
  g_autofree char *text_b =
    text_a != NULL ? npu_fixture_load ("synth/cmp_w8.json", &length_b) : NULL;
  g_auto (NpuFixture) a = { NULL }, b = { NULL };
  g_autoptr (WeftNpuStats) stats_a = NULL, stats_b = NULL;
  g_autoptr (WeftNpuComparison) comparison = NULL, same = NULL;
  guint n_checked = 0;

  if (text_a == NULL)
    return;
  npu_fixture_read (&a, text_a, length_a, G_MAXINT);
  npu_fixture_read (&b, text_b, length_b, G_MAXINT);
  stats_a = measure_all (&a);
  stats_b = measure_all (&b);
  comparison = weft_npu_comparison_new (stats_a, stats_b, 0);
  for (guint i = 0; i < comparison->rows->len; i++)
    {
      const WeftNpuCompared *row = &g_array_index (comparison->rows, WeftNpuCompared, i);

      if (row->group != WEFT_NPU_COMPARE_RUN)
        continue;
      if (g_str_equal (row->what, "dram_bytes_read") && ++n_checked)
        g_assert_cmpfloat (row->b - row->a, ==, 6881280);
      if (g_str_equal (row->what, "cycles") && ++n_checked)
        g_assert_cmpfloat (row->b - row->a, ==, 115068);
    }
  g_assert_cmpuint (n_checked, ==, 2);
  g_assert_cmpuint (comparison->n_different, >, 0);
  same = weft_npu_comparison_new (stats_a, stats_a, 0);
  g_assert_cmpuint (same->n_different, ==, 0);
}

#define FAR(engine, id, start, details) \
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"" engine "\", \"engine_id\": " #id \
  ", \"layer_id\": \"a\", \"op\": \"O\", \"start_cycle\": " #start \
  ", \"end_cycle\": 9000000000000000000, \"details\": {" details "}}"

/* Sums beyond 63 bits end there, and a cycle that is as far from the others has no place. */
static void
test_far (void)
{
  static const char far[] = NPU_DOCUMENT (
    FAR ("DMA", 0, 0, "\"bytes\": 9000000000000000000, \"direction\": \"read\"") ",\n" FAR (
      "DMA", 1, 0,
      "\"bytes\": 9000000000000000000, \"direction\": \"read\"") ",\n" FAR ("TE", 0, 0,
                                                                            "\"macs\": "
                                                                            "900000000000000000"
                                                                            "0") ",\n" FAR ("TE", 1,
                                                                                            -9000000000000000000,
                                                                                            "\"m"
                                                                                            "acs"
                                                                                            "\":"
                                                                                            " 90"
                                                                                            "000"
                                                                                            "000"
                                                                                            "000"
                                                                                            "000"
                                                                                            "000"
                                                                                            "0"
                                                                                            "0"),
    "", "\"cycles_total\": 9000000000000000000");
  g_auto (NpuFixture) fixture = { NULL };
  g_autoptr (WeftNpuStats) stats = NULL;

  npu_fixture_read (&fixture, far, strlen (far), G_MAXINT);
  g_assert_cmpint (fixture.snapshot->first_cycle, ==, 0);
  g_assert_cmpint (fixture.snapshot->last_cycle, ==, G_GINT64_CONSTANT (9000000000000000000));
  stats = measure_all (&fixture);
  g_assert_cmpint (stats->n_cycles, ==, G_GINT64_CONSTANT (9000000000000000000));
  g_assert_cmpuint (stats->n_layers, ==, 1);
  g_assert_cmpint (stats->layers[0].sum.read, ==, G_MAXINT64);
  g_assert_cmpint (stats->layers[0].sum.cycles[WEFT_NPU_DMA], ==, G_MAXINT64);
  g_assert_cmpint (stats->layers[0].sum.cycles[WEFT_NPU_TE], ==,
                   G_GINT64_CONSTANT (9000000000000000000));
  g_assert_cmpint (weft_npu_sum_get_cycles (&stats->layers[0].sum), ==, G_MAXINT64);
  g_assert_cmpint (weft_npu_sum_get_moved (&stats->layers[0].sum), ==, G_MAXINT64);
}

/* The bytes of a phase's windows are summed up as all others are, beyond 63 bits too. */
static void
test_far_windows (void)
{
#define TOKEN(index, start, end) \
  "{\"type\": \"TOKEN_EVENT\", \"phase\": \"DECODE\", \"token_index\": " #index \
  ", \"start_cycle\": " #start ", \"end_cycle\": " #end "}"
#define WINDOW(cycle) \
  "{\"cycle\": " #cycle ", \"window_cycles\": 64, \"dram_read_bytes\": 9000000000000000000, " \
  "\"dram_write_bytes\": 9000000000000000000}"
#define RUN(tokens) NPU_DOCUMENT (tokens, WINDOW (0) "," WINDOW (64), "\"cycles_total\": 128")
  static const char one[] = RUN (TOKEN (0, 0, 128));
  static const char two[] = RUN (TOKEN (0, 0, 64) "," TOKEN (1, 64, 128));
  g_auto (NpuFixture) a = { NULL }, b = { NULL };
  g_autoptr (WeftNpuStats) of_a = NULL, of_b = NULL;
  g_autoptr (WeftNpuComparison) comparison = NULL;
  guint n_found = 0;

#undef RUN
#undef WINDOW
#undef TOKEN
  npu_fixture_read (&a, one, strlen (one), G_MAXINT);
  npu_fixture_read (&b, two, strlen (two), G_MAXINT);
  of_a = measure_all (&a);
  of_b = measure_all (&b);
  comparison = weft_npu_comparison_new (of_a, of_b, 0);
  for (guint i = 0; i < comparison->rows->len; i++)
    {
      const WeftNpuCompared *row = &g_array_index (comparison->rows, WeftNpuCompared, i);

      if (!g_str_has_prefix (row->what, "dram_bytes_"))
        continue;
      g_assert_cmpstr (row->phase, ==, "DECODE");
      g_assert_cmpfloat (row->a, ==, (double) G_MAXINT64);
      g_assert_cmpfloat (row->b, ==, (double) G_MAXINT64 / 2);
      n_found++;
    }
  g_assert_cmpuint (n_found, ==, 2);
}

/* A summary alone is compared by what it says, and by nothing else. */
static void
test_summary (void)
{
  static const char summary[] =
    "{\"version\": \"1.0\", \"summary_metrics\": {\"cycles_total\": 100, \"dram_bytes_read\": 256, "
    "\"kv_cache\": {\"bytes_read\": 0}, "
    "\"dma\": {\"per_engine\": [{\"id\": 0, \"active_cycles\": 12}]}}}";
  static const struct
  {
    const char *what;
    double a, b;
  } expected[] = {
    { "cycles", 10, 100 },
    { "kv_bytes_read", 0, 0 },
    { "dram_bytes_read", 256, 256 },
    { "busy_cycles", 10, 12 },
  };
  g_auto (NpuFixture) whole = { NULL }, alone = { NULL };
  g_autoptr (WeftNpuStats) a = NULL, b = NULL;
  g_autoptr (WeftNpuComparison) comparison = NULL;
  g_autofree char *nothing = NULL, *missing = NULL;

  npu_fixture_read (&whole, spots, strlen (spots), G_MAXINT);
  npu_fixture_read (&alone, summary, strlen (summary), G_MAXINT);
  nothing = weft_npu_describe_missing (whole.snapshot);
  missing = weft_npu_describe_missing (alone.snapshot);
  g_assert_null (nothing);
  g_assert_nonnull (strstr (missing, "neither events nor samples"));
  a = measure_all (&whole);
  b = measure_all (&alone);
  comparison = weft_npu_comparison_new (a, b, 0);
  g_assert_cmpuint (comparison->rows->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const WeftNpuCompared *row = &g_array_index (comparison->rows, WeftNpuCompared, i);

      g_assert_cmpstr (row->what, ==, expected[i].what);
      g_assert_cmpfloat (row->a, ==, expected[i].a);
      g_assert_cmpfloat (row->b, ==, expected[i].b);
    }
  g_assert_cmpuint (comparison->n_different, ==, 2);
}

/* Runs below one another: of one that is a summary alone, what that says, and nothing that it doesn't. */
static void
test_runs (void)
{
  static const char summary[] =
    "{\"version\": \"1.0\", \"summary_metrics\": {\"cycles_total\": 100, \"dram_bytes_read\": 256, "
    "\"dram_bytes_write\": 64, \"te\": {\"utilization\": 0.75, \"per_engine\": [{\"id\": 0, "
    "\"utilization\": 0.1}]}, \"dma\": {\"per_engine\": [{\"id\": 0, \"utilization\": 0.5}, "
    "{\"id\": 1, \"utilization\": 0.25}]}}}";
  static const struct
  {
    const char *column;
    const char *whole, *alone;
  } expected[] = {
    { "cycles", "10", "100" },        { "bytes_read", "256", "256" },
    { "bytes_written", "0", "64" },   { "stall_cycles", "0", "" },
    { "te_utilization", "", "0.75" }, { "dma_utilization", "1", "0.375" },
    { "ve_utilization", "", "" },     { "different", "", "3" },
  };
  g_auto (NpuFixture) whole = { NULL }, alone = { NULL };
  g_autoptr (WeftNpuStats) a = NULL, b = NULL;
  g_autoptr (WeftNpuComparison) comparison = NULL;
  g_autoptr (WeftNpuRuns) runs = weft_npu_runs_new ();
  guint n_found = 0;
  WeftFacts facts;

  npu_fixture_read (&whole, spots, strlen (spots), G_MAXINT);
  npu_fixture_read (&alone, summary, strlen (summary), G_MAXINT);
  a = measure_all (&whole);
  b = measure_all (&alone);
  comparison = weft_npu_comparison_new (a, b, 0);
  weft_npu_runs_add (runs, "whole", a, NULL);
  weft_npu_runs_add (runs, "alone", b, comparison);
  facts = weft_npu_runs_get_facts (runs);
  g_assert_cmpuint (facts.n_rows, ==, 2);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    for (guint column = 0; column < facts.n_columns; column++)
      {
        g_auto (WeftCell) first = weft_facts_get_cell (&facts, 0, column);
        g_auto (WeftCell) second = weft_facts_get_cell (&facts, 1, column);
        g_autofree char *of_whole = weft_cell_to_string (&first);
        g_autofree char *of_alone = weft_cell_to_string (&second);

        if (!g_str_equal (facts.fields[column].key, expected[i].column))
          continue;
        g_assert_cmpstr (of_whole, ==, expected[i].whole);
        g_assert_cmpstr (of_alone, ==, expected[i].alone);
        n_found++;
      }
  g_assert_cmpuint (n_found, ==, G_N_ELEMENTS (expected));
}

/* A run of two engines of a kind has the mean of both. */
static void
test_two_engines (void)
{
  static const char text[] =
    "{\"version\": \"1.0\", \"summary_metrics\": {\"cycles_total\": 10}, \"timeline_events\": ["
    "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"cmdq_id\": 0, "
    "\"op\": \"DMA_LOAD_TILE\", \"start_cycle\": 0, \"end_cycle\": 10},"
    "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 1, \"cmdq_id\": 1, "
    "\"op\": \"DMA_LOAD_TILE\", \"start_cycle\": 0, \"end_cycle\": 5}]}";
  g_auto (NpuFixture) fixture = { NULL };
  g_autoptr (WeftNpuStats) stats = NULL;
  g_autoptr (WeftNpuRuns) runs = weft_npu_runs_new ();
  WeftFacts facts;

  npu_fixture_read (&fixture, text, strlen (text), G_MAXINT);
  stats = measure_all (&fixture);
  weft_npu_runs_add (runs, "two", stats, NULL);
  facts = weft_npu_runs_get_facts (runs);
  for (guint column = 0; column < facts.n_columns; column++)
    if (g_str_equal (facts.fields[column].key, "dma_utilization"))
      {
        g_auto (WeftCell) cell = weft_facts_get_cell (&facts, 0, column);
        g_autofree char *said = weft_cell_to_string (&cell);

        g_assert_cmpstr (said, ==, "0.75");
        return;
      }
  g_assert_not_reached ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/npu-stats/sample", test_sample);
  g_test_add_func ("/npu-stats/quiet", test_quiet);
  g_test_add_func ("/npu-stats/shared", test_shared);
  g_test_add_func ("/npu-stats/shuffled", test_shuffled);
  g_test_add_func ("/npu-stats/compare", test_compare);
  g_test_add_func ("/npu-stats/summary", test_summary);
  g_test_add_func ("/npu-stats/runs", test_runs);
  g_test_add_func ("/npu-stats/two-engines", test_two_engines);
  g_test_add_func ("/npu-stats/far", test_far);
  g_test_add_func ("/npu-stats/far-windows", test_far_windows);
  return g_test_run ();
}
