/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noc-fixture.h"

#include "test-files.h"
#include "weft-noc-device-log.h"
#include "weft-noc-device-reader.h"
#include "weft-noc-ops.h"

/* The generations of tt-metal's profile_log_device.csv, what is wrong in them, and how they join
 * traces of NoC events that they lie beside. */

#define COMMON "PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset]"
#define TODAY \
  COMMON \
  ", data, run host ID, trace id, trace id counter, zone name, type, source line, source file," \
  " meta data\n"
#define BLACKHOLE "ARCH: blackhole, CHIP_FREQ[MHz]: 1350, Max Compute Cores: 140\n"

static WeftNocTrace *
read_log (const char *text)
{
  WeftReaderSetup setup = { .title = "made" };
  g_autoptr (WeftReader) reader = weft_noc_device_reader_new (&setup);
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_reader_feed (reader, text, strlen (text), 0, &error));
  g_assert_no_error (error);
  weft_reader_finish (reader);
  return WEFT_NOC_TRACE (g_object_ref (reader->trace));
}

static guint64
count (WeftNocTrace *trace, WeftSeverity severity)
{
  return weft_diagnostics_count (weft_trace_get_diagnostics (WEFT_TRACE (trace)), severity);
}

static void
check_zone (WeftNocTrace *trace, guint32 index, const char *proc, const char *name,
            WeftNocRecordKind kind, guint64 time)
{
  WeftNocRecord record;

  g_assert_cmpuint (index, <, weft_noc_trace_get_n_records (trace));
  weft_noc_trace_get_record (trace, index, &record);
  g_assert_cmpstr (record.proc, ==, proc);
  g_assert_cmpstr (record.name, ==, name);
  g_assert_cmpint (record.kind, ==, kind);
  g_assert_cmpuint (record.timestamp, ==, time);
}

static gint64
get_run (WeftNocTrace *trace, guint32 index)
{
  WeftNocRecord record;
  WeftNocContext context;

  weft_noc_trace_get_record (trace, index, &record);
  weft_noc_trace_get_context (trace, record.context, &context);
  return context.run_host_id;
}

