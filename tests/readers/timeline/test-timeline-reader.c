/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-described-reader.h"
#include "weft-load.h"
#include "weft-timeline-clock.h"
#include "weft-timeline-files.h"
#include "weft-timeline-reader.h"
#include "weft-timeline-trace.h"

#include <glib/gstdio.h>
#include <unistd.h>

typedef struct
{
  WeftTimelineTrace *trace;
  WeftTimelineSnapshot *snapshot;
  gboolean is_whole;
} Fixture;

static void
read_text (Fixture *fixture, const char *text, gsize step)
{
  WeftReaderSetup setup = { .title = "test" };
  g_autoptr (WeftReader) reader = weft_timeline_reader_new (&setup);
  gsize length = strlen (text);

  fixture->trace = g_object_ref (WEFT_TIMELINE_TRACE (reader->trace));
  for (gsize i = 0; i < length; i += step)
    if (!weft_reader_feed (reader, text + i, MIN (step, length - i), i, NULL))
      break;
  weft_reader_finish (reader);
  fixture->is_whole = weft_reader_is_whole (reader, NULL);
  fixture->snapshot = weft_timeline_trace_ref_snapshot (fixture->trace);
}

static void
clear (Fixture *fixture)
{
  weft_timeline_snapshot_unref (fixture->snapshot);
  g_object_unref (fixture->trace);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, clear)

/* "process: track" of a track: (transfer full). */
static char *
describe_track (const Fixture *fixture, guint number)
{
  WeftTimelineTrack track;
  WeftTimelineProcess process;

  weft_timeline_snapshot_get_track (fixture->snapshot, number, &track);
  weft_timeline_snapshot_get_process (fixture->snapshot, track.process, &process);
  return g_strdup_printf ("%s: %s", process.title, track.title);
}

static void
assert_track (const Fixture *fixture, guint number, const char *expected)
{
  g_autofree char *track = describe_track (fixture, number);

  g_assert_cmpstr (track, ==, expected);
}

static const char *
get_name (const Fixture *fixture, guint32 row)
{
  WeftTimelineEvent event;

  weft_timeline_snapshot_get_event (fixture->snapshot, row, &event);
  return weft_timeline_trace_get_name (fixture->trace, event.name);
}

#define EVENTS \
  "{\"ph\":\"X\",\"pid\":1,\"tid\":\"a\",\"ts\":1695837312345678.125,\"dur\":2.5," \
  "\"name\":\"gemm\",\"cat\":\"kernel\",\"args\":{\"x\":1}}," \
  "{\"ph\":\"B\",\"pid\":1,\"tid\":2,\"ts\":1695837312345679,\"name\":\"outer\"}," \
  "{\"ph\":\"B\",\"pid\":1,\"tid\":2,\"ts\":1695837312345680,\"name\":\"inner\"}," \
  "{\"ph\":\"E\",\"pid\":1,\"tid\":2,\"ts\":1695837312345681}," \
  "{\"ph\":\"E\",\"pid\":1,\"tid\":2,\"ts\":1695837312345683}," \
  "{\"ph\":\"b\",\"cat\":\"req\",\"id\":\"0x1\",\"pid\":1,\"tid\":2,\"ts\":1695837312345679," \
  "\"name\":\"r\"}," \
  "{\"ph\":\"e\",\"cat\":\"req\",\"id\":\"0x1\",\"pid\":1,\"tid\":9,\"ts\":1695837312345690," \
  "\"name\":\"r\"}," \
  "{\"ph\":\"i\",\"s\":\"g\",\"pid\":1,\"tid\":2,\"ts\":1695837312345679,\"name\":\"go\"}," \
  "{\"ph\":\"C\",\"pid\":1,\"ts\":1695837312345679,\"name\":\"mem\",\"args\":{\"b\":1}}," \
  "{\"ph\":\"s\",\"id\":1,\"pid\":1,\"tid\":2,\"ts\":1695837312345679,\"name\":\"f\"}," \
  "{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"python\"}}," \
  "{\"ph\":\"M\",\"pid\":1,\"tid\":2,\"name\":\"thread_name\",\"args\":{\"name\":\"main\"}}"

static void
check_events (const char *text)
{
  for (gsize step = 7; step < 10000; step *= 5)
    {
      g_auto (Fixture) fixture = { NULL };
      const WeftTimelineSnapshot *snapshot;
      WeftTimelineEvent event;

      read_text (&fixture, text, step);
      snapshot = fixture.snapshot;
      g_assert_true (fixture.is_whole);
      g_assert_cmpuint (snapshot->n_events, ==, 5);
      weft_timeline_snapshot_get_event (snapshot, 0, &event);
      g_assert_cmpint (event.start, ==, G_GINT64_CONSTANT (1695837312345678125));
      g_assert_cmpint (event.end - event.start, ==, 2500);
      g_assert_cmpstr (weft_timeline_trace_get_name (fixture.trace, event.category), ==, "kernel");
      assert_track (&fixture, event.track, "python 1: a");
      /* Slices come as they end. */
      g_assert_cmpstr (get_name (&fixture, 1), ==, "inner");
      g_assert_cmpstr (get_name (&fixture, 2), ==, "outer");
      weft_timeline_snapshot_get_event (snapshot, 2, &event);
      g_assert_cmpint (event.end - event.start, ==, 4000);
      assert_track (&fixture, event.track, "python 1: main 2");
      g_assert_cmpuint (snapshot->index->tracks[event.track].n_depths, ==, 2);
      g_assert_cmpuint (snapshot->index->parents[1], ==, 2);
      g_assert_cmpint (snapshot->index->self[2], ==, 3000);
      weft_timeline_snapshot_get_event (snapshot, 3, &event);
      g_assert_cmpint (event.end - event.start, ==, 11000);
      weft_timeline_snapshot_get_event (snapshot, 4, &event);
      g_assert_cmpint (event.kind, ==, WEFT_TIMELINE_INSTANT);
      g_assert_cmpint (snapshot->last_time - snapshot->first_time, ==, 11875);
      g_assert_cmpuint (snapshot->n_counters, ==, 1);
      g_assert_cmpuint (snapshot->n_points, ==, 1);
    }
}

