/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run-cli.h"

#include <json-glib/json-glib.h>

/* Golden outputs of a log of ours, and figures of the shared ones. */

static void
check_output (const char *const *arguments, const char *expected)
{
  g_autofree char *path = cli_sample ("kanata-two-ops.log");
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_auto (CliResult) result = { 0 };

  for (; *arguments != NULL; arguments++)
    g_ptr_array_add (all, (gpointer) *arguments);
  g_ptr_array_add (all, path);
  g_ptr_array_add (all, NULL);
  result = cli_run_with (NULL, (const char *const *) all->pdata);
  g_assert_cmpstr (result.err, ==, "");
  g_assert_cmpstr (result.out, ==, expected);
  g_assert_cmpint (result.status, ==, 0);
}

#define assert_output(expected, ...) \
  check_output ((const char *const[]){ __VA_ARGS__, NULL }, expected)

#define OP_0 \
  "{\"id\":0,\"gid\":0,\"tid\":0,\"rid\":0,\"line\":3,\"fetched\":216,\"end\":219," \
  "\"state\":\"retired\",\"name\":\"80000000: ld a0, 0(s1)\",\"detail\":\"\"," \
  "\"lanes\":{\"0\":[[\"F\",216,217],[\"X\",217,219,\"hit\"]]},\"prods\":[]," \
  "\"cons\":217,\"prod\":218}\n"
#define OP_1 \
  "{\"id\":1,\"gid\":1,\"tid\":0,\"rid\":1,\"line\":9,\"fetched\":217,\"end\":220," \
  "\"state\":\"flush\",\"name\":\"80000004: addi a0, a0, 1\",\"detail\":\"a0 ← a0 + 1\"," \
  "\"lanes\":{\"0\":[[\"F\",217,219],[\"X\",219,220]]},\"prods\":[[0,0,219]]," \
  "\"cons\":219,\"prod\":219}\n"

static void
test_dump (void)
{
  assert_output (OP_0 OP_1, "dump");
  assert_output (OP_0, "dump", "--range", ":217");
  assert_output (OP_1, "dump", "--range=219:");
  assert_output (OP_0 OP_1, "dump", "--range", "218:219");
  assert_output ("", "dump", "--range", "220:1000");
  assert_output ("", "dump", "--range", "-10:216");
}

static void
test_filter (void)
{
  assert_output (OP_0 OP_1, "dump", "--filter", "tid == 0");
  assert_output (OP_1, "dump", "--filter", "flushed && pc in 0x80000004..0x80000010");
  assert_output (OP_1, "dump", "--filter", "detail ~ /a0 . a0/");
  assert_output (OP_0, "dump", "--filter", "stage(\"X\").length >= 2");
  assert_output ("", "dump", "--range", ":217", "--filter", "label contains 'addi'");
  assert_output ("ops,retired,flushed,open,first,last,ipc,cpi,in_flight_max,in_flight_mean,"
                 "stall_cycles,squashes,squashed_ops,dependencies\n"
                 "1,0,1,0,216,220,0,,1,0.6,1,1,1,1\n",
                 "stats", "--csv", "--filter", "!retired");
  assert_output ("name,lane,count,total,p50,p90,p99,max,mean,open,longest_op\n"
                 "F,0,1,1,1,1,1,1,1,0,0\nX,0,1,2,2,2,2,2,2,0,0\n",
                 "stats", "--csv", "--by", "stage", "--filter", "id < 1");
}