/* Every header that there was, by the names of its columns. */
static void
test_generations (void)
{
  static const struct
  {
    const char *text;
    gint64 run;
    gint64 hertz;
    const char *arch;
  } cases[] = {
    { "ARCH: grayskull, CHIP_FREQ[MHz]: 1202\n" COMMON
      ", stat value, Run ID, zone name, zone phase,"
      " source line, source file\n"
      "3,1,2,BRISC,53427 ,100,0,7,BRISC-FW    ,begin,315,a.cc\n"
      "3,1,2,BRISC,118963,200,0,7,BRISC-FW    ,end  ,315,a.cc\n",
      7, 1202000000, "torus" },
    { "ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000\n" COMMON ", stat value, Run ID, run host ID,"
      " zone name, zone phase, source line, source file\n"
      "3,1,2,BRISC,1,100,0,0,8,BRISC-FW,begin,315,a.cc\n"
      "3,1,2,BRISC,1,200,0,0,8,BRISC-FW,end,315,a.cc\n",
      8, 1000000000, "wormhole_b0" },
    { "ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000\n" COMMON ", data, run ID, run host ID,  zone name,"
      " type, source line, source file, meta data\n"
      "3,1,2,BRISC,1,100,0,0,1024,BRISC-FW,ZONE_START,315,a.cc,\n"
      "3,1,2,BRISC,1,200,0,0,1024,BRISC-FW,ZONE_END,315,a.cc,{\"a\":1;\"b\":2}\n",
      1024, 1000000000, "wormhole_b0" },
    { "ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000\r\n" COMMON ", data, run host ID,  zone name, type,"
      " source line, source file, meta data\r\n"
      "3,1,2,BRISC,1,100,0,1024,BRISC-FW,ZONE_START,315,a.cc,\r\n"
      "3,1,2,BRISC,1,200,0,1024,BRISC-FW,ZONE_END,315,a.cc,\r\n",
      1024, 1000000000, "wormhole_b0" },
    { BLACKHOLE TODAY "3,1,2,BRISC,1,100,0,2048,,,BRISC-FW,ZONE_START,315,a.cc,\n"
                      "3,1,2,BRISC,1,200,0,2048,5,1,BRISC-FW,ZONE_END,315,a.cc,",
      2048, 1350000000, "blackhole" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftNocTrace) trace = read_log (cases[i].text);
      WeftNocRecord record;
      WeftNocContext context;

      g_assert_true (weft_noc_device_log_sniff (cases[i].text, strlen (cases[i].text)));
      g_assert_cmpuint (weft_noc_trace_get_n_records (trace), ==, 2);
      check_zone (trace, 0, "BRISC", "BRISC-FW", WEFT_NOC_ZONE_START, 100);
      check_zone (trace, 1, "BRISC", "BRISC-FW", WEFT_NOC_ZONE_END, 200);
      weft_noc_trace_get_record (trace, 1, &record);
      g_assert_cmpint (record.sx, ==, 1);
      g_assert_cmpint (record.sy, ==, 2);
      g_assert_cmpint (record.line, ==, 4);
      weft_noc_trace_get_context (trace, record.context, &context);
      g_assert_cmpint (context.device, ==, 3);
      g_assert_cmpint (context.run_host_id, ==, cases[i].run);
      g_assert_cmpint (weft_noc_trace_get_hertz (trace), ==, cases[i].hertz);
      g_assert_cmpstr (weft_noc_trace_get_arch (trace), ==, cases[i].arch);
      g_assert_cmpuint (count (trace, WEFT_SEVERITY_WARNING), ==, 0);
    }
}

/* 2023: no zones but numbered timers, and another first line. */
static void
test_timers (void)
{
  g_autoptr (WeftNocTrace) trace = read_log ("Chip clock is at 1.2 GHz\n" COMMON "\n"
                                             "0, 1, 1, TRISC_0, 1, 10\n0, 1, 1, TRISC_0, 2, 20\n"
                                             "0, 1, 1, TRISC_0, 3, 30\n0, 1, 1, TRISC_0, 4, 40\n"
                                             "0, 1, 1, TRISC_0, 9, 50\n");

  g_assert_cmpint (weft_noc_trace_get_hertz (trace), ==, 1200000000);
  g_assert_cmpuint (weft_noc_trace_get_n_records (trace), ==, 4);
  check_zone (trace, 0, "TRISC_0", "TRISC-FW", WEFT_NOC_ZONE_START, 10);
  check_zone (trace, 1, "TRISC_0", "TRISC-KERNEL", WEFT_NOC_ZONE_START, 20);
  check_zone (trace, 2, "TRISC_0", "TRISC-KERNEL", WEFT_NOC_ZONE_END, 30);
  check_zone (trace, 3, "TRISC_0", "TRISC-FW", WEFT_NOC_ZONE_END, 40);
  g_assert_cmpuint (count (trace, WEFT_SEVERITY_WARNING), ==, 1);
}

/* A comma in a path or in a name makes a field more; quotes hold it together. */
static void
test_commas (void)
{
  g_autoptr (WeftNocTrace) trace =
    read_log (BLACKHOLE TODAY "0,1,2,BRISC,1,100,0,1024,,,MINE,ZONE_START,9,kernels/a, b.cpp,\n"
                              "0,1,2,BRISC,1,110,0,1024,,,a, b,ZONE_START,9,kernels/a, b.cpp,\n"
                              "0,1,2,BRISC,1,120,0,1024,,,\"c, d\",ZONE_END,9,\"a, b.cpp\",\n");

  g_assert_cmpuint (weft_noc_trace_get_n_records (trace), ==, 3);
  check_zone (trace, 0, "BRISC", "MINE", WEFT_NOC_ZONE_START, 100);
  check_zone (trace, 1, "BRISC", "a, b", WEFT_NOC_ZONE_START, 110);
  check_zone (trace, 2, "BRISC", "c, d", WEFT_NOC_ZONE_END, 120);
  g_assert_cmpuint (count (trace, WEFT_SEVERITY_WARNING), ==, 0);
}