static void
test_object (void)
{
  check_events ("{\"displayTimeUnit\": \"ms\", \"traceEvents\": [" EVENTS "], \"otherData\": {}}");
}

static void
test_array (void)
{
  check_events ("[" EVENTS "]");
}

/* A program that ends early leaves the bracket out, with a comma or without. */
static void
test_open_array (void)
{
  check_events ("[\n" EVENTS);
  check_events ("[\n" EVENTS ",\n");
}

static void
test_trouble (void)
{
  static const char text[] =
    "[{\"ph\":\"E\",\"ts\":1},{\"ph\":\"X\",\"dur\":1},{\"name\":\"no\"},5,"
    "{\"ph\":\"X\",\"ts\":5,\"dur\":-1},{\"ph\":\"B\",\"ts\":7,"
    "\"name\":\"open\"},{\"ph\":\"X\",\"ts\":9,\"dur\":3}]";
  g_auto (Fixture) fixture = { NULL };
  WeftDiagnostics *diagnostics;
  WeftTimelineEvent event;

  read_text (&fixture, text, G_MAXINT);
  diagnostics = weft_trace_get_diagnostics (WEFT_TRACE (fixture.trace));
  g_assert_cmpuint (weft_diagnostics_count (diagnostics, WEFT_SEVERITY_WARNING), ==, 5);
  g_assert_cmpuint (weft_diagnostics_count (diagnostics, WEFT_SEVERITY_INFO), ==, 1);
  g_assert_cmpuint (fixture.snapshot->n_skipped, ==, 3);
  g_assert_cmpuint (fixture.snapshot->n_events, ==, 4);
  weft_timeline_snapshot_get_event (fixture.snapshot, 3, &event);
  g_assert_cmpstr (get_name (&fixture, 3), ==, "open");
  g_assert_cmpint (event.end, ==, 12000);
}

/* Flows go from the innermost slice that is under way to the next that begins, or with "bp" to the one that
 * is under way; what belongs to none is counted. */
static void
test_flows (void)
{
  static const char text[] =
    "[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":100,\"name\":\"outer\"},"
    "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":10,\"dur\":20,\"name\":\"launch\"},"
    "{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"ts\":40,\"dur\":20,\"name\":\"kernel\"},"
    "{\"ph\":\"X\",\"pid\":1,\"tid\":3,\"ts\":70,\"dur\":5,\"name\":\"copy\"},"
    "{\"ph\":\"s\",\"cat\":\"a\",\"id\":7,\"pid\":1,\"tid\":1,\"ts\":12},"
    "{\"ph\":\"t\",\"cat\":\"a\",\"id\":7,\"pid\":1,\"tid\":2,\"ts\":41},"
    "{\"ph\":\"f\",\"cat\":\"a\",\"id\":7,\"pid\":1,\"tid\":3,\"ts\":65},"
    "{\"ph\":\"s\",\"cat\":\"b\",\"id\":7,\"pid\":1,\"tid\":1,\"ts\":50},"
    "{\"ph\":\"f\",\"bp\":\"e\",\"cat\":\"b\",\"id\":7,\"pid\":1,\"tid\":2,\"ts\":60},"
    "{\"ph\":\"f\",\"cat\":\"b\",\"id\":8,\"pid\":1,\"tid\":2,\"ts\":60},"
    "{\"ph\":\"s\",\"cat\":\"b\",\"id\":9,\"pid\":1,\"tid\":4,\"ts\":60}]";
  static const guint32 expected[][2] = { { 0, 2 }, { 1, 2 }, { 2, 3 } };
  g_auto (Fixture) fixture = { NULL };
  const WeftTimelineFlows *flows;
  guint32 first, last;

  read_text (&fixture, text, G_MAXINT);
  flows = fixture.snapshot->flows;
  g_assert_cmpuint (fixture.snapshot->n_events, ==, 4);
  g_assert_cmpuint (flows->n, ==, G_N_ELEMENTS (expected));
  for (guint32 i = 0; i < flows->n; i++)
    {
      g_assert_cmpuint (flows->from[i], ==, expected[i][0]);
      g_assert_cmpuint (flows->to[i], ==, expected[i][1]);
    }
  weft_timeline_flows_find_to (flows, 2, &first, &last);
  g_assert_cmpuint (last - first, ==, 2);
  weft_timeline_flows_find_from (flows, 3, &first, &last);
  g_assert_cmpuint (first, ==, last);
  g_assert_cmpuint (flows->n_unbound, ==, 2);
  g_assert_cmpuint (weft_diagnostics_count (weft_trace_get_diagnostics (WEFT_TRACE (fixture.trace)),
                                            WEFT_SEVERITY_INFO),
                    ==, 1);
}

/* All times that are shown are at most 2⁶³ − 1 ns apart. */
static void
test_far (void)
{
  g_auto (Fixture) fixture = { NULL };

  read_text (&fixture,
             "[{\"ph\":\"X\",\"ts\":-9e15,\"dur\":1},{\"ph\":\"X\",\"ts\":1e15,\"dur\":1},"
             "{\"ph\":\"X\",\"ts\":-1,\"dur\":1e15},{\"ph\":\"B\",\"ts\":-9e15},"
             "{\"ph\":\"E\",\"ts\":9e15},{\"ph\":\"C\",\"ts\":9e15,\"args\":{\"n\":1}}]",
             G_MAXINT);
  g_assert_cmpuint (weft_diagnostics_count (weft_trace_get_diagnostics (WEFT_TRACE (fixture.trace)),
                                            WEFT_SEVERITY_WARNING),
                    ==, 4);
  g_assert_cmpint (fixture.snapshot->first_time, ==, G_GINT64_CONSTANT (-9000000000000000000));
  g_assert_cmpint (fixture.snapshot->last_time, ==, -1000);
}

