/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-scalesim-beside.h"

#include "weft-npu-scalesim-reader.h"

#include <string.h>

/* Adds the tables of a folder that are none of `parts`. */
static void
add_folder (GPtrArray *files, const char *folder, const char *const *parts)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (strstr (name, ".csv") != NULL && !g_strv_contains (parts, path))
        g_ptr_array_add (files, g_steal_pointer (&path));
    }
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
weft_npu_scalesim_beside_list (const char *path)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) parts = weft_npu_scalesim_reader_list_parts (path);
  g_autofree char *last = NULL;

  /* Files of a folder stand one behind the other. */
  for (guint i = 0; parts != NULL && parts[i] != NULL; i++)
    {
      g_autofree char *folder = g_path_get_dirname (parts[i]);

      if (g_strcmp0 (folder, last) == 0)
        continue;
      add_folder (files, folder, (const char *const *) parts);
      g_free (last);
      last = g_steal_pointer (&folder);
    }
  g_ptr_array_sort (files, compare_paths);
  return files;
}
