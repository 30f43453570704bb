/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-expression-eval.h"
#include "weft-timeline-activity.h"
#include "weft-timeline-comparison.h"
#include "weft-timeline-fields.h"
#include "weft-timeline-reader.h"
#include "weft-timeline-stats-index.h"
#include "weft-timeline-words.h"

#include "check-finding.h"
#include "tell-timeline-stats.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* Timelines from texts. */

typedef struct
{
  WeftTimelineTrace *trace;
  WeftTimelineSnapshot *snapshot;
  WeftTimelineRoles *roles;
} Fixture;

/* Reads events, the elements of the array. */
static void
fixture_read (Fixture *self, const char *events)
{
  WeftReaderSetup setup = { .title = "test", .storage = WEFT_STORAGE_MEMORY };
  g_autoptr (WeftReader) reader = weft_timeline_reader_new (&setup);
  g_autofree char *text = g_strdup_printf ("{\"traceEvents\":[%s]}", events);

  self->trace = g_object_ref (WEFT_TIMELINE_TRACE (reader->trace));
  g_assert_true (weft_reader_feed (reader, text, strlen (text), 0, NULL));
  weft_reader_finish (reader);
  g_assert_true (weft_reader_is_whole (reader, NULL));
  self->snapshot = weft_timeline_trace_ref_snapshot (self->trace);
  self->roles = weft_timeline_roles_new (self->snapshot, NULL);
}

