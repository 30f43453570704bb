/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench-tracks.h"
#include "made-slices.h"
#include "weft-timeline-scene.h"

#include <stdio.h>

/* Cold frames of ten million slices (one million where WEFT_BENCH_QUICK is set), at all zooms, as the view opens, and with
 * all tracks as high as their slices nest.
 *
 * bench-timeline-frame [WHAT]: those frames alone whose name has WHAT in it. */

#define N_SLICES 10000000u
#define N_QUICK 1000000u

static void
measure (const WeftTimelineSceneOptions *options, const char *name, gboolean filled)
{
  g_autoptr (WeftTrackScene) scene = weft_timeline_scene_new (options);
  gint64 first, last;

  weft_timeline_scene_get_extent (options->snapshot, &first, &last);
  tracks_measure (scene, name, filled, first, last);
}

int
main (int argc, char **argv)
{
  g_autoptr (WeftTimelineSnapshot) snapshot =
    make_slices (g_getenv ("WEFT_BENCH_QUICK") != NULL ? N_QUICK : N_SLICES);
  g_autoptr (WeftTimelineRoles) roles = weft_timeline_roles_new (snapshot, NULL);
  g_autoptr (WeftTimelineColors) colors = weft_timeline_colors_new (snapshot);
  WeftTimelineSceneOptions options = { .snapshot = snapshot,
                                       .shown = snapshot->index,
                                       .roles = roles,
                                       .colors = colors,
                                       .name = WEFT_NO_NAME,
                                       .flows = TRUE };

  if (argc > 1)
    tracks_wanted = argv[1];
  printf ("%u slices\n", snapshot->n_events);
  measure (&options, "of a timeline, as it opens", FALSE);
  measure (&options, "of a timeline, all of the height", TRUE);
  options.tall = TRUE;
  measure (&options, "of a timeline, tall", FALSE);
  return verdict_status ();
}
