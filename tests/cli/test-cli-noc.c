/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <json-glib/json-glib.h>

#include "run-cli.h"

/* The keys of NoC traces that scripts rely on. */

static JsonParser *
parse (const char *text)
{
  JsonParser *parser = json_parser_new ();
  g_autoptr (GError) error = NULL;

  json_parser_load_from_data (parser, text, -1, &error);
  g_assert_no_error (error);
  return parser;
}

static JsonObject *
get_root (JsonParser *parser)
{
  return json_node_get_object (json_parser_get_root (parser));
}

static void
test_stats (void)
{
  g_autofree char *path = cli_sample ("noc-eight-cores.json");
  g_auto (CliResult) result = cli_run ("stats", path, "--json");
  g_autoptr (JsonParser) parser = parse (result.out);
  JsonObject *root = get_root (parser), *link;
  JsonArray *links = json_object_get_array_member (root, "links");
  gint64 on_links = 0;

  g_assert_cmpint (result.status, ==, 0);
  g_assert_cmpstr (json_object_get_string_member (root, "arch"), ==, "wormhole_b0");
  g_assert_cmpint (json_object_get_int_member (root, "events"), ==, 583);
  g_assert_cmpint (json_object_get_int_member (root, "unresolved"), ==, 0);
  g_assert_cmpint (json_array_get_int_element (json_object_get_array_member (root, "grid"), 0), ==,
                   10);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (root, "dram_controllers")),
                    >, 0);
  link = json_array_get_object_element (links, 0);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (link, "from")), ==, 2);
  for (guint i = 0; i < json_array_get_length (links); i++)
    {
      link = json_array_get_object_element (links, i);
      on_links += json_object_get_int_member (link, "bytes");
      g_assert_cmpfloat (json_object_get_double_member (link, "peak_utilization"), >=,
                         json_object_get_double_member (link, "mean_utilization"));
    }
  g_assert_cmpint (on_links, >, json_object_get_int_member (root, "transfer_bytes"));
}

/* A range counts what was issued in it, and parts add up to the whole. */
static void
test_range (void)
{
  g_autofree char *path = cli_sample ("noc-eight-cores.json");
  const char *const ranges[] = { "0:5000", "5000:" };
  gint64 sum = 0;

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      g_auto (CliResult) result = cli_run ("stats", path, "--json", "--range", ranges[i]);
      g_autoptr (JsonParser) parser = parse (result.out);

      sum += json_object_get_int_member (json_object_get_object_member (get_root (parser), "range"),
                                         "transfers");
    }
  g_assert_cmpint (sum, ==, 386);
}

/* The filtered events are counted; taken to the other network, all are. */
static void
test_filter (void)
{
  g_autofree char *path = cli_sample ("noc-eight-cores.json");
  g_auto (CliResult) some = cli_run ("stats", path, "--json", "--filter", "multicast");
  g_auto (CliResult) moved =
    cli_run ("stats", path, "--json", "--filter", "multicast", "--other-noc");
  g_auto (CliResult) wrong = cli_run ("stats", path, "--filter", "bites > 3");
  g_autoptr (JsonParser) first = parse (some.out);
  g_autoptr (JsonParser) second = parse (moved.out);
  JsonArray *links = json_object_get_array_member (get_root (second), "links");
  guint n_other = 0;

  g_assert_cmpint (json_object_get_int_member (
                     json_object_get_object_member (get_root (first), "range"), "transfers"),
                   ==, 2);
  g_assert_cmpint (json_object_get_int_member (get_root (second), "transfers"), ==, 386);
  for (guint i = 0; i < json_array_get_length (links); i++)
    n_other += g_str_equal (
      json_object_get_string_member (json_array_get_object_element (links, i), "noc"), "NOC_1");
  g_assert_cmpuint (n_other, >, 0);
  g_assert_cmpint (wrong.status, ==, 64);
  g_assert_nonnull (strstr (wrong.err, "bites"));
}

