/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "kept-index.h"

/* Index files: what is shown from one is what a load shows, byte by byte; and one that does not fit its file any more is
 * not used. */

static void
test_same (void)
{
  static const char *const samples[] = { "kanata-core.log",
                                         "kanata-two-ops.log",
                                         "o3pipeview-core.out",
                                         "saturnis-bus.jsonl",
                                         "saturnis-bus.btr1",
                                         "noc-eight-cores.json",
                                         "device-log-eight-cores.csv",
                                         "timeline-three-steps.json",
                                         "npu-two-layers.json",
                                         "xiangshan-loop.db",
                                         "xs-gem5-loop.db",
                                         "dot-product.mca.json",
                                         "dot-product.uica.json" };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = copy_sample (samples[i]);

      assert_same_command (path, "info", NULL);
      assert_same_command (path, "info", "--json");
      assert_same_command (path, "stats", "--json");
      assert_same_command (path, "dump", NULL);
      assert_same_command (path, "check", NULL);
      assert_same_picture (path);
    }
}

/* Compressed files, which hold texts that must be kept, too. */
static void
test_same_compressed (void)
{
  static const char *const samples[] = { "kanata-core.log", "saturnis-bus.jsonl",
                                         "noc-eight-cores.json", "timeline-three-steps.json",
                                         "npu-two-layers.json" };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = copy_sample (samples[i]), *compressed = compress (path);

      assert_same_command (compressed, "info", NULL);
      assert_same_command (compressed, "stats", "--json");
      assert_same_command (compressed, "dump", NULL);
      assert_same_picture (compressed);
    }
}

/* --- more rows than a chunk has --------------------------------------------------------------------------- */

#define N_ROWS 70000u

static void
assert_same_large (const char *name, GString *bytes)
{
  struct utimbuf old = { 1000000000, 1000000000 };
  g_autofree char *path = cli_write_file (name, bytes->str, (gssize) bytes->len);

  g_assert_cmpint (utime (path, &old), ==, 0);
  assert_same_command (path, "dump", NULL);
  assert_same_command (path, "stats", "--json");
  g_string_free (bytes, TRUE);
}

/* Records that do not complete in the order of the file. */
static void
test_large_bus (void)
{
  GString *log = g_string_new (NULL);

  for (guint i = 0; i < N_ROWS; i++)
    g_string_append_printf (
      log,
      "{\"seq\":%u,\"master\":\"%s\",\"tick_first_attempt\":%u,"
      "\"tick_complete\":%u,\"addr\":\"0x0600%04X\",\"size\":%u,\"rw\":\"%s\","
      "\"kind\":\"%s\",\"service_cycles\":%u,\"retries\":%u}\n",
      i, i % 3 == 0 ? "DMA" : "MSH2", i * 10, i * 10 + i % 7 * 9, i & 0xfffe,
      i % 1000 == 0 ? 4096 : 4, i % 2 == 0 ? "R" : "W", i % 500 == 0 ? "burst" : "read", i % 7,
      i % 5);
  assert_same_large ("large.jsonl", log);
}

/* Transfers, some of them with more than a record holds. */
static void
test_large_noc (void)
{
  GString *log = g_string_new ("[");

  for (guint i = 0; i < N_ROWS; i++)
    g_string_append_printf (log,
                            "%s{\"proc\":\"%s\",\"sx\":%u,\"sy\":2,\"dx\":%u,\"dy\":3,"
                            "\"noc\":\"NOC_%u\",\"type\":\"%s\",\"num_bytes\":%u,\"vc\":%d,"
                            "\"timestamp\":%u%s}",
                            i > 0 ? ",\n" : "", i % 2 == 0 ? "BRISC" : "NCRISC", 1 + i % 4,
                            1 + i % 7, i % 2, i % 2 == 0 ? "READ" : "WRITE_", 32 * (i % 200),
                            (int) (i % 5) - 1, 1000 + i * 3,
                            i % 9 == 0 ? ",\"dst_addr\":7,\"posted\":true" : "");
  g_string_append (log, "]");
  assert_same_large ("large-noc.json", log);
}

