/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-session-file.h"

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
