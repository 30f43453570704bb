/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-index.h"
#include "weft-bus-model.h"
#include "weft-bus-pages.h"
#include "weft-row-colors.h"

/* Which tracks a bus trace has, and what they are made of: see weft-bus-scene.h. */

/* Figures that the heat of regions can show. */
typedef enum
{
  WEFT_BUS_HEAT_COUNT,   /* accesses that end per cycle */
  WEFT_BUS_HEAT_WAIT,    /* cycles that they waited, per cycle */
  WEFT_BUS_HEAT_RETRIES, /* retries that they had, per cycle */
  WEFT_BUS_N_HEATS
} WeftBusHeat;

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

/* The parts of a scene, which holds those that it needs. */
typedef struct
{
  WeftBusIndex *all;   /* accesses that owners and blockers are looked for among */
  WeftBusIndex *shown; /* those that a filter lets through: `all`, or another */
  WeftBusModel *model; /* nullable: there is no drift then */
  WeftBusPages *pages; /* nullable */
  WeftBusHeat heat;
  gboolean with_lanes; /* lanes, retries, owner and drift */
  gboolean with_regions;
  WeftRowColors *row_colors; /* of accesses, in the place of those of their kinds; nullable */
} WeftBusSceneOptions;
