/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-trace-files.h"

#include "weft-folder-item.h"

/* Which files are listed as traces, and in what order files are. */

static GFileInfo *
make_info (const char *name, const char *type, GFileType kind, goffset size)
{
  GFileInfo *info = g_file_info_new ();

  g_file_info_set_name (info, name);
  g_file_info_set_display_name (info, name);
  g_file_info_set_file_type (info, kind);
  g_file_info_set_size (info, size);
  if (type != NULL)
    g_file_info_set_content_type (info, type);
  return info;
}

static void
check_name (const char *name, const char *type, gboolean expected)
{
  g_autoptr (GFileInfo) info = make_info (name, type, G_FILE_TYPE_REGULAR, 1);

  if (weft_trace_files_match (info) != expected)
    g_error ("%s", name);
}

static void
test_names (void)
{
  check_name ("core.log", NULL, TRUE);
  check_name ("CORE.LOG", NULL, TRUE);
  check_name ("core.kanata.gz", NULL, TRUE);
  check_name ("run.npu.jsonl.zst", NULL, TRUE);
  check_name ("o3.out", "text/plain", TRUE);
  check_name ("bus.btr1", NULL, TRUE);
  check_name ("session.weftlive", NULL, TRUE);
  check_name ("all.weftspace", NULL, TRUE);
  check_name ("letter.txt", "text/plain", FALSE);
  check_name ("archive.tar.gz", "application/gzip", FALSE);
  check_name (".log", NULL, FALSE);
  check_name ("log", NULL, FALSE);
  /* What the content shows counts whatever the name is. */
  check_name ("trace", "application/vnd.weft.kanata", TRUE);
  check_name ("letter.txt", "application/vnd.weft.o3pipeview", TRUE);
}

/* The desktop's chooser leaves out the same, as far as it goes by names. */
static void
test_filter (void)
{
  g_autoptr (GtkFileFilter) filter = weft_trace_files_create_filter ("Traces");
  static const char *const names[] = { "core.log", "core.kanata.gz", "letter.txt", "x.tar.gz" };

  g_assert_cmpstr (gtk_file_filter_get_name (filter), ==, "Traces");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GFileInfo) info = make_info (names[i], NULL, G_FILE_TYPE_REGULAR, 1);

      g_assert_true (gtk_filter_match (GTK_FILTER (filter), info) == weft_trace_files_match (info));
    }
}

static WeftFolderItem *
make_item (const char *name, GFileType kind, goffset size)
{
  g_autoptr (GFileInfo) info = make_info (name, NULL, kind, size);
  g_autoptr (GFile) file = g_file_new_build_filename ("/traces", name, NULL);

  return weft_folder_item_new (file, info);
}

/* Folders stay first whichever way files are sorted; numbers count as numbers. */
static void
test_order (void)
{
  g_autoptr (WeftFolderItem) folder = make_item ("zoo", G_FILE_TYPE_DIRECTORY, 4096);
  g_autoptr (WeftFolderItem) two = make_item ("run-2.log", G_FILE_TYPE_REGULAR, 500);
  g_autoptr (WeftFolderItem) ten = make_item ("run-10.log", G_FILE_TYPE_REGULAR, 20);
  g_autoptr (WeftFolderItem) same = make_item ("run-2.log", G_FILE_TYPE_REGULAR, 500);
  g_autoptr (WeftFolderItem) longer = make_item ("run-2.log", G_FILE_TYPE_REGULAR, 501);
  g_autofree char *size = weft_folder_item_get_text (two, WEFT_FOLDER_SIZE);
  g_autofree char *none = weft_folder_item_get_text (folder, WEFT_FOLDER_SIZE);
  g_autofree char *time = weft_folder_item_get_text (two, WEFT_FOLDER_TIME);
  g_autofree char *place = weft_folder_item_get_text (two, WEFT_FOLDER_PLACE);

  g_assert_cmpint (weft_folder_item_compare (folder, two, WEFT_FOLDER_NAME, FALSE), <, 0);
  g_assert_cmpint (weft_folder_item_compare (folder, two, WEFT_FOLDER_SIZE, TRUE), <, 0);
  g_assert_cmpint (weft_folder_item_compare (two, ten, WEFT_FOLDER_NAME, FALSE), <, 0);
  g_assert_cmpint (weft_folder_item_compare (two, ten, WEFT_FOLDER_NAME, TRUE), >, 0);
  g_assert_cmpint (weft_folder_item_compare (two, ten, WEFT_FOLDER_SIZE, FALSE), >, 0);
  /* As large: by their names. */
  g_assert_cmpint (weft_folder_item_compare (two, ten, WEFT_FOLDER_TIME, TRUE), <, 0);
  g_assert_cmpstr (size, ==, "500 bytes");
  g_assert_cmpstr (none, ==, "");
  g_assert_cmpstr (time, ==, "—");
  g_assert_cmpstr (place, ==, "/traces");
  g_assert_cmpint (weft_folder_item_find (ten, "run"), ==, 0);
  g_assert_cmpint (weft_folder_item_find (ten, "10"), ==, 4);
  g_assert_cmpint (weft_folder_item_find (ten, "2"), ==, -1);
  g_assert_true (weft_folder_item_equal (two, same));
  g_assert_false (weft_folder_item_equal (two, longer));
  g_assert_false (weft_folder_item_equal (two, ten));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace-files/names", test_names);
  g_test_add_func ("/trace-files/filter", test_filter);
  g_test_add_func ("/trace-files/order", test_order);
  return g_test_run ();
}
