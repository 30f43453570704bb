/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "npu-fixture.h"

#include <json-glib/json-glib.h>

#define ENGINE "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, "
#define SAMPLE "{\"cycle\": 0, \"window_cycles\": 64, \"dram_read_bytes\": "

static void
read_text (NpuFixture *fixture, const char *text)
{
  npu_fixture_read (fixture, text, strlen (text), G_MAXINT);
}

/* --- verdicts ------------------------------------------------------------------------------------- */

static void
test_verdicts (void)
{
  static const struct
  {
    const char *text, *diagnostics;
    guint n_events;
  } cases[] = {
    { NPU_DOCUMENT (ENGINE "\"start_cycle\": 1, \"end_cycle\": 2}", "", ""), "", 1 },
    { NPU_DOCUMENT (ENGINE "\"start_cycle\": 1, \"end_cycle\": 1}", "", ""), "", 1 },
    { NPU_DOCUMENT (ENGINE "\"start_cycle\": 3, \"end_cycle\": 2}", "", ""), "6:89: warning\n", 1 },
    { NPU_DOCUMENT (ENGINE "\"start_cycle\": -3, \"end_cycle\": 2}", "", ""), "6:73: warning\n",
      1 },
    { NPU_DOCUMENT (ENGINE "\"start_cycle\": 1.5, \"end_cycle\": 2}", "", ""), "6:73: warning\n",
      1 },
    { NPU_DOCUMENT (ENGINE "\"start_cycle\": \"1\", \"end_cycle\": 2}", "", ""), "6:74: warning\n",
      1 },
    { NPU_DOCUMENT (ENGINE "\"start_cycle\": 1e3, \"end_cycle\": 2000.0}", "", ""), "", 1 },
    { NPU_DOCUMENT (ENGINE "\"start_cycle\": 9223372036854775808, \"end_cycle\": 2}", "", ""),
      "6:73: warning\n", 1 },
    { NPU_DOCUMENT (ENGINE "\"end_cycle\": 2}", "", ""), "6:1: warning\n", 1 },
    { NPU_DOCUMENT ("5", "", ""), "6:1: warning\n", 0 },
    { NPU_DOCUMENT ("{\"engine\": \"TE\"}", "", ""), "6:1: warning\n", 0 },
    { NPU_DOCUMENT ("{\"type\": \"STALL_EVENT\", \"master\": \"DMA\", \"reason\": \"tea\", "
                    "\"start_cycle\": 1, \"end_cycle\": 2}",
                    "", ""),
      "6:53: info\n", 1 },
    { NPU_DOCUMENT ("{\"type\": \"POWER_ESTIMATE\", \"watts\": 3}", "", ""), "6:11: info\n", 1 },
    { NPU_DOCUMENT ("{\"type\": \"MARKER_EVENT\", \"name\": \"INVALID_TRACE\", \"cycle\": 1}", "",
                    ""),
      "6:1: error\n", 1 },
    { NPU_DOCUMENT ("{\"type\": \"TOKEN_EVENT\", \"phase\": \"TEA\", \"start_cycle\": 1, "
                    "\"end_cycle\": 2}",
                    "", ""),
      "6:35: warning\n", 1 },
    { NPU_DOCUMENT ("{\"type\": \"CMD_EVENT\", \"phase\": \"TEA\", \"event\": \"START\", "
                    "\"source\": \"HOST\", \"cycle\": 1}",
                    "", ""),
      "", 1 },
    { NPU_DOCUMENT ("{\"type\": \"ENGINE_EVENT\", \"engine\": \"GPU\", \"engine_id\": 0, "
                    "\"start_cycle\": 1, \"end_cycle\": 2}",
                    "", ""),
      "6:37: warning\n", 1 },
    { NPU_DOCUMENT ("{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 7, "
                    "\"start_cycle\": 1, \"end_cycle\": 2}",
                    "", ""),
      "6:1: info\n", 1 },
    { NPU_DOCUMENT ("{\"type\": \"MARKER_EVENT\", \"name\": \"a\", \"name\": \"b\", "
                    "\"cycle\": 1}",
                    "", ""),
      "6:48: warning\n", 1 },
    { NPU_DOCUMENT ("", "{\"cycle\": 0, \"window_cycles\": 0}", ""), "8:1: warning\n", 0 },
    { NPU_DOCUMENT ("", SAMPLE "-5}", ""), "8:54: warning\n", 0 },
    { NPU_DOCUMENT ("", SAMPLE "9999}", ""), "8:1: info\n", 0 },
    { NPU_DOCUMENT ("", SAMPLE "1},\n" SAMPLE "2}", ""), "9:1: warning\n", 0 },
    { NPU_DOCUMENT (ENGINE "\"start_cycle\": 1, \"end_cycle\": 20}", "", "\"cycles_total\": 9"),
      "9:37: warning\n", 1 },
    { NPU_DOCUMENT ("", "", "\"cycles_total\": NaN"), "9:37: warning\n", 0 },
    { NPU_DOCUMENT (ENGINE "\"start_cycle\": 0, \"end_cycle\": 50}", "",
                    "\"cycles_total\": 100, \"te\": {\"per_engine\": "
                    "[{\"id\": 0, \"utilization\": 0.7}]}"),
      "9:37: info\n", 1 },
    { "{\"version\": \"2.0\", \"timeline_events\": []}", "1:13: error\n", 0 },
    { "{\"version\": 1.0, \"timeline_events\": [], \"run_metadata\": {}, \"config_snapshot\": {}, "
      "\"bandwidth_samples\": [], \"summary_metrics\": {}}",
      "1:13: warning\n", 0 },
    { "{\"version\": \"1.7\", \"timeline_events\": []}", "1:13: warning\n1:1: warning\n", 0 },
    { "{\"timeline_events\": []}", "1:1: error\n", 0 },
    { "{\"version\": \"1.0\"}", "1:1: error\n", 0 },
    { "{\"version\": \"1.0\", \"timeline_events\": {}}", "1:39: error\n", 0 },
    { "{\"version\": \"9.0\", \"version\": \"1.0\", \"timeline_events\": [], \"run_metadata\": {}, "
      "\"config_snapshot\": {}, \"bandwidth_samples\": [], \"summary_metrics\": {}}",
      "1:31: warning\n", 0 },
    { "{\"version\": \"1.0\", // no\n}", "1:20: error\n", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (NpuFixture) fixture = { NULL };
      g_autofree char *diagnostics = NULL;

      read_text (&fixture, cases[i].text);
      diagnostics = npu_fixture_list_diagnostics (&fixture);
      if (!g_str_equal (diagnostics, cases[i].diagnostics))
        g_error ("%s:\n%sexpected:\n%s", cases[i].text, diagnostics, cases[i].diagnostics);
      g_assert_cmpuint (fixture.snapshot->n_events, ==, cases[i].n_events);
      g_assert_cmpint (fixture.is_whole, ==,
                       strstr (diagnostics, "error") == NULL || fixture.snapshot->is_invalid);
    }
}

/* The verdict of each shared case: what it begins with is the gravest diagnostic. */
static void
test_shared_verdicts (void)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  gsize length;
  g_autofree char *expected = npu_fixture_load ("validation/expected.json", &length);
  JsonArray *cases;

  if (expected == NULL)
    return;
  g_assert_true (json_parser_load_from_data (parser, expected, (gssize) length, NULL));
  cases = json_node_get_array (json_parser_get_root (parser));
  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *object = json_array_get_object_element (cases, i);
      const char *file = json_object_get_string_member (object, "file");
      const char *expect = json_object_get_string_member (object, "expect"), *gravest = "ok";
      g_autofree char *name = g_strconcat ("validation/", file, NULL);
      g_autofree char *text = npu_fixture_load (name, &length);
      g_autofree char *diagnostics = NULL;
      g_auto (NpuFixture) fixture = { NULL };

      npu_fixture_read (&fixture, text, length, G_MAXINT);
      diagnostics = npu_fixture_list_diagnostics (&fixture);
      if (strstr (diagnostics, "error") != NULL)
        gravest = "error";
      else if (strstr (diagnostics, "warning") != NULL)
        gravest = "warning";
      else if (diagnostics[0] != 0)
        gravest = "info";
      if (!g_str_has_prefix (expect, gravest)
          && !(g_str_equal (gravest, "info") && g_str_equal (expect, "warning or info")))
        g_error ("%s: expected %s, got\n%s", file, expect, diagnostics);
    }
}

