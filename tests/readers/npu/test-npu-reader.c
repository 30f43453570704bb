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

/* An event of a bank, of which there are four. */
#define BANKED(bank) \
  "{\"version\": \"1.0\", \"run_metadata\": {}, \"config_snapshot\": {\"memory\": " \
  "{\"spm_banks\": 4}}, " \
  "\"bandwidth_samples\": [], \"summary_metrics\": {}, \"timeline_events\": [\n" \
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"details\": " \
  "{\"spm_bank\": " bank "}, " \
  "\"start_cycle\": 1, \"end_cycle\": 2}]}"

static const struct
{
  const char *text, *diagnostics;
  guint n_events;
} verdicts[] = {
  { NPU_DOCUMENT (ENGINE "\"start_cycle\": 1, \"end_cycle\": 2}", "", ""), "", 1 },
  { NPU_DOCUMENT (ENGINE "\"start_cycle\": 1, \"end_cycle\": 1}", "", ""), "", 1 },
  { NPU_DOCUMENT (ENGINE "\"start_cycle\": 3, \"end_cycle\": 2}", "", ""), "6:89: warning\n", 1 },
  { NPU_DOCUMENT (ENGINE "\"start_cycle\": -3, \"end_cycle\": 2}", "", ""), "6:73: warning\n", 1 },
  { NPU_DOCUMENT (ENGINE "\"start_cycle\": 1.5, \"end_cycle\": 2}", "", ""), "6:73: warning\n", 1 },
  { NPU_DOCUMENT (ENGINE "\"start_cycle\": \"1\", \"end_cycle\": 2}", "", ""), "6:74: warning\n",
    1 },
  { NPU_DOCUMENT (ENGINE "\"start_cycle\": 1e3, \"end_cycle\": 2000.0}", "", ""), "", 1 },
  { NPU_DOCUMENT (ENGINE "\"start_cycle\": 9223372036854775808, \"end_cycle\": 2}", "", ""),
    "6:73: warning\n", 1 },
  { NPU_DOCUMENT (ENGINE "\"end_cycle\": 2}", "", ""), "6:1: warning\n", 1 },
  { NPU_DOCUMENT ("5", "", ""), "6:1: warning\n", 0 },
  { NPU_DOCUMENT ("{\"engine\": \"TE\"}", "", ""), "6:1: warning\n", 0 },
  { NPU_DOCUMENT ("{\"type\": \"STALL_EVENT\", \"master\": \"DMA\", \"reason\": \"tea\", "
                  "\"master_id\": 0, \"start_cycle\": 1, \"end_cycle\": 2}",
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
    "9:89: info\n", 1 },
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
  { BANKED ("3"), "", 1 },
  { BANKED ("4"), "2:83: info\n", 1 },
  /* Once, though something else ends the document than what the version says. */
  { "{\"version\": {}}\n88822", "1:13: error\n", 0 },
  { "{\"version\": \"1.0\", // no\n}", "1:20: error\n", 0 },
};

static void
test_verdicts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (verdicts); i++)
    {
      g_auto (NpuFixture) fixture = { NULL };
      g_autofree char *diagnostics = NULL;

      read_text (&fixture, verdicts[i].text);
      diagnostics = npu_fixture_list_diagnostics (&fixture);
      if (!g_str_equal (diagnostics, verdicts[i].diagnostics))
        g_error ("%s:\n%sexpected:\n%s", verdicts[i].text, diagnostics, verdicts[i].diagnostics);
      g_assert_cmpuint (fixture.snapshot->n_events, ==, verdicts[i].n_events);
      g_assert_cmpint (fixture.is_whole, ==,
                       strstr (diagnostics, "error") == NULL || fixture.snapshot->is_invalid);
    }
}

