/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "npu-measured.h"

/* One DMA with two transfers that overlap, a TE, a stall, a token. */
static const char small[] = NPU_DOCUMENT (
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"layer_id\": \"a\", "
  "\"op\": \"LOAD\", \"start_cycle\": 0, \"end_cycle\": 40, \"details\": {\"bytes\": 100, "
  "\"bytes_aligned\": 128, \"direction\": \"read\", \"tensor_role\": \"kv\", \"qbits\": 4}},\n"
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"layer_id\": \"a\", "
  "\"op\": \"STORE\", \"start_cycle\": 20, \"end_cycle\": 60, \"details\": {\"bytes\": 64, "
  "\"direction\": \"write\", \"qbits\": 8}},\n"
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"layer_id\": \"b\", "
  "\"op\": \"GEMM\", \"start_cycle\": 60, \"end_cycle\": 80, \"details\": {\"macs\": 2000}},\n"
  "{\"type\": \"STALL_EVENT\", \"master\": \"DMA\", \"master_id\": 0, \"reason\": \"queue_full\", "
  "\"start_cycle\": 50, \"end_cycle\": 70},\n"
  "{\"type\": \"TOKEN_EVENT\", \"phase\": \"DECODE\", \"token_index\": 0, \"start_cycle\": 0, "
  "\"end_cycle\": 80}",
  "", "\"cycles_total\": 100");

static void
test_small (void)
{
  g_auto (NpuFixture) fixture = { NULL };
  g_autoptr (WeftNpuStats) stats = NULL;
  WeftNpuBound bound;

  npu_fixture_read (&fixture, small, strlen (small), G_MAXINT);
  stats = measure_all (&fixture);
  g_assert_cmpuint (stats->n_engines, ==, 2);
  g_assert_cmpint (stats->engines[0].busy, ==, 60);
  g_assert_cmpint (stats->engines[0].stalled, ==, 10);
  g_assert_cmpint (stats->engines[0].idle, ==, 30);
  g_assert_cmpfloat (stats->engines[0].utilization, ==, 0.6);
  g_assert_cmpfloat (stats->engines[0].of_span, ==, 1);
  g_assert_cmpuint (stats->n_layers, ==, 2);
  g_assert_cmpint (stats->layers[0].sum.cycles[WEFT_NPU_DMA], ==, 80);
  g_assert_cmpint (stats->layers[0].sum.read, ==, 128);
  g_assert_cmpint (stats->layers[0].sum.asked_read, ==, 100);
  g_assert_cmpint (stats->layers[0].sum.write, ==, 64);
  g_assert_cmpuint (stats->n_tokens, ==, 1);
  g_assert_cmpint (stats->tokens[0].sum.kv_read, ==, 128);
  g_assert_cmpint (stats->tokens[0].sum.stall, ==, 20);
  g_assert_cmpuint (stats->n_bits, ==, 2);
  g_assert_cmpuint (stats->n_stalls, ==, 1);
  g_assert_cmpint (stats->stalls[0].cycles, ==, 20);
  g_assert_cmpint (stats->bandwidth->source, ==, WEFT_NPU_FROM_TRANSFERS);
  g_assert_cmpint (stats->window_read, ==, 128);
  g_assert_cmpint (stats->window_write, ==, 64);
  /* Of layer a 192 bytes at 64 per cycle; of b 2000 macs at the only rate that was seen, 100. */
  bound = weft_npu_stats_bound (stats, &stats->layers[0].sum);
  g_assert_cmpfloat (bound.memory, ==, 3);
  g_assert_cmpstr (weft_npu_bound_to_string (&bound), ==, "memory");
  bound = weft_npu_stats_bound (stats, &stats->layers[1].sum);
  g_assert_cmpfloat (bound.compute, ==, 20);
  g_assert_cmpstr (weft_npu_bound_to_string (&bound), ==, "compute");
}

