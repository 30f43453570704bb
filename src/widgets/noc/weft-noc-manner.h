/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-map.h"

/* How the map is drawn. */
typedef struct
{
  WeftNocFigureKind figure;
  gboolean peak;
  guint nocs; /* bits */
  gboolean fabric;
  gboolean logical;   /* columns and rows are numbered as cores */
  guint max_flows;    /* that are drawn as arrows, those of most bytes */
  gboolean other_noc; /* what if filtered transfers took the other network: those over */
  WeftNocThing moved; /* this; of kind WEFT_NOC_NOTHING: all */
} WeftNocManner;
