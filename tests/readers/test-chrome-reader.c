/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-chrome-reader.h"
#include "weft-npu-index.h"

typedef struct
{
  WeftNpuTrace *trace;
  WeftNpuSnapshot *snapshot;
  gboolean is_whole;
} Fixture;

static void
read_text (Fixture *fixture, const char *text, gsize step)
{
  WeftReaderSetup setup = { .title = "test" };
  g_autoptr (WeftReader) reader = weft_chrome_reader_new (&setup);
  gsize length = strlen (text);

  fixture->trace = g_object_ref (WEFT_NPU_TRACE (weft_reader_get_trace (reader)));
  for (gsize i = 0; i < length; i += step)
    if (!weft_reader_feed (reader, text + i, MIN (step, length - i), i, NULL))
      break;
  weft_reader_finish (reader);
  fixture->is_whole = weft_reader_is_whole (reader, NULL);
  fixture->snapshot = weft_npu_trace_ref_snapshot (fixture->trace);
}

static void
clear (Fixture *fixture)
{
  weft_npu_snapshot_unref (fixture->snapshot);
  g_object_unref (fixture->trace);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, clear)

static const char *
get_name (const Fixture *fixture, guint32 row)
{
  WeftNpuEvent event;

  weft_npu_snapshot_get_event (fixture->snapshot, row, &event);
  return weft_npu_trace_get_name (fixture->trace, event.name);
}

#define EVENTS                                                                                 \
  "{\"ph\":\"X\",\"pid\":1,\"tid\":\"a\",\"ts\":1695837312345678.125,\"dur\":2.5,"                 \
  "\"name\":\"gemm\",\"cat\":\"kernel\",\"args\":{\"x\":1}},"                                    \
  "{\"ph\":\"B\",\"pid\":1,\"tid\":2,\"ts\":1695837312345679,\"name\":\"outer\"},"               \
  "{\"ph\":\"B\",\"pid\":1,\"tid\":2,\"ts\":1695837312345680,\"name\":\"inner\"},"               \
  "{\"ph\":\"E\",\"pid\":1,\"tid\":2,\"ts\":1695837312345681},"                                  \
  "{\"ph\":\"E\",\"pid\":1,\"tid\":2,\"ts\":1695837312345683},"                                  \
  "{\"ph\":\"b\",\"cat\":\"req\",\"id\":\"0x1\",\"pid\":1,\"tid\":2,\"ts\":1695837312345679,"       \
  "\"name\":\"r\"},"                                                                           \
  "{\"ph\":\"e\",\"cat\":\"req\",\"id\":\"0x1\",\"pid\":1,\"tid\":9,\"ts\":1695837312345690,"       \
  "\"name\":\"r\"},"                                                                           \
  "{\"ph\":\"i\",\"s\":\"g\",\"pid\":1,\"tid\":2,\"ts\":1695837312345679,\"name\":\"go\"},"         \
  "{\"ph\":\"C\",\"pid\":1,\"ts\":1695837312345679,\"name\":\"mem\",\"args\":{\"b\":1}},"          \
  "{\"ph\":\"s\",\"id\":1,\"pid\":1,\"tid\":2,\"ts\":1695837312345679,\"name\":\"f\"},"            \
  "{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"python\"}},"             \
  "{\"ph\":\"M\",\"pid\":1,\"tid\":2,\"name\":\"thread_name\",\"args\":{\"name\":\"main\"}}"

