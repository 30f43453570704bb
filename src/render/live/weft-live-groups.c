/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-groups.h"

#include "weft-live-host.h"
#include "weft-live-title.h"

#include <glib/gi18n-lib.h>

char *
weft_live_make_past_group (WeftLiveTrace *trace, guint host)
{
  g_autofree char *title = NULL;

  if (weft_live_trace_get_n_hosts (trace) < 2)
    return g_strdup (_ ("Past processes"));
  title = weft_live_host_make_title (trace, host);
  /* TRANSLATORS: a host's name */
  return g_strdup_printf (_ ("Past processes · %s"), title);
}

/* Tracks that are made, and the strings that they point to. */
typedef struct
{
  const GArray *lives;
  int height;
  GArray *tracks; /* WeftTrack */
  GPtrArray *strings;
} Tracks;

/* `group` is (transfer full) (nullable). */
static void
add_tracks (Tracks *self, guint host, gboolean past, char *group)
{
  g_ptr_array_add (self->strings, group);
  for (guint i = 0; i < self->lives->len; i++)
    {
      const WeftLiveLife *life = &g_array_index (self->lives, WeftLiveLife, i);
      WeftTrack track = { .id = i, .group = group, .height = self->height };
      char *title;

      if (life->is_past != past || life->lane.host != host)
        continue;
      title = weft_live_make_title (self->lives, life);
      g_ptr_array_add (self->strings, title);
      track.title = title;
      g_array_append_val (self->tracks, track);
    }
}

GArray *
weft_live_make_tracks (WeftLiveTrace *trace, const GArray *lives, int height, GPtrArray *strings)
{
  GArray *tracks = g_array_new (FALSE, TRUE, sizeof (WeftTrack));
  guint n_hosts = weft_live_trace_get_n_hosts (trace);
  Tracks made = { lives, height, tracks, strings };

  for (guint host = 0; host < n_hosts; host++)
    {
      add_tracks (&made, host, FALSE, n_hosts > 1 ? weft_live_host_make_title (trace, host) : NULL);
      add_tracks (&made, host, TRUE, weft_live_make_past_group (trace, host));
    }
  return tracks;
}