static void
fixture_clear (Fixture *self)
{
  g_clear_pointer (&self->roles, weft_timeline_roles_unref);
  g_clear_pointer (&self->snapshot, weft_timeline_snapshot_unref);
  g_clear_object (&self->trace);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

/* A slice, in microseconds; `more` are further members, beginning with a comma. */
#define SLICE(name, pid, tid, ts, dur, more) \
  "{\"ph\":\"X\",\"name\":\"" name "\",\"pid\":" pid ",\"tid\":" tid ",\"ts\":" ts \
  ",\"dur\":" dur more "}"
#define CATEGORY(cat) ",\"cat\":\"" cat "\""
#define LAUNCHED(cat, id) ",\"cat\":\"" cat "\",\"args\":{\"correlation\":" id "}"
#define PROCESS(pid, name) \
  "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":" pid ",\"args\":{\"name\":\"" name "\"}}"
#define THREAD(pid, tid, name) \
  "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":" pid ",\"tid\":" tid \
  ",\"args\":{\"name\":\"" name "\"}}"

static WeftTimelineStats *
measure (const Fixture *fixture)
{
  return weft_timeline_stats_new (fixture->snapshot, fixture->roles, NULL, NULL, NULL, NULL);
}

/* The role of the first event that is called so. */
static const char *
get_role (const Fixture *fixture, const char *name)
{
  for (guint32 row = 0; row < fixture->snapshot->n_events; row++)
    {
      WeftTimelineEvent event;

      weft_timeline_snapshot_get_event (fixture->snapshot, row, &event);
      if (g_strcmp0 (weft_timeline_trace_get_name (fixture->trace, event.name), name) == 0)
        return weft_timeline_role_to_string ((WeftTimelineRole) fixture->roles->roles[row]);
    }
  g_error ("no event “%s”", name);
}

/* --- who writes what ---------------------------------------------------------------------------------- */

/* In the manner of each profiler: a kernel "k", a copy "c" and something "h" of the host. */
static const struct
{
  const char *what;
  const char *events;
  guint n_devices;
} manners[] = {
  { "Kineto, CUDA or ROCm",
    SLICE ("k", "0", "7", "0", "5", CATEGORY ("kernel")) "," SLICE (
      "c", "0", "7", "6", "1", CATEGORY ("gpu_memcpy")) "," SLICE ("h", "9", "9", "0", "5",
                                                                   CATEGORY ("cpu_op")),
    1 },
  { "Kineto, MTIA",
    SLICE ("k", "0", "1", "0", "5", CATEGORY ("mtia_ccp_events")) "," SLICE (
      "c", "0", "2", "6", "1", CATEGORY ("gpu_memcpy")) "," SLICE ("h", "9", "9", "0", "5",
                                                                   CATEGORY ("cpu_op")),
    1 },
  { "Kineto before 2022",
    SLICE ("k", "0", "\"stream 7\"", "0", "5", CATEGORY ("Kernel")) "," SLICE (
      "c", "0", "\"stream 7\"", "6", "1", CATEGORY ("Memcpy")) "," SLICE ("h", "9", "9", "0", "5",
                                                                          CATEGORY ("Operator")),
    1 },
  { "onnxruntime",
    SLICE ("k", "-1", "-1", "0", "5", CATEGORY ("Kernel")) "," SLICE (
      "c", "-1", "-1", "6", "1", CATEGORY ("Memcpy")) "," SLICE ("h", "9", "9", "0", "5",
                                                                 CATEGORY ("Node")),
    1 },
  { "XLA",
    PROCESS ("3", "/device:GPU:0") "," THREAD ("3", "1", "Stream #14(MemcpyH2D,Compute)") "," THREAD (
      "3", "2",
      "XLA Ops") "," SLICE ("k", "3", "1", "0", "5",
                            "") "," SLICE ("MemcpyH2D", "3", "1", "6", "1",
                                           "") "," SLICE ("fusion.3", "3", "2", "0", "5",
                                                          "") "," PROCESS ("701",
                                                                           "/host:CPU") "," SLICE ("h",
                                                                                                   "701",
                                                                                                   "1",
                                                                                                   "0",
                                                                                                   "5",
                                                                                                   ""),
    1 },
  { "XLA, TPU",
    PROCESS ("3", "/device:TPU:0") "," THREAD ("3", "1", "XLA Modules") "," THREAD (
      "3", "2", "XLA Ops") "," SLICE ("h", "3", "1", "0", "5", "") "," SLICE ("k", "3", "2", "0",
                                                                              "5", ""),
    1 },
  { "Nsight Systems, converted",
    SLICE ("k", "\"Device 0\"", "\"Stream 7\"", "0", "5", CATEGORY ("cuda")) "," SLICE (
      "[CUDA memcpy HtoD]", "\"Device 0\"", "\"Stream 7\"", "6", "1",
      "") "," SLICE ("h", "\"Host\"", "1", "0", "5", CATEGORY ("cuda_api")),
    1 },
  { "rocprof",
    PROCESS ("6", "GPU0") "," PROCESS ("1", "COPY") "," PROCESS ("2", "CPU HIP API") "," SLICE (
      "k", "6", "0", "0", "5", "") "," SLICE ("CopyHostToDevice", "1", "0", "6", "1",
                                              "") "," SLICE ("h", "2", "5", "0", "5", ""),
    1 },
  { "a browser",
    PROCESS ("1", "GPU Process") "," THREAD ("1", "1", "CrGpuMain") "," SLICE (
      "h", "1", "1", "0", "5", CATEGORY ("gpu")),
    0 },
};

static void
test_manners (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (manners); i++)
    {
      g_auto (Fixture) fixture = { NULL };
      g_autoptr (WeftTimelineStats) stats = NULL;
      const char *host;

      g_test_message ("%s", manners[i].what);
      fixture_read (&fixture, manners[i].events);
      stats = measure (&fixture);
      g_assert_cmpuint (stats->n_devices, ==, manners[i].n_devices);
      host = get_role (&fixture, "h");
      g_assert_true (host == NULL || g_str_equal (host, "call")
                     || g_str_equal (host, "annotation"));
      if (stats->n_devices == 0)
        continue;
      g_assert_cmpstr (get_role (&fixture, "k"), ==, "kernel");
      g_assert_cmpuint (stats->devices[0].n_kernels, ==, 1);
      g_assert_cmpint (stats->devices[0].kernels, ==, 5000);
      if (strstr (manners[i].events, "TPU") == NULL)
        g_assert_cmpint (stats->devices[0].copies, ==, 1000);
    }
}

/* --- a run with everything to find ---------------------------------------------------------------------- */