static void
test_tables (void)
{
  static const char *const keys[] = { "link",       "tile",      "type", "noc",
                                      "controller", "interface", "zone", "chip_link" };
  g_autofree char *path = cli_sample ("noc-eight-cores.json");

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_auto (CliResult) csv = cli_run ("stats", path, "--csv", "--by", keys[i]);
      g_auto (CliResult) people = cli_run ("stats", path, "--by", keys[i]);

      g_assert_cmpint (csv.status, ==, 0);
      g_assert_nonnull (strchr (csv.out, ','));
      g_assert_cmpint (people.status, ==, 0);
    }
}

static void
test_chip (void)
{
  g_autofree char *path = cli_sample ("noc-eight-cores.json");
  g_auto (CliResult) chosen = cli_run ("stats", path, "--json", "--arch", "blackhole");
  g_auto (CliResult) wrong = cli_run ("info", path, "--arch", "quasar");
  g_autoptr (JsonParser) parser = parse (chosen.out);

  g_assert_cmpstr (json_object_get_string_member (get_root (parser), "arch"), ==, "blackhole");
  g_assert_cmpint (wrong.status, ==, 64);
  g_assert_nonnull (strstr (wrong.err, "wormhole_b0"));
}

/* A device whose clock is put later begins later, whatever is asked of it. */
static void
test_offset (void)
{
  g_autofree char *path = cli_sample ("noc-eight-cores.json");
  g_auto (CliResult) plain = cli_run ("info", path, "--json");
  g_auto (CliResult) later = cli_run ("info", path, "--json", "--offset", "0=1000");
  g_auto (CliResult) none = cli_run ("dump", path, "--offset", "0=1000", "--range", "0:1000");
  g_auto (CliResult) wrong = cli_run ("stats", path, "--offset", "0:1000");
  g_autoptr (JsonParser) first = parse (plain.out);
  g_autoptr (JsonParser) second = parse (later.out);

  g_assert_cmpint (
    json_object_get_int_member (json_object_get_object_member (get_root (second), "cycles"),
                                "last"),
    ==,
    json_object_get_int_member (json_object_get_object_member (get_root (first), "cycles"), "last")
      + 1000);
  g_assert_cmpint (none.status, ==, 0);
  g_assert_cmpstr (none.out, ==, "");
  g_assert_cmpint (wrong.status, ==, 64);
  g_assert_nonnull (strstr (wrong.err, "0:1000"));
}

static void
test_dump (void)
{
  g_autofree char *path = cli_sample ("noc-eight-cores.json");
  g_auto (CliResult) result = cli_run ("dump", path, "--filter", "multicast");
  g_auto (GStrv) lines = g_strsplit (g_strstrip (result.out), "\n", -1);
  g_autoptr (JsonParser) parser = parse (lines[0]);

  g_assert_cmpuint (g_strv_length (lines), ==, 2);
  g_assert_cmpstr (json_object_get_string_member (get_root (parser), "type"), ==,
                   "WRITE_MULTICAST");
  g_assert_cmpint (json_object_get_int_member (
                     json_object_get_object_member (get_root (parser), "transfer"), "bytes"),
                   ==, 4096);
}

/* --- exports ---------------------------------------------------------------------------------- */

/* A line for each record that the filter leaves, with the bytes that the file has. */
static void
test_export_csv (void)
{
  g_autofree char *path = cli_sample ("noc-eight-cores.json");
  g_auto (CliResult) all = cli_run ("export", "--format=csv", "-o", "-", path);
  g_auto (CliResult) reads =
    cli_run ("export", "--format=csv", "--filter=read", "--range=:5000", "-o", "-", path);
  g_auto (CliResult) dump = cli_run ("dump", path, "--filter=read", "--range=:5000");
  g_auto (GStrv) all_lines = g_strsplit (all.out, "\n", -1);
  g_auto (GStrv) read_lines = g_strsplit (reads.out, "\n", -1);
  g_auto (GStrv) dump_lines = g_strsplit (dump.out, "\n", -1);

  g_assert_cmpint (all.status, ==, 0);
  g_assert_cmpstr (all_lines[0], ==,
                   "cycle,device,core,proc,type,noc,other,bytes,vc,done,op,line,name");
  g_assert_cmpuint (g_strv_length (all_lines), ==, 1 + 583 + 16 + 1);
  g_assert_cmpuint (g_strv_length (read_lines), ==, g_strv_length (dump_lines) + 1);
  g_assert_cmpuint (g_strv_length (read_lines), >, 2);
  for (guint i = 1; read_lines[i + 1] != NULL; i++)
    g_assert_nonnull (strstr (read_lines[i], ",READ"));
}

