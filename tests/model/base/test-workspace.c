/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-workspace.h"

#include <glib/gstdio.h>
#include <string.h>

/* Workspace files: what is read, what is refused and how that is said, and paths that survive
 * moves. */

static WeftWorkspace *
parse (const char *text, GError **error)
{
  g_autoptr (GFile) folder = g_file_new_for_path ("/home/ann/runs");

  return weft_workspace_parse (text, strlen (text), folder, error);
}

static WeftWorkspaceTrace *
get_trace (WeftWorkspace *workspace, guint index)
{
  g_assert_cmpuint (workspace->traces->len, >, index);
  return &g_array_index (workspace->traces, WeftWorkspaceTrace, index);
}

static void
test_ratio (void)
{
  static const struct
  {
    const char *text;
    gint64 numerator, denominator; /* 0: refused */
    const char *formatted;
  } cases[] = {
    { "1", 1, 1, "1" },
    { "500", 500, 1, "500" },
    { "3/2", 3, 2, "3/2" },
    { "6/4", 3, 2, "3/2" },
    { "1.25", 5, 4, "5/4" },
    { "0.001", 1, 1000, "1/1000" },
    { "0", 0, 0, NULL },
    { "3/0", 0, 0, NULL },
    { "-1", 0, 0, NULL },
    { "", 0, 0, NULL },
    { "1.", 0, 0, NULL },
    { ".5", 0, 0, NULL },
    { "3/2/1", 0, 0, NULL },
    { "one", 0, 0, NULL },
    { "1e3", 0, 0, NULL },
    { "999999999999999999", 999999999999999999, 1, "999999999999999999" },
    { "1000000000000000000", 0, 0, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      WeftRatio ratio = { 7, 7 };
      g_autofree char *text = NULL;

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (weft_ratio_parse (cases[i].text, &ratio), ==, cases[i].numerator > 0);
      g_assert_cmpint (ratio.numerator, ==, cases[i].numerator > 0 ? cases[i].numerator : 7);
      g_assert_cmpint (ratio.denominator, ==, cases[i].numerator > 0 ? cases[i].denominator : 7);
      text = weft_ratio_format (ratio);
      if (cases[i].formatted != NULL)
        g_assert_cmpstr (text, ==, cases[i].formatted);
    }
}

static void
test_approximate (void)
{
  WeftRatio ratio = weft_ratio_approximate (0.75);

  g_assert_cmpint (ratio.numerator, ==, 3);
  g_assert_cmpint (ratio.denominator, ==, 4);
  ratio = weft_ratio_approximate (1e9 / 1.35e9); /* nanoseconds for each cycle of 1.35 GHz */
  g_assert_cmpint (ratio.numerator, ==, 20);
  g_assert_cmpint (ratio.denominator, ==, 27);
  ratio = weft_ratio_approximate (500);
  g_assert_cmpint (ratio.numerator, ==, 500);
  g_assert_cmpint (ratio.denominator, ==, 1);
  ratio = weft_ratio_approximate (1e-300);
  g_assert_cmpint (ratio.numerator, ==, 1);
}

/* There and back is the same tick wherever a tick is not shorter than a shared one. */
static void
test_map (void)
{
  WeftTimeMap map = { 1000, -7, { 3, 2 } };
  double fraction;

  g_assert_cmpint (weft_time_map_to_shared (&map, 1000, &fraction), ==, -7);
  g_assert_cmpfloat (fraction, ==, 0);
  g_assert_cmpint (weft_time_map_to_shared (&map, 1001, &fraction), ==, -6);
  g_assert_cmpfloat (fraction, ==, 0.5);
  g_assert_cmpint (weft_time_map_to_shared (&map, 999, NULL), ==, -9);
  g_assert_cmpint (weft_time_map_to_trace (&map, -8, &fraction), ==, 999);
  g_assert_cmpfloat_with_epsilon (fraction, 1.0 / 3, 1e-12);
  map.ratio = (WeftRatio){ 500, 1 };
  for (gint64 tick = -3000; tick < 3000; tick += 7)
    g_assert_cmpint (
      weft_time_map_to_trace (&map, weft_time_map_to_shared (&map, tick, NULL), NULL), ==, tick);
  g_assert_cmpint (weft_time_map_to_shared (&map, G_MAXINT64, NULL), ==, G_MAXINT64);
  g_assert_cmpint (weft_time_map_to_shared (&map, G_MININT64, NULL), ==, G_MININT64);
}

static void
test_read (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftWorkspace) workspace =
    parse ("{\"format\": \"weft-workspace\", \"version\": 1, \"traces\": ["
           "{\"path\": \"core.log\"}, {\"path\": \"../bus.jsonl\", \"offset\": -120,"
           " \"ratio\": \"3/2\", \"note\": \"what is not known is let be\"},"
           "{\"uri\": \"file:///tmp/a%20b\", \"ratio\": 500}]}",
           &error);
  g_autofree char *second = NULL, *third = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (workspace->traces->len, ==, 3);
  g_assert_false (get_trace (workspace, 0)->has_ratio);
  g_assert_false (get_trace (workspace, 0)->has_offset);
  second = g_file_get_path (get_trace (workspace, 1)->file);
  g_assert_cmpstr (second, ==, "/home/ann/bus.jsonl");
  g_assert_cmpint (get_trace (workspace, 1)->offset, ==, -120);
  g_assert_cmpint (get_trace (workspace, 1)->ratio.denominator, ==, 2);
  third = g_file_get_path (get_trace (workspace, 2)->file);
  g_assert_cmpstr (third, ==, "/tmp/a b");
  g_assert_cmpint (get_trace (workspace, 2)->ratio.numerator, ==, 500);
}