static void
test_stats (void)
{
  assert_output ("{\"ops\":2,\"retired\":1,\"flushed\":1,\"open\":0,\"fetched\":2,"
                 "\"cycles\":{\"first\":216,\"last\":220},\"ipc\":0.25,\"cpi\":4,"
                 "\"flush_rate\":0.5,"
                 "\"latency\":{\"mean\":3,\"p50\":3,\"p90\":3,\"p99\":3,\"max\":3},"
                 "\"in_flight\":{\"max\":2,\"mean\":1.2},"
                 "\"stall_cycles\":1,\"stall_estimated\":true,\"stall_cycles_within\":1,"
                 "\"squashes\":{\"runs\":1,\"ops\":1,\"per_1000_retired\":1000,\"longest\":1,"
                 "\"list\":[{\"cycle\":220,\"tid\":0,\"ops\":1,\"first\":1,\"cause\":0,"
                 "\"cause_label\":\"80000000: ld a0, 0(s1)\"}]},"
                 "\"cpi_stack\":{\"width\":1,\"width_inferred\":true},\"dependencies\":1,"
                 "\"dependency_source\":\"stated\","
                 "\"diagnostics\":{\"errors\":0,\"warnings\":0,\"infos\":0}}\n",
                 "stats", "--json", "--by", "squash");
  assert_output ("ops,retired,flushed,open,first,last,ipc,cpi,in_flight_max,in_flight_mean,"
                 "stall_cycles,squashes,squashed_ops,dependencies\n"
                 "2,1,1,0,216,220,0.25,4,2,1.2,1,1,1,1\n",
                 "stats", "--csv");
  assert_output ("name,lane,count,total,p50,p90,p99,max,mean,open,longest_op\n"
                 "F,0,2,3,1,2,2,2,1.5,0,1\nX,0,2,3,1,2,2,2,1.5,0,0\n",
                 "stats", "--csv", "--by", "stage");
  assert_output ("pc,label,ops,flushed,latency_mean,latency_max,stall_cycles,retired,squashes,"
                 "squashed_ops,slowest_op\n"
                 "0x80000004,\"80000004: addi a0, a0, 1\",1,1,3,3,1,0,0,0,1\n"
                 "0x80000000,\"80000000: ld a0, 0(s1)\",1,0,3,3,0,1,1,1,0\n",
                 "stats", "--csv", "--by", "pc");
  assert_output ("type,reason,lane,stage,ops,cycles,share,mean,max,longest_op\n"
                 "front-end,,,F,1,1,0.16666666666666666,1,1,1\n",
                 "stats", "--csv", "--by", "stall");
  assert_output ("from,to,fetched,retired,flushed,ipc,cpi,in_flight,flush_rate\n"
                 "216,217,1,0,0,0,,1,\n217,218,1,0,0,0,,2,\n218,219,0,0,0,0,,2,\n"
                 "219,220,0,1,0,1,1,1,0\n220,221,0,0,1,0,,0,1\n",
                 "stats", "--csv", "--by", "time");
  assert_output ("type,stage,op,other,ops,from,to,cycles,label\n"
                 "stage,F,0,,1,216,217,1,\"80000000: ld a0, 0(s1)\"\n"
                 "stage,X,0,,1,217,219,2,\"80000000: ld a0, 0(s1)\"\n",
                 "stats", "--csv", "--by", "path");
  assert_output ("Thread  Ops  Retired  Flushed  Open     IPC\n"
                 "     0    2        1        1     0  0.2500\n",
                 "stats", "--by", "thread");
}

/* An unknown figure is null, nothing, or a dash; never a NaN. */
static void
test_undefined (void)
{
  static const char *const formats[] = { "--json", "--csv", "--by=thread" };
  g_autofree char *path = cli_write_file ("header.log", "Kanata\t0004\n", -1);
  g_auto (CliResult) json = cli_run ("stats", "--json", path);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_auto (CliResult) result = cli_run ("stats", formats[i], path);

      g_assert_cmpint (result.status, ==, 0);
      g_assert_null (strstr (result.out, "nan"));
      g_assert_null (strstr (result.out, "inf,"));
    }
  g_assert_nonnull (strstr (json.out, "\"ipc\":null"));
  g_assert_nonnull (strstr (json.out, "\"cpi\":null"));
}

static void
test_info (void)
{
  g_autofree char *path = cli_sample ("kanata-two-ops.log");
  g_auto (CliResult) json = cli_run ("info", "--json", path);
  g_auto (CliResult) text = cli_run ("info", path);
  g_autoptr (JsonNode) node = json_from_string (json.out, NULL);
  JsonObject *root = json_node_get_object (node);

  g_assert_cmpint (json.status, ==, 0);
  g_assert_cmpstr (json_object_get_string_member (root, "file"), ==, path);
  g_assert_cmpstr (json_object_get_string_member (root, "kind"), ==, "pipeline");
  g_assert_cmpstr (json_object_get_string_member (root, "format"), ==, "Kanata 0004");
  g_assert_false (json_object_get_boolean_member (root, "partial"));
  g_assert_cmpint (json_object_get_int_member (root, "ops"), ==, 2);
  g_assert_cmpint (json_object_get_int_member (root, "stages"), ==, 4);
  g_assert_cmpint (text.status, ==, 0);
  g_assert_nonnull (strstr (text.out, "Kanata 0004"));
}

