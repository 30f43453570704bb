/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-choose-files.h"

#include "weft-gtk-compat.h"

/* By which the owner keeps the GCancellable of the chooser that is open over it. */
#define OPEN "weft-file-chooser"

typedef struct
{
  GtkWidget *owner; /* weak; NULL: gone */
  GCancellable *cancellable;
  WeftFilesChosen chosen;
  gpointer data;
  GDestroyNotify free_data;
} Question;

static void
question_free (Question *question)
{
  if (question->free_data != NULL)
    question->free_data (question->data);
  g_clear_weak_pointer (&question->owner);
  g_object_unref (question->cancellable);
  g_free (question);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Question, question_free)

static void
close_chooser (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  g_object_unref (cancellable);
}

static void
answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Question) question = user_data;
  g_autoptr (GListModel) files = weft_compat_choose_files_finish (source, result);

  if (question->owner == NULL || g_cancellable_is_cancelled (question->cancellable))
    return;
  weft_choose_files_stop (question->owner);
  if (files != NULL && g_list_model_get_n_items (files) > 0)
    question->chosen (question->owner, files, question->data);
}

void
weft_choose_file_list (gpointer owner, const WeftFileChoice *choice, WeftFilesChosen chosen,
                       gpointer data, GDestroyNotify free_data)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (owner));
  Question *question = g_new0 (Question, 1);

  g_set_weak_pointer (&question->owner, GTK_WIDGET (owner));
  question->cancellable = g_cancellable_new ();
  question->chosen = chosen;
  question->data = data;
  question->free_data = free_data;
  g_object_set_data_full (G_OBJECT (owner), OPEN, g_object_ref (question->cancellable),
                          close_chooser);
  weft_compat_choose_files (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, choice,
                            question->cancellable, answered, question);
}

static void
call_for_each (gpointer owner, GListModel *files, gpointer data)
{
  void (**chosen) (gpointer, const char *) = data;

  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);
      g_autofree char *path = g_file_get_path (file);
      g_autofree char *uri = g_file_get_uri (file);

      (*chosen) (owner, path != NULL ? path : uri);
    }
}

void
weft_choose_files (gpointer owner, const WeftFileChoice *choice,
                   void (*chosen) (gpointer owner, const char *path))
{
  weft_choose_file_list (owner, choice, call_for_each, g_memdup2 (&chosen, sizeof chosen), g_free);
}

gboolean
weft_choose_files_is_open (gpointer owner)
{
  return g_object_get_data (G_OBJECT (owner), OPEN) != NULL;
}

void
weft_choose_files_stop (gpointer owner)
{
  g_object_set_data (G_OBJECT (owner), OPEN, NULL);
}
