/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run-cli.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <sys/stat.h>

/* Files of export, and words of compare, for logs of ours. */

static void
check_table (const char *table, const char *expected)
{
  g_autofree char *path = cli_sample ("kanata-two-ops.log");
  g_auto (CliResult) result =
    cli_run ("export", "--format", "csv", "--table", table, "-o", "-", path);

  g_assert_cmpstr (result.err, ==, "");
  g_assert_cmpstr (result.out, ==, expected);
  g_assert_cmpint (result.status, ==, 0);
}

static void
test_tables (void)
{
  check_table ("ops",
               "row,id,gid,tid,rid,line,pc,state,fetched,end,latency,cons,prod,name,detail\n"
               "0,0,0,0,0,3,0x80000000,retired,216,219,3,217,218,\"80000000: ld a0, 0(s1)\",\n"
               "1,1,1,0,1,9,0x80000004,flush,217,220,3,219,219,\"80000004: addi a0, a0, 1\","
               "a0 ← a0 + 1\n");
  check_table ("stages", "id,lane,name,start,end,cycles,text\n"
                         "0,0,F,216,217,1,\n0,0,X,217,219,2,hit\n"
                         "1,0,F,217,219,2,\n1,0,X,219,220,1,\n");
  check_table ("dependencies", "id,producer,type,cycle\n1,0,0,219\n");
}

static void
test_part (void)
{
  g_autofree char *path = cli_sample ("kanata-two-ops.log");
  g_auto (CliResult) range =
    cli_run ("export", "--format=csv", "--table=stages", "-o", "-", "--range=:217", path);
  g_auto (CliResult) filter =
    cli_run ("export", "--format=csv", "--table=stages", "-o", "-", "--filter=flushed", path);

  g_assert_cmpstr (range.out, ==,
                   "id,lane,name,start,end,cycles,text\n0,0,F,216,217,1,\n0,0,X,217,219,2,hit\n");
  g_assert_cmpstr (filter.out, ==,
                   "id,lane,name,start,end,cycles,text\n1,0,F,217,219,2,\n1,0,X,219,220,1,\n");
}

/* --- Chrome trace events ---------------------------------------------------------------------- */

static void
test_chrome (void)
{
  g_autofree char *path = cli_sample ("kanata-two-ops.log");
  g_auto (CliResult) result = cli_run ("export", "--format=chrome", "-o", "-", path);
  g_auto (CliResult) filtered =
    cli_run ("export", "--format=chrome", "--filter=flushed", "-o", "-", path);

  g_assert_cmpint (result.status, ==, 0);
  g_assert_nonnull (strstr (
    result.out,
    "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":216,\"dur\":3,\"name\":\"80000000: ld a0, 0(s1)\","
    "\"cat\":\"retired\",\"args\":{\"id\":0,\"gid\":0,\"rid\":0,\"pc\":\"0x80000000\","
    "\"state\":\"retired\",\"line\":3}},"
    "{\"ph\":\"s\",\"pid\":1,\"tid\":1,\"name\":\"dependency\",\"cat\":\"dependency\",\"id\":0,"
    "\"ts\":218},"
    "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":216,\"dur\":1,\"name\":\"F\",\"cat\":\"stage\","
    "\"args\":{\"op\":0}},"));
  g_assert_nonnull (strstr (result.out, "\"args\":{\"op\":0,\"text\":\"hit\"}"));
  g_assert_nonnull (strstr (
    result.out, "{\"ph\":\"f\",\"pid\":1,\"tid\":2,\"name\":\"dependency\",\"cat\":\"dependency\","
                "\"id\":0,\"bp\":\"e\",\"ts\":219}"));
  g_assert_nonnull (strstr (result.out, "\"one cycle is written as one microsecond\""));
  /* No arrow comes from an op that is left out. */
  g_assert_null (strstr (filtered.out, "80000000: ld"));
  g_assert_null (strstr (filtered.out, "\"ph\":\"s\""));
  g_assert_nonnull (strstr (filtered.out, "\"cat\":\"flush\""));
}