/* Slices that nest, instants, numbers and arrows. */
static void
test_large_timeline (void)
{
  GString *log = g_string_new ("{\"traceEvents\":[");

  for (guint i = 0; i < N_ROWS; i++)
    g_string_append_printf (log,
                            "%s{\"ph\":\"%s\",\"pid\":1,\"tid\":%u,\"ts\":%u.5,\"dur\":%u,"
                            "\"name\":\"n%u\",\"cat\":\"%s\",\"id\":%u,\"args\":{\"v\":%u}}",
                            i > 0 ? ",\n" : "",
                            i % 50 == 7    ? "i"
                            : i % 50 == 8  ? "C"
                            : i % 50 == 9  ? "s"
                            : i % 50 == 10 ? "f"
                                           : "X",
                            i % 3, i / 3 * 10, i % 4 == 0 ? 25 : 3, i % 40, i % 2 == 0 ? "a" : "b",
                            i / 50, i);
  g_string_append (log, "]}");
  assert_same_large ("large-timeline.json", log);
}

/* Work of engines, and samples. */
static void
test_large_npu (void)
{
  GString *log = g_string_new ("{\"version\":\"1.0\",\"timeline_events\":[");

  for (guint i = 0; i < N_ROWS; i++)
    g_string_append_printf (
      log,
      "%s{\"type\":\"ENGINE_EVENT\",\"engine\":\"%s\",\"engine_id\":%u,"
      "\"start_cycle\":%u,\"end_cycle\":%u,\"op\":\"op%u\",\"layer_id\":\"l%u\","
      "\"bytes\":%u,\"cmdq_id\":%u}",
      i > 0 ? ",\n" : "", i % 3 == 0 ? "DMA" : "TE", i % 2, i * 4, i * 4 + 3 + i % 5, i % 30, i % 7,
      i % 100 * 64, i);
  g_string_append (log, "],\"bandwidth_samples\":[");
  for (guint i = 0; i < 100; i++)
    g_string_append_printf (log, "%s{\"cycle\":%u,\"window_cycles\":64,\"dram_read_bytes\":%u}",
                            i > 0 ? ",\n" : "", i * 64, i * 3);
  g_string_append (log, "]}");
  assert_same_large ("large-npu.json", log);
}

/* Ops of two pieces of code, and what these occupy. */
static void
test_large_regions (void)
{
  GString *log = g_string_new ("{\"CodeRegions\":[");

  for (guint region = 0; region < 2; region++)
    {
      g_string_append_printf (
        log,
        "%s{\"Name\":\"r%u\",\"Instructions\":[\"add\",\"load\"],"
        "\"SummaryView\":{\"Iterations\":%u,\"TotalCycles\":%u},"
        "\"ResourcePressureView\":{\"ResourcePressureInfo\":["
        "{\"InstructionIndex\":1,\"ResourceIndex\":0,\"ResourceUsage\":0.5}]},"
        "\"TimelineView\":{\"TimelineInfo\":[",
        region > 0 ? "," : "", region, N_ROWS / 4, N_ROWS);
      for (guint i = 0; i < N_ROWS / 2; i++)
        g_string_append_printf (log,
                                "%s{\"CycleDispatched\":%u,\"CycleReady\":%u,\"CycleIssued\":%u,"
                                "\"CycleExecuted\":%u,\"CycleRetired\":%u}",
                                i > 0 ? "," : "", i, i + i % 3, i + 2 + i % 5, i + 8, i + 9);
      g_string_append (log, "]}}");
    }
  g_string_append (log, "],\"TargetInfo\":{\"CPUName\":\"c\",\"Resources\":[\"Port\"]}}");
  assert_same_large ("large-regions.json", log);
}

/* The model of another tool, with tiles of its own. */
static void
test_modelled (void)
{
  static const char log[] =
    "{\"common_info\":{\"arch\":\"trinity\",\"mcast_write_link_util\":12.5},\"noc_transfers\":["
    "{\"id\":0,\"src\":[0,1,1],\"dst\":[[0,1,2]],\"total_bytes\":2048,\"start_cycle\":100,"
    "\"end_cycle\":200,\"noc_event_type\":\"READ\",\"route\":[{\"noc_type\":\"NOC0\"}]}],"
    "\"soc_descriptor\":{\"arch_name\":\"trinity\",\"grid\":{\"x_size\":4,\"y_size\":3},"
    "\"functional_workers\":[\"1-1\",\"2-1\",\"3-1\"],\"harvested_workers\":[\"1-2\"],"
    "\"dram\":[[\"0-0\",\"0-1\"],[\"0-2\"]],\"eth\":[\"1-0\"]},"
    "\"timestep_data\":[{\"start_cycle\":0,\"end_cycle\":256,\"mcast_write_link_util\":30,"
    "\"link_demand\":[[0,1,1,\"NOC1_WEST\",3.5]]}]}";
  struct utimbuf old = { 1000000000, 1000000000 };
  g_autofree char *path = cli_write_file ("chip.json", log, -1);

  g_assert_cmpint (utime (path, &old), ==, 0);
  assert_same_command (path, "info", NULL);
  assert_same_command (path, "dump", NULL);
  assert_same_command (path, "stats", "--json");
  assert_same_command (path, "stats", NULL);
  assert_same_picture (path);
}

