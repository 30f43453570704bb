/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "kept-index.h"

/* Index files of what is more than a file, and the list and the room of all. */

/* Files beside a trace are read with it: where one changes, comes or goes, the trace is read. */
static void
test_beside (void)
{
  static const char *const topologies[] = {
    "{\"cluster_type\": \"N300\"}",
    "{\"cluster_type\": \"T3K\", \"eth_chan_to_coord\": {\"0\": [1, 2]}}",
    "{",
    NULL,
  };
  g_autofree char *path = copy_sample ("noc-eight-cores.json");
  const char *arguments[] = { "info", path, NULL };
  g_auto (CliResult) first = { 0 };

  clear ();
  run (arguments, &first);
  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++)
    {
      g_autofree char *folder = g_path_get_dirname (path);
      g_autofree char *beside = g_build_filename (folder, "topology.json", NULL);
      g_auto (CliResult) load = { 0 }, stale = { 0 }, again = { 0 };

      if (topologies[i] != NULL)
        g_assert_true (g_file_set_contents (beside, topologies[i], -1, NULL));
      else
        g_unlink (beside);
      load = cli_run ("info", "--no-index", path);
      g_assert_false (run (arguments, &stale));
      assert_same (&load, &stale);
      /* One that was written to just now may be written to again without any sign of it. */
      g_usleep (80000);
      run (arguments, &again);
      assert_same (&load, &again);
      cli_result_clear (&again);
      g_assert_true (run (arguments, &again));
      assert_same (&load, &again);
    }
}

/* The list says it of the one index file that there is. */
static void
assert_listed (const char *word)
{
  g_auto (CliResult) listed = cli_run ("index", "--list");

  g_assert_true (g_str_has_prefix (listed.out, word));
  g_assert_cmpint (listed.out[strlen (word)], ==, ' ');
}

