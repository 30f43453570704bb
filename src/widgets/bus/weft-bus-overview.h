/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-state.h"
#include "weft-panel.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The first page of a bus trace's statistics: findings, totals, how often the known gap is there
 * with a button that filters by it, and charts: how long accesses waited and took, and how far
 * the model drifts. */

#define WEFT_TYPE_BUS_OVERVIEW (weft_bus_overview_get_type ())
G_DECLARE_FINAL_TYPE (WeftBusOverview, weft_bus_overview, WEFT, BUS_OVERVIEW, WeftPanel)

GtkWidget *weft_bus_overview_new (WeftBusState *state);

G_END_DECLS
