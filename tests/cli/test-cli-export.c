/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run-cli.h"

#include <glib/gstdio.h>
#include <sys/stat.h>

/* What export writes, and what compare says, of logs of ours. */

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
  g_auto (CliResult) range = cli_run ("export", "--format=csv", "--table=stages", "-o", "-",
                                      "--range=:217", path);
  g_auto (CliResult) filter = cli_run ("export", "--format=csv", "--table=stages", "-o", "-",
                                       "--filter=flushed", path);

  g_assert_cmpstr (range.out, ==,
                   "id,lane,name,start,end,cycles,text\n0,0,F,216,217,1,\n0,0,X,217,219,2,hit\n");
  g_assert_cmpstr (filter.out, ==,
                   "id,lane,name,start,end,cycles,text\n1,0,F,217,219,2,\n1,0,X,219,220,1,\n");
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
  g_test_add_func ("/cli/export/file", test_file);
  g_test_add_func ("/cli/export/no-file", test_no_file);
  g_test_add_func ("/cli/compare/differences", test_compare);
  g_test_add_func ("/cli/compare/mistakes", test_compare_mistakes);
  return g_test_run ();
}