/* Diagnostics come from the index file, with their places. */
static void
test_diagnostics (void)
{
  static const char log[] =
    "Kanata\t0004\nC=\t0\nI\t0\t0\t0\nS\t0\t0\tF\nbad line\nC\t1\nE\t9\t0\tF\n"
    "R\t0\t0\t0\n";
  struct utimbuf old = { 1000000000, 1000000000 };
  g_autofree char *path = cli_write_file ("odd.log", log, -1);

  g_assert_cmpint (utime (path, &old), ==, 0);
  assert_same_command (path, "check", NULL);
  assert_same_command (path, "dump", NULL);
}

/* Bytes anywhere in it are changed, or it is cut: the log is read, and leaves a whole one. */
static void
test_damage (void)
{
  g_autofree char *path = copy_sample ("kanata-core.log"), *bytes = NULL, *index = NULL;
  g_auto (CliResult) load = cli_run ("dump", "--no-index", path);
  gsize length;

  clear ();
  assert_loaded (path, &load);
  index = find_index ();
  g_assert_true (g_file_get_contents (index, &bytes, &length, NULL));
  for (guint i = 0; i <= 12; i++)
    {
      g_autofree char *damaged = g_memdup2 (bytes, length), *now = NULL;
      gsize at = i * (length - 1) / 12, now_length;

      damaged[at] ^= 0x10;
      g_assert_true (g_file_set_contents (index, damaged, (gssize) length, NULL));
      assert_loaded (path, &load);
      g_assert_true (g_file_set_contents (index, bytes, (gssize) at, NULL));
      assert_loaded (path, &load);
      g_assert_true (g_file_get_contents (index, &now, &now_length, NULL));
      g_assert_cmpmem (now, now_length, bytes, length);
    }
}

/* Statistics and findings are there without being counted again; they are counted where the file that has them is damaged,
 * cut, or not there, and where people assume something. */
static void
test_derived (void)
{
  static const struct
  {
    const char *name, *by;
    const char *assumed[2]; /* what makes it count anew */
  } samples[] = { { "kanata-core.log", "pc", { "--width", "7" } },
                  { "o3pipeview-core.out", "pc", { "--width", "7" } },
                  { "timeline-three-steps.json", "name", { "--filter", "duration > 5 us" } } };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = copy_sample (samples[i].name), *bytes = NULL, *derived = NULL;
      const char *info[] = { "info", path, NULL };
      const char *stats[] = { "stats", path, "--by", samples[i].by, NULL };
      const char *assumed[] = { "stats", path, samples[i].assumed[0], samples[i].assumed[1], NULL };
      const char *part[] = { "stats", path, "--range", "0:20", NULL };
      g_auto (CliResult) load = cli_run ("info", "--no-index", path);
      g_auto (CliResult) by = cli_run ("stats", "--no-index", path, "--by", samples[i].by);
      g_auto (CliResult) first = { 0 }, second = { 0 }, third = { 0 }, other = { 0 };
      g_auto (CliResult) short_one = { 0 };
      gsize length;

      clear ();
      g_assert_false (run_derived (info, &first));
      derived = find_derived ();
      g_assert_nonnull (derived);
      g_assert_true (run_derived (info, &second));
      g_assert_true (run_derived (stats, &third));
      assert_same (&load, &first);
      assert_same (&load, &second);
      assert_same (&by, &third);
      g_assert_false (run_derived (assumed, &other));
      g_assert_false (run_derived (part, &short_one));
      g_assert_true (g_file_get_contents (derived, &bytes, &length, NULL));
      for (guint k = 0; k <= 12; k++)
        {
          g_autofree char *damaged = g_memdup2 (bytes, length), *now = NULL;
          g_auto (CliResult) counted = { 0 }, again = { 0 };
          gsize at = k * (length - 1) / 12, now_length;

          damaged[at] ^= 0x10;
          g_assert_true (g_file_set_contents (derived, damaged, (gssize) length, NULL));
          run_derived (info, &counted);
          assert_same (&load, &counted);
          g_assert_true (g_file_set_contents (derived, bytes, (gssize) at, NULL));
          run_derived (info, &again);
          assert_same (&load, &again);
          g_assert_true (g_file_get_contents (derived, &now, &now_length, NULL));
          g_assert_cmpmem (now, now_length, bytes, length);
        }
    }
}

