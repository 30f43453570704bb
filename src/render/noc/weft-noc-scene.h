/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-demand.h"
#include "weft-noc-map.h"
#include "weft-track.h"

G_BEGIN_DECLS

/* The time strip below a mesh map as tracks: how busy each network is by the figure that the map shows,
 * with the other figure pale behind it on the same scale; how many transfers are under way; and of
 * what is selected: a link's or a controller's history, or a tile's zones and waits. While nothing is
 * selected, the zones of each core's processors. The number of a thing is its record. */

enum
{
  WEFT_NOC_TRACK_NOC_0,
  WEFT_NOC_TRACK_NOC_1,
  WEFT_NOC_TRACK_ACTIVE,
  WEFT_NOC_TRACK_LINK,       /* of the selected link or DRAM controller */
  WEFT_NOC_TRACK_WAITS,      /* of the selected tile */
  WEFT_NOC_TRACK_ZONES = 16, /* + the place of a processor among those with zones */
};

/* `demands` is NULL-terminated, one for each device, and is held, as `said` (nullable): what a query says of events is
 * the colour of zones and waits. */
WeftTrackScene *weft_noc_scene_new (WeftNocDemand *const *demands, WeftNocFigureKind kind,
                                    const WeftNocThing *selected, WeftNocColors *said);

G_END_DECLS
