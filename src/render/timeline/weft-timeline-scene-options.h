/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-row-colors.h"
#include "weft-timeline-colors.h"
#include "weft-timeline-overview.h"
#include "weft-timeline-roles.h"
#include "weft-timeline-series.h"

/* Which tracks a timeline has, and what they are made of: see weft-timeline-scene.h. */

/* Ids of tracks. */
enum
{
  WEFT_TIMELINE_TRACK_INSTANTS,          /* those of no track */
  WEFT_TIMELINE_TRACK_THREAD = 0x10000,  /* + the track's number */
  WEFT_TIMELINE_TRACK_COUNTER = 0x20000, /* + the counter's */
};

/* The parts of a scene, which holds those that it needs. */
typedef struct
{
  WeftTimelineSnapshot *snapshot;
  WeftTimelineIndex *shown; /* of the events that a filter lets through */
  WeftTimelineRoles *roles;
  WeftTimelineColors *colors;
  WeftTimelineOverview *overview; /* (nullable) for the minimap */
  WeftTimelineSeriesSet *series;  /* (nullable) counters */
  WeftTimelineScheme scheme;
  guint32 name;              /* slices that are called so stand out; WEFT_NO_NAME: none do */
  gboolean flows;            /* arrows of all flows whose slices are wide enough */
  gboolean tall;             /* threads that nest deeply are as high as that needs */
  WeftRowColors *row_colors; /* of events, in the place of the scheme's; nullable */
} WeftTimelineSceneOptions;
