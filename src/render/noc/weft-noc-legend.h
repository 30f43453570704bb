/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-paint-list.h"
#include "weft-row-colors.h"
#include "weft-style.h"

#include <glib.h>

/* The key of a map: the ramp of its colours, the kinds of flows and of tiles, and the bars in these. As
 * many lines as its entries need. */
typedef struct
{
  const WeftStyle *style;
  const char *title;    /* of the ramp */
  guint64 largest;      /* bytes of the widest lane */
  guint n_flows;        /* that there are, and of these */
  guint n_drawn;        /* drawn */
  guint flow_kinds;     /* bits of WeftNocFlowKind, of those that are drawn */
  guint flow_nocs;      /* bits of the networks that these take */
  guint tile_types;     /* bits of WeftTileType */
  gboolean has_traffic; /* FALSE: the trace says nothing of it, and only tiles need a key */
  gboolean is_difference;
  gboolean has_unknown;      /* some links carry traffic whose rate is not known */
  gboolean has_partial;      /* likewise, of a part of the traffic */
  gboolean has_harvested;    /* some tiles are crossed out */
  gboolean goes_around;      /* some flow goes around the torus */
  gboolean wraps;            /* the grid is a torus */
  const WeftRowColors *said; /* (nullable) the colours are those of a query, */
  guint64 n_unknown;         /* which says nothing of so many things */
} WeftNocLegend;

int weft_noc_legend_get_height (const WeftNocLegend *self, int width);

/* Paints it into a box of that height, opaque. */
void weft_noc_legend_paint (const WeftNocLegend *self, int x, int y, int width,
                            WeftPaintList *list);
