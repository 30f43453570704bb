/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-drawing.h"

/* The tracks of what is summed up over time: retries, drift, heat. Coordinates are those of the list. */

void weft_bus_paint_retries (const WeftBusScene *scene, WeftBusColumns *columns,
                             const WeftTrackView *view, WeftPaintList *list);
void weft_bus_paint_drift (const WeftBusScene *scene, WeftBusColumns *columns,
                           const WeftTrackView *view, WeftPaintList *list);
void weft_bus_paint_region (const WeftBusScene *scene, guint region, WeftBusColumns *columns,
                            const WeftTrackView *view, WeftPaintList *list);
void weft_bus_paint_page (const WeftBusScene *scene, const WeftBusPage *page,
                          WeftBusColumns *columns, const WeftTrackView *view, WeftPaintList *list);

/* The amount of heat between two sums over `ticks`, per cycle. */
double weft_bus_get_heat (WeftBusHeat heat, const WeftBusEndSum *from, const WeftBusEndSum *to,
                          double ticks);

/* Sums of all masters together. */
void weft_bus_sum_masters (const WeftBusEnds *ends, WeftBusEndSum *sum);
