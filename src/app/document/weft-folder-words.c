/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-folder-words.h"

char *
weft_folder_words (GFile *file)
{
  g_autoptr (GFile) parent = g_file_get_parent (file);
  g_autoptr (GFile) home = g_file_new_for_path (g_get_home_dir ());
  g_autofree char *below = NULL;

  if (parent == NULL)
    return g_strdup ("");
  if (g_file_equal (parent, home))
    return g_strdup ("~");
  below = g_file_get_relative_path (home, parent);
  if (below != NULL)
    {
      g_autofree char *name = g_filename_display_name (below);

      return g_strconcat ("~/", name, NULL);
    }
  return g_file_get_parse_name (parent);
}