/* The program that ran says which function a PC is of: here it is weft-cli itself. */
static void
test_elf (void)
{
  g_autofree char *log = cli_sample ("kanata-two-ops.log");
  g_auto (CliResult) without = cli_run ("stats", "--by", "function", log);
  g_auto (CliResult) no_elf = cli_run ("stats", "--elf", log, log);
  g_auto (CliResult) functions =
    cli_run ("stats", "--csv", "--by", "function", "--elf", g_getenv ("WEFT_CLI"), log);

  g_assert_cmpint (without.status, ==, 64);
  g_assert_nonnull (strstr (without.err, "--elf"));
  g_assert_cmpint (no_elf.status, ==, 2);
  g_assert_nonnull (strstr (no_elf.err, "ELF"));
  g_assert_cmpint (functions.status, ==, 0);
  /* Neither PC is in it, so both are of no function, and none is left out. */
  g_assert_cmpstr (functions.out, ==,
                   "function,pcs,ops,flushed,latency_mean,latency_max,stall_cycles,squashes,"
                   "slowest_op\n—,2,2,1,3,3,1,1,1\n");
}

/* Two logs' differences, and a status by which scripts can tell whether there are any. */
static void
test_compare (void)
{
  static const char *const changed =
    "Kanata\t0004\nC=\t216\nI\t0\t0\t0\nL\t0\t0\t80000000: ld a0, 0(s1)\nS\t0\t0\tF\n"
    "C\t5\nR\t0\t0\t0\n";
  g_autofree char *path = cli_sample ("kanata-two-ops.log");
  g_autofree char *other = cli_write_file ("changed.log", changed, -1);
  g_auto (CliResult) same = cli_run ("compare", path, path);
  g_auto (CliResult) csv = cli_run ("compare", "--csv", path, other);
  g_auto (CliResult) text = cli_run ("compare", path, other);
  g_auto (CliResult) pcs = cli_run ("compare", "--csv", "--pcs", path, other);
  g_auto (CliResult) lenient = cli_run ("compare", "--csv", "--tolerance", "100", path, other);
  g_auto (CliResult) filtered = cli_run ("compare", "--filter", "id > 5", path, other);

  g_assert_cmpint (same.status, ==, 0);
  g_assert_nonnull (strstr (same.out, "1 in both"));
  g_assert_cmpint (csv.status, ==, 1);
  g_assert_cmpstr (csv.out, ==,
                   "kind,cycle,id_a,id_b,ops,a,b,delta,slip,drift,label,label_b\n"
                   "timing,219,0,0,1,3,5,2,0,0,\"80000000: ld a0, 0(s1)\",\n"
                   "flushes,219,0,0,1,1,0,-1,,0,\"80000000: ld a0, 0(s1)\",\n");
  g_assert_cmpint (text.status, ==, 1);
  g_assert_nonnull (strstr (text.out, "Only in A"));
  g_assert_nonnull (
    strstr (pcs.out, "0x80000000,\"80000000: ld a0, 0(s1)\",1,3,5,2,2,0,0,0,0,0,0\n"));
  g_assert_cmpint (lenient.status, ==, 0);
  g_assert_cmpint (filtered.status, ==, 0);
}