static void
test_range (void)
{
  g_auto (NpuFixture) fixture = { NULL };
  g_autoptr (WeftNpuStats) stats = NULL;

  npu_fixture_read (&fixture, small, strlen (small), G_MAXINT);
  stats = measure (&fixture, &(WeftCycleRange){ 10, 65 }, NULL);
  g_assert_cmpint (stats->n_cycles, ==, 55);
  g_assert_cmpint (stats->engines[0].busy, ==, 50);
  g_assert_cmpint (stats->engines[0].stalled, ==, 5);
  g_assert_cmpint (stats->engines[1].busy, ==, 5);
  g_assert_cmpint (stats->layers[0].sum.cycles[WEFT_NPU_DMA], ==, 70);
  g_assert_cmpint (stats->sum.read, ==, 0); /* it began before */
  g_assert_cmpint (stats->sum.write, ==, 64);
}

static void
test_filter (void)
{
  static const struct
  {
    const char *filter;
    guint n_rows;
  } filters[] = {
    { "engine == \"DMA\"", 3 },
    { "layer == \"a\"", 2 },
    { "macs > 0", 1 },
    { "kv", 1 },
    { "moved == 128 || moved == 64", 2 },
    { "qbits == 8", 1 },
    { "type == \"STALL_EVENT\"", 1 },
    { "start >= 50 && !write", 2 },
    { "length == 40", 2 },
    { "name == \"queue_full\"", 1 },
    { "token == 0", 1 },
  };
  g_auto (NpuFixture) fixture = { NULL };
  g_autoptr (WeftNpuStats) stats = NULL;

  npu_fixture_read (&fixture, small, strlen (small), G_MAXINT);
  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    {
      g_autoptr (GError) error = NULL;
      WeftTextPlace place;
      g_autoptr (WeftExpression) expression =
        weft_expression_parse (weft_npu_language (), filters[i].filter, &place, &error);
      g_autoptr (WeftBitset) rows = NULL;

      g_assert_no_error (error);
      rows =
        weft_expression_run (expression, fixture.snapshot, fixture.snapshot->n_events, NULL, NULL);
      if (rows->n_set != filters[i].n_rows)
        g_error ("%s: %u rows", filters[i].filter, rows->n_set);
    }
  stats = measure (&fixture, &WEFT_CYCLE_RANGE_ALL, "write");
  g_assert_cmpint (stats->engines[0].busy, ==, 40);
  g_assert_cmpuint (stats->n_layers, ==, 1);
}

/* --- where in the memories ------------------------------------------------------------------------ */

static guint
count_rows (const NpuFixture *fixture, const char *filter)
{
  WeftTextPlace place;
  g_autoptr (WeftExpression) expression =
    weft_expression_parse (weft_npu_language (), filter, &place, NULL);
  g_autoptr (WeftBitset) rows = NULL;

  g_assert_nonnull (expression);
  rows =
    weft_expression_run (expression, fixture->snapshot, fixture->snapshot->n_events, NULL, NULL);
  return rows->n_set;
}

static void
test_spots (void)
{
  static const gint64 banks[] = { 2, 254, 255, 70000 };
  g_auto (NpuFixture) fixture = { NULL };
  g_autoptr (WeftNpuStats) stats = NULL;
  g_autoptr (WeftNpuBanks) pressure = NULL;
  g_autofree char *hover = NULL;

  npu_fixture_read (&fixture, spots, strlen (spots), G_MAXINT);
  g_assert_cmpuint (count_rows (&fixture, "bank == 70000"), ==, 1);
  g_assert_cmpuint (count_rows (&fixture, "bank >= 255"), ==, 2);
  g_assert_cmpuint (count_rows (&fixture, "dram_addr == 4096"), ==, 2);
  g_assert_cmpuint (count_rows (&fixture, "spm_offset == 128"), ==, 4);
  g_assert_cmpuint (count_rows (&fixture, "addr >= 120000"), ==, 1);
  stats = measure_all (&fixture);
  pressure = weft_npu_banks_new (fixture.snapshot);
  g_assert_cmpuint (stats->n_banks, ==, G_N_ELEMENTS (banks));
  g_assert_cmpuint (pressure->n_banks, ==, G_N_ELEMENTS (banks));
  for (guint i = 0; i < G_N_ELEMENTS (banks); i++)
    {
      g_assert_cmpint (stats->banks[i].bank, ==, banks[i]);
      g_assert_cmpint (stats->banks[i].read, ==, 64);
      g_assert_cmpint (pressure->numbers[i], ==, banks[i]);
    }
  hover = weft_npu_describe (fixture.snapshot, 3);
  g_assert_nonnull (strstr (hover, "\nDRAM address: 4096"));
  g_assert_nonnull (strstr (hover, "\nSPM offset: 128"));
}

