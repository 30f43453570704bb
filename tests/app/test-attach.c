/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-attach-dialog.h"

#include "app-tests.h"
#include "on-display.h"
#include "weft-live-paths.h"
#include "weft-live-session.h"
#include "weft-settings.h"
#include "weft-socket-row.h"
#include "weft-ssh-recipe.h"
#include "weft-window.h"

/* How sessions are attached to. */

static WeftApplication *app;

static void
take (char ***sockets, const char *const *attached)
{
  g_strfreev (*sockets);
  *sockets = g_strdupv ((char **) attached);
}

/* The button below `widget` with that label. */
static GtkWidget *
find_button (GtkWidget *widget, const char *label)
{
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();

  collect_widgets (widget, GTK_TYPE_BUTTON, buttons);
  for (guint i = 0; i < buttons->len; i++)
    if (g_strcmp0 (gtk_button_get_label (buttons->pdata[i]), label) == 0)
      return buttons->pdata[i];
  g_error ("there is no button “%s”", label);
}

static GPtrArray *
list_rows (GtkWidget *dialog)
{
  GPtrArray *rows = g_ptr_array_new ();

  collect_widgets (dialog, WEFT_TYPE_SOCKET_ROW, rows);
  return rows;
}

static void
write_path (gpointer row, const char *path)
{
  gtk_editable_set_text (GTK_EDITABLE (find_widget (row, GTK_TYPE_ENTRY)), path);
}

static void
press (GtkWidget *button)
{
  g_assert_true (gtk_widget_is_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
}

/* Sockets are added and taken out; each is attached to once, and the next time they are there again. */
static void
test_several (void)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-attach-XXXXXX", NULL);
  g_autofree char *first = g_build_filename (folder, "first.sock", NULL);
  g_autofree char *second = g_build_filename (folder, "second.sock", NULL);
  GtkWidget *dialog = weft_attach_dialog_new (NULL);
  g_auto (GStrv) sockets = NULL;
  g_autoptr (GPtrArray) rows = list_rows (dialog);
  g_autoptr (GPtrArray) more = NULL;
  g_autoptr (GPtrArray) again = NULL;
  g_autofree char *kept = NULL;

  g_signal_connect_swapped (dialog, "attach", G_CALLBACK (take), &sockets);
  g_assert_cmpuint (rows->len, ==, 1);
  write_path (rows->pdata[0], first);
  for (guint i = 0; i < 3; i++)
    press (find_button (dialog, "Add Another _Host"));
  more = list_rows (dialog);
  g_assert_cmpuint (more->len, ==, 4);
  write_path (more->pdata[1], second);
  write_path (more->pdata[2], first);
  press (find_widget (more->pdata[3], GTK_TYPE_BUTTON));
  press (find_button (dialog, "_Attach"));
  g_assert_cmpuint (g_strv_length (sockets), ==, 2);
  g_assert_cmpstr (sockets[0], ==, first);
  g_assert_cmpstr (sockets[1], ==, second);
  dialog = weft_attach_dialog_new (NULL);
  again = list_rows (dialog);
  g_assert_cmpuint (again->len, ==, 2);
  kept = weft_socket_row_get_path (again->pdata[1]);
  g_assert_cmpstr (kept, ==, second);
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_settings_reset (weft_settings_get_default (), "live-sockets");
  g_rmdir (folder);
}

/* The one of the last session stands alone; where there is none, the usual one does. */
static void
test_known (void)
{
  static const char *const one[] = { "/nonexistent/lab/view.sock", NULL };
  g_autofree char *usual = weft_live_get_view_path (NULL);

  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *dialog;
      g_autoptr (GPtrArray) rows = NULL;
      g_autofree char *path = NULL;

      g_settings_set_strv (weft_settings_get_default (), "live-sockets", i == 0 ? one : one + 1);
      dialog = weft_attach_dialog_new (NULL);
      rows = list_rows (dialog);
      g_assert_cmpuint (rows->len, ==, 1);
      path = weft_socket_row_get_path (rows->pdata[0]);
      g_assert_cmpstr (path, ==, i == 0 ? one[0] : usual);
      gtk_window_destroy (GTK_WINDOW (dialog));
    }
  g_settings_reset (weft_settings_get_default (), "live-sockets");
}

/* Another computer's socket comes here by a line that can be copied as it is, and can be added at once. */
static void
test_remote (void)
{
  GtkWidget *dialog = weft_attach_dialog_new (NULL);
  GtkWidget *host =
    GTK_WIDGET (gtk_widget_get_template_child (dialog, WEFT_TYPE_ATTACH_DIALOG, "host"));
  GObject *recipe = gtk_widget_get_template_child (dialog, WEFT_TYPE_ATTACH_DIALOG, "recipe");
  g_autofree char *socket = weft_ssh_recipe_get_socket ("ada@lab3");
  g_autofree char *directory = weft_live_get_directory ();
  g_autofree char *expected = g_build_filename (directory, "lab3.sock", NULL);
  g_autofree char *evil = weft_ssh_recipe_make_line ("a;b c");
  g_autofree char *added = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;
  int n_words;

  g_assert_cmpstr (socket, ==, expected);
  gtk_editable_set_text (GTK_EDITABLE (host), "ada@lab3");
  g_assert_true (
    g_shell_parse_argv (gtk_label_get_text (GTK_LABEL (recipe)), &n_words, &words, &error));
  g_assert_no_error (error);
  g_assert_cmpint (n_words, ==, 7);
  g_assert_cmpstr (words[0], ==, "ssh");
  g_assert_cmpstr (words[4], ==, "-L");
  g_assert_true (g_str_has_prefix (words[5], expected));
  g_assert_true (g_str_has_suffix (words[5], "/view.sock"));
  g_assert_cmpstr (words[6], ==, "ada@lab3");
  gtk_expander_set_expanded (GTK_EXPANDER (find_widget (dialog, GTK_TYPE_EXPANDER)), TRUE);
  press (find_button (dialog, "Add _Its Socket Above"));
  rows = list_rows (dialog);
  added = weft_socket_row_get_path (rows->pdata[rows->len - 1]);
  g_assert_cmpstr (added, ==, expected);
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_clear_pointer (&words, g_strfreev);
  g_assert_true (g_shell_parse_argv (evil, &n_words, &words, NULL));
  g_assert_cmpint (n_words, ==, 7);
  g_assert_cmpstr (words[6], ==, "a;b c");
}

/* Several sockets are one tab; the same ones again are that tab. */
static void
test_tab (void)
{
  const char *const sockets[] = { "/nonexistent/lab/view.sock", "/nonexistent/shelf/view.sock",
                                  NULL };
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  WeftDocument *document;
  WeftViewState *state;

  weft_window_attach (window, sockets);
  weft_window_attach (window, sockets);
  g_assert_cmpuint (weft_window_get_n_pages (window), ==, 1);
  document = weft_document_page_get_document (weft_window_get_page (window));
  g_assert_cmpstr (weft_document_get_title (document), ==, "Live: lab/view.sock + 1");
  state = weft_document_get_state (document);
  g_assert_cmpuint (weft_live_session_get_n_hosts (
                      weft_live_session_find (WEFT_LIVE_TRACE (weft_view_state_get_trace (state)))),
                    ==, 2);
  gtk_window_close (GTK_WINDOW (window));
  wait_settled ();
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_test_add_func ("/attach/known", test_known);
  g_test_add_func ("/attach/several", test_several);
  g_test_add_func ("/attach/remote", test_remote);
  g_test_add_func ("/attach/tab", test_tab);
  return app_tests_run (homes);
}