/* Work of the device from 10 to 110 µs: gemm 10 to 40, add 60 to 70, a copy 68 to 78, gemm 90 to 110. */
#define RUN \
  SLICE ("step", "9", "9", "0", "120", CATEGORY ("cpu_op")) \
  "," SLICE ("cudaLaunchKernel", "9", "9", "5", "2", LAUNCHED ("cuda_runtime", "1")) "," SLICE ( \
    "cudaLaunchKernel", "9", "9", "30", "2", \
    LAUNCHED ( \
      "cuda_runtime", \
      "2")) "," SLICE ("cudaDeviceSynchronize", "9", "9", "41", "15", \
                       CATEGORY ( \
                         "cuda_runtime")) "," SLICE ("cudaLaunchKernel", "9", "9", "80", "2", \
                                                     LAUNCHED ( \
                                                       "cuda_runtime", \
                                                       "3")) "," SLICE ("gemm", "0", "7", "10", \
                                                                        "30", \
                                                                        LAUNCHED ( \
                                                                          "kernel", \
                                                                          "1")) "," SLICE ("add", \
                                                                                           "0", \
                                                                                           "7", \
                                                                                           "60", \
                                                                                           "10", \
                                                                                           LAUNCHED ( \
                                                                                             "ker" \
                                                                                             "ne" \
                                                                                             "l", \
                                                                                             "2")) "," SLICE ("Memcp" \
                                                                                                              "y " \
                                                                                                              "HtoD", \
                                                                                                              "0", \
                                                                                                              "20", \
                                                                                                              "68", \
                                                                                                              "10", \
                                                                                                              ",\"ca" \
                                                                                                              "t\":" \
                                                                                                              "\"gpu" \
                                                                                                              "_memc" \
                                                                                                              "py\"," \
                                                                                                              "\"arg" \
                                                                                                              "s\":{" \
                                                                                                              "\"byt" \
                                                                                                              "es\":" \
                                                                                                              "4096" \
                                                                                                              "}") "," SLICE ("gemm", \
                                                                                                                              "0", \
                                                                                                                              "7", \
                                                                                                                              "90", \
                                                                                                                              "20", \
                                                                                                                              LAUNCHED ( \
                                                                                                                                "kernel", \
                                                                                                                                "3"))

static void
test_device (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (WeftTimelineStats) stats = NULL;
  const WeftTimelineDeviceStats *device;

  fixture_read (&fixture, RUN);
  stats = measure (&fixture);
  g_assert_cmpuint (stats->n_devices, ==, 1);
  device = &stats->devices[0];
  g_assert_cmpint (device->first, ==, 10000);
  g_assert_cmpint (device->last, ==, 110000);
  g_assert_cmpint (device->busy, ==, 68000);
  g_assert_cmpint (device->idle, ==, 32000);
  g_assert_cmpint (device->gap.from, ==, 40000);
  g_assert_cmpint (device->gap.to, ==, 60000);
  g_assert_cmpint (device->exposed, ==, 8000);
  g_assert_cmpint (device->bytes, ==, 4096);
  g_assert_cmpuint (device->n_delays, ==, 3);
  g_assert_cmpint (device->delay_p50, ==, 10000);
  g_assert_cmpint (device->delay_p99, ==, 30000);
  /* The last gemm was launched at 80, two after the copy; the device had waited for twelve. */
  g_assert_cmpuint (device->n_starved, ==, 1);
  g_assert_cmpint (device->starved, ==, 12000);
}

/* Sums of two devices have more bits than what one of them took, and shares are of the sums. */
static void
test_large_findings (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (WeftTimelineStats) stats = NULL;
  g_autoptr (GArray) findings = NULL;

  fixture_read (
    &fixture,
    SLICE ("k", "0", "7", "0", "9000000000000000", CATEGORY ("kernel")) "," SLICE (
      "l", "1", "7", "0", "9000000000000000",
      CATEGORY (
        "kernel")) "," SLICE ("c", "1", "8", "0", "1",
                              ",\"cat\":\"gpu_memcpy\",\"args\":{"
                              "\"bytes\":9e18}") "," SLICE ("c", "1", "8", "2", "1",
                                                            ",\"cat\":"
                                                            "\"gpu_"
                                                            "memcpy\","
                                                            "\"args\":{"
                                                            "\"bytes\":"
                                                            "9000000000"
                                                            "000000000"
                                                            "}") "," SLICE ("c", "1", "8", "4", "1",
                                                                            ",\"cat\":\"gpu_"
                                                                            "memcpy\",\"args\":{"
                                                                            "\"bytes\":"
                                                                            "9000000000000000000"
                                                                            "}"));
  stats = measure (&fixture);
  g_assert_cmpint (stats->devices[1].bytes, ==, G_MAXINT64);
  findings = weft_timeline_findings_new (stats);
  check_finding (findings, "top-kernels",
                 "k takes 9000000000 s, 50.0\302\240% of the time in which devices have work; then "
                 "comes l with 50.0\302\240%.");
}

