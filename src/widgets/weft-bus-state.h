/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-runner.h"
#include "weft-tracks-state.h"

G_BEGIN_DECLS

/* What the widgets around one bus trace share: its tracks, what was derived of it, the filter, the
 * selected access. Main thread only.
 *
 * Signal "result": there is another result. */

#define WEFT_TYPE_BUS_STATE (weft_bus_state_get_type ())
G_DECLARE_FINAL_TYPE (WeftBusState, weft_bus_state, WEFT, BUS_STATE, WeftTracksState)

WeftBusState  *weft_bus_state_new        (WeftBusTrace *trace);

/* The latest result: (transfer none) (nullable). */
WeftBusResult *weft_bus_state_get_result (WeftBusState *self);

/* What the heat of regions shows. */
WeftBusHeat    weft_bus_state_get_heat   (WeftBusState *self);
void           weft_bus_state_set_heat   (WeftBusState *self, WeftBusHeat heat);

/* The region that is opened into its busiest pages; WEFT_BUS_NO_REGION: none. */
guint          weft_bus_state_get_region (WeftBusState *self);
void           weft_bus_state_set_region (WeftBusState *self, guint region);

/* The row of the selected access; WEFT_NO_ROW: none. */
guint32        weft_bus_state_get_selected (WeftBusState *self);

/* Selects the access in `row`, brings it into sight where it is not, or (`jump`) into the
 * middle. */
void           weft_bus_state_show_row   (WeftBusState *self, guint32 row, gboolean jump);

G_END_DECLS
