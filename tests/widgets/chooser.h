/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "on-display.h"

/* GTK's chooser of files, where tests wait for it and answer. */

/* Waits for it in wait_until(), which is given where to put it. */
static inline gboolean
has_chooser (gpointer chooser)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  *(gpointer *) chooser = NULL;
  for (GList *item = windows; item != NULL; item = item->next)
    if (GTK_IS_FILE_CHOOSER_DIALOG (item->data) && gtk_widget_get_mapped (item->data))
      *(gpointer *) chooser = item->data;
  return *(gpointer *) chooser != NULL;
}

static inline gboolean
has_none (gpointer data G_GNUC_UNUSED)
{
  gpointer chooser;

  return !has_chooser (&chooser);
}

static inline gboolean
is_in_folder (gpointer chooser)
{
  g_autoptr (GFile) folder = gtk_file_chooser_get_current_folder (chooser);

  return folder != NULL;
}

/* GTK's chooser complains where it is closed while it reads a folder. */
static inline void
close_complaints (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *item = windows; item != NULL; item = item->next)
    if (GTK_IS_MESSAGE_DIALOG (item->data))
      gtk_window_destroy (item->data);
}

/* Answers with a file. */
static inline void
choose_file (gpointer dialog, GFile *file)
{
  g_assert_true (gtk_file_chooser_set_file (dialog, file, NULL));
  wait_until (is_in_folder, dialog);
  wait_settled ();
  gtk_dialog_response (dialog, GTK_RESPONSE_ACCEPT);
}