/* A counter that says the same once more is quiet, one that says another number is not. */
static void
test_quiet (void)
{
  static const char *const values[] = { "7", "8" };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *events = g_strdup_printf (
        "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":1,\"name\":\"a\"},"
        "{\"ph\":\"C\",\"pid\":1,\"tid\":1,\"ts\":0.5,\"name\":\"c\",\"args\":{\"n\":7}},"
        "{\"ph\":\"C\",\"pid\":1,\"tid\":1,\"ts\":500,\"name\":\"c\",\"args\":{\"n\":%s}},"
        "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1000,\"dur\":1,\"name\":\"b\"}",
        values[i]);
      g_auto (Fixture) fixture = { NULL };
      g_autoptr (GArray) quiet = NULL;

      fixture_read (&fixture, events);
      quiet = weft_timeline_find_quiet (fixture.snapshot);
      g_assert_cmpuint (quiet->len, ==, i + 1);
    }
}

/* Names of kernels in sentences. */
static void
test_short_names (void)
{
  static const char *const names[][2] = {
    { "gemm", "gemm" },
    { "PyTorch Profiler (0)", "PyTorch Profiler (0)" },
    { "ncclKernel_SendRecv(ncclDevComm*, unsigned long)", "ncclKernel_SendRecv" },
    { "void at::cuda::(anonymous namespace)::spin_kernel(long)",
      "at::cuda::(anonymous namespace)::spin_kernel" },
    { "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<c10::Half>, "
      "at::detail::Array<char*, 1>>(int, at::native::FillFunctor<c10::Half>)",
      "at::native::vectorized_elementwise_kernel<…>" },
    { "operator<<a_name_that_is_too_long_for_a_sentence_and_has_no_end",
      "operator<<a_name_that_is_too_long_for_a_sentence_and_ha…" },
    { ")", ")" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = weft_timeline_shorten (names[i][0]);

      g_assert_cmpstr (name, ==, names[i][1]);
    }
}

static void
test_findings (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (WeftTimelineStats) stats = NULL;
  g_autoptr (GArray) findings = NULL;

  fixture_read (&fixture, RUN);
  stats = measure (&fixture);
  findings = weft_timeline_findings_new (stats);
  g_assert_cmpuint (findings->len, ==, 4);
  check_finding (
    findings, "top-kernels",
    "gemm takes 50 µs, 73.5\302\240% of the time in which devices have work; then comes add "
    "with 14.7\302\240%.");
  check_finding (findings, "device-idle",
                 "Process 0 has no work for 32 µs, 32.0\302\240% of the time between its first and "
                 "its last; for 20 µs at once, while the host is mostly in cudaDeviceSynchronize.");
  check_finding (
    findings, "launch-delay",
    "Process 0 waits for launches for 12 µs, 12.0\302\240% of its time; kernels launched when "
    "it had nothing left to do: 1 of 3. From launch to start it takes 10 µs (p50), 30 µs (p99).");
  check_finding (findings, "exposed-copies",
                 "Copies of Process 0 take 10 µs and move 4\342\200\257096 bytes; for 8 µs, "
                 "8.0\302\240% of its time, no kernel runs beside them.");
  for (guint i = 0; i < findings->len; i++)
    g_assert_nonnull (g_array_index (findings, WeftFinding, i).target);
}

/* Trifles are not said, and without a device others are. */
static void
test_findings_of_host (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (WeftTimelineStats) stats = NULL;
  g_autoptr (GArray) findings = NULL;

  fixture_read (&fixture,
                SLICE ("load", "1", "1", "0", "60", "") "," SLICE (
                  "parse", "1", "1", "5", "50", "") "," SLICE ("draw", "1", "2", "70", "30", ""));
  stats = measure (&fixture);
  findings = weft_timeline_findings_new (stats);
  g_assert_cmpuint (findings->len, ==, 3);
  check_finding (
    findings, "most-self-time",
    "Most time goes into parse itself: 50 µs, 55.6\302\240% of all self time, in 1 slice.");
  check_finding (
    findings, "longest-slice",
    "The longest slice that lies in no other is load: 60 µs, 60.0\302\240% of the trace.");
  check_finding (
    findings, "busiest-thread",
    "The busiest thread is Thread 1 · Process 1: for 60 µs, 60.0\302\240% of the trace.");
}

static void
test_small_findings (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (WeftTimelineStats) stats = NULL;
  g_autoptr (GArray) findings = NULL;

  fixture_read (&fixture, SLICE ("k", "0", "7", "0", "999", CATEGORY ("kernel")) "," SLICE (
                            "k", "0", "7", "1003", "997",
                            CATEGORY ("kernel")) "," SLICE ("c", "0", "8", "998", "3",
                                                            CATEGORY ("gpu_memcpy")));
  stats = measure (&fixture);
  g_assert_cmpint (stats->devices[0].idle, >, 0);
  g_assert_cmpint (stats->devices[0].exposed, >, 0);
  findings = weft_timeline_findings_new (stats);
  g_assert_cmpuint (findings->len, ==, 1);
}

/* --- tables ------------------------------------------------------------------------------------------- */

#define KEPT_EVENTS \
  RUN ",{\"ph\":\"i\",\"name\":\"gemm\",\"pid\":9,\"tid\":9,\"ts\":3,\"s\":\"t\"}," \
      "{\"ph\":\"C\",\"name\":\"load\",\"pid\":9,\"ts\":3,\"args\":{\"a\":1.5}}," \
      "{\"ph\":\"C\",\"name\":\"load\",\"pid\":9,\"ts\":4,\"args\":{\"a\":-2}}," \
      "{\"ph\":\"X\",\"pid\":9,\"tid\":10,\"ts\":3,\"dur\":1}"

/* A reader of what is put into a file: (transfer full). */
static WeftIndexReader *
put_stats (const WeftTimelineStats *stats)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-stats-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "stats", NULL);
  g_autoptr (WeftIndexWriter) writer = weft_index_writer_new (folder, G_MAXINT64, 0, NULL);
  WeftIndexReader *reader;

  weft_timeline_stats_put (stats, writer);
  g_assert_true (weft_index_writer_finish (writer, path));
  reader = weft_index_reader_open (path);
  g_assert_nonnull (reader);
  g_unlink (path);
  g_rmdir (folder);
  return reader;
}