/* Each is refused with words about what stands there. */
static void
test_errors (void)
{
#define HEAD "{\"format\": \"weft-workspace\", \"version\": 1, \"traces\": ["
  static const char *const cases[][2] = {
    { "", "JSON" },
    { "{\n\"format\": x", "at 2:11: " },
    { "[]", "object" },
    { "{\"format\": \"other\"}", "weft-workspace" },
    { "{\"format\": \"weft-workspace\"}", "version" },
    { "{\"format\": \"weft-workspace\", \"version\": 2}", "newer" },
    { "{\"format\": \"weft-workspace\", \"version\": 1}", "traces" },
    { HEAD "7]}", "Trace 1: an object" },
    { HEAD "{\"path\": \"a\"}, {}]}", "Trace 2: “path”" },
    { HEAD "{\"path\": \"a\", \"offset\": 1.5}]}", "“offset”" },
    { HEAD "{\"path\": \"a\", \"ratio\": 0}]}", "“ratio”" },
    { HEAD "{\"path\": \"a\", \"ratio\": \"fast\"}]}", "“ratio”" },
    { HEAD "{\"path\": \"\xff\"}]}", "UTF-8" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftWorkspace) workspace = parse (cases[i][0], &error);

      g_assert_null (workspace);
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i][1]));
    }
}

static void
test_many (void)
{
  g_autoptr (GString) text = g_string_new (HEAD);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftWorkspace) workspace = NULL;

  for (guint i = 0; i <= WEFT_WORKSPACE_MAX_TRACES; i++)
    g_string_append_printf (text, "%s{\"path\": \"%u\"}", i > 0 ? "," : "", i);
  g_string_append (text, "]}");
  workspace = parse (text->str, &error);
  g_assert_null (workspace);
  g_assert_nonnull (strstr (error->message, "32"));
}

/* A folder that is moved with all that it holds keeps its workspace whole. */
static void
test_moved (void)
{
  g_autoptr (WeftWorkspace) workspace = weft_workspace_new (), moved = NULL;
  g_autoptr (GFile) folder = g_file_new_for_path ("/home/ann/runs/today");
  g_autoptr (GFile) other = g_file_new_for_path ("/media/disk/today");
  g_autoptr (GFile) beside = g_file_get_child (folder, "core.log");
  g_autoptr (GFile) above = g_file_new_for_path ("/home/ann/runs/bus.jsonl");
  g_autoptr (GFile) far = g_file_new_for_path ("/var/log/noc.json");
  g_autofree char *text = NULL, *first = NULL, *second = NULL, *third = NULL;
  WeftWorkspaceTrace *trace;

  weft_workspace_add (workspace, beside);
  trace = weft_workspace_add (workspace, above);
  trace->has_offset = TRUE;
  trace->offset = G_MININT64;
  trace->has_ratio = TRUE;
  trace->ratio = (WeftRatio){ 20, 27 };
  weft_workspace_add (workspace, far);
  text = weft_workspace_to_json (workspace, folder);
  g_assert_true (weft_workspace_recognise (text, strlen (text)));
  moved = weft_workspace_parse (text, strlen (text), other, NULL);
  g_assert_nonnull (moved);
  first = g_file_get_path (get_trace (moved, 0)->file);
  second = g_file_get_path (get_trace (moved, 1)->file);
  third = g_file_get_path (get_trace (moved, 2)->file);
  g_assert_cmpstr (first, ==, "/media/disk/today/core.log");
  g_assert_cmpstr (second, ==, "/media/disk/bus.jsonl");
  g_assert_cmpstr (third, ==, "/var/log/noc.json");
  g_assert_cmpint (get_trace (moved, 1)->offset, ==, G_MININT64);
  g_assert_cmpint (get_trace (moved, 1)->ratio.numerator, ==, 20);
  g_assert_false (get_trace (moved, 2)->has_ratio);
}

static void
test_files (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "weft-test-XXXXXX", NULL);
  g_autoptr (WeftWorkspace) workspace = weft_workspace_new (), again = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = NULL, folder = NULL, trace = NULL, dir = NULL;
  int fd = g_mkstemp (path);

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  file = g_file_new_for_path (path);
  dir = g_file_new_for_path (g_get_tmp_dir ());
  g_assert_false (weft_workspace_is (file));
  g_assert_false (weft_workspace_is (dir));
  folder = g_file_get_parent (file);
  /* names are bytes */
  trace = g_file_get_child (folder, "a\xffz");
  weft_workspace_add (workspace, trace);
  g_assert_true (weft_workspace_save (workspace, file, &error));
  g_assert_no_error (error);
  g_assert_true (weft_workspace_is (file));
  again = weft_workspace_load (file, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_equal (get_trace (again, 0)->file, trace));
  g_unlink (path);
  g_clear_pointer (&again, weft_workspace_free);
  again = weft_workspace_load (file, &error);
  g_assert_null (again);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workspace/ratio", test_ratio);
  g_test_add_func ("/workspace/approximate", test_approximate);
  g_test_add_func ("/workspace/map", test_map);
  g_test_add_func ("/workspace/read", test_read);
  g_test_add_func ("/workspace/errors", test_errors);
  g_test_add_func ("/workspace/many", test_many);
  g_test_add_func ("/workspace/moved", test_moved);
  g_test_add_func ("/workspace/files", test_files);
  return g_test_run ();
}
