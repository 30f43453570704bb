/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-result.h"
#include "weft-events-state.h"

G_BEGIN_DECLS

/* The state that the widgets around one bus trace share: what every state of events has, and how the
 * heat of regions is shown. Main thread only.
 *
 * Properties:
 *   "heat"   (WeftBusHeat) what the heat of regions shows
 *   "pages"  (int) the region that is opened into its busiest pages, −1: none */

#define WEFT_TYPE_BUS_HEAT (weft_bus_heat_get_type ())
GType weft_bus_heat_get_type (void);

#define WEFT_TYPE_BUS_STATE (weft_bus_state_get_type ())
G_DECLARE_FINAL_TYPE (WeftBusState, weft_bus_state, WEFT, BUS_STATE, WeftEventsState)

WeftBusState *weft_bus_state_new (WeftBusTrace *trace);

/* The latest result: (transfer none) (nullable). */
WeftBusResult *weft_bus_state_get_result (WeftBusState *self);

G_END_DECLS
