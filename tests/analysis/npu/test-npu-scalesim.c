/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "test-homes.h"
#include "weft-load.h"
#include "weft-npu-facts.h"
#include "weft-npu-scalesim-beside.h"
#include "weft-npu-scalesim-reader.h"
#include "weft-npu-series.h"

#include <glib/gstdio.h>
#include <math.h>

/* SCALE-Sim's traces: the real run is held against what the simulator's own reports say of it, and against
 * its files taken apart with strtod(). */

static const char *const names[] = { "IFMAP SRAM", "FILTER SRAM", "OFMAP SRAM",
                                     "IFMAP DRAM", "FILTER DRAM", "OFMAP DRAM" };
static const char *const files[] = { "IFMAP_SRAM", "FILTER_SRAM", "OFMAP_SRAM",
                                     "IFMAP_DRAM", "FILTER_DRAM", "OFMAP_DRAM" };

#define READ "words read per cycle"
#define WRITTEN "words written per cycle"

static const char *const words_titles[] = { READ, READ, WRITTEN, READ, READ, WRITTEN };

static WeftNpuSnapshot *
load (const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_load_run (load, NULL, &error));
  g_assert_no_error (error);
  return weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (weft_load_get_trace (load)));
}

static const WeftSeries *
find_series (const WeftNpuSnapshot *snapshot, const WeftNpuSeriesSet *set, const char *of,
             const char *what)
{
  g_autofree char *name = g_strdup_printf ("%s · %s", of, what);

  for (guint i = 0; i < set->n_series; i++)
    if (g_str_equal (weft_npu_trace_get_name (snapshot->trace, set->series[i].name), name))
      return &set->series[i].values;
  g_error ("there is no series %s", name);
}

/* The area below a series of words per cycle: all words. */
static double
sum_words (const WeftSeries *series)
{
  double sum = 0;

  for (guint32 i = 0; i + 1 < series->n_points; i++)
    sum += series->points[i].value * (double) (series->points[i + 1].time - series->points[i].time);
  g_assert_cmpfloat (series->points[series->n_points - 1].value, ==, 0);
  return sum;
}

/* Entries of a file that are not −1, and the cycle of its first row. */
static double
count_words (const char *path, double *first, double *lowest)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  double n = 0;

  *lowest = INFINITY;
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], ",", -1);

      if (i == 0)
        *first = g_ascii_strtod (fields[0], NULL);
      for (guint k = 1; fields[k] != NULL; k++)
        if (g_ascii_strtod (fields[k], NULL) != -1)
          {
            n++;
            *lowest = MIN (*lowest, g_ascii_strtod (fields[k], NULL));
          }
    }
  return n;
}

/* The words of DETAILED_ACCESS_REPORT.csv, by operand, of all layers. */
static void
check_report (const char *folder, const WeftNpuSnapshot *snapshot, const WeftNpuSeriesSet *set)
{
  static const guint columns[] = { 3, 6, 9, 12, 15, 18 };
  g_autofree char *path = g_build_filename (folder, "DETAILED_ACCESS_REPORT.csv", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      double expected = 0;

      for (guint k = 1; lines[k] != NULL && *lines[k] != '\0'; k++)
        {
          g_auto (GStrv) fields = g_strsplit (lines[k], ",", -1);

          expected += g_ascii_strtod (g_strstrip (fields[columns[i]]), NULL);
        }
      /* The report counts whole requests to DRAM, with their −1, and writes of the SRAM otherwise than its
       * own trace. */
      if (i < 2)
        g_assert_cmpfloat (sum_words (find_series (snapshot, set, names[i], words_titles[i])), ==,
                           expected);
    }
}

/* The words of all files of a run, and its two layers one after the other, which take so many cycles. */
static void
check_run (const char *folder, const gint64 cycles[2])
{
  g_autoptr (WeftNpuSnapshot) snapshot = load (folder);
  g_autoptr (WeftNpuSeriesSet) set = weft_npu_series_set_new (snapshot);
  guint n_layers = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      double expected = 0, first, lowest;

      for (guint layer = 0; layer < 2; layer++)
        {
          g_autofree char *path =
            g_strdup_printf ("%s/layer%u/%s_TRACE.csv", folder, layer, files[i]);

          expected += count_words (path, &first, &lowest);
        }
      g_assert_cmpfloat (sum_words (find_series (snapshot, set, names[i], words_titles[i])), ==,
                         expected);
    }
  for (guint32 row = 0; row < snapshot->n_events; row++)
    {
      const char *name;
      WeftNpuEvent event;

      weft_npu_snapshot_get_event (snapshot, row, &event);
      name = weft_npu_trace_get_name (snapshot->trace, event.name);
      if (!g_str_has_prefix (name, "layer"))
        continue;
      g_assert_cmpint (event.start, ==, n_layers == 0 ? 0 : cycles[0]);
      g_assert_cmpint (event.end, ==, n_layers == 0 ? cycles[0] : cycles[0] + cycles[1]);
      n_layers++;
    }
  g_assert_cmpuint (n_layers, ==, 2);
}

