/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-open-files.h"

#include <glib/gi18n-lib.h>

#include "weft-open-window.h"
#include "weft-trace-files.h"

/* Under which a window has what it asks. */
#define KEY "weft-open-files"

/* While it is asked. It goes with the window that asks. */
typedef struct
{
  GtkWindow *parent;
  WeftFilesQuestion question;
  GtkWidget *window;            /* ours; nullable */
  GtkFileChooserNative *native; /* the desktop's; nullable */
} Asked;

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  if (asked->window != NULL)
    g_signal_handlers_disconnect_by_data (asked->window, asked);
  if (asked->native != NULL)
    gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (asked->native));
  g_clear_object (&asked->native);
  g_clear_object (&asked->question.folder);
  g_free ((char *) asked->question.title);
  g_free ((char *) asked->question.accept);
  g_free (asked);
}

/* What is asked is over. `files` nullable. */
static void
end (Asked *asked, GListModel *files)
{
  GtkWindow *parent = asked->parent;
  WeftFilesChosen chosen = asked->question.chosen;

  g_object_set_data (G_OBJECT (parent), KEY, NULL);
  if (files != NULL && g_list_model_get_n_items (files) > 0)
    chosen (parent, files);
}

/* --- the desktop's chooser -------------------------------------------------------------------- */

static void
on_native (GtkNativeDialog *dialog, int response, Asked *asked)
{
  g_autoptr (GListModel) files =
    response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog)) : NULL;
  GtkWidget *window = asked->window;

  gtk_native_dialog_destroy (dialog);
  g_clear_object (&asked->native);
  /* Who gives up there is back here. */
  if (files == NULL && window != NULL)
    return;
  if (window != NULL)
    {
      g_signal_handlers_disconnect_by_data (window, asked);
      asked->window = NULL;
      gtk_window_close (GTK_WINDOW (window));
    }
  end (asked, files);
}

/* Formats are known by their content, so all files come first. */
static void
add_filters (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) traces = weft_trace_files_create_filter (_ ("Logs and traces"));

  gtk_file_filter_set_name (all, _ ("All files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, all);
  gtk_file_chooser_add_filter (chooser, traces);
}

static void
show_native (Asked *asked)
{
  const WeftFilesQuestion *question = &asked->question;
  GtkWindow *over = asked->window != NULL ? GTK_WINDOW (asked->window) : asked->parent;
  GtkFileChooser *chooser;

  asked->native = gtk_file_chooser_native_new (question->title, over, GTK_FILE_CHOOSER_ACTION_OPEN,
                                               question->accept, _ ("_Cancel"));
  chooser = GTK_FILE_CHOOSER (asked->native);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (asked->native), TRUE);
  gtk_file_chooser_set_select_multiple (chooser, question->several);
  add_filters (chooser);
  if (question->folder != NULL)
    gtk_file_chooser_set_current_folder (chooser, question->folder, NULL);
  g_signal_connect (asked->native, "response", G_CALLBACK (on_native), asked);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (asked->native));
}

/* Whether what we could list is not what the user has. */
static gboolean
is_sandboxed (void)
{
  return g_file_test ("/.flatpak-info", G_FILE_TEST_EXISTS) || g_getenv ("SNAP") != NULL;
}

/* --- our window ------------------------------------------------------------------------------- */

static void
on_chosen (Asked *asked, GListModel *files)
{
  end (asked, files);
}

static void
on_elsewhere (Asked *asked)
{
  if (asked->native == NULL)
    show_native (asked);
}

static void
on_destroy (Asked *asked)
{
  g_signal_handlers_disconnect_by_data (asked->window, asked);
  asked->window = NULL;
  end (asked, NULL);
}

static void
show_window (Asked *asked, GSettings *settings)
{
  const WeftFilesQuestion *question = &asked->question;

  asked->window = weft_open_window_new (asked->parent, question->title, question->accept,
                                        question->several, question->folder, settings);
  g_signal_connect_swapped (asked->window, "chosen", G_CALLBACK (on_chosen), asked);
  g_signal_connect_swapped (asked->window, "elsewhere", G_CALLBACK (on_elsewhere), asked);
  g_signal_connect_swapped (asked->window, "destroy", G_CALLBACK (on_destroy), asked);
  gtk_window_present (GTK_WINDOW (asked->window));
}

/* --- asking ----------------------------------------------------------------------------------- */

void
weft_open_files_ask (GtkWindow *parent, const WeftFilesQuestion *question, GSettings *settings)
{
  Asked *asked;

  g_return_if_fail (GTK_IS_WINDOW (parent) && question != NULL && question->chosen != NULL);

  asked = g_object_get_data (G_OBJECT (parent), KEY);
  if (asked != NULL)
    {
      if (asked->window != NULL)
        gtk_window_present (GTK_WINDOW (asked->window));
      return;
    }
  asked = g_new0 (Asked, 1);
  asked->parent = parent;
  asked->question = *question;
  asked->question.title = g_strdup (question->title);
  asked->question.accept = g_strdup (question->accept);
  if (question->folder != NULL)
    g_object_ref (question->folder);
  g_object_set_data_full (G_OBJECT (parent), KEY, asked, asked_free);
  if (is_sandboxed ())
    show_native (asked);
  else
    show_window (asked, settings);
}
