/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-live-paths.h"

char *
weft_live_get_directory (void)
{
  return g_build_filename (g_get_user_runtime_dir (), "app", WEFT_APPLICATION_ID, NULL);
}

static char *
build_path (const char *directory, const char *name)
{
  g_autofree char *usual = directory == NULL ? weft_live_get_directory () : NULL;

  return g_build_filename (directory != NULL ? directory : usual, name, NULL);
}

char *
weft_live_get_view_path (const char *directory)
{
  return build_path (directory, "view.sock");
}

char *
weft_live_get_feed_path (const char *directory)
{
  return build_path (directory, "feed.sock");
}

char *
weft_live_get_lock_path (const char *directory)
{
  return build_path (directory, "lock");
}
