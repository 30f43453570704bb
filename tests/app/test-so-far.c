/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-window.h"

#include "app-tests.h"
#include "on-display.h"
#include "weft-settings.h"
#include "weft-status-line.h"
#include "weft-workspace-inspector.h"
#include "weft-workspace-window.h"

/* While a file is read, figures of every family say that they are of a part of it, wherever they
 * stand; and no more once they are of all. */

#define NOTE "Of what was read so far"

/* A pipe holds this much for certain. */
#define PIPE_SIZE 60000

static WeftApplication *app;

/* A file that is half read, whose other half comes from a thread. */
typedef struct
{
  char *path;
  char *bytes;
  gsize length;
  gsize written;
  int fd;
  GThread *writer;
} Slow;

static void
slow_begin (Slow *self, const char *sample, gsize head)
{
  g_autoptr (GFile) file = sample_file (sample);
  g_autoptr (GError) error = NULL;

  *self = (Slow){ .path = own_path (sample) };
  g_file_load_contents (file, NULL, &self->bytes, &self->length, NULL, &error);
  g_assert_no_error (error);
  self->written = MIN (head > 0 ? head : self->length / 2, PIPE_SIZE);
  self->fd = make_pipe (self->path, "");
  g_assert_cmpint (write (self->fd, self->bytes, self->written), ==, (gssize) self->written);
}

static gpointer
write_rest (gpointer data)
{
  Slow *self = data;

  while (self->written < self->length)
    {
      gssize n = write (self->fd, self->bytes + self->written, self->length - self->written);

      g_assert_cmpint (n, >, 0);
      self->written += (gsize) n;
    }
  close (self->fd);
  return NULL;
}

static void
slow_end (Slow *self)
{
  self->writer = g_thread_new ("writer", write_rest, self);
}

static void
slow_clear (Slow *self)
{
  g_thread_join (self->writer);
  g_unlink (self->path);
  g_free (self->path);
  g_free (self->bytes);
}

/* --- where figures stand -------------------------------------------------------------------------- */

static guint
count_notes (GtkWidget *widget)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  guint n = 0;

  collect_widgets (widget, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    n += gtk_widget_get_mapped (labels->pdata[i])
         && g_str_equal (gtk_label_get_text (labels->pdata[i]), NOTE);
  return n;
}

/* The inspector, the drawer, and the count of rows in the status line. */
static gboolean
all_say_so (gpointer page)
{
  GtkWidget *line = find_widget (page, WEFT_TYPE_STATUS_LINE);
  GObject *rows = gtk_widget_get_template_child (line, WEFT_TYPE_STATUS_LINE, "rows_label");
  const char *text = gtk_label_get_text (GTK_LABEL (rows));

  return count_notes (page) == 2 && g_str_has_suffix (text, " so far");
}

static gboolean
none_says_so (gpointer page)
{
  return !weft_document_is_loading (weft_document_page_get_document (page))
         && find_label (page, "so far") == NULL;
}

/* The sample, and how much of it comes at first: 0 where that is half of it. */
static void
check_family (const char *sample, gsize head)
{
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  g_autoptr (GFile) file = NULL;
  WeftDocumentPage *page;
  Slow slow;

  g_test_message ("%s", sample);
  slow_begin (&slow, sample, head);
  file = g_file_new_for_path (slow.path);
  gtk_window_set_default_size (GTK_WINDOW (window), 1400, 900);
  gtk_window_present (GTK_WINDOW (window));
  page = weft_window_open_file (window, file);
  wait_until (all_say_so, page);
  slow_end (&slow);
  wait_until (none_says_so, page);
  gtk_window_close (GTK_WINDOW (window));
  wait_settled ();
  slow_clear (&slow);
}

static void
test_pipeline (void)
{
  check_family ("kanata-core.log", 0);
  check_family ("o3pipeview-core.out", 0);
}

static void
test_noc (void)
{
  check_family ("noc-eight-cores.json", 0);
}

static void
test_npu (void)
{
  check_family ("npu-two-layers.json", 0);
}

