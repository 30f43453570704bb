/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run-cli.h"

#include <glib/gstdio.h>

/* Nothing is altered without a word: whatever is not shown as it stands in the file is said, where it
 * stands, and `check` ends with 1. */

#define KANATA "Kanata\t0004\nC=\t0\nI\t0\t0\t0\nL\t0\t0\t"
#define KANATA_END "\nS\t0\t0\tF\nC\t1\nR\t0\t0\t0\n"
#define NOC(members) \
  "[{\"proc\":\"BRISC\",\"noc\":\"NOC_0\",\"sx\":1,\"sy\":1,\"dx\":2,\"dy\":1,\"num_bytes\":32," \
  "\"type\":\"WRITE_\",\"timestamp\":5" members "}]\n"
#define NPU(members) \
  "{\"version\": \"1.0\",\n\"timeline_events\": [\n" \
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"op\": \"GEMM\", " \
  "\"start_cycle\": 0, \"end_cycle\": 4" members "}]}\n"
#define CHROME(members) \
  "{\"traceEvents\": [\n{\"ph\": \"X\", \"name\": \"a\", \"pid\": 1, \"tid\": 1, \"ts\": 1, " \
  "\"dur\": 1" members "}]}\n"
#define BUS \
  "{\"seq\":0,\"master\":\"MSH2\",\"tick_first_attempt\":0,\"tick_complete\":8," \
  "\"addr\":\"0x06004000\",\"size\":2,\"rw\":\"R\",\"kind\":\"ifetch\",\"service_cycles\":8," \
  "\"retries\":0}\n"
#define LOG \
  "ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000\nPCIe slot, core_x, core_y, RISC processor type, " \
  "timer_id, time[cycles since reset], data, run host ID, trace id, trace id counter, zone name, " \
  "type, source line, source file, meta data\n"

typedef struct
{
  const char *name;
  const char *bytes;
  gsize length;
  const char *said; /* NULL: nothing */
} Case;

#define CASE(name, bytes, said) \
  { \
    name, bytes, sizeof (bytes) - 1, said \
  }

