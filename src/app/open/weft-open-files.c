/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-open-files.h"

#include <glib/gi18n-lib.h>

#include "weft-trace-files.h"

/* Under which a window has the chooser that is open over it. */
#define KEY "weft-open-files"

typedef struct
{
  WeftFilesChosen chosen;
  GSettings *settings; /* held; NULL: a file is written */
} Asked;

static void
asked_free (gpointer data, GClosure *closure G_GNUC_UNUSED)
{
  Asked *asked = data;

  g_clear_object (&asked->settings);
  g_free (asked);
}

static void
close_chooser (gpointer chooser)
{
  gtk_native_dialog_destroy (chooser);
  g_object_unref (chooser);
}

void
weft_open_files_stop (GtkWindow *parent)
{
  g_object_set_data (G_OBJECT (parent), KEY, NULL);
}

/* The next question without a folder of its own begins where these files lie. */
static void
remember_folder (GListModel *files, GSettings *settings)
{
  g_autoptr (GFile) first = g_list_model_get_item (files, 0);
  g_autoptr (GFile) folder = g_file_get_parent (first);
  g_autofree char *uri = folder != NULL ? g_file_get_uri (folder) : g_strdup ("");

  g_settings_set_string (settings, "open-folder", uri);
}

static void
on_response (GtkNativeDialog *chooser, int response, Asked *asked)
{
  GtkWindow *parent = gtk_native_dialog_get_transient_for (chooser);
  WeftFilesChosen chosen = asked->chosen;
  g_autoptr (GListModel) files = response == GTK_RESPONSE_ACCEPT
                                   ? gtk_file_chooser_get_files (GTK_FILE_CHOOSER (chooser))
                                   : NULL;

  if (files != NULL && g_list_model_get_n_items (files) == 0)
    g_clear_object (&files);
  if (files != NULL && asked->settings != NULL)
    remember_folder (files, asked->settings);
  weft_open_files_stop (parent);
  if (files != NULL)
    chosen (parent, files);
}

static void
set_folder (GtkFileChooser *chooser, GFile *folder, GSettings *settings)
{
  g_autofree char *uri = g_settings_get_string (settings, "open-folder");
  g_autoptr (GFile) last = *uri != '\0' ? g_file_new_for_uri (uri) : NULL;

  if (folder != NULL || last != NULL)
    gtk_file_chooser_set_current_folder (chooser, folder != NULL ? folder : last, NULL);
}

static void
prepare_opening (GtkFileChooser *chooser, const WeftFilesQuestion *question, GSettings *settings)
{
  gtk_file_chooser_set_select_multiple (chooser, question->several);
  if (!question->is_folder)
    weft_trace_files_add_filters (chooser);
  set_folder (chooser, question->folder, settings);
}

static void
prepare_writing (GtkFileChooser *chooser, const WeftFilesQuestion *question)
{
  if (question->kind != NULL)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_set_name (filter, question->kind);
      gtk_file_filter_add_pattern (filter, "*");
      gtk_file_chooser_add_filter (chooser, filter);
    }
  if (question->file != NULL)
    {
      gtk_file_chooser_set_file (chooser, question->file, NULL);
      return;
    }
  if (question->folder != NULL)
    gtk_file_chooser_set_current_folder (chooser, question->folder, NULL);
  gtk_file_chooser_set_current_name (chooser, question->name);
}

static GtkFileChooserAction
get_action (const WeftFilesQuestion *question)
{
  if (question->is_folder)
    return GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER;
  return question->name != NULL ? GTK_FILE_CHOOSER_ACTION_SAVE : GTK_FILE_CHOOSER_ACTION_OPEN;
}

GtkFileChooserNative *
weft_open_files_ask (GtkWindow *parent, const WeftFilesQuestion *question, GSettings *settings)
{
  gboolean writes;
  GtkFileChooserNative *chooser;
  Asked *asked;

  g_return_val_if_fail (GTK_IS_WINDOW (parent) && question != NULL && question->chosen != NULL,
                        NULL);

  chooser = g_object_get_data (G_OBJECT (parent), KEY);
  if (chooser != NULL)
    return chooser;
  writes = question->name != NULL;
  chooser = gtk_file_chooser_native_new (question->title, parent, get_action (question),
                                         question->accept, _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  if (writes)
    prepare_writing (GTK_FILE_CHOOSER (chooser), question);
  else
    prepare_opening (GTK_FILE_CHOOSER (chooser), question, settings);
  asked = g_new (Asked, 1);
  *asked = (Asked){ question->chosen, writes ? NULL : g_object_ref (settings) };
  g_signal_connect_data (chooser, "response", G_CALLBACK (on_response), asked, asked_free, 0);
  g_object_set_data_full (G_OBJECT (parent), KEY, chooser, close_chooser);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
  return chooser;
}