static guint
count_troubles (const Fixture *fixture, WeftSeverity severity)
{
  return (guint) weft_diagnostics_count (weft_trace_get_diagnostics (WEFT_TRACE (fixture->trace)),
                                         severity);
}

/* A file ends with what is no array of events, though one of that name stands behind it, wherever the text is cut. */
static void
test_no_array (void)
{
  static const char text[] =
    "{\"traceEvents\": 2, \"baseTimeNanoseconds\": 7, \"traceEvents\": ["
    "{\"ph\": \"X\", \"ts\": 1, \"dur\": 1, \"pid\": 1, \"tid\": 1, \"name\": \"late\"}, 3]}";

  for (guint step = 1; step <= sizeof text; step += step == 1 ? 29 : 1)
    {
      g_auto (Fixture) fixture = { NULL };

      read_text (&fixture, text, step);
      g_assert_false (fixture.is_whole);
      g_assert_cmpuint (fixture.snapshot->n_events, ==, 0);
      g_assert_cmpuint (fixture.snapshot->n_skipped, ==, 0);
      g_assert_cmpuint (count_troubles (&fixture, WEFT_SEVERITY_ERROR), ==, 1);
      g_assert_cmpuint (count_troubles (&fixture, WEFT_SEVERITY_WARNING), ==, 0);
    }
}

/* --- as programs write them ------------------------------------------------------------------------------ */

/* The tracks as they are shown, a line each. */
static char *
list_tracks (const Fixture *fixture)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < fixture->snapshot->n_tracks; i++)
    {
      g_autofree char *track = describe_track (fixture, fixture->snapshot->index->order[i]);

      g_string_append_printf (list, "%s\n", track);
    }
  return g_string_free (list, FALSE);
}

/* The first event with that name, and whether there is one. */
static gboolean
find_event (const Fixture *fixture, const char *name, WeftTimelineEvent *event)
{
  for (guint32 row = 0; row < fixture->snapshot->n_events; row++)
    if (g_strcmp0 (get_name (fixture, row), name) == 0)
      {
        weft_timeline_snapshot_get_event (fixture->snapshot, row, event);
        return TRUE;
      }
  return FALSE;
}

/* A trace of PyTorch: processes stand for devices, told apart by labels alone; text as numbers of
 * processes; what launches comes behind what it launched. */
static const char torch[] =
  "{\"schemaVersion\":1,\"deviceProperties\":[{\"id\":0,\"name\":\"an accelerator\"}],"
  "\"record_shapes\":1,\"baseTimeNanoseconds\":1759276800000000000,\"traceEvents\":["
  "{\"name\":\"process_name\",\"ph\":\"M\",\"ts\":100.5,\"pid\":417,\"tid\":0,\"args\":{\"name\":"
  "\"python\"}},"
  "{\"name\":\"process_labels\",\"ph\":\"M\",\"ts\":100.5,\"pid\":417,\"tid\":0,\"args\":{"
  "\"labels\":\"CPU\"}},"
  "{\"name\":\"process_sort_index\",\"ph\":\"M\",\"ts\":100.5,\"pid\":417,\"tid\":0,\"args\":{"
  "\"sort_index\":417}},"
  "{\"name\":\"process_name\",\"ph\":\"M\",\"ts\":100.5,\"pid\":0,\"tid\":0,\"args\":{\"name\":"
  "\"python\"}},"
  "{\"name\":\"process_labels\",\"ph\":\"M\",\"ts\":100.5,\"pid\":0,\"tid\":0,\"args\":{"
  "\"labels\":\"GPU 0\"}},"
  "{\"name\":\"process_sort_index\",\"ph\":\"M\",\"ts\":100.5,\"pid\":0,\"tid\":0,\"args\":{"
  "\"sort_index\":16777216}},"
  "{\"name\":\"thread_name\",\"ph\":\"M\",\"ts\":100.5,\"pid\":0,\"tid\":20,\"args\":{\"name\":"
  "\"stream 20\"}},"
  "{\"name\":\"thread_sort_index\",\"ph\":\"M\",\"ts\":100.5,\"pid\":0,\"tid\":20,\"args\":{"
  "\"sort_index\":20}},"
  "{\"name\":\"thread_name\",\"ph\":\"M\",\"ts\":100.5,\"pid\":0,\"tid\":7,\"args\":{\"name\":"
  "\"stream 7 \"}},"
  "{\"name\":\"thread_sort_index\",\"ph\":\"M\",\"ts\":100.5,\"pid\":0,\"tid\":7,\"args\":{"
  "\"sort_index\":7}},"
  "{\"name\":\"thread_name\",\"ph\":\"M\",\"ts\":100.5,\"pid\":417,\"tid\":417,\"args\":{"
  "\"name\":\"thread 417 (python)\"}},"
  "{\"name\":\"process_sort_index\",\"ph\":\"M\",\"ts\":100.5,\"pid\":\"Spans\",\"tid\":0,"
  "\"args\":{\"sort_index\":536870912}},"
  "{\"ph\":\"X\",\"cat\":\"Trace\",\"ts\":100.500,\"dur\":90,\"pid\":\"Spans\",\"tid\":\"PyTorch "
  "Profiler\","
  "\"name\":\"PyTorch Profiler (0)\",\"args\":{\"Op count\":0}},"
  "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"relu_kernel\",\"pid\":0,\"tid\":20,\"ts\":150.125,"
  "\"dur\":10.750,"
  "\"args\":{\"stream\":20,\"correlation\":5}},"
  "{\"ph\":\"f\",\"id\":5,\"pid\":0,\"tid\":20,\"ts\":150.125,\"cat\":\"ac2g\",\"name\":\"ac2g\","
  "\"bp\":\"e\"},"
  "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,\"ts\":130.001,\"dur\":"
  "12},"
  "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::relu\",\"pid\":417,\"tid\":417,\"ts\":110,"
  "\"dur\":30,"
  "\"args\":{\"External id\":1,\"Input Dims\":[[8,512]]}},"
  "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"launch\",\"pid\":417,\"tid\":417,\"ts\":110,"
  "\"dur\":6},"
  "{\"ph\":\"s\",\"id\":5,\"pid\":417,\"tid\":417,\"ts\":110,\"cat\":\"ac2g\",\"name\":\"ac2g\"},"
  "{\"ph\":\"i\",\"cat\":\"cpu_instant_event\",\"s\":\"t\",\"name\":\"[memory]\",\"pid\":417,"
  "\"tid\":417,\"ts\":111,"
  "\"args\":{\"Bytes\":16384,\"Total Allocated\":16384}},"
  "{\"name\":\"Iteration Start: PyTorch Profiler\",\"ph\":\"i\",\"s\":\"g\",\"pid\":\"Traces\","
  "\"tid\":\"Trace PyTorch Profiler\",\"ts\":100.5},"
  "{\"name\":\"Record Window "
  "End\",\"ph\":\"i\",\"s\":\"g\",\"pid\":\"\",\"tid\":\"\",\"ts\":200.25}],"
  "\"traceName\":\"a trace.json\"}";

