/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-session-file.h"

#include <glib/gstdio.h>
#include <string.h>

#include "weft-file-replace.h"

char *
weft_session_file_get_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "weft", "session.json", NULL);
}

gboolean
weft_session_file_exists (void)
{
  g_autofree char *path = weft_session_file_get_path ();

  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

char *
weft_session_file_get_running_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "weft", "session-running.json", NULL);
}

void
weft_session_file_recover (void)
{
  g_autofree char *path = weft_session_file_get_path ();
  g_autofree char *running = weft_session_file_get_running_path ();

  if (g_file_test (running, G_FILE_TEST_IS_REGULAR))
    g_rename (running, path);
}

gboolean
weft_session_file_write (const char *path, const char *text, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_mkdir_with_parents (folder, 0700);
  return weft_file_replace (path, text, strlen (text), 0600, TRUE, error);
}