/* Each file alone is known by what it holds. */
static void
check_files (const char *folder)
{
  for (guint layer = 0; layer < 2; layer++)
    for (guint i = 0; i < G_N_ELEMENTS (files); i++)
      {
        g_autofree char *path =
          g_strdup_printf ("%s/layer%u/%s_TRACE.csv", folder, layer, files[i]);
        g_autoptr (WeftNpuSnapshot) snapshot = NULL;
        g_autoptr (WeftNpuSeriesSet) set = NULL;
        g_autofree char *what = NULL;
        double first, lowest, expected, base;

        expected = count_words (path, &first, &lowest);
        snapshot = load (path);
        set = weft_npu_series_set_new (snapshot);
        g_assert_cmpfloat (sum_words (find_series (snapshot, set, names[i], words_titles[i])), ==,
                           expected);
        base = floor (lowest / 1e6) * 1e6;
        what =
          base > 0 ? g_strdup_printf ("lowest address − %.0f", base) : g_strdup ("lowest address");
        find_series (snapshot, set, names[i], what);
      }
}

static void
test_sample (void)
{
  g_autofree char *folder =
    g_build_filename (g_getenv ("WEFT_SAMPLES"), "scale-sim-two-layers", NULL);

  /* "LayerID, Total Cycles", as COMPUTE_REPORT.csv has them. */
  check_run (folder, (const gint64[]){ 103, 113 });
  check_files (folder);
}

/* The real run, where it is, has a report of its words as well. */
static void
test_real (void)
{
  g_autofree char *folder =
    g_build_filename (g_getenv ("WEFT_SHARED_TRACES"), "intake", "scalesim", "tiny_os_8x8", NULL);
  g_autoptr (WeftNpuSnapshot) snapshot = NULL;
  g_autoptr (WeftNpuSeriesSet) set = NULL;

  if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("there are no real traces here");
      return;
    }
  snapshot = load (folder);
  set = weft_npu_series_set_new (snapshot);
  check_report (folder, snapshot, set);
  g_assert_cmpint (snapshot->first_cycle, ==, -52);
  check_run (folder, (const gint64[]){ 1107, 1374 });
  check_files (folder);
}

static WeftNpuSnapshot *
read_rows (const char *title, const char *text)
{
  const WeftReaderSetup setup = { .title = title, .storage = WEFT_STORAGE_MEMORY };
  g_autoptr (WeftReader) reader = weft_npu_scalesim_reader_new (&setup);
  g_autofree char *copy = g_memdup2 (text, strlen (text));

  g_assert_true (weft_reader_feed (reader, copy, strlen (text), 0, NULL));
  weft_reader_finish (reader);
  return weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (reader->trace));
}

/* Operands of the array are read, its results written: all events of a lane say so. How many bytes a word has the
 * files do not say, so that no table counts any; and time begins with what is fetched before cycle 0. */
static void
test_sums (void)
{
  g_autofree char *folder =
    g_build_filename (g_getenv ("WEFT_SAMPLES"), "scale-sim-two-layers", NULL);
  g_autoptr (WeftNpuSnapshot) snapshot = load (folder);
  g_autoptr (WeftNpuBandwidth) bandwidth = weft_npu_bandwidth_new (snapshot);
  const WeftCycleRange all = WEFT_CYCLE_RANGE_ALL;
  g_autoptr (WeftNpuStats) stats = weft_npu_stats_new (snapshot, bandwidth, NULL, &all, NULL, NULL);
  guint n_unknown = 0;

  for (guint i = 0; i < snapshot->n_lanes; i++)
    {
      WeftNpuLane lane;

      weft_npu_snapshot_get_lane (snapshot, i, &lane);
      g_assert_cmpuint (lane.moves, ==,
                        lane.kind == WEFT_NPU_GENERIC             ? 0
                        : g_str_has_prefix (lane.engine, "OFMAP") ? WEFT_NPU_WRITE
                                                                  : WEFT_NPU_READ);
    }
  for (guint key = 0; key < WEFT_NPU_N_TABLES; key++)
    {
      WeftFacts facts = weft_npu_facts_get (stats, key);

      for (guint row = 0; row < facts.n_rows; row++)
        for (guint i = 0; i < facts.n_columns; i++)
          if (strstr (weft_facts_get_column (&facts, i)->key, "bytes") != NULL
              || g_str_equal (weft_facts_get_column (&facts, i)->key, "macs"))
            {
              WeftCell cell = weft_facts_get_cell (&facts, row, i);

              g_assert_cmpint (cell.type, ==, WEFT_CELL_NONE);
              n_unknown++;
            }
    }
  g_assert_cmpuint (n_unknown, >, 10);
  g_assert_cmpint (snapshot->first_cycle, <, 0);
  g_assert_cmpint (stats->n_cycles, ==, snapshot->last_cycle - snapshot->first_cycle);
}

