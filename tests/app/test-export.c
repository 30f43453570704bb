/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-export-dialog.h"
#include "weft-window.h"

#include "app-tests.h"
#include "on-display.h"
#include "weft-pipeline-state.h"
#include "weft-settings.h"

/* Pictures of what a window shows, in files and in the clipboard. */

static WeftApplication *app;

static gboolean
page_shows_rows (gpointer page)
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
  wait_until (page_shows_rows, weft_window_open_file (window, file));
  wait_settled ();
  return window;
}

static WeftWindow *
open_window (void)
{
  return open_sample ("kanata-core.log");
}

static void
close_window (WeftWindow *window)
{
  gtk_window_destroy (GTK_WINDOW (window));
  wait_settled ();
}

static WeftPrintable *
get_printable (WeftWindow *window)
{
  return WEFT_PRINTABLE (
    weft_document_get_state (weft_document_page_get_document (weft_window_get_page (window))));
}

/* --- the picture ------------------------------------------------------------------------------ */

typedef struct
{
  gboolean done;
  GBytes *bytes;
} Answer;

static void
on_encoded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  Answer *answer = data;

  answer->bytes = weft_printable_encode_finish (WEFT_PRINTABLE (source), result, &error);
  g_assert_no_error (error);
  answer->done = TRUE;
}

static GBytes *
encode (WeftPrintable *printable, const WeftPrintOptions *options)
{
  Answer answer = { FALSE, NULL };

  weft_printable_encode_async (printable, options, NULL, on_encoded, &answer);
  wait_until (is_set, &answer.done);
  return answer.bytes;
}

static gboolean
begins_with (GBytes *bytes, const char *text)
{
  return g_bytes_get_size (bytes) > strlen (text)
         && memcmp (g_bytes_get_data (bytes, NULL), text, strlen (text)) == 0;
}

static void
test_formats (void)
{
  static const char *const heads[] = { "\x89PNG", "<?xml", "%PDF" };
  WeftWindow *window = open_window ();
  WeftPrintOptions options = { FALSE, WEFT_PICTURE_PNG, 600, 400, 2, WEFT_THEME_DARK };

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      g_autoptr (GBytes) bytes = NULL;

      options.format = (WeftPictureFormat) i;
      bytes = encode (get_printable (window), &options);
      g_assert_true (begins_with (bytes, heads[i]));
      if (i == 0)
        {
          g_autoptr (GdkTexture) texture = gdk_texture_new_from_bytes (bytes, NULL);

          g_assert_cmpint (gdk_texture_get_width (texture), ==, 1200);
          g_assert_cmpint (gdk_texture_get_height (texture), ==, 800);
        }
    }
  close_window (window);
}

/* The part in sight is another picture than the whole, and another after moving. */
static void
test_parts (void)
{
  WeftWindow *window = open_window ();
  WeftPrintable *printable = get_printable (window);
  WeftPipelineState *state = WEFT_PIPELINE_STATE (printable);
  WeftPrintOptions options = { FALSE, WEFT_PICTURE_PNG, 600, 400, 1, WEFT_THEME_LIGHT };
  WeftPipelineViewport viewport = *weft_pipeline_state_get_viewport (state);
  g_autoptr (GBytes) here = encode (printable, &options);
  g_autoptr (GBytes) again = encode (printable, &options);
  g_autoptr (GBytes) there = NULL, whole = NULL, whole_there = NULL;

  options.whole = TRUE;
  whole = encode (printable, &options);
  viewport.origin_row = 200;
  weft_pipeline_state_set_viewport (state, viewport);
  whole_there = encode (printable, &options);
  options.whole = FALSE;
  there = encode (printable, &options);
  g_assert_true (g_bytes_equal (here, again));
  g_assert_false (g_bytes_equal (here, there));
  g_assert_false (g_bytes_equal (here, whole));
  g_assert_true (g_bytes_equal (whole, whole_there));
  close_window (window);
}

/* Views that are all tracks. */
static void
test_tracks (void)
{
  WeftWindow *window = open_sample ("saturnis-bus.jsonl");
  WeftTimeAxis *axis = weft_view_state_get_axis (WEFT_VIEW_STATE (get_printable (window)));
  WeftPrintOptions options = { FALSE, WEFT_PICTURE_PNG, 600, 400, 1, WEFT_THEME_LIGHT };
  WeftTimeSpan span = *weft_time_axis_get_visible (axis);
  g_autoptr (GBytes) here = encode (get_printable (window), &options), there = NULL;

  span.length /= 4;
  weft_time_axis_set_visible (axis, &span);
  there = encode (get_printable (window), &options);
  g_assert_true (begins_with (here, "\x89PNG"));
  g_assert_false (g_bytes_equal (here, there));
  close_window (window);
}