/* Only begins and ends are zones; what else there is is said once. */
static void
test_other_rows (void)
{
  g_autoptr (WeftNocTrace) trace =
    read_log (BLACKHOLE TODAY
              "0,1,2,TRISC_0,911,100,45500,1024,,,wait,ZONE_TOTAL,0,,\n"
              "0,1,2,TRISC_0,911,100,45500,1024,,,wait,ZONE_TOTAL,0,,\n"
              "0,1,2,BRISC,777,100,0,1024,,,E,TS_EVENT,12,a.cpp,\n"
              "0,1,2,BRISC,778,100,18446744073709551615,1024,,,D,TS_DATA,12,a.cpp,\n"
              "0,1,2,BRISC,12345,100,1,1024,,,,TS_DATA,0,,\n"
              "0,1,2,BRISC,9090,100,1,1024,,,,TS_DATA,0,,{\"counter type\":\"F\";\"value\":5}\n"
              "0,1,2,BRISC,1,18446744073709551615,0,1024,,,Z,ZONE_START,12,a.cpp,\n"
              "0,1,2,BRISC,1,100,0,1024,,,Z,ZONE_TWICE,12,a.cpp,\n");

  g_assert_cmpuint (weft_noc_trace_get_n_records (trace), ==, 1);
  check_zone (trace, 0, "BRISC", "Z", WEFT_NOC_ZONE_START, G_MAXUINT64);
  g_assert_cmpuint (count (trace, WEFT_SEVERITY_INFO), ==, 4);
  g_assert_cmpuint (count (trace, WEFT_SEVERITY_WARNING), ==, 1);
}

/* Each fault is said with its line and column; the rest is read. */
static void
test_wrong_rows (void)
{
  static const struct
  {
    const char *row;
    gint64 column;
  } cases[] = {
    { "0,1,2,BRISC,1", 1 },
    { "0,x,2,BRISC,1,100,0,1024,,,Z,ZONE_START,1,a,", 3 },
    { "0,1,40000,BRISC,1,100,0,1024,,,Z,ZONE_START,1,a,", 5 },
    { "0,1,2,BRISC,1,-5,0,1024,,,Z,ZONE_START,1,a,", 15 },
    { "0,1,2,BRISC,1,18446744073709551616,0,1024,,,Z,ZONE_START,1,a,", 15 },
    { "0,1,2,BRISC,1,100,0,1e3,,,Z,ZONE_START,1,a,", 21 },
    { "-1,1,2,BRISC,1,100,0,1024,,,Z,ZONE_START,1,a,", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat (
        BLACKHOLE TODAY, cases[i].row, "\n0,1,2,BRISC,1,100,0,1024,,,Z,ZONE_START,1,a,\n", NULL);
      g_autoptr (WeftNocTrace) trace = read_log (text);
      WeftDiagnostic diagnostic;

      g_assert_cmpuint (weft_noc_trace_get_n_records (trace), ==, 1);
      g_assert_cmpuint (count (trace, WEFT_SEVERITY_WARNING), ==, 1);
      weft_diagnostics_get (weft_trace_get_diagnostics (WEFT_TRACE (trace)), 0, &diagnostic);
      g_assert_cmpint (diagnostic.line, ==, 3);
      g_assert_cmpint (diagnostic.column, ==, cases[i].column);
      weft_diagnostic_clear (&diagnostic);
    }
}

/* A line too long to be a row is said as well, and counted by those behind it. */
static void
test_skipped_line (void)
{
  static const char *const parts[] = { BLACKHOLE TODAY,
                                       "0,x,2,BRISC,1,100,0,1024,,,Z,ZONE_START,1,a,\n" };
  WeftReaderSetup setup = { .title = "made" };
  g_autoptr (WeftReader) reader = weft_noc_device_reader_new (&setup);
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (reader->trace);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      if (i > 0)
        weft_reader_skip_line (reader, 0);
      g_assert_true (weft_reader_feed (reader, parts[i], strlen (parts[i]), 0, NULL));
    }
  weft_reader_finish (reader);
  g_assert_cmpuint (weft_diagnostics_get_n_kept (diagnostics), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      WeftDiagnostic diagnostic;

      weft_diagnostics_get (diagnostics, i, &diagnostic);
      g_assert_cmpint (diagnostic.line, ==, 3 + i);
      weft_diagnostic_clear (&diagnostic);
    }
}