/* Findings are sentences with their number, and say where to look. */
static void
test_findings (void)
{
  g_autofree char *path = cli_sample ("kanata-core.log");
  g_auto (CliResult) stats = cli_run ("stats", "--json", path);
  g_auto (CliResult) info = cli_run ("info", "--json", path);
  g_auto (CliResult) text = cli_run ("stats", path);
  g_autoptr (JsonNode) node = json_from_string (stats.out, NULL);
  g_autoptr (JsonNode) info_node = json_from_string (info.out, NULL);
  JsonArray *findings = json_object_get_array_member (json_node_get_object (node), "findings");

  g_assert_cmpuint (json_array_get_length (findings), >, 2);
  g_assert_cmpuint (json_array_get_length (findings), <=, 5);
  for (guint i = 0; i < json_array_get_length (findings); i++)
    {
      JsonObject *finding = json_array_get_object_element (findings, i);
      const char *sentence = json_object_get_string_member (finding, "text");

      g_assert_nonnull (strpbrk (sentence, "0123456789"));
      g_assert_true (g_str_has_suffix (sentence, "."));
      g_assert_nonnull (strstr (text.out, sentence));
      g_assert_true (json_object_has_member (finding, "op")
                     != json_object_has_member (finding, "cycles"));
    }
  g_assert_cmpuint (json_array_get_length (
                      json_object_get_array_member (json_node_get_object (info_node), "findings")),
                    ==, json_array_get_length (findings));
}

#define ONE_STALL \
  "Kanata\t0004\nC=\t0\nI\t0\t0\t0\nL\t0\t0\t00000010: nop\nS\t0\t0\tF\nS\t0\t1\tstl\nC\t1\n" \
  "R\t0\t0\t0\n"
#define ONE_ACCESS \
  "{\"seq\":0,\"master\":\"MSH2\",\"tick_first_attempt\":10,\"tick_complete\":12," \
  "\"addr\":\"0x06004000\",\"size\":2,\"rw\":\"R\",\"kind\":\"read\",\"service_cycles\":1," \
  "\"retries\":1}\n"
#define ONE_TRANSFER \
  "[{\"proc\":\"BRISC\",\"noc\":\"NOC_0\",\"sx\":2,\"sy\":1,\"dx\":0,\"dy\":1,\"num_bytes\":1," \
  "\"type\":\"READ\",\"timestamp\":1000}]"
#define ONE_EVENT \
  "{\"version\": \"1.0\", \"run_metadata\": {}, \"config_snapshot\": {}, \"timeline_events\": " \
  "[{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"op\": \"LOAD\", " \
  "\"start_cycle\": 0, \"end_cycle\": 1, \"details\": {\"bytes\": 1, \"direction\": \"read\"}}]," \
  "\"bandwidth_samples\": [], \"summary_metrics\": {}}"

/* Of one thing there is one. */
static void
test_one (void)
{
  static const struct
  {
    const char *text, *command, *expected;
  } cases[] = {
    { ONE_STALL, "stats", "1 op-cycle\n" },
    { ONE_STALL, "stats", "half of those stages take at most 1 cycle, the longest 1.\n" },
    { ONE_ACCESS, "info", ", 1 cycle\n" },
    { ONE_ACCESS, "info", ", 1 retry\n" },
    { ONE_TRANSFER, "info", "1 with 1 byte\n" },
    { ONE_TRANSFER, "info", "1 transfer without a barrier after it: it has an" },
    { ONE_EVENT, "stats", "read 1 byte, written 0 bytes\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) input = g_bytes_new_static (cases[i].text, strlen (cases[i].text));
      const char *const arguments[] = { cases[i].command, "-", NULL };
      g_auto (CliResult) result = cli_run_with (input, arguments);

      if (strstr (result.out, cases[i].expected) == NULL)
        g_error ("does not say “%s”:\n%s", cases[i].expected, result.out);
    }
}

/* A locale that writes 0,25 must not show in machine output. */
static void
test_locale (void)
{
  g_autofree char *path = cli_sample ("kanata-two-ops.log");
  g_autofree char *before = g_strdup (g_getenv ("LC_ALL"));
  g_auto (CliResult) result = { 0 };

  g_setenv ("LC_ALL", "de_DE.UTF-8", TRUE);
  result = cli_run ("stats", "--json", path);
  g_setenv ("LC_ALL", before != NULL ? before : "C.UTF-8", TRUE);
  g_assert_nonnull (strstr (result.out, "\"ipc\":0.25,"));
}

static JsonNode *
get_stats (const char *path)
{
  g_auto (CliResult) result = cli_run ("stats", "--json", path);
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (result.out, &error);

  g_assert_no_error (error);
  g_assert_cmpint (result.status, ==, 0);
  return node;
}

/* The sample's figures are those of its lines: I begins an op, R ends it. */
static void
test_sample (void)
{
  g_autofree char *path = cli_sample ("kanata-core.log");
  guint n_ops = cli_count_lines (path, "I\t", "");
  guint n_retired = cli_count_lines (path, "R\t", "\t0");
  guint n_flushed = cli_count_lines (path, "R\t", "\t1");
  g_autoptr (JsonNode) node = get_stats (path);
  JsonObject *root = json_node_get_object (node), *cycles;
  gint64 first, last;

  cycles = json_object_get_object_member (root, "cycles");
  first = json_object_get_int_member (cycles, "first");
  last = json_object_get_int_member (cycles, "last");
  g_assert_cmpint (json_object_get_int_member (root, "ops"), ==, n_ops);
  g_assert_cmpint (json_object_get_int_member (root, "retired"), ==, n_retired);
  g_assert_cmpint (json_object_get_int_member (root, "flushed"), ==, n_flushed);
  g_assert_cmpint (json_object_get_int_member (root, "open"), ==, n_ops - n_retired - n_flushed);
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (root, "ipc"),
                                  n_retired / (double) (last - first), 1e-12);
}