static void
copy_into (const char *folder, const char *sample, const char *name)
{
  g_autofree char *source = cli_sample (sample), *bytes = NULL;
  g_autofree char *path = g_build_filename (folder, name, NULL);
  struct utimbuf old = { 1000000000, 1000000000 };
  gsize length;

  g_assert_true (g_file_get_contents (source, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
  g_assert_cmpint (utime (path, &old), ==, 0);
}

/* The trace is read, as it is now, and is there at once the time after that. */
static void
assert_read_anew (const char *path)
{
  const char *arguments[] = { "info", path, NULL };
  g_auto (CliResult) load = cli_run ("info", "--no-index", path);
  g_auto (CliResult) stale = { 0 }, again = { 0 };

  g_assert_false (run (arguments, &stale));
  g_assert_true (run (arguments, &again));
  assert_same (&load, &stale);
  assert_same (&load, &again);
}

/* Folders that are one capture: whatever changes, comes or goes in them is noticed. */
static void
test_folder (void)
{
  g_autofree char *beside = cli_write_file ("beside", "", 0);
  g_autofree char *parent = g_path_get_dirname (beside);
  g_autofree char *folder = g_build_filename (parent, "capture", NULL);
  static const char *const names[] = { "noc_trace_dev0_a.json", "noc_trace_dev1_a.json",
                                       "noc_trace_dev2_a.json", "all.json" };
  g_autofree char *first = g_build_filename (folder, names[0], NULL);
  g_autofree char *added = g_build_filename (folder, names[2], NULL);
  struct utimbuf later = { 1000000007, 1000000007 };

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  copy_into (folder, "noc-eight-cores.json", names[0]);
  copy_into (folder, "noc-eight-cores.json", names[1]);
  /* One that was written to just now may be written to again without any sign of it. */
  g_usleep (80000);
  assert_same_command (folder, "info", NULL);
  assert_same_command (folder, "dump", NULL);
  assert_same_command (folder, "stats", "--json");
  assert_same_picture (folder);
  assert_listed ("current");
  copy_into (folder, "noc-eight-cores.json", names[2]);
  assert_listed ("stale");
  assert_read_anew (folder);
  copy_into (folder, "noc-eight-cores.json", names[3]);
  g_usleep (80000);
  assert_read_anew (folder);
  g_assert_cmpint (utime (first, &later), ==, 0);
  assert_read_anew (folder);
  g_unlink (added);
  assert_read_anew (folder);
  clear ();
}

/* Likewise one of a run of SCALE-Sim, which names tables that are not read. */
static void
test_scalesim_folder (void)
{
  static const char *const names[] = {
    "COMPUTE_REPORT.csv",          "layer0/FILTER_DRAM_TRACE.csv", "layer0/FILTER_SRAM_TRACE.csv",
    "layer0/IFMAP_DRAM_TRACE.csv", "layer0/IFMAP_SRAM_TRACE.csv",  "layer0/OFMAP_DRAM_TRACE.csv",
    "layer0/OFMAP_SRAM_TRACE.csv", "layer1/FILTER_DRAM_TRACE.csv", "layer1/FILTER_SRAM_TRACE.csv",
    "layer1/IFMAP_DRAM_TRACE.csv",
  };
  g_autofree char *beside = cli_write_file ("beside", "", 0);
  g_autofree char *parent = g_path_get_dirname (beside);
  g_autofree char *folder = g_build_filename (parent, "run", NULL);
  g_autofree char *read = g_build_filename (folder, "layer1/IFMAP_DRAM_TRACE.csv", NULL);

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *layer = g_strdup_printf ("%s/layer%u", folder, i);

      g_assert_cmpint (g_mkdir_with_parents (layer, 0700), ==, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *sample = g_strconcat ("scale-sim-two-layers/", names[i], NULL);

      copy_into (folder, sample, names[i]);
    }
  g_usleep (80000);
  assert_same_command (folder, "info", NULL);
  assert_same_command (folder, "dump", NULL);
  assert_same_command (folder, "stats", "--json");
  assert_same_command (folder, "check", NULL);
  assert_same_picture (folder);
  copy_into (folder, "scale-sim-two-layers/COMPUTE_REPORT.csv", "layer0/OTHER.csv");
  g_usleep (80000);
  assert_read_anew (folder);
  g_unlink (read);
  assert_read_anew (folder);
  clear ();
}

/* Likewise one of a timeline's files, whose events are read back from each, or from what was kept of those that are
 * compressed. */
static void
test_timeline_folder (void)
{
  g_autofree char *sample = copy_sample ("timeline-three-steps.json");
  g_autofree char *compressed = compress (sample), *bytes = NULL;
  g_autofree char *parent = g_path_get_dirname (sample);
  g_autofree char *folder = g_build_filename (parent, "ranks", NULL);
  g_autofree char *second = g_build_filename (folder, "rank1.json.gz", NULL);
  struct utimbuf old = { 1000000000, 1000000000 };
  gsize length;

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  copy_into (folder, "timeline-three-steps.json", "rank0.json");
  g_assert_true (g_file_get_contents (compressed, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (second, bytes, (gssize) length, NULL));
  g_assert_cmpint (utime (second, &old), ==, 0);
  assert_same_command (folder, "info", NULL);
  assert_same_command (folder, "dump", NULL);
  assert_same_command (folder, "stats", "--json");
  assert_same_picture (folder);
  assert_listed ("current");
  copy_into (folder, "timeline-three-steps.json", "rank2.json");
  assert_read_anew (folder);
  g_unlink (second);
  assert_read_anew (folder);
  clear ();
}

/* Likewise one with a log of a device. */
static void
test_device_folder (void)
{
  g_autofree char *beside = cli_write_file ("beside", "", 0);
  g_autofree char *parent = g_path_get_dirname (beside);
  g_autofree char *folder = g_build_filename (parent, "profiled", NULL);

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  copy_into (folder, "device-log-eight-cores.csv", "profile_log_device.csv");
  g_usleep (80000);
  assert_same_command (folder, "info", NULL);
  assert_same_command (folder, "dump", NULL);
  clear ();
}

/* Files in formats of one's own: how they are read is found again with them, and where a description changes, comes or
 * goes, all is read anew. */
static void
test_described (void)
{
  static const char *const names[][2] = {
    { "champsim-loop.txt", "champsim.weftformat" },
    { "dma-transfers.csv", "dma-transfers.weftformat" },
    { "nsight-systems.sqlite", "nsight-systems.weftformat" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *beside = cli_write_file ("beside", "", 0);
      g_autofree char *parent = g_path_get_dirname (beside);
      g_autofree char *folder = g_strdup_printf ("%s/own%u", parent, i);
      g_autofree char *path = g_build_filename (folder, names[i][0], NULL);
      g_autofree char *description = g_build_filename (folder, names[i][1], NULL);
      g_autofree char *first = g_build_filename (folder, "a.weftformat", NULL), *text = NULL;

      g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
      copy_into (folder, names[i][0], names[i][0]);
      copy_into (folder, names[i][1], names[i][1]);
      g_usleep (80000);
      assert_same_command (path, "info", NULL);
      assert_same_command (path, "dump", NULL);
      assert_same_command (path, "stats", "--json");
      assert_same_command (path, "check", NULL);
      assert_same_picture (path);
      g_assert_true (g_file_get_contents (description, &text, NULL, NULL));
      g_assert_true (g_file_set_contents (first, text, -1, NULL));
      g_usleep (80000);
      assert_read_anew (path);
      memcpy (strstr (text, "Name="), "Nome=", 5);
      g_assert_true (g_file_set_contents (first, text, -1, NULL));
      g_usleep (80000);
      assert_read_anew (path);
      g_unlink (first);
      assert_read_anew (path);
    }
  clear ();
}

/* A description that says of a table what it is comes before the format that any table may be. */
static void
test_described_later (void)
{
  static const char description[] =
    "[Format]\nName=Mine\nReads=lines\nMakes=timeline\n[Recognise]\nFile=table.csv\n[Time]\n"
    "Unit=ns\n[Line row]\nPattern=^(?<at>\\d+)\n[Instant row]\nFrom=row\nName=row\nTime={at}\n";
  g_autofree char *beside = cli_write_file ("beside", "", 0);
  g_autofree char *parent = g_path_get_dirname (beside);
  g_autofree char *folder = g_build_filename (parent, "table", NULL);
  g_autofree char *path = g_build_filename (folder, "table.csv", NULL);
  g_autofree char *own = g_build_filename (folder, "own.weftformat", NULL);
  const char *arguments[] = { "info", path, NULL };
  g_auto (CliResult) stale = { 0 };

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  copy_into (folder, "scale-sim-two-layers/layer0/FILTER_DRAM_TRACE.csv", "table.csv");
  g_usleep (80000);
  assert_same_command (path, "info", NULL);
  g_assert_true (g_file_set_contents (own, description, -1, NULL));
  g_usleep (80000);
  g_assert_false (run (arguments, &stale));
  g_assert_nonnull (strstr (stale.out, "Mine"));
  clear ();
}

static void
test_list (void)
{
  g_autofree char *path = copy_sample ("kanata-core.log");
  g_autofree char *other = copy_sample ("o3pipeview-core.out");
  g_autofree char *unkept = copy_sample ("live-two-chips.weftlive");

  clear ();
  {
    g_auto (CliResult) made = cli_run ("index", path, other);
    g_auto (CliResult) listed = cli_run ("index", "--list");
    g_auto (CliResult) one = cli_run ("index", "--list", other);
    g_auto (CliResult) cleared = cli_run ("index", "--clear", other);
    g_auto (CliResult) left = cli_run ("index", "--list");

    g_assert_cmpint (made.status, ==, 0);
    g_assert_nonnull (strstr (listed.out, path));
    g_assert_nonnull (strstr (listed.out, other));
    g_assert_true (g_str_has_prefix (listed.out, "current "));
    g_assert_null (strstr (one.out, path));
    g_assert_nonnull (strstr (one.out, other));
    g_assert_cmpint (cleared.status, ==, 0);
    g_assert_nonnull (strstr (left.out, path));
    g_assert_null (strstr (left.out, other));
  }
  {
    g_auto (CliResult) none = cli_run ("index", unkept);

    g_assert_cmpint (none.status, ==, 2);
    g_assert_nonnull (strstr (none.err, "No index file"));
  }
  clear ();
}

/* A log that has got more is read on, one that was touched is the same, and others are read anew. */
static void
test_list_grown (void)
{
  g_autofree char *path = copy_sample ("kanata-core.log"), *log = NULL;
  g_autofree char *document = copy_sample ("noc-eight-cores.json");
  struct utimbuf later = { 1000000007, 1000000007 };
  gsize length;

  clear ();
  {
    g_auto (CliResult) made = cli_run ("index", path);
  }
  assert_listed ("current");
  g_assert_cmpint (utime (path, &later), ==, 0);
  assert_listed ("current");
  g_assert_true (g_file_get_contents (path, &log, &length, NULL));
  {
    g_autofree char *longer = g_strconcat (log, "C\t1\n", NULL);

    g_assert_true (g_file_set_contents (path, longer, -1, NULL));
    assert_listed ("grown");
    longer[length / 2] ^= 1;
    g_assert_true (g_file_set_contents (path, longer, -1, NULL));
    assert_listed ("stale");
  }
  g_assert_true (g_file_set_contents (path, log, (gssize) length - 5, NULL));
  assert_listed ("stale");
  g_unlink (path);
  assert_listed ("stale");
  clear ();
  {
    g_auto (CliResult) made = cli_run ("index", document);
  }
  g_assert_cmpint (utime (document, &later), ==, 0);
  assert_listed ("stale");
  clear ();
}

/* Nobody else looks into them. */
static void
test_permissions (void)
{
  g_autofree char *path = copy_sample ("kanata-core.log"), *folder = folder_path ();
  g_auto (CliResult) made = cli_run ("info", path);
  g_autofree char *index = find_index (), *derived = find_derived ();
  struct stat status;

  g_assert_cmpint (stat (index, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
  g_assert_cmpint (stat (derived, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
  g_assert_cmpint (stat (folder, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0700);
  clear ();
}

/* Without room for one, there is none, and nothing is said of it. */
static void
test_no_room (void)
{
  g_autofree char *path = copy_sample ("kanata-core.log");
  g_auto (CliResult) load = cli_run ("dump", "--no-index", path);

  g_setenv ("WEFT_INDEX_QUOTA", "1000", TRUE);
  assert_loaded (path, &load);
  g_assert_null (find_index ());
  g_unsetenv ("WEFT_INDEX_QUOTA");
  g_setenv ("XDG_CACHE_HOME", "/dev/null", TRUE);
  assert_loaded (path, &load);
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
}

/* Of two files there is room for one: the one that was of use later. */
static void
test_quota (void)
{
  g_autofree char *one = copy_sample ("kanata-core.log");
  g_autofree char *other = copy_sample ("o3pipeview-core.out"), *size = NULL, *index = NULL;
  struct utimbuf old = { 1000000000, 1000000000 };
  struct stat status;

  clear ();
  {
    g_auto (CliResult) first = cli_run ("info", one);

    index = find_index ();
    g_assert_cmpint (stat (index, &status), ==, 0);
    size = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) status.st_size * 3 / 2);
    g_assert_cmpint (utime (index, &old), ==, 0);
  }
  g_setenv ("WEFT_INDEX_QUOTA", size, TRUE);
  {
    g_auto (CliResult) second = cli_run ("info", other);
    g_auto (CliResult) listed = cli_run ("index", "--list");

    g_assert_null (strstr (listed.out, one));
    g_assert_nonnull (strstr (listed.out, other));
  }
  g_unsetenv ("WEFT_INDEX_QUOTA");
  clear ();
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cache = g_dir_make_tmp ("weft-cache-XXXXXX", NULL);
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_setenv ("WEFT_INDEX_AFTER", "0", TRUE);
  g_test_add_func ("/cli-index-files/beside", test_beside);
  g_test_add_func ("/cli-index-files/folder", test_folder);
  g_test_add_func ("/cli-index-files/device-folder", test_device_folder);
  g_test_add_func ("/cli-index-files/timeline-folder", test_timeline_folder);
  g_test_add_func ("/cli-index-files/scalesim-folder", test_scalesim_folder);
  g_test_add_func ("/cli-index-files/described", test_described);
  g_test_add_func ("/cli-index-files/described-later", test_described_later);
  g_test_add_func ("/cli-index-files/list", test_list);
  g_test_add_func ("/cli-index-files/list-grown", test_list_grown);
  g_test_add_func ("/cli-index-files/permissions", test_permissions);
  g_test_add_func ("/cli-index-files/no-room", test_no_room);
  g_test_add_func ("/cli-index-files/quota", test_quota);
  status = g_test_run ();
  clear ();
  return status;
}
