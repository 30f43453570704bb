/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-drawing.h"

/* The tracks of accesses: those of a master, and who has the bus. Coordinates are those of the list. */

/* Colours of the things that accesses are sorted by. */
WeftColor weft_bus_kind_color (const WeftStyle *style, guint kind);
WeftColor weft_bus_master_color (const WeftStyle *style, guint master);

/* Behind the hatch of waits where these are shares. */
WeftColor weft_bus_wait_color (const WeftStyle *style);

void weft_bus_paint_lane (const WeftBusScene *scene, guint master, WeftBusColumns *columns,
                          const WeftTrackView *view, WeftPaintList *list);
/* How busy the masters are together, and how much they wait. */
void weft_bus_paint_all (const WeftBusScene *scene, WeftBusColumns *columns,
                         const WeftTrackView *view, WeftPaintList *list);

void weft_bus_paint_owner (const WeftBusScene *scene, WeftBusColumns *columns,
                           const WeftTrackView *view, WeftPaintList *list);