static void
test_torch (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autofree char *tracks = NULL;
  WeftTimelineEvent event, launch;

  read_text (&fixture, torch, 13);
  g_assert_true (fixture.is_whole);
  g_assert_cmpuint (count_troubles (&fixture, WEFT_SEVERITY_WARNING), ==, 0);
  g_assert_cmpuint (count_troubles (&fixture, WEFT_SEVERITY_INFO), ==, 0);
  tracks = list_tracks (&fixture);
  g_assert_cmpstr (tracks, ==,
                   "python 417 (CPU): thread 417 (python)\n"
                   "python 0 (GPU 0): stream 7\n"
                   "python 0 (GPU 0): stream 20\n"
                   "Spans: PyTorch Profiler\n");
  g_assert_true (find_event (&fixture, "relu_kernel", &event));
  g_assert_cmpint (event.start, ==, 150125);
  g_assert_cmpint (event.end, ==, 160875);
  /* Those that begin together nest, the longer outside. */
  g_assert_true (find_event (&fixture, "launch", &launch));
  g_assert_cmpuint (fixture.snapshot->index->tracks[launch.track].n_depths, ==, 2);
  /* The arrow begins in the innermost slice. */
  g_assert_cmpuint (fixture.snapshot->flows->n, ==, 1);
  g_assert_cmpstr (get_name (&fixture, fixture.snapshot->flows->from[0]), ==, "launch");
  g_assert_cmpstr (get_name (&fixture, fixture.snapshot->flows->to[0]), ==, "relu_kernel");
  g_assert_cmpint (event.correlation, ==, 5);
  g_assert_true (find_event (&fixture, "[memory]", &event));
  g_assert_cmpint (event.kind, ==, WEFT_TIMELINE_INSTANT);
  g_assert_true (find_event (&fixture, "Record Window End", &event));
  g_assert_cmpint (event.kind, ==, WEFT_TIMELINE_INSTANT);
  g_assert_cmpstr (weft_timeline_snapshot_get_file (fixture.snapshot, 0)->metadata, ==,
                   "{\"traceName\": \"a trace.json\", "
                   "\"baseTimeNanoseconds\": 1759276800000000000, \"schemaVersion\": 1, "
                   "\"deviceProperties\": [{\"id\":0,\"name\":\"an accelerator\"}], "
                   "\"record_shapes\": 1}");
}

/* A profile of onnxruntime: an array, which may not have been closed; slices in the order in which they
 * ended. */
static const char onnxruntime[] =
  "["
  "{\"cat\":\"Session\",\"pid\":812,\"tid\":812,\"dur\":1250,\"ts\":3,\"ph\":\"X\",\"name\":"
  "\"model_loading_uri\",\"args\":{}},"
  "{\"cat\":\"Node\",\"pid\":812,\"tid\":812,\"dur\":0,\"ts\":9000,\"ph\":\"X\",\"name\":\"Conv_"
  "0_fence_before\","
  "\"args\":{\"op_name\":\"Conv\"}},"
  "{\"cat\":\"Node\",\"pid\":812,\"tid\":812,\"dur\":420,\"ts\":9001,\"ph\":\"X\",\"name\":"
  "\"Conv_0_kernel_time\","
  "\"args\":{\"op_name\":\"Conv\",\"provider\":\"CPUExecutionProvider\",\"node_index\":\"0\","
  "\"output_size\":\"2048\","
  "\"input_type_shape\":[{\"float\":[1,64,8,8]}],\"thread_scheduling_stats\":{\"main_thread\":{"
  "\"core\":2},"
  "\"sub_threads\":{\"0x7f02\":{\"num_run\":3,\"core\":3}}}}},"
  "{\"cat\":\"Session\",\"pid\":812,\"tid\":812,\"dur\":430,\"ts\":8996,\"ph\":\"X\","
  "\"name\":\"SequentialExecutor::Execute\",\"args\":{}},"
  "{\"cat\":\"Session\",\"pid\":812,\"tid\":812,\"dur\":460,\"ts\":8990,\"ph\":\"X\",\"name\":"
  "\"model_run\",\"args\":{}}";