/* A header without a column that is needed, no frequency, a second run behind the first, and a zone
 * that ends before it begins. */
static void
test_heads (void)
{
  g_autoptr (WeftNocTrace) without = read_log (
    "ARCH: quasar, CHIP_FREQ[MHz]: 0\nPCIe slot, core_x, RISC processor type\n0,1,BRISC\n");
  g_autoptr (WeftNocTrace) bare = read_log ("ARCH: blackhole\n" COMMON "\n");
  g_autoptr (WeftNocTrace) twice = read_log (
    BLACKHOLE TODAY "0,1,2,BRISC,1,100,0,1024,,,Z,ZONE_START,1,a,\n"
                    "0,1,2,BRISC,1,90,0,1024,,,Z,ZONE_END,1,a,\n"
                    "ARCH: blackhole, CHIP_FREQ[MHz]: 1000\n" COMMON
                    ", data, run host ID,  zone name, type, source line, source file, meta data\n"
                    "1,1,2,BRISC,1,300,0,2048,Y,ZONE_START,1,a,\n");

  g_assert_cmpuint (weft_noc_trace_get_n_records (without), ==, 0);
  g_assert_cmpint (weft_noc_trace_get_hertz (without), ==, 0);
  g_assert_cmpstr (weft_noc_trace_get_arch (without), ==, "torus");
  g_assert_cmpuint (count (without, WEFT_SEVERITY_ERROR), ==, 1);
  g_assert_cmpint (weft_noc_trace_get_hertz (bare), ==, 0);
  g_assert_cmpstr (weft_noc_trace_get_arch (bare), ==, "blackhole");
  g_assert_cmpuint (weft_noc_trace_get_n_records (twice), ==, 3);
  check_zone (twice, 2, "BRISC", "Y", WEFT_NOC_ZONE_START, 300);
  g_assert_cmpint (get_run (twice, 2), ==, 2048);
  g_assert_cmpint (weft_noc_trace_get_hertz (twice), ==, 1350000000);
  g_assert_cmpuint (count (twice, WEFT_SEVERITY_WARNING), ==, 2);
}

/* The streaming writer has the process in the run's column, and the program in the trace's. */
static void
test_streaming (void)
{
  g_autoptr (WeftNocTrace) trace = read_log (
    BLACKHOLE TODAY "0, 1, 2, BRISC, 1, 100, 0, 4711, 2048, 0, Z, ZONE_START, 1, streaming, \n"
                    "0, 1, 2, BRISC, 1, 100, 0, 4711, 2048, 0, Z, ZONE_START, 1, a.cpp, \n");

  g_assert_cmpint (get_run (trace, 0), ==, 2048);
  g_assert_cmpint (get_run (trace, 1), ==, 4711);
}