/* Where the needle stands in the text: "6:12: info\n". */
static char *
place (const char *text, const char *needle, const char *severity)
{
  const char *at = strstr (text, needle), *line = text;
  guint n = 1;

  g_assert_nonnull (at);
  for (const char *p = text; p < at; p++)
    if (*p == '\n')
      {
        line = p + 1;
        n++;
      }
  return g_strdup_printf ("%u:%d: %s\n", n, (int) (at - line) + 1, severity);
}

/* Holds all diagnostics about a text against one; NULL: there is none. */
static void
check_diagnostic (const char *text, const char *needle, const char *severity)
{
  g_auto (NpuFixture) fixture = { NULL };
  g_autofree char *got = NULL;
  g_autofree char *expected = severity != NULL ? place (text, needle, severity) : g_strdup ("");

  read_text (&fixture, text);
  got = npu_fixture_list_diagnostics (&fixture);
  if (!g_str_equal (got, expected))
    g_error ("%s:\n%sexpected:\n%s", text, got, expected);
}

#define SPAN "\"start_cycle\": 1, \"end_cycle\": 2}"
#define ACCESS "{\"type\": \"MEM_ACCESS_EVENT\", \"cycle\": 1, "
#define STALL "{\"type\": \"STALL_EVENT\", " SPAN_OF_STALL
#define SPAN_OF_STALL "\"start_cycle\": 1, \"end_cycle\": 2, "

