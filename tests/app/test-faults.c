/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-data-dialog.h"
#include "weft-document-memory.h"
#include "weft-faults.h"
#include "weft-notice-bar.h"
#include "weft-window.h"

#include "app-tests.h"
#include "on-display.h"
#include "weft-settings.h"

#include <signal.h>
#include <sys/resource.h>

/* A fault is told while the disk takes nothing more, and when it does again. */

static WeftApplication *app;
static WeftWindow *window;

/* As on a full disk, no file may be written beyond that many bytes. */
static void
set_room (rlim_t bytes)
{
  struct rlimit limit;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  limit.rlim_cur = bytes;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

/* The notice that is in sight: (nullable). */
static const char *
get_said (void)
{
  g_autoptr (GPtrArray) bars = g_ptr_array_new ();

  collect_widgets (GTK_WIDGET (window), WEFT_TYPE_NOTICE_BAR, bars);
  for (guint i = 0; i < bars->len; i++)
    {
      const char *text = get_notice_text (bars->pdata[i]);

      if (text != NULL && strstr (text, "can't be written") != NULL)
        return text;
    }
  return NULL;
}

static gboolean
says (gpointer text)
{
  return get_said () != NULL && strstr (get_said (), text) != NULL;
}

static void
keep (const char *value)
{
  g_autoptr (GKeyFile) file = weft_document_memory_open ("/made/trace.log");

  g_key_file_set_string (file, "Test", "value", value);
  weft_document_memory_keep ("/made/trace.log", file);
}

static void
assert_kept (const char *value)
{
  g_autoptr (GKeyFile) file = weft_document_memory_open ("/made/trace.log");
  g_autofree char *kept = g_key_file_get_string (file, "Test", "value", NULL);

  g_assert_cmpstr (kept, ==, value);
}

/* Notes that can't be written are told of until they can; those of before are not lost. */
static void
test_notes (void)
{
  keep ("first");
  g_assert_null (get_said ());
  set_room (4);
  keep ("second");
  keep ("third");
  set_room (RLIM_INFINITY);
  g_assert_true (says ((gpointer) "bookmarks"));
  assert_kept ("first");
  keep ("fourth");
  g_assert_null (get_said ());
  assert_kept ("fourth");
}

/* Who has read it is not told again, until something else is. */
static void
test_read (void)
{
  set_room (4);
  keep ("more");
  g_assert_true (says ((gpointer) "bookmarks"));
  weft_faults_read (weft_faults_get_default ());
  g_assert_null (get_said ());
  keep ("and more");
  g_assert_null (get_said ());
  set_room (RLIM_INFINITY);
  keep ("enough");
  set_room (4);
  keep ("again");
  g_assert_true (says ((gpointer) "bookmarks"));
  set_room (RLIM_INFINITY);
  keep ("enough");
  g_assert_null (get_said ());
}

static gboolean
says_nothing (gpointer data G_GNUC_UNUSED)
{
  return get_said () == NULL;
}

static gboolean
page_is_read (gpointer page)
{
  WeftViewState *state = weft_document_get_state (weft_document_page_get_document (page));

  return state != NULL && weft_view_state_is_open (state);
}

static void
test_session (void)
{
  g_autoptr (GFile) file = sample_file ("kanata-core.log"),
                    other = sample_file ("saturnis-bus.jsonl");

  /* GTK writes its own list of recent files a while after one is opened, and warns when it can't: once more in the
   * tests to come. */
  g_log_set_always_fatal (G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL);
  set_room (4);
  wait_until (page_is_read, weft_window_open_file (window, file));
  wait_until (says, (gpointer) "The session");
  set_room (RLIM_INFINITY);
  wait_until (page_is_read, weft_window_open_file (window, other));
  wait_until (says_nothing, NULL);
}

static gboolean
is_gone (gpointer dialog)
{
  return *(gpointer *) dialog == NULL;
}

/* A fault stands in the dialog until the export goes well. */
static void
test_export (void)
{
  WeftDocument *document = weft_document_page_get_document (weft_window_get_page (window));
  WeftDataDialog *dialog =
    weft_data_dialog_new (GTK_WINDOW (window), weft_document_get_state (document), "made");
  GObject *label =
    gtk_widget_get_template_child (GTK_WIDGET (dialog), WEFT_TYPE_DATA_DIALOG, "error_label");
  g_autofree char *folder = g_dir_make_tmp ("weft-faults-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "made.csv", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  gtk_window_present (GTK_WINDOW (dialog));
  set_room (1000);
  weft_data_dialog_export (dialog, file);
  wait_until (is_mapped, label);
  set_room (RLIM_INFINITY);
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (label)), "can't be written"));
  g_assert_false (g_file_query_exists (file, NULL));
  weft_data_dialog_export (dialog, file);
  wait_until (is_gone, &dialog);
  g_assert_true (g_file_query_exists (file, NULL));
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  gtk_window_present (GTK_WINDOW (window));
  g_test_add_func ("/faults/1-notes", test_notes);
  g_test_add_func ("/faults/2-read", test_read);
  g_test_add_func ("/faults/3-session", test_session);
  g_test_add_func ("/faults/4-export", test_export);
  return app_tests_run (homes);
}