/* Steps back, cycles twice, rows that are none, and numbers that are no addresses. */
static void
test_odd (void)
{
  static const char text[] = "-2.0,10000000.0,10000004.0,-1.0\n"
                             "3.0,10000001.0,-1.0,-1.0,\n"
                             "-1.0,10000009.0,1.0,-1.0\n"
                             "-2.0,-1.0,10000002.0,-1.0\n"
                             "4.0,1.5,-1.0,-1.0\n"
                             "5.0,7.0\n"
                             "6.0,-1.0,-1.0,-1.0\n";
  static const struct
  {
    gint64 time;
    double value;
  } expected[] = { { -3, 0 }, { -2, 3 }, { -1, 1 }, { 0, 0 }, { 3, 1 }, { 4, 0 } };
  g_autoptr (WeftNpuSnapshot) snapshot = read_rows ("FILTER_DRAM_TRACE.csv", text);
  g_autoptr (WeftNpuSeriesSet) set = weft_npu_series_set_new (snapshot);
  const WeftSeries *words = find_series (snapshot, set, "FILTER DRAM", "words read per cycle");
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (WEFT_TRACE (snapshot->trace));
  WeftNpuEvent event;

  g_assert_cmpuint (words->n_points, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_cmpint (words->points[i].time, ==, expected[i].time);
      g_assert_cmpfloat (words->points[i].value, ==, expected[i].value);
    }
  g_assert_cmpuint (snapshot->n_skipped, ==, 2);
  g_assert_cmpuint (weft_diagnostics_count (diagnostics, WEFT_SEVERITY_WARNING), ==, 2);
  g_assert_cmpuint (weft_diagnostics_count (diagnostics, WEFT_SEVERITY_INFO), ==, 2);
  g_assert_cmpuint (snapshot->n_events, ==, 2);
  weft_npu_snapshot_get_event (snapshot, 0, &event);
  g_assert_cmpint (event.start, ==, -2);
  g_assert_cmpint (event.end, ==, 0);
  g_assert_cmpint (event.address, ==, 10000000);
  g_assert_cmpint (event.flags & WEFT_NPU_READ, !=, 0);
}

/* Addresses go up to a sixteenth of 2^63; one beyond is no number of a row. */
static void
test_limit (void)
{
  g_autoptr (WeftNpuSnapshot) within =
    read_rows ("FILTER_DRAM_TRACE.csv", "0.0,576460752303423487.0,10000000.0\n");
  g_autoptr (WeftNpuSnapshot) beyond = read_rows (
    "FILTER_DRAM_TRACE.csv", "0.0,10000000.0,10000000.0\n1.0,576460752303423488.0,10000000.0\n");

  g_assert_cmpuint (within->n_skipped, ==, 0);
  g_assert_cmpuint (beyond->n_skipped, ==, 1);
}