/* Sums what the events of a phase say. */
typedef struct
{
  guint n;
  gint64 bytes, time;
} Sum;

static void
add_events (JsonObject *root, const char *phase, Sum *sum)
{
  JsonArray *events = json_object_get_array_member (root, "traceEvents");

  *sum = (Sum){ 0 };
  for (guint i = 0; i < json_array_get_length (events); i++)
    {
      JsonObject *event = json_array_get_object_element (events, i), *arguments;

      if (!g_str_equal (json_object_get_string_member (event, "ph"), phase))
        continue;
      sum->n++;
      sum->time += json_object_get_int_member (event, "ts");
      if (!json_object_has_member (event, "args"))
        continue;
      arguments = json_object_get_object_member (event, "args");
      sum->bytes += json_object_get_int_member_with_default (arguments, "bytes", 0);
    }
}

/* Transfers are asynchronous, from their issue to the barrier that bounds them, or points. */
static void
test_export_chrome (void)
{
  g_autofree char *path = cli_sample ("noc-eight-cores.json");
  g_auto (CliResult) info = cli_run ("info", path, "--json");
  g_auto (CliResult) result = cli_run ("export", "--format=chrome", "-o", "-", path);
  g_autoptr (JsonParser) parser = parse (result.out), info_parser = parse (info.out);
  JsonObject *root = get_root (parser);
  Sum begins, ends, points, slices;

  g_assert_cmpint (result.status, ==, 0);
  add_events (root, "b", &begins);
  add_events (root, "e", &ends);
  add_events (root, "i", &points);
  add_events (root, "X", &slices);
  g_assert_cmpuint (begins.n, >, 0);
  g_assert_cmpuint (begins.n, ==, ends.n);
  g_assert_cmpint (begins.time, <, ends.time);
  g_assert_cmpuint (slices.n, >, 8);
  g_assert_cmpint (begins.n + points.n, ==,
                   json_object_get_int_member (get_root (info_parser), "transfers"));
  g_assert_cmpint (begins.bytes + points.bytes, ==,
                   json_object_get_int_member (get_root (info_parser), "transfer_bytes"));
}

static void
test_compare (void)
{
  g_autofree char *path = cli_sample ("noc-eight-cores.json");
  g_auto (CliResult) same = cli_run ("compare", path, path, "--json");
  g_autoptr (JsonParser) parser = parse (same.out);

  g_assert_cmpint (same.status, ==, 0);
  g_assert_cmpint (json_object_get_int_member (get_root (parser), "different"), ==, 0);
}

/* (transfer full): the path of a trace with one write of so many bytes. */
static char *
write_one (const char *name, guint n_bytes)
{
  g_autofree char *trace = g_strdup_printf (
    "[{\"proc\": \"BRISC\", \"noc\": \"NOC_0\", \"sx\": 1, \"sy\": 1, \"dx\": 2, \"dy\": 1, "
    "\"num_bytes\": %u, \"type\": \"WRITE_\", \"timestamp\": 10}]",
    n_bytes);

  return cli_write_file (name, trace, -1);
}

/* Scripts go by the status: one link that differs is one too many. */
static void
test_compare_one (void)
{
  g_autofree char *a = write_one ("a.json", 4096), *b = write_one ("b.json", 8192);
  g_auto (CliResult) result = cli_run ("compare", a, b, "--json");
  g_autoptr (JsonParser) parser = parse (result.out);

  g_assert_cmpint (result.status, ==, 1);
  g_assert_cmpint (json_object_get_int_member (get_root (parser), "different"), ==, 1);
}

static void
test_render (void)
{
  g_autofree char *path = cli_sample ("noc-eight-cores.json");
  g_autofree char *picture = cli_write_file ("map.png", "", 0);
  static const char *const views[] = { "mesh", "matrix" };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_auto (CliResult) result = cli_run ("render", path, "--view", views[i], "-o", picture);
      g_autofree char *bytes = NULL;
      gsize length;

      g_assert_cmpint (result.status, ==, 0);
      g_assert_true (g_file_get_contents (picture, &bytes, &length, NULL));
      g_assert_cmpuint (length, >, 1000);
      g_assert_true (memcmp (bytes, "\x89PNG", 4) == 0);
    }
}

