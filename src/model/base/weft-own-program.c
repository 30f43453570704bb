/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-own-program.h"

char *
weft_own_program_find (const char *name)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = self != NULL ? g_path_get_dirname (self) : g_strdup (BINDIR);
  g_autofree char *above = g_path_get_dirname (folder);
  g_autofree char *installed = g_build_filename (folder, LIBEXECDIR_FROM_BINDIR, NULL);
  const char *const folders[] = { g_getenv ("WEFT_LIBEXECDIR"), folder, above, installed };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = folders[i] != NULL ? g_build_filename (folders[i], name, NULL) : NULL;

      if (path != NULL && g_file_test (path, G_FILE_TEST_IS_EXECUTABLE))
        return g_steal_pointer (&path);
    }
  return g_build_filename (LIBEXECDIR, name, NULL);
}