/* More programs than a trace of events has: each keeps its run. */
static void
test_many_runs (void)
{
  g_autoptr (GString) text = g_string_new (BLACKHOLE TODAY);
  g_autoptr (WeftNocTrace) trace = NULL;

  for (guint run = 0; run < 3000; run++)
    g_string_append_printf (text, "0,1,2,BRISC,1,%u,0,%u,,,Z,ZONE_START,1,a,\n", 10 * run,
                            run << 10);
  trace = read_log (text->str);
  g_assert_cmpuint (weft_noc_trace_get_n_contexts (trace), ==, 3000);
  for (guint run = 0; run < 3000; run++)
    g_assert_cmpint (get_run (trace, run), ==, run << 10);
}

/* --- beside a trace ----------------------------------------------------------------------------- */

#define ROW(x, proc, time, run, zone, type) \
  "0," x ",2," proc ",1," time ",0," run ",,," zone "," type ",1,a.cc,\n"

/* Two runs of two cores, of which a trace has the first core of the first. */
static const char log_of_two_runs[] =
  BLACKHOLE TODAY ROW ("1", "BRISC", "5000", "1024", "BRISC-FW", "ZONE_START")
    ROW ("1", "BRISC", "5100", "1024", "BRISC-KERNEL", "ZONE_START")
      ROW ("1", "BRISC", "5900", "1024", "BRISC-KERNEL", "ZONE_END")
        ROW ("1", "BRISC", "6000", "1024", "BRISC-FW", "ZONE_END")
          ROW ("2", "TRISC_0", "5200", "1024", "TRISC-KERNEL", "ZONE_START")
            ROW ("2", "TRISC_0", "5300", "1024", "TRISC-KERNEL", "ZONE_END")
              ROW ("1", "BRISC", "9000", "2048", "BRISC-FW", "ZONE_START");

static void
write_trace (const char *begin, const char *event, const char *end)
{
  g_autofree char *quoted = g_strdup_printf (
    "[{'sx':1,'sy':2,'proc':'BRISC','src_device_id':0,'run_host_id':1024,'op_name':'',"
    "'zone':'BRISC-KERNEL','zone_phase':'begin','timestamp':%s},{'sx':1,'sy':2,'proc':'BRISC',"
    "'noc':'NOC_0','dx':3,'dy':3,'num_bytes':64,'type':'WRITE_','src_device_id':0,'run_host_id':"
    "1024,"
    "'op_name':'','timestamp':%s},{'sx':1,'sy':2,'proc':'BRISC','src_device_id':0,"
    "'run_host_id':1024,'op_name':'','zone':'BRISC-KERNEL','zone_phase':'end','timestamp':%s}]",
    begin, event, end);

  g_strdelimit (quoted, "'", '"');
  write_file ("noc_trace_dev0_ID1024.json", quoted, strlen (quoted));
}

static void
check_joined (const char *path)
{
  g_autoptr (WeftNocTrace) trace = load_noc (path);
  WeftNocRecord event;
  WeftNocContext context;

  /* The trace's own zone is not there twice, and the other run not at all. */
  g_assert_cmpuint (weft_noc_trace_get_n_records (trace), ==, 7);
  check_zone (trace, 0, "BRISC", "BRISC-KERNEL", WEFT_NOC_ZONE_START, 5100);
  weft_noc_trace_get_record (trace, 1, &event);
  g_assert_cmpuint (event.timestamp, ==, 5150);
  check_zone (trace, 2, "BRISC", "BRISC-KERNEL", WEFT_NOC_ZONE_END, 5900);
  check_zone (trace, 3, "BRISC", "BRISC-FW", WEFT_NOC_ZONE_START, 5000);
  check_zone (trace, 4, "BRISC", "BRISC-FW", WEFT_NOC_ZONE_END, 6000);
  check_zone (trace, 5, "TRISC_0", "TRISC-KERNEL", WEFT_NOC_ZONE_START, 5200);
  g_assert_cmpint (weft_noc_trace_get_hertz (trace), ==, 1350000000);
  g_assert_cmpstr (weft_noc_trace_get_arch (trace), ==, "blackhole");
  for (guint i = 0; i < 2; i++)
    {
      weft_noc_trace_get_record (trace, i == 0 ? 1 : 5, &event);
      weft_noc_trace_get_context (trace, event.context, &context);
      g_assert_cmpint (context.run_host_id, ==, 1024);
      g_assert_cmpstr (context.op_name, ==, "Matmul");
    }
  g_assert_cmpuint (count (trace, WEFT_SEVERITY_WARNING), ==, 0);
}