/* --- the dialog ------------------------------------------------------------------------------- */

static void
note_exported (gboolean *exported)
{
  *exported = TRUE;
}

/* The error that is shown: (nullable). */
static const char *
find_error (GtkWidget *dialog)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();

  collect_widgets (dialog, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    if (gtk_widget_has_css_class (labels->pdata[i], "error")
        && gtk_widget_get_visible (labels->pdata[i]))
      return gtk_label_get_text (labels->pdata[i]);
  return NULL;
}

static gboolean
has_error (gpointer dialog)
{
  return find_error (dialog) != NULL;
}

static void
test_dialog (void)
{
  WeftWindow *window = open_window ();
  WeftExportDialog *dialog =
    weft_export_dialog_new (GTK_WINDOW (window), get_printable (window), "a.log", 640, 480);
  g_autofree char *path = own_path ("picture.svg"), *wrong = own_path ("picture.doc");
  g_autofree char *nowhere = own_path ("no-folder/picture.png"), *text = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path), bad = g_file_new_for_path (wrong);
  g_autoptr (GFile) unwritable = g_file_new_for_path (nowhere);
  WeftPrintOptions options;
  gboolean exported = FALSE;

  gtk_window_present (GTK_WINDOW (dialog));
  g_signal_connect_swapped (dialog, "exported", G_CALLBACK (note_exported), &exported);
  weft_export_dialog_get_options (dialog, WEFT_PICTURE_PNG, &options);
  g_assert_cmpint (options.width, ==, 640);
  g_assert_cmpint (options.height, ==, 480);
  g_assert_cmpfloat (options.scale, ==, 1);
  g_assert_false (options.whole);
  /* The first choice is the part. */
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_widget (GTK_WIDGET (dialog), ADW_TYPE_COMBO_ROW)),
                              1);
  weft_export_dialog_get_options (dialog, WEFT_PICTURE_PNG, &options);
  g_assert_true (options.whole);

  weft_export_dialog_export (dialog, bad);
  g_assert_nonnull (strstr (find_error (GTK_WIDGET (dialog)), ".png"));
  weft_export_dialog_export (dialog, unwritable);
  wait_until (has_error, dialog);
  g_assert_false (exported);
  weft_export_dialog_export (dialog, file);
  wait_until (is_set, &exported);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "width=\"640px\""));
  close_window (window);
}

static WeftExportDialog *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (WEFT_IS_EXPORT_DIALOG (window))
        return WEFT_EXPORT_DIALOG (window);
    }
  return NULL;
}

static gboolean
says_where (gpointer window)
{
  return find_label (window, "The picture is in “shown.png”") != NULL;
}

/* From the window's menu: a dialog for the page that is shown, and a word in the window once the file is there. */
static void
test_menu (void)
{
  WeftWindow *window = open_window ();
  g_autofree char *path = own_path ("shown.png"), *bytes = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  WeftExportDialog *dialog;
  gsize length;

  g_assert_null (find_dialog ());
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.export-picture", NULL));
  wait_settled ();
  dialog = find_dialog ();
  g_assert_nonnull (dialog);
  weft_export_dialog_export (dialog, file);
  wait_until (says_where, window);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_assert_true (memcmp (bytes, "\x89PNG", 4) == 0);
  g_assert_null (find_dialog ());
  close_window (window);
}

/* Closed while the picture is drawn. */
static void
test_close (void)
{
  WeftWindow *window = open_window ();
  WeftExportDialog *dialog =
    weft_export_dialog_new (GTK_WINDOW (window), get_printable (window), "a.log", 3000, 3000);
  g_autofree char *path = own_path ("never.png");
  g_autoptr (GFile) file = g_file_new_for_path (path);

  gtk_window_present (GTK_WINDOW (dialog));
  weft_export_dialog_export (dialog, file);
  gtk_window_destroy (GTK_WINDOW (dialog));
  wait_settled ();
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  close_window (window);
}

static gboolean
clipboard_has_texture (gpointer window)
{
  GdkContentFormats *formats =
    gdk_clipboard_get_formats (gtk_widget_get_clipboard (GTK_WIDGET (window)));

  return gdk_content_formats_contain_gtype (formats, GDK_TYPE_TEXTURE);
}

static void
test_copy (void)
{
  WeftWindow *window = open_window ();

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.copy-picture", NULL));
  wait_until (clipboard_has_texture, window);
  close_window (window);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_test_add_func ("/export/formats", test_formats);
  g_test_add_func ("/export/parts", test_parts);
  g_test_add_func ("/export/tracks", test_tracks);
  g_test_add_func ("/export/dialog", test_dialog);
  g_test_add_func ("/export/menu", test_menu);
  g_test_add_func ("/export/close", test_close);
  g_test_add_func ("/export/copy", test_copy);
  return app_tests_run (homes);
}
