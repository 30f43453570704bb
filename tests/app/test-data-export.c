/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-data-dialog.h"
#include "weft-data-export.h"
#include "weft-filterable.h"
#include "weft-window.h"

#include "app-tests.h"
#include "on-display.h"
#include "weft-settings.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <sys/resource.h>

/* A trace in another format, from the window. */

static WeftApplication *app;

static gboolean
page_is_read (gpointer page)
{
  WeftDocument *document = weft_document_page_get_document (page);
  WeftViewState *state = weft_document_get_state (document);

  return state != NULL && weft_view_state_is_open (state) && !weft_document_is_loading (document);
}

static WeftWindow *
open_sample (const char *name)
{
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  g_autoptr (GFile) file = sample_file (name);

  gtk_window_present (GTK_WINDOW (window));
  wait_until (page_is_read, weft_window_open_file (window, file));
  wait_settled ();
  return window;
}

static WeftViewState *
get_state (WeftWindow *window)
{
  return weft_document_get_state (weft_document_page_get_document (weft_window_get_page (window)));
}

static guint
find_format (WeftViewState *state, const char *word)
{
  const char *const *formats = weft_data_export_list_formats (weft_view_state_get_trace (state));

  for (guint i = 0; formats[i] != NULL; i++)
    if (g_str_equal (formats[i], word))
      return i;
  g_error ("there is no format “%s”", word);
}

/* The window's program is beside that of the terminal. */
static char *
export_by_cli (const char *sample, const char *format, const char *filter)
{
  g_autofree char *window = g_path_get_dirname (g_getenv ("WEFT"));
  g_autofree char *program = g_build_filename (window, "..", "weft-cli", NULL);
  g_autoptr (GFile) file = sample_file (sample);
  const char *arguments[] = { program,
                              "export",
                              g_file_peek_path (file),
                              "--format",
                              format,
                              "-o",
                              "-",
                              filter != NULL ? "--filter" : NULL,
                              filter,
                              NULL };
  g_autoptr (GError) error = NULL;
  char *output;
  int status;

  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL,
                &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  return output;
}

static gboolean
is_gone (gpointer dialog)
{
  return *(gpointer *) dialog == NULL;
}

/* The text that a dialog writes for that format: (transfer full). */
static char *
export_by_dialog (WeftWindow *window, const char *format)
{
  WeftDataDialog *dialog = weft_data_dialog_new (GTK_WINDOW (window), get_state (window), "made");
  GObject *row =
    gtk_widget_get_template_child (GTK_WIDGET (dialog), WEFT_TYPE_DATA_DIALOG, "format_row");
  g_autofree char *folder = g_dir_make_tmp ("weft-data-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "made", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  char *text;

  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  gtk_window_present (GTK_WINDOW (dialog));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), find_format (get_state (window), format));
  weft_data_dialog_export (dialog, file);
  wait_until (is_gone, &dialog);
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  remove_folder (folder);
  return text;
}

static void
close_window (WeftWindow *window)
{
  gtk_window_destroy (GTK_WINDOW (window));
  wait_settled ();
}

/* Every format of every family is what the terminal's program writes. */
static void
test_formats (gconstpointer sample)
{
  WeftWindow *window = open_sample (sample);
  const char *const *formats =
    weft_data_export_list_formats (weft_view_state_get_trace (get_state (window)));

  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autofree char *here = NULL, *there = NULL;

      if (g_str_equal (formats[i], "html")) /* has the time at which it was made */
        continue;
      here = export_by_dialog (window, formats[i]);
      there = export_by_cli (sample, formats[i], NULL);
      g_assert_cmpuint (strlen (here), >, 0);
      g_assert_cmpstr (here, ==, there);
    }
  close_window (window);
}

/* Of what is filtered alone, where the window is filtered. */
static void
test_filter (void)
{
  const char *filter = "size == 4";
  WeftWindow *window = open_sample ("saturnis-bus.jsonl");
  WeftTextPlace place;
  g_autoptr (GError) error = NULL;
  g_autofree char *all = export_by_dialog (window, "annotated");
  g_autofree char *here = NULL, *there = NULL;

  weft_filterable_set_filter (WEFT_FILTERABLE (get_state (window)), filter, &place, &error);
  g_assert_no_error (error);
  here = export_by_dialog (window, "annotated");
  there = export_by_cli ("saturnis-bus.jsonl", "annotated", filter);
  g_assert_cmpstr (here, ==, there);
  g_assert_cmpuint (strlen (here), <, strlen (all));
  /* which would be remembered with the file */
  weft_filterable_set_filter (WEFT_FILTERABLE (get_state (window)), "", &place, &error);
  close_window (window);
}

