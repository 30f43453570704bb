/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-state.h"
#include "weft-panel.h"

G_BEGIN_DECLS

/* Distributions and percentiles of the trace beside those of another one that the user opens:
 * before and after a change of the emulator. */

#define WEFT_TYPE_BUS_COMPARE_VIEW (weft_bus_compare_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftBusCompareView, weft_bus_compare_view, WEFT, BUS_COMPARE_VIEW, WeftPanel)

GtkWidget *weft_bus_compare_view_new (WeftBusState *state);

/* Loads the other trace. What can't be compared is told in place of the table. */
void weft_bus_compare_view_open (WeftBusCompareView *self, const char *path);

G_END_DECLS
