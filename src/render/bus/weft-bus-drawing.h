/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-columns.h"
#include "weft-bus-tracks.h"
#include "weft-handover.h"

/* A window is not so many tiles wide. */
#define WEFT_BUS_N_SHARED 16

/* Shared by the painters of a bus trace's tracks. */

typedef struct
{
  WeftBusSceneOptions options;
  double top_heat;       /* the amount per cycle that is the end of the ramp; 0: there is none */
  gint64 least_drift;    /* of all, 0 at most */
  gint64 greatest_drift; /* 0 at least */
  gint64 last_tick;      /* in which anything ends */
  char *high_text;
  WeftLock lock;
  WeftBusColumns *shared[WEFT_BUS_N_SHARED]; /* the newest first; the last ones may be NULL */
} WeftBusScene;