/* A slice, or one end of a flow. */
typedef struct
{
  gint64 pid, tid, from, to;
} Span;

static Span
read_span (JsonObject *event)
{
  Span span = { json_object_get_int_member (event, "pid"),
                json_object_get_int_member (event, "tid"), json_object_get_int_member (event, "ts"),
                0 };

  span.to = span.from;
  if (json_object_has_member (event, "dur"))
    span.to += json_object_get_int_member (event, "dur");
  return span;
}

static gboolean
holds (const Span *a, const Span *b)
{
  return a->from <= b->from && b->to <= a->to;
}

/* Slices of a thread follow one another or nest. */
static void
check_slice (const GArray *slices, const Span *slice)
{
  for (guint i = 0; i < slices->len; i++)
    {
      const Span *other = &g_array_index (slices, Span, i);

      if (other->pid == slice->pid && other->tid == slice->tid)
        g_assert_true (other->to <= slice->from || slice->to <= other->from || holds (other, slice)
                       || holds (slice, other));
    }
}

static void
check_flow (const GArray *slices, const Span *point)
{
  guint i = 0;

  for (; i < slices->len; i++)
    {
      const Span *slice = &g_array_index (slices, Span, i);

      if (slice->pid == point->pid && slice->tid == point->tid && holds (slice, point))
        break;
    }
  g_assert_cmpuint (i, <, slices->len);
}

/* Checks a document against the format's rules. Returns how many threads have slices. */
static guint
check_chrome (const char *text, guint n_expected)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GArray) slices = g_array_new (FALSE, FALSE, sizeof (Span));
  g_autoptr (GHashTable) threads = g_hash_table_new (NULL, NULL);
  JsonArray *events;

  g_assert_true (json_parser_load_from_data (parser, text, -1, NULL));
  events = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)),
                                         "traceEvents");
  for (guint i = 0; i < json_array_get_length (events); i++)
    {
      JsonObject *event = json_array_get_object_element (events, i);
      const char *phase = json_object_get_string_member (event, "ph");
      Span span = { 0 };

      if (g_str_equal (phase, "M"))
        continue;
      span = read_span (event);
      if (!g_str_equal (phase, "X"))
        {
          check_flow (slices, &span);
          continue;
        }
      check_slice (slices, &span);
      g_array_append_val (slices, span);
      g_hash_table_add (threads, GINT_TO_POINTER (span.tid));
    }
  g_assert_cmpuint (slices->len, ==, n_expected);
  return g_hash_table_size (threads);
}

/* Ops that are in flight together, a stage of another lane across two of the first, one that begins
 * before the last has ended, an op without a name and one that never ends. */
static const char overlaps[] =
  "Kanata\t0004\nC=\t0\n"
  "I\t0\t0\t0\nL\t0\t0\t10: a\nS\t0\t0\tF\n"
  "I\t1\t1\t0\nS\t1\t0\tF\n"
  "C\t2\nS\t0\t1\tstl\nC\t1\nE\t0\t0\tF\nS\t0\t0\tX\nC\t2\nE\t0\t1\tstl\nC\t1\n"
  "E\t0\t0\tX\nR\t0\t0\t0\nR\t1\t1\t1\n"
  "I\t2\t2\t1\nS\t2\t0\tF\nI\t3\t3\t0\nS\t3\t0\tF\nC\t3\nR\t3\t3\t0\n";