static void
write_table (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* Tables of a run that nothing is read of are named, once, with how many there are. */
static void
test_other_tables (void)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-scalesim-XXXXXX", NULL);
  g_autofree char *layer = g_build_filename (folder, "layer0", NULL);
  g_autoptr (WeftNpuSnapshot) snapshot = NULL;
  g_autoptr (GPtrArray) beside = NULL;
  WeftDiagnostics *diagnostics;
  WeftDiagnostic said;

  g_assert_cmpint (g_mkdir (layer, 0700), ==, 0);
  write_table (layer, "IFMAP_SRAM_TRACE.csv", "1,0,-1\n2,1,4\n");
  write_table (layer, "PSUM_SRAM_TRACE.csv", "1,0,-1\n2,1,4\n");
  write_table (folder, "COMPUTE_REPORT.csv", "LayerID, Total Cycles,\n0, 9,\n");
  write_table (folder, "BANDWIDTH_REPORT.csv", "LayerID,\n0,\n");
  write_table (folder, "run.log", "done\n");
  snapshot = load (folder);
  diagnostics = weft_trace_get_diagnostics (WEFT_TRACE (snapshot->trace));
  g_assert_cmpuint (weft_diagnostics_get_n_kept (diagnostics), ==, 1);
  weft_diagnostics_get (diagnostics, 0, &said);
  g_assert_cmpint (said.severity, ==, WEFT_SEVERITY_INFO);
  g_assert_cmpstr (said.message, ==,
                   "2 other tables, which are not read: BANDWIDTH_REPORT.csv, PSUM_SRAM_TRACE.csv");
  weft_diagnostic_clear (&said);
  /* An index file of the run is good as long as these are what they were. */
  beside = weft_npu_scalesim_beside_list (folder);
  g_assert_cmpuint (beside->len, ==, 2);
  g_assert_true (g_str_has_suffix (g_ptr_array_index (beside, 0), "/BANDWIDTH_REPORT.csv"));
  g_assert_true (g_str_has_suffix (g_ptr_array_index (beside, 1), "/layer0/PSUM_SRAM_TRACE.csv"));
  remove_folder (folder);
}

/* They were shown as 0. */
static void
test_texts_in_report (void)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-scalesim-XXXXXX", NULL);
  g_autofree char *layer = g_build_filename (folder, "layer0", NULL);
  g_autoptr (WeftNpuSnapshot) snapshot = NULL;
  g_autoptr (WeftNpuSeriesSet) set = NULL;
  WeftDiagnostics *diagnostics;
  WeftDiagnostic said;
  gboolean found = FALSE;

  g_assert_cmpint (g_mkdir (layer, 0700), ==, 0);
  write_table (layer, "IFMAP_SRAM_TRACE.csv", "1,0,-1\n2,1,4\n");
  write_table (folder, "COMPUTE_REPORT.csv",
               "LayerID, Total Cycles, Dataflow, Util %,\n0, 9, ws, 12.5,\n1, 8, nan, 7,\n");
  snapshot = load (folder);
  set = weft_npu_series_set_new (snapshot);
  g_assert_cmpfloat (find_series (snapshot, set, "Layer", "Util %")->points[0].value, ==, 12.5);
  for (guint32 i = 0; i < set->n_series; i++)
    g_assert_cmpstr (weft_npu_trace_get_name (snapshot->trace, set->series[i].name), !=,
                     "Layer · Dataflow");
  for (guint32 name = 0; name < weft_npu_trace_get_n_names (snapshot->trace); name++)
    found |= g_str_equal (weft_npu_trace_get_name (snapshot->trace, name), "layer0 · Dataflow: ws");
  g_assert_true (found);
  diagnostics = weft_trace_get_diagnostics (WEFT_TRACE (snapshot->trace));
  g_assert_cmpuint (weft_diagnostics_get_n_kept (diagnostics), ==, 1);
  weft_diagnostics_get (diagnostics, 0, &said);
  g_assert_cmpstr (said.message, ==,
                   "Texts in the report, which stand in the names of their layers: 2");
  weft_diagnostic_clear (&said);
  remove_folder (folder);
}

static void
test_sniff (void)
{
  static const struct
  {
    const char *head;
    gboolean is_one;
  } cases[] = {
    { "1,0,-1\n2,1,4\n", TRUE },  { "-5.0,1.0,2.0\n-4.0,3.0,4.0\n", TRUE },
    { "1,0,1\n2,1,4\n", FALSE },  { "1,0,-1\n3,1,4\n", FALSE },
    { "1,0,-1\n1,1,4\n", FALSE }, { "1,0,-1\n2,1,4\n5,1,4\n", TRUE },
    { "1,0,-1\n2,1\n", FALSE },   { "a,b\n1,2\n", FALSE },
    { "1,0,-1\n", FALSE },        { "1,0,-1\n2,0.5,-1\n", FALSE },
    { "1\n2\n", FALSE },          { "", FALSE },
    { "1,0,-2\n2,1,4\n", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (weft_npu_scalesim_reader_sniff (cases[i].head, strlen (cases[i].head)), ==,
                     cases[i].is_one);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scalesim/sample", test_sample);
  g_test_add_func ("/scalesim/real", test_real);
  g_test_add_func ("/scalesim/sums", test_sums);
  g_test_add_func ("/scalesim/odd", test_odd);
  g_test_add_func ("/scalesim/limit", test_limit);
  g_test_add_func ("/scalesim/other-tables", test_other_tables);
  g_test_add_func ("/scalesim/texts-in-report", test_texts_in_report);
  g_test_add_func ("/scalesim/sniff", test_sniff);
  return g_test_run ();
}