/* The tiles, and what unknown types moved. */
static void
test_tiles (void)
{
  g_auto (NpuFixture) fixture = { NULL };
  g_autoptr (WeftNpuStats) stats = NULL;
  g_autofree char *hover = NULL;

  npu_fixture_read (&fixture, spots, strlen (spots), G_MAXINT);
  stats = measure_all (&fixture);
  g_assert_cmpuint (stats->n_tiles, ==, 2);
  for (guint i = 0; i < stats->n_tiles; i++)
    {
      g_assert_cmpstr (weft_npu_trace_get_name (fixture.trace, stats->tiles[i].name), ==,
                       i == 0 ? "a" : "b");
      g_assert_cmpuint (stats->tiles[i].sum.n_events, ==, 2);
      g_assert_cmpint (stats->tiles[i].sum.cycles[WEFT_NPU_DMA], ==, 20);
      g_assert_cmpint (stats->tiles[i].sum.read, ==, 128);
    }
  g_assert_cmpuint (stats->n_others, ==, 1);
  g_assert_cmpint (stats->others[0].bytes, ==, 256);
  g_assert_cmpint (stats->type_bytes[WEFT_NPU_ENGINE], ==, 256);
  g_assert_cmpint (stats->type_bytes[WEFT_NPU_MEMORY], ==, 32);
  hover = weft_npu_describe (fixture.snapshot, 5);
  g_assert_nonnull (strstr (hover, "\nBytes: 256"));
}

/* --- the critical path ---------------------------------------------------------------------------- */

/* A load, a tile that waits for it, a load that keeps the DMA busy, and a tile that waits for both. */
static const char chain[] =
  "{\"version\": \"1.0\", \"run_metadata\": {\"cmdq_file\": \"elsewhere/queue.json\"},\n"
  "\"timeline_events\": [\n"
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"cmdq_id\": 10, "
  "\"op\": \"L0\", \"start_cycle\": 0, \"end_cycle\": 10},\n"
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"cmdq_id\": 11, "
  "\"op\": \"T0\", \"start_cycle\": 12, \"end_cycle\": 20},\n"
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"cmdq_id\": 12, "
  "\"op\": \"L1\", \"start_cycle\": 10, \"end_cycle\": 30},\n"
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"cmdq_id\": 13, "
  "\"op\": \"T1\", \"start_cycle\": 33, \"end_cycle\": 40}]}\n";
static const char queue[] = "{\"commands\": [{\"cmdq_id\": 10, \"deps_before\": []}, "
                            "{\"cmdq_id\": 11, \"deps_before\": [10]}, {\"cmdq_id\": 12}, "
                            "{\"cmdq_id\": 13, \"deps_before\": [11, 12, 99]}]}";

/* Reads `chain` beside a file of commands (nullable: there is none): (transfer full). */
static WeftTrace *
load_chain (const char *commands)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-npu-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "trace.json", NULL);
  g_autofree char *queue_path = g_build_filename (folder, "queue.json", NULL);
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);

  g_assert_true (g_file_set_contents (path, chain, -1, NULL));
  if (commands != NULL)
    g_assert_true (g_file_set_contents (queue_path, commands, -1, NULL));
  g_assert_true (weft_load_run (load, NULL, NULL));
  g_remove (path);
  g_remove (queue_path);
  g_rmdir (folder);
  return g_object_ref (weft_load_get_trace (load));
}

