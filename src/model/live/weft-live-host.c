/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-host.h"

#include <glib/gi18n-lib.h>

char *
weft_live_host_shorten (const char *path)
{
  g_autofree char *directory = g_path_get_dirname (path);
  g_autofree char *last = g_path_get_basename (directory);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *end = g_build_filename (last, name, NULL);

  return g_filename_display_name (end);
}

static gboolean
is_name_taken (WeftLiveTrace *trace, guint host, const char *name)
{
  for (guint i = 0; i < weft_live_trace_get_n_hosts (trace); i++)
    {
      WeftLiveHost other;

      weft_live_trace_get_host (trace, i, &other);
      if (i != host && g_str_equal (other.name, name))
        return TRUE;
    }
  return FALSE;
}

char *
weft_live_host_make_title (WeftLiveTrace *trace, guint host)
{
  g_autofree char *end = NULL;
  WeftLiveHost info;

  weft_live_trace_get_host (trace, host, &info);
  if (info.name[0] != '\0' && !is_name_taken (trace, host, info.name))
    return g_strdup (info.name);
  end = info.address[0] != '\0' ? weft_live_host_shorten (info.address)
                                : g_strdup_printf (_ ("Host %u"), host + 1);
  if (info.name[0] == '\0')
    return g_steal_pointer (&end);
  /* TRANSLATORS: a host's name and what tells it from another of the same name: the end of a path, or a number */
  return g_strdup_printf (_ ("%s (%s)"), info.name, end);
}

guint
weft_live_hash_titles (WeftLiveTrace *trace)
{
  guint n_hosts = weft_live_trace_get_n_hosts (trace), titles = 0;

  for (guint i = 0; n_hosts > 1 && i < n_hosts; i++)
    {
      g_autofree char *title = weft_live_host_make_title (trace, i);

      titles = titles * 33 + g_str_hash (title);
    }
  return titles;
}
