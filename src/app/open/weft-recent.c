/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-recent.h"

/* Tells them from other programs' files. */
#define GROUP "Weft"

void
weft_recent_add (GFile *file, const char *mime_type)
{
  g_autofree char *uri = g_file_get_uri (file);
  char *groups[] = { (char *) GROUP, NULL };
  GtkRecentData data = {
    .display_name = NULL,
    .description = NULL,
    .mime_type = (char *) mime_type,
    .app_name = (char *) "weft",
    .app_exec = (char *) "weft %f",
    .groups = groups,
    .is_private = FALSE,
  };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

static int
compare_newest (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_modified ((GtkRecentInfo *) b),
                              gtk_recent_info_get_modified ((GtkRecentInfo *) a));
}

GList *
weft_recent_get (guint n)
{
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  GList *shown = NULL;

  items = g_list_sort (items, compare_newest);
  for (GList *item = items; item != NULL && n > 0; item = item->next)
    if (gtk_recent_info_has_group (item->data, GROUP) && gtk_recent_info_exists (item->data))
      {
        shown = g_list_prepend (shown, gtk_recent_info_ref (item->data));
        n--;
      }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  return g_list_reverse (shown);
}