static void
test_critical (void)
{
  static const struct
  {
    const char *op;
    WeftNpuCause cause;
    gint64 wait;
  } expected[] = {
    { "L0", WEFT_NPU_AFTER_NOTHING, 0 },
    { "L1", WEFT_NPU_AFTER_ENGINE, 0 },
    { "T1", WEFT_NPU_AFTER_PRODUCER, 3 },
  };
  g_autoptr (WeftTrace) trace = load_chain (queue);
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (trace));
  g_autoptr (WeftNpuPath) path = weft_npu_path_new (snapshot);

  g_assert_cmpuint (path->n_steps, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < path->n_steps; i++)
    {
      const WeftNpuStep *step = &path->steps[i];
      WeftNpuEvent event;

      weft_npu_snapshot_get_event (snapshot, step->row, &event);
      g_assert_cmpstr (weft_npu_trace_get_name (snapshot->trace, event.name), ==, expected[i].op);
      g_assert_cmpint (step->cause, ==, expected[i].cause);
      g_assert_cmpint (step->wait, ==, expected[i].wait);
    }
}

/* Faults in the file of commands are counted and said where the trace names it; the rest of it is
 * used. */
static void
test_commands (void)
{
#define INFO "1:51: info\n"
#define WARNING "1:51: warning\n"
#define LACKS "1:1: warning\n"
  static const struct
  {
    const char *commands;
    const char *diagnostics;
    gint64 n_dependencies;
  } cases[] = {
    { NULL, LACKS, WEFT_NPU_NONE },
    { "[{\"deps_before\": []}]", LACKS, WEFT_NPU_NONE },
    { "[{\"id\": 11, \"deps_before\": [10]}]", LACKS, 1 },
    { "{\"entries\": [{\"cmd_id\": 11, \"deps_before\": null}]}", LACKS, WEFT_NPU_NONE },
    { "{\"commands\": [{\"cmdq_id\": 13, \"deps_before\": [11, 12, 99]}, "
      "{\"cmdq_id\": 98, \"deps_before\": [10]}]}",
      LACKS INFO, 2 },
    { "{\"cmdq\": [7, {\"cmdq_id\": 13, \"deps_before\": [13, \"11\", 12]}]}", LACKS WARNING, 1 },
    { "{\"cmdq\": [{\"cmdq_id\": 13, \"deps_before\": 12}]}", LACKS WARNING, WEFT_NPU_NONE },
    { "{\"cmdq\": 5}", LACKS WARNING, WEFT_NPU_NONE },
    { "[{\"id\": 11, \"deps_before\": [10]},\n{\"id\": 13, \"deps_be", LACKS WARNING, 1 },
    { "what?", LACKS WARNING, WEFT_NPU_NONE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      NpuFixture fixture = { .trace = WEFT_NPU_TRACE (load_chain (cases[i].commands)) };
      g_autofree char *diagnostics = npu_fixture_list_diagnostics (&fixture);

      fixture.snapshot = weft_npu_trace_ref_snapshot (fixture.trace);
      g_assert_cmpstr (diagnostics, ==, cases[i].diagnostics);
      g_assert_cmpint (weft_npu_snapshot_count_dependencies (fixture.snapshot), ==,
                       cases[i].n_dependencies);
      npu_fixture_clear (&fixture);
    }
}

/* Samples that say nothing of the cache have what events moved of it, by their shares of the windows. */
static void
test_kv (void)
{
  static const char text[] = NPU_DOCUMENT (
    "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"op\": \"L\", "
    "\"start_cycle\": 5, \"end_cycle\": 25, \"details\": {\"bytes\": 200, \"direction\": \"read\", "
    "\"tensor_role\": \"kv\"}}",
    "{\"cycle\": 0, \"window_cycles\": 10, \"dram_read_bytes\": 50},\n"
    "{\"cycle\": 10, \"window_cycles\": 10, \"dram_read_bytes\": 100}",
    "");
  g_auto (NpuFixture) fixture = { NULL };
  g_autoptr (WeftNpuBandwidth) bandwidth = NULL;

  npu_fixture_read (&fixture, text, strlen (text), G_MAXINT);
  bandwidth = weft_npu_bandwidth_new (fixture.snapshot);
  g_assert_true (bandwidth->kv_estimated);
  g_assert_cmpint (bandwidth->windows[0].kv, ==, 50);
  g_assert_cmpint (bandwidth->windows[1].kv, ==, 100);
}

/* Sums over windows are those of the windows one by one. */
static void
test_windows (void)
{
  g_autoptr (GString) text = g_string_new ("{" NPU_BLOCKS "\"timeline_events\": [],\n"
                                           "\"bandwidth_samples\": [");
  g_auto (NpuFixture) fixture = { NULL };
  g_autoptr (WeftNpuBandwidth) bandwidth = NULL;

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (text,
                            "%s{\"cycle\": %u, \"window_cycles\": 10, \"dram_read_bytes\": %d}",
                            i > 0 ? "," : "", 10 * i, g_test_rand_int_range (0, 1000));
  g_string_append (text, "]}");
  npu_fixture_read (&fixture, text->str, text->len, G_MAXINT);
  bandwidth = weft_npu_bandwidth_new (fixture.snapshot);
  g_assert_cmpuint (bandwidth->n_windows, ==, 300);
  for (guint i = 0; i < 200; i++)
    {
      guint32 from = (guint32) g_test_rand_int_range (0, 300);
      guint32 to = (guint32) g_test_rand_int_range ((gint32) from, 301);
      double most = 0, top;
      WeftNpuWindow sum;
      gint64 read = 0;

      for (guint32 j = from; j < to; j++)
        {
          read += bandwidth->windows[j].read;
          most = MAX (most, weft_npu_window_rate (&bandwidth->windows[j]));
        }
      weft_npu_bandwidth_sum (bandwidth, from, to, &sum, &top);
      g_assert_cmpint (sum.read, ==, read);
      g_assert_cmpint (sum.length, ==, 10 * (to - from));
      g_assert_cmpfloat (top, ==, most);
    }
  for (gint64 cycle = -5; cycle < 3010; cycle++)
    {
      g_assert_cmpint (weft_npu_bandwidth_find (bandwidth, cycle), ==, CLAMP (cycle, 0, 3000) / 10);
      g_assert_cmpint (weft_npu_bandwidth_find_start (bandwidth, cycle), ==,
                       MIN ((MAX (cycle, 0) + 9) / 10, 300));
    }
}

/* A number's least, most and last value over any stretch of time. */
static void
test_series (void)
{
  enum
  {
    N = 500
  };
  g_autoptr (GString) text = g_string_new ("{" NPU_BLOCKS "\"timeline_events\": [],\n"
                                           "\"bandwidth_samples\": [");
  g_auto (NpuFixture) fixture = { NULL };
  g_autoptr (WeftNpuSeriesSet) set = NULL;
  int values[N];

  for (int i = 0; i < N; i++)
    {
      values[i] = g_test_rand_int_range (-1000, 1000);
      g_string_append_printf (text, "%s{\"cycle\": %d, \"window_cycles\": 10, \"heat\": %d}",
                              i > 0 ? "," : "", 10 * i, values[i]);
    }
  g_string_append (text, "]}");
  npu_fixture_read (&fixture, text->str, text->len, G_MAXINT);
  set = weft_npu_series_set_new (fixture.snapshot);
  g_assert_cmpuint (set->n_series, ==, 1);
  for (guint i = 0; i < 500; i++)
    {
      int first = g_test_rand_int_range (-20, 10 * N + 20);
      int last = g_test_rand_int_range (first + 1, 10 * N + 100);
      int least = G_MAXINT, most = G_MININT, final = 0;
      WeftSeriesExtent extent;
      gboolean is_known = weft_series_measure (&set->series[0].values, first, last, &extent);

      g_assert_cmpint (is_known, ==, last > 0);
      for (int j = 0; j < N; j++)
        if (10 * j < last && (j == N - 1 || 10 * (j + 1) > first))
          {
            least = MIN (least, values[j]);
            most = MAX (most, values[j]);
            final = values[j];
          }
      if (!is_known)
        continue;
      g_assert_cmpfloat (extent.least, ==, least);
      g_assert_cmpfloat (extent.most, ==, most);
      g_assert_cmpfloat (extent.final, ==, final);
    }
}

/* --- findings ------------------------------------------------------------------------------------- */

#define TOKEN(index, start, end) \
  "{\"type\": \"TOKEN_EVENT\", \"phase\": \"DECODE\", \"token_index\": " #index \
  ", \"start_cycle\": " #start ", \"end_cycle\": " #end "},\n"
#define WORK(layer, start, end) \
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"op\": \"GEMM\", " \
  "\"layer_id\": \"" layer "\", \"start_cycle\": " #start ", \"end_cycle\": " #end "},\n"

/* The slowest token stands beside the median one, with the layer that took longer. */
static void
test_findings (void)
{
  static const char text[] =
    NPU_DOCUMENT (TOKEN (0, 0, 10) TOKEN (1, 10, 22) TOKEN (2, 22, 62) WORK ("a", 0, 5)
                    WORK ("b", 5, 10) WORK ("a", 10, 16) WORK ("b", 16, 22) WORK ("a", 22, 28)
                      WORK ("b", 28, 60) "{\"type\": \"CMD_EVENT\", \"cycle\": 9, \"cmd_id\": 3, "
                                         "\"event\": \"ERROR\", \"source\": "
                                         "\"Q\"}",
                  "", "");
  g_auto (NpuFixture) fixture = { NULL };
  g_autoptr (WeftNpuStats) stats = NULL;
  g_autoptr (GArray) findings = NULL, pairs = NULL;
  const WeftNpuTokenStats *median;
  const WeftFinding *finding;

  npu_fixture_read (&fixture, text, strlen (text), G_MAXINT);
  stats = measure_all (&fixture);
  findings = weft_npu_findings_new (stats, FALSE);
  g_assert_cmpuint (findings->len, ==, 3);
  finding = &g_array_index (findings, WeftFinding, 0);
  g_assert_cmpstr (finding->key, ==, "failures");
  g_assert_cmpstr (finding->target, ==, "event:9:9:9");
  g_assert_cmpstr (finding->text, ==, "1 event says that something failed: ERROR in cycle 9.");
  g_assert_cmpstr (finding->figure, ==, "1");
  finding = &g_array_index (findings, WeftFinding, 1);
  g_assert_cmpstr (finding->key, ==, "slow-token");
  g_assert_cmpstr (finding->target, ==, "token:2:22:62");
  g_assert_cmpfloat_with_epsilon (finding->weight, 28 / 62.0, 1e-9);
  g_assert_cmpstr (finding->text, ==,
                   "Token 2 of DECODE is the slowest, 28 cycles above the median of 12: layer b on "
                   "TE +26 cycles.");
  g_assert_cmpstr (finding->figure, ==, "45.2\u00a0%");

  check_finding (
    findings, "idle-engine",
    "TE 0 is not busy in 3.2\u00a0% of the run; longest for 2 cycles, 60\u00a0– 62, while "
    "nothing else ran.");

  median = weft_npu_find_median_token (stats, stats->tokens[0].phase);
  g_assert_cmpint (median->index, ==, 1);
  pairs = weft_npu_compare_tokens (stats, median, &stats->tokens[0]);
  g_assert_cmpuint (pairs->len, ==, 2);
  g_assert_cmpint (g_array_index (pairs, WeftNpuTokenPair, 0).cycles[0], ==, 6);
  g_assert_cmpint (g_array_index (pairs, WeftNpuTokenPair, 0).cycles[1], ==, 5);
}

/* Of what was not read yet nothing is told, whatever the summary says of the run's length. */
static void
test_so_far (void)
{
  static const char text[] =
    NPU_DOCUMENT (WORK ("a", 0, 5) WORK ("a", 10, 15) WORK ("a", 15, 20) "{\"type\": "
                                                                         "\"MARKER_EVENT\", "
                                                                         "\"name\": \"m\", "
                                                                         "\"cycle\": 3}",
                  "", "\"cycles_total\": 1000");
  g_auto (NpuFixture) fixture = { NULL };
  g_autoptr (WeftNpuStats) stats = NULL;
  g_autoptr (GArray) so_far = NULL, all = NULL;

  npu_fixture_read (&fixture, text, strlen (text), G_MAXINT);
  stats = measure_all (&fixture);
  so_far = weft_npu_findings_new (stats, TRUE);
  check_finding (so_far, "idle-engine",
                 "TE 0 is not busy in 25.0\u00a0% of the run; longest for 5 cycles, 5\u00a0– 10, "
                 "while nothing else ran.");
  all = weft_npu_findings_new (stats, FALSE);
  check_finding (all, "idle-engine",
                 "TE 0 is not busy in 98.5\u00a0% of the run; longest for 980 cycles, 20\u00a0– "
                 "1\u202f000, while nothing else ran.");
}

/* A cycle is one, not "1 cycles". */
static void
test_one_cycle (void)
{
  static const char text[] = NPU_DOCUMENT (
    TOKEN (0, 0, 10) TOKEN (1, 10, 20) TOKEN (2, 20, 31) WORK ("a", 0, 5) WORK ("a", 10, 15) WORK (
      "a", 20, 26) "{\"type\": \"STALL_EVENT\", \"master\": \"DMA\", \"master_id\": 0, \"reason\": "
                   "\"queue_full\", \"start_cycle\": 21, \"end_cycle\": 22}",
    "", "");
  g_auto (NpuFixture) fixture = { NULL };
  g_autoptr (WeftNpuStats) stats = NULL;
  g_autoptr (GArray) findings = NULL;
  g_autofree char *length = NULL, *rate = NULL, *near_one = NULL;

  npu_fixture_read (&fixture, text, strlen (text), G_MAXINT);
  stats = measure_all (&fixture);
  length = weft_number_signed_cycles (1);
  g_assert_cmpstr (length, ==, "1 cycle");
  rate = weft_npu_format_rate (1);
  g_assert_cmpstr (rate, ==, "1 byte per cycle");
  near_one = weft_npu_format_rate (1.25);
  g_assert_cmpstr (near_one, ==, "1.25 bytes per cycle");
  findings = weft_npu_findings_new (stats, FALSE);
  check_finding (findings, "slow-token",
                 "Token 2 of DECODE is the slowest, 1 cycle above the median of 10: layer a on TE "
                 "+1 cycle, stalls +1 cycle.");
  check_finding (findings, "longest-stall",
                 "DMA 0 stalls most, on queue_full: 1 cycle in 1 stall, the longest of 1.");
}

#define STALL(reason, start, end) \
  "{\"type\": \"STALL_EVENT\", \"master\": \"DMA\", \"master_id\": 0, \"reason\": \"" reason \
  "\", \"start_cycle\": " #start ", \"end_cycle\": " #end "}"

/* Cycles in which several stalls overlap count once, in whatever order these stand and overlap; of the longest the
 * first is told. */
static void
test_stalls (void)
{
  static const char text[] =
    NPU_DOCUMENT (STALL ("full", 40, 50) "," STALL ("full", 0, 10) "," STALL (
                    "full", 5, 15) "," STALL ("other", 0, 90) "," STALL ("full", 20, 30),
                  "", "");
  g_auto (NpuFixture) fixture = { NULL };
  WeftNpuStall stall;

  npu_fixture_read (&fixture, text, strlen (text), G_MAXINT);
  stall = weft_npu_find_stalls (fixture.snapshot, 0, weft_npu_name (fixture.trace, 0));
  g_assert_cmpuint (stall.count, ==, 4);
  g_assert_cmpint (stall.cycles, ==, 40);
  g_assert_cmpint (stall.covered, ==, 35);
  g_assert_cmpuint (stall.longest, ==, 1);
}

/* --- against a slow count ------------------------------------------------------------------------- */

#define N_RANDOM 400
#define CYCLES 1000

static void
test_random (void)
{
  g_autoptr (GString) events = g_string_new ("{" NPU_BLOCKS "\"timeline_events\": [");
  g_auto (NpuFixture) fixture = { NULL };
  gboolean busy[CYCLES] = { FALSE }, stalled[CYCLES] = { FALSE };
  const WeftNpuLaneIndex *lane;

  for (guint i = 0; i < N_RANDOM; i++)
    {
      gboolean is_stall = i % 3 == 0;
      int start = g_test_rand_int_range (0, CYCLES - 10),
          end = start + g_test_rand_int_range (0, 10);

      for (int cycle = start; cycle < end; cycle++)
        *(is_stall ? &stalled[cycle] : &busy[cycle]) = TRUE;
      g_string_append_printf (events,
                              "%s{\"type\": \"%s\", \"%s\": \"VE\", \"%s_id\": 0, "
                              "\"start_cycle\": %d, \"end_cycle\": %d}",
                              i > 0 ? "," : "", is_stall ? "STALL_EVENT" : "ENGINE_EVENT",
                              is_stall ? "master" : "engine", is_stall ? "master" : "engine", start,
                              end);
    }
  g_string_append (events, "]}");
  npu_fixture_read (&fixture, events->str, events->len, G_MAXINT);
  lane = &fixture.snapshot->index->lanes[0];
  for (guint i = 0; i < 200; i++)
    {
      int from = g_test_rand_int_range (0, CYCLES), to = g_test_rand_int_range (from, CYCLES);
      gint64 n_busy = 0, n_stalled = 0;

      for (int cycle = from; cycle < to; cycle++)
        {
          n_busy += busy[cycle];
          n_stalled += stalled[cycle] && !busy[cycle];
        }
      g_assert_cmpint (weft_spans_count (&lane->busy, from, to), ==, n_busy);
      g_assert_cmpint (weft_spans_count (&lane->either, from, to), ==, n_busy + n_stalled);
    }
  g_assert_cmpuint (lane->work.n_rows + lane->stalls.n_rows, ==, N_RANDOM);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/npu-stats/small", test_small);
  g_test_add_func ("/npu-stats/range", test_range);
  g_test_add_func ("/npu-stats/filter", test_filter);
  g_test_add_func ("/npu-stats/spots", test_spots);
  g_test_add_func ("/npu-stats/tiles", test_tiles);
  g_test_add_func ("/npu-stats/critical", test_critical);
  g_test_add_func ("/npu-stats/commands", test_commands);
  g_test_add_func ("/npu-stats/kv", test_kv);
  g_test_add_func ("/npu-stats/windows", test_windows);
  g_test_add_func ("/npu-stats/series", test_series);
  g_test_add_func ("/npu-stats/findings", test_findings);
  g_test_add_func ("/npu-stats/so-far", test_so_far);
  g_test_add_func ("/npu-stats/one-cycle", test_one_cycle);
  g_test_add_func ("/npu-stats/stalls", test_stalls);
  g_test_add_func ("/npu-stats/random", test_random);
  return g_test_run ();
}