static void
test_onnxruntime (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autofree char *tracks = NULL;
  WeftTimelineEvent event;

  read_text (&fixture, onnxruntime, 17);
  g_assert_true (fixture.is_whole);
  g_assert_cmpuint (count_troubles (&fixture, WEFT_SEVERITY_WARNING), ==, 0);
  tracks = list_tracks (&fixture);
  g_assert_cmpstr (tracks, ==, "Process 812: Thread 812\n");
  g_assert_true (find_event (&fixture, "Conv_0_kernel_time", &event));
  g_assert_cmpint (event.end - event.start, ==, 420000);
  g_assert_cmpstr (weft_timeline_trace_get_name (fixture.trace, event.category), ==, "Node");
  g_assert_cmpuint (fixture.snapshot->index->tracks[event.track].n_depths, ==, 3);
}

/* A collector of ITT writes this while OpenVINO runs, with rarer members of the format: times and
 * numbers of processes in quotes, ids of one process or scope, arguments of an end, no duration. */
static const char itt[] =
  "{\"traceEvents\":["
  "{\"ph\":\"M\",\"pid\":\"34\",\"tid\":\"34\",\"name\":\"process_name\",\"args\":{\"name\":"
  "\"app\"}},"
  "{\"ph\":\"M\",\"pid\":\"35\",\"tid\":\"35\",\"name\":\"process_name\",\"args\":{\"name\":"
  "\"app\"}},"
  "{\"ph\":\"M\",\"pid\":\"34\",\"tid\":\"40\",\"name\":\"thread_name\",\"args\":{\"name\":"
  "\"executor\"}},"
  "{\"ph\":\"M\",\"pid\":\"34\",\"tid\":\"40\",\"name\":\"thread_sort_index\",\"args\":{\"sort_"
  "index\":-1}},"
  "{\"ph\":\"B\",\"pid\":\"34\",\"tid\":\"34\",\"ts\":\"1000.250\",\"name\":\"infer\",\"args\":{"
  "\"request\":1}},"
  "{\"ph\":\"B\",\"pid\":\"34\",\"tid\":\"40\",\"ts\":1005,\"name\":\"run\",\"cname\":"
  "\"terrible\"},"
  "{\"ph\":\"b\",\"cat\":\"request\",\"id2\":{\"local\":\"0x1\"},\"pid\":\"34\",\"tid\":\"34\","
  "\"ts\":1000,\"name\":\"r\"},"
  "{\"ph\":\"b\",\"cat\":\"request\",\"id2\":{\"local\":\"0x1\"},\"pid\":\"35\",\"tid\":\"35\","
  "\"ts\":1001,\"name\":\"r\"},"
  "{\"ph\":\"b\",\"cat\":\"request\",\"id\":\"0x1\",\"scope\":\"one\",\"pid\":\"34\",\"tid\":"
  "\"34\",\"ts\":1002,\"name\":\"r\"},"
  "{\"ph\":\"e\",\"cat\":\"request\",\"id2\":{\"local\":\"0x1\"},\"pid\":\"34\",\"tid\":\"40\","
  "\"ts\":1030,\"name\":\"r\"},"
  "{\"ph\":\"e\",\"cat\":\"request\",\"id\":\"0x1\",\"scope\":\"one\",\"pid\":\"34\",\"tid\":"
  "\"40\",\"ts\":1042,\"name\":\"r\"},"
  "{\"ph\":\"e\",\"cat\":\"request\",\"id\":\"0x1\",\"scope\":\"two\",\"pid\":\"34\",\"tid\":"
  "\"40\",\"ts\":1045,\"name\":\"r\"},"
  "{\"ph\":\"e\",\"cat\":\"request\",\"id2\":{\"local\":\"0x1\"},\"pid\":\"35\",\"tid\":\"35\","
  "\"ts\":1051,\"name\":\"r\"},"
  "{\"ph\":\"E\",\"pid\":\"34\",\"tid\":\"40\",\"ts\":1070,\"args\":{\"layers\":3},\"sf\":\"7\"},"
  "{\"ph\":\"E\",\"pid\":\"34\",\"tid\":\"34\",\"ts\":\"1080.5\",\"args\":{\"result\":\"good\"}},"
  "{\"ph\":\"X\",\"pid\":\"35\",\"tid\":\"35\",\"ts\":1000,\"tdur\":4.5,\"tts\":3,\"name\":\"x\"}"
  ","
  "{\"ph\":\"C\",\"pid\":\"34\",\"ts\":1000,\"name\":\"queue\",\"args\":{\"n\":1}},"
  "{\"ph\":\"C\",\"pid\":\"35\",\"ts\":1000,\"name\":\"queue\",\"args\":{\"n\":9}},"
  "{\"ph\":\"C\",\"pid\":\"34\",\"id\":\"2\",\"ts\":1000,\"name\":\"queue\",\"args\":{\"n\":4}}],"
  "\"stackFrames\":{\"7\":{\"name\":\"f\"}},\"otherData\":{\"collector\":\"itt\"}}";