/* The critical path goes from the first cycle to the last without a gap, and its costs are those of its steps. */
static void
test_path (void)
{
  g_autofree char *path = cli_sample ("kanata-core.log");
  g_auto (CliResult) result = cli_run ("stats", "--by", "path", "--json", path);
  g_autoptr (JsonNode) node = json_from_string (result.out, NULL);
  JsonObject *critical =
    json_object_get_object_member (json_node_get_object (node), "critical_path");
  JsonArray *steps = json_object_get_array_member (critical, "steps");
  JsonArray *costs = json_object_get_array_member (critical, "costs");
  gint64 from = json_object_get_int_member (critical, "from"), at = from;
  gint64 to = json_object_get_int_member (critical, "to"), sum = 0;

  g_assert_cmpint (result.status, ==, 0);
  g_assert_cmpuint (json_array_get_length (steps), >, 10);
  for (guint i = 0; i < json_array_get_length (steps); i++)
    {
      JsonObject *step = json_array_get_object_element (steps, i);

      g_assert_cmpint (json_object_get_int_member (step, "from"), ==, at);
      at = json_object_get_int_member (step, "to");
      g_assert_cmpint (at - json_object_get_int_member (step, "from"), ==,
                       json_object_get_int_member (step, "cycles"));
    }
  for (guint i = 0; i < json_array_get_length (costs); i++)
    sum += json_object_get_int_member (json_array_get_object_element (costs, i), "cycles");
  g_assert_cmpint (at, ==, to);
  g_assert_cmpint (sum, ==, to - from);
}

/* The figures of formats/kanata, "weft-cli stats --json of a pipeline". */
static void
test_sample_2 (void)
{
  g_autofree char *path = cli_shared ("kanata/kanata-sample-2.log.gz");
  g_autoptr (JsonNode) node = path != NULL ? get_stats (path) : NULL;
  g_auto (CliResult) check = { 0 };
  JsonObject *root, *cycles, *squashes;
  JsonArray *pcs;
  gint64 n_without = 0;

  if (path == NULL)
    return;
  root = json_node_get_object (node);
  cycles = json_object_get_object_member (root, "cycles");
  squashes = json_object_get_object_member (root, "squashes");
  pcs = json_object_get_array_member (root, "pcs");
  g_assert_cmpint (json_object_get_int_member (root, "ops"), ==, 4041);
  g_assert_cmpint (json_object_get_int_member (root, "retired"), ==, 3626);
  g_assert_cmpint (json_object_get_int_member (root, "flushed"), ==, 374);
  g_assert_cmpint (json_object_get_int_member (root, "open"), ==, 41);
  g_assert_cmpint (json_object_get_int_member (cycles, "first"), ==, 0);
  g_assert_cmpint (json_object_get_int_member (cycles, "last"), ==, 4542);
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (root, "ipc"), 0.7983, 0.00005);
  g_assert_cmpint (json_object_get_int_member (squashes, "runs"), ==, 33);
  g_assert_cmpint (json_object_get_int_member (squashes, "ops"), ==, 374);
  for (guint i = 0; i < json_array_get_length (pcs); i++)
    {
      JsonObject *pc = json_array_get_object_element (pcs, i);

      if (strcmp (json_object_get_string_member (pc, "pc"), "—") == 0)
        n_without += json_object_get_int_member (pc, "ops");
    }
  /* Of 77 ops without a PC, five never end: they are kept out. */
  g_assert_cmpint (n_without, ==, 72);
  check = cli_run ("check", path);
  g_assert_cmpint (check.status, ==, 1);
  g_assert_nonnull (strstr (check.err, "errors 0, warnings 34, infos 1"));
  g_assert_nonnull (strstr (check.out, ":158860:1: info: Ops that never retire and are never "
                                       "flushed: 41, from op 4000 on\n"));
}

