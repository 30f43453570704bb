/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-view-options.h"

G_BEGIN_DECLS

/* The manner in which bus traces are shown:
 *   "heat"   (WeftBusHeat) what the heat of regions shows
 *   "pages"  (int) the region that is opened into its busiest pages, −1: none */

#define WEFT_TYPE_BUS_OPTIONS (weft_bus_options_get_type ())
G_DECLARE_FINAL_TYPE (WeftBusOptions, weft_bus_options, WEFT, BUS_OPTIONS, WeftViewOptions)

G_END_DECLS