static void
test_itt (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autofree char *tracks = NULL;
  WeftTimelineEvent event;

  read_text (&fixture, itt, 11);
  g_assert_true (fixture.is_whole);
  /* Processes of one name have their numbers; asynchronous slices come behind the threads. */
  tracks = list_tracks (&fixture);
  g_assert_cmpstr (tracks, ==,
                   "app 34: executor 40\napp 34: Thread 34\napp 34: request\n"
                   "app 35: Thread 35\napp 35: request\n");
  /* The one end without a beginning is that of the other scope. */
  g_assert_cmpuint (count_troubles (&fixture, WEFT_SEVERITY_WARNING), ==, 1);
  g_assert_cmpuint (fixture.snapshot->n_skipped, ==, 1);
  g_assert_cmpuint (count_troubles (&fixture, WEFT_SEVERITY_INFO), ==, 1); /* "sf" */
  weft_timeline_snapshot_get_event (fixture.snapshot, 0, &event);
  g_assert_cmpint (event.end - event.start, ==, 30000);
  weft_timeline_snapshot_get_event (fixture.snapshot, 1, &event);
  g_assert_cmpint (event.end - event.start, ==, 40000);
  weft_timeline_snapshot_get_event (fixture.snapshot, 2, &event);
  g_assert_cmpint (event.end - event.start, ==, 50000);
  g_assert_true (find_event (&fixture, "infer", &event));
  g_assert_cmpint (event.start, ==, 1000250);
  g_assert_cmpint (event.end, ==, 1080500);
  g_assert_true ((event.flags & WEFT_TIMELINE_HAS_ARGS) != 0);
  g_assert_true (find_event (&fixture, "run", &event));
  g_assert_cmpstr (weft_timeline_trace_get_name (fixture.trace, event.color), ==, "#b40000");
  g_assert_true (find_event (&fixture, "x", &event));
  g_assert_cmpint (event.end - event.start, ==, 4500);
  g_assert_cmpuint (fixture.snapshot->n_counters, ==, 3);
  g_assert_cmpstr (weft_timeline_snapshot_get_file (fixture.snapshot, 0)->metadata, ==,
                   "{\"otherData\": {\"collector\":\"itt\"}}");
}

/* Arguments of an end are shown with those of its beginning: complete events have no end. */
static void
test_end_text (void)
{
  g_autoptr (GString) text = g_string_new ("[");
  g_autofree char *path = NULL;
  g_autoptr (WeftLoad) load = NULL;
  g_autoptr (WeftTimelineSnapshot) snapshot = NULL;

  close (g_file_open_tmp ("weft-XXXXXX.json", &path, NULL));
  for (guint i = 0; i < 20; i++)
    g_string_append_printf (text,
                            "{\"ph\":\"B\",\"tid\":1,\"ts\":%u,\"name\":\"a\"},\n"
                            "{\"ph\":\"X\",\"tid\":1,\"ts\":%u,\"dur\":1,\"name\":\"b\"},\n"
                            "{\"ph\":\"E\",\"tid\":1,\"ts\":%u,\"args\":{\"y\":%u}},\n",
                            4 * i, 4 * i + 1, 4 * i + 3, i);
  g_string_append (text, "{\"ph\":\"B\",\"tid\":1,\"ts\":90,\"name\":\"c\"},\n"
                         "{\"ph\":\"E\",\"tid\":1,\"ts\":91}]\n");
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_assert_true (weft_load_run (load, NULL, NULL));
  snapshot = weft_timeline_trace_ref_snapshot (WEFT_TIMELINE_TRACE (weft_load_get_trace (load)));
  g_assert_cmpuint (snapshot->n_events, ==, 41);
  for (guint32 row = 0; row < 41; row++)
    {
      g_autofree char *end = weft_timeline_snapshot_get_end_text (snapshot, row);
      g_autofree char *expected = g_strdup_printf (
        "{\"ph\":\"E\",\"tid\":1,\"ts\":%u,\"args\":{\"y\":%u}}", row / 2 * 4 + 3, row / 2);

      g_assert_cmpstr (end, ==, row % 2 == 1 ? expected : NULL);
    }
  g_remove (path);
}

/* Names with bytes that JSON and UTF-8 do not allow, and what comes behind them. */
static void
test_loose (void)
{
  static const char text[] =
    "[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1,\"name\":\"a\x01\tb\"},"
    "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":2,\"dur\":1,\"name\":\"C:\\code\\u12 x\"},"
    "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":3,\"dur\":1,\"name\":\"\xff\",\"args\":{\"k\":"
    "\"\x02\"}},"
    "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":4,\"dur\":1,\"name\":\"plain\"}]";

  for (gsize step = 1; step < 1000; step *= 7)
    {
      g_auto (Fixture) fixture = { NULL };

      read_text (&fixture, text, step);
      g_assert_true (fixture.is_whole);
      g_assert_cmpuint (fixture.snapshot->n_events, ==, 4);
      g_assert_cmpstr (get_name (&fixture, 0), ==,
                       "a\xef\xbf\xbd\xef\xbf\xbd"
                       "b");
      g_assert_cmpstr (get_name (&fixture, 1), ==, "C:\\code\\u12 x");
      g_assert_cmpstr (get_name (&fixture, 2), ==, "\xff");
      g_assert_cmpstr (get_name (&fixture, 3), ==, "plain");
      g_assert_cmpuint (count_troubles (&fixture, WEFT_SEVERITY_WARNING), ==, 4);
    }
}

/* --- several files ---------------------------------------------------------------------------------- */

/* Two ranks whose processes have one number, whose clocks count from different times; and what is no
 * timeline. */