/* Beside a trace of one clock with it, and beside one of 2025, whose times count from the begin of the
 * kernel; alone and as a directory. The report names the op. */
static void
test_join (void)
{
  static const char ops[] = "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,ATTRIBUTES\n"
                            "\"start, here\",signpost,,,\nMatmul,tt_dnn_device,1024,0,{'a': 1; 2}\n"
                            "Softmax,tt_dnn_device,1024,1,\n";

  write_file ("profile_log_device.csv", log_of_two_runs, strlen (log_of_two_runs));
  write_file ("ops_perf_results_2026_01_02.csv", ops, strlen (ops));
  write_file ("ops_perf_results_2025_01_02.csv", "no report", 9);
  write_trace ("5100", "5150", "5900");
  check_joined (test_folder ());
  check_joined (test_path ("noc_trace_dev0_ID1024.json"));
  write_trace ("0", "50", "800");
  check_joined (test_folder ());
}

/* A log of other runs adds nothing; where the trace has no run, the time tells. */
static void
test_join_by_time (void)
{
  static const char other[] = BLACKHOLE TODAY ROW ("1", "BRISC", "5000", "3072", "Z", "ZONE_START")
    ROW ("1", "BRISC", "5500", "3072", "Z", "ZONE_END");
  static const char late[] =
    BLACKHOLE TODAY ROW ("1", "BRISC", "900000", "3072", "Z", "ZONE_START");
  g_autoptr (WeftNocTrace) same = NULL, none = NULL;

  write_trace ("5100", "5150", "5900");
  write_file ("profile_log_device.csv", other, strlen (other));
  same = load_noc (test_folder ());
  g_assert_cmpuint (weft_noc_trace_get_n_records (same), ==, 5);
  write_file ("profile_log_device.csv", late, strlen (late));
  none = load_noc (test_folder ());
  g_assert_cmpuint (weft_noc_trace_get_n_records (none), ==, 3);
}

/* The log alone is what a directory without traces holds; a report is said to be none. */
static void
test_alone (void)
{
  g_autoptr (WeftNocTrace) trace = NULL;
  g_autoptr (WeftLoad) load = NULL;
  g_autoptr (GError) error = NULL;

  g_remove (test_path ("noc_trace_dev0_ID1024.json"));
  write_file ("profile_log_device.csv", log_of_two_runs, strlen (log_of_two_runs));
  trace = load_noc (test_folder ());
  g_assert_cmpuint (weft_noc_trace_get_n_records (trace), ==, 7);
  g_assert_cmpstr (weft_trace_get_format (WEFT_TRACE (trace)), ==, "tt-metal device log");
  load = weft_load_new (test_path ("ops_perf_results_2026_01_02.csv"), WEFT_STORAGE_MEMORY, NULL);
  g_assert_false (weft_load_run (load, NULL, &error));
  g_assert_nonnull (strstr (error->message, "report of ops"));
}