/* --- values --------------------------------------------------------------------------------------- */

static void
test_values (void)
{
  static const char text[] = NPU_DOCUMENT (
    "{\"details\": {\"bytes\": 100, \"bytes_aligned\": 128, \"qbits\": 4, \"tensor_role\": \"kv\", "
    "\"direction\": \"read\", \"spm_bank\": 2}, \"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", "
    "\"engine_id\": 1, \"cmdq_id\": 7, \"layer_id\": \"\\uc5b4_0\", \"tile_id\": null, "
    "\"op\": \"LOAD\", \"start_cycle\": 9007199254740993, \"end_cycle\": 9007199254741000, "
    "\"phase\": \"DECODE\", \"token_index\": 3},\n" ENGINE
    "\"start_cycle\": 1, \"end_cycle\": 5, \"details\": {\"m\": 2, \"n\": 3, \"k\": 4, "
    "\"qbits_weight\": 8}}",
    SAMPLE "640, \"kv_bytes\": 64}", "\"cycles_total\": 9");
  g_auto (NpuFixture) fixture = { NULL };
  const WeftNpuSnapshot *snapshot;
  WeftNpuEvent event;
  WeftNpuSample sample;
  WeftNpuLane lane;

  read_text (&fixture, text);
  snapshot = fixture.snapshot;
  g_assert_cmpuint (snapshot->n_events, ==, 2);
  weft_npu_snapshot_get_event (snapshot, 0, &event);
  g_assert_cmpint (event.start, ==, G_GINT64_CONSTANT (9007199254740993));
  g_assert_cmpint (event.end - event.start, ==, 7);
  g_assert_cmpint (event.bytes, ==, 100);
  g_assert_cmpint (weft_npu_moved (fixture.trace, 0), ==, 128);
  g_assert_cmpuint (event.flags, ==, WEFT_NPU_READ | WEFT_NPU_KV | WEFT_NPU_HAS_DETAILS);
  g_assert_cmpint (event.token, ==, 3);
  g_assert_cmpint (event.command, ==, 7);
  g_assert_cmpuint (event.bank, ==, 2);
  g_assert_cmpuint (event.qbits, ==, 4);
  g_assert_cmpuint (event.weight_bits, ==, WEFT_NPU_NO_BITS);
  g_assert_cmpstr (weft_npu_trace_get_name (fixture.trace, event.layer), ==, "어_0");
  g_assert_null (weft_npu_trace_get_name (fixture.trace, event.tile));
  weft_npu_snapshot_get_lane (snapshot, event.lane, &lane);
  g_assert_cmpstr (lane.engine, ==, "DMA");
  g_assert_cmpint (lane.id, ==, 1);
  weft_npu_snapshot_get_event (snapshot, 1, &event);
  g_assert_cmpint (event.macs, ==, 24);
  g_assert_cmpuint (event.weight_bits, ==, 8);
  weft_npu_snapshot_get_sample (snapshot, 0, &sample);
  g_assert_cmpint (sample.read, ==, 640);
  g_assert_cmpint (sample.write, ==, WEFT_NPU_NONE);
  g_assert_cmpint (sample.kv, ==, 64);
  g_assert_cmpint (snapshot->run->peak, ==, 64);
  g_assert_cmpstr (snapshot->run->run_id, ==, "r");
}