/* The picture, with an option: (transfer full). */
static char *
draw_mesh (const char *path, const char *picture, const char *option)
{
  g_auto (CliResult) result = cli_run ("render", path, "--view", "mesh", option, "-o", picture);
  char *text;

  g_assert_cmpint (result.status, ==, 0);
  g_assert_true (g_file_get_contents (picture, &text, NULL, NULL));
  return text;
}

/* The map of a difference is another than that of the trace, and so is that by the mean; what is no NoC trace is
 * complained about. */
static void
test_against (void)
{
  g_autofree char *path = cli_sample ("noc-eight-cores.json");
  g_autofree char *other = cli_sample ("kanata-core.log");
  g_autofree char *picture = cli_write_file ("map.svg", "", 0);
  g_autofree char *against = g_strconcat ("--against=", path, NULL);
  g_autofree char *by_mean = draw_mesh (path, picture, "--mean");
  g_autofree char *by_demand = draw_mesh (path, picture, "--issue-demand");
  g_autofree char *difference = draw_mesh (path, picture, against);
  g_auto (CliResult) wrong =
    cli_run ("render", path, "--view", "mesh", "--against", other, "-o", picture);

  g_assert_true (strcmp (by_mean, by_demand) != 0);
  g_assert_true (strcmp (by_mean, difference) != 0);
  g_assert_cmpint (wrong.status, ==, 2);
  g_assert_nonnull (strstr (wrong.err, "kanata-core.log” is no NoC trace"));
}

/* A log of the profiler has zones and a clock; a trace of events alone has none. */
static void
test_device_log (void)
{
  g_autofree char *path = cli_sample ("device-log-eight-cores.csv");
  g_autofree char *trace = cli_sample ("noc-eight-cores.json");
  g_auto (CliResult) stats = cli_run ("stats", path, "--json");
  g_auto (CliResult) info = cli_run ("info", path);
  g_auto (CliResult) without = cli_run ("stats", trace, "--json");
  g_autoptr (JsonParser) parser = parse (stats.out), other = parse (without.out);
  JsonObject *clock = json_object_get_object_member (get_root (parser), "clock");
  JsonArray *zones = json_object_get_array_member (get_root (parser), "zones");

  g_assert_cmpint (stats.status, ==, 0);
  g_assert_cmpint (json_object_get_int_member (clock, "hertz"), ==, 1000000000);
  g_assert_cmpuint (json_array_get_length (zones), ==, 64);
  g_assert_true (json_object_get_null_member (json_array_get_object_element (zones, 0), "op"));
  /* Unknown, not zero: the log says nothing of the networks. */
  g_assert_true (json_object_get_null_member (get_root (parser), "transfers"));
  g_assert_true (json_object_get_null_member (get_root (parser), "transfer_bytes"));
  g_assert_true (
    json_object_get_null_member (json_array_get_object_element (zones, 0), "transfers"));
  g_assert_nonnull (strstr (info.out, "Transfers     —"));
  g_assert_nonnull (strstr (info.out, "1000 MHz"));
  g_assert_false (json_object_has_member (get_root (other), "clock"));
  zones = json_object_get_array_member (get_root (other), "zones");
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (zones, 0), "op"),
                   ==, "made");
}