static void
test_izumi (void)
{
  g_autofree char *path = cli_shared ("kanata/izumi-sargantana-addi.kanata");
  g_autoptr (JsonNode) node = path != NULL ? get_stats (path) : NULL;
  JsonObject *root, *diagnostics;

  if (path == NULL)
    return;
  root = json_node_get_object (node);
  diagnostics = json_object_get_object_member (root, "diagnostics");
  g_assert_cmpint (json_object_get_int_member (root, "retired"), ==, 293);
  g_assert_cmpint (json_object_get_int_member (root, "flushed"), ==, 71);
  g_assert_cmpint (json_object_get_int_member (root, "open"), ==, 24);
  g_assert_cmpint (json_object_get_int_member (diagnostics, "warnings"), ==, 235);
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}

/* --top holds for the one table of --by, in each format, and for all tables of the report. */
static void
test_top (void)
{
  g_autofree char *path = cli_sample ("kanata-core.log");
  g_auto (CliResult) csv = cli_run ("stats", "--by", "pc", "--csv", "--top", "2", path);
  g_auto (CliResult) whole = cli_run ("stats", "--by", "pc", "--csv", path);
  g_auto (CliResult) json = cli_run ("stats", "--json", "--top", "2", path);
  g_auto (CliResult) text = cli_run ("stats", "--by", "pc", "--top", "2", path);
  g_autoptr (JsonParser) parser = json_parser_new ();
  guint n_tables = 0;

  g_assert_cmpuint (count_lines (csv.out), ==, 3);
  g_assert_cmpuint (count_lines (whole.out), >, 3);
  g_assert_true (g_str_has_prefix (whole.out, csv.out));
  /* Titles, two rows, and how many there are besides. */
  g_assert_cmpuint (count_lines (text.out), <=, 4);
  g_assert_true (json_parser_load_from_data (parser, json.out, -1, NULL));
  {
    JsonObject *object = json_node_get_object (json_parser_get_root (parser));
    g_autoptr (GList) members = json_object_get_members (object);

    for (GList *member = members; member != NULL; member = member->next)
      if (JSON_NODE_HOLDS_ARRAY (json_object_get_member (object, member->data))
          && !g_str_equal (member->data, "findings"))
        {
          g_assert_cmpuint (
            json_array_get_length (json_object_get_array_member (object, member->data)), <=, 2);
          n_tables++;
        }
  }
  g_assert_cmpuint (n_tables, >, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-output/filter", test_filter);
  g_test_add_func ("/cli-output/dump", test_dump);
  g_test_add_func ("/cli-output/stats", test_stats);
  g_test_add_func ("/cli-output/undefined", test_undefined);
  g_test_add_func ("/cli-output/info", test_info);
  g_test_add_func ("/cli-output/elf", test_elf);
  g_test_add_func ("/cli-output/compare", test_compare);
  g_test_add_func ("/cli-output/findings", test_findings);
  g_test_add_func ("/cli-output/one", test_one);
  g_test_add_func ("/cli-output/top", test_top);
  g_test_add_func ("/cli-output/locale", test_locale);
  g_test_add_func ("/cli-output/sample", test_sample);
  g_test_add_func ("/cli-output/path", test_path);
  g_test_add_func ("/cli-output/sample-2", test_sample_2);
  g_test_add_func ("/cli-output/izumi", test_izumi);
  return g_test_run ();
}