static void
check_events (const char *text)
{
  for (gsize step = 7; step < 10000; step *= 5)
    {
      g_auto (Fixture) fixture = { NULL };
      const WeftNpuSnapshot *snapshot;
      WeftNpuEvent event;
      WeftNpuLane lane;

      read_text (&fixture, text, step);
      snapshot = fixture.snapshot;
      g_assert_true (fixture.is_whole && snapshot->is_chrome);
      g_assert_cmpuint (snapshot->n_events, ==, 6);
      weft_npu_snapshot_get_event (snapshot, 0, &event);
      g_assert_cmpint (event.start, ==, G_GINT64_CONSTANT (1695837312345678125));
      g_assert_cmpint (event.end - event.start, ==, 2500);
      g_assert_cmpstr (weft_npu_trace_get_name (fixture.trace, event.phase), ==, "kernel");
      weft_npu_snapshot_get_lane (snapshot, event.lane, &lane);
      g_assert_cmpstr (lane.engine, ==, "python · a");
      /* Slices come as they end. */
      g_assert_cmpstr (get_name (&fixture, 1), ==, "inner");
      g_assert_cmpstr (get_name (&fixture, 2), ==, "outer");
      weft_npu_snapshot_get_event (snapshot, 2, &event);
      g_assert_cmpint (event.end - event.start, ==, 4000);
      weft_npu_snapshot_get_lane (snapshot, event.lane, &lane);
      g_assert_cmpstr (lane.engine, ==, "python · main");
      g_assert_cmpuint (snapshot->index->lanes[event.lane].work.n_subs, ==, 2);
      weft_npu_snapshot_get_event (snapshot, 3, &event);
      g_assert_cmpint (event.end - event.start, ==, 11000);
      weft_npu_snapshot_get_event (snapshot, 4, &event);
      g_assert_cmpint (event.type, ==, WEFT_NPU_MARKER);
      g_assert_cmpint (snapshot->last_cycle - snapshot->first_cycle, ==, 11875);
      g_assert_cmpuint (snapshot->n_series, ==, 1);
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
  static const char text[] = "[{\"ph\":\"E\",\"ts\":1},{\"ph\":\"X\",\"dur\":1},{\"name\":\"no\"},5,"
                             "{\"ph\":\"X\",\"ts\":5,\"dur\":-1},{\"ph\":\"B\",\"ts\":7,"
                             "\"name\":\"open\"},{\"ph\":\"X\",\"ts\":9,\"dur\":3}]";
  g_auto (Fixture) fixture = { NULL };
  WeftDiagnostics *diagnostics;
  WeftNpuEvent event;

  read_text (&fixture, text, G_MAXINT);
  diagnostics = weft_trace_get_diagnostics (WEFT_TRACE (fixture.trace));
  g_assert_cmpuint (weft_diagnostics_count (diagnostics, WEFT_SEVERITY_WARNING), ==, 5);
  g_assert_cmpuint (weft_diagnostics_count (diagnostics, WEFT_SEVERITY_INFO), ==, 1);
  g_assert_cmpuint (fixture.snapshot->n_skipped, ==, 3);
  g_assert_cmpuint (fixture.snapshot->n_events, ==, 4);
  weft_npu_snapshot_get_event (fixture.snapshot, 3, &event);
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
  /* A slice, and where it came from. */
  static const guint32 expected[][2] = { { 2, 1 }, { 2, 0 }, { 3, 2 } };
  g_auto (Fixture) fixture = { NULL };
  const WeftNpuDependencies *dependencies;

  read_text (&fixture, text, G_MAXINT);
  dependencies = fixture.snapshot->dependencies;
  g_assert_nonnull (dependencies);
  g_assert_cmpuint (fixture.snapshot->n_events, ==, 4);
  g_assert_cmpint (weft_npu_snapshot_count_dependencies (fixture.snapshot), ==,
                   G_N_ELEMENTS (expected));
  for (guint32 i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_cmpuint (dependencies->first[expected[i][0]], <=, i);
      g_assert_cmpuint (dependencies->first[expected[i][0] + 1], >, i);
      g_assert_cmpuint (dependencies->producers[i], ==, expected[i][1]);
    }
  g_assert_cmpuint (
    weft_diagnostics_count (weft_trace_get_diagnostics (WEFT_TRACE (fixture.trace)),
                            WEFT_SEVERITY_INFO), ==, 1);
}

static void
test_sniff (void)
{
  static const char object[] = "{\"schemaVersion\":1,\"traceEvents\":[";
  static const char array[] = "[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1";

  g_assert_cmpint (weft_chrome_reader_sniff (object, strlen (object)), ==, WEFT_SNIFF_YES);
  g_assert_cmpint (weft_chrome_reader_sniff (array, strlen (array)), ==, WEFT_SNIFF_YES);
  g_assert_cmpint (weft_chrome_reader_sniff ("[{\"proc\"", 8), ==, WEFT_SNIFF_MORE);
  g_assert_cmpint (weft_chrome_reader_sniff ("Kanata", 6), ==, WEFT_SNIFF_NO);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chrome-reader/object", test_object);
  g_test_add_func ("/chrome-reader/array", test_array);
  g_test_add_func ("/chrome-reader/open-array", test_open_array);
  g_test_add_func ("/chrome-reader/trouble", test_trouble);
  g_test_add_func ("/chrome-reader/flows", test_flows);
  g_test_add_func ("/chrome-reader/sniff", test_sniff);
  return g_test_run ();
}
