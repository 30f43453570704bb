/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run-cli.h"

/* Command lines that make no sense: status 64, nothing on standard output, a word on the other. */

static void
check_usage (const char *const *arguments, const char *said)
{
  g_auto (CliResult) result = cli_run_with (NULL, arguments);

  g_test_message ("%s", result.err);
  g_assert_cmpint (result.status, ==, 64);
  g_assert_cmpstr (result.out, ==, "");
  g_assert_nonnull (strstr (result.err, said));
}

#define assert_usage(said, ...) check_usage ((const char *const[]){ __VA_ARGS__, NULL }, said)

static void
test_commands (void)
{
  g_auto (CliResult) bare = cli_run_with (NULL, (const char *const[]){ NULL });

  g_assert_cmpint (bare.status, ==, 64);
  g_assert_nonnull (strstr (bare.err, "stats"));
  assert_usage ("no command “frobnicate”", "frobnicate");
  assert_usage ("dump", "frobnicate");
  assert_usage ("--frobnicate", "stats", "--frobnicate", "x");
}

static void
test_help (void)
{
  static const char *const commands[] = { "info",   "check",  "dump",   "stats",
                                          "render", "export", "compare" };
  g_auto (CliResult) help = cli_run ("--help");
  g_auto (CliResult) version = cli_run ("--version");

  g_assert_cmpint (help.status, ==, 0);
  g_assert_cmpint (version.status, ==, 0);
  g_assert_true (g_str_has_prefix (version.out, "weft-cli "));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (CliResult) result = cli_run (commands[i], "--help");

      g_assert_nonnull (strstr (help.out, commands[i]));
      g_assert_cmpint (result.status, ==, 0);
      g_assert_nonnull (strstr (result.out, commands[i]));
    }
}

static void
test_files (void)
{
  assert_usage ("FILE", "info");
  assert_usage ("FILE", "check");
  assert_usage ("FILE", "dump");
  assert_usage ("FILE", "stats", "--json");
  assert_usage ("one FILE, not 2", "dump", "a", "b");
}

static void
test_ranges (void)
{
  static const char *const ranges[] = { "",      "5",     "5:1",
                                        "5:5",   "a:b",   "1:2:3",
                                        "1.5:2", "0x1:9", "1:9223372036854775808",
                                        " 1:2",  "1: 2",  "--1:2" };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      assert_usage ("--range", "dump", "--range", ranges[i], "x");
      assert_usage ("--range", "stats", "--range", ranges[i], "x");
    }
}

static void
test_memory (void)
{
  static const char *const sizes[] = {
    "", "M", "-1", "5X", "5MB", "1.5G", "99999999999999999999", "18000000T"
  };
  static const char *const good[] = { "0", "1", "64K", "500M", "2G", "1T" };
  g_autofree char *path = cli_sample ("kanata-two-ops.log");

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    assert_usage ("--memory needs a number of bytes", "info", "--memory", sizes[i], "x");
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_auto (CliResult) result = cli_run ("info", "--memory", good[i], path);

      g_assert_cmpint (result.status, ==, 0);
      g_assert_nonnull (strstr (result.out, "Kanata"));
    }
}

static void
test_words (void)
{
  assert_usage ("stage, stall, pc, thread, squash", "stats", "--by", "color", "x");
  assert_usage ("--json and --csv", "stats", "--json", "--csv", "x");
}

/* Mistakes that depend on the kind of trace are said after loading it. */
static void
test_filters (void)
{
  g_autofree char *path = cli_sample ("kanata-two-ops.log");

  assert_usage ("weft-cli: --filter: There is no field “tidd”. Close to it: tid.\n"
                "  tidd == 0\n"
                "  ^^^^\n",
                "stats", "--filter", "tidd == 0", path);
  assert_usage ("\n  tid ==\n        ^\n", "dump", "--filter", "tid ==", path);
  assert_usage ("Expected a field", "dump", "--filter", "", path);
}

static void
test_two_files (void)
{
  assert_usage ("two files, not 1", "compare", "a");
  assert_usage ("--json and --csv", "compare", "--json", "--csv", "a", "b");
  assert_usage ("--tolerance", "compare", "--tolerance", "-1", "a", "b");
  assert_usage ("--format", "export", "a");
}

/* A pipeline is asked for ops, stages and phases that it has. */
static void
test_pipeline_options (void)
{
  g_autofree char *path = cli_sample ("kanata-core.log");
  g_auto (CliResult) no_op = cli_run ("why", path);
  g_auto (CliResult) phase = cli_run ("stats", "--by", "cpi", "--phases", "X=nothing", path);
  g_auto (CliResult) stage = cli_run ("stats", "--by", "cpi", "--phases", "Nowhere=fetch", path);
  g_auto (CliResult) width = cli_run ("stats", "--by", "cpi", "--width=-1", path);

  g_assert_cmpint (no_op.status, ==, 64);
  g_assert_nonnull (strstr (no_op.err, "--op needs the id of an op"));
  g_assert_cmpint (phase.status, ==, 64);
  g_assert_nonnull (strstr (phase.err, "“X=nothing” is not STAGE=PHASE"));
  g_assert_cmpint (stage.status, ==, 64);
  g_assert_nonnull (strstr (stage.err, "“Nowhere=fetch” is not STAGE=PHASE"));
  g_assert_cmpint (width.status, ==, 64);
  g_assert_nonnull (strstr (width.err, "--width needs a whole number"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-usage/commands", test_commands);
  g_test_add_func ("/cli-usage/help", test_help);
  g_test_add_func ("/cli-usage/files", test_files);
  g_test_add_func ("/cli-usage/ranges", test_ranges);
  g_test_add_func ("/cli-usage/memory", test_memory);
  g_test_add_func ("/cli-usage/words", test_words);
  g_test_add_func ("/cli-usage/filters", test_filters);
  g_test_add_func ("/cli-usage/two-files", test_two_files);
  g_test_add_func ("/cli-usage/pipeline-options", test_pipeline_options);
  return g_test_run ();
}