/* Takes into `stats`, instead of what is counted, what is put of others. */
static gboolean
take_stats (WeftTimelineStats *stats, const WeftTimelineStats *others)
{
  g_autoptr (WeftIndexReader) reader = put_stats (others);
  gboolean taken;

  weft_timeline_stats_forget (stats);
  taken = weft_timeline_stats_take (stats, reader);
  g_assert_true (taken == weft_index_reader_is_good (reader));
  return taken;
}

/* All that is kept comes back as it was; */
static void
test_kept (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (WeftTimelineStats) stats = NULL, taken = NULL;
  g_autofree char *told = NULL, *again = NULL;

  fixture_read (&fixture, KEPT_EVENTS);
  stats = measure (&fixture);
  taken = measure (&fixture);
  g_assert_cmpuint (stats->n_counters, >, 0);
  g_assert_cmpuint (stats->n_instant_names, >, 0);
  g_assert_cmpuint (stats->n_devices, >, 0);
  g_assert_true (take_stats (taken, stats));
  told = tell_timeline_stats (stats);
  again = tell_timeline_stats (taken);
  g_assert_cmpstr (told, ==, again);
}

/* and nothing does where one thing of it can't be. */
static void
test_kept_wrong (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (WeftTimelineStats) stats = NULL, taken = NULL;

  fixture_read (&fixture, KEPT_EVENTS);
  stats = measure (&fixture);
  taken = measure (&fixture);
#define ASSERT_REFUSED(member, value) \
  G_STMT_START \
  { \
    __typeof__ (stats->member) before = stats->member; \
    stats->member = (value); \
    g_assert_false (take_stats (taken, stats)); \
    g_assert_cmpuint (taken->n_names, ==, 0); \
    stats->member = before; \
  } \
  G_STMT_END
  ASSERT_REFUSED (n_instants, stats->n_instants + 1);
  ASSERT_REFUSED (n_points, stats->n_points - 1);
  ASSERT_REFUSED (n_flows, G_MAXUINT32);
  ASSERT_REFUSED (sum.count, stats->sum.count + 1);
  ASSERT_REFUSED (sum.longest, stats->snapshot->n_events);
  ASSERT_REFUSED (sum.longest, WEFT_NO_ROW);
  ASSERT_REFUSED (names[0].sum.count, stats->names[0].sum.count + 1);
  ASSERT_REFUSED (names[0].name, WEFT_NO_NAME - 1);
  ASSERT_REFUSED (names[0].role, WEFT_TIMELINE_N_ROLES);
  ASSERT_REFUSED (categories[0].sum.longest, stats->snapshot->n_events);
  ASSERT_REFUSED (processes[0].process, stats->snapshot->n_processes);
  ASSERT_REFUSED (processes[0].n_tracks, stats->snapshot->n_tracks + 1);
  ASSERT_REFUSED (processes[0].sum.count, 0);
  ASSERT_REFUSED (threads[0].track, stats->snapshot->n_tracks);
  ASSERT_REFUSED (threads[0].process, stats->threads[0].process + 1);
  ASSERT_REFUSED (threads[0].device, 0);
  ASSERT_REFUSED (streams[0].device, WEFT_TIMELINE_NO_DEVICE);
  ASSERT_REFUSED (streams[0].sum.count, stats->streams[0].sum.count + 1);
  ASSERT_REFUSED (n_devices, 0);
  ASSERT_REFUSED (devices[0].device, 1);
  ASSERT_REFUSED (devices[0].gap_host, stats->snapshot->n_events);
  ASSERT_REFUSED (devices[0].exposed_copy, stats->snapshot->n_events);
  ASSERT_REFUSED (devices[0].longest_wait, stats->snapshot->n_events);
  ASSERT_REFUSED (devices[0].longest_delay, stats->snapshot->n_events);
  ASSERT_REFUSED (devices[0].gap.from, G_MAXINT64);
  ASSERT_REFUSED (counters[0].counter, stats->snapshot->n_counters);
  ASSERT_REFUSED (counters[0].n_points, 0);
  ASSERT_REFUSED (instants[0].name, WEFT_NO_NAME - 1);
  ASSERT_REFUSED (instants[0].category, WEFT_NO_NAME - 1);
  ASSERT_REFUSED (instants[0].row, stats->snapshot->n_events);
  ASSERT_REFUSED (instants[0].count, 0);
#undef ASSERT_REFUSED
  g_assert_true (take_stats (taken, stats));
}