static void
test_ranks (void)
{
  static const char *const names[] = { "b_rank1.json", "a_rank10.json", "notes.json" };
  static const char *const texts[] = {
    "{\"distributedInfo\":{\"backend\":\"nccl\",\"rank\":1},\"baseTimeNanoseconds\":1000000,"
    "\"traceEvents\":[\n{\"ph\":\"X\",\"pid\":0,\"tid\":7,\"ts\":10,\"dur\":1,\"name\":\"one\","
    "\"args\":{}},"
    "{\"ph\":\"s\",\"pid\":0,\"tid\":7,\"ts\":10,\"id\":1,\"cat\":\"c\"}]}",
    "{\"baseTimeNanoseconds\":1004000,\"traceEvents\":[\n{\"ph\":\"X\",\"pid\":0,\"tid\":7,\"ts\":"
    "7,"
    "\"dur\":1,\"name\":\"ten\",\"args\":{\"x\":1}},"
    "{\"ph\":\"f\",\"bp\":\"e\",\"pid\":0,\"tid\":7,\"ts\":7,\"id\":1,\"cat\":\"c\"},5]}",
    "{\"no\": \"timeline\"}",
  };
  g_autofree char *directory = g_dir_make_tmp ("weft-XXXXXX", NULL);
  g_autofree char *text = NULL, *tracks = NULL;
  g_autoptr (WeftLoad) load = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (Fixture) fixture = { NULL };
  WeftDiagnostic diagnostic;
  WeftTimelineEvent event;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (directory, names[i], NULL);

      g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
    }
  load = weft_load_new (directory, WEFT_STORAGE_MEMORY, NULL);
  g_assert_true (weft_load_run (load, NULL, &error));
  fixture.trace = g_object_ref (WEFT_TIMELINE_TRACE (weft_load_get_trace (load)));
  fixture.snapshot = weft_timeline_trace_ref_snapshot (fixture.trace);
  tracks = list_tracks (&fixture);
  g_assert_cmpstr (tracks, ==, "Rank 1 · Process 0: Thread 7\nRank 10 · Process 0: Thread 7\n");
  weft_timeline_snapshot_get_event (fixture.snapshot, 0, &event);
  g_assert_cmpint (event.start, ==, 10000);
  weft_timeline_snapshot_get_event (fixture.snapshot, 1, &event);
  g_assert_cmpint (event.start, ==, 11000);
  g_assert_cmpint (event.line, ==, 2);
  text = weft_timeline_snapshot_get_text (fixture.snapshot, 1);
  g_assert_true (g_str_has_suffix (text, "\"args\":{\"x\":1}}"));
  /* A flow of one rank is none of another's. */
  g_assert_cmpuint (fixture.snapshot->flows->n, ==, 0);
  g_assert_cmpint (weft_timeline_snapshot_get_file (fixture.snapshot, 1)->shift, ==, 4000);
  weft_diagnostics_get (weft_trace_get_diagnostics (WEFT_TRACE (fixture.trace)), 0, &diagnostic);
  g_assert_true (g_str_has_prefix (diagnostic.message, "a_rank10.json: "));
  weft_diagnostic_clear (&diagnostic);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (directory, names[i], NULL);

      g_remove (path);
    }
  g_rmdir (directory);
}

/* Files of which one says what its times count from, and one does not, are laid side by side, which is
 * said; those whose times are near are of one clock. */
static void
test_unknown_clock (void)
{
  static const char *const names[] = { "rank0.json", "rank1.json", "rank2.json" };
  static const char *const texts[] = {
    "{\"baseTimeNanoseconds\":1000,\"traceEvents\":[{\"ph\":\"X\",\"pid\":0,\"tid\":1,\"ts\":"
    "1700000000000,\"dur\":1,\"name\":\"a\"}]}",
    "{\"traceEvents\":[{\"ph\":\"X\",\"pid\":0,\"tid\":1,\"ts\":5,\"dur\":1,\"name\":\"b\"}]}",
    "{\"traceEvents\":[{\"ph\":\"X\",\"pid\":0,\"tid\":1,\"ts\":1700000000007,\"dur\":1,\"name\":"
    "\"c\"}]}",
  };
  g_autofree char *directory = g_dir_make_tmp ("weft-XXXXXX", NULL);
  g_autoptr (WeftLoad) load = NULL;
  g_auto (Fixture) fixture = { NULL };
  WeftTimelineEvent event;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (directory, names[i], NULL);

      g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
    }
  load = weft_load_new (directory, WEFT_STORAGE_MEMORY, NULL);
  g_assert_true (weft_load_run (load, NULL, NULL));
  fixture.trace = g_object_ref (WEFT_TIMELINE_TRACE (weft_load_get_trace (load)));
  fixture.snapshot = weft_timeline_trace_ref_snapshot (fixture.trace);
  weft_timeline_snapshot_get_event (fixture.snapshot, 1, &event);
  g_assert_cmpint (event.start, ==, G_GINT64_CONSTANT (1700000000000000));
  weft_timeline_snapshot_get_event (fixture.snapshot, 2, &event);
  g_assert_cmpint (event.start, ==, G_GINT64_CONSTANT (1700000000007000));
  g_assert_cmpuint (count_troubles (&fixture, WEFT_SEVERITY_WARNING), ==, 2);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (directory, names[i], NULL);

      g_remove (path);
    }
  g_rmdir (directory);
}

/* Times from 1970 that say so by their size alone lie on the same clock as those that name what they count from. */
static void
test_epoch_clock (void)
{
  const gint64 epoch = G_GINT64_CONSTANT (1700000000000000000);
  WeftTimelineClock clock = { 0 };
  gint64 shift;

  g_assert_null (weft_timeline_clock_settle (&clock, WEFT_TIMELINE_NONE, epoch, &shift));
  g_assert_cmpint (shift, ==, 0);
  g_assert_null (weft_timeline_clock_settle (&clock, epoch + 7, 500, &shift));
  g_assert_cmpint (shift, ==, epoch + 7);
  g_assert_null (weft_timeline_clock_settle (&clock, WEFT_TIMELINE_NONE, epoch + 99, &shift));
  g_assert_cmpint (shift, ==, 0);
}

/* --- formats of one's own --------------------------------------------------------------------------- */

#define N_TRACKS 40

/* A log that grows is published again and again between its ends, and each event lies on the track that it names,
 * however many tracks were named since. */
