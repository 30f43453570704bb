/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-timeline-scene-options.h"
#include "weft-timeline-trace-private.h"
#include "weft-track-layout.h"
#include "weft-track-strip.h"

/* Shared by the painters of a timeline's tracks. */

/* How a thread's height is shared, in logical pixels. */
typedef struct
{
  int instants; /* for its instants, which come first; 0: it has none */
  int slices;   /* for all depths together */
} WeftTimelineHeights;

typedef struct
{
  WeftTimelineSceneOptions options;
  WeftTimelineHeights *heights; /* by tracks */
  char **groups;                /* headings, by processes */
  gboolean has_open;            /* some slice never ended */
  GArray *ties; /* WeftTimelineTie, of the event that was asked for last; the main thread's */
  guint32 tied;
} WeftTimelineScene;

static inline gboolean
weft_timeline_scene_is_device (const WeftTimelineScene *self, guint track)
{
  const WeftTimelineRoles *roles = self->options.roles;

  return roles != NULL && track < roles->n_tracks
         && roles->devices[track] != WEFT_TIMELINE_NO_DEVICE;
}

/* Whether the colour of every event is that of its name, so that nobody needs to look at more. */
gboolean weft_timeline_scene_is_by_name (const WeftTimelineScene *self);

/* The color of an event, which steps back where another name stands out. */
WeftColor weft_timeline_scene_get_color (const WeftTimelineScene *self, const WeftStyle *style,
                                         guint32 row);

/* The parts of a track's height, in device pixels: that of its instants, and that of a depth. FALSE where
 * the depth has none, as the track is collapsed. */
void weft_timeline_scene_get_instants (const WeftTimelineScene *self, guint track, int height,
                                       gboolean collapsed, int *part);
gboolean weft_timeline_scene_get_depth (const WeftTimelineScene *self, guint track, guint depth,
                                        int height, gboolean collapsed, int *y, int *part);

/* The depth at which an event is drawn; G_MAXUINT: it is not. */
guint weft_timeline_scene_find_depth (const WeftTimelineScene *self, guint32 row);
