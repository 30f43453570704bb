/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-tracks.h"

/* Shared by the painters of a bus trace's tracks. */

typedef struct
{
  WeftBusSceneOptions options;
  double top_heat;       /* the amount per cycle that is the end of the ramp; 0: there is none */
  gint64 least_drift;    /* of all, 0 at most */
  gint64 greatest_drift; /* 0 at least */
  gint64 last_tick;      /* in which anything ends */
  char *high_text;
} WeftBusScene;