static void
test_described (void)
{
  static const char own[] = "[Format]\nReads=lines\nMakes=timeline\n[Time]\nUnit=ns\n"
                            "[Line a]\nPattern=^(?<t>\\d+) (?<track>\\w+)$\n"
                            "[Instant a]\nName=x\nTime={t}\nTrack={track}\n";
  const WeftReaderSetup setup = { .title = "test" };
  g_autoptr (WeftDiagnostics) diagnostics = weft_diagnostics_new ();
  g_autoptr (WeftDescription) description =
    weft_description_parse ("own.weftformat", own, strlen (own), diagnostics);
  g_autoptr (WeftReader) reader = weft_described_reader_new (&setup, description);
  g_autoptr (WeftTextStore) store = weft_text_store_new_spill ();
  g_auto (Fixture) fixture = { g_object_ref (WEFT_TIMELINE_TRACE (reader->trace)), NULL, TRUE };
  gsize fed = 0;

  weft_trace_set_text (reader->trace, store);
  for (guint i = 0; i < 3 * N_TRACKS; i++)
    {
      g_autofree char *line = g_strdup_printf ("%u t%u\n", i, i % N_TRACKS);

      g_assert_true (weft_reader_feed (reader, line, strlen (line), fed, NULL));
      fed += strlen (line);
      weft_reader_publish (reader);
      if (i % N_TRACKS == 0)
        weft_reader_finish (reader);
    }
  weft_reader_finish (reader);
  fixture.snapshot = weft_timeline_trace_ref_snapshot (fixture.trace);
  g_assert_cmpuint (fixture.snapshot->n_tracks, ==, N_TRACKS);
  g_assert_cmpuint (fixture.snapshot->n_events, ==, 3 * N_TRACKS);
  for (guint i = 0; i < 3 * N_TRACKS; i++)
    {
      g_autofree char *expected = g_strdup_printf ("own: t%u", i % N_TRACKS);
      WeftTimelineEvent event;

      weft_timeline_snapshot_get_event (fixture.snapshot, i, &event);
      assert_track (&fixture, event.track, expected);
    }
}

/* Tracks of one name are different ones in each process. What is too far from the others is left out. */
static void
test_described_processes (void)
{
  static const char own[] = "[Format]\nReads=lines\nMakes=timeline\n[Time]\nUnit=ns\n"
                            "[Line a]\nPattern=^(?<t>-?\\d+) (?<process>\\w+) (?<track>\\w+)$\n"
                            "[Instant a]\nName=x\nTime={t}\nProcess={process}\nTrack={track}\n";
  static const char log[] = "1 p a\n2 q a\n3 p b\n4 q b\n5 p a\n6 q a\n"
                            "-9223372036854775807 p a\n";
  static const char *const expected[] = { "p: a", "q: a", "p: b", "q: b", "p: a", "q: a" };
  const WeftReaderSetup setup = { .title = "test" };
  g_autoptr (WeftDiagnostics) diagnostics = weft_diagnostics_new ();
  g_autoptr (WeftDescription) description =
    weft_description_parse ("own.weftformat", own, strlen (own), diagnostics);
  g_autoptr (WeftReader) reader = weft_described_reader_new (&setup, description);
  g_autoptr (WeftTextStore) store = weft_text_store_new_spill ();
  g_auto (Fixture) fixture = { g_object_ref (WEFT_TIMELINE_TRACE (reader->trace)), NULL, TRUE };

  weft_trace_set_text (reader->trace, store);
  g_assert_true (weft_reader_feed (reader, log, strlen (log), 0, NULL));
  weft_reader_finish (reader);
  fixture.snapshot = weft_timeline_trace_ref_snapshot (fixture.trace);
  g_assert_cmpuint (fixture.snapshot->n_tracks, ==, 4);
  g_assert_cmpuint (fixture.snapshot->n_events, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      WeftTimelineEvent event;

      weft_timeline_snapshot_get_event (fixture.snapshot, i, &event);
      assert_track (&fixture, event.track, expected[i]);
    }
}

static void
test_guess_rank (void)
{
  g_assert_cmpint (weft_timeline_files_guess_rank ("rank0.json"), ==, 0);
  g_assert_cmpint (weft_timeline_files_guess_rank ("run-Rank_12.pt.trace.json.gz"), ==, 12);
  g_assert_cmpint (weft_timeline_files_guess_rank ("worker3.json"), ==, 3);
  g_assert_cmpint (weft_timeline_files_guess_rank ("franking.json"), ==, -1);
}

static void
test_sniff (void)
{
  static const char object[] = "{\"schemaVersion\":1,\"traceEvents\":[";
  static const char array[] = "[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1";

  g_assert_cmpint (weft_timeline_files_sniff (object, strlen (object)), ==, WEFT_SNIFF_YES);
  g_assert_cmpint (weft_timeline_files_sniff (array, strlen (array)), ==, WEFT_SNIFF_YES);
  g_assert_cmpint (weft_timeline_files_sniff ("[{\"proc\"", 8), ==, WEFT_SNIFF_MORE);
  g_assert_cmpint (weft_timeline_files_sniff ("Kanata", 6), ==, WEFT_SNIFF_NO);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-reader/object", test_object);
  g_test_add_func ("/timeline-reader/array", test_array);
  g_test_add_func ("/timeline-reader/open-array", test_open_array);
  g_test_add_func ("/timeline-reader/trouble", test_trouble);
  g_test_add_func ("/timeline-reader/far", test_far);
  g_test_add_func ("/timeline-reader/no-array", test_no_array);
  g_test_add_func ("/timeline-reader/flows", test_flows);
  g_test_add_func ("/timeline-reader/torch", test_torch);
  g_test_add_func ("/timeline-reader/onnxruntime", test_onnxruntime);
  g_test_add_func ("/timeline-reader/itt", test_itt);
  g_test_add_func ("/timeline-reader/end-text", test_end_text);
  g_test_add_func ("/timeline-reader/loose", test_loose);
  g_test_add_func ("/timeline-reader/ranks", test_ranks);
  g_test_add_func ("/timeline-reader/unknown-clock", test_unknown_clock);
  g_test_add_func ("/timeline-reader/guess-rank", test_guess_rank);
  g_test_add_func ("/timeline-reader/sniff", test_sniff);
  g_test_add_func ("/timeline-reader/epoch-clock", test_epoch_clock);
  g_test_add_func ("/timeline-reader/described", test_described);
  g_test_add_func ("/timeline-reader/described-processes", test_described_processes);
  return g_test_run ();
}