static const struct
{
  const char *event, *severity;
  const char *needle; /* NULL: the event */
} absent[] = {
  { "{\"type\": \"ENGINE_EVENT\", \"engine_id\": 0, " SPAN, "warning", NULL },
  { "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", " SPAN, "warning", NULL },
  { "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": null, " SPAN, "warning",
    "null" },
  { "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": -3, " SPAN, "warning", "-3" },
  { "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, "
    "\"details\": {\"bytes\": 64}, " SPAN,
    "warning", NULL },
  { "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, "
    "\"details\": {\"bytes\": 64, \"direction\": \"up\"}, " SPAN,
    "warning", "up" },
  { ACCESS "\"mem_type\": \"SPM\", \"direction\": \"read\", \"source_engine\": \"TE\", "
           "\"source_engine_id\": 0}",
    NULL, NULL },
  { ACCESS "\"direction\": \"read\", \"source_engine\": \"TE\", \"source_engine_id\": 0}",
    "warning", NULL },
  { ACCESS "\"mem_type\": \"SPM\", \"source_engine\": \"TE\", \"source_engine_id\": 0}", "warning",
    NULL },
  { ACCESS "\"mem_type\": \"SPM\", \"direction\": null, \"source_engine\": \"TE\", "
           "\"source_engine_id\": 0}",
    "warning", "null" },
  { ACCESS "\"mem_type\": \"SPM\", \"direction\": \"read\", \"source_engine_id\": 0}", "warning",
    NULL },
  { ACCESS "\"mem_type\": \"SPM\", \"direction\": \"read\", \"source_engine\": \"TE\"}", "warning",
    NULL },
  { "{\"type\": \"TOKEN_EVENT\", " SPAN, "warning", NULL },
  { "{\"type\": \"CMD_EVENT\", \"cycle\": 1, \"source\": \"HOST\"}", "warning", NULL },
  { "{\"type\": \"CMD_EVENT\", \"cycle\": 1, \"event\": \"START\"}", "warning", NULL },
  { STALL "\"reason\": \"throttle\", \"master_id\": 0}", "warning", NULL },
  { STALL "\"reason\": \"throttle\", \"master\": \"DMA\"}", "warning", NULL },
  { STALL "\"master\": \"DMA\", \"master_id\": 0}", "info", NULL },
  { STALL "\"reason\": \"throttle\", \"master\": \"DMA\", \"engine_id\": 0}", NULL, NULL },
  /* By an engine, the reason is free. */
  { STALL "\"reason\": \"SPM bank conflict\", \"engine\": \"TE\", \"engine_id\": 0}", NULL, NULL },
  { STALL "\"reason\": \"DRAM queue full\", \"engine\": \"TE\"}", "warning", NULL },
  { STALL "\"engine\": \"TE\", \"engine_id\": 0}", "info", NULL },
  { STALL "\"reason\": \"x\", \"engine\": \"GPU\", \"engine_id\": 0}", "warning", "GPU" },
  { "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, "
    "\"details\": {\"qbits\": 300}, " SPAN,
    "warning", "300" },
};

/* A missing member is said like a wrong one. */
static void
test_absent (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (absent); i++)
    {
      g_autofree char *text =
        g_strdup_printf ("{" NPU_BLOCKS "\"timeline_events\": [\n%s],\n\"bandwidth_samples\": [],\n"
                         "\"summary_metrics\": {}}\n",
                         absent[i].event);

      check_diagnostic (text, absent[i].needle != NULL ? absent[i].needle : absent[i].event,
                        absent[i].severity);
    }
}

/* All ways to write a version. */
static void
test_versions (void)
{
  static const struct
  {
    const char *version, *severity;
  } cases[] = {
    { "\"1.0\"", NULL },
    { "\"1\"", NULL },
    { "\"1.0.3\"", NULL },
    { "\"\\u0031.0\"", NULL },
    { "\" 1.0\"", "warning" },
    { "\"1.0 \"", "warning" },
    { "\"v1\"", "warning" },
    { "\"V1.0\"", "warning" },
    { "\"1.0-rc1\"", "warning" },
    { "\"1.\"", "warning" },
    { "\"1.1\"", "warning" },
    { "\"1.10\"", "warning" },
    { "1", "warning" },
    { "1.0", "warning" },
    { "1e0", "warning" },
    { "1.5", "warning" },
    { "\"\"", "error" },
    { "\"one\"", "error" },
    { "\".1\"", "error" },
    { "\"-1\"", "error" },
    { "\"+1\"", "error" },
    { "\"0.9\"", "error" },
    { "\"2.0\"", "error" },
    { "\"10.0\"", "error" },
    { "\"18446744073709551617\"", "error" },
    { "2", "error" },
    { "0.9", "error" },
    { "-1", "error" },
    { "1e30", "error" },
    { "null", "error" },
    { "true", "error" },
    { "[1, 0]", "error" },
    { "{\"major\": 1}", "error" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "{\"version\": %s, \"run_metadata\": {}, \"config_snapshot\": {},\n"
        "\"timeline_events\": [], \"bandwidth_samples\": [], \"summary_metrics\": {}}\n",
        cases[i].version);

      g_auto (NpuFixture) fixture = { NULL };

      check_diagnostic (text, cases[i].version, cases[i].severity);
      read_text (&fixture, text);
      g_assert_cmpstr (weft_trace_get_format (WEFT_TRACE (fixture.trace)), ==,
                       g_strcmp0 (cases[i].severity, "error") == 0
                         ? "NPU trace of an unknown version"
                         : "NPU trace 1.0");
    }
}

/* Two loads at a time, one of the cache, and two tokens, in 100 cycles. */
#define RUN_EVENTS \
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"start_cycle\": 0, " \
  "\"end_cycle\": 20, \"details\": {\"bytes\": 100, \"bytes_aligned\": 128, " \
  "\"direction\": \"read\", \"tensor_role\": \"kv\"}},\n" \
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"start_cycle\": 10, " \
  "\"end_cycle\": 30, \"details\": {\"bytes\": 64, \"direction\": \"write\", " \
  "\"tensor_role\": \"weight\"}},\n" \
  "{\"type\": \"TOKEN_EVENT\", \"phase\": \"PREFILL\", \"token_index\": 0, " \
  "\"start_cycle\": 0, \"end_cycle\": 40},\n" \
  "{\"type\": \"TOKEN_EVENT\", \"phase\": \"DECODE\", \"token_index\": 0, " \
  "\"start_cycle\": 40, \"end_cycle\": 60},\n" \
  "{\"type\": \"TOKEN_EVENT\", \"phase\": \"DECODE\", \"token_index\": 1, " \
  "\"start_cycle\": 60, \"end_cycle\": 100}"

/* The summary is held against the events: a right figure is not told, a wrong one is, where it
 * stands. */
static void
test_claims (void)
{
  static const struct
  {
    const char *metadata, *samples, *summary;
    const char *needle; /* of what is wrong; NULL: nothing is */
  } cases[] = {
    { "", "", "\"cycles_total\": 100", NULL },
    { "", "", "\"cycles_total\": 120", NULL },
    { "", "", "\"dram_bytes_read\": 128,\n\"dram_bytes_write\": 64", NULL },
    { "", "", "\"dram_bytes_read\": 128,\n\"dram_bytes_write\": 65", "65" },
    { "", "", "\"dram_bytes_read\": 999", "999" },
    /* Samples count before events. */
    { "", SAMPLE "256}", "\"dram_bytes_read\": 256", NULL },
    { "", SAMPLE "256}", "\"dram_bytes_read\": 128", "128}" },
    { "", "", "\"kv_cache\": {\"bytes_read\": 128,\n\"bytes_written\": 0}", NULL },
    { "", "", "\"kv_cache\": {\"bytes_read\": 12888}", "12888" },
    { "", "", "\"kv_cache\": {\"bytes_written\": 77}", "77" },
    { "", "", "\"dma\": {\"utilization\": 0.3, \"max_concurrent_transfers\": 2}", NULL },
    { "", "", "\"dma\": {\"utilization\": 0.3,\n\"max_concurrent_transfers\": 7}", "7" },
    { "", "", "\"dma\": {\"utilization\": 0.55}", "0.55" },
    { "", "", "\"dma\": {\"per_engine\": [{\"id\": 0, \"active_cycles\": 30}]}", NULL },
    { "", "", "\"dma\": {\"per_engine\": [\n{\"id\": 0, \"active_cycles\": 33}]}", "33" },
    { "", "", "\"te\": {\"per_engine\": [{\"id\": 0, \"active_cycles\": 30}]}", NULL },
    { "", "", "\"tokens\": {\"prefill_latency_cycles\": 40}", NULL },
    { "", "", "\"tokens\": {\"prefill_latency_cycles\": 41}", "41" },
    { "", "", "\"tokens\": {\"avg_decode_latency_cycles\": 30.4}", NULL },
    { "", "", "\"tokens\": {\"avg_decode_latency_cycles\": 32.5}", "32.5" },
    { "\"tokens\": {\"prefill_tokens\": 512, \"decode_tokens\": 2}", "", "", NULL },
    { "\"tokens\": {\"prefill_tokens\": 512,\n\"decode_tokens\": 9}", "", "", "9" },
    { "\"tokens\": {\"decode_tokens\": 1}", "", "", "1}" },
    { "\"tokens\": {\"prefill_tokens\": 0}", "", "", "0}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "{\"version\": \"1.0\",\n\"summary_metrics\": {%s},\n\"run_metadata\": {%s},\n"
        "\"config_snapshot\": {\"npu\": {\"num_dma\": 1}},\n\"bandwidth_samples\": [%s],\n"
        "\"timeline_events\": [" RUN_EVENTS "]}\n",
        cases[i].summary, cases[i].metadata, cases[i].samples);

      check_diagnostic (text, cases[i].needle, cases[i].needle != NULL ? "info" : NULL);
    }
}

/* Transfers of five engines, four of which are under way at once, between others. */
static void
test_transfers (void)
{
  static const gint64 spans[][4] = {
    { 40, 50, 80, 90 }, { 30, 45, 70, 75 }, { 20, 25, 60, 85 }, { 10, 15, 42, 44 }, { 5, 8, 41, 43 }
  };
  g_autoptr (GString) events = g_string_new (NULL);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (spans); i++)
    g_string_append_printf (events,
                            "%s{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": "
                            "%u, \"start_cycle\": %d, \"end_cycle\": %d}",
                            i > 0 ? ",\n" : "", i / 2, (int) spans[i / 2][i % 2 * 2],
                            (int) spans[i / 2][i % 2 * 2 + 1]);
  for (guint claimed = 3; claimed <= 5; claimed++)
    {
      g_autofree char *text =
        g_strdup_printf ("{\"version\": \"1.0\", \"run_metadata\": {}, \"config_snapshot\": {},\n"
                         "\"bandwidth_samples\": [], \"timeline_events\": [\n%s],\n"
                         "\"summary_metrics\": {\"dma\": {\"max_concurrent_transfers\":\n%u}}}\n",
                         events->str, claimed);
      g_autofree char *needle = g_strdup_printf ("%u}}}", claimed);

      check_diagnostic (text, needle, claimed != 4 ? "info" : NULL);
    }
}

/* Without events, nothing contradicts the summary, whatever it says. */
static void
test_summary_alone (void)
{
  g_auto (NpuFixture) fixture = { NULL }, sampled = { NULL };
  g_autofree char *diagnostics = NULL;

  read_text (&fixture, "{\"version\": \"1.0\", \"summary_metrics\": {\"cycles_total\": 5000, "
                       "\"dram_bytes_read\": 7, \"dma\": {\"utilization\": 0.5, "
                       "\"max_concurrent_transfers\": 3}, \"te\": {\"per_engine\": [{\"id\": 0, "
                       "\"utilization\": 0.2, \"active_cycles\": 1000}]}, "
                       "\"tokens\": {\"prefill_latency_cycles\": 3}}, "
                       "\"run_metadata\": {\"tokens\": {\"decode_tokens\": 64}}}");
  diagnostics = npu_fixture_list_diagnostics (&fixture);
  g_assert_cmpstr (diagnostics, ==, "1:1: warning\n");
  g_assert_true (fixture.is_whole);
  g_assert_true (weft_npu_snapshot_is_summary (fixture.snapshot));
  g_assert_cmpint (weft_npu_snapshot_get_total (fixture.snapshot), ==, 5000);
  read_text (&sampled, "{\"version\": \"1.0\", \"summary_metrics\": {}, "
                       "\"bandwidth_samples\": [" SAMPLE "5}]}");
  g_assert_false (sampled.is_whole);
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

/* The lane that an event is in, as people call it without its number, and that number. */
static void
check_lane (const NpuFixture *fixture, guint32 row, const char *engine, gint64 id)
{
  WeftNpuEvent event;
  WeftNpuLane lane;

  weft_npu_snapshot_get_event (fixture->snapshot, row, &event);
  weft_npu_snapshot_get_lane (fixture->snapshot, event.lane, &lane);
  g_assert_cmpstr (lane.engine, ==, engine);
  g_assert_cmpint (lane.id, ==, id);
}

/* An engine without its number is none of those that have one. */
static void
test_lanes (void)
{
  g_auto (NpuFixture) fixture = { NULL };

  read_text (&fixture,
             NPU_DOCUMENT ("{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", " SPAN
                           ",\n" ENGINE SPAN ",\n" STALL
                           "\"reason\": \"x\", \"engine\": \"TE\", \"engine_id\": 0},\n" STALL
                           "\"reason\": \"x\", \"engine\": \"VE\"},\n" STALL
                           "\"reason\": \"x\", \"master\": \"DMA\", \"master_id\": 2}",
                           "", ""));
  check_lane (&fixture, 0, "TE", WEFT_NPU_UNKNOWN_ID);
  check_lane (&fixture, 1, "TE", 0);
  check_lane (&fixture, 2, "TE", 0);
  check_lane (&fixture, 3, "VE", WEFT_NPU_UNKNOWN_ID);
  check_lane (&fixture, 4, "DMA", 2);
  g_assert_cmpuint (fixture.snapshot->n_lanes, ==, 4);
  g_assert_cmpint (fixture.snapshot->index->lanes[1].stalled.sum, ==, 1);
}

/* Where in the memories an event is, up to the largest number. */
static void
test_memory (void)
{
  g_auto (NpuFixture) fixture = { NULL };
  WeftNpuEvent event;

  read_text (&fixture,
             NPU_DOCUMENT (ENGINE SPAN
                           ",\n"
                           "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, "
                           "\"details\": {\"spm_bank\": 4711, \"spm_offset\": 8192, "
                           "\"dram_addr\": 140737488355328}, " SPAN ",\n" ACCESS
                           "\"mem_type\": \"DRAM\", \"direction\": \"read\", \"bytes\": 32, "
                           "\"addr\": 9223372036854775807, \"source_engine\": \"DMA\", "
                           "\"source_engine_id\": 0}",
                           "", ""));
  weft_npu_snapshot_get_event (fixture.snapshot, 0, &event);
  g_assert_cmpint (event.bank, ==, WEFT_NPU_NONE);
  g_assert_cmpint (event.address, ==, WEFT_NPU_NONE);
  weft_npu_snapshot_get_event (fixture.snapshot, 1, &event);
  g_assert_cmpint (event.bank, ==, 4711);
  g_assert_cmpint (event.offset, ==, 8192);
  g_assert_cmpint (event.dram_address, ==, G_GINT64_CONSTANT (140737488355328));
  g_assert_cmpint (event.address, ==, WEFT_NPU_NONE);
  weft_npu_snapshot_get_event (fixture.snapshot, 2, &event);
  g_assert_cmpint (event.address, ==, G_MAXINT64);
  g_assert_cmpint (event.bank, ==, WEFT_NPU_NONE);
}

/* All numbers over time, a line each: "name: value at time, …". */
static char *
list_series (const NpuFixture *fixture)
{
  const WeftNpuTrace *trace = fixture->trace;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < fixture->snapshot->n_series; i++)
    {
      g_string_append_printf (
        text,
        "%s:", weft_npu_trace_get_name (fixture->trace, weft_table_get_u32 (&trace->series, 0, i)));
      for (guint32 j = 0; j < fixture->snapshot->n_points; j++)
        if (weft_table_get_u16 (&trace->points, NPU_POINT_SERIES, j) == i)
          {
            guint64 bits = weft_table_get_u64 (&trace->points, NPU_POINT_VALUE, j);
            double value;

            memcpy (&value, &bits, sizeof value);
            g_string_append_printf (text, " %g@%d", value,
                                    (int) weft_table_get_i64 (&trace->points, NPU_POINT_TIME, j));
          }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* Numbers that samples and estimates of power have, in lists and objects as well as beside them. */
static void
test_numbers (void)
{
  g_auto (NpuFixture) fixture = { NULL };
  g_autofree char *series = NULL;
  WeftNpuEvent event;

  read_text (
    &fixture,
    NPU_DOCUMENT (
      "{\"type\": \"POWER_ESTIMATE\", \"cycle\": 10, \"window_cycles\": 64, \"mw\": 812.5, "
      "\"cmd_id\": 4, \"details\": {\"energy_pj\": 3}},\n"
      "{\"type\": \"POWER_ESTIMATE\", \"engine\": \"TE\", \"engine_id\": 1, "
      "\"start_cycle\": 20, \"end_cycle\": 30, \"mw\": 5, \"banks\": {\"0\": 1, \"1\": 2}}",
      "{\"cycle\": 0, \"window_cycles\": 64, \"spm_bank_usage\": [0.5, 0.25], \"heat\": 7, "
      "\"spm\": {\"used\": 3, \"name\": \"x\"}, "
      "\"banks\": [{\"bank\": 300, \"bytes\": 8}, {\"bank\": 301, \"bytes\": 9}], "
      "\"grid\": [[1], [2]]},\n"
      "{\"cycle\": 64, \"window_cycles\": 64, \"spm_bank_usage\": [1, null]}",
      ""));
  series = list_series (&fixture);
  g_assert_cmpstr (series, ==,
                   "mw · POWER_ESTIMATE: 812.5@10\n"
                   "energy_pj · POWER_ESTIMATE: 3@10\n"
                   "mw · TE 1: 5@20\n"
                   "banks [0] · TE 1: 1@20\n"
                   "banks [1] · TE 1: 2@20\n"
                   "spm_bank_usage [0]: 0.5@0 1@64\n"
                   "spm_bank_usage [1]: 0.25@0\n"
                   "heat: 7@0\n"
                   "spm · used: 3@0\n"
                   "banks [300] · bytes: 8@0\n"
                   "banks [301] · bytes: 9@0\n"
                   "grid [0] [0]: 1@0\n"
                   "grid [1] [0]: 2@0\n");
  weft_npu_snapshot_get_event (fixture.snapshot, 0, &event);
  g_assert_cmpint (event.end, ==, 74);
}

/* Traffic of an interconnect has a lane, and its bytes count. */
static void
test_bus (void)
{
  g_auto (NpuFixture) fixture = { NULL };
  WeftNpuEvent event;

  read_text (&fixture,
             NPU_DOCUMENT ("{\"type\": \"BUS_EVENT\", \"start_cycle\": 5, \"end_cycle\": 9, "
                           "\"bytes\": 256, \"src\": \"DMA0\", \"dst\": \"SPM\", \"addr\": 4096, "
                           "\"direction\": \"write\"}",
                           "", ""));
  weft_npu_snapshot_get_event (fixture.snapshot, 0, &event);
  check_lane (&fixture, 0, "BUS_EVENT", -1);
  g_assert_cmpint (event.bytes, ==, 256);
  g_assert_cmpint (event.address, ==, 4096);
  g_assert_cmpuint (event.flags & (WEFT_NPU_READ | WEFT_NPU_WRITE), ==, WEFT_NPU_WRITE);
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
  g_assert_cmpuint (weft_npu_track_row (work, 0), ==, 1);
  g_assert_cmpuint (weft_npu_track_row (work, 1), ==, 2);
  g_assert_cmpuint (weft_npu_track_row (work, 2), ==, 0);
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
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_SAMPLES"), "npu-two-layers.json", NULL);
  gsize length;
  g_autofree char *text = NULL;
  g_auto (NpuFixture) whole = { NULL };
  g_autofree char *expected = NULL;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
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
  g_test_add_func ("/npu-reader/absent", test_absent);
  g_test_add_func ("/npu-reader/versions", test_versions);
  g_test_add_func ("/npu-reader/claims", test_claims);
  g_test_add_func ("/npu-reader/transfers", test_transfers);
  g_test_add_func ("/npu-reader/summary-alone", test_summary_alone);
  g_test_add_func ("/npu-reader/shared-verdicts", test_shared_verdicts);
  g_test_add_func ("/npu-reader/values", test_values);
  g_test_add_func ("/npu-reader/lanes", test_lanes);
  g_test_add_func ("/npu-reader/memory", test_memory);
  g_test_add_func ("/npu-reader/numbers", test_numbers);
  g_test_add_func ("/npu-reader/bus", test_bus);
  g_test_add_func ("/npu-reader/sub-lanes", test_sub_lanes);
  g_test_add_func ("/npu-reader/cuts", test_cuts);
  g_test_add_func ("/npu-reader/lines", test_lines);
  g_test_add_func ("/npu-reader/cut-file", test_cut_file);
  g_test_add_func ("/npu-reader/sniff", test_sniff);
  return g_test_run ();
}