/* The events of each row are those that its filter lets through. */
static void
test_filters (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (WeftTimelineStats) stats = NULL;
  guint n = 0;

  fixture_read (&fixture,
                RUN ",{\"ph\":\"i\",\"name\":\"gemm\",\"pid\":9,\"tid\":9,\"ts\":3,\"s\":\"t\"},"
                    "{\"ph\":\"X\",\"pid\":9,\"tid\":10,\"ts\":3,\"dur\":1},"
                    "{\"ph\":\"b\",\"cat\":\"10\",\"name\":\"load\",\"id\":1,\"pid\":9,\"ts\":3},"
                    "{\"ph\":\"e\",\"cat\":\"10\",\"name\":\"load\",\"id\":1,\"pid\":9,\"ts\":9}");
  stats = measure (&fixture);
  for (guint table = 0; table < WEFT_TIMELINE_N_TABLES; table++)
    {
      WeftFacts facts = weft_timeline_facts_get (stats, table);

      for (guint row = 0; row < facts.n_rows; row++)
        {
          g_autofree char *filter = weft_timeline_facts_make_filter (stats, table, row);
          g_autoptr (WeftExpression) expression = NULL;
          g_autoptr (WeftBitset) rows = NULL;
          g_autoptr (GError) error = NULL;
          guint64 expected = 0;

          g_test_message ("%s", filter);
          expression = weft_expression_parse (weft_timeline_language (), filter, NULL, &error);
          g_assert_no_error (error);
          rows = weft_expression_run (expression, fixture.snapshot, fixture.snapshot->n_events,
                                      NULL, NULL);
          for (guint i = 0; i < facts.n_columns; i++)
            {
              const char *key = weft_facts_get_column (&facts, i)->key;
              g_auto (WeftCell) cell = weft_facts_get_cell (&facts, row, i);

              if (g_str_equal (key, "count") || g_str_equal (key, "instants")
                  || g_str_equal (key, "kernels") || g_str_equal (key, "copies"))
                if (cell.type == WEFT_CELL_COUNT || cell.type == WEFT_CELL_SIGNED)
                  expected += cell.count;
            }
          g_assert_cmpuint (rows->n_set, ==, expected);
          n++;
        }
    }
  g_assert_cmpuint (n, >, 15);
}