static const Case cases[] = {
  CASE ("kanata", KANATA "add" KANATA_END, NULL),
  CASE ("kanata", KANATA "a\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80" KANATA_END, NULL),
  CASE ("kanata", KANATA "a\0d" KANATA_END, "kanata:4:8: warning: A NUL byte"),
  CASE ("kanata", KANATA "a\xff\xfe" KANATA_END, "kanata:4:8: warning: The text is not UTF-8"),
  /* half of a surrogate pair, a character that is longer than need be, and one that is cut */
  CASE ("kanata", KANATA "a\xed\xa0\x80" KANATA_END, "kanata:4:8: warning: The text is not UTF-8"),
  CASE ("kanata", KANATA "a\xe0\x80\x80" KANATA_END, "kanata:4:8: warning: The text is not UTF-8"),
  CASE ("kanata", KANATA "a\xe2\x82" KANATA_END, "kanata:4:8: warning: The text is not UTF-8"),
  CASE ("noc", NOC (",\"op_name\":\"m\xff\""), "noc:1:117: warning: The text is not UTF-8"),
  CASE ("noc", NOC (",\"op_name\":\"m\\u0000d\""), "noc:1:117: warning: “\\u0000” can't be shown"),
  CASE ("noc", NOC (",\"op_name\":\"m\\\\u0000d\""), NULL),
  CASE ("noc", NOC (",\"src_device_id\":255"), NULL),
  CASE ("noc", NOC (",\"src_device_id\":3000000000"),
        "noc:1:121: warning: “src_device_id” is a whole number below 2³¹"),
  CASE ("noc", NOC (",\"src_device_id\":1e999"), "“src_device_id” is a whole number below 2³¹"),
  CASE ("noc", NOC (",\"dst_device_id\":1.5"), "“dst_device_id” is a whole number below 2³¹"),
  CASE ("noc", NOC (",\"run_host_id\":99999999999999999999"),
        "“run_host_id” is a whole number below 2⁶³"),
  CASE ("noc", NOC (",\"sx\":2"), "A member stands twice"),
  CASE ("npu", NPU (", \"layer_id\": \"a\xff\""), "npu:3:120: warning: The text is not UTF-8"),
  CASE ("npu", NPU (", \"layer_id\": \"a\\u0000\""), "“\\u0000” can't be shown"),
  CASE ("npu", NPU (", \"end_cycle\": 5"), "The key “end_cycle” stands twice"),
  CASE ("npu", NPU (", \"token_index\": 1e999"), "“token_index” should be a whole number"),
  CASE ("chrome", CHROME (""), NULL),
  CASE ("chrome", CHROME (", \"ts\": 2"), "chrome:2:1: warning: A member stands twice"),
  CASE ("chrome", CHROME (", \"cat\": \"a\\u0000\""), "“\\u0000” can't be shown"),
  CASE ("chrome", CHROME (", \"cat\": \"a\xff\""), "The text is not UTF-8"),
  CASE ("chrome",
        "{\"traceEvents\": [\n{\"ph\": \"X\", \"name\": \"a\", \"pid\": 1, \"tid\": 1, "
        "\"ts\": 1e999, \"dur\": 1}]}\n",
        "chrome:2:1: warning: Expected “ts” here"),
  CASE ("chrome",
        "{\"traceEvents\": [\n{\"ph\": \"X\", \"name\": \"a\", \"pid\": 1, \"tid\": 1, "
        "\"ts\": 1, \"dur\": 1e999}]}\n",
        "Expected microseconds here"),
  CASE ("bus", BUS, NULL),
  CASE ("bus", "\xef\xbb\xbf" BUS, NULL), /* a byte order mark is none of the text */
  CASE ("bus",
        "{\"seq\":0,\"master\":\"MSH2\",\"tick_first_attempt\":1e999,\"tick_complete\":8,"
        "\"addr\":\"0x06004000\",\"size\":2,\"rw\":\"R\",\"kind\":\"ifetch\",\"service_cycles\":8,"
        "\"retries\":0}\n",
        "“tick_first_attempt” needs a whole number"),
  CASE ("log", LOG "0,1,1,BRISC,1,10,0,1,,,FW,ZONE_START,9,a.cc,\n", NULL),
  CASE ("log", LOG "0,1,1,BRISC,1,10,0,1,,,F\0W,ZONE_START,9,a.cc,\n",
        "log:3:25: warning: A NUL byte"),
  CASE ("log", LOG "0,1,1,BRISC,1,10,0,1,,,F\xff,ZONE_START,9,a.cc,\n",
        "log:3:25: warning: The text is not UTF-8"),
};

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path =
        cli_write_file (cases[i].name, cases[i].bytes, (gssize) cases[i].length);
      g_auto (CliResult) checked = cli_run ("check", path);

      g_test_message ("%u: %s", i, checked.out);
      g_assert_cmpint (checked.status, ==, cases[i].said != NULL ? 1 : 0);
      if (cases[i].said != NULL)
        g_assert_nonnull (strstr (checked.out, cases[i].said));
      else
        g_assert_null (strstr (checked.out, "warning"));
    }
}

/* In whatever order its bytes stand, and with a mark or without. */
static void
test_utf16 (void)
{
  static const char *const codes[] = { "UTF-16", "UTF-16LE", "UTF-16BE" };
  static const char *const texts[] = { KANATA "add" KANATA_END, NOC (""), BUS };

  for (guint i = 0; i < G_N_ELEMENTS (codes) * G_N_ELEMENTS (texts); i++)
    {
      gsize length;
      g_autofree char *bytes =
        g_convert (texts[i / 3], -1, codes[i % 3], "UTF-8", NULL, &length, NULL);
      g_autofree char *path = cli_write_file ("wide", bytes, (gssize) length);
      g_auto (CliResult) result = cli_run ("stats", path);

      g_assert_cmpint (result.status, ==, 2);
      g_assert_nonnull (strstr (result.err, "“wide” is text in UTF-16"));
    }
}

/* A picture that can't be written is called by its name, whatever it is written to meanwhile. */
static void
test_names (void)
{
  g_autofree char *sample = cli_sample ("kanata-two-ops.log");
  g_autofree char *there = cli_write_file ("there", "", 0);
  g_autofree char *path = g_build_filename (there, "x.png", NULL);
  g_auto (CliResult) result = cli_run ("render", "-o", path, sample);
  g_autofree char *said = g_strdup_printf ("weft-cli: “%s” can't be written: ", path);

  g_assert_cmpint (result.status, ==, 2);
  g_assert_true (g_str_has_prefix (result.err, said));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-altered/cases", test_cases);
  g_test_add_func ("/cli-altered/utf16", test_utf16);
  g_test_add_func ("/cli-altered/names", test_names);
  return g_test_run ();
}