static void
on_run (GObject *source, GAsyncResult *result, gpointer data)
{
  GError **error = data;

  g_assert_false (weft_data_export_run_finish (WEFT_DATA_EXPORT (source), result, error));
}

static gboolean
has_error (gpointer error)
{
  return *(GError **) error != NULL;
}

/* An export that is ended leaves nothing behind, and the file as it was. */
static void
test_cancel (void)
{
  WeftWindow *window = open_sample ("kanata-core.log");
  WeftViewState *state = get_state (window);
  g_autoptr (WeftDataExport) export =
    weft_data_export_new (weft_view_state_get_trace (state), 0, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *folder = g_dir_make_tmp ("weft-data-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "made.csv", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) left = NULL;

  g_assert_true (g_file_set_contents (path, "before", -1, NULL));
  g_cancellable_cancel (cancellable);
  weft_data_export_run_async (export, path, cancellable, on_run, &error);
  wait_until (has_error, &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  wait_settled ();
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "before");
  left = g_dir_open (folder, 0, NULL);
  g_assert_cmpstr (g_dir_read_name (left), ==, "made.csv");
  g_assert_null (g_dir_read_name (left));
  remove_folder (folder);
  close_window (window);
}

/* A file that has room for the first part of a write alone is not taken as whole. */
static void
test_short_write (void)
{
  WeftWindow *window = open_sample ("kanata-two-ops.log");
  g_autoptr (WeftDataExport) export =
    weft_data_export_new (weft_view_state_get_trace (get_state (window)), 0, NULL, NULL);
  g_autofree char *folder = g_dir_make_tmp ("weft-data-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "made.csv", NULL);
  g_autoptr (GError) error = NULL;
  struct rlimit before, little;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  little = (struct rlimit){ 100, before.rlim_max };
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &little), ==, 0);
  weft_data_export_run_async (export, path, NULL, on_run, &error);
  wait_until (has_error, &error);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (EFBIG));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  remove_folder (folder);
  close_window (window);
}

static GObject *
get_part (WeftDataDialog *dialog, const char *name)
{
  return gtk_widget_get_template_child (GTK_WIDGET (dialog), WEFT_TYPE_DATA_DIALOG, name);
}

/* A folder that is not there is said in the dialog, which stays, to be tried again. */
static void
test_error (void)
{
  WeftWindow *window = open_sample ("kanata-core.log");
  WeftDataDialog *dialog = weft_data_dialog_new (GTK_WINDOW (window), get_state (window), "made");
  g_autoptr (GFile) file = g_file_new_for_path ("/nonexistent/made.csv");
  GObject *label = get_part (dialog, "error_label");

  gtk_window_present (GTK_WINDOW (dialog));
  weft_data_dialog_export (dialog, file);
  wait_until (is_mapped, label);
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (label)), "No such file"));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (get_part (dialog, "progress"))));
  g_assert_true (gtk_widget_get_sensitive (GTK_WIDGET (get_part (dialog, "export_button"))));
  gtk_window_destroy (GTK_WINDOW (dialog));
  close_window (window);
}

int
main (int argc, char **argv)
{
  static const char *const samples[] = { "kanata-core.log",           "saturnis-bus.jsonl",
                                         "npu-two-layers.json",       "noc-eight-cores.json",
                                         "timeline-three-steps.json", "live-two-chips.weftlive" };
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *name = g_strconcat ("/data-export/formats/", samples[i], NULL);

      g_test_add_data_func (name, samples[i], test_formats);
    }
  g_test_add_func ("/data-export/filter", test_filter);
  g_test_add_func ("/data-export/cancel", test_cancel);
  g_test_add_func ("/data-export/short-write", test_short_write);
  g_test_add_func ("/data-export/error", test_error);
  return app_tests_run (homes);
}
