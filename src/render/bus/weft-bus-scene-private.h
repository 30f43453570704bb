/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-scene.h"

/* What the painters of a bus trace's tracks share. */

typedef struct
{
  guint32 number; /* address >> WEFT_BUS_PAGE_SHIFT */
  guint32 n_accesses;
  WeftBusIndex *index;
} WeftBusPage;

struct _WeftBusPages
{
  gatomicrefcount ref_count;
  guint region;
  guint n_pages;
  WeftBusPage pages[WEFT_BUS_MAX_PAGES];
};

typedef struct
{
  WeftBusSceneOptions options;
  double top_heat;       /* the amount per cycle that is the end of the ramp, more than 0 */
  gint64 least_drift;    /* of all, 0 at most */
  gint64 greatest_drift; /* 0 at least */
  gint64 last_tick;      /* in which anything ends */
  char *high_text;
} WeftBusScene;

/* Colours of the things that accesses are sorted by. */
WeftColor weft_bus_kind_color (const WeftStyle *style, guint kind);
WeftColor weft_bus_master_color (const WeftStyle *style, guint master);

/* Whether things of a track can be told apart: ticks are two pixels or more, and there are not too
 * many of them. Fills `rows` (of guint32) with those of the index that touch the view. */
gboolean weft_bus_list_details (const WeftBusIndex *index, const WeftTrackView *view, GArray *rows);

/* The ticks of a column of pixels, at least one of them: [*first, *last). */
void weft_bus_column_ticks (const WeftTrackView *view, int x, gint64 *first, gint64 *last);

/* The painters, each of one sort of track. Coordinates are those of the list. */
void weft_bus_paint_lane (const WeftBusScene *scene, guint master, const WeftTrackView *view,
                          WeftPaintList *list);
void weft_bus_paint_owner (const WeftBusScene *scene, const WeftTrackView *view,
                           WeftPaintList *list);
void weft_bus_paint_retries (const WeftBusScene *scene, const WeftTrackView *view,
                             WeftPaintList *list);
void weft_bus_paint_drift (const WeftBusScene *scene, const WeftTrackView *view,
                           WeftPaintList *list);
void weft_bus_paint_heat (const WeftBusScene *scene, const WeftBusIndex *index, guint region,
                          const WeftTrackView *view, WeftPaintList *list);

/* The amount of heat between two sums over `ticks`, per cycle. */
double weft_bus_get_heat (WeftBusHeat heat, const WeftBusEndSum *from, const WeftBusEndSum *to,
                          double ticks);

/* Sums of all masters together. */
void weft_bus_sum_ends (const WeftBusIndex *index, gint64 tick, WeftBusEndSum *sum);

/* What is hit, as WeftTrackPainter has it. */
void weft_bus_hit_test (gpointer data, const WeftTrack *track, const WeftTrackView *view, double x,
                        double y, WeftTrackHit *hit);
gboolean weft_bus_step (gpointer data, const WeftTrack *track, const WeftTrackHit *from,
                        int direction, WeftTrackHit *hit);
