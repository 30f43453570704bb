/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-events-state.h"
#include "weft-noc-manner.h"
#include "weft-noc-map.h"
#include "weft-noc-result.h"

G_BEGIN_DECLS

/* The state that the widgets around one NoC trace share: what was derived of it, the map and how it
 * is drawn, the selected link, tile or event, and where the window over the map stands. Main thread
 * only.
 *
 * The rows of the state are records. Selecting one selects its tile too.
 *
 * Signal "map", besides those of every state of events: the map is another, as figures or the manner
 * changed. */

#define WEFT_TYPE_NOC_STATE (weft_noc_state_get_type ())
G_DECLARE_FINAL_TYPE (WeftNocState, weft_noc_state, WEFT, NOC_STATE, WeftEventsState)

WeftNocState *weft_noc_state_new (WeftNocTrace *trace);

/* The latest result, and the map of it: (transfer none) (nullable). */
WeftNocResult *weft_noc_state_get_result (WeftNocState *self);
WeftNocMap *weft_noc_state_get_map (WeftNocState *self);

/* --- manner ------------------------------------------------------------------------------------- */

const WeftNocManner *weft_noc_state_get_manner (WeftNocState *self);
void weft_noc_state_set_manner (WeftNocState *self, const WeftNocManner *manner);

/* The chip that the user chose by its name, or by the path of its description; both NULL: the one that
 * the trace tells. Whether the description can be used is for the caller to know. */
void weft_noc_state_set_chip (WeftNocState *self, const char *arch, const char *topology);
void weft_noc_state_get_chip (WeftNocState *self, const char **arch, const char **topology);

/* How many cycles later clocks of devices were put, as weft_noc_offsets_add() reads it: (transfer none) (nullable), good
 * until one changes. */
const char *weft_noc_state_get_offset_text (WeftNocState *self);

/* By how many cycles a device's clock is put later than its own zero. */
guint32 weft_noc_state_get_offset (WeftNocState *self, gint32 device);
void weft_noc_state_set_offset (WeftNocState *self, gint32 device, guint32 cycles);

/* The trace that this one is compared with: the map shows how it differs. NULL: none. */
WeftNocTrace *weft_noc_state_get_other (WeftNocState *self); /* (transfer none) (nullable) */
void weft_noc_state_set_other (WeftNocState *self, WeftNocTrace *other);

/* --- place -------------------------------------------------------------------------------------- */

/* The map's box has this size, in device pixels. */
void weft_noc_state_resize (WeftNocState *self, int width, int height);
const WeftNocViewport *weft_noc_state_get_viewport (WeftNocState *self);

void weft_noc_state_pan (WeftNocState *self, double dx, double dy);
void weft_noc_state_zoom (WeftNocState *self, double x, double y, double factor);

/* Shows all of the map, or the selected thing large. */
void weft_noc_state_fit_map (WeftNocState *self);
void weft_noc_state_fit_thing (WeftNocState *self, const WeftNocThing *thing);

/* --- things ------------------------------------------------------------------------------------- */

/* Of kind WEFT_NOC_NOTHING where there is none. */
const WeftNocThing *weft_noc_state_get_selected (WeftNocState *self);
void weft_noc_state_select (WeftNocState *self, const WeftNocThing *thing);

const WeftNocThing *weft_noc_state_get_hover (WeftNocState *self);
void weft_noc_state_set_hover (WeftNocState *self, const WeftNocThing *thing);

/* A sentence about a thing: (transfer full), NULL for nothing. */
char *weft_noc_state_describe_thing (WeftNocState *self, const WeftNocThing *thing);

/* --- time --------------------------------------------------------------------------------------- */

/* Moves the brushed interval by its own length; where none is, brushes the first fiftieth. */
void weft_noc_state_step (WeftNocState *self, int steps);

G_END_DECLS