/* Where the profiler wrote the log, the newest of its reports names the ops; and it is said which. */
static void
test_reports (void)
{
  static const char old[] = "OP CODE,GLOBAL CALL COUNT,DEVICE ID\nSoftmax,1024,0\n";
  static const char new[] = "OP CODE,GLOBAL CALL COUNT,DEVICE ID\nMatmul,1024,0\n";
  static const char *const folders[] = { "profiler/.logs", "profiler/reports/2025_01_02_10_00_00",
                                         "profiler/reports/2026_01_02_10_00_00" };
  g_autoptr (WeftNocTrace) trace = NULL;
  WeftNocRecord record;
  WeftNocContext context;

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    g_assert_cmpint (g_mkdir_with_parents (test_path (folders[i]), 0700), ==, 0);
  write_file ("profiler/.logs/profile_log_device.csv", log_of_two_runs, strlen (log_of_two_runs));
  write_file ("profiler/reports/2025_01_02_10_00_00/ops_perf_results_2025.csv", old, strlen (old));
  write_file ("profiler/reports/2026_01_02_10_00_00/ops_perf_results_2026.csv", new, strlen (new));
  trace = load_noc (test_path ("profiler/.logs/profile_log_device.csv"));
  weft_noc_trace_get_record (trace, 0, &record);
  weft_noc_trace_get_context (trace, record.context, &context);
  g_assert_cmpstr (context.op_name, ==, "Matmul");
  g_assert_cmpuint (count (trace, WEFT_SEVERITY_INFO), ==, 1);
}

/* The sample: each row is a record. */
static void
test_sample (void)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("WEFT_SAMPLES"), "device-log-eight-cores.csv", NULL);
  g_autofree char *text = NULL;
  g_autoptr (WeftNocTrace) trace = load_noc (path);
  guint n_lines = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  for (const char *at = text; (at = strchr (at, '\n')) != NULL; at++)
    n_lines++;
  /* Without the line of the chip and that of the columns. */
  g_assert_cmpuint (weft_noc_trace_get_n_records (trace), ==, n_lines - 2);
  g_assert_cmpint (weft_noc_trace_get_hertz (trace), ==, 1000000000);
}

/* The real logs, and those by the rules of their writer, where they are. */
static void
test_shared (void)
{
  static const struct
  {
    const char *name;
    guint n_records;
  } logs[] = {
    { "profile_log_device_2023_grayskull-6col.csv", 40 },
    { "profile_log_device_2024_12col-statvalue.csv", 6 },
    { "profile_log_device_2025-mid_13col-metadata.csv", 10 },
    { "profile_log_device_2026_15col-edges.csv", 34 },
    { "join-bh", 54 },
  };
  const char *folder = g_getenv ("WEFT_SHARED_TRACES");

  for (guint i = 0; i < G_N_ELEMENTS (logs); i++)
    {
      g_autofree char *path =
        g_build_filename (folder != NULL ? folder : "", "intake", "ttmetal", logs[i].name, NULL);
      g_autoptr (WeftNocTrace) trace = NULL;

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        {
          g_test_skip ("The shared traces are not there");
          return;
        }
      trace = load_noc (path);
      g_assert_cmpuint (weft_noc_trace_get_n_records (trace), ==, logs[i].n_records);
      g_assert_cmpint (weft_noc_trace_get_hertz (trace), >, 0);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/noc-device-log/generations", test_generations);
  g_test_add_func ("/noc-device-log/timers", test_timers);
  g_test_add_func ("/noc-device-log/commas", test_commas);
  g_test_add_func ("/noc-device-log/other-rows", test_other_rows);
  g_test_add_func ("/noc-device-log/wrong-rows", test_wrong_rows);
  g_test_add_func ("/noc-device-log/skipped-line", test_skipped_line);
  g_test_add_func ("/noc-device-log/heads", test_heads);
  g_test_add_func ("/noc-device-log/streaming", test_streaming);
  g_test_add_func ("/noc-device-log/many-runs", test_many_runs);
  g_test_add_func ("/noc-device-log/join", test_join);
  g_test_add_func ("/noc-device-log/join-by-time", test_join_by_time);
  g_test_add_func ("/noc-device-log/alone", test_alone);
  g_test_add_func ("/noc-device-log/reports", test_reports);
  g_test_add_func ("/noc-device-log/sample", test_sample);
  g_test_add_func ("/noc-device-log/shared", test_shared);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