/* Chip 4 sends to chip 0, and by way of it to chip 3, over two cables: (transfer full), the folder. */
static char *
write_fabric (void)
{
  static const char topology[] =
    "{\"forwarding_channel_pairs\":[{\"device_id\":0,\"channels\":[1,8]}],"
    "\"inter_device_channel_pairs\":["
    "{\"local_device_id\":4,\"local_eth_channel\":0,\"remote_device_id\":0,"
    "\"remote_eth_channel\":8},{\"local_device_id\":0,\"local_eth_channel\":1,"
    "\"remote_device_id\":3,\"remote_eth_channel\":1}],"
    "\"eth_chan_to_coord\":{\"0\":[9,0],\"1\":[1,0],\"8\":[9,6]}}";
  static const char sent[] =
    "[{\"proc\":\"BRISC\",\"noc\":\"NOC_1\",\"sx\":1,\"sy\":1,\"dx\":2,\"dy\":3,\"num_bytes\":1088,"
    "\"src_device_id\":4,\"timestamp\":10,\"type\":\"FABRIC_UNICAST_WRITE\","
    "\"fabric_send\":{\"eth_chan\":0,\"hops\":2}},"
    "{\"proc\":\"BRISC\",\"noc\":\"NOC_1\",\"sx\":1,\"sy\":1,\"dx\":2,\"dy\":3,\"num_bytes\":32,"
    "\"src_device_id\":4,\"timestamp\":20,\"type\":\"FABRIC_UNICAST_WRITE\","
    "\"fabric_send\":{\"eth_chan\":0,\"hops\":1}}]";
  static const char others[] =
    "[{\"proc\":\"BRISC\",\"noc\":\"NOC_0\",\"sx\":1,\"sy\":1,\"src_device_id\":%d,"
    "\"timestamp\":1,\"type\":\"WRITE_FLUSH\"}]";
  g_autofree char *cables = cli_write_file ("topology.json", topology, -1);
  g_autofree char *four = cli_write_file ("noc_trace_dev4_Op_ID1.json", sent, -1);

  for (int device = 0; device <= 3; device += 3)
    {
      g_autofree char *name = g_strdup_printf ("noc_trace_dev%d_Op_ID2.json", device);
      g_autofree char *text = g_strdup_printf (others, device);
      g_autofree char *path = cli_write_file (name, text, -1);
    }
  return g_path_get_dirname (four);
}

/* Both cables with what went over them, in tables and in what is dumped; the map draws them. */
static void
test_fabric (void)
{
  g_autofree char *folder = write_fabric ();
  g_autofree char *picture = g_build_filename (folder, "mesh.svg", NULL);
  g_auto (CliResult) cables = cli_run ("stats", "--by", "chip_link", "--csv", folder);
  g_auto (CliResult) dump = cli_run ("dump", folder);
  g_auto (CliResult) text = cli_run ("stats", folder);
  g_auto (CliResult) mesh = cli_run ("render", folder, "--view", "mesh", "-o", picture);

  g_assert_true (g_str_has_prefix (
    cables.out, "from_device,from_channel,to_device,to_channel,bytes,transfers,mean_utilization\n"
                "0,1,3,1,1088,1,"));
  g_assert_nonnull (strstr (cables.out, "\n4,0,0,8,1120,2,"));
  g_assert_nonnull (strstr (dump.out, "\"fabric\":{\"eth_chan\":0,\"hops\":2,\"dst\":[{\"dx\":2,"
                                      "\"dy\":3,\"num_bytes\":1088}]}"));
  g_assert_nonnull (strstr (text.out, "Devices       0, 3, 4\n"));
  g_assert_nonnull (strstr (text.out, "topology.json has channels"));
  g_assert_cmpint (mesh.status, ==, 0);
  g_assert_true (g_file_test (picture, G_FILE_TEST_EXISTS));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-noc/stats", test_stats);
  g_test_add_func ("/cli-noc/range", test_range);
  g_test_add_func ("/cli-noc/filter", test_filter);
  g_test_add_func ("/cli-noc/tables", test_tables);
  g_test_add_func ("/cli-noc/chip", test_chip);
  g_test_add_func ("/cli-noc/offset", test_offset);
  g_test_add_func ("/cli-noc/dump", test_dump);
  g_test_add_func ("/cli-noc/export-csv", test_export_csv);
  g_test_add_func ("/cli-noc/export-chrome", test_export_chrome);
  g_test_add_func ("/cli-noc/compare", test_compare);
  g_test_add_func ("/cli-noc/compare-one", test_compare_one);
  g_test_add_func ("/cli-noc/render", test_render);
  g_test_add_func ("/cli-noc/against", test_against);
  g_test_add_func ("/cli-noc/device-log", test_device_log);
  g_test_add_func ("/cli-noc/fabric", test_fabric);
  return g_test_run ();
}