/* So are those of a NoC trace, which the tables of queries share; not where a user says what chip it is. */
static void
test_derived_noc (void)
{
  g_autofree char *path = copy_sample ("noc-eight-cores.json");
  const char *stats[] = { "stats", path, NULL };
  const char *links[] = { "query", path, "SELECT * FROM link", NULL };
  const char *assumed[] = { "stats", path, "--arch", "blackhole", NULL };
  const char *part[] = { "stats", path, "--range", "0:20", NULL };
  g_auto (CliResult) load = cli_run ("stats", "--no-index", path);
  g_auto (CliResult) rows = cli_run ("query", "--no-index", path, "SELECT * FROM link");
  g_auto (CliResult) first = { 0 }, second = { 0 }, asked = { 0 }, other = { 0 }, short_one = { 0 };

  clear ();
  g_assert_false (run_derived (stats, &first));
  g_assert_true (run_derived (stats, &second));
  g_assert_true (run_derived (links, &asked));
  g_assert_false (run_derived (assumed, &other));
  g_assert_false (run_derived (part, &short_one));
  assert_same (&load, &first);
  assert_same (&load, &second);
  assert_same (&rows, &asked);
}

/* Whoever asks for findings otherwise gets those that are kept. */
static void
assert_asked (const char *path, const char *kept)
{
  const char *asking[] = { "query", path, "SELECT * FROM finding", "--format", "json", NULL };
  g_auto (CliResult) load = cli_run ("query", path, asking[2], "--format", "json", "--no-index");
  g_auto (CliResult) asked = { 0 };
  struct stat before = make_old (kept);

  run (asking, &asked);
  g_assert_true (was_used (kept, &before));
  g_assert_cmpint (asked.status, ==, 0);
  assert_same (&load, &asked);
}

/* So are findings of other families, in the language that they were made in; nothing is believed of a file that was
 * changed, and nothing kept where people say what the trace does not. */
static void
test_findings (void)
{
  static const char *const samples[] = { "noc-eight-cores.json", "saturnis-bus.jsonl",
                                         "timeline-three-steps.json", "npu-two-layers.json" };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = copy_sample (samples[i]), *bytes = NULL, *kept = NULL;
      const char *info[] = { "info", path, NULL };
      const char *other[] = { "info", path, i == 0 ? "--arch" : "--json",
                              i == 0 ? "wormhole_b0" : NULL, NULL };
      g_auto (CliResult) load = cli_run ("info", "--no-index", path);
      g_auto (CliResult) first = { 0 }, second = { 0 }, told = { 0 };
      struct stat before;
      gsize length;

      clear ();
      run (info, &first);
      kept = find_file (".findings.derived");
      g_assert_nonnull (kept);
      before = make_old (kept);
      run (info, &second);
      g_assert_true (was_used (kept, &before));
      assert_same (&load, &first);
      assert_same (&load, &second);
      g_assert_true (g_file_get_contents (kept, &bytes, &length, NULL));
      before = make_old (kept);
      run (other, &told);
      g_assert_true (was_used (kept, &before) == (i > 0));
      assert_asked (path, kept);
      for (guint k = 0; k <= 12; k++)
        {
          g_autofree char *damaged = g_memdup2 (bytes, length), *now = NULL;
          g_auto (CliResult) made = { 0 };
          gsize now_length;

          damaged[k * (length - 1) / 12] ^= 0x10;
          g_assert_true (g_file_set_contents (kept, damaged, (gssize) length, NULL));
          run (info, &made);
          assert_same (&load, &made);
          g_assert_true (g_file_get_contents (kept, &now, &now_length, NULL));
          g_assert_cmpmem (now, now_length, bytes, length);
        }
    }
}

