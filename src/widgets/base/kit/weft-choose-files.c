/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-choose-files.h"

#include <glib/gi18n-lib.h>

/* Keys of object data: by which the owner keeps the chooser, and the chooser its callback. */
#define CHOOSER "weft-file-chooser"
#define CHOSEN "weft-file-chosen"

static void
responded (GtkWidget *owner, int response, GtkFileChooser *chooser)
{
  void (*chosen) (gpointer, const char *) = g_object_get_data (G_OBJECT (chooser), CHOSEN);
  g_autoptr (GListModel) files = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    files = gtk_file_chooser_get_files (chooser);
  g_object_set_data (G_OBJECT (owner), CHOOSER, NULL);
  for (guint i = 0; files != NULL && i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);
      g_autofree char *path = g_file_get_path (file);
      g_autofree char *uri = g_file_get_uri (file);

      chosen (owner, path != NULL ? path : uri);
    }
}

void
weft_choose_files (gpointer owner, const WeftFileChoice *choice,
                   void (*chosen) (gpointer owner, const char *path))
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (owner));
  GtkFileChooserNative *chooser =
    gtk_file_chooser_native_new (choice->title, GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                 choice->action, choice->accept, _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (chooser), choice->multiple);
  if (choice->name != NULL)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), choice->name);
  g_object_set_data (G_OBJECT (chooser), CHOSEN, chosen);
  g_object_set_data_full (G_OBJECT (owner), CHOOSER, chooser, g_object_unref);
  g_signal_connect_object (chooser, "response", G_CALLBACK (responded), owner, G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}