static void
test_bus (void)
{
  check_family ("saturnis-bus.btr1", 0);
}

static void
test_timeline (void)
{
  check_family ("timeline-three-steps.json", 0);
}

static void
test_recording (void)
{
  check_family ("live-two-chips.weftlive", 0);
}

/* --- workspaces ----------------------------------------------------------------------------------- */

static gboolean
inspector_says_so (gpointer window)
{
  return count_notes (find_widget (window, WEFT_TYPE_WORKSPACE_INSPECTOR)) == 1;
}

static gboolean
inspector_is_whole (gpointer window)
{
  GtkWidget *inspector = find_widget (window, WEFT_TYPE_WORKSPACE_INSPECTOR);

  return gtk_widget_get_mapped (inspector) && find_label (inspector, "so far") == NULL;
}

static void
test_workspace (void)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  WeftWorkspaceWindow *window;
  Slow slow;

  slow_begin (&slow, "saturnis-bus.btr1", 0);
  g_ptr_array_add (files, g_file_new_for_path (slow.path));
  window = weft_workspace_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  weft_workspace_window_add (window, g_ptr_array_index (files, 0));
  gtk_window_set_default_size (GTK_WINDOW (window), 1200, 800);
  gtk_window_present (GTK_WINDOW (window));
  wait_settled ();
  gtk_widget_activate_action (GTK_WIDGET (window), "workspace.inspector", NULL);
  wait_until (inspector_says_so, window);
  slow_end (&slow);
  wait_until (inspector_is_whole, window);
  gtk_window_destroy (GTK_WINDOW (window));
  wait_settled ();
  slow_clear (&slow);
}

/* The tab of what the reader said has the number of all, of which there are three and more. */
static gboolean
tab_counts_all (gpointer data)
{
  WeftDocumentPage *page = data;
  WeftDiagnostics *diagnostics =
    weft_document_get_diagnostics (weft_document_page_get_document (page));
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  g_autofree char *title = NULL;
  guint64 n = 0;

  for (guint i = 0; diagnostics != NULL && i < WEFT_N_SEVERITIES; i++)
    n += weft_diagnostics_count (diagnostics, i);
  title = g_strdup_printf ("Diagnostics (%u)", (guint) n);
  collect_widgets (GTK_WIDGET (page), GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len && n >= 3; i++)
    if (g_str_equal (gtk_label_get_text (labels->pdata[i]), title))
      return TRUE;
  return FALSE;
}

/* A file that may be written to still is read line by line; the last one, which has no end yet, is read when it has
 * stood for a while. */
static void
test_last_line (void)
{
  g_autofree char *path = own_path ("last-line.log");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());

  g_assert_true (
    g_file_set_contents (path, "Kanata\t0004\nC=\t0\nI\t0\t0\t0\nX\t1\nX\t2\nX\t3", -1, NULL));
  gtk_window_present (GTK_WINDOW (window));
  wait_until (tab_counts_all, weft_window_open_file (window, file));
  gtk_window_destroy (GTK_WINDOW (window));
  wait_settled ();
}

int
main (int argc, char *argv[])
{
  g_autofree char *homes = isolate_homes ();
  GSettings *settings;

  app = app_tests_begin (&argc, &argv);
  settings = weft_settings_get_default ();
  g_settings_set_boolean (settings, "show-hint", FALSE);
  g_settings_set_boolean (settings, "show-inspector", TRUE);
  g_settings_set_boolean (settings, "show-drawer", TRUE);
  g_settings_set_string (settings, "drawer-page", "statistics");
  g_test_add_func ("/so-far/pipeline", test_pipeline);
  g_test_add_func ("/so-far/noc", test_noc);
  g_test_add_func ("/so-far/npu", test_npu);
  g_test_add_func ("/so-far/bus", test_bus);
  g_test_add_func ("/so-far/timeline", test_timeline);
  g_test_add_func ("/so-far/recording", test_recording);
  g_test_add_func ("/so-far/workspace", test_workspace);
  g_test_add_func ("/so-far/last-line", test_last_line);
  return app_tests_run (homes);
}
