/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-events-state.h"
#include "weft-fact-source.h"

G_BEGIN_DECLS

/* Searches the texts of all events of a trace, whatever filter there is: implements WEFT_TYPE_FACT_SOURCE for
 * a family's WeftEventsState, by what its class says of rows. */
void weft_events_search_init (WeftFactSourceInterface *iface);

G_END_DECLS
