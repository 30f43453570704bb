/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-result.h"
#include "weft-events-state.h"

G_BEGIN_DECLS

/* What the widgets around one bus trace share: what every state of events has, and how the heat of
 * regions is shown. Main thread only. */

#define WEFT_TYPE_BUS_STATE (weft_bus_state_get_type ())
G_DECLARE_FINAL_TYPE (WeftBusState, weft_bus_state, WEFT, BUS_STATE, WeftEventsState)

WeftBusState *weft_bus_state_new (WeftBusTrace *trace);

/* The latest result: (transfer none) (nullable). */
WeftBusResult *weft_bus_state_get_result (WeftBusState *self);

/* What the heat of regions shows. */
WeftBusHeat weft_bus_state_get_heat (WeftBusState *self);
void weft_bus_state_set_heat (WeftBusState *self, WeftBusHeat heat);

/* The region that is opened into its busiest pages; WEFT_BUS_NO_REGION: none. */
guint weft_bus_state_get_region (WeftBusState *self);
void weft_bus_state_set_region (WeftBusState *self, guint region);

G_END_DECLS