static void
test_chrome_rules (void)
{
  g_autofree char *core = cli_sample ("kanata-core.log");
  g_autofree char *path = cli_write_file ("overlaps.log", overlaps, -1), *again = NULL;
  g_auto (CliResult) result = cli_run ("export", "--format=chrome", "-o", "-", path);
  g_auto (CliResult) large = cli_run ("export", "--format=chrome", "-o", "-", core);
  g_auto (CliResult) ops = cli_run ("dump", core);
  g_auto (CliResult) stages = cli_run ("export", "--format=csv", "--table=stages", "-o", "-", core);
  g_auto (GStrv) op_lines = g_strsplit (ops.out, "\n", -1);
  g_auto (GStrv) stage_lines = g_strsplit (stages.out, "\n", -1);
  g_auto (CliResult) checked = { 0 };

  /* Four ops and six stages: two slots and the stall's thread, and a slot of the other hardware
   * thread. */
  g_assert_cmpuint (check_chrome (result.out, 10), ==, 4);
  g_assert_nonnull (strstr (result.out, "\"name\":\"op 1\""));
  g_assert_nonnull (strstr (result.out, "\"open\":true"));
  g_assert_nonnull (strstr (result.out, "\"name\":\"Slot 0, lane 1\""));
  g_assert_nonnull (strstr (result.out, "\"name\":\"Hardware thread 1\""));
  /* Nothing follows the last newline of either, and the table has a title. */
  check_chrome (large.out, g_strv_length (op_lines) + g_strv_length (stage_lines) - 3);

  /* The written file is read without a complaint. */
  again = cli_write_file ("core.json", large.out, -1);
  checked = cli_run ("check", again);
  g_assert_cmpint (checked.status, ==, 0);
  g_assert_cmpstr (checked.out, ==, "");
}

/* --- the file --------------------------------------------------------------------------------- */

