/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-time-map.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* Ties a view's own time to one that it shares with views of other traces: what is in sight, the
 * cursor and the brushed range of the one are those of the other, mapped by an offset and a ratio,
 * and each knows how far the other goes. Main thread only. */

#define WEFT_TYPE_AXIS_LINK (weft_axis_link_get_type ())
G_DECLARE_FINAL_TYPE (WeftAxisLink, weft_axis_link, WEFT, AXIS_LINK, GObject)

/* Links `state` with `shared` until the link is disposed of. It lies there as the map's offset and
 * ratio say; its zero is that of the state's unit. */
WeftAxisLink *weft_axis_link_new (WeftTimeAxis *shared, WeftViewState *state, gint64 offset,
                                  WeftRatio ratio);

/* Lays the trace elsewhere; the shared time stays as it is. */
void weft_axis_link_place (WeftAxisLink *self, gint64 offset, WeftRatio ratio);

const WeftTimeMap *weft_axis_link_get_map (WeftAxisLink *self);

/* A part of the shared time in the trace's own. */
WeftTimeSpan weft_axis_link_find_span (const WeftTimeMap *map, const WeftTimeSpan *shared);

/* Whether the view takes the others along when it is moved. At first it only follows: a picture
 * that opens goes where it likes. */
void weft_axis_link_set_leads (WeftAxisLink *self, gboolean leads);

/* The ratio that makes seconds equally long where both rates are known, and units (a cycle each)
 * where they are not. */
WeftRatio weft_axis_link_suggest (const WeftTimeUnit *shared, const WeftTimeUnit *own);

/* How a shared time is written whose zero is that of a trace with the unit `own`, and of whose
 * ticks `ratio` make one of the trace's. */
WeftTimeUnit weft_axis_link_share_unit (const WeftTimeUnit *own, WeftRatio ratio);

G_END_DECLS