/* --- comparison ----------------------------------------------------------------------------------------- */

static const WeftTimelineCompared *
find_row (const WeftComparison *comparison, WeftTimelineComparedGroup group, const char *name,
          const char *what)
{
  for (guint i = 0; i < comparison->rows->len; i++)
    {
      const WeftTimelineCompared *row = &g_array_index (comparison->rows, WeftTimelineCompared, i);

      if (row->group == group && g_str_equal (row->name, name) && g_str_equal (row->what, what))
        return row;
    }
  g_error ("no row “%s” (%s)", name, what);
}

/* Ids of processes and threads differ from run to run; what they are for does not. */
#define RUN_OF(pid, tid, gemm) \
  "{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":" pid ",\"args\":{\"labels\":\"CPU\"}}," \
  "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":" pid ",\"tid\":" tid \
  ",\"args\":{\"name\":\"thread " tid \
  " (python)\"}}," SLICE ("step", pid, tid, "0", "100", "") "," SLICE ( \
    "gemm", pid, tid, "10", gemm, "") "," SLICE ("add", pid, tid, "80", "5", "")

static void
test_comparison (void)
{
  g_auto (Fixture) first = { NULL }, second = { NULL };
  g_autoptr (WeftTimelineStats) a = NULL, b = NULL;
  g_autoptr (WeftComparison) same = NULL, other = NULL;
  const WeftTimelineCompared *row;

  fixture_read (&first, RUN_OF ("1", "11", "30"));
  fixture_read (&second, RUN_OF ("2", "22", "50"));
  a = measure (&first);
  b = measure (&second);
  same = weft_timeline_comparison_new (a, a, 0);
  g_assert_cmpuint (same->n_different, ==, 0);
  g_assert_cmpstr (same->sentence, ==, "B differs from A in no number.");
  other = weft_timeline_comparison_new (a, b, 0);
  g_assert_cmpuint (other->n_different, ==, 2);
  row = find_row (other, WEFT_TIMELINE_COMPARE_NAME, "gemm", "self_ns");
  g_assert_cmpfloat (row->numbers[0], ==, 30000);
  g_assert_cmpfloat (row->numbers[1], ==, 50000);
  row = find_row (other, WEFT_TIMELINE_COMPARE_THREAD, "CPU · thread (python)", "busy_ns");
  g_assert_false (row->differs);
  g_assert_cmpstr (other->sentence, ==,
                   "B takes as long as A; self time differs most in gemm (+20 µs), step (−20 µs).");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-stats/manners", test_manners);
  g_test_add_func ("/timeline-stats/device", test_device);
  g_test_add_func ("/timeline-stats/quiet", test_quiet);
  g_test_add_func ("/timeline-stats/short-names", test_short_names);
  g_test_add_func ("/timeline-stats/findings", test_findings);
  g_test_add_func ("/timeline-stats/findings-of-host", test_findings_of_host);
  g_test_add_func ("/timeline-stats/small-findings", test_small_findings);
  g_test_add_func ("/timeline-stats/large-findings", test_large_findings);
  g_test_add_func ("/timeline-stats/kept", test_kept);
  g_test_add_func ("/timeline-stats/kept-wrong", test_kept_wrong);
  g_test_add_func ("/timeline-stats/filters", test_filters);
  g_test_add_func ("/timeline-stats/comparison", test_comparison);
  return g_test_run ();
}