/* Two events at a time on one engine lie in two sub-lanes, and none is lost. */
static void
test_sub_lanes (void)
{
  g_auto (NpuFixture) fixture = { NULL };
  const WeftNpuTrack *work;

  read_text (&fixture, NPU_DOCUMENT (ENGINE "\"start_cycle\": 10, \"end_cycle\": 20},\n" ENGINE
                                            "\"start_cycle\": 0, \"end_cycle\": 12},\n" ENGINE
                                            "\"start_cycle\": 20, \"end_cycle\": 30}",
                                     "", ""));
  work = &fixture.snapshot->index->lanes[0].work;
  g_assert_cmpuint (work->n_subs, ==, 2);
  g_assert_cmpuint (work->rows[0], ==, 1);
  g_assert_cmpuint (work->rows[1], ==, 2);
  g_assert_cmpuint (work->rows[2], ==, 0);
  g_assert_cmpint (fixture.snapshot->index->lanes[0].busy.sum, ==, 30);
}

/* --- ways of writing it --------------------------------------------------------------------------- */

static char *
describe (const NpuFixture *fixture)
{
  GString *text = g_string_new (NULL);
  WeftNpuEvent event;

  for (guint32 i = 0; i < fixture->snapshot->n_events; i++)
    {
      weft_npu_snapshot_get_event (fixture->snapshot, i, &event);
      g_string_append_printf (text, "%d %u %d %d %u %s %d %d\n", event.type, event.flags,
                              (int) event.start, (int) event.end, event.lane,
                              weft_npu_trace_get_name (fixture->trace, event.name),
                              (int) weft_npu_moved (fixture->trace, i), (int) event.line);
    }
  g_string_append_printf (text, "%u samples, %d to %d", fixture->snapshot->n_samples,
                          (int) fixture->snapshot->first_cycle,
                          (int) fixture->snapshot->last_cycle);
  return g_string_free (text, FALSE);
}

