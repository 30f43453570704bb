/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-index.h"
#include "weft-bus-model.h"
#include "weft-track.h"

G_BEGIN_DECLS

/* The tracks of a bus trace: a lane for each master with waits hatched and service solid, a
 * strip of retries, who has the bus, how far the model drifts, and the heat of each region, of
 * which one may be opened into its pages. The number of a thing is its row. */

/* What the heat of regions shows. */
typedef enum
{
  WEFT_BUS_HEAT_COUNT,   /* accesses that end per cycle */
  WEFT_BUS_HEAT_WAIT,    /* cycles that they waited, per cycle */
  WEFT_BUS_HEAT_RETRIES, /* retries that they had, per cycle */
  WEFT_BUS_N_HEATS
} WeftBusHeat;

/* Pages of a region that is opened. */
#define WEFT_BUS_PAGE_SHIFT 12
#define WEFT_BUS_MAX_PAGES 24

/* Ids of tracks. */
enum
{
  WEFT_BUS_TRACK_LANE = 0, /* + master */
  WEFT_BUS_TRACK_RETRIES = 8,
  WEFT_BUS_TRACK_OWNER,
  WEFT_BUS_TRACK_DRIFT,
  WEFT_BUS_TRACK_REGION = 32,     /* + region */
  WEFT_BUS_TRACK_PAGE = 0x100000, /* + the page's number, address >> WEFT_BUS_PAGE_SHIFT */
};

/* Pages of a region with an index of each, the busiest first; immutable, any thread. Made on a
 * worker. */
typedef struct _WeftBusPages WeftBusPages;

/* The WEFT_BUS_MAX_PAGES busiest pages of `region` in the index: (transfer full). NULL with
 * G_IO_ERROR_CANCELLED when cancelled. */
WeftBusPages *weft_bus_pages_new (WeftBusIndex *index, guint region, GCancellable *cancellable,
                                  GError **error);
WeftBusPages *weft_bus_pages_ref (WeftBusPages *self);
void weft_bus_pages_unref (WeftBusPages *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftBusPages, weft_bus_pages_unref)

/* What a scene is made of; it holds what it needs. */
typedef struct
{
  WeftBusIndex *all;   /* accesses that owners and blockers are looked for among */
  WeftBusIndex *shown; /* those that a filter lets through: `all`, or another */
  WeftBusModel *model; /* nullable: there is no drift then */
  WeftBusPages *pages; /* nullable */
  WeftBusHeat heat;
  gboolean with_lanes; /* lanes, retries, owner and drift */
  gboolean with_regions;
} WeftBusSceneOptions;

WeftTrackScene *weft_bus_scene_new (const WeftBusSceneOptions *options);

/* What the access in `row` is as a thing of its lane: clear `hit` afterwards. */
void weft_bus_scene_find (WeftTrackScene *scene, guint32 row, WeftTrackHit *hit);

/* The time that the accesses in the index cover: [first, last). FALSE where there is none. */
gboolean weft_bus_scene_get_extent (const WeftBusIndex *index, gint64 *first, gint64 *last);

/* The part of it that is worth looking at first: all, but where more than half of it is one stretch
 * without any access, what lies on the busier side of that. */
gboolean weft_bus_scene_get_busy (const WeftBusIndex *index, gint64 *first, gint64 *last);

G_END_DECLS