/* All that the log gets afterwards, and what is put in the place of it, is seen. */
static void
test_stale (void)
{
  g_autofree char *path = copy_sample ("kanata-two-ops.log"), *log = NULL, *longer = NULL;
  g_autofree char *core = cli_sample ("kanata-core.log");
  const char *arguments[] = { "dump", path, NULL }, *info[] = { "info", path, NULL };
  g_auto (CliResult) first = { 0 }, told = { 0 };
  gsize length;

  clear ();
  run (arguments, &first);
  run_derived (info, &told);
  g_assert_true (g_file_get_contents (path, &log, &length, NULL));
  longer = g_strconcat (log, "I\t77\t77\t0\nS\t77\t0\tF\n", NULL);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *other = NULL;

      g_assert_true (g_file_get_contents (core, &other, NULL, NULL));
      g_assert_true (g_file_set_contents (path, i == 0 ? longer : other, -1, NULL));
      {
        g_auto (CliResult) load = cli_run ("dump", "--no-index", path);
        g_auto (CliResult) told_load = cli_run ("info", "--no-index", path);
        g_auto (CliResult) found = { 0 }, told_now = { 0 };

        /* More may have been read on. */
        g_assert_true (!run (arguments, &found) || i == 0);
        assert_same (&load, &found);
        g_assert_cmpstr (found.out, !=, first.out);
        g_assert_false (run_derived (info, &told_now));
        assert_same (&told_load, &told_now);
      }
    }
}

/* A command tells the same of a log that has got more, from the index file of what it was, in the place of which no other
 * comes. */
static void
assert_appended_command (const char *path, const char *command, const char *option)
{
  const char *arguments[] = { command, path, option, NULL };
  const char *loading[] = { command, path, "--no-index", option, NULL };
  g_auto (CliResult) load = { 0 }, appended = { 0 };

  run (loading, &load);
  g_setenv ("WEFT_INDEX_QUOTA", "1", TRUE);
  g_assert_true (run (arguments, &appended));
  g_unsetenv ("WEFT_INDEX_QUOTA");
  assert_same (&load, &appended);
}

static void
test_appended (void)
{
  static const char *const samples[] = { "kanata-core.log", "saturnis-bus.jsonl" };
  struct utimbuf old = { 1000000000, 1000000000 };

  for (guint i = 0; i < G_N_ELEMENTS (samples) * 2; i++)
    {
      g_autofree char *path = copy_sample (samples[i / 2]), *log = NULL;
      const char *arguments[] = { "info", path, NULL };
      g_auto (CliResult) first = { 0 };
      gsize length, cut;

      clear ();
      g_assert_true (g_file_get_contents (path, &log, &length, NULL));
      cut = (gsize) (strchr (log + length / 10 * (i % 2 ? 9 : 4), '\n') - log) + 1;
      g_assert_true (g_file_set_contents (path, log, (gssize) cut, NULL));
      g_assert_cmpint (utime (path, &old), ==, 0);
      run (arguments, &first);
      g_assert_true (g_file_set_contents (path, log, (gssize) length, NULL));
      assert_appended_command (path, "info", NULL);
      assert_appended_command (path, "info", "--json");
      assert_appended_command (path, "stats", "--json");
      assert_appended_command (path, "dump", NULL);
      assert_appended_command (path, "check", NULL);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cache = g_dir_make_tmp ("weft-cache-XXXXXX", NULL);
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_setenv ("WEFT_INDEX_AFTER", "0", TRUE);
  g_test_add_func ("/cli-index/same", test_same);
  g_test_add_func ("/cli-index/same-compressed", test_same_compressed);
  g_test_add_func ("/cli-index/large-bus", test_large_bus);
  g_test_add_func ("/cli-index/large-noc", test_large_noc);
  g_test_add_func ("/cli-index/large-timeline", test_large_timeline);
  g_test_add_func ("/cli-index/large-npu", test_large_npu);
  g_test_add_func ("/cli-index/large-regions", test_large_regions);
  g_test_add_func ("/cli-index/modelled", test_modelled);
  g_test_add_func ("/cli-index/diagnostics", test_diagnostics);
  g_test_add_func ("/cli-index/damage", test_damage);
  g_test_add_func ("/cli-index/derived", test_derived);
  g_test_add_func ("/cli-index/derived-noc", test_derived_noc);
  g_test_add_func ("/cli-index/findings", test_findings);
  g_test_add_func ("/cli-index/stale", test_stale);
  g_test_add_func ("/cli-index/appended", test_appended);
  status = g_test_run ();
  clear ();
  return status;
}