static void
test_cuts (void)
{
  gsize length;
  g_autofree char *text = npu_fixture_load ("spec_later_all_types.json", &length);
  g_auto (NpuFixture) whole = { NULL };
  g_autofree char *expected = NULL;

  if (text == NULL)
    return;
  npu_fixture_read (&whole, text, length, G_MAXINT);
  expected = describe (&whole);
  for (gsize step = 1; step < 3000; step = step * 3 + 1)
    {
      g_auto (NpuFixture) cut = { NULL };
      g_autofree char *got = NULL;

      npu_fixture_read (&cut, text, length, step);
      got = describe (&cut);
      g_assert_cmpstr (got, ==, expected);
    }
}

static void
test_lines (void)
{
  static const char text[] =
    "{\"version\": \"1.0\", \"run_metadata\": {}}\n{\"config_snapshot\": {}}\n" ENGINE
    "\"start_cycle\": 1, \"end_cycle\": 5}\n" SAMPLE "3}\n" SAMPLE "4, \"cycle\": 64}\n"
    "{\"summary_metrics\": {\"cycles_total\": 8}}\n";
  g_auto (NpuFixture) fixture = { NULL };
  g_autofree char *diagnostics = NULL;

  read_text (&fixture, text);
  diagnostics = npu_fixture_list_diagnostics (&fixture);
  g_assert_cmpstr (diagnostics, ==, "5:66: warning\n"); /* "cycle" stands twice */
  g_assert_cmpuint (fixture.snapshot->n_events, ==, 1);
  g_assert_cmpuint (fixture.snapshot->n_samples, ==, 2);
  g_assert_cmpint (fixture.snapshot->run->cycles_total, ==, 8);
}

/* A file that was cut keeps what was read. */
static void
test_cut_file (void)
{
  static const char text[] = NPU_DOCUMENT (ENGINE "\"start_cycle\": 1, \"end_cycle\": 5},\n" ENGINE
                                                  "\"start_cycle\": 5, \"end_cycle\": 9}",
                                           "", "");
  g_auto (NpuFixture) fixture = { NULL };

  npu_fixture_read (&fixture, text, (gsize) (strstr (text, "\"start_cycle\": 5") - text), G_MAXINT);
  g_assert_false (fixture.is_whole);
  g_assert_cmpuint (fixture.snapshot->n_events, ==, 1);
}

static void
test_sniff (void)
{
  g_assert_cmpint (weft_npu_reader_sniff ("{\"version\": \"1", 13), ==, WEFT_SNIFF_MORE);
  g_assert_cmpint (weft_npu_reader_sniff ("\xef\xbb\xbf {\"run_metadata\"", 19), ==,
                   WEFT_SNIFF_YES);
  g_assert_cmpint (weft_npu_reader_sniff ("[{\"run_metadata\"", 16), ==, WEFT_SNIFF_NO);
  g_assert_cmpint (weft_npu_reader_sniff ("Kanata\t0004", 11), ==, WEFT_SNIFF_NO);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/npu-reader/verdicts", test_verdicts);
  g_test_add_func ("/npu-reader/shared-verdicts", test_shared_verdicts);
  g_test_add_func ("/npu-reader/values", test_values);
  g_test_add_func ("/npu-reader/sub-lanes", test_sub_lanes);
  g_test_add_func ("/npu-reader/cuts", test_cuts);
  g_test_add_func ("/npu-reader/lines", test_lines);
  g_test_add_func ("/npu-reader/cut-file", test_cut_file);
  g_test_add_func ("/npu-reader/sniff", test_sniff);
  return g_test_run ();
}
