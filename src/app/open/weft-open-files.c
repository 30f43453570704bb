/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-open-files.h"

#include "weft-choose-files.h"
#include "weft-trace-files.h"

typedef struct
{
  WeftTracesChosen chosen;
  GSettings *settings; /* held; NULL: a file is written */
} Asked;

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  g_clear_object (&asked->settings);
  g_free (asked);
}

/* The next question without a folder of its own begins where these files lie. The chooser's folder is no
 * property, and one that was only looked into is not kept. */
static void
remember_folder (GListModel *files, GSettings *settings)
{
  g_autoptr (GFile) first = g_list_model_get_item (files, 0);
  g_autoptr (GFile) folder = g_file_get_parent (first);
  g_autofree char *uri = folder != NULL ? g_file_get_uri (folder) : g_strdup ("");

  g_settings_set_string (settings, "open-folder", uri);
}

static void
files_chosen (gpointer parent, GListModel *files, gpointer data)
{
  const Asked *asked = data;

  if (asked->settings != NULL)
    remember_folder (files, asked->settings);
  asked->chosen (parent, files);
}

/* Of the files from which is chosen: (transfer full) (nullable) */
static GListModel *
list_filters (const WeftFilesQuestion *question)
{
  g_autoptr (GtkFileFilter) filter = NULL;
  GListStore *filters;

  if (question->is_folder || (question->name != NULL && question->kind == NULL))
    return NULL;
  if (question->name == NULL)
    return weft_trace_files_list_filters ();
  filter = gtk_file_filter_new ();
  gtk_file_filter_set_name (filter, question->kind);
  gtk_file_filter_add_pattern (filter, "*");
  filters = g_list_store_new (GTK_TYPE_FILE_FILTER);
  g_list_store_append (filters, filter);
  return G_LIST_MODEL (filters);
}

static GtkFileChooserAction
get_action (const WeftFilesQuestion *question)
{
  if (question->is_folder)
    return GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER;
  return question->name != NULL ? GTK_FILE_CHOOSER_ACTION_SAVE : GTK_FILE_CHOOSER_ACTION_OPEN;
}

/* Where files were opened from last: (transfer full) (nullable) */
static GFile *
get_last_folder (GSettings *settings)
{
  g_autofree char *uri = g_settings_get_string (settings, "open-folder");

  return *uri != '\0' ? g_file_new_for_uri (uri) : NULL;
}

void
weft_open_files_ask (GtkWindow *parent, const WeftFilesQuestion *question, GSettings *settings)
{
  gboolean writes;
  g_autoptr (GFile) last = NULL;
  g_autoptr (GListModel) filters = NULL;
  WeftFileChoice choice;
  Asked *asked;

  g_return_if_fail (GTK_IS_WINDOW (parent) && question != NULL && question->chosen != NULL);

  if (weft_choose_files_is_open (parent))
    return;
  writes = question->name != NULL;
  last = !writes ? get_last_folder (settings) : NULL;
  filters = list_filters (question);
  choice = (WeftFileChoice){
    .title = question->title,
    .accept = question->accept,
    .action = get_action (question),
    .multiple = question->several,
    .folder = question->folder != NULL ? question->folder : last,
    .filters = filters,
    .name = question->name,
    .file = question->file,
  };
  asked = g_new (Asked, 1);
  *asked = (Asked){ question->chosen, writes ? NULL : g_object_ref (settings) };
  weft_choose_file_list (parent, &choice, files_chosen, asked, asked_free);
}
