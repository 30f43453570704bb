/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-trace-files.h"

#include <glib/gi18n-lib.h>

#include "weft-family.h"

static const WeftFamilyFiles workspaces = {
  .title = N_ ("Workspaces"),
  .suffixes = (const char *const[]){ "weftspace", NULL },
  .types = (const char *const[]){ "application/vnd.weft.workspace+json", NULL },
};

static void
add_rules (GtkFileFilter *filter, const WeftFamilyFiles *files)
{
  static const char *const compressions[] = { "", ".gz", ".zst" };

  for (guint i = 0; files->suffixes[i] != NULL; i++)
    for (guint j = 0; j < G_N_ELEMENTS (compressions); j++)
      {
        g_autofree char *suffix = g_strconcat (files->suffixes[i], compressions[j], NULL);

        gtk_file_filter_add_suffix (filter, suffix);
      }
  for (guint i = 0; files->types[i] != NULL; i++)
    gtk_file_filter_add_mime_type (filter, files->types[i]);
}

/* (transfer full) */
static GtkFileFilter *
create_filter (const WeftFamilyFiles *files)
{
  GtkFileFilter *filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ (files->title));
  add_rules (filter, files);
  return filter;
}

GListModel *
weft_trace_files_list_filters (void)
{
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new (), likely = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) workspace = create_filter (&workspaces);
  GListStore *filters = g_list_store_new (GTK_TYPE_FILE_FILTER);
  const WeftFamily *family;

  gtk_file_filter_set_name (all, _ ("All files"));
  gtk_file_filter_add_pattern (all, "*");
  g_list_store_append (filters, all);
  gtk_file_filter_set_name (likely, _ ("Logs and traces"));
  g_list_store_append (filters, likely);
  for (guint i = 0; (family = weft_family_get (i)) != NULL; i++)
    {
      g_autoptr (GtkFileFilter) filter = create_filter (&family->files);

      add_rules (likely, &family->files);
      g_list_store_append (filters, filter);
    }
  add_rules (likely, &workspaces);
  g_list_store_append (filters, workspace);
  return G_LIST_MODEL (filters);
}