static char *
make_folder (void)
{
  char *folder = g_dir_make_tmp ("weft-test-XXXXXX", NULL);

  g_assert_nonnull (folder);
  return folder;
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
test_file (void)
{
  g_autofree char *path = cli_sample ("kanata-two-ops.log");
  g_autofree char *folder = make_folder (), *out = g_build_filename (folder, "out.csv", NULL);
  g_autofree char *text = NULL;
  g_auto (CliResult) good = cli_run ("export", "--format=csv", "-o", out, path);
  struct stat status;

  g_assert_cmpint (good.status, ==, 0);
  g_assert_cmpuint (count_files (folder), ==, 1);
  g_assert_true (g_file_get_contents (out, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "row,id,"));
  g_assert_cmpint (stat (out, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0400, ==, 0400);
  g_unlink (out);
  g_rmdir (folder);
}

/* Requests that make no sense, and input that can't be read, leave what is there alone. */
static void
test_no_file (void)
{
  g_autofree char *path = cli_sample ("kanata-two-ops.log");
  g_autofree char *folder = make_folder (), *out = g_build_filename (folder, "out.csv", NULL);
  g_autofree char *text = NULL, *missing = g_build_filename (folder, "missing.log", NULL);
  const char *requests[][3] = {
    { "--format=csv", "--filter=latncy > 3", path }, { "--format=chrome", "--table=ops", path },
    { "--format=csv", "--table=op", path },          { "--format=nothing", "--range=1:2", path },
    { "--format=csv", "--table=ops", missing },
  };

  g_assert_true (g_file_set_contents (out, "mine", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (requests); i++)
    {
      g_auto (CliResult) result =
        cli_run ("export", "-o", out, requests[i][0], requests[i][1], requests[i][2]);

      g_assert_cmpint (result.status, ==, i < 4 ? 64 : 2);
      g_assert_cmpstr (result.err, !=, "");
      g_assert_cmpuint (count_files (folder), ==, 1);
      g_clear_pointer (&text, g_free);
      g_assert_true (g_file_get_contents (out, &text, NULL, NULL));
      g_assert_cmpstr (text, ==, "mine");
    }
  g_unlink (out);
  g_rmdir (folder);
}

/* --- compare ---------------------------------------------------------------------------------- */

static const char log_a[] = "Kanata\t0004\nC=\t0\nI\t0\t0\t0\nL\t0\t0\t10: add\nI\t1\t1\t0\n"
                            "L\t1\t0\t14: ld\nC\t5\nR\t0\t0\t0\nC\t1\nR\t1\t1\t0\n";
static const char log_b[] = "Kanata\t0004\nC=\t0\nI\t0\t0\t0\nL\t0\t0\t10: add\nI\t1\t1\t0\n"
                            "L\t1\t0\t14: ld\nC\t5\nR\t0\t0\t0\nC\t4\nR\t1\t1\t0\n";

static void
test_compare (void)
{
  g_autofree char *a = cli_write_file ("a.log", log_a, -1);
  g_autofree char *b = cli_write_file ("b.log", log_b, -1);
  g_auto (CliResult) same = cli_run ("compare", a, a);
  g_auto (CliResult) other = cli_run ("compare", "--csv", a, b);
  g_auto (CliResult) by_retire = cli_run ("compare", "--csv", "--by=retire", a, b);
  g_auto (CliResult) near = cli_run ("compare", "--csv", "--tolerance=50", a, b);
  g_auto (CliResult) pcs = cli_run ("compare", "--csv", "--pcs", a, b);
  g_auto (CliResult) part = cli_run ("compare", "--csv", "--filter=pc == 0x10", a, b);
  g_auto (CliResult) groups = cli_run ("compare", "--csv", "--groups", a, b);
  g_auto (CliResult) text = cli_run ("compare", a, b);

  g_assert_cmpstr (groups.out, ==,
                   "kind,text,cycle,cycle_b,id_a,id_b,cycles,left,absorbed_a,absorbed_b,"
                   "differences,first,label\n"
                   "timing,\"+3 cycles from op 1, never absorbed\",6,6,1,1,3,3,,,1,0,14: ld\n");
  g_assert_nonnull (strstr (text.out, "First differs at op 1, cycle 6: Is 3 cycles later\n"));
  g_assert_nonnull (strstr (text.out, "+3 cycles from op 1, never absorbed  14: ld\n"));
  g_assert_cmpint (same.status, ==, 0);
  g_assert_nonnull (strstr (same.out, "Diverges      none"));
  g_assert_cmpint (other.status, ==, 1);
  g_assert_cmpstr (other.out, ==,
                   "kind,cycle,id_a,id_b,ops,a,b,delta,slip,drift,label,label_b\n"
                   "timing,6,1,1,1,6,9,3,3,3,14: ld,\n");
  g_assert_cmpstr (by_retire.out, ==, other.out);
  g_assert_cmpint (near.status, ==, 0);
  g_assert_cmpstr (near.out, ==, "kind,cycle,id_a,id_b,ops,a,b,delta,slip,drift,label,label_b\n");
  g_assert_cmpint (pcs.status, ==, 1);
  g_assert_nonnull (strstr (pcs.out, "\n0x14,14: ld,1,6,9,3,3,1,1,0,0,0,0\n"));
  g_assert_cmpint (part.status, ==, 0);
}

static void
test_compare_mistakes (void)
{
  g_autofree char *a = cli_write_file ("a.log", log_a, -1);
  g_autofree char *missing = g_strconcat (a, ".missing", NULL);
  const struct
  {
    const char *arguments[4];
    int status;
  } cases[] = {
    { { "compare", a, NULL }, 64 },
    { { "compare", a, missing, NULL }, 2 },
    { { "compare", "--by=nothing", a, a }, 64 },
    { { "compare", "--tolerance=-1", a, a }, 64 },
    { { "compare", "--filter=(", a, a }, 64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *arguments[5] = { NULL };
      g_auto (CliResult) result = { 0 };

      memcpy (arguments, cases[i].arguments, sizeof cases[i].arguments);
      result = cli_run_with (NULL, arguments);
      g_assert_cmpint (result.status, ==, cases[i].status);
      g_assert_cmpstr (result.err, !=, "");
      g_assert_cmpstr (result.out, ==, "");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/export/tables", test_tables);
  g_test_add_func ("/cli/export/part", test_part);
  g_test_add_func ("/cli/export/chrome", test_chrome);
  g_test_add_func ("/cli/export/chrome-rules", test_chrome_rules);
  g_test_add_func ("/cli/export/file", test_file);
  g_test_add_func ("/cli/export/no-file", test_no_file);
  g_test_add_func ("/cli/compare/differences", test_compare);
  g_test_add_func ("/cli/compare/mistakes", test_compare_mistakes);
  return g_test_run ();
}
