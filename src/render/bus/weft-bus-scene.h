/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-tracks.h"

G_BEGIN_DECLS

/* The tracks of a bus trace: a lane for each master with waits hatched and service solid, a
 * strip of retries, who has the bus, how far the model drifts, and the heat of each region, of
 * which one may be opened into its pages. The number of a thing is its row. */

WeftTrackScene *weft_bus_scene_new (const WeftBusSceneOptions *options);

/* The time that the accesses in the index cover: [first, last). FALSE where there is none. */
gboolean weft_bus_scene_get_extent (const WeftBusIndex *index, gint64 *first, gint64 *last);

/* The part of it that is worth looking at first: all, but where more than half of it is one stretch
 * without any access, what lies on the busier side of that. */
gboolean weft_bus_scene_get_busy (const WeftBusIndex *index, gint64 *first, gint64 *last);

G_END_DECLS
