/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-timeline-scene-options.h"

G_BEGIN_DECLS

/* The tracks of a timeline: for each process a group, in it a track for each thread, stream and
 * asynchronous track, with slices below those that contain them, and graphs of its counters. The number of
 * a thing is the row of its event. */

WeftTrackScene *weft_timeline_scene_new (const WeftTimelineSceneOptions *options);

/* The time that the trace covers, at least a nanosecond. */
void weft_timeline_scene_get_extent (const WeftTimelineSnapshot *snapshot, gint64 *first,
                                     gint64 *last);

/* The titles of processes as headings: (transfer full), one for each, no two the same, UTF-8. */
char **weft_timeline_scene_list_groups (const WeftTimelineSnapshot *snapshot);

G_END_DECLS
